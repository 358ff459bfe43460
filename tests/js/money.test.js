import assert from "node:assert/strict";
import { test } from "node:test";
import { money, short, signed } from "../../static/js/money.js";

test("an amount has two decimals and its thousands set apart", () => {
  assert.equal(money(0), "0.00");
  assert.equal(money(5), "0.05");
  assert.equal(money(100_000), "1,000.00");
  assert.equal(money(123_456_789), "1,234,567.89");
});

test("a loss has a true minus sign, and a win a plus where it is asked for", () => {
  assert.equal(money(-5_00), "−5.00");
  assert.equal(signed(5_00), "+5.00");
  assert.equal(signed(-1_234_56), "−1,234.56");
  assert.equal(signed(0), "0.00");
});

test("a limit is said without decimals that say nothing", () => {
  assert.equal(short(15_00), "15");
  assert.equal(short(2_50), "2.50");
  assert.equal(short(1_000_00), "1,000");
});
