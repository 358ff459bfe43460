/**
 * A press counts only for a button that was there when it began: who presses twice in haste must
 * not answer a question they have not seen.
 *
 * A button of the dock is another one as soon as it does or says something else.
 */
const known = new WeakMap(); // button -> { what: what it does, since: when it began to }
let began = Infinity; // when the press began that is under way

const dock = () => document.getElementById("acts");
const what = ({ id, value, textContent }) => [id, value, textContent.trim()].join("|");

/** Whether a press that began at a moment may count for a button that has been there since. */
export const counts = (press, since) => press >= since;

/** Begins to watch the buttons of the dock, and the presses. */
export function startGuard() {
  const press = (event) => {
    if (!event.repeat) began = event.timeStamp;
  };
  // Its click comes at once. A screen reader's click has no press at all, and counts.
  const forget = () => {
    began = Infinity;
  };
  const release = () => setTimeout(forget);
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, press, true);
  for (const name of ["pointerup", "pointercancel", "keyup"]) {
    document.addEventListener(name, release, true);
  }
  document.addEventListener("htmx:after:swap", note);
  document.addEventListener("click", refuse, true);
  note();
}

function note() {
  const now = performance.now();
  for (const button of dock().querySelectorAll("button, a")) {
    if (known.get(button)?.what !== what(button))
      known.set(button, { what: what(button), since: now });
  }
}

function refuse(event) {
  const button = event.target.closest?.("#acts button, #acts a");
  const since = known.get(button)?.since ?? 0;
  if (!button || counts(began, since)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
