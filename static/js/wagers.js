/**
 * The player's wagers: what they want, what the server has, and posting the one until it is the
 * other. The server decides.
 *
 * One post is under way at a time; the newest layout follows when the answer is there, with the
 * step that came with it. Until then what the server last said is `truth`, and what the player
 * wants is `layout` (spot -> cents). A chip on a spot that needs another bet stays there, and is
 * not posted before that bet. form#bets[data-bets-url] holds the spots and [data-last-layout];
 * #pulse[data-step][data-round] has the table's state.
 */

import { say, unwarn, warn } from "./announce.js";
import { isShowing } from "./film.js";
import { money } from "./format.js";
import { swapIn } from "./fragments.js";
import { firstNeeded, same, sorted, total } from "./layout.js";
import { post, untilShown, watchPost } from "./sending.js";
import { play } from "./sound.js";
import { drawStake, readSpot, spotElements } from "./spots.js";
import { hasTray } from "./tray.js";

const UNDO_STEPS = 50;
const TRIES = 3;
const RETRY = 1000;
const UNREACHED = "That wager did not reach the table. Try again.";

let layout = {};
let truth = {};
let shown = {}; // the layout that the page was last drawn with
let piles = {}; // spot -> its chips in the order in which they were put down
let past = []; // earlier layouts with their piles, for undo
let was = {}; // the pulse of the table that was read last
let fresh = true; // the felt came from the server since it was last read
let sending = false;
let untold = false; // a post was given up: whether it counted shows with the next table
let tries = 0;
let refusal = ""; // what the server last said against a layout
let needed = ""; // the bet last asked for, so that a chip lying there counts
let held = null; // the ID of the button whose form waits for the wagers

const pulse = () => document.getElementById("pulse");
const form = () => document.getElementById("bets");

/** Whether wagers may be placed now. */
export const isOpen = () => Boolean(form() && hasTray() && !isShowing());

/** The layout that the player wants, whether the server has it already or not. */
export const wanted = () => layout;

/** The chips on a spot as they were put down, if this page knows. */
export const chipsOn = (key) => piles[key] ?? [];

/** What the player has in all, in cents. */
export const purse = () => Number(document.getElementById("purse")?.dataset.cents ?? Infinity);

/** The wagers of the player's last round here, for the spots of this felt. */
export function lastLayout() {
  const text = form()?.querySelector("[data-last-layout]")?.dataset.lastLayout;
  const last = JSON.parse(text || "null") ?? {};
  return Object.fromEntries(spotElements().map(({ dataset: { spot } }) => [spot, last[spot] ?? 0]));
}

/** The player wants another layout: it is drawn, heard and said at once, and posted. */
export function change(next, words, chips = {}) {
  past = [...past, { layout, piles }].slice(-UNDO_STEPS);
  layout = next;
  piles = { ...piles, ...chips };
  show();
  play("chip");
  say(words, "bets");
  unwarn(needed);
  needed = firstNeeded(layout, spotElements().map(readSpot));
  if (needed) warn(needed);
  send();
}

/** The player wants the layout from before the last change. */
export function undo() {
  ({ layout, piles } = past.pop());
  show();
  say(`Undone. ${money(total(layout))} on the felt`, "bets");
  send();
}

/**
 * What to do once a post has its answer, or none.
 *
 * status: of HTTP, 0 without an answer. open: whether wagers may still be placed. waiting: whether
 * the player wants another layout than the server has. tries: posts that failed in a row before.
 * Returns "again" (post the newest layout), "taken" (the wagers count) or "refused" (take back).
 */
export function verdict({ status, open, waiting, tries }) {
  const overtaken = status === 409;
  if ((overtaken || status === 0) && waiting && tries + 1 < TRIES) return "again";
  // If the server has the wanted layout, it does not matter which post counted.
  return status === 200 || (overtaken && open && !waiting) ? "taken" : "refused";
}

/** Begins to follow the felt, and to post what the player wants. */
export function startWagers() {
  document.addEventListener("submit", holdDeal, true);
  document.addEventListener("htmx:after:settle", (event) => {
    fresh ||= Boolean(event.target.closest("#bets"));
  });
  document.addEventListener("htmx:after:swap", adopt);
  adopt();
}

/** What the player wants, in two: see `sorted`. */
const wishes = () => sorted(layout, spotElements().map(readSpot));

const isWaiting = () => isOpen() && !same(wishes().ready, truth);

/** The stakes that the felt shows. One that still shows the last round has none for the next. */
function read() {
  const over = pulse()?.dataset.phase === "showing";
  const spots = spotElements().map(readSpot);
  return Object.fromEntries(spots.map(({ key, stake }) => [key, over ? 0 : stake]));
}

function show() {
  if (isWaiting() || !same(shown, layout)) {
    for (const spot of spotElements()) drawStake(spot, layout[spot.dataset.spot] ?? 0);
  }
  shown = layout;
  for (const sum of document.querySelectorAll("[data-total]")) {
    sum.textContent = money(total(layout));
  }
  showActions();
}

function showActions() {
  const last = lastLayout();
  const staked = total(layout) > 0;
  const can = {
    undo: past.length > 0,
    clear: staked,
    double: staked,
    rebet: total(last) > 0 && !same(layout, last),
  };
  for (const button of document.querySelectorAll("[data-do]")) {
    const action = button.dataset.do;
    if (action in can) button.ariaDisabled = String(!isOpen() || !can[action]);
  }
}

/** The stakes on the felt that wait for a required bet. */
function lying() {
  return Object.fromEntries(Object.entries(wishes().waiting).filter(([, cents]) => cents > 0));
}

/** The table is as the server has it. goesOn: waiting stakes on the felt are still wanted. */
function believe(goesOn) {
  layout = goesOn ? { ...truth, ...lying() } : truth;
  shown = truth;
  if (!goesOn) forget();
}

function forget() {
  past = [];
  piles = {};
}

/** A fresh table came in: it is the truth; what the player wants beyond it stays on top. */
function adopt() {
  const pending = isOpen() && (sending || isWaiting());
  const answersPost = untold && fresh;
  const is = { ...pulse()?.dataset };
  const another = is.round !== was.round;
  // The felt of a finished round may still be as its last moment left it.
  if (fresh || is.phase !== was.phase) truth = read();
  fresh = false;
  if (!pending) believe(isOpen() && !another);
  was = is;
  show();
  if (answersPost) settlePost(another);
}

/**
 * A post was given up, and this table shows what became of it.
 *
 * Nothing is placed again or dealt in another round than the player had before them.
 */
function settlePost(another) {
  untold = false;
  if (another || !isOpen()) {
    tries = TRIES;
    held = null;
  }
  answered(isWaiting() ? 0 : 200);
}

async function place(stakes, signal) {
  const { step } = pulse().dataset;
  const body = new FormData();
  body.set("step", step);
  for (const [key, cents] of Object.entries(stakes)) body.set(key, cents);
  const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited") || "{}");
  const options = { method: "POST", body, headers: { "HX-Request": "true", ...headers }, signal };
  const response = await post(form().dataset.betsUrl, options);
  if (response.status === 204) {
    await untilShown(step);
    return 200;
  }
  if (response.ok || [409, 422].includes(response.status)) {
    await swapIn(await response.text(), form());
  }
  return response.status;
}

async function send() {
  if (sending || !isWaiting()) return;
  sending = true;
  untold = false;
  const giving = new AbortController();
  const done = watchPost((reason) => giving.abort(reason));
  let status = 0;
  try {
    status = await place(wishes().ready, giving.signal);
  } catch {
    // No answer: the status stays 0.
  }
  done();
  sending = false;
  untold = status === 0 && giving.signal.aborted;
  if (untold) warn(giving.signal.reason);
  else answered(status);
}

function answered(status) {
  const next = verdict({ status, open: isOpen(), waiting: isWaiting(), tries });
  if (next === "again") {
    tries += 1;
    setTimeout(send, status ? 0 : RETRY);
    return;
  }
  if (next === "taken") [UNREACHED, refusal].forEach(unwarn);
  else takeBack(status);
  tries = 0;
  if (isWaiting()) send();
  else release(next === "taken");
}

function takeBack(status) {
  if (status !== 409 && status !== 422) warn(UNREACHED);
  refusal = document.getElementById("notice").textContent; // stays until a layout is taken
  layout = truth;
  past = past.filter((step) => !same(step.layout, truth));
  show();
  say(`Taken back. ${money(total(truth))} on the felt`, "bets");
}

/** A form with data-after-bets ("Deal") waits until the server has the wagers. */
function holdDeal(event) {
  if (!event.target.matches("[data-after-bets]")) return;
  const lacks = needed && total(wishes().ready) === 0;
  if (!lacks && !sending && !isWaiting()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (lacks) {
    warn(needed);
    return;
  }
  held = event.submitter?.id;
  send();
}

/** Sends the waiting form, unless the wagers were refused. */
function release(taken) {
  const button = held && document.getElementById(held);
  held = null;
  if (taken) button?.form?.requestSubmit(button);
}
