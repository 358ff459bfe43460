/**
 * A tap, a click or the space bar finishes what still moves. The table is settled already; only the
 * showing is cut short. At a table with strict pacing nothing is.
 */

// What is pressed must not move away from under the finger: there the press itself is what counts.
const PRESSED = "a, button, input, label, summary";

/** Lets the player skip what moves. */
export function startSkip() {
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(PRESSED)) skip();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === " ") skip();
  });
}

function skip() {
  if (document.querySelector("[data-strict]")) return;
  for (const animation of document.getAnimations()) {
    // The guard of a new button stays: it is there against fast fingers.
    if (animation.animationName !== "guard") animation.finish();
  }
}
