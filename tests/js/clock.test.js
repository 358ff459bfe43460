import assert from "node:assert/strict";
import { test } from "node:test";
import { isRunningOut, ServerTime, timeLeft } from "../../static/js/clock.js";

test("seconds are rounded up, so that the clock shows 0 only when the time is over", () => {
  assert.equal(timeLeft(20_000, 20_000, 0).seconds, 20);
  assert.equal(timeLeft(20_000, 20_000, 1).seconds, 20);
  assert.equal(timeLeft(20_000, 20_000, 1_000).seconds, 19);
  assert.equal(timeLeft(20_000, 20_000, 19_999).seconds, 1);
  assert.equal(timeLeft(20_000, 20_000, 20_000).seconds, 0);
});

test("after the deadline nothing is left, and it says how late it is", () => {
  const { seconds, share, late } = timeLeft(20_000, 20_000, 23_500);
  assert.deepEqual([seconds, share, late], [0, 0, 3_500]);
});

test("the ring shows what share of the window is left, and is never more than full", () => {
  assert.equal(timeLeft(20_000, 20_000, 5_000).share, 75);
  assert.equal(timeLeft(25_000, 20_000, 0).share, 100);
});

test("the warning comes in the last ten seconds, and not after the end", () => {
  assert.deepEqual(
    [11, 10, 1, 0].map((seconds) => isRunningOut(seconds, 20_000)),
    [false, true, true, false],
  );
});

test("a window that is hardly longer than the warning has none", () => {
  assert.ok(!isRunningOut(10, 12_000));
  assert.ok(isRunningOut(10, 15_000));
});

test("the server's time is our own before any is known", () => {
  assert.equal(new ServerTime().at(5_000), 5_000);
});

test("the version that came with the least delay tells the server's time", () => {
  const time = new ServerTime(); // the server is 60 seconds ahead of us
  time.note(60_000, 300); // 300 ms on the way
  time.note(61_000, 1_020); // 20 ms on the way
  time.note(62_000, 2_500);
  assert.equal(time.at(10_000), 69_980);
});

test("a clock that was set back is believed after eight versions", () => {
  const time = new ServerTime();
  time.note(60_000, 0);
  for (let version = 1; version <= 8; version += 1) time.note(version * 1_000, version * 1_000);
  assert.equal(time.at(20_000), 20_000);
});
