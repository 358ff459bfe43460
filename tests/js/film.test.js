import assert from "node:assert/strict";
import { test } from "node:test";
import { facesIn } from "../../static/js/faces.js";
import { edited } from "../../static/js/film.js";
import { counts } from "../../static/js/guard.js";

test("an edit takes pieces of a text over, and says what is new between them", () => {
  assert.equal(
    edited("<ol><li>one</li></ol>", [[0, 16], "<li>two</li>", [16, 21]]),
    "<ol><li>one</li><li>two</li></ol>",
  );
  assert.equal(edited("", ["all of it"]), "all of it");
  assert.equal(edited("all of it", []), "");
});

test("an edit counts characters as the server does, not the halves of some", () => {
  assert.equal(edited("🂡 Ann 10", [[0, 6], "wins ", [6, 8]]), "🂡 Ann wins 10");
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
