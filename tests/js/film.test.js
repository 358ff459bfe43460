import assert from "node:assert/strict";
import { test } from "node:test";
import { facesIn } from "../../static/js/faces.js";
import { edited } from "../../static/js/film.js";
import { counts } from "../../static/js/guard.js";

test("an edit keeps the start and the end of a text", () => {
  assert.equal(
    edited("<ol><li>one</li></ol>", [17 - 1, 5, "<li>two</li>"]),
    "<ol><li>one</li><li>two</li></ol>",
  );
  assert.equal(edited("", [0, 0, "all of it"]), "all of it");
  assert.equal(edited("all of it", [0, 0, ""]), "");
});

test("an edit counts characters as the server does, not the halves of some", () => {
  assert.equal(edited("🂡 Ann 10", [6, 2, "wins "]), "🂡 Ann wins 10");
});

test("the faces in a piece of HTML are found, and nothing else", () => {
  const html = '<img src="/static/cards/four/AS.0f3c.svg"><img src="/static/art/back.svg">';
  assert.deepEqual(facesIn(html), ["/static/cards/four/AS.0f3c.svg"]);
});

test("a press counts for what was there when it began", () => {
  assert.equal(counts(1000, 999), true);
  assert.equal(counts(1000, 1000), true);
  assert.equal(counts(999, 1000), false);
});
