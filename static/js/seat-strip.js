/**
 * On phones the seats are a strip: the one seat that all wait for is brought into sight. Where
 * nothing is to be scrolled, the tab key passes it by.
 */
import { atNextFrame } from "./frames.js";

let was = "";

/** Begins to follow whose turn it is. */
export function startSeatStrip() {
  const look = atNextFrame(show);
  document.addEventListener("htmx:after:swap", look);
  addEventListener("resize", look);
  look();
}

function show() {
  const strip = document.querySelector(".seats");
  if (strip) strip.tabIndex = strip.scrollWidth > strip.clientWidth ? 0 : -1;
  const waited = [...(strip?.querySelectorAll(".seat.is-turn") ?? [])];
  const seat = waited.length === 1 && waited[0].checkVisibility() ? waited[0] : null;
  const turn = seat ? seat.closest("[id]").id : "";
  if (turn && turn !== was && strip.scrollWidth > strip.clientWidth) {
    const inner = seat.getBoundingClientRect();
    const outer = strip.getBoundingClientRect();
    strip.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 });
  }
  was = turn;
}
