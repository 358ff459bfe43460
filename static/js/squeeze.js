/**
 * Turning your own cards one by one, by press or by pulling the cover off. The server has dealt and
 * sent them; this only covers them for a while.
 *
 * .hand[data-squeeze][data-round] holds cards with data-value, data-total-after and a .card__cover.
 * The style sheet covers cards without .is-turned. [data-turned] is what to say once all are
 * turned. Without a script nothing is covered.
 */
import { say } from "./announce.js";
import { pause } from "./motion.js";
import { ms } from "./pace.js";
import { startPulling } from "./pull.js";
import { play } from "./sound.js";

const KEY = "turned";
let turning = Promise.resolve();

const hand = () => document.querySelector(".hand[data-squeeze]");
const cards = () => [...(hand()?.querySelectorAll(".card") ?? [])];
const sum = (values) => values.reduce((one, other) => one + other, 0);

/**
 * The line under cards that are being turned.
 *
 * cards: { value, totalAfter } in the order in which they were dealt, where totalAfter is the
 * server's own line for the cards up to this one. turned: the places of the turned cards, in the
 * order of turning. Out of order, the plain sum replaces the server's line.
 */
export function runningLine(cards, turned) {
  if (!turned.length) return `${cards.length} cards to turn.`;
  const inOrder = turned.every((place) => place < turned.length);
  if (inOrder) return cards[turned.length - 1].totalAfter;
  const values = turned.map((place) => cards[place].value);
  return values.length > 1 ? `${values.join(" + ")} = ${sum(values)}` : `${values[0]}`;
}

/**
 * Whether a total from low to high is still possible.
 *
 * so: the sum so far. left: how many cards are still to be turned, each worth from least to most.
 */
export function isReachable({ low, high }, { so, left, least, most }) {
  return so + left * least <= high && so + left * most >= low;
}

/** Covers the player's cards, and turns those that they press. */
export function startSqueeze() {
  document.addEventListener("click", (event) => {
    if (!hand()) return;
    const cover = event.target.closest(".card__cover");
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (cover) turnUnder(cover);
    else if (action === "turn-next" && next() >= 0) turnOne(next());
    else if (action === "reveal") turning = turnAll(); // and its form goes on to the server
  });
  startPulling(".hand[data-squeeze] .card__cover", turnUnder);
  document.addEventListener("htmx:after:swap", show);
  show();
}

const turnUnder = (cover) => turnOne(cards().indexOf(cover.closest(".card")));

/** Which cards of this round are turned; remembered while the tab is open. */
function turned() {
  const kept = JSON.parse(sessionStorage.getItem(KEY) || "{}");
  return kept.round === hand()?.dataset.round ? kept.cards : [];
}

function turn(...places) {
  const all = [...new Set([...turned(), ...places])];
  sessionStorage.setItem(KEY, JSON.stringify({ round: hand().dataset.round, cards: all }));
  show();
}

/** Waits until the cards are turned that the player has asked for. */
export const untilTurned = () => turning;

/** One after the other, each with the total so far. */
async function turnAll() {
  while (next() >= 0) {
    turn(next());
    play("flip");
    await pause(ms("next"));
  }
}

const next = () => cards().findIndex((card) => !card.classList.contains("is-turned"));

const values = () =>
  cards().map(({ dataset: { value, totalAfter } }) => ({ value: Number(value), totalAfter }));

function turnOne(place) {
  turn(place);
  play("flip");
  const card = cards()[place];
  const name = card.querySelector("img").alt;
  say(`${name}. ${runningLine(values(), turned())}`, `card ${place}`);
  const cover = cards()[next()]?.querySelector(".card__cover");
  const follow = cover ?? document.querySelector("[data-do=reveal]");
  if (card.contains(document.activeElement)) follow?.focus();
}

function show() {
  for (const mark of document.querySelectorAll(".scale .is-gone")) mark.classList.remove("is-gone");
  if (!hand()) return;
  const open = turned();
  cards().forEach((card, place) => {
    card.classList.toggle("is-turned", open.includes(place));
  });
  const upcoming = next();
  cards().forEach((card, place) => {
    card.classList.toggle("is-next", place === upcoming);
  });
  const so = sum(open.map((place) => values()[place].value));
  write("[data-running-total]", () => so);
  write("[data-running-line]", () => runningLine(values(), open));
  for (const button of document.querySelectorAll("[data-do=turn-next]")) {
    button.ariaDisabled = String(upcoming < 0);
  }
  if (upcoming < 0) write("[data-turned]", (element) => element.dataset.turned);
  fadeTotals(so, cards().length - open.length);
}

function write(selector, text) {
  for (const element of document.querySelectorAll(selector)) element.textContent = text(element);
}

/** Totals on the ruler that are no longer possible fade. */
function fadeTotals(so, left) {
  const { least, most } = hand().dataset;
  if (!least || !most) return;
  const hope = { so, left, least: Number(least), most: Number(most) };
  for (const mark of document.querySelectorAll(".scale [data-low]")) {
    const total = { low: Number(mark.dataset.low), high: Number(mark.dataset.high) };
    mark.classList.toggle("is-gone", !isReachable(total, hope));
  }
}
