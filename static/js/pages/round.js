/** The page of a finished round. */
import { startAnnouncing } from "../announce.js";
import { startVerify } from "../verify.js";

startAnnouncing();
startVerify();
