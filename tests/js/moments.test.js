import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, zoneName } from "../../static/js/moments.js";

const AT = new Date("2026-11-28T23:05:09Z");

test("a moment is written in the reader's zone", () => {
  assert.equal(inWords(AT, "full", "UTC"), "28 November 2026, 23:05");
  assert.equal(inWords(AT, "full", "Europe/Berlin"), "29 November 2026, 00:05");
  assert.equal(inWords(AT, "short", "America/New_York"), "28 Nov, 18:05");
  assert.equal(inWords(AT, "clock", "Asia/Tokyo"), "08:05");
  assert.equal(inWords(AT, "seconds", "Asia/Kathmandu"), "04:50:09");
  assert.equal(inWords(AT, "day", "Asia/Tokyo"), "29 November 2026");
});

test("a zone is called by its short name at that moment", () => {
  assert.equal(zoneName(AT, "UTC"), "UTC");
  assert.equal(zoneName(AT, "Europe/Berlin"), "CET");
  assert.equal(zoneName(new Date("2026-07-01T12:00:00Z"), "Europe/London"), "BST");
});
