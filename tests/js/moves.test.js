import assert from "node:assert/strict";
import { test } from "node:test";
import { movesBetween } from "../../static/js/moves.js";

const hand = (part, place, ...codes) =>
  codes.map((code) => ({
    part,
    hand: place,
    code: code.replace("*", ""),
    open: Boolean(code) && !code.endsWith("*"),
  }));
const kinds = (before, after) => movesBetween(before, after).map(({ kind }) => kind);

test("a card that was not there comes from the shoe", () => {
  assert.deepEqual(kinds(hand("mine", 0, "9S"), hand("mine", 0, "9S", "4H")), ["stay", "deal"]);
  assert.deepEqual(kinds([], hand("board", 0, "", "")), ["deal", "deal"]);
});

test("a card that lay face down and now lies open is turned", () => {
  const moves = movesBetween(hand("board", 0, "KC", ""), hand("board", 0, "KC", "7D"));
  assert.deepEqual(moves, [
    { kind: "stay", from: 0, to: 0 },
    { kind: "turn", from: 1, to: 1 },
  ]);
});

test("of several cards that lie face down the first that opens is turned, the others stay", () => {
  const moves = movesBetween(hand("board", 0, "", "", ""), hand("board", 0, "2C", "", ""));
  assert.deepEqual(
    moves.map(({ kind, from }) => [kind, from]),
    [
      ["turn", 0],
      ["stay", 1],
      ["stay", 2],
    ],
  );
});

test("a card under its owner's cover is turned when the cover goes", () => {
  assert.deepEqual(kinds(hand("mine", 0, "AS*"), hand("mine", 0, "AS")), ["turn"]);
});

test("two equal cards of a shoe of several decks are two cards", () => {
  assert.deepEqual(kinds(hand("mine", 0, "8H"), hand("mine", 0, "8H", "8H")), ["stay", "deal"]);
});

test("split cards go to hands of their own, and each gets another", () => {
  const after = [...hand("mine", 0, "8H", "2C"), ...hand("mine", 1, "8D", "KC")];
  const moves = movesBetween(hand("mine", 0, "8H", "8D"), after);
  assert.deepEqual(
    moves.map(({ kind }) => kind),
    ["stay", "deal", "stay", "deal"],
  );
});

test("what is thrown away is gone, and what comes in its place is dealt", () => {
  const before = hand("mine", 0, "2C", "KD", "KH");
  assert.deepEqual(kinds(before, hand("mine", 0, "KD", "KH")), ["stay", "stay", "gone"]);
  assert.deepEqual(kinds(before, hand("mine", 0, "KD", "KH", "9S")), [
    "stay",
    "stay",
    "deal",
    "gone",
  ]);
});

test("a card of another seat is not taken for one's own", () => {
  assert.deepEqual(kinds(hand("seat-2", 0, ""), hand("mine", 1, "5S")), ["deal", "gone"]);
});
