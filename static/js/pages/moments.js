/** What every page has, also for visitors who do not play. */
import { startMoments } from "../moments.js";
import { startOffline } from "../offline.js";

startMoments();
startOffline();
