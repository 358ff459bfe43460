import assert from "node:assert/strict";
import { test } from "node:test";
import { isOff } from "../../static/js/pull.js";

const CARD = { width: 60, height: 84 };

test("a cover pulled less than half of the card goes back", () => {
  assert.equal(isOff({ x: 30, y: -42 }, CARD), false);
});

test("a cover pulled past half of the card, in any direction, is off", () => {
  assert.equal(isOff({ x: -31, y: 0 }, CARD), true);
  assert.equal(isOff({ x: 31, y: 0 }, CARD), true);
  assert.equal(isOff({ x: 0, y: 43 }, CARD), true);
  assert.equal(isOff({ x: 0, y: -43 }, CARD), true);
});
