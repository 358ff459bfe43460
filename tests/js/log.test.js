import assert from "node:assert/strict";
import { test } from "node:test";
import { missed } from "../../static/js/log.js";

const log = (...rounds) => new Map(rounds);

test("nothing new is nothing missed", () => {
  const before = log([7, ["Ann bets 5."]]);
  assert.deepEqual(missed(before, log([7, ["Ann bets 5."]])), []);
});

test("what came in the round that was on, and in those after it, was missed in that order", () => {
  const before = log([6, ["Bob wins 10."]], [7, ["Ann bets 5."]]);
  const now = log([7, ["Ann bets 5.", "Ann wins 5."]], [8, ["Bob bets 1."]]);
  assert.deepEqual(missed(before, now), ["Ann wins 5.", "Bob bets 1."]);
});

test("rounds before the one that was on are old, also where the page did not have them", () => {
  assert.deepEqual(missed(log([7, []]), log([5, ["Ann loses 5."]], [7, []])), []);
});

test("a sentence that comes a second time is news", () => {
  const before = log([7, ["Ann hits."]]);
  assert.deepEqual(missed(before, log([7, ["Ann hits.", "Ann hits."]])), ["Ann hits."]);
});

test("connections are no news to a player whose own was lost", () => {
  const now = log([7, ["Ann has lost the connection.", "Ann is connected again.", "Bob bets 1."]]);
  assert.deepEqual(missed(log([7, []]), now), ["Bob bets 1."]);
});
