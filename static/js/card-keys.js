/**
 * Cards by keyboard: a rank and then a suit presses the card's key on the pad, as kd or 10h.
 *
 * What is keyed while the site still answers waits its turn, so that no card is lost.
 */
const TYPING = "input:not([type=checkbox]), select, textarea, [contenteditable]";
const RANKS = "a23456789tjqk";
const SUITS = "shcd";

const waiting = []; // codes that are keyed and not sent yet
let rank = "";
let busy = false;

/**
 * What has been keyed after one more key: { rank, code }.
 *
 * rank: what was keyed before, of a card whose suit is still to come. code: the card, "" for none.
 */
export function keyed(rank, key) {
  const pressed = key.toLowerCase();
  if (pressed === "0" && rank === "1") return { rank: "t", code: "" };
  if (pressed === "1" || (pressed.length === 1 && RANKS.includes(pressed)))
    return { rank: pressed, code: "" };
  if (rank && rank !== "1" && pressed.length === 1 && SUITS.includes(pressed))
    return { rank: "", code: rank.toUpperCase() + pressed };
  return { rank: "", code: "" };
}

/** Lets cards be keyed. */
export function startCardKeys() {
  document.addEventListener("keydown", press);
  document.addEventListener("click", waitItsTurn, { capture: true });
  document.addEventListener("submit", () => {
    busy = true;
  });
  document.addEventListener("htmx:after:swap", () => {
    busy = false;
    next();
  });
  document.addEventListener("htmx:error", () => {
    busy = false;
    waiting.length = 0;
  });
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (document.body.dataset.keys === "off" || event.target.closest(TYPING)) return;
  const pad = document.querySelector(".pad");
  if (!(pad || busy)) return;
  const found = keyed(rank, event.key);
  if (found.rank || found.code) event.preventDefault();
  rank = found.rank;
  if (!found.code) return;
  waiting.push(found.code);
  next();
}

/** A card that is pressed while the site still answers is sent after the one before. */
function waitItsTurn(event) {
  const key = event.target.closest("[data-card]");
  if (!(key && busy)) return;
  event.preventDefault();
  event.stopPropagation();
  waiting.push(key.dataset.card);
}

function next() {
  if (busy || !waiting.length) return;
  const button = document.querySelector(`[data-card="${waiting.shift()}"]`);
  if (button) button.click();
  else waiting.length = 0; // no card is asked for any more
}
