import assert from "node:assert/strict";
import { test } from "node:test";
import { isReachable, runningLine } from "../../static/js/squeeze.js";

const CARDS = [
  { value: 5, totalAfter: "5" },
  { value: 10, totalAfter: "5 + 10 = 15" },
  { value: 7, totalAfter: "5 + 10 + 7 = 22" },
];

test("before the first card the line says how many there are", () => {
  assert.equal(runningLine(CARDS, []), "3 cards to turn.");
});

test("cards that are turned in the order of the deal are told in the server's words", () => {
  assert.equal(runningLine(CARDS, [0, 1]), "5 + 10 = 15");
  assert.equal(runningLine(CARDS, [0, 1, 2]), "5 + 10 + 7 = 22");
});

test("once all are turned their order does not matter any more", () => {
  assert.equal(runningLine(CARDS, [2, 0, 1]), "5 + 10 + 7 = 22");
});

test("out of order the line shows what is open, and no total of a covered card", () => {
  assert.equal(runningLine(CARDS, [2]), "7");
  assert.equal(runningLine(CARDS, [2, 0]), "7 + 5 = 12");
});

test("a total can come out while the cards to come may still bring it", () => {
  const hope = { so: 20, left: 2, least: 2, most: 11 }; // 24 to 42 can come out
  assert.ok(isReachable({ low: 24, high: 24 }, hope));
  assert.ok(isReachable({ low: 42, high: 50 }, hope));
  assert.ok(!isReachable({ low: 0, high: 23 }, hope));
  assert.ok(!isReachable({ low: 43, high: 50 }, hope));
});

test("once no card is left one total alone stands", () => {
  const end = { so: 30, left: 0, least: 2, most: 11 };
  assert.ok(isReachable({ low: 30, high: 30 }, end));
  assert.ok(!isReachable({ low: 31, high: 40 }, end));
});
