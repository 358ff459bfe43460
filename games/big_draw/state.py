"""One round of Big Draw Poker: the two games of the button, the house options, and the state."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.big_draw import deuces_wild
from games.big_draw.deuces_wild import WildCategory
from games.engine import poker
from games.engine.cards import RANKS, Card, Shoe
from games.engine.errors import BadOption
from games.engine.game import Seat, Setup, SpotResult
from games.engine.options import Options, option
from games.engine.payout import returned
from games.engine.paytable import LOSE
from games.engine.poker import Category

Hand = tuple[Card, ...]

FIRST_FIVE, BIG_DRAW = "first_five", "big_draw"
LEAST = 1_00

_JACK = RANKS.index("J")


@dataclass(frozen=True)
class Variant:
    """One side of the button: the paytables' code and lines, and how it reads a hand.

    `playing` gives the cards that make a hand, `proving` those that must be shown to be paid.
    """

    name: str
    code: str
    lines: Mapping[str, str]
    line: Callable[[Hand], str]
    describe: Callable[[Hand], str]
    playing: Callable[[Hand], tuple[bool, ...]]
    proving: Callable[[Hand], tuple[bool, ...]]


def _draw_line(hand: Hand) -> str:
    return poker.paying_line(poker.strength(hand), "jacks_or_better", _JACK) or LOSE


def _deuces_line(hand: Hand) -> str:
    kind = deuces_wild.category(hand)
    return LOSE if kind is WildCategory.NOTHING else kind.line


VARIANTS = {
    "five-card-draw": Variant(
        "5 Card Draw",
        "FCD",
        {kind.line: kind.words for kind in reversed(Category) if kind >= Category.TWO_PAIR}
        | {"jacks_or_better": "Jacks or better"},
        _draw_line,
        poker.describe,
        poker.playing_cards,
        poker.playing_cards,
    ),
    "deuces-never-loses": Variant(
        "Deuces Never Loses",
        "DNL",
        {
            kind.line: kind.words
            for kind in reversed(WildCategory)
            if kind is not WildCategory.NOTHING
        },
        _deuces_line,
        deuces_wild.describe,
        deuces_wild.playing_cards,
        deuces_wild.proving_cards,
    ),
}
VARIANT_NAMES = {key: variant.name for key, variant in VARIANTS.items()}


@dataclass(frozen=True)
class BigDrawOptions(Options):
    """House options of Big Draw Poker, and the button's choice."""

    variant: str = option(
        "five-card-draw",
        "The game of the round. At a table the player with the button chooses it before the bets.",
        choices=VARIANT_NAMES,
    )
    first_five: str = option(
        "free",
        "Whether First 5 may be wagered alone or only beside Big Draw.",
        choices={"free": "Alone or beside Big Draw", "with_big_draw": "Only beside Big Draw"},
    )
    first_five_alone_minimum: int = option(
        LEAST,
        "The minimum wager on First 5 without a Big Draw wager.",
        choices=(LEAST, 5_00, 10_00, 25_00),
        cents=True,
    )
    blind_first_five: bool = option(
        False,
        "Whether a seat with only First 5 sees its cards only after all draws are done.",
    )

    def check(self) -> None:
        """Refuse rules for First 5 alone where it cannot be wagered alone. Raises BadOption."""
        if self.first_five == "with_big_draw":
            for name in ("blind_first_five", "first_five_alone_minimum"):
                if getattr(self, name) != getattr(type(self), name):
                    raise BadOption(
                        f"{name} is about First 5 without Big Draw, and first_five "
                        "'with_big_draw' forbids that; leave it out, or set first_five to 'free'."
                    )


@dataclass(frozen=True, slots=True)
class Round:
    """A round after the deal.

    `first` is in dealing order, from the button. `discards` grows as the seats choose, in any
    order; `packets`, the replacements, come once the last one has chosen.
    """

    setup: Setup[BigDrawOptions]
    shoe: Shoe
    first: Mapping[Seat, Hand]
    discards: Mapping[Seat, Hand]
    packets: Mapping[Seat, Hand]

    @property
    def variant(self) -> Variant:
        """The game that the button shows."""
        return VARIANTS[self.setup.options.variant]

    def with_spot(self, spot: str) -> list[Seat]:
        """The seats with a wager on a spot, from the button."""
        return [seat for seat in self.first if spot in self.setup.wagers[seat]]

    def drawing(self) -> list[Seat]:
        """The seats that have yet to choose their discards."""
        return [seat for seat in self.with_spot(BIG_DRAW) if seat not in self.discards]

    def kept(self, seat: Seat) -> Hand:
        """The first five cards without the discards."""
        gone = self.discards.get(seat, ())
        return tuple(card for card in self.first[seat] if card not in gone)

    def final(self, seat: Seat) -> Hand:
        """The kept cards, followed by the replacements."""
        return self.kept(seat) + self.packets.get(seat, ())

    def blind(self, seat: Seat) -> bool:
        """Whether the seat may look at its cards only after all draws are done."""
        return self.setup.options.blind_first_five and BIG_DRAW not in self.setup.wagers[seat]

    def result(self, seat: Seat, spot: str) -> SpotResult:
        """The result of a wager: First 5 on the first five cards, Big Draw on the final ones."""
        line = self.variant.line(self.first[seat] if spot == FIRST_FIVE else self.final(seat))
        stake = self.setup.wagers[seat][spot]
        back = returned(self.setup.paytables[spot].pays(line), stake)
        return SpotResult(seat, spot, stake, back, line)
