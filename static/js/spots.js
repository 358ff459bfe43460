/**
 * The betting spots on the felt: reading them, and drawing stakes on them.
 *
 * A spot is button.spot[data-spot][data-name][data-min][data-max][data-stake] in form#bets, with a
 * .stack of chips and a .stake in words inside; data-needs is the key of the spot that must carry a
 * bet too. Amounts are cents.
 */

import { chipElement, fewestChips } from "./chips.js";
import { short } from "./format.js";

const DRAWN = 4; // chips of a stack that are drawn at most

/** Finds a spot of the felt at an element or around it. */
export const SPOT = "#bets .spot[data-spot]";

/** All spots of the felt, as elements. */
export const spotElements = () => [...document.querySelectorAll(SPOT)];

/** What a spot's element says of it: key, name, needs ("" for nothing), min, max and stake. */
export function readSpot(element) {
  const { spot, name, needs = "", min, max, stake } = element.dataset;
  return { key: spot, name, needs, min: Number(min), max: Number(max), stake: Number(stake) };
}

/** Puts a stake on a spot: chips, words, and what a screen reader says. */
export function drawStake(element, cents) {
  const chips = fewestChips(cents).slice(0, DRAWN);
  element.dataset.stake = cents;
  element.setAttribute("aria-label", label(readSpot(element)));
  element.querySelector(".stack").replaceChildren(...chips.map(chipElement));
  element.querySelector(".stake").textContent = cents ? short(cents) : "";
}

/** Shows that a spot takes no more. */
export function bounce(element) {
  element.classList.remove("is-refused");
  void element.offsetWidth; // so that the same movement starts again
  element.classList.add("is-refused");
  const stop = () => element.classList.remove("is-refused");
  element.addEventListener("animationend", stop, { once: true });
}

function label({ name, min, max, stake }) {
  const bet = /bet$/i.test(name) ? name : `${name} bet`;
  return `${bet}, ${stake ? short(stake) : "none"}, min ${short(min)} max ${short(max)}`;
}
