/**
 * Best play beside the table: loaded when it is opened (#best is the address then), and again with
 * every step of the player's own, so that the cell they are in is marked.
 *
 * #best-figures has the address as data-url.
 */
const THINKS = 600; // milliseconds that the coach may take until the cell is known
let read = "";
let again = 0;

/** Begins to read the chart whenever it is open. */
export function startBestPlay() {
  addEventListener("hashchange", look);
  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("DOMContentLoaded", look);
}

function look() {
  const place = document.getElementById("best-figures");
  const pulse = document.getElementById("pulse");
  if (!place || !pulse || location.hash !== "#best") {
    read = "";
    return;
  }
  place.querySelector(".is-here")?.scrollIntoView({ block: "nearest" });
  const turn = pulse.hasAttribute("data-turn");
  const what = `${pulse.dataset.step} ${turn}`;
  if (what === read) return;
  read = what;
  ask(place);
  clearTimeout(again);
  if (turn) again = setTimeout(() => place.querySelector(".is-here") ?? ask(place), THINKS);
}

function ask(place) {
  htmx.ajax("GET", place.dataset.url, { source: place, target: place, swap: "innerHTML" });
}
