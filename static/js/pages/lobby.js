/** The lobby. It runs before htmx does, which opens the socket as soon as it can. */
import { startLink } from "../link.js";

startLink();
