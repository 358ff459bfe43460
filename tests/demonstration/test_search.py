"""Every demonstration is found, by every seed, and is what its name says: by the rules' own results
and words, not by the condition it was searched with."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from games.demonstration.catalogue import SEAT, demonstration_of, demonstrations_of
from games.demonstration.search import MOST, find
from games.engine.paytable import Paytable
from games.engine.record import Replay, read_record, replay, write_record
from games.kit import Demonstration
from games.printed_paytables import every_paytable, printed
from games.registry import GAMES, KITS

SEEDS = ("a", "b", "c")


def all_demonstrations() -> Iterator[tuple[str, Demonstration]]:
    for slug in KITS:
        for shown in demonstrations_of(slug):
            yield slug, shown


def names() -> list[tuple[str, str]]:
    return [(slug, shown.key) for slug, shown in all_demonstrations()]


def found(slug: str, key: str, seed: str, paytables: dict[str, Paytable] | None = None) -> Replay:
    shown = demonstration_of(slug, key)
    assert shown is not None
    one = find(KITS[slug], shown, seed, paytables)
    assert one.tries < MOST // 2, f"{slug} {key} {seed}: {one.tries} decks"
    return one.played


@pytest.mark.parametrize(("slug", "key"), names())
def test_every_demonstration_is_found_by_every_seed(slug: str, key: str) -> None:
    decks = set()
    for seed in SEEDS:
        played = found(slug, key, seed)
        again = replay(read_record(as_read(played), GAMES, printed))
        assert again.settled
        assert again.results == played.results
        shown = demonstration_of(slug, key)
        assert shown is not None
        assert shown.wanted(again)
        decks.add(played.record.setup.deck)
    assert len(decks) == len(SEEDS)


def as_read(played: Replay) -> object:
    """The record as a file has it."""
    return json.loads(json.dumps(write_record(played.record, played.results)))


@pytest.mark.parametrize(
    "paytable", list(every_paytable()), ids=lambda p: f"{p.game}-{p.spot}-{p.code}"
)
def test_every_line_of_every_paytable_can_be_shown(paytable: Paytable) -> None:
    lines = [
        one
        for one in demonstrations_of(paytable.game)
        if one.spot == paytable.spot and one.line in paytable.lines
    ]
    assert {one.line for one in lines} == set(paytable.lines)
    for shown in lines:
        if not fits(paytable, shown):
            continue
        played = found(paytable.game, shown.key, "x", {paytable.spot: paytable})
        results = [r for r in played.results if (r.seat, r.spot) == (SEAT, paytable.spot)]
        assert [result.line for result in results] == [shown.line]
        assert played.record.setup.paytables[paytable.spot].code == paytable.code


def fits(paytable: Paytable, shown: Demonstration) -> bool:
    """Whether the spot has these lines under its options."""
    rules = GAMES[paytable.game]
    spots = rules.spots(rules.options.read(dict(shown.options)))
    return any(s.key == paytable.spot and set(s.lines) == set(paytable.lines) for s in spots)


@pytest.mark.parametrize("slug", KITS)
def test_every_game_names_a_dozen(slug: str) -> None:
    assert len(KITS[slug].demonstrations) >= 12
    keys = [shown.key for shown in demonstrations_of(slug)]
    assert len(set(keys)) == len(keys)
    assert all(shown.said for shown in KITS[slug].demonstrations)


def test_a_seed_shows_the_same_hand_again() -> None:
    for slug in KITS:
        key = demonstrations_of(slug)[0].key
        assert found(slug, key, "once").record == found(slug, key, "once").record


def test_what_no_deck_shows_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.demonstration.search.MOST", 3)
    kit = next(iter(KITS.values()))
    never = Demonstration("never", "Never", lambda played: False, kit.demonstrations[0].wagers)
    with pytest.raises(LookupError, match=r"3 decks .* show no 'never'"):
        find(kit, never, "a")


@dataclass(frozen=True)
class Description:
    """A round in words, and its results in words: ``"1 ante: Win"``."""

    log: str
    results: frozenset[str]
    hands: dict[str, str]


def described(played: Replay) -> Description:
    game = played.record.game
    view = game.view(played.state, SEAT)
    hands = {f"seat-{seat.seat}": hand.words for seat in view.seats for hand in seat.hands}
    hands |= {pile.key: pile.hand.words for pile in view.piles}
    return Description(
        "\n".join(event.words for event in view.events),
        frozenset(f"{r.seat} {r.spot} {r.line} {r.net}" for r in view.results),
        hands,
    )


def says(*parts: str) -> Callable[[Description], bool]:
    return lambda t: all(part in t.log for part in parts)


def results(*wanted: str) -> Callable[[Description], bool]:
    """Results that are among those of the round; a net that is left out may be any."""
    return lambda t: all(any(one.startswith(w) for one in t.results) for w in wanted)


TRUTHS: dict[str, dict[str, Callable[[Description], bool]]] = {
    "big-raise": {
        "dealer-breaks-a-pair": says("Dealer breaks the pair and discards the"),
        "tie": results("1 ante tie 1000", "1 play tie"),
        "ace-high-bonus-after-a-fold": results("1 ante fold -1000", "1 two_card_bonus ace_high 75"),
        "pair-bonus-after-a-fold": results(
            "1 ante fold -1000", "1 two_card_bonus other_pair 2500"
        ),
        "fold-with-nothing": results("1 ante fold -1000", "1 two_card_bonus lose -500"),
        "loses-and-is-paid": lambda t: (
            results("1 ante lose -1000", "1 ante_bonus ")(t)
            and not any(r.startswith("1 ante_bonus") and " -" in r for r in t.results)
        ),
        "pair-of-aces-loses": results("1 ante lose", "1 two_card_bonus pair_of_aces 15000"),
        "raise-four-times": results("1 play win 4000"),
        "raise-three-times": results("1 play win 3000"),
        "raise-twice": results("1 play win 2000"),
        "everybody-loses": results("1 ante lose", "2 ante lose"),
        "everybody-wins": results("1 ante win", "2 ante win"),
        "kicker-decides": lambda t: t.hands["seat-1"] == t.hands["dealer"] != "",
        "five-card-bonus-after-a-fold": lambda t: any(
            r.startswith("1 five_card_bonus") and " -" not in r for r in t.results
        ),
    },
    "big-50": {
        "fifty-with-a-pair": lambda t: "total 50" in t.log and "pair of" in t.hands["seat-1"],
        "one-short-of-fifty": lambda t: "total 49" in t.log,
        "six": says("four of a kind, aces, total 6"),
        "nine": results("1 range total_6_9 500000"),
        "ten": results("1 range total_10_19 3000"),
        "twenty-nine-and-thirty": results("1 range total_20_29 -500", "2 range total_30_39 -1000"),
        "thirty-nine-and-forty": results("1 range total_30_39 -1000", "2 range total_40_49 1500"),
        "half-back": results("1 range total_20_29 -500"),
        "flush-all-red": results("1 poker_hand flush 10000", "1 all_red all_red 17000"),
        "one-colour-no-flush": lambda t: any(" all_red 17" in r or " all_black 17" in r
                                             for r in t.results),
        "four-of-a-colour": results("1 all_red lose", "1 all_black lose"),
        "sevens-and-eights": lambda t: (
            results("1 poker_hand lose", "2 poker_hand eights_or_better 1000")(t)
            and "pair of sevens" in t.log
        ),
        "round-the-corner": lambda t: "straight" not in t.hands["seat-1"],
        "steel-wheel": results("1 poker_hand straight_flush", "1 range total_10_19"),
        "nothing-wins": lambda t: all(" -" in result for result in t.results),
    },
    "big-draw": {
        "stands-pat": says("stands pat"),
        "jacks-push": results("1 first_five jacks_or_better", "1 big_draw jacks_or_better 0"),
        "draws-the-fourth": results("1 first_five three_of_a_kind", "1 big_draw four_of_a_kind"),
        "two-pair-fills-up": results("1 first_five two_pair", "1 big_draw full_house"),
        "two-pair-stays": results("1 first_five two_pair", "1 big_draw two_pair 1000"),
        "flush-comes": results("1 first_five lose", "1 big_draw flush"),
        "flush-misses": results("1 first_five lose", "1 big_draw lose"),
        "draw-saves": results("1 first_five lose", "1 big_draw "),
        "fixed-prize": results("1 first_five straight_flush 100000"),
        "losers-before-winners": lambda t: (
            t.log.index("Seat 2: First 5 loses") < t.log.index("Seat 1: First 5")
        ),
        "four-deuces-after-the-draw": results("1 big_draw four_deuces 222000"),
        "five-of-a-kind": results("1 big_draw five_of_a_kind"),
        "wild-royal": results("1 big_draw wild_royal_flush"),
        "a-deuce-and-four-strangers": results("1 big_draw lose"),
    },
    "blackjack": {
        "twenty-beaten-by-21": results("1 main lose", "1 bad_beat twenty_beaten"),
        "nineteen-beaten-by-20": results("1 main lose", "1 bad_beat nineteen_beaten"),
        "twenty-pushes": results("1 main push 0", "1 bad_beat twenty_push"),
        "bad-beat-taken-early": results("1 bad_beat lose -500", "1 main win"),
        "blackjack": results("1 main blackjack 1500"),
        "blackjack-at-6-to-5": results("1 main blackjack 1200"),
        "both-have-blackjack": lambda t: (
            results("1 main push 0")(t) and t.hands["dealer"] == t.hands["seat-1"] == "blackjack"
        ),
        "insurance-wins": results("1 insurance win 1000", "1 main lose -1000"),
        "insurance-loses": results("1 insurance lose -500", "1 main win"),
        "split-and-both-win": lambda t: "splits" in t.log and not any(
            r.startswith("1 main") and not r.startswith("1 main win") for r in t.results
        ),
        "double-wins": results("1 main win 2000"),
        "double-loses": results("1 main lose -2000"),
        "surrender": results("1 main surrender -500"),
        "player-busts": results("1 main bust -1000", "2 main win 1000"),
        "dealer-busts": results("1 main win", "2 main win"),
    },
}  # fmt: skip


def truths() -> list[tuple[str, str]]:
    return [(slug, key) for slug, keys in TRUTHS.items() for key in keys]


@pytest.mark.parametrize(("slug", "key"), truths())
def test_a_demonstration_is_what_its_name_says(slug: str, key: str) -> None:
    for seed in ("north", "south"):
        what = described(found(slug, key, seed))
        assert TRUTHS[slug][key](what), what
