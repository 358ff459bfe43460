import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addChip,
  cleared,
  doubled,
  firstNeeded,
  fit,
  pileOf,
  same,
  sorted,
  takeChip,
  total,
} from "../../static/js/layout.js";

const ANTE = { key: "ante", name: "Ante", min: 5_00, max: 100_00 };
const BONUS = { key: "bonus", name: "Bonus", min: 1_00, max: 25_00 };
const PLENTY = 1_000_00;

test("no stake is as good as a stake of nothing", () => {
  assert.ok(same({ ante: 5_00 }, { bonus: 0, ante: 5_00 }));
  assert.ok(same({}, { ante: 0 }));
  assert.ok(!same({ ante: 5_00 }, { bonus: 5_00 }));
  assert.ok(!same({ ante: 5_00 }, {}));
});

test("a chip is added to the stake of its spot and to no other", () => {
  const { layout } = addChip({ ante: 5_00, bonus: 1_00 }, ANTE, 25_00, PLENTY);
  assert.deepEqual(layout, { ante: 30_00, bonus: 1_00 });
  assert.equal(total(layout), 31_00);
});

test("a chip may bring a stake to its limits exactly, and not beyond", () => {
  assert.deepEqual(addChip({ ante: 0 }, ANTE, 5_00, PLENTY), { layout: { ante: 5_00 } });
  assert.deepEqual(addChip({ ante: 0 }, ANTE, 1_00, PLENTY), { refusal: "Minimum 5 on Ante" });
  assert.deepEqual(addChip({ ante: 75_00 }, ANTE, 25_00, PLENTY), { layout: { ante: 100_00 } });
  assert.deepEqual(addChip({ ante: 100_00 }, ANTE, 1_00, PLENTY), {
    refusal: "Maximum 100 on Ante",
  });
});

test("the whole layout must be in the purse", () => {
  const layout = { ante: 5_00, bonus: 1_00 };
  assert.deepEqual(addChip(layout, ANTE, 5_00, 11_00).layout, { ante: 10_00, bonus: 1_00 });
  assert.deepEqual(addChip(layout, ANTE, 5_00, 10_99), { refusal: "Only 4.99 left to bet" });
});

test("chips are taken back in the order in which they were put down", () => {
  const pile = [5_00, 25_00, 1_00];
  assert.deepEqual(takeChip({ ante: 31_00 }, ANTE, pile), {
    layout: { ante: 30_00 },
    pile: [5_00, 25_00],
  });
});

test("what would be left below the minimum is taken back too", () => {
  assert.deepEqual(takeChip({ ante: 6_00 }, ANTE, [1_00, 5_00]).layout, { ante: 0 });
  assert.deepEqual(takeChip({ ante: 6_00 }, ANTE, [5_00, 1_00]).layout, { ante: 5_00 });
});

test("a stake that nobody saw put down comes apart in the fewest chips", () => {
  assert.deepEqual(pileOf([5_00, 1_00], 6_00), [5_00, 1_00]);
  assert.deepEqual(pileOf([5_00, 1_00], 30_00), [25_00, 5_00]);
  assert.deepEqual(pileOf([], 0), []);
});

test("2 Card Bonus or Bad Beat laid first waits for the bet it needs, with a sentence", () => {
  const spots = [
    { ...BONUS, needs: "ante" },
    { ...ANTE, needs: "" },
  ];
  const first = { bonus: 5_00, ante: 0 };
  assert.deepEqual(sorted(first, spots), {
    ready: { bonus: 0, ante: 0 },
    waiting: { bonus: 5_00, ante: 0 },
  });
  assert.equal(firstNeeded(first, spots), "Place an ante first, then Bonus");
  const both = { bonus: 5_00, ante: 5_00 };
  assert.deepEqual(sorted(both, spots).ready, both);
  assert.equal(firstNeeded(both, spots), "");
  const beat = [
    { key: "main", name: "Bet", needs: "" },
    { key: "bad_beat", name: "Bad Beat", needs: "main" },
  ];
  assert.equal(firstNeeded({ bad_beat: 5_00 }, beat), "Place a bet first, then Bad Beat");
});

test("double and clear change every stake", () => {
  assert.deepEqual(doubled({ ante: 5_00, bonus: 0 }), { ante: 10_00, bonus: 0 });
  assert.deepEqual(cleared({ ante: 5_00, bonus: 1_00 }), { ante: 0, bonus: 0 });
});

test("a layout that limits and purse allow is placed as it is", () => {
  assert.deepEqual(fit({ ante: 5_00, bonus: 1_00 }, [ANTE, BONUS], 6_00), {
    layout: { ante: 5_00, bonus: 1_00 },
    cuts: [],
  });
});

test("with less than the smallest bet you read where there is more", () => {
  const { refusal } = addChip({}, ANTE, 5_00, 50);
  assert.match(refusal, /^You have 0\.50: .* See your account for a refill$/);
});

test("a stake above the maximum is cut to it", () => {
  assert.deepEqual(fit({ ante: 200_00 }, [ANTE], PLENTY), {
    layout: { ante: 100_00 },
    cuts: ["Ante at its maximum 100"],
  });
});

test("a stake that cannot be placed whole is left out, and the others stay", () => {
  assert.deepEqual(fit({ ante: 10_00, bonus: 5_00 }, [ANTE, BONUS], 9_00), {
    layout: { ante: 0, bonus: 5_00 },
    cuts: ["Ante left out, only 9.00 left"],
  });
  assert.deepEqual(fit({ ante: 4_00, bonus: 1_00 }, [ANTE, BONUS], PLENTY), {
    layout: { ante: 0, bonus: 1_00 },
    cuts: ["Ante left out, minimum 5"],
  });
});

test("a spot without a stake is no cut, and no spot of another felt is placed", () => {
  assert.deepEqual(fit({ elsewhere: 5_00 }, [ANTE], PLENTY), { layout: { ante: 0 }, cuts: [] });
});
