import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf, sumOf, withChip, withoutLast } from "../../static/js/payment.js";

test("chips are laid one after the other and taken back from the end", () => {
  const chips = withChip(withChip(withChip("", 10000), 2500), 50);
  assert.deepEqual(chipsOf(chips), [10000, 2500, 50]);
  assert.equal(withoutLast(chips), "10000 2500");
  assert.equal(withoutLast(""), "");
});

test("a payment is read as an amount", () => {
  assert.equal(sumOf("10000 2500 2500 2500"), "175");
  assert.equal(sumOf("2000 250 0"), "22.50");
  assert.equal(sumOf(""), "");
});
