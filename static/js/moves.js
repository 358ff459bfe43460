/**
 * What has happened to the cards on the felt, from their old and new places.
 *
 * A card is { part, hand, code, open }: the part of the page it lies in, its hand there, "" for a
 * code that the page does not have. Returns { kind, from, to } with places in the two lists:
 * "deal" (to is new), "turn", "stay", and "gone" (from has disappeared).
 */
export function movesBetween(before, after) {
  const left = new Set(before.keys());
  const origin = after.map(() => -1);
  for (const fits of [sameCard, sameCardElsewhere, unknownCard]) {
    after.forEach((card, to) => {
      if (origin[to] >= 0) return;
      const from = [...left].find((place) => fits(before[place], card));
      if (from === undefined) return;
      left.delete(from);
      origin[to] = from;
    });
  }
  const moves = after.map((card, to) => move(before[origin[to]], card, origin[to], to));
  return [...moves, ...[...left].map((from) => ({ kind: "gone", from }))];
}

function move(old, card, from, to) {
  if (!old) return { kind: "deal", to };
  return { kind: card.open && !old.open ? "turn" : "stay", from, to };
}

const sameHand = (one, other) => one.part === other.part && one.hand === other.hand;
const sameCard = (old, card) => Boolean(old.code) && old.code === card.code && sameHand(old, card);
const sameCardElsewhere = (old, card) =>
  Boolean(old.code) && old.code === card.code && old.part === card.part;
const unknownCard = (old, card) => !old.code && sameHand(old, card);
