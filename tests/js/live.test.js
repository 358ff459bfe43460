import assert from "node:assert/strict";
import { test } from "node:test";
import { missedWords } from "../../static/js/live.js";

test("the last two sentences are told, and how many came before them", () => {
  assert.equal(missedWords([]), "You missed nothing.");
  assert.equal(missedWords(["A."]), "You missed: A.");
  assert.equal(missedWords(["A.", "B."]), "You missed: A. B.");
  assert.equal(missedWords(["A.", "B.", "C.", "D."]), "You missed: C. D. And 2 more before.");
});
