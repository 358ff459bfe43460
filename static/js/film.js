/**
 * Shows what the socket brings, one moment after the other: what moves comes first, and what is
 * true with it is shown once it has come to rest. Nothing else writes on the table while it lasts.
 *
 * A push is { version, moments }, the last of which is the table as it is; docs/table-protocol.md
 * has the rest. A key, or a tap on the felt, ends the film at once, except at a table with strict
 * pacing.
 */
import { warn } from "./announce.js";
import { loadFaces } from "./faces.js";
import { fragmentsOf, swapIn } from "./fragments.js";
import { answered } from "./link.js";
import { finish, pause } from "./motion.js";
import { begin, hasCards, movesCards } from "./moving.js";
import { hold, hurry, over, speed } from "./pace.js";
import { countTo } from "./purse.js";
import { showRare } from "./rare.js";
import { play } from "./sound.js";

const KEEPS_ON = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);
const PRESSED = "a, button, input, label, select, summary";

const texts = new Map(); // part -> its HTML as the socket has sent it
const waiting = []; // moments that are still to be shown
let running = false;
let heard = ""; // the round whose result has been heard
let settled = Promise.resolve(); // resolves once the page is true for what has been shown
let first = async () => {}; // what the film waits for

const table = () => document.getElementById("table");
const root = () => document.querySelector("[data-poll-url]");

/** Whether the table that is shown is still on its way to the one that is true. */
export const isShowing = () => table().hasAttribute("data-film");

/**
 * Begins to show what the socket brings.
 *
 * before: an async function; no film begins before it is done.
 */
export function startFilm(before) {
  first = before;
  root().addEventListener("htmx:ws:before:message:incoming", (event) => {
    event.preventDefault();
    const { message } = event.detail;
    event.detail.waitUntil(message.json().then(receive));
  });
  root().addEventListener("htmx:ws:before:connection", () => texts.clear());
  document.addEventListener("pointerdown", ({ target }) => {
    if (target.closest(".felt") && !target.closest(PRESSED)) end();
  });
  document.addEventListener("keydown", endByKey, true);
  document.addEventListener("visibilitychange", () => document.hidden && end());
}

/** What an edit makes of a text: pieces of it, from where to where, and new text. */
export function edited(text, edit) {
  // The server counts characters, of which some are two units here.
  const letters = /[\ud800-\udfff]/.test(text) ? [...text] : text;
  const cut = (from, to) => {
    const piece = letters.slice(from, to);
    return typeof piece === "string" ? piece : piece.join("");
  };
  return edit.map((piece) => (typeof piece === "string" ? piece : cut(...piece))).join("");
}

function receive(message) {
  const { moments, notice } = message;
  if (notice) warn(notice);
  if (!moments) return answered(message);
  for (const moment of moments) {
    const html = {};
    for (const [part, edit] of Object.entries(moment.parts)) {
      texts.set(part, edited(texts.get(part) ?? "", edit));
      html[part] = texts.get(part);
    }
    waiting.push({ ...moment, html });
  }
  if (!running) run();
}

async function run() {
  running = true;
  try {
    if (waiting.length > 1 && !isInstant()) close();
    await Promise.all([first(), loadFaces(pieces())]);
    while (waiting.length) await (isInstant() ? cut() : showNext());
    await settled;
  } finally {
    running = false;
    hurry(false);
    open();
  }
}

const isInstant = () => speed() === "off" || document.hidden;

/** All that is still to come at once: the last state of every part. */
async function cut() {
  await Promise.all([settled, loadFaces(pieces())]);
  const moments = waiting.splice(0);
  await put(Object.assign({}, ...moments.map(({ html }) => html)));
  hearResult();
}

/** A round that has won sounds so, once. */
function hearResult() {
  const { phase, round, net } = document.getElementById("pulse").dataset;
  if (phase !== "showing" || heard === round) return;
  heard = round;
  if (Number(net) > 0) play("win");
}

async function showNext() {
  const moment = waiting.shift();
  if (!moment.kind) {
    await settled;
    await put(moment.html);
    hearResult();
    if (!waiting.length) open();
    return;
  }
  if (!isShowing()) {
    close();
    await loadFaces([...Object.values(moment.html), ...pieces()]);
  }
  const overlaps = waiting[0]?.kind === moment.kind ? over(moment.kind) : 0;
  const { html, rest, show: reveal } = await show(moment);
  settled = Promise.all([rest, settled])
    .then(() => complete(moment, html))
    .then(reveal);
  if (overlaps) {
    await pause(overlaps);
    return;
  }
  await settled;
  await pause(hold(moment.kind));
}

const pieces = () => waiting.flatMap(({ html }) => Object.values(html));

/** No button is there while the film lasts. */
function close() {
  table().dataset.film = "";
  document.getElementById("acts").inert = true;
}

function open() {
  delete table().dataset.film;
  document.getElementById("acts").inert = false;
}

/** Begins to show a moment. Returns the HTML that is still to be put up, and when it may be. */
async function show(moment) {
  if (!movesCards(moment)) return { html: moment.html, ...(await begin(moment)) };
  const parts = Object.entries(moment.html);
  const laid = Object.fromEntries(parts.filter(([part, text]) => hasCards(part, text)));
  const html = Object.fromEntries(parts.filter(([part, text]) => !hasCards(part, text)));
  return { html, ...(await begin(moment, () => put(laid))) };
}

async function complete(moment, html) {
  await put(html);
  if (moment.rare && !isInstant()) await showRare(moment.rare);
}

/** Puts parts on the page; the balance counts up to what it is. */
async function put(parts) {
  const text = fragmentsOf(parts);
  if (!text) return;
  const count = countTo();
  await swapIn(text, root());
  count();
}

/** Ends the film: the table is shown as it is. */
function end() {
  if (!isShowing() || table().hasAttribute("data-strict")) return;
  waiting.splice(0, waiting.length, ...merged(waiting));
  hurry(true);
  finish();
}

/** Moments as one without motion. */
function merged(moments) {
  if (!moments.length) return [];
  return [{ html: Object.assign({}, ...moments.map(({ html }) => html)) }];
}

function endByKey(event) {
  if (!isShowing() || KEEPS_ON.has(event.key)) return;
  if (event.target.matches("input, textarea, select, .side *")) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // it is not an answer to what the end shows
  end();
}
