/**
 * The page of a table. It runs before htmx does, so that nothing is missed of what htmx says.
 *
 * Several modules look at the page whenever htmx has exchanged parts of it: they do so in the order
 * in which they are started here.
 */
import { startAnnouncing } from "../announce.js";
import { startBestPlay } from "../best-play.js";
import { startBets } from "../bets.js";
import { startClock } from "../clock.js";
import { startCoach } from "../coach.js";
import { startCopying } from "../copying.js";
import { startCosts } from "../costs.js";
import { startDialogs } from "../dialogs.js";
import { startFilm } from "../film.js";
import { startFirst } from "../first.js";
import { startGuard } from "../guard.js";
import { startHeldCards } from "../held-cards.js";
import { startKeys } from "../keys.js";
import { startLeaving } from "../leaving.js";
import { startLink } from "../link.js";
import { look, startLive } from "../live.js";
import { startPace } from "../pace.js";
import { startSeatStrip } from "../seat-strip.js";
import { startSending } from "../sending.js";
import { startSide } from "../side.js";
import { startSounds, startSpeaker } from "../sound.js";
import { startSqueeze, untilTurned } from "../squeeze.js";
import { startSwaps } from "../swaps.js";
import { startTalk } from "../talk.js";
import { startTray } from "../tray.js";
import { startTurn } from "../turn.js";
import { startWagers } from "../wagers.js";

startLink();
startAnnouncing();
startSounds();
startSpeaker();
startPace();
startLive();
startFilm(untilTurned);
startGuard();
startLeaving();
startSwaps();
startSending({ onOverdue: look });
startTurn();
startClock({ onDoubt: look });
startTray();
startWagers();
startBets();
startCosts();
startFirst();
startHeldCards();
startSqueeze();
startTalk();
startKeys();
startDialogs();
startCopying();
startSide();
startSeatStrip();
startCoach();
startBestPlay();
