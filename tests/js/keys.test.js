import assert from "node:assert/strict";
import { test } from "node:test";
import { meaning } from "../../static/js/keys.js";

const press = (key, modifiers = {}, presses = {}) => meaning({ key, ...modifiers }, presses);

test("a letter means itself, with Caps Lock on too", () => {
  assert.equal(press("d"), "d");
  assert.equal(press("D"), "d");
  assert.equal(press("4"), "4");
});

test("keys with names keep them", () => {
  assert.equal(press("Enter"), "Enter");
  assert.equal(press("ArrowLeft"), "ArrowLeft");
  assert.equal(press(" "), " ");
});

test("what the browser or the system may mean is left to them", () => {
  for (const modifier of ["ctrlKey", "altKey", "metaKey", "shiftKey"]) {
    assert.equal(press("d", { [modifier]: true }), "", modifier);
  }
});

test("the question mark needs Shift on most keyboards", () => {
  assert.equal(press("?", { shiftKey: true }), "?");
});

test("a player's own keys mean what they have chosen, and the printed ones nothing", () => {
  const presses = { q: "h", h: "" };
  assert.equal(press("q", {}, presses), "h");
  assert.equal(press("h", {}, presses), "");
  assert.equal(press("s", {}, presses), "s");
});

test("a player's own key may need Shift", () => {
  assert.equal(press("+", { shiftKey: true }, { "+": "d" }), "d");
});
