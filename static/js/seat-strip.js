/**
 * On phones the seats are a strip: the one seat that all wait for is brought into sight, and in a
 * film the seat where something happens. Where nothing is to be scrolled, the tab key passes it by.
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
  if (turn && turn !== was) bring(seat, strip);
  was = turn;
}

/** Brings a seat into sight that is not wholly seen. place: of an event, "seat-3" or "seat-3.1". */
export function showSeat(place) {
  const seat = document.getElementById(place.split(".")[0])?.querySelector(":scope > .seat");
  if (!seat?.checkVisibility()) return;
  const strip = seat.closest(".seats");
  const [inner, outer] = [seat.getBoundingClientRect(), strip.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) bring(seat, strip);
}

function bring(seat, strip) {
  if (strip.scrollWidth <= strip.clientWidth) return;
  const [inner, outer] = [seat.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 });
}
