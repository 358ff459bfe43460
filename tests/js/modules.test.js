/** What every module of the site keeps to. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../static/js/", import.meta.url);
const MODULES = readdirSync(FOLDER).filter((name) => name.endsWith(".js"));

test("there are modules", () => {
  assert.ok(MODULES.length > 0);
});

for (const name of MODULES) {
  test(`${name} does nothing to a page when it is imported`, async () => {
    // There is no document here: a module that touched one would fail.
    const before = Object.getOwnPropertyNames(globalThis);
    const exported = await import(new URL(name, FOLDER));
    assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
    assert.ok(Object.keys(exported).length > 0);
  });
}
