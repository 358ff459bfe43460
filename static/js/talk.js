/**
 * Table talk: what is said appears for a moment beside the seat that says it, is announced once,
 * and stays in the list. A player who has muted the table sees and hears none of it; the choice is
 * kept in this browser.
 */
import { say } from "./announce.js";
import { keep, kept } from "./storage.js";

const STAYS = 4000;
const KEPT = "cardroom.talk";
const MARGIN = 4; // pixels between a bubble and the edge of the felt
let heard = 0;
let muted = false;

const talk = () => document.getElementById("talk");
const button = () => document.getElementById("mute");
const lines = () => [...talk().querySelectorAll("[data-said]")];
const number = (line) => Number(line.dataset.said);

/** Begins to listen, at a table where people talk. */
export function startTalk() {
  if (!talk() || !button()) return;
  heard = Math.max(0, ...lines().map(number));
  muted = kept(KEPT) === "off";
  button().addEventListener("click", () => {
    muted = !muted;
    keep(KEPT, muted ? "off" : "on");
    show();
  });
  new MutationObserver(hear).observe(talk(), {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["data-said"],
  });
  button().hidden = false;
  show();
}

function hear() {
  for (const line of lines().filter((line) => number(line) > heard)) {
    heard = number(line);
    if (muted) continue;
    showBubble(line);
    say(line.lastElementChild.textContent.trim(), `talk ${heard}`);
  }
}

function show() {
  talk().hidden = muted;
  button().setAttribute("aria-pressed", String(muted));
}

function showBubble(line) {
  const felt = document.querySelector(".felt");
  const drawn = document.getElementById(`seat-${line.dataset.seat}`)?.firstElementChild;
  // Your own seat is not drawn among the others.
  const seat = drawn?.getClientRects().length ? drawn : document.getElementById("mine");
  if (!seat || !felt) return;
  const at = seat.getBoundingClientRect();
  const frame = felt.getBoundingClientRect();
  const words = document.createElement("p");
  words.className = "bubble";
  words.ariaHidden = "true"; // it is spoken already
  words.textContent = line.lastElementChild.lastChild.textContent.trim();
  felt.append(words);
  const room = frame.width - words.offsetWidth - MARGIN;
  const left = Math.max(MARGIN, Math.min(at.left - frame.left, room));
  const top = Math.max(MARGIN, at.top - frame.top - words.offsetHeight);
  words.style.insetInlineStart = `${left}px`;
  words.style.insetBlockStart = `${top}px`;
  setTimeout(() => words.remove(), STAYS);
}
