/** The balance in the header counts up, or down, to what it is. */
import { money } from "./format.js";
import { ms } from "./pace.js";

const purse = () => document.getElementById("purse");
let counting = 0;

/** Notes the balance that is shown. Returns what to call when the page has another one. */
export function countTo() {
  const from = Number(purse()?.dataset.cents ?? 0);
  return () => {
    const to = Number(purse()?.dataset.cents ?? 0);
    if (purse() && from !== to) count(from, to, ms("count"));
  };
}

function count(from, to, duration) {
  const start = performance.now();
  const turn = ++counting;
  const step = (now) => {
    if (turn !== counting) return; // another amount has taken over
    const part = duration ? Math.min(1, Math.max(0, now - start) / duration) : 1;
    show(part === 1 ? to : from + Math.round(((to - from) * part) / 50) * 50);
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}

function show(cents) {
  const number = purse()?.querySelector("span");
  if (number) number.textContent = money(cents);
}
