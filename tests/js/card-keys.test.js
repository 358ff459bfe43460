import assert from "node:assert/strict";
import { test } from "node:test";
import { keyed } from "../../static/js/card-keys.js";

/** The cards that a row of keys brings. */
function cards(keys) {
  let rank = "";
  const found = [];
  for (const key of keys) {
    const after = keyed(rank, key);
    rank = after.rank;
    if (after.code) found.push(after.code);
  }
  return found;
}

test("a rank and a suit are a card, in either case", () => {
  assert.deepEqual(cards(["k", "d", "A", "S", "2", "c"]), ["Kd", "As", "2c"]);
});

test("ten is 10 or t", () => {
  assert.deepEqual(cards(["1", "0", "h", "t", "s"]), ["Th", "Ts"]);
});

test("a suit without a rank, and a rank that is changed, are no card", () => {
  assert.deepEqual(cards(["d", "8", "9", "d", "h"]), ["9d"]);
});

test("one is no rank, and any other key begins anew", () => {
  assert.deepEqual(cards(["1", "h", "k", "Escape", "d", "0", "c"]), []);
});
