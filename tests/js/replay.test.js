import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, targets } from "../../static/js/replay.js";

test("from the middle every control leads elsewhere", () => {
  assert.deepEqual(targets(4, 9), { first: 1, back: 3, next: 5, last: 9 });
});

test("at either end a control leads no further", () => {
  assert.deepEqual(targets(1, 9), { first: 1, back: 1, next: 2, last: 9 });
  assert.deepEqual(targets(9, 9), { first: 1, back: 8, next: 9, last: 9 });
  assert.deepEqual(targets(1, 1), { first: 1, back: 1, next: 1, last: 1 });
});

test("a number beyond the frames is the nearest of them", () => {
  assert.deepEqual(
    [-3, 0, 1, 5, 9, 10].map((number) => nearest(number, 9)),
    [1, 1, 1, 5, 9, 9],
  );
});
