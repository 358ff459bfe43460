import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerTime } from "../../static/js/clock.js";
import { StepWatch } from "../../static/js/steady.js";

const MINUTES = 60_000;

test("clocks that go on together have not stepped, though they differ a little", () => {
  const watch = new StepWatch(1_000_000, 500);
  assert.ok(!watch.hasStepped(1_001_000, 1_500));
  assert.ok(!watch.hasStepped(1_002_900, 2_500));
});

test("a clock that is set forward or back has stepped, once each time", () => {
  const watch = new StepWatch(0, 0);
  assert.ok(watch.hasStepped(5 * MINUTES + 1_000, 1_000));
  assert.ok(!watch.hasStepped(5 * MINUTES + 2_000, 2_000));
  assert.ok(watch.hasStepped(3_000, 3_000));
});

test("a steady clock that stood still while the computer slept has stepped", () => {
  const watch = new StepWatch(0, 0);
  assert.ok(watch.hasStepped(10 * MINUTES, 1_000));
});

test("a sleep of the computer is over with the first version that comes after it", () => {
  const time = new ServerTime();
  for (let version = 1; version <= 8; version += 1) time.note(version * 1_000, version * 1_000);
  time.note(10 * MINUTES, 9_000); // ours stood still meanwhile
  assert.equal(time.at(9_000), 10 * MINUTES);
});
