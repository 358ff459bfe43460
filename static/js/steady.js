/**
 * Time that nobody sets. The computer's clock may be put forward or back while a page counts down;
 * performance.now() only goes on. Where it stood still, as some browsers have it while the computer
 * sleeps, the two clocks drift apart as well, and time has to be measured against the server again.
 */

const STEP = 2_000; // milliseconds
const LOOK = 1_000;

/** Watches a clock that may be set beside one that may not; times in milliseconds. */
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
