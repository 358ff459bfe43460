import assert from "node:assert/strict";
import { test } from "node:test";
import { soundsOf } from "../../static/js/sound.js";

const BETTING = { phase: "betting", round: "7" };
const shown = (net, staked) => ({ phase: "showing", round: "7", net, staked });
const names = (was, is) => soundsOf(was, is).map(({ name }) => name);
const tier = (net, staked) =>
  soundsOf({ phase: "playing", round: "7" }, shown(net, staked))[0].tier;

test("cards are heard when the betting ends", () => {
  assert.deepEqual(names(BETTING, { phase: "playing", round: "7" }), ["deal"]);
  assert.deepEqual(names({ phase: "choosing", round: "7" }, { ...BETTING }), []);
});

test("a table that was read again without a change is silent", () => {
  assert.deepEqual(names(shown("500", "500"), shown("500", "500")), []);
});

test("a game without decisions is dealt and won at once", () => {
  assert.deepEqual(names(BETTING, shown("500", "500")), ["deal", "win"]);
});

test("only a win sounds like one", () => {
  const playing = { phase: "playing", round: "7" };
  assert.deepEqual(names(playing, shown("0", "500")), []);
  assert.deepEqual(names(playing, shown("-500", "500")), []);
  assert.deepEqual(names(playing, shown(undefined, undefined)), []);
});

test("a win sounds longer from five and from twenty-five times the stake on", () => {
  assert.deepEqual([tier("499", "100"), tier("500", "100")], [1, 2]);
  assert.deepEqual([tier("2499", "100"), tier("2500", "100")], [2, 3]);
});
