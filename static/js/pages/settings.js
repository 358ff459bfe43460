/** The player's settings, where sounds can be tried. */
import { startSounds } from "../sound.js";

startSounds();
