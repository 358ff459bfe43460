/** A round of real cards: cards keyed one after the other. */
import { startAnnouncing } from "../announce.js";
import { startCardKeys } from "../card-keys.js";
import { startDialogs } from "../dialogs.js";
import { startKeys } from "../keys.js";

startAnnouncing();
startCardKeys();
startKeys();
startDialogs();
