"""Big Draw's ranked holds: what they are called, and that together they are the game."""

from fractions import Fraction

import pytest

from games.big_draw.best_play import Hold, hold_words, ranked_holds
from games.big_draw.rules import BigDraw
from games.big_draw.state import BigDrawOptions
from games.engine.cards import parse_cards
from games.printed_paytables import printed
from tests.odds.bets import bets_of

FIVE_CARD, DEUCES = "five-card-draw", "deuces-never-loses"


def holds_of(variant: str) -> tuple[Hold, ...]:
    """The ranked holds under the printed paytable."""
    spots = {spot.key: spot for spot in BigDraw().spots(BigDrawOptions.read({"variant": variant}))}
    spot = spots["big_draw"]
    return ranked_holds(variant, printed("big-draw", spot, spot.default_paytable), 100)


@pytest.mark.parametrize("variant", [FIVE_CARD, DEUCES])
def test_the_holds_are_all_hands_and_the_whole_return(variant: str) -> None:
    holds = holds_of(variant)
    assert sum(hold.share for hold in holds) == 1
    returned = sum((hold.share * hold.value for hold in holds), Fraction())
    assert returned == -bets_of("big-draw", {"variant": variant})["big_draw"].edge
    assert [hold.value for hold in holds] == sorted((hold.value for hold in holds), reverse=True)
    assert len({hold.words for hold in holds}) == len(holds)
    assert all(set(hold.held) <= set(hold.example) for hold in holds)


def test_what_stands_pat_is_worth_what_it_pays() -> None:
    """All but the hand that gives up a flush for the royal: 4 royals, 36 straight flushes."""
    values = {hold.words: hold for hold in holds_of(FIVE_CARD)}
    assert values["royal flush"].share == Fraction(4, 2_598_960)
    assert values["straight flush"].value == 50
    assert values["full house"].value == 6
    # A low pair, kept, loses less than a hand with one high card.
    assert values["low pair"].value > values["one high card"].value


@pytest.mark.parametrize(
    ("variant", "held", "words"),
    [
        (FIVE_CARD, "", "nothing"),
        (FIVE_CARD, "Th Jh Qh Kh", "four to a royal flush"),
        (FIVE_CARD, "9h Jh Qh Kh", "four to a straight flush"),
        (FIVE_CARD, "Ah 2h 3h 4h", "four to a straight flush"),
        (FIVE_CARD, "2h 5h 9h Kh", "four to a flush"),
        (FIVE_CARD, "6h 7s 8h 9h", "four to an outside straight"),
        (FIVE_CARD, "6h 7s 9h Th", "four to an inside straight"),
        (FIVE_CARD, "Jh Qs Kh Ah", "four to an inside straight"),
        (FIVE_CARD, "Jh Kh", "two to a royal flush"),
        (FIVE_CARD, "Jh Ks", "two high cards"),
        (FIVE_CARD, "As", "one high card"),
        (FIVE_CARD, "2h 2s", "low pair"),
        (FIVE_CARD, "Jh Js", "pair of jacks or better"),
        (FIVE_CARD, "2h 2s 9c 9d", "two pair"),
        (FIVE_CARD, "2h 2s 2c", "three of a kind"),
        (FIVE_CARD, "2h 3s 4c 5d 6h", "straight"),
        (DEUCES, "2h", "one deuce"),
        (DEUCES, "2h 2s 2c", "three deuces"),
        (DEUCES, "2h Ks Kc", "three of a kind, with one deuce"),
        (DEUCES, "2h 2d Ks Kc", "four of a kind, with two deuces"),
        (DEUCES, "2h Th Jh", "three to a royal flush, with one deuce"),
        (DEUCES, "2h 6s 7s 9s", "four to a straight flush, with one deuce"),
        (DEUCES, "9c 9s", "pair"),
        (DEUCES, "2h 6s 7s 8s 9s", "straight flush"),
    ],
)
def test_what_a_hold_is_called(variant: str, held: str, words: str) -> None:
    assert hold_words(parse_cards(held), variant) == words
