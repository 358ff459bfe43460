/** The deal of docs/fairness.md, whose test vector any implementation must give. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ALGORITHM, deckOf, sealOf } from "../../static/js/shuffle.js";
import { fault } from "../../static/js/verify.js";

const PAGE = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
const cell = (name) => PAGE.match(new RegExp(`^\\| ${name} \\| \`([^\`]+)\``, "m"))[1];
const SEED = cell("server seed");
const SEAL = cell("commitment");
const DECK = PAGE.match(/in dealing order:\n\n```\n([^`]+)\n```/)[1].replace("\n", " ");
const RECORD = {
  algorithm: "cardroom-shuffle/1",
  server_seed: SEED,
  commitment: SEAL,
  deck: DECK,
  round: "round-1",
  client_seeds: { 3: "bob", 1: "alice" },
  shoe: { round: "round-1", start: 0 },
  rules: {},
};
const SHOWN = { commitment: SEAL, deck: DECK };

test("the test vector has a seal and a whole deck", () => {
  assert.match(SEAL, /^[0-9a-f]{64}$/);
  assert.equal(new Set(DECK.split(" ")).size, 52);
  assert.equal(ALGORITHM, cell("message").split("␊")[0]);
});

test("the seal of the test vector is its commitment", async () => {
  assert.equal(await sealOf(SEED), SEAL);
});

test("the seeds of the test vector give its deck", async () => {
  assert.equal(await deckOf(RECORD), DECK);
});

// The decks of the next three tests were worked out with the Python program of docs/fairness.md.
const begins = (deck, cards) => assert.ok(deck.startsWith(cards), deck);

test("seats are in the order of their numbers, not of their digits", async () => {
  begins(
    await deckOf({ ...RECORD, client_seeds: { 10: "ten", 2: "two" } }),
    "5c Ah 5s 2d Js 8h Th 4h Kd 2c 6c 5d",
  );
});

test("a later round of a shoe begins where the last one ended", async () => {
  const shoe = { round: "round-1", start: 10 };
  const deck = await deckOf({ ...RECORD, round: "round-2", shoe });
  assert.equal(deck, `${DECK.split(" ").slice(10).join(" ")} 5d Jd Ad Qs Qh Jh 3s 6d Qd 9s`);
});

test("two decks are shuffled as one", async () => {
  const deck = await deckOf({ ...RECORD, rules: { decks: 2 } });
  begins(deck, "4h 6d Ts 4s 2c Kh As 4c 4h Th 9d 5c");
  assert.equal(deck.split(" ").length, 104);
});

test("nothing is wrong with an honest record", async () => {
  assert.equal(await fault(RECORD, SHOWN), "");
});

test("a record that was tampered with is found out", async () => {
  const swapped = DECK.replace("6d 9s", "9s 6d");
  const other = SEED.replace("00", "01");
  const wrong = async (changes, shown = SHOWN) => fault({ ...RECORD, ...changes }, shown);
  assert.match(await wrong({ deck: swapped }), /not the cards/);
  assert.match(await wrong({}, { ...SHOWN, deck: swapped }), /not the cards/);
  assert.match(await wrong({ client_seeds: { 1: "alice" } }), /not the cards/);
  assert.match(await wrong({ server_seed: other }), /not the one that was sealed/);
  assert.match(await wrong({ server_seed: null }), /not revealed/);
  assert.match(await wrong({ algorithm: "another" }), /unknown/);
});
