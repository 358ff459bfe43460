/**
 * Time from a clock that cannot be set. The computer's clock may be set while a page counts down;
 * performance.now() only advances. If it stood still, as in some browsers while the computer
 * sleeps, the two clocks drift apart as well, and time must be measured against the server again.
 */

const STEP = 2_000; // milliseconds
const LOOK = 1_000;

/** Compares a clock that can be set with one that cannot; times in milliseconds. */
export class StepWatch {
  #apart;

  constructor(set, steady) {
    this.#apart = set - steady;
  }

  /** Whether the two have moved apart since this was last true. */
  hasStepped(set, steady) {
    const apart = set - steady;
    if (Math.abs(apart - this.#apart) < STEP) return false;
    this.#apart = apart;
    return true;
  }
}

/** Calls measure() whenever the computer's clock was set, or the computer slept. */
export function watchSteps(measure) {
  const watch = new StepWatch(Date.now(), performance.now());
  setInterval(() => {
    if (watch.hasStepped(Date.now(), performance.now())) measure();
  }, LOOK);
}
