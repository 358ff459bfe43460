/**
 * What a dear bet costs is said when it is made, in the line under the bets: #table[data-dear] has
 * a sentence by spot.
 */
import { say } from "./announce.js";

let spot = ""; // the dear spot that was bet on last
let said = "";

/** Begins to watch the bets. */
export function startCosts() {
  const bets = document.getElementById("bets");
  const sentences = JSON.parse(document.getElementById("table").dataset.dear || "{}");
  if (!bets || !Object.keys(sentences).length) return;
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.dataset.spot in sentences) spot = target.dataset.spot;
    }
    update(sentences);
  }).observe(bets, { subtree: true, attributes: true, attributeFilter: ["data-stake"] });
  document.addEventListener("htmx:after:swap", () => update(sentences));
}

function update(sentences) {
  const bet = spot && document.querySelector(`#bets [data-spot="${spot}"]`);
  const line = document.querySelector("#line p");
  const betting = document.getElementById("pulse").dataset.phase === "betting";
  if (!bet || !line || !betting || !Number(bet.dataset.stake)) {
    if (line?.dataset.usual && betting) line.textContent = line.dataset.usual;
    if (line) delete line.dataset.usual;
    said = "";
    return;
  }
  const words = sentences[spot];
  if (line.textContent === words) return;
  line.dataset.usual = line.textContent;
  line.textContent = words;
  if (said !== words) say(words, "costs");
  said = words;
}
