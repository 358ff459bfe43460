/** The replay of a round. */
import { startAnnouncing } from "../announce.js";
import { startDialogs } from "../dialogs.js";
import { startKeys } from "../keys.js";
import { startReplay } from "../replay.js";

startAnnouncing();
startKeys();
startDialogs();
startReplay();
