/** The replay of a round. */
import { startAnnouncing } from "../announce.js";
import { startDialogs } from "../dialogs.js";
import { startKeys } from "../keys.js";
import { startPace } from "../pace.js";
import { startReplay } from "../replay.js";
import { startSounds } from "../sound.js";

startAnnouncing();
startPace();
startSounds();
startKeys();
startDialogs();
startReplay();
