/**
 * The connection to the table: says when it is lost and on which side, polls the table slowly until
 * it is back, and then says what was missed.
 *
 * The element with data-poll-url (and hx-ws:connect) is never replaced itself. That
 * address returns the same fragments that the socket sends.
 */

import { say, warn } from "./announce.js";
import { secondsLeft } from "./clock.js";
import { isShowing } from "./film.js";
import { minutesAndSeconds } from "./format.js";
import { ask, swapIn } from "./fragments.js";
import * as link from "./link.js";
import { missed, readLog } from "./log.js";

const PATIENCE = 2000;
const POLL = 5000;
const COUNT = 250;
const BACK_STAYS = 2500;
const MISSED_STAYS = 12000;
const MOST_READ = 2; // sentences read out about what was missed
// After this many answers to polls without a socket it is blocked: a lost one returns sooner.
const ANSWERS = { never: 2, lost: 3 };
const LOST = "The site does not answer. Reconnecting… your seat and bets are safe.";
const OFFLINE = "Your own connection is lost. Reconnecting… your seat and bets are safe.";
const SIDES = new Map([
  [LOST, "The site did not answer."],
  [OFFLINE, "Your connection was lost."],
]);
const GIVEN_UP =
  "No longer live: the table is read every five seconds. Load the page again to reconnect.";
const BLOCKED = "Live updates are blocked here; the table refreshes every five seconds.";
const UNREADABLE = "This table cannot be read any more. Go back to the lobby.";

let patience = 0;
let polling = 0;
let counting = 0;
let hiding = 0;
let why = LOST;
let opened = false; // whether there was a socket since the page was loaded
let answered = 0; // polls in a row, while there is none
let then = null; // the log when the link was lost
let back = false; // the link is there again, and the table is still to come
let clock = null; // the part of the banner that says what time is left

const root = () => document.querySelector("[data-poll-url]");
const banner = () => document.getElementById("banner");

/** What to say about the sentences that came while the connection was lost, oldest first. */
export function missedWords(news) {
  if (!news.length) return "You missed nothing.";
  const more = news.length - MOST_READ;
  const last = news.slice(-MOST_READ).join(" ");
  return `You missed: ${last}${more > 0 ? ` And ${more} more before.` : ""}`;
}

/** Begins to follow the connection to the table. */
export function startLive() {
  document.addEventListener("htmx:after:swap", reportBack);
  root().addEventListener("htmx:ws:after:connection", found);
  root().addEventListener("htmx:ws:close", ({ detail: { reason, code } }) => {
    const forGood = reason === "closed" && !htmx.config.ws.reconnectCodes.includes(code);
    lost(forGood ? GIVEN_UP : navigator.onLine ? LOST : OFFLINE);
  });
  // A cut cable shows as "offline" long before the socket notices.
  addEventListener("offline", () => lost(OFFLINE));
  addEventListener("online", () => {
    if (!link.isOpen()) return;
    found();
    look();
  });
  if (!link.isOpen()) lost(LOST); // until the first connection
}

/** When the page is in doubt: reads the table, and asks the socket whether it is alive. */
export function look() {
  poll();
  link.doubt();
}

function lost(reason) {
  // If sockets are blocked, another failed attempt is not news.
  if (!(why === BLOCKED && reason === LOST && polling)) because(reason);
  back = false;
  then ||= readLog();
  patience ||= setTimeout(begin, PATIENCE);
  polling ||= setInterval(poll, POLL);
}

function because(reason) {
  why = reason;
  const { hidden, dataset, firstChild } = banner();
  if (!hidden && dataset.link === "down" && firstChild.data !== why) down();
}

function begin() {
  down();
  poll();
}

/** A poll without a socket was answered or not: is the site down, or only its sockets? */
function judge(well) {
  if (!polling || ![LOST, BLOCKED].includes(why)) return;
  answered = well ? answered + 1 : 0;
  if (!well) because(navigator.onLine ? LOST : OFFLINE);
  else if (answered >= (opened ? ANSWERS.lost : ANSWERS.never)) because(BLOCKED);
}

function found() {
  clearTimeout(patience);
  clearInterval(polling);
  clearInterval(counting);
  patience = polling = counting = answered = 0;
  opened = true;
  back = !banner().hidden;
  if (!back) then = null;
}

/** After a reconnection the current table has come: its log says what was missed. */
function reportBack() {
  if (!back) return;
  const news = why === BLOCKED ? [] : missed(then, readLog()); // the table was read all the while
  const words = ["Back.", SIDES.get(why), missedWords(news)].filter(Boolean).join(" ");
  back = false;
  then = null;
  show("up", words, ...(news.length ? [logLink()] : []));
  hiding = setTimeout(hide, news.length ? MISSED_STAYS : BACK_STAYS);
}

function show(state, text, ...more) {
  clearTimeout(hiding);
  banner().dataset.link = state;
  banner().replaceChildren(text, ...more);
  banner().hidden = false;
  say(text, "link");
}

function hide() {
  if (banner().matches(":hover, :focus-within")) hiding = setTimeout(hide, BACK_STAYS);
  else banner().hidden = true;
}

function down() {
  clock = Object.assign(document.createElement("span"), { className: "num" });
  show("down", why, clock);
  count();
  counting ||= setInterval(count, COUNT);
}

/** While the connection is lost the banner counts down the player's time, and announces it once. */
function count() {
  const left = secondsLeft();
  const text = left === null ? "" : ` Time left ${minutesAndSeconds(left)}`;
  if (text && !clock.textContent) say(why + text, "link");
  if (clock.textContent !== text) clock.textContent = text;
}

function logLink() {
  return Object.assign(document.createElement("a"), {
    href: "#side",
    textContent: "Read the log",
  });
}

async function poll() {
  let response;
  let text;
  try {
    const signal = AbortSignal.timeout(2 * POLL);
    response = await ask(root().dataset.pollUrl, { signal });
    text = await response.text();
  } catch {
    judge(false);
    return; // the next turn tries again
  }
  if (isShowing()) return; // the socket has brought it, and more
  if (response.ok && !response.redirected) {
    await swapIn(text, root());
    judge(true);
  } else if (response.redirected || [401, 403, 404, 410].includes(response.status)) {
    clearInterval(polling);
    warn(UNREADABLE);
  }
}
