/**
 * Covers that are pulled off their cards by hand, like squeezing a card.
 *
 * A cover follows the pointer. Past half of the card it comes off; released before that, it goes
 * back.
 */
import { ms } from "./pace.js";

const START = 6; // pixels; a press that moves less is a press

let held = null; // { cover, x, y, by }: where the press on a cover began, how far it is pulled
let pulled = false; // the click that ends a pull is no press

/** Whether a cover that was pulled so far, { x, y }, is off a card of this size. */
export const isOff = ({ x, y }, { width, height }) =>
  Math.abs(x) > width / 2 || Math.abs(y) > height / 2;

/**
 * Lets covers be pulled.
 *
 * selector: of the covers. turn: is called with a cover that is off its card.
 */
export function startPulling(selector, turn) {
  document.addEventListener("pointerdown", (event) => {
    const cover = event.target.closest(selector);
    held = cover && !event.button ? { cover, x: event.clientX, y: event.clientY, by: null } : null;
  });
  document.addEventListener("pointermove", pull);
  document.addEventListener("pointerup", () => letGo(turn));
  document.addEventListener("pointercancel", () => letGo(() => {}));
  document.addEventListener("click", ignoreAfterPull, true);
}

function pull({ clientX, clientY, pointerId }) {
  if (!held) return;
  const { cover } = held;
  const by = { x: clientX - held.x, y: clientY - held.y };
  if (!held.by && Math.hypot(by.x, by.y) < START) return;
  if (!held.by) cover.setPointerCapture(pointerId);
  held.by = by;
  cover.parentElement.classList.add("is-pulled");
  // A length in the window is shorter on a scaled-up felt.
  const zoom = cover.currentCSSZoom ?? 1;
  cover.style.translate = `${by.x / zoom}px ${by.y / zoom}px`;
}

function letGo(turn) {
  if (held?.by) {
    pulled = true;
    setTimeout(() => {
      pulled = false;
    });
    const { cover, by } = held;
    if (isOff(by, cover.getBoundingClientRect())) turn(cover);
    else goBack(cover);
  }
  held = null;
}

async function goBack(cover) {
  const way = [{ translate: cover.style.translate }, { translate: "0 0" }];
  cover.style.translate = "";
  await cover.animate(way, { duration: ms("flip"), easing: "ease-out" }).finished.catch(() => {});
  cover.parentElement?.classList.remove("is-pulled");
}

function ignoreAfterPull(event) {
  if (!pulled) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
