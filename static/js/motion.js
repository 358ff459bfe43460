/**
 * Cards and chips that move over the felt.
 *
 * The page is changed first and its new elements are hidden; a flyer moves in their place in .sky,
 * a layer over the felt, and the real element is shown when it lands. Places: .shoe, where cards
 * come from, .muck, where they go, .rack with the house's chips.
 */
import { chipElement, fewestChips } from "./chips.js";
import { movesBetween } from "./moves.js";
import { ms, over } from "./pace.js";

const EASE = "cubic-bezier(.2, .8, .3, 1)";
const CARD = ":is(#board, #mine, .seat-place) .card:not(.card--slot)";
const LOOK = ["filter", "boxShadow", "translate"]; // of cards that win, or do not count
const WORDS = ".total, .count, h3 b, .tag, .seat__net, .seat__hand > b, .card__tag, .rides";
const DRAWN = 5; // chips of a flying stack that are drawn at most
const TILT = 14; // degrees

const moving = new Set(); // animations under way
const kept = new Map(); // what has been measured since the last frame: to measure lays the page out

/** Finishes all motion at once. */
export function finish() {
  for (const animation of moving) animation.finish();
}

/** A pause that `finish` ends. */
export const pause = (duration) => animate(sky(), [{ opacity: 1 }, { opacity: 1 }], { duration });

const sky = () => document.querySelector(".sky");

async function animate(element, frames, options) {
  if (!options.duration || !element) return;
  const animation = element.animate(frames, { fill: "both", easing: EASE, ...options });
  moving.add(animation);
  await animation.finished.catch(() => {});
  moving.delete(animation);
  animation.cancel();
}

/** Hides elements without changing the page; returns a function that shows them again. */
function hide(elements) {
  const hidden = elements.map((element) =>
    element.animate({ visibility: ["hidden", "hidden"] }, { duration: 1, fill: "forwards" }),
  );
  return () => {
    for (const animation of hidden) animation.cancel();
  };
}

/**
 * Changes the page, and moves the cards that this has added, turned or removed.
 *
 * change: an async function that changes it. Returns once it is changed, with a promise: the cards
 * have come to rest.
 */
export async function moveCards(change) {
  const before = readCards();
  await change();
  const after = readCards();
  const moves = movesBetween(before, after);
  const parts = new Set();
  const flights = moves.map(({ kind, from, to }) => {
    const [old, card] = [before[from], after[to]];
    if (kind === "gone") return discard(old);
    if (kind === "stay") return slide(old, card);
    parts.add(document.getElementById(card.part));
    return kind === "turn" ? turn(card) : deal(card);
  });
  // A hand's words are neither read nor seen until its card has landed.
  const show = hide([...parts].flatMap((part) => [...part.querySelectorAll(WORDS)]));
  const stay = moves.filter(({ kind }) => kind === "stay");
  const look = leave(stay.map(({ from, to }) => [after[to].element, before[from], after[to]]));
  const rest = Promise.all(flights).then(() => {
    show();
    look();
  });
  return { rest };
}

/**
 * Keeps the cards' brightness, height and marks as they were; returns a function that ends this.
 */
function leave(cards) {
  const changed = cards.filter(([, was, now]) => was.classes !== now.classes);
  const kept = changed.map(([element, { look }]) =>
    element.animate([look, look], { duration: 1, fill: "forwards" }),
  );
  return () => {
    for (const animation of kept) animation.cancel();
  };
}

function lookOf(card) {
  const style = getComputedStyle(card);
  return Object.fromEntries(LOOK.map((is) => [is, style[is]]));
}

function readCards() {
  const places = new Map();
  return [...document.querySelectorAll(CARD)].map((card) => {
    const hand = card.closest(".hand");
    if (!places.has(hand)) places.set(hand, places.size);
    const face = card.querySelector("img");
    const covered = card.matches("[data-squeeze] > :not(.is-turned)");
    return {
      element: card,
      classes: card.className + hand?.className,
      look: lookOf(card),
      part: card.closest("#board, #mine, .seat-place").id,
      hand: places.get(hand),
      face,
      code: face ? codeOf(face.src) : "",
      open: Boolean(face) && !covered,
      box: card.getBoundingClientRect(),
    };
  });
}

/** "/static/cards/four/AS.0f3c.svg" -> "AS" */
const codeOf = (address) => address.split("/").at(-1).split(".")[0];

async function deal(card) {
  const from = boxOf(".shoe") ?? boxOf(".dealer");
  const flyer = cardFlyer(card.box, card.face);
  const show = hide([card.element]);
  await fly(flyer, card.box, from, card.box, { duration: ms("slide"), tilt: TILT });
  if (card.open) await flip(flyer);
  flyer.remove();
  show();
}

async function turn(card) {
  const flyer = cardFlyer(card.box, card.face);
  const show = hide([card.element]);
  await flip(flyer);
  flyer.remove();
  show();
}

async function discard(card) {
  const flyer = cardFlyer(card.box, card.face);
  if (card.open) flyer.classList.add("is-up");
  await fly(flyer, card.box, card.box, boxOf(".muck") ?? boxOf(".dealer"), {
    duration: ms("slide"),
    fades: true,
  });
  flyer.remove();
}

/** A card displaced by others moves to its new place; a new size applies at once. */
async function slide(old, card) {
  const [x, y] = between(old.box, card.box);
  if (Math.abs(x) + Math.abs(y) < 1) return;
  await animate(card.element, [{ translate: `${px(-x)} ${px(-y)}` }, { translate: "0 0" }], {
    duration: ms("slide"),
    composite: "add",
  });
}

async function flip(flyer) {
  await animate(flyer.firstChild, [{ rotate: "y 180deg" }, { rotate: "y 0deg" }], {
    duration: ms("flip"),
    easing: "ease-in-out",
  });
  flyer.classList.add("is-up");
}

/** A flyer of the size and place of a box; it shows its back until it is turned. */
function cardFlyer(box, face) {
  const flyer = document.createElement("span");
  flyer.className = "flyer flyer--card";
  flyer.innerHTML = "<span><i></i></span>";
  if (face) {
    const image = face.cloneNode();
    image.alt = "";
    flyer.firstChild.prepend(image);
  }
  flyer.style.inlineSize = px(box.width);
  flyer.style.blockSize = px(box.height);
  put(flyer, box);
  return flyer;
}

function put(flyer, box) {
  const over = measured("sky", () => sky().getBoundingClientRect());
  flyer.style.left = px(box.left - over.left);
  flyer.style.top = px(box.top - over.top);
  sky().append(flyer);
}

/** A length in the window converted to the felt, which is scaled up on big screens. */
const px = (length) => `${length / measured("zoom", () => sky().currentCSSZoom ?? 1)}px`;

/** Moves a flyer, which belongs to one box, from another box to a third. */
async function fly(flyer, own, from, to, { duration, tilt = 0, fades = false }) {
  const start = between(own, from);
  const end = between(own, to);
  const frames = [
    { translate: start.map(px).join(" "), rotate: `${tilt}deg`, opacity: 1 },
    { translate: end.map(px).join(" "), rotate: "0deg", opacity: fades ? 0 : 1 },
  ];
  if (fades) frames.splice(1, 0, { opacity: 1, offset: 0.7 });
  await animate(flyer, frames, { duration });
}

/** The way from the middle of one box to that of another. */
function between(from, to) {
  return [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ];
}

function boxOf(selector) {
  return measured(selector, () => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box?.width ? box : null;
  });
}

/** Measurements, made once per frame, by name. */
function measured(name, measure) {
  if (!kept.size) requestAnimationFrame(() => kept.clear());
  if (!kept.has(name)) kept.set(name, measure());
  return kept.get(name);
}

/**
 * Moves the chips of settled bets, one bet after another: losses to the house, winnings from the
 * house to the bet, and then the returned chips to the player.
 *
 * Returns { rest, show }: a promise until they have moved, and a function to call once the page is
 * updated too. Until then the chips that have left a spot stay hidden there.
 */
export function moveChips({ kind, place, bets }) {
  const shows = [];
  const moves = bets.map(async (bet, nth) => {
    if (nth) await pause(nth * over(kind));
    const from = betOf(place, bet.spot);
    shows.push(hide(from.stacks));
    await settle(from, Number(bet.stake), Number(bet.net));
  });
  const show = () => {
    for (const end of shows) end();
  };
  return { rest: Promise.all(moves), show };
}

/** stake, net: cents. */
async function settle(bet, stake, net) {
  const lost = Math.max(0, -net);
  const stack = chipFlyer(bet.box, stake - lost);
  await Promise.all([
    lost && send(chipFlyer(bet.box, lost), bet.box, house(), "sweep", true),
    net > 0 && pay(bet, net),
  ]);
  if (stake > lost) await send(stack, bet.box, bet.home, "collect", true);
  stack.remove();
}

async function pay(bet, net) {
  const beside = new DOMRect(bet.box.x + 26, bet.box.y + 8, bet.box.width, bet.box.height);
  const payment = chipFlyer(beside, net);
  await send(payment, house(), beside, "pay");
  send(payment, beside, bet.home, "collect", true);
}

async function send(flyer, from, to, name, goes = false) {
  const own = flyer.getBoundingClientRect();
  await fly(flyer, own, from, to, { duration: ms(name), fades: goes });
  if (goes) flyer.remove();
}

const house = () => boxOf(".rack") ?? boxOf(".dealer");

/** The place of a bet, the element that shows it, and the place of its player's chips. */
function betOf(place, spot) {
  const seat = document.getElementById(place.split(".")[0]);
  const own = !seat || seat.querySelector(".seat--me");
  const at = own
    ? document.querySelector(`#spot-${spot} .well`)
    : (seat.querySelector(".seat__bets") ?? seat.firstElementChild);
  const home = own ? boxOf("#mine") : boxOf(`#${seat.id} .seat__no`);
  const box = at?.getBoundingClientRect() ?? boxOf("#spots");
  return {
    box,
    home: home ?? box,
    stacks: own && at ? [...at.querySelectorAll(".stack, .stake")] : [],
  };
}

function chipFlyer(box, cents) {
  const flyer = document.createElement("span");
  flyer.className = "flyer flyer--chips";
  flyer.append(...fewestChips(cents).slice(0, DRAWN).map(chipElement));
  const size = new DOMRect(box.left + box.width / 2, box.top + box.height / 2);
  put(flyer, size);
  return flyer;
}
