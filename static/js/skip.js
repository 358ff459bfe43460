/* Patience ends: a tap, a click or the space bar finishes what still moves. The table is settled already; only the showing is cut.
 * The guard of a new button stays: it is there against fast fingers.
 */
(() => {
  "use strict";
  function skip() {
    for (const animation of document.getAnimations()) {
      if (animation.animationName !== "guard") animation.finish();
    }
  }

  document.addEventListener("pointerdown", skip);
  document.addEventListener("keydown", (event) => { if (event.key === " ") skip(); });
})();
