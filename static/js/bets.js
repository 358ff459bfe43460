/** The player's hands on the felt: putting chips down and taking them back. */

import { warn } from "./announce.js";
import { earlyPresses } from "./early.js";
import { money, short } from "./format.js";
import { addChip, cleared, doubled, fit, pileOf, same, takeChip, total } from "./layout.js";
import { onLongPress } from "./long-press.js";
import { bounce, readSpot, SPOT, spotElements } from "./spots.js";
import { pickedChip } from "./tray.js";
import { change, chipsOn, isOpen, lastLayout, purse, undo, wanted } from "./wagers.js";

const NOTCH = 80; // milliseconds: what a wheel sends within them is one turn of it
const ACTIONS = { undo, clear, rebet, double };
let wheeled = 0;

/** Lets the player place wagers. */
export function startBets() {
  onLongPress(spotAt, remove);
  document.addEventListener("click", (event) => {
    const spot = spotAt(event);
    if (spot && event.shiftKey) remove(spot);
    else if (spot) add(spot);
    else press(event.target.closest("[data-do]:not([aria-disabled=true])"));
  });
  document.addEventListener("keydown", (event) => {
    const spot = spotAt(event);
    if (!spot || (event.key !== "Backspace" && event.key !== "Delete")) return;
    event.preventDefault();
    remove(spot);
  });
  document.addEventListener("wheel", turnWheel, { passive: false });
  const pressed = earlyPresses();
  // After everything that handles presses has started.
  setTimeout(() => {
    for (const id of pressed) document.getElementById(id)?.click();
  });
}

/** The spot that an event is about, if it takes chips now. */
function spotAt(event) {
  const spot = event.target.closest?.(SPOT);
  return spot && isOpen() && spot.ariaDisabled !== "true" ? spot : null;
}

function add(element) {
  const spot = readSpot(element);
  const chip = pickedChip();
  const { layout, refusal } = addChip(wanted(), spot, chip, purse());
  if (refusal) {
    bounce(element);
    warn(refusal);
    return;
  }
  const cents = layout[spot.key];
  const pile = [...pileOf(chipsOn(spot.key), cents - chip), chip];
  change(layout, `${spot.name} ${short(cents)}`, { [spot.key]: pile });
}

function remove(element) {
  const spot = readSpot(element);
  const cents = wanted()[spot.key];
  if (!cents) return;
  const { layout, pile } = takeChip(wanted(), spot, pileOf(chipsOn(spot.key), cents));
  const left = layout[spot.key];
  change(layout, `${spot.name} ${left ? short(left) : "none"}`, { [spot.key]: pile });
}

/** The wheel adds and removes chips, one notch at a time, if there is nothing to scroll. */
function turnWheel(event) {
  const spot = spotAt(event);
  if (!spot || event.ctrlKey || document.scrollingElement.scrollHeight > innerHeight) return;
  event.preventDefault();
  if (event.timeStamp - wheeled < NOTCH || !event.deltaY) return;
  wheeled = event.timeStamp;
  if (event.deltaY < 0) add(spot);
  else remove(spot);
}

function press(button) {
  const action = ACTIONS[button?.dataset.do];
  if (action && isOpen()) action();
}

function clear() {
  change(cleared(wanted()), "Cleared");
}

function rebet() {
  place(lastLayout(), "Rebet");
}

function double() {
  place(doubled(wanted()), "Doubled");
}

/** Places as much of a layout as limits and purse allow; removed bets are named. */
function place(stakes, word) {
  const { layout, cuts } = fit(stakes, spotElements().map(readSpot), purse());
  const stays = same(layout, wanted());
  if (cuts.length) warn(`${stays ? "Nothing changes" : word}: ${cuts.join("; ")}`);
  if (!stays) change(layout, `${word}. ${money(total(layout))} on the felt`);
}
