/**
 * The arithmetic of a layout: spot key -> stake in cents. Nothing here touches the page.
 *
 * A spot is { key, name, needs, min, max } in cents, as spots.js reads it. A pile is the list of
 * chips on a spot, in cents, in the order in which they were put down.
 */

import { fewestChips } from "./chips.js";
import { money, short } from "./format.js";

/** The sum of a layout, or of a pile. */
export const total = (stakes) => Object.values(stakes).reduce((sum, cents) => sum + cents, 0);

/** Whether two layouts have the same stakes: a missing stake equals one of 0. */
export function same(one, other) {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => (one[key] ?? 0) === (other[key] ?? 0));
}

/** The same spots without a stake. */
export const cleared = (layout) => changed(layout, () => 0);

/** The same spots with twice the stake. */
export const doubled = (layout) => changed(layout, (cents) => 2 * cents);

/**
 * A layout in two: the part that may be posted, and the part that waits for a required bet.
 *
 * Returns { ready, waiting }, both layouts of all the spots.
 */
export function sorted(layout, spots) {
  const lacking = spots.filter(({ needs }) => needs && !layout[needs]).map(({ key }) => key);
  const part =
    (waits) =>
    ([key, cents]) => [key, lacking.includes(key) === waits ? cents : 0];
  const of = (waits) => Object.fromEntries(Object.entries(layout).map(part(waits)));
  return { ready: of(false), waiting: of(true) };
}

/** The bet that waiting stakes still need, in words; "" if none is waiting. */
export function firstNeeded(layout, spots) {
  const { waiting } = sorted(layout, spots);
  const spot = spots.find(({ key }) => waiting[key] > 0);
  if (!spot) return "";
  const name = spots.find(({ key }) => key === spot.needs).name.toLowerCase();
  const article = /^[aeiou]/i.test(name) ? "an" : "a";
  return `Place ${article} ${name} first, then ${spot.name}`;
}

/** The chips on a spot as they were put down, or the fewest chips if that is unknown. */
export function pileOf(chips, cents) {
  return total(chips) === cents ? chips : fewestChips(cents);
}

/**
 * A layout with one more chip on a spot.
 *
 * purse: what the player has, in cents. Returns { layout }, or { refusal } with why in words.
 */
export function addChip(layout, spot, chip, purse) {
  const cents = (layout[spot.key] ?? 0) + chip;
  if (cents > spot.max) return { refusal: `Maximum ${short(spot.max)} on ${spot.name}` };
  if (cents < spot.min) return { refusal: `Minimum ${short(spot.min)} on ${spot.name}` };
  if (total(layout) + chip > purse) {
    if (purse < spot.min) {
      return {
        refusal: `You have ${money(purse)}: too little to bet here. See your account for a refill`,
      };
    }
    return { refusal: `Only ${money(purse - total(layout))} left to bet` };
  }
  return { layout: { ...layout, [spot.key]: cents } };
}

/** A layout without the last chip of a spot's pile; a rest below the minimum is removed too. */
export function takeChip(layout, spot, pile) {
  const rest = pile.slice(0, -1);
  const cents = total(rest) < spot.min ? 0 : total(rest);
  return { layout: { ...layout, [spot.key]: cents }, pile: rest };
}

/**
 * As much of a layout as limits and purse allow, spot by spot.
 *
 * Returns { layout, cuts }: cuts names the removed bets, and is empty if everything fits.
 */
export function fit(stakes, spots, purse) {
  const layout = {};
  const cuts = [];
  let left = purse;
  for (const spot of spots) {
    const cents = stakes[spot.key] ?? 0;
    const most = Math.min(cents, spot.max);
    if (most < cents) cuts.push(`${spot.name} at its maximum ${short(spot.max)}`);
    const placed = most > left || most < spot.min ? 0 : most;
    if (cents && !placed) cuts.push(`${spot.name} left out, ${whyNot(spot, most > left, left)}`);
    layout[spot.key] = placed;
    left -= placed;
  }
  return { layout, cuts };
}

const whyNot = ({ min }, isShort, left) =>
  isShort ? `only ${money(left)} left` : `minimum ${short(min)}`;

function changed(layout, change) {
  return Object.fromEntries(Object.entries(layout).map(([key, cents]) => [key, change(cents)]));
}
