import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hoursAndMinutes,
  hoursMinutesSeconds,
  minutesAndSeconds,
  money,
  short,
  signed,
} from "../../static/js/format.js";

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

test("the smaller units have two digits", () => {
  assert.equal(minutesAndSeconds(0), "0:00");
  assert.equal(minutesAndSeconds(65), "1:05");
  assert.equal(hoursAndMinutes(59), "0:59");
  assert.equal(hoursAndMinutes(64), "1:04");
  assert.equal(hoursMinutesSeconds(59), "0:00:59");
  assert.equal(hoursMinutesSeconds(3665), "1:01:05");
  assert.equal(hoursMinutesSeconds(24 * 3600 - 1), "23:59:59");
});
