/* Checks a deal in this browser: the seal, and the deck that the seeds give (docs/fairness.md).
 *
 * Everything is worked out here, with the browser's own SHA-256 and HMAC; the site only hands over the record.
 */
(() => {
  "use strict";
  const panel = document.getElementById("verify");
  const button = panel?.querySelector("[data-verify]");
  const said = panel?.querySelector("[data-said]");
  if (!button) return;

  const utf8 = (text) => new TextEncoder().encode(text);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  async function* words(key, message) {
    for (let block = 0; ; block += 1) {
      const digest = new DataView(await crypto.subtle.sign("HMAC", key, utf8(`${message}\n${block}`)));
      for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
    }
  }

  async function shuffle(cards, key, lines) {
    const stream = words(key, lines.join("\n"));
    for (let last = cards.length - 1; last > 0; last -= 1) {
      const places = last + 1, limit = Math.floor(2 ** 32 / places) * places;
      let word;
      do word = (await stream.next()).value; while (word >= limit);
      const other = word % places;
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  }

  async function deckOf(record) {
    const seed = bytes(record.server_seed), algorithm = record.algorithm;
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const seats = Object.keys(record.client_seeds).sort((a, b) => a - b);
    const fresh = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
    const shoe = Array.from({ length: record.rules.decks ?? 1 }, () => fresh).flat();
    const lines = [algorithm, record.shoe.round, ...seats.map((seat) => `${seat}:${record.client_seeds[seat]}`)];
    await shuffle(shoe, key, lines);
    const start = record.shoe.start;
    return [...shoe.slice(start), ...await shuffle(shoe.slice(0, start), key, [algorithm, record.round])].join(" ");
  }

  async function fault(record) {
    if (record.algorithm !== "cardroom-shuffle/1") return "This algorithm is unknown here.";
    if (!/^[0-9a-f]{64}$/.test(record.server_seed ?? "")) return "The server seed is not revealed.";
    const seal = hex(await crypto.subtle.digest("SHA-256", bytes(record.server_seed)));
    if (seal !== panel.dataset.commitment || seal !== record.commitment) return "The server seed is not the one that was sealed.";
    const deck = await deckOf(record);
    if (deck !== panel.dataset.deck || deck !== record.deck) return "These are not the cards that the seeds give.";
    return "";
  }

  function tell(good, text) {
    said.textContent = `${good ? "✓" : "✕"} ${text}`;
    said.className = `said ${good ? "up" : "down"}`;
    said.hidden = false;
    cardroom.say(text, "verify");
  }

  button.addEventListener("click", async () => {
    if (!window.crypto?.subtle) return tell(false, "This browser checks nothing on a page without HTTPS.");
    button.disabled = true;
    try {
      const answer = await fetch(panel.dataset.record);
      if (!answer.ok) throw new Error(`The record could not be read: ${answer.status}.`);
      const wrong = await fault(await answer.json());
      if (wrong) tell(false, `Failed. ${wrong}`);
      else tell(true, "Verified. The seal holds, and the seeds give these cards.");
    } catch (error) {
      tell(false, `Nothing was checked. ${error.message}`);
    } finally {
      button.disabled = false;
      button.focus();
    }
  });
})();
