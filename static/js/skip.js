/* Patience ends: a tap, a click or the space bar finishes what still moves. The table is settled already; only the showing is cut.
 * The guard of a new button stays: it is there against fast fingers.
 * Under strict pacing nothing is cut.
 */
(() => {
  "use strict";
  function skip() {
    if (document.querySelector("[data-strict]")) return;
    for (const animation of document.getAnimations()) {
      if (animation.animationName !== "guard") animation.finish();
    }
  }

  // What is pressed must not move away from under the finger: there the press itself is what counts.
  const PRESSED = "a, button, input, label, summary";
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest(PRESSED)) skip(); });
  document.addEventListener("keydown", (event) => { if (event.key === " ") skip(); });
})();
