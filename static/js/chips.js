/** Chips: what they are worth, and how one is drawn. No rules, no server. */

/** The chips of the house, in whole units, biggest first. */
export const DENOMINATIONS = [500, 100, 25, 5, 1];

const CENTS = 100;

/** A stake in the fewest chips, biggest first; all in cents: 70000 -> [50000, 10000, 10000]. */
export function fewestChips(cents) {
  const chips = [];
  let left = cents;
  for (const value of DENOMINATIONS) {
    const count = Math.floor(left / (value * CENTS));
    chips.push(...new Array(count).fill(value * CENTS));
    left -= count * value * CENTS;
  }
  return chips;
}

/** A chip to look at, of a value in cents. */
export function chipElement(cents) {
  const element = document.createElement("span");
  element.className = "chip";
  element.dataset.v = cents / CENTS;
  element.textContent = cents / CENTS;
  return element;
}
