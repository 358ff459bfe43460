/**
 * How long things take on the felt, in milliseconds, at the player's speed.
 *
 * The speed is the one of the player's settings (html[data-pace]), until they choose another at the
 * table; that one this browser keeps. Without motion everything takes no time.
 */
import { keep, kept } from "./storage.js";

const KEY = "cardroom.pace";
const SPEEDS = ["normal", "fast", "off"];

/** What moves: normal, fast. */
const PACE = {
  slide: [240, 130],
  flip: [240, 130],
  next: [200, 100], // from one card that its owner turns to the next
  sweep: [200, 110],
  pay: [280, 150],
  collect: [260, 140],
  count: [280, 150],
  rare: [1800, 1000],
};

/**
 * What follows a moment of a kind. over: the next of the same kind begins so long after this one
 * has, while it still moves; hold: what follows waits so long after it has come to rest.
 */
const AFTER = {
  deal: { over: [150, 80], hold: [60, 30] },
  draw: { hold: [110, 50] },
  discard: { hold: [60, 30] },
  turn: { over: [230, 130], hold: [90, 50] },
  take: { over: [90, 50], hold: [40, 20] },
  pay: { over: [170, 90], hold: [80, 40] },
  push: { over: [90, 50], hold: [40, 20] },
  act: { hold: [60, 30] },
};

/** What moves, one after the other, in a moment of a kind. */
const MOVES = {
  deal: ["slide", "flip"],
  draw: ["slide", "flip"],
  discard: ["slide"],
  turn: ["flip"],
  take: ["sweep"],
  pay: ["pay", "collect"],
  push: ["collect"],
};

/** How long a moment of a kind takes at most, at normal speed, in milliseconds. */
export const longest = (kind) =>
  MOVES[kind].reduce((sum, name) => sum + PACE[name][0], AFTER[kind].hold[0]);

const NONE = [0, 0];
let hurried = false;

/** The speed the player has chosen: "normal", "fast" or "off". */
export function speed() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return "off";
  return document.documentElement.dataset.pace ?? "normal";
}

const at = (pair) => (hurried ? 0 : (pair[SPEEDS.indexOf(speed())] ?? 0));

/** From now on nothing takes time, until the hurry is over. */
export function hurry(on) {
  hurried = on;
}

/** How long something takes. */
export const ms = (name) => at(PACE[name]);

/** How long after a moment of a kind has begun the next of that kind begins; 0: it waits. */
export const over = (kind) => at(AFTER[kind]?.over ?? NONE);

/** How long a moment of a kind that has come to rest is looked at. */
export const hold = (kind) => at(AFTER[kind]?.hold ?? NONE);

/** Lets the player choose the speed with the button [data-do=pace], which shows it. */
export function startPace() {
  const chosen = kept(KEY);
  if (SPEEDS.includes(chosen)) set(chosen);
  show();
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-do=pace]")) return;
    const next = SPEEDS[(SPEEDS.indexOf(chosenSpeed()) + 1) % SPEEDS.length];
    set(next);
    keep(KEY, next);
    show();
  });
}

const chosenSpeed = () => document.documentElement.dataset.pace ?? "normal";

function set(value) {
  document.documentElement.dataset.pace = value;
}

function show() {
  for (const button of document.querySelectorAll("[data-do=pace]")) {
    const word = button.dataset[chosenSpeed()];
    button.querySelector("[data-pace-word]").textContent = word;
    button.setAttribute("aria-label", `Speed: ${word}`);
  }
}
