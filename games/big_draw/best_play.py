"""Best play in Big Draw Poker as a table: the kinds of cards that are best held, ranked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.big_draw.odds import counts_of, nets_of
from games.big_draw.state import VARIANTS
from games.engine.cards import ACE, DEUCE, TEN, Card, rank_of, suit_of
from games.engine.paytable import LOSE, Paytable
from games.odds.draw import HOLDS, WHOLE, hold_values, one_of_each
from games.odds.single_deal import HANDS, Hand

_JACK = TEN + 1

_STRAIGHTS = [{ACE, *range(4)}] + [set(range(low, low + 5)) for low in range(9)]
"""The ranks of all straights, the lowest first."""

_NUMBERS = ("no", "one", "two", "three", "four", "five")


@dataclass(frozen=True, slots=True)
class Hold:
    """A kind of cards to hold.

    `words` name it; `example` is a hand in which it is best and `held` the cards to hold. `share`
    of all hands have it as their best, and `value` is what it is worth in them on average, in
    units of the wager.
    """

    words: str
    example: Hand
    held: Hand
    share: Fraction
    value: Fraction


def ranked_holds(variant: str, paytable: Paytable, stake: int) -> tuple[Hold, ...]:
    """The kinds of cards that are best held in some hand, the most valuable first."""
    nets, unit = nets_of(variant, paytable, stake)
    dealt = one_of_each()
    values = hold_values(counts_of(variant), nets, dealt.hands)
    hands: Counter[str] = Counter()
    worth: Counter[str] = Counter()
    examples: dict[str, tuple[Hand, Hand]] = {}
    columns = dealt.hands, values.argmax(axis=0), values.max(axis=0), dealt.times
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for cards, hold, value, times in rows:
        hand = tuple(Card(card) for card in cards)
        held = tuple(hand[place] for place in HOLDS[hold])
        words = hold_words(held, variant)
        hands[words] += times
        worth[words] += times * value
        examples.setdefault(words, (hand, held))
    ranked = sorted(hands, key=lambda words: worth[words] / hands[words], reverse=True)
    return tuple(
        Hold(
            words,
            *examples[words],
            share=Fraction(hands[words], HANDS),
            value=Fraction(worth[words] * unit, hands[words] * WHOLE * stake),
        )
        for words in ranked
    )


def hold_words(held: Hand, variant: str) -> str:
    """The players' name for the cards they hold: ``"four to a flush"``, ``"low pair"``."""
    rules = VARIANTS[variant]
    if len(held) == 5:
        line = rules.line(held)
        return "all five cards" if line == LOSE else rules.lines[line].lower()
    wild = variant == "deuces-never-loses"
    naturals = [card for card in held if not wild or rank_of(card) != DEUCE]
    deuces = len(held) - len(naturals)
    with_deuces = f"{_NUMBERS[deuces]} deuce{'s' if deuces > 1 else ''}"
    if not naturals:
        return with_deuces if deuces else "nothing"
    words = _apart(naturals, len(held), wild) or _alike(naturals, deuces, wild)
    return f"{words}, with {with_deuces}" if deuces else words


def _apart(naturals: Sequence[Card], count: int, wild: bool) -> str:
    """Cards of different ranks in words, `count` of them with the deuces; ``""`` for others."""
    ranks = {rank_of(card) for card in naturals}
    if len(ranks) < len(naturals) or len(ranks) == 1 < count:
        return ""
    number, suited = _NUMBERS[count], len({suit_of(card) for card in naturals}) == 1
    straights = [straight for straight in _STRAIGHTS if ranks <= straight]
    if count > 1 and suited and _STRAIGHTS[-1] in straights:
        return f"{number} to a royal flush"
    if count > 2 and suited:
        return f"{number} to a {'straight flush' if straights else 'flush'}"
    if count == 4 and straights:
        return f"four to {'an outside' if len(straights) > 1 else 'an inside'} straight"
    if not wild and min(ranks) >= _JACK:
        return f"{number} high card{'s' if count > 1 else ''}"
    return f"{number} card{'s' if count > 1 else ''}"


def _alike(naturals: Sequence[Card], deuces: int, wild: bool) -> str:
    """Cards of which some are of one rank in words."""
    counts = sorted(Counter(map(rank_of, naturals)).values(), reverse=True)
    if counts == [2, 2]:
        return "two pair"
    if counts[0] + deuces == 2 and len(counts) == 1:
        high = rank_of(naturals[0]) >= _JACK
        return "pair" if wild else "pair of jacks or better" if high else "low pair"
    return f"{_NUMBERS[counts[0] + deuces]} of a kind"
