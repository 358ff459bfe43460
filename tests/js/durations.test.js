import assert from "node:assert/strict";
import { test } from "node:test";
import {
  hoursAndMinutes,
  hoursMinutesSeconds,
  minutesAndSeconds,
} from "../../static/js/durations.js";

test("the smaller units have two digits", () => {
  assert.equal(minutesAndSeconds(0), "0:00");
  assert.equal(minutesAndSeconds(65), "1:05");
  assert.equal(hoursAndMinutes(59), "0:59");
  assert.equal(hoursAndMinutes(64), "1:04");
  assert.equal(hoursMinutesSeconds(59), "0:00:59");
  assert.equal(hoursMinutesSeconds(3665), "1:01:05");
  assert.equal(hoursMinutesSeconds(24 * 3600 - 1), "23:59:59");
});
