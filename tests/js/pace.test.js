/** The house waits for what pages show: it must not reckon with less time than they take. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { longest } from "../../static/js/pace.js";

const DURATIONS = new URL("../../games/tables/durations.py", import.meta.url);
const [, table] = readFileSync(DURATIONS, "utf8").match(/SHOW_SECONDS = (\{[^}]*\})/);

for (const [kind, seconds] of Object.entries(JSON.parse(table.replace(/,\s*\}/, "}")))) {
  test(`the house gives a "${kind}" the time it takes at most`, () => {
    assert.ok(seconds * 1000 >= longest(kind), `${seconds} s, ${longest(kind)} ms`);
  });
}
