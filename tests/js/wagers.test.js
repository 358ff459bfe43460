import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../../static/js/wagers.js";

const ANSWER = { status: 200, open: true, waiting: false, tries: 0 };

test("an answer of the server that it has the wagers ends the matter", () => {
  assert.equal(verdict(ANSWER), "taken");
  assert.equal(verdict({ ...ANSWER, waiting: true }), "taken");
});

test("wagers that break a rule are taken back at once", () => {
  assert.equal(verdict({ ...ANSWER, status: 422, waiting: true }), "refused");
});

test("wagers at a step that has passed are posted again at the new one", () => {
  assert.equal(verdict({ ...ANSWER, status: 409, waiting: true }), "again");
});

test("wagers that the table has already stand, whichever post it was that counted", () => {
  assert.equal(verdict({ ...ANSWER, status: 409 }), "taken");
});

test("wagers that come after the betting has closed do not stand", () => {
  assert.equal(verdict({ ...ANSWER, status: 409, open: false }), "refused");
});

test("without an answer they are posted three times in all", () => {
  const lost = { ...ANSWER, status: 0, waiting: true };
  assert.deepEqual(
    [0, 1, 2].map((tries) => verdict({ ...lost, tries })),
    ["again", "again", "refused"],
  );
});
