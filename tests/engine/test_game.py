"""The values of the game protocol: actions, offers, results."""

import pytest

from games.engine.cards import parse_cards
from games.engine.errors import BadRecord, GameError
from games.engine.game import Action, Offer, SpotResult, read_action

HAND = parse_cards("7h 2c Kd")
PLAIN = Offer("stand")
AMOUNTS = Offer("play", amounts=(2000, 2500, 3000))
DISCARD = Offer("draw", discard_from=HAND)


@pytest.mark.parametrize(
    "action",
    [
        Action("stand"),
        Action("play", 4000),
        Action("insurance", 0),
        Action("draw", discard=()),
        Action("draw", discard=parse_cards("7h 2c")),
    ],
)
def test_an_action_reads_back_from_its_json(action: Action) -> None:
    assert read_action(action.as_json()) == action


def test_an_action_says_only_what_it_needs() -> None:
    assert Action("stand").as_json() == {"action": "stand"}
    assert Action("insurance", 0).as_json() == {"action": "insurance", "amount": 0}
    assert Action("draw", discard=HAND).as_json() == {
        "action": "draw",
        "discard": ["7h", "2c", "Kd"],
    }


@pytest.mark.parametrize("raw", [{}, {"action": None}, {"action": 5}, {"action": ["stand"]}])
def test_an_action_has_a_name(raw: dict[str, object]) -> None:
    with pytest.raises(BadRecord, match="An action has a name"):
        read_action(raw)


@pytest.mark.parametrize("discard", [5, "7h", {"7h": 1}, ["7x"], [["7h"]], [None]])
def test_a_discard_is_a_list_of_cards(discard: object) -> None:
    with pytest.raises(GameError, match=r"A discard is a list of cards|is no card"):
        read_action({"action": "draw", "discard": discard})


@pytest.mark.parametrize(
    ("offer", "action"),
    [
        (PLAIN, Action("stand")),
        (AMOUNTS, Action("play", 2000)),
        (AMOUNTS, Action("play", 3000)),
        (DISCARD, Action("draw", discard=())),
        (DISCARD, Action("draw", discard=HAND)),
        (DISCARD, Action("draw", discard=parse_cards("Kd 7h"))),
    ],
)
def test_an_offer_admits(offer: Offer, action: Action) -> None:
    assert offer.admits(action)


@pytest.mark.parametrize(
    ("offer", "action"),
    [
        (PLAIN, Action("hit")),
        (PLAIN, Action("stand", 0)),
        (PLAIN, Action("stand", discard=())),
        (AMOUNTS, Action("play")),
        (AMOUNTS, Action("play", 2001)),
        (AMOUNTS, Action("play", 3500)),
        (AMOUNTS, Action("play", -2000)),
        (AMOUNTS, Action("play", 2000, ())),
        (DISCARD, Action("draw")),
        (DISCARD, Action("draw", 0, ())),
        (DISCARD, Action("draw", discard=parse_cards("7h 7h"))),
        (DISCARD, Action("draw", discard=parse_cards("7h 7d"))),
    ],
)
def test_an_offer_does_not_admit(offer: Offer, action: Action) -> None:
    assert not offer.admits(action)


def test_the_actions_of_an_offer_are_all_those_it_admits() -> None:
    assert list(PLAIN.actions()) == [Action("stand")]
    assert [action.amount for action in AMOUNTS.actions()] == [2000, 2500, 3000]
    discards = [action.discard for action in DISCARD.actions()]
    assert len(set(discards)) == len(discards) == 8
    assert all(DISCARD.admits(action) for action in DISCARD.actions())


def test_an_offer_in_words_says_what_is_accepted() -> None:
    assert str(PLAIN) == "stand"
    assert str(AMOUNTS) == "play with an amount from 2000 to 3000 cents, in steps of 500"
    assert str(DISCARD) == "draw with a discard from 7h 2c Kd"


def test_a_result_knows_its_net() -> None:
    assert SpotResult(1, "ante", 1000, 2000, "win").net == 1000
    assert SpotResult(1, "ante", 1000, 0, "lose").net == -1000
    assert SpotResult(1, "ante", 1000, 2000, "win").as_json() == {
        "seat": 1, "spot": "ante", "stake": 1000, "returned": 2000, "net": 1000, "line": "win",
    }  # fmt: skip


def test_a_result_of_a_split_hand_names_the_hand() -> None:
    assert SpotResult(1, "main", 1000, 0, "bust", hand=0).as_json()["hand"] == 0
