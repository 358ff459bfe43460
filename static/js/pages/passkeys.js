/** Pages that use passkeys: signing in, and the player's own list of them. */
import { startPasskeys } from "../passkeys.js";

startPasskeys();
