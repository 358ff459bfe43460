/** The house waits for what pages show: it must not reckon with less time than they take. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { longest } from "../../static/js/pace.js";

const DURATIONS = new URL("../../games/tables/durations.py", import.meta.url);
const [, told] = readFileSync(DURATIONS, "utf8").match(/TELLING = (\{[^}]*\})/);

for (const [kind, seconds] of Object.entries(JSON.parse(told.replace(/,\s*\}/, "}")))) {
  test(`the house gives a "${kind}" the time it takes at most`, () => {
    assert.ok(seconds * 1000 >= longest(kind), `${seconds} s, ${longest(kind)} ms`);
  });
}
