"""House options of blackjack: what the maker of Bad Beat leaves to the house.

The choices and defaults are those of the rules page; the sources are named in
`games.blackjack.rules`.
"""

from dataclasses import dataclass

from games.engine.cards import DECK
from games.engine.errors import BadOption
from games.engine.options import Options, option

NO_CUT_CARD = 75
"""The default of `penetration`, which has no effect if every round has a fresh shuffle."""

ROUND_CARDS = 24
"""The cards that must be behind the cut card: three cards each for seven seats and the dealer."""


@dataclass(frozen=True)
class BlackjackOptions(Options):
    """House options of blackjack with the Bad Beat side wager."""

    decks: int = option(
        6, "How many decks are shuffled together.", choices=(1, 2, 3, 4, 5, 6, 7, 8)
    )
    dealer_hits_soft_17: bool = option(
        True, "Whether the dealer draws to a 17 in which an ace counts 11."
    )
    double_after_split: bool = option(True, "Whether a hand may be doubled after a split.")
    double_on: str = option(
        "any",
        "The two-card totals that may be doubled.",
        choices={"any": "Any two cards", "9-11": "9, 10 and 11", "10-11": "10 and 11"},
    )
    resplit_to: int = option(
        4, "How many hands a seat may make by splitting and resplitting.", choices=(2, 3, 4)
    )
    resplit_aces: bool = option(False, "Whether an ace dealt to a split ace may be split again.")
    hit_split_aces: bool = option(
        False, "Whether split aces are played on; if not, each gets one card and stands."
    )
    surrender: str = option(
        "none",
        "Whether a seat may give up its first two cards for half its wager, once the dealer has "
        "looked for blackjack.",
        choices={"none": "No surrender", "late": "Late surrender"},
    )
    blackjack_pays: str = option(
        "3:2", "What a natural pays.", choices={"3:2": "3 to 2", "6:5": "6 to 5"}
    )
    insurance: bool = option(
        True, "Whether insurance, and with it even money, is offered against an ace."
    )
    peek: bool = option(
        True,
        "Whether the dealer looks for blackjack under an ace or a ten before anyone acts. If not, "
        "a dealer blackjack is found at the end and takes doubled and split bets whole.",
    )
    shuffle: str = option(
        "every_round",
        "When the shoe is shuffled.",
        choices={"every_round": "Before every round", "cut_card": "When the cut card comes out"},
    )
    penetration: int = option(
        NO_CUT_CARD,
        "The percentage of the shoe that is dealt before the cut card.",
        choices=(50, 55, 60, 65, 70, 75, 80, 85),
    )
    bad_beat_option: int = option(
        2,
        "Bad Beat rides on the first two cards alone (1), or after a split on the first hand (2).",
        choices=(2, 1),
    )

    def check(self) -> None:
        """Raise BadOption for rules that no house could deal."""
        if self.surrender == "late" and not self.peek:
            raise BadOption(
                "Late surrender comes after the dealer has looked for blackjack: with surrender "
                "'late', peek must be true."
            )
        if self.resplit_aces and self.resplit_to == 2:
            raise BadOption(
                "Aces cannot be split again where a seat may hold two hands: with resplit_aces, "
                "resplit_to must be 3 or 4."
            )
        if self.shuffle == "every_round" and self.penetration != NO_CUT_CARD:
            raise BadOption(
                "A shoe that is shuffled before every round has no cut card: leave penetration at "
                f"{NO_CUT_CARD}, or set shuffle to 'cut_card'."
            )
        if self.shuffle == "cut_card":
            self._check_cut_card()

    @property
    def cards(self) -> int:
        """How many cards the shoe holds."""
        return self.decks * len(DECK)

    @property
    def before_cut_card(self) -> int:
        """How many cards are dealt before the cut card comes out."""
        return self.cards * self.penetration // 100

    def _check_cut_card(self) -> None:
        behind = self.cards - self.before_cut_card
        if behind < ROUND_CARDS:
            decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
            raise BadOption(
                f"Only {behind} cards of {decks} lie behind a cut card at {self.penetration} "
                f"percent, and the last round of seven seats needs {ROUND_CARDS}: take more decks "
                "or a lower penetration."
            )
