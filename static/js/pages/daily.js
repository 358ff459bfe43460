/** The daily deal and its board. */
import { startCountdown } from "../countdown.js";

startCountdown();
