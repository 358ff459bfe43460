/** The page of a finished round. */
import { startAnnouncing } from "../announce.js";
import { startCopying } from "../copying.js";
import { startVerify } from "../verify.js";

startAnnouncing();
startCopying();
startVerify();
