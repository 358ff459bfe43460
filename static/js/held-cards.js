/**
 * Holding cards before a draw. The cards are checkboxes and the style sheet picks the words of the
 * button that draws; this speaks them, holds all or none at once, and asks for confirmation before
 * an untouched hand is discarded completely.
 *
 * .holds is the group of checkboxes, [data-draw] the button, with the one word that fits the holds
 * not hidden.
 */
import { say, unwarn, warn } from "./announce.js";

const WHOLE =
  "Nothing is held: all your cards would go. Hold some first, or press again to draw them all.";
let touched = ""; // the ID of the group that the player has chosen something in

const group = () => document.querySelector(".holds");
const boxes = () => [...(group()?.querySelectorAll("[type=checkbox]") ?? [])];

function draw() {
  // biome-ignore lint/performance/useDomNodeTextContent: the words that are hidden must be left out
  return document.querySelector("[data-draw]")?.innerText.trim() ?? "";
}

/** Lets the player hold cards. */
export function startHeldCards() {
  document.addEventListener("change", ({ target }) => {
    const box = target.closest(".holds [type=checkbox]");
    if (!box) return;
    touched = group().id;
    const card = box.labels[0].querySelector("img").alt;
    say(`${card} ${box.checked ? "held" : "let go"}. ${draw()}.`, "holds");
  });
  const press = (event) => {
    if (!group()) return;
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (action === "hold-all" || action === "hold-none") hold(action === "hold-all");
    if (event.target.closest("[data-draw]")) askFirst(event);
  };
  document.addEventListener("click", press, true);
}

function hold(all) {
  for (const box of boxes()) box.checked = all;
  touched = group().id;
  say(`${all ? "All cards held" : "No card held"}. ${draw()}.`, "holds");
}

function askFirst(event) {
  unwarn(WHOLE);
  if (touched === group().id || boxes().some((box) => box.checked)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  touched = group().id;
  warn(WHOLE);
}
