import assert from "node:assert/strict";
import { test } from "node:test";
import { raised } from "../../static/js/costs.js";

test("the spot that got a chip counts, whichever others are drawn with it", () => {
  const drawn = [
    { spot: "poker_hand", was: 5_00, is: 5_00 },
    { spot: "all_red", was: 0, is: 5_00 },
    { spot: "big_50", was: 0, is: 0 },
    { spot: "range", was: 5_00, is: 0 },
  ];
  assert.equal(raised(drawn), "all_red");
});

test("where nothing was put down there is none", () => {
  assert.equal(raised([{ spot: "range", was: 5_00, is: 0 }]), undefined);
});
