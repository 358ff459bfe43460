/** The rare thing: the felt dims, the display face names the bet and its odds, once. */
import { pause } from "./motion.js";
import { ms } from "./pace.js";
import { play } from "./sound.js";

const box = () => document.querySelector(".rare");

/** Shows a bet that paid 25 times its stake or more: { name, pays }. */
export async function showRare({ name, pays }) {
  const [title, odds] = box().children;
  title.textContent = name;
  odds.textContent = pays.replace(":", " to ");
  box().hidden = false;
  play("rare");
  await pause(ms("rare"));
  box().hidden = true;
}
