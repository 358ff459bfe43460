/**
 * Presses on the spots of a felt before the page's scripts run: on a slow phone the felt is seen a
 * while before it can answer. This module is loaded ahead of all others, and bets.js makes them
 * good.
 */
const kept = [];

function keep(event) {
  const spot = event.target.closest?.("button[data-spot]");
  if (spot) kept.push(spot.id);
}

globalThis.document?.addEventListener("click", keep, true);

/** The ids of the spots that were pressed; none is kept after this. */
export function earlyPresses() {
  document.removeEventListener("click", keep, true);
  return kept;
}
