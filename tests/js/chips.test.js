import assert from "node:assert/strict";
import { test } from "node:test";
import { DENOMINATIONS, fewestChips } from "../../static/js/chips.js";

test("the house has chips of 1, 5, 25, 100 and 500", () => {
  assert.deepEqual(
    [...DENOMINATIONS].sort((one, other) => one - other),
    [1, 5, 25, 100, 500],
  );
});

test("a stake is drawn in the fewest chips, biggest first", () => {
  assert.deepEqual(fewestChips(0), []);
  assert.deepEqual(fewestChips(100), [100]);
  assert.deepEqual(fewestChips(700_00), [500_00, 100_00, 100_00]);
  assert.deepEqual(fewestChips(67_00), [25_00, 25_00, 5_00, 5_00, 5_00, 1_00, 1_00]);
});

test("no other chips of the house make a stake with fewer of them", () => {
  const fewest = [0];
  for (let units = 1; units <= 1200; units += 1) {
    const before = DENOMINATIONS.filter((value) => value <= units).map(
      (value) => fewest[units - value],
    );
    fewest.push(1 + Math.min(...before));
    const chips = fewestChips(units * 100);
    assert.equal(chips.length, fewest[units], `${units}`);
    assert.equal(
      chips.reduce((sum, chip) => sum + chip, 0),
      units * 100,
    );
  }
});

test("what is less than the smallest chip is drawn as nothing", () => {
  assert.deepEqual(fewestChips(2_50), [1_00, 1_00]);
});
