/** The player's settings, with sounds to try. */
import { startSounds } from "../sound.js";

startSounds();
