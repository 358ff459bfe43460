/**
 * How a moment moves: its cards, its chips, and its sound.
 *
 * A moment is { kind, place, bets }, what has happened in the round; bets are { spot, stake, net },
 * of what is taken, paid or pushed. Nothing moves for a kind that is not here.
 */
import { moveCards, moveChips } from "./motion.js";
import { play } from "./sound.js";

const SOUNDS = {
  deal: "card",
  draw: "card",
  discard: "card",
  turn: "flip",
  take: "sweep",
  pay: "pay",
  push: "chip",
};
const CARDS = new Set(["deal", "turn", "draw", "discard"]);
const CHIPS = new Set(["take", "pay", "push"]);
const LAID = /^(board|mine|seat-\d+)$/;
const HAND = 'class="hand';

/**
 * Whether cards lie in a part of the felt: it is shown first, and the words when they rest. A board
 * without cards is words: a paytable would say what cards make that are still face down.
 */
export const hasCards = (id, html) => LAID.test(id) && (id !== "board" || html.includes(HAND));

/** Whether cards move in a moment, which lie on the page already when they do. */
export const movesCards = ({ kind }) => CARDS.has(kind);

/**
 * Begins to show a moment.
 *
 * lay: an async function that puts its cards on the page. Returns { rest }, of which a moment of
 * cards is a promise until they are there; rest is a promise of when all has come to rest. With
 * chips there is show, to be called once the page says where they are.
 */
export function begin(moment, lay) {
  play(SOUNDS[moment.kind]);
  if (movesCards(moment)) return moveCards(lay);
  return CHIPS.has(moment.kind) ? moveChips(moment) : { rest: null };
}
