"""The odds of Big Raise Hold'em: whether to fold or to raise, and the value of that.

Ante, play and Ante Bonus are one bet, reported under the ante. A play's value is linear in its
amount, so that only a fold, the least and the most can be best. The other bonuses end the same
after any decision: they are separate bets, and not part of a decision's value.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from operator import mul

from games.big_raise.bonuses import five_card_bonus, two_card_bonus
from games.big_raise.outcomes import DEALS, KINDS, STARTS, Outcomes, Situation, outcomes, situation
from games.big_raise.state import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_BONUS,
    TWO_CARD_BONUS,
    BigRaiseOptions,
    Round,
    play_amounts,
)
from games.engine.game import Action, Seat
from games.engine.payout import payout_text, returned
from games.engine.paytable import LOSE, Paytable
from games.odds.report import Bet, Line, of_stake

_RAISES = (4, 3, 2)

LINES: Mapping[str, str] = {
    **{f"win_{kind}": f"Win, {words.lower()}" for kind, words in ANTE_BONUS.lines.items()},
    **{f"win_{raised}x": f"Win, played {raised} times the ante" for raised in _RAISES},
    **{f"lose_{kind}": f"Lose, {words.lower()}" for kind, words in ANTE_BONUS.lines.items()},
    "fold": "Fold",
    **{f"lose_{raised}x": f"Lose, played {raised} times the ante" for raised in _RAISES[::-1]},
}
"""The lines of the ante in words, in order. Those with a hand of the Ante Bonus include every play;
the others have none. A tie is a win."""

_ASSUMPTION = (
    "Ante, raise and Ante Bonus together, per ante, with the best play for your own cards and the "
    "dealer's up card: fold, raise twice the ante, or raise the most. The other seats' cards are "
    f"not known. Combinations are of {STARTS * DEALS:,} deals."
)


def odds(
    options: BigRaiseOptions, paytables: Mapping[str, Paytable], stake: int
) -> tuple[Bet, ...]:
    """The ante with all that is raised on it, and the bonuses; `stake` cents on each."""
    main = _main(paytables[ANTE_BONUS.key], stake)
    two_card = two_card_bonus(paytables[TWO_CARD_BONUS.key], stake)
    if not options.five_card_bonus:
        return main, two_card
    return main, two_card, five_card_bonus(paytables[FIVE_CARD_BONUS.key], stake)


def advice(state: Round, seat: Seat) -> Iterator[tuple[Action, Fraction]]:
    """A fold, and every play of a whole number of antes."""
    ante, found, what, prizes = _decision(state, seat)
    yield Action("fold"), Fraction(-1)
    for amount in play_amounts(ante, found.pair, ante):
        yield Action("play", amount), Fraction(worth(what, prizes, ante, amount), DEALS * ante)


def best_action(state: Round, seat: Seat) -> Action:
    """Fold, or play the least or the most."""
    amount = best_amount(*_decision(state, seat))
    return Action("play", amount) if amount else Action("fold")


def prizes_of(paytable: Paytable, ante: int) -> tuple[int, ...]:
    """Cents that each line of the Ante Bonus wins with `ante` cents: none takes anything."""
    return tuple(max(0, returned(paytable.pays(line), ante) - ante) for line in ANTE_BONUS.lines)


def worth(what: Outcomes, prizes: tuple[int, ...], ante: int, amount: int) -> int:
    """The average net of a play of `amount` cents, times `DEALS`: ante, play and Ante Bonus."""
    bonus: int = sum(map(mul, prizes, what.hits))
    return (ante + amount) * what.margin + bonus


def best_amount(ante: int, found: Situation, what: Outcomes, prizes: tuple[int, ...]) -> int:
    """The best cents to play, 0 for a fold; if two are equally good, the smaller."""
    amounts = play_amounts(ante, found.pair, ante)
    amount = amounts[-1] if what.margin > 0 else amounts[0]
    return amount if worth(what, prizes, ante, amount) > -ante * DEALS else 0


def _decision(state: Round, seat: Seat) -> tuple[int, Situation, Outcomes, tuple[int, ...]]:
    """The ante, the seat's situation, the outcomes of a play, and the prizes of the Ante Bonus."""
    ante = state.setup.wagers[seat][ANTE.key]
    found = situation(state.hands[seat], state.dealer[0])
    return ante, found, outcomes()[found], prizes_of(state.setup.paytables[ANTE_BONUS.key], ante)


def ante_endings(paytable: Paytable, ante: int) -> tuple[Counter[tuple[str, int]], int]:
    """How the ante ends under best play, counted: by line and net in cents, how many of the
    STARTS * DEALS deals; and the cents played in all STARTS."""
    prizes = prizes_of(paytable, ante)
    endings: Counter[tuple[str, int]] = Counter()
    played = 0
    for found, what in outcomes().items():
        amount = best_amount(ante, found, what, prizes)
        played += what.starts * amount
        for line, net, deals in ends_of(what, prizes, ante, amount):
            if deals:
                endings[line, net] += what.starts * deals
    return endings, played


def _main(paytable: Paytable, ante: int) -> Bet:
    """The ante under best play."""
    endings, played = ante_endings(paytable, ante)
    return Bet(
        ANTE.key,
        paytable.code,
        tuple(_lines(endings, paytable, ante)),
        of_stake(_ASSUMPTION, paytable.lines.values(), ante),
        average_wager=1 + Fraction(played, STARTS * ante),
    )


def ends_of(
    what: Outcomes, prizes: tuple[int, ...], ante: int, amount: int
) -> Iterator[tuple[str, int, int]]:
    """Line, net in cents and deals of every way in which one decision ends."""
    if not amount:
        yield "fold", -ante, DEALS
        return
    for won, sign, counts in ("win", 1, what.wins), ("lose", -1, what.losses):
        for kind, prize, deals in zip(KINDS, (0, *prizes), counts, strict=True):
            line = f"{won}_{kind or f'{amount // ante}x'}"
            yield line, sign * (ante + amount) + prize, deals


def _lines(endings: Mapping[tuple[str, int], int], paytable: Paytable, ante: int) -> Iterator[Line]:
    """The lines that are hit by some deal, in order."""
    for name in LINES:
        nets = {
            Fraction(net, ante): deals for (line, net), deals in endings.items() if line == name
        }
        deals = sum(nets.values())
        if deals:
            yield Line(
                name,
                _pays(name, paytable),
                Fraction(deals, STARTS * DEALS),
                deals,
                gain=sum(net * n for net, n in nets.items()) / Fraction(STARTS * DEALS),
                square=sum(net**2 * n for net, n in nets.items()) / Fraction(STARTS * DEALS),
                top=max(nets),
                won=Fraction(sum(n for net, n in nets.items() if net > 0), STARTS * DEALS),
            )


def _pays(name: str, paytable: Paytable) -> str:
    """What a line pays: the Ante Bonus if the hand has one, else even money or nothing."""
    won, _, hand = name.partition("_")
    if hand in paytable.lines:
        return payout_text(paytable.pays(hand))
    return "1:1" if won == "win" else LOSE
