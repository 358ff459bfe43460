/** What every page of a player has. */
import { startHeldSeats } from "../held-seats.js";
import { startSession } from "../session.js";

startSession();
startHeldSeats();
