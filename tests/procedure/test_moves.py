"""A dealer's moves, worked out of records: they lead to the settlement, and no wrong one passes."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games.engine.record import Replay
from games.procedure.judging import Made, check, made_of
from games.procedure.moves import Move, course, heard, order
from games.procedure.reading import procedure
from games.registry import KITS
from tests.engine.test_cases import FINISHED, FOLDER, play

SLUGS = sorted(KITS)
TRIES = 8
"""How many places of each round are tried with each kind of mistake."""


def rounds(slug: str) -> list[tuple[str, Replay]]:
    """The rounds worked out by hand that were not void, with the names of their files."""
    found = [(path.stem, play(path)[1]) for path in FINISHED if path.parent == FOLDER / slug]
    return [(name, played) for name, played in found if played.record.void is None]


def moves_of(played: Replay) -> tuple[Move, ...]:
    """The moves of a round's dealer."""
    return course(played.record, procedure(KITS[played.record.game.slug])).moves


def faults(made: Sequence[Made], moves: Sequence[Move]) -> int:
    """How many wrong moves a dealer made, and 1 for a round that is not over."""
    done: frozenset[int] = frozenset()
    wrong = 0
    for one in made:
        if len(done) == len(moves):
            return wrong + 1
        verdict = check(one, moves, done)
        if verdict.right:
            done |= {verdict.place}
        else:
            wrong += 1
    return wrong + (len(done) < len(moves))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_moves_lead_to_the_settlement_in_its_order(slug: str) -> None:
    game = KITS[slug].rules
    for name, played in rounds(slug):
        moves = moves_of(played)
        assert faults([made_of(move) for move in moves], moves) == 0, name
        settled = [move for move in moves if move.spot]
        options = played.record.setup.options
        settled_bets = [
            one
            for seat in played.record.setup.seats
            for one in game.as_shown(options, [r for r in played.results if r.seat == seat])
        ]
        assert sorted((m.spot, m.stake, m.net, m.line) for m in settled) == sorted(
            (one.spot, one.stake, one.net, one.line) for one in settled_bets
        ), name
        shown = game.view(played.state, None).results
        assert [(m.spot, m.net, m.line) for m in settled] == [
            (one.spot, one.net, one.line) for one in shown
        ], name
        assert sum(move.net for move in moves) == sum(played.net.values()), name


@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_is_met_by_some_round(slug: str) -> None:
    met = {move.step.key for _, played in rounds(slug) for move in moves_of(played)}
    assert {step.key for step in procedure(KITS[slug]).steps} == met


@pytest.mark.parametrize("slug", SLUGS)
def test_a_payment_off_by_one_chip_is_caught(slug: str) -> None:
    payments = 0
    for name, played in rounds(slug):
        moves = moves_of(played)
        for place, move in enumerate(moves):
            if move.chips or move.deed == "take":
                payments += 1
                due = made_of(move)
                for cents in (move.chips + 100, move.chips - 100, move.chips + 50):
                    verdict = check(replace(due, cents=cents), moves, frozenset(range(place)))
                    assert (verdict.fault, verdict.place) == ("amount", place), name
    assert payments > 40


@pytest.mark.parametrize("slug", SLUGS)
def test_a_wrong_verdict_seat_or_bet_is_caught(slug: str) -> None:
    for name, played in rounds(slug):
        moves = moves_of(played)
        aims = [move.aim for move in moves]
        for place, move in enumerate(moves):
            done = frozenset(range(place))
            open_aims = {aims[other] for other in order(moves, done)}
            if move.spot:
                other = "take" if move.deed != "take" else "push"
                verdict = check(replace(made_of(move), deed=other), moves, done)  # type: ignore[arg-type]
                assert verdict.fault == "settling", name
            for wrong in _elsewhere(made_of(move)):
                if wrong.aim not in open_aims:
                    assert not check(wrong, moves, done).right, name


def _elsewhere(due: Made) -> list[Made]:
    """The same deed at every other seat, and on no bet that there is."""
    seats = [replace(due, place=f"seat-{seat}") for seat in range(1, 8)]
    return [replace(due, spot="no-bet"), *(one for one in seats if one.place != due.place)]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_move_swapped_left_out_or_doubled_is_caught(slug: str) -> None:
    chance = Random(f"mistakes at {slug}")
    for name, played in rounds(slug):
        moves = moves_of(played)
        due = [made_of(move) for move in moves]
        for place in chance.sample(range(len(due)), min(TRIES, len(due))):
            assert faults(due[:place] + due[place + 1 :], moves), (name, place)
            assert faults(due[: place + 1] + due[place:], moves), (name, place)
            other = chance.randrange(len(due))
            swapped = list(due)
            swapped[place], swapped[other] = due[other], due[place]
            free = _in_any_order(moves, *sorted((place, other)))
            assert bool(faults(swapped, moves)) != (free or due[place] == due[other]), (name, place)


def _in_any_order(moves: Sequence[Move], low: int, high: int) -> bool:
    """Whether the procedure gives the moves from one place to another no order."""
    step = moves[low].step
    return step.any_order and all(move.step is step for move in moves[low : high + 1])


def test_a_wrong_discard_is_named_by_the_house_way() -> None:
    (played,) = [
        one for name, one in rounds("big-raise") if name.startswith("dealer-ace-and-two-tens")
    ]
    moves = moves_of(played)
    place = next(n for n, move in enumerate(moves) if move.deed == "discard")
    right = made_of(moves[place])
    wrong = next(code for code in moves[place - 1].cards if code and code != right.card)
    done = frozenset(range(place))
    assert check(right, moves, done).right
    assert check(replace(right, card=wrong), moves, done).fault == "discard"


def test_a_sum_short_says_what_to_add() -> None:
    """Manual 8 c: a flush pays 5 to 1 on 35, 175; one black, one green and three red are 140."""
    built = (100_00, 25_00, 5_00, 5_00, 5_00)
    (played,) = [one for name, one in rounds("big-raise") if name == "flush-that-wins"]
    moves = moves_of(played)
    place = next(n for n, move in enumerate(moves) if move.spot == "ante_bonus")
    due = replace(moves[place], stake=35_00, chips=175_00)
    moves = (*moves[:place], due, *moves[place + 1 :])
    made = replace(made_of(due), cents=sum(built), chips=built)
    verdict = check(made, moves, frozenset(range(place)))
    assert verdict.name == "35 short"
    assert "Add one green and two red, or clear it and use one black and three green." in (
        verdict.words
    )


def test_a_dealer_hears_what_the_cards_do_not_show() -> None:
    """What is due follows from the felt and from what players say: a hit, a bonus of a hidden hand
    (Manual 5 a i), a winning First 5 (Rules, the discards)."""
    heard_of = {
        ("blackjack", "first-hand-of-a-split-busts-and-the-second-wins"): "Seat 1: hit.",
        ("big-raise", "fold-ace-seven-still-wins-the-two-card-bonus"): (
            "Seat 1 says that 2 Card Bonus wins."
        ),
        ("big-draw", "a-kept-pair-survives-the-draw-of-three"): "Seat 1: draw, 3 discarded.",
    }
    for (slug, name), words in heard_of.items():
        (moves,) = [moves_of(played) for stem, played in rounds(slug) if stem == name]
        said = [heard(moves, frozenset(range(place))) for place in range(len(moves))]
        assert any(words in one for one in said), name
        assert said[0] == ()


def test_every_winner_of_a_hidden_hand_is_announced_until_it_is_paid() -> None:
    for _, played in rounds("big-draw"):
        moves = moves_of(played)
        asked = next((n for n, move in enumerate(moves) if move.step.asks), None)
        for place, move in enumerate(moves):
            if move.spot == "first_five" and move.net >= 0 and asked is not None:
                seat = move.place.removeprefix("seat-")
                words = f"Seat {seat} says that First 5 wins."
                assert words in heard(moves, frozenset(range(asked + 1)))
                assert words in heard(moves, frozenset(range(place)))
                assert words not in heard(moves, frozenset(range(asked)))
                assert words not in heard(moves, frozenset(range(place + 1)))


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("blackjack-against-blackjack-is-a-push", 1),
        ("no-insurance-is-offered-against-a-ten", 1),
        ("no-peek-blackjack-takes-a-doubled-stake-whole", 0),
    ],
)
def test_a_dealer_looks_whether_or_not_there_is_a_blackjack(name: str, looks: int) -> None:
    (moves,) = [moves_of(played) for stem, played in rounds("blackjack") if stem == name]
    assert sum(move.deed == "look" for move in moves) == looks
