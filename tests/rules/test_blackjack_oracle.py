"""Random rounds under random house options, against an independent telling of the rules."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import Blackjack
from games.engine.cards import DECK, Card, code_of
from games.engine.errors import BadOption
from games.engine.game import Action, Setup
from games.engine.options import choices_of
from tests.rules.blackjack_oracle import Table
from tests.rules.blackjack_rounds import BOTH, GAME, setup

RULES: dict[str, Any] = {
    name: declared for name, declared in BlackjackOptions.__dataclass_fields__.items()
    if name not in ("decks", "shuffle", "penetration")
}  # fmt: skip


@st.composite
def houses(draw: st.DrawFn) -> BlackjackOptions:
    """Any house options that go together."""
    rules = {name: draw(st.sampled_from(choices_of(field))) for name, field in RULES.items()}
    try:
        return BlackjackOptions.read(rules)
    except BadOption:
        return BlackjackOptions.read(rules | {"surrender": "none", "resplit_aces": False})


def rank(card: Card) -> str:
    """A rank as the oracle writes it."""
    code = code_of(card)[0]
    return "T" if code in "TJQK" else code


class Player:
    """Plays at random in both tellings at once, and checks that both ask the same."""

    def __init__(self, inputs: Setup[BlackjackOptions], chance: Random) -> None:
        self.state = GAME.deal(inputs)
        self.chance = chance

    def choose(self, seat: int, deeds: list[str]) -> str:
        """The oracle's question, put to the product too."""
        assert seat in GAME.waiting_on(self.state)
        offers = GAME.legal_actions(self.state, seat)
        deed = self.chance.choice(deeds + ["split"] * 3 * ("split" in deeds))
        if deed in ("insure", "decline"):
            assert [offer.action for offer in offers] == ["insurance"]
            action = Action("insurance", 500 if deed == "insure" else 0)
        else:
            assert sorted(offer.action for offer in offers) == deeds
            assert GAME.waiting_on(self.state) == {seat}
            action = Action(deed)
        self.state = GAME.act(self.state, seat, action)
        return deed


@settings(max_examples=400)
@given(houses(), st.sets(st.integers(1, Blackjack.max_seats), min_size=1), st.integers(0, 2**32))
def test_a_random_round_is_asked_and_paid_alike(
    options: BlackjackOptions, seats: set[int], seed: int
) -> None:
    chance = Random(seed)
    # Few ranks make pairs, naturals and blackjacks common.
    ranks = chance.choice(["A23456789TJQK", "A89TK", "AT9", "A8TJ"])
    deck = [card for card in DECK * 12 if code_of(card)[0] in ranks]
    chance.shuffle(deck)
    inputs = setup("2c 3c", "4c 5c", table="P5")
    paytables = inputs.paytables
    wagers = dict.fromkeys(sorted(seats), BOTH)
    player = Player(Setup(options, paytables, wagers, tuple(deck)), chance)
    oracle = Table([rank(card) for card in deck], sorted(seats), options.as_json())
    expected = oracle.play(player.choose)
    assert GAME.waiting_on(player.state) == frozenset()
    nets = dict.fromkeys(seats, 0)
    for result in GAME.settle(player.state):
        nets[result.seat] += result.net
    assert nets == expected
    assert len(GAME.hands(player.state)["dealer"]) == len(oracle.dealer)


@settings(max_examples=100)
@given(houses(), st.sets(st.integers(1, Blackjack.max_seats), min_size=1), st.integers(0, 2**32))
def test_every_stake_is_settled_once(options: BlackjackOptions, seats: set[int], seed: int) -> None:
    chance = Random(seed)
    deck = list(DECK * 6)
    chance.shuffle(deck)
    inputs = setup("2c 3c", "4c 5c", table="P5")
    wagers = dict.fromkeys(sorted(seats), BOTH)
    state = GAME.deal(Setup(options, inputs.paytables, wagers, tuple(deck)))
    while waiting := sorted(GAME.waiting_on(state)):
        seat = chance.choice(waiting)
        offer = chance.choice(GAME.legal_actions(state, seat))
        state = GAME.act(state, seat, chance.choice(list(offer.actions())))
    staked = dict.fromkeys(seats, 0)
    results = GAME.settle(state)
    for result in results:
        staked[result.seat] += result.stake
    assert staked == GAME.committed(state)
    places = [(result.seat, result.spot, result.hand) for result in results]
    assert len(set(places)) == len(places)
