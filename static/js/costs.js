/**
 * What a dear bet costs is said when it is made, in the line under the bets: #table[data-dear] has
 * a sentence by spot.
 */
import { say } from "./announce.js";

// A line that is covered cards' running total belongs to them.
const LINE = "#line p:not(:has([data-running-line]))";
let spot = ""; // the spot that was bet on last
let said = "";

/** Begins to watch the bets. */
export function startCosts() {
  const bets = document.getElementById("bets");
  const sentences = JSON.parse(document.getElementById("table").dataset.dear || "{}");
  if (!bets || !Object.keys(sentences).length) return;
  new MutationObserver((changes) => {
    const stakes = changes.map(({ target: { dataset }, oldValue }) => ({
      spot: dataset.spot,
      was: Number(oldValue),
      is: Number(dataset.stake),
    }));
    spot = raised(stakes) ?? spot;
    update(sentences);
  }).observe(bets, {
    subtree: true,
    attributes: true,
    attributeOldValue: true,
    attributeFilter: ["data-stake"],
  });
  document.addEventListener("htmx:after:swap", () => update(sentences));
}

/** The spot that has got a chip, of stakes that were all drawn anew: { spot, was, is }. */
export function raised(stakes) {
  return stakes.findLast(({ was, is }) => is > was)?.spot;
}

function update(sentences) {
  const bet = spot in sentences && document.querySelector(`#bets [data-spot="${spot}"]`);
  const line = document.querySelector(LINE);
  const betting = document.getElementById("pulse").dataset.phase === "betting";
  if (!bet || !line || !betting || !Number(bet.dataset.stake)) {
    if (line?.dataset.usual && betting) line.textContent = line.dataset.usual;
    if (line) delete line.dataset.usual;
    said = "";
    return;
  }
  const words = sentences[spot];
  if (line.textContent === words) return;
  line.dataset.usual ??= line.textContent;
  line.textContent = words;
  if (said !== words) say(words, "costs");
  said = words;
}
