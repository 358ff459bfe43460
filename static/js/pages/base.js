/** What every page of a player has. */
import { startSession } from "../session.js";

startSession();
