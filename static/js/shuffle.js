/**
 * The deck that the seeds of a round give, by the algorithm of docs/fairness.md, and the seal.
 *
 * Everything is worked out here, with the browser's own SHA-256 and HMAC.
 */

/** The only algorithm that is known here. */
export const ALGORITHM = "cardroom-shuffle/1";

const utf8 = (text) => new TextEncoder().encode(text);
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a server seed: its SHA-256. Both are hexadecimal digits. */
export const sealOf = async (seed) => hex(await crypto.subtle.digest("SHA-256", bytes(seed)));

/**
 * The deck of a round's record, in dealing order: "6d 9s Qd …".
 *
 * Of the record, server_seed, client_seeds (seat -> seed), round, shoe and rules.decks count.
 */
export async function deckOf({ server_seed, client_seeds, round, shoe, rules }) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(server_seed), hmac, false, ["sign"]);
  const fresh = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  const cards = Array.from({ length: rules.decks ?? 1 }, () => fresh).flat();
  const seats = Object.keys(client_seeds).sort((one, other) => one - other);
  const seeds = seats.map((seat) => `${seat}:${client_seeds[seat]}`);
  const shuffled = await shuffle(cards, key, [ALGORITHM, shoe.round, ...seeds]);
  const again = await shuffle(shuffled.slice(0, shoe.start), key, [ALGORITHM, round]);
  return [...shuffled.slice(shoe.start), ...again].join(" ");
}

/** Fisher-Yates, as Durstenfeld gave it, over the words of a message. */
async function shuffle(cards, key, lines) {
  const deck = [...cards];
  const stream = words(key, lines.join("\n"));
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const places = last + 1;
    const limit = Math.floor(2 ** 32 / places) * places;
    let { value: word } = await stream.next();
    while (word >= limit) ({ value: word } = await stream.next());
    const other = word % places;
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

/** Unsigned 32-bit words, eight from each block. */
async function* words(key, message) {
  for (let block = 0; ; block += 1) {
    const signature = await crypto.subtle.sign("HMAC", key, utf8(`${message}\n${block}`));
    const digest = new DataView(signature);
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}
