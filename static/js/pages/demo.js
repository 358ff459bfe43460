/** A demonstration: goes from step to step. */
import { startAnnouncing } from "../announce.js";
import { startDemo } from "../demo.js";
import { startDialogs } from "../dialogs.js";
import { startKeys } from "../keys.js";

startAnnouncing();
startKeys();
startDialogs();
startDemo();
