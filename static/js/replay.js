/**
 * A replay: goes from one frame of a finished round to another, by hand or by itself.
 *
 * The element with data-replay has the frame it shows in data-at, the last in data-last, and
 * data-query has the page's own query before at=. HTMX gets only the frame from there. Frames never
 * change, so each is requested once. Keys are those of keys.js: the controls carry them as
 * data-key.
 */
import { say, warn } from "./announce.js";
import { loadFaces } from "./faces.js";
import { ask, fragmentsOf, swapIn } from "./fragments.js";
import { finish } from "./motion.js";
import { begin, hasCards } from "./moving.js";

const PACE = 1400; // milliseconds an event stays at normal speed
const MISSING = "This event could not be loaded. Try again, or load the page again.";
const CONTROLS = ["first", "back", "next", "last"];

const frames = new Map(); // number -> the promise of its fragments
let at = 1; // the frame that is shown
let wanted = 1; // the frame that was asked for last
let last = 1;
let playing = false;
let timer = 0;
let shown = Promise.resolve(); // the frame before has come to rest

const part = (id) => document.getElementById(id);
const root = () => document.querySelector("[data-replay]");
const entry = (number) => document.querySelector(`.reel [data-at="${number}"]`);
const words = (number) => entry(number).querySelector("span").textContent;
const address = (number) => `${root().dataset.query}at=${number}`;

/** The frame nearest to a number, of frames 1 to last. */
export const nearest = (number, last) => Math.min(Math.max(number, 1), last);

/** The target of each control from a frame: { first, back, next, last }, of frames 1 to last. */
export function targets(from, last) {
  return { first: 1, back: nearest(from - 1, last), next: nearest(from + 1, last), last };
}

/** Begins to go from frame to frame in place, without loading the page. */
export function startReplay() {
  at = wanted = Number(root().dataset.at);
  last = Number(root().dataset.last);
  part("play").addEventListener("click", () => (playing ? pause() : start()));
  part("scrub").addEventListener("input", () => {
    pause();
    go(Number(part("scrub").value));
  });
  part("speed").addEventListener("change", () => {
    if (playing) go(at);
  });
  document.addEventListener("click", follow);
  document.addEventListener("keydown", playBySpace);
  for (const id of ["play", "scrub", "speed"]) part(id).hidden = false;
  mark();
  show();
  loadAhead();
}

async function go(number) {
  wanted = nearest(number, last);
  clearTimeout(timer);
  if (wanted !== at && !(await showFrame(wanted))) return;
  loadAhead();
  if (!playing) return;
  if (at === last) pause();
  else timer = setTimeout(() => go(at + 1), PACE / Number(part("speed").value));
}

/** Shows a frame. Returns whether to continue from it. */
async function showFrame(number) {
  let text;
  try {
    text = await frame(number);
  } catch {
    pause();
    warn(MISSING);
    return false;
  }
  finish(); // what still moves has arrived
  await shown;
  if (number !== wanted) return false; // the player has moved on since
  const moment = number === at + 1 ? eventOf(entry(number)) : {};
  at = number;
  shown = change(moment, text);
  await shown;
  root().dataset.at = at;
  mark();
  say(words(at), "replay");
  history.replaceState(null, "", address(at));
  return true;
}

/** An entry of the list of events, in the form that `begin` takes. */
const eventOf = ({ dataset }) => ({ ...dataset, bets: [dataset] });

/** Puts a frame on the page: the next event moves there as at a table. */
async function change(moment, text) {
  await loadFaces([text]);
  const { rest, show } = await begin(moment, () => swapIn(laidIn(text), root()));
  await rest;
  await swapIn(text, root());
  show?.();
}

/** The parts of a frame that have cards, each as a fragment. */
function laidIn(text) {
  const felt = new DOMParser().parseFromString(text, "text/html");
  const parts = [...felt.querySelectorAll("[id]")].filter(({ id, innerHTML }) =>
    hasCards(id, innerHTML),
  );
  return fragmentsOf(Object.fromEntries(parts.map(({ id, innerHTML }) => [id, innerHTML])));
}

function frame(number) {
  if (!frames.has(number)) {
    const coming = load(number);
    coming.catch(() => frames.delete(number)); // the next try asks again
    frames.set(number, coming);
  }
  return frames.get(number);
}

async function load(number) {
  const response = await ask(address(number));
  if (!response.ok || response.redirected) throw new Error(response.status);
  return response.text();
}

function loadAhead() {
  if (at < last) frame(at + 1).catch(() => {}); // it is asked for again when it is wanted
}

/** Marks the frame that is shown: in the controls and in the list of events. */
function mark() {
  part("count").querySelector("b").textContent = at;
  part("scrub").value = at;
  part("scrub").ariaValueText = words(at);
  const to = targets(at, last);
  for (const id of CONTROLS) {
    part(id).href = address(to[id]);
    part(id).toggleAttribute("data-idle", to[id] === at);
    part(id).ariaDisabled = to[id] === at ? "true" : null;
  }
  document.querySelector(".reel [aria-current]")?.removeAttribute("aria-current");
  entry(at).setAttribute("aria-current", "step");
  scrollTo(entry(at));
}

function scrollTo(event) {
  const list = event.closest(".reel");
  const top = event.offsetTop - list.offsetTop;
  const above = top < list.scrollTop;
  const below = top + event.offsetHeight > list.scrollTop + list.clientHeight;
  if (above || below) list.scrollTop = top - list.clientHeight / 2;
}

function start() {
  playing = true;
  show();
  go(at === last ? 1 : at + 1);
}

function pause() {
  playing = false;
  clearTimeout(timer);
  show();
}

function show() {
  part("play").toggleAttribute("data-playing", playing);
  part("play").querySelector("span").textContent = playing ? "Pause" : "Play";
}

/** Controls and events are links: they work in place, unless another tab is asked for. */
function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest(".transport a, .reel a");
  if (!link) return;
  event.preventDefault();
  pause();
  if (CONTROLS.includes(link.id)) {
    go(targets(wanted, last)[link.id]);
    return;
  }
  go(Number(link.dataset.at));
  const felt = root();
  if (felt.getBoundingClientRect().bottom < innerHeight / 2)
    felt.scrollIntoView({ block: "start" });
}

/** On a link the space bar would scroll the page; here it plays. */
function playBySpace(event) {
  if (event.key !== " " || event.repeat || document.body.dataset.keys === "off") return;
  if (!event.target.closest(".transport a, .reel a")) return;
  event.preventDefault();
  part("play").click();
}
