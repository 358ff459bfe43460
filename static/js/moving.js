/**
 * How a moment moves: its cards, its chips, and its sound.
 *
 * A moment is { kind, place, bets }, what has happened in the round; bets are { spot, stake, net },
 * for bets taken, paid or pushed. Kinds not listed here move nothing.
 */
import { moveCards, moveChips } from "./motion.js";
import { showSeat } from "./seat-strip.js";
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
const SEEN = new Set(["turn", "draw", ...CHIPS]); // their seats come into sight; a deal is too fast
const LAID = /^(board|mine|seat-\d+)$/;
const HAND = 'class="hand';

/**
 * Whether a part of the felt has cards: it is shown first, the words once the cards rest. A board
 * without cards counts as words: its paytable would name hands whose cards are still face down.
 */
export const hasCards = (id, html) => LAID.test(id) && (id !== "board" || html.includes(HAND));

/** Whether cards move in a moment; they are on the page before they move. */
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
  if (SEEN.has(moment.kind)) showSeat(moment.place);
  if (movesCards(moment)) return moveCards(lay);
  return CHIPS.has(moment.kind) ? moveChips(moment) : { rest: null };
}
