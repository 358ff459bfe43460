import assert from "node:assert/strict";
import { test } from "node:test";
import { OncePerStep, refusalWords } from "../../static/js/sending.js";

test("a double click posts once, and a press at the next step posts again", () => {
  const posts = new OncePerStep();
  assert.ok(posts.admit("form", "7.playing.0"));
  assert.ok(!posts.admit("form", "7.playing.0"));
  assert.ok(posts.admit("form", "7.playing.1"));
});

test("two forms do not stand in each other's way", () => {
  const posts = new OncePerStep();
  assert.ok(posts.admit("bets", "7.betting.0"));
  assert.ok(posts.admit("deal", "7.betting.0"));
});

test("once its answer is there a form may try the same step again", () => {
  const posts = new OncePerStep();
  posts.admit("form", "7.playing.0");
  posts.release("form", "7.playing.0");
  assert.ok(posts.admit("form", "7.playing.0"));
});

test("the answer to an earlier step does not let the later one be posted twice", () => {
  const posts = new OncePerStep();
  posts.admit("form", "7.playing.0");
  posts.admit("form", "7.playing.1");
  posts.release("form", "7.playing.0");
  assert.ok(!posts.admit("form", "7.playing.1"));
});

test("an answer that brings its own words gets no others", () => {
  assert.equal(refusalWords(409), "");
  assert.equal(refusalWords(422), "");
});

test("every other refusal is put in words, a fault of the site with its number", () => {
  assert.match(refusalWords(429), /too fast/);
  assert.match(refusalWords(401), /signed out/);
  assert.match(refusalWords(403), /signed out/);
  assert.match(refusalWords(500), /500.*Nothing was changed/);
});
