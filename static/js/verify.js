/**
 * Checks a deal in this browser: the seal, and the deck that the seeds give. The site only hands
 * over the record.
 *
 * #verify has the address of the record as data-record, and the seal and deck that the page shows
 * as data-commitment and data-deck.
 */
import { say } from "./announce.js";
import { ALGORITHM, deckOf, sealOf } from "./shuffle.js";

const INSECURE = "This browser checks nothing on a page without HTTPS.";

/**
 * What is wrong with a round's record, in words; "" if nothing is.
 *
 * shown: { commitment, deck } as the page has them, which must be those of the record.
 */
export async function fault(record, shown) {
  if (record.algorithm !== ALGORITHM) return "This algorithm is unknown here.";
  if (!/^[0-9a-f]{64}$/.test(record.server_seed ?? "")) return "The server seed is not revealed.";
  const seal = await sealOf(record.server_seed);
  if (seal !== shown.commitment || seal !== record.commitment) {
    return "The server seed is not the one that was sealed.";
  }
  const deck = await deckOf(record);
  if (deck !== shown.deck || deck !== record.deck) {
    return "These are not the cards that the seeds give.";
  }
  return "";
}

/** Lets the player check the deal, on pages that show a revealed round. */
export function startVerify() {
  const panel = document.getElementById("verify");
  const button = panel?.querySelector("[data-verify]");
  button?.addEventListener("click", async () => {
    if (!crypto.subtle) {
      showResult(panel, false, INSECURE);
      return;
    }
    button.disabled = true;
    await check(panel);
    button.disabled = false;
    button.focus();
  });
}

async function check(panel) {
  try {
    const answer = await fetch(panel.dataset.record);
    if (!answer.ok) throw new Error(`The record could not be read: ${answer.status}.`);
    const wrong = await fault(await answer.json(), panel.dataset);
    if (wrong) showResult(panel, false, `Failed. ${wrong}`);
    else showResult(panel, true, "Verified. The seal holds, and the seeds give these cards.");
  } catch (error) {
    showResult(panel, false, `Nothing was checked. ${error.message}`);
  }
}

function showResult(panel, good, text) {
  const said = panel.querySelector("[data-said]");
  said.textContent = `${good ? "✓" : "✕"} ${text}`;
  said.className = `said ${good ? "up" : "down"}`;
  said.hidden = false;
  say(text, "verify");
}
