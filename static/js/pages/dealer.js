/** A round of dealer school: keys, the tray, and announcements about a move. */
import { say } from "../announce.js";
import { chipElement } from "../chips.js";
import { startKeys } from "../keys.js";
import { chipsOf, sumOf, withChip, withoutLast } from "../payment.js";

const built = () => document.querySelector("[data-built]");
let focused = "";

startKeys();
document.addEventListener("click", ({ target }) => {
  const chip = target.closest("[data-chip]");
  if (chip) lay(withChip(built().value, chip.dataset.chip));
  else if (target.closest("[data-undo]")) lay(withoutLast(built().value));
  else if (target.closest("[data-clear]")) lay("");
});
document.addEventListener("input", ({ target }) => {
  // An amount that is typed in takes the place of the chips.
  if (target.matches("[data-amount]")) show("", false);
});
document.addEventListener("htmx:before:swap", () => {
  focused = document.activeElement?.id ?? "";
});
document.addEventListener("htmx:after:swap", () => {
  if (focused) document.getElementById(focused)?.focus();
  const verdict = document.querySelector("[data-announced]");
  if (verdict) say(verdict.textContent.replace(/\s+/g, " ").trim(), "dealer");
});

function lay(chips) {
  show(chips, true);
  say(sumOf(chips) || "Nothing in the payment", "payment");
}

function show(chips, asSum) {
  built().value = chips;
  if (asSum) document.querySelector("[data-amount]").value = sumOf(chips);
  document.querySelector("[data-pile]").replaceChildren(...chipsOf(chips).map(chipElement));
}
