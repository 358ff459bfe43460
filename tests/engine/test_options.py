"""House options: declared once, read strictly."""

from dataclasses import dataclass

import pytest

from games.engine.errors import BadOption
from games.engine.options import Options, option


@dataclass(frozen=True)
class ToyOptions(Options):
    """One option of each kind, two of which do not go together."""

    decks: int = option(6, "How many decks.", choices=range(1, 9))
    hits: bool = option(True, "Whether the dealer hits.")
    pays: str = option(
        "3:2", "What a natural pays.", choices={"3:2": "Three to two", "6:5": "Less"}
    )

    def check(self) -> None:
        """One deck goes with 3:2 alone."""
        if self.decks == 1 and self.pays == "6:5":
            raise BadOption("One deck pays 3:2.")


def test_what_is_left_out_has_its_default() -> None:
    assert ToyOptions.read({}) == ToyOptions(6, True, "3:2")
    assert ToyOptions.read({"decks": 2, "hits": False}) == ToyOptions(2, False, "3:2")


def test_options_read_back_from_their_json() -> None:
    options = ToyOptions(2, False, "6:5")
    assert ToyOptions.read(options.as_json()) == options


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"deck": 6}, "no house option 'deck'; this game has: decks, hits, pays"),
        ({"decks": 9}, "decks cannot be 9; accepted: 1, 2, 3, 4, 5, 6, 7, 8"),
        ({"decks": 0}, "decks cannot be 0"),
        ({"decks": "6"}, "decks cannot be '6'"),
        ({"decks": True}, "decks cannot be True"),
        ({"decks": 6.0}, "decks cannot be 6.0"),
        ({"decks": None}, "decks cannot be None"),
        ({"hits": 1}, "hits cannot be 1; accepted: true, false"),
        ({"hits": "true"}, "hits cannot be 'true'"),
        ({"pays": "2:1"}, 'pays cannot be \'2:1\'; accepted: "3:2", "6:5"'),
        ({"pays": ["3:2"]}, "pays cannot be"),
        ({"decks": 1, "pays": "6:5"}, "One deck pays 3:2"),
        ([], "House options are an object"),
        (None, "House options are an object"),
        ("decks", "House options are an object"),
    ],
)
def test_wrong_options_are_refused_with_what_is_accepted(raw: object, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        ToyOptions.read(raw)


def test_a_game_without_options_accepts_none() -> None:
    assert Options.read({}) == Options()
    with pytest.raises(BadOption, match="this game has: none"):
        Options.read({"decks": 1})


def test_every_single_departure_from_the_defaults_is_listed() -> None:
    assert list(ToyOptions.every()) == [
        ToyOptions(),
        *(ToyOptions(decks=decks) for decks in (1, 2, 3, 4, 5, 7, 8)),
        ToyOptions(hits=False),
        ToyOptions(pays="6:5"),
    ]
