"""A game's kit: everything that the house needs of one game, declared once.

A game is a folder of `games`. Its `kit` module makes one `Kit`, and a line in `games.registry` puts
the kit on the site. Everything else asks the kit and names no game; docs/adding-a-game.md is the
guide.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from games.engine.cards import Card
from games.engine.game import Action, Seat, Setup
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import AnyGame, Record, Replay, replay
from games.engine.view import Event, View
from games.odds.charts import Sheet
from games.odds.report import Bet, GameOdds
from games.protection.counting import Counting
from games.protection.nets import Nets
from games.protection.sampling import Sampling
from games.protection.shared import FaceUp, Gain

Paytables = Mapping[str, Paytable]
"""By spot; one for every spot that has lines under the house options at hand."""

Value = Fraction | float
"""An expected net in units of the base wager, exact where the game's sums are."""

Cents = Fraction | float
"""Expected cents, exact where the game's sums are."""

Charts = Callable[[Any, Paytables, int], Iterable[Sheet]]
"""From house options, paytables and stake in cents to best play; see `games.odds.charts`."""

SingleDeal = Callable[[Any, Paytable, int], Bet]
"""From house options, paytable and stake in cents to the odds of a bet that one deal decides."""

OpeningCards = Callable[[Setup[Any], Seat | None], set[int]]
"""The places in the deck of the cards that a viewer sees while the first decision is open."""


class Odds(Protocol):
    """What the `odds` module of every game has.

    It keeps what is slow to make in a cache of its own (`functools.cache` on hashable facts).
    """

    def odds(self, options: Any, paytables: Paytables, stake: int) -> tuple[Bet, ...]:
        """Every bet of the game under these house options, `stake` cents on each, in settlement
        order.

        A raised game is one bet, reported under its opening wager, with `Bet.average_wager`. One
        bet a spot: where the play matters, it is under the play that the maker's figures assume,
        and the same spot under other play is in its `Bet.otherwise`.
        """


class Play(Protocol):
    """What the `odds` module has besides where something is decided."""

    def advice(self, state: Any, seat: Seat) -> Iterable[tuple[Action, Value]]:
        """What each action is worth to a seat that is waited on, in any order, in units of the base
        wager.

        The value is the expected net, from now to the end of the round, of the base wager and all
        that is raised on it, played on in the best way; side wagers whose fate the action does not
        change are left out. `state` holds every card: only what the seat may see may matter. Of an
        action with amounts, only the amounts that can be best need be listed.
        """

    def best_action(self, state: Any, seat: Seat) -> Action:
        """The action of the play that `odds` assumes for the `Bet`s that are `simulated`. Fast
        enough for a million rounds: tables, not sums, once warm."""


def name_of_action(action: Action, base: int, hand: Sequence[str]) -> str:
    """An action as its button has it, where its name says it all. For `Decisions.words`."""
    return action.name.capitalize()


@dataclass(frozen=True)
class Highlight:
    """What the front of the lobby shows of a game: the codes of a hand, a title, a sentence."""

    cards: tuple[str, ...]
    title: str
    sentence: str


@dataclass(frozen=True)
class Decisions:
    """How the decisions of a game are valued, and called.

    play: values every action, and knows the best one. base: the spot whose stake is the unit of
    `Play.advice`. unit: what players call that unit, in the plural. settled: the expected net in
    cents of the wagers that a seat's decision cannot change any more, which `advice` leaves out.
    words: an action as its button has it, from the action, the cents of the base wager and the
    codes of the hand that acts. assumes: the play that the figures assume, where players do not
    simply call it best play.
    """

    play: Play
    base: str
    unit: str
    settled: Callable[[Any, Seat], Cents]
    words: Callable[[Action, int, Sequence[str]], str] = name_of_action
    assumes: str = ""


@dataclass(frozen=True)
class FirstSteps:
    """What somebody who has never played the game is told on its felt, in three steps: what to do
    first and how (a title and a sentence), what the deal brings (a sentence), and what to do then
    (a title and a sentence). Between them the page names the button that ends the betting."""

    bet: tuple[str, str]
    dealt: str
    play: tuple[str, str]


Title = Callable[[View, Seat], str]
"""From a finished round as one of its seats saw it to what happened to that seat, in a few words:
``"Two pair, kings and fours"``."""


def hands_in_words(view: View, seat: Seat) -> str:
    """What a seat's hands are; "" where the game does not say. For `Kit.title`."""
    own = view.seat(seat)
    words = [hand.words for hand in own.hands if hand.words] if own else []
    return "; ".join(words).capitalize()


@dataclass(frozen=True)
class Course:
    """How a round goes, in the lines beside its table, each without a full stop.

    deal: what is dealt; decide: what the seats do then, "" where nothing is decided; end: what the
    dealer does at last. left: what becomes of the hand of a player who leaves. at_once: whether all
    seats decide together. decided: what the seats have decided, from the events that a viewer has
    seen and the viewer's seat; "" for nothing.
    """

    deal: str
    end: str
    decide: str = ""
    left: str = "it is played out as if your time had run out"
    at_once: bool = True
    decided: Callable[[Sequence[Event], Seat | None], str] = lambda events, viewer: ""


@dataclass(frozen=True)
class Asked:
    """What a seat is asked, as far as drills sort it: the cards of the hand that acts, the open
    cards of the dealer, and the names of the actions."""

    hand: tuple[Card, ...]
    against: tuple[Card, ...]
    actions: frozenset[str]


Cell = Callable[[Asked, Action, Any], tuple[str, ...]]
"""Where a question stands in the charts of a game: from what is asked, the best answer and the
house options to the key of the chart, the head of the row and that of the column; of a list of
holds, the words of the one to hold. () where it stands in none."""


@dataclass(frozen=True)
class DrillKind:
    """A kind of decision that can be practised.

    key: its name in addresses and rows. name: on pages, ``"Soft doubles"``. situation: what a
    question of this kind is called, so that those one should play alike have one name
    (``"Soft 18 against 9"``); "" for a question of another kind. options: the house options that
    differ from their defaults.
    """

    key: str
    name: str
    situation: Callable[[Asked], str]
    options: Mapping[str, Any] = field(default_factory=dict)


Decide = Callable[[Any, Seat], Action]
"""From the state of a round to what a seat that is waited on does."""


@dataclass(frozen=True)
class Demonstration:
    """A hand worth showing to people who learn the game.

    key: its name in addresses. name: what happens, ``"The dealer breaks a pair"``. wanted: whether
    a finished round shows it; it is about seat 1. wagers: in cents, by seat and spot. said: what a
    speaker says first. options: the house options that differ from their defaults. play: how the
    seats act, None: as the kit has it (`Kit.usual_play`). group: what it stands under in a list.
    spot, line: of a hand that shows a line of a paytable.
    """

    key: str
    name: str
    wanted: Callable[[Replay], bool]
    wagers: Mapping[Seat, Mapping[str, int]]
    said: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    play: Decide | None = None
    group: str = ""
    spot: str = ""
    line: str = ""


Values = dict[str, Any]
"""Plain JSON values."""


@dataclass(frozen=True)
class Proof:
    """What a proof pack shows of a game beside the counts of its bets' lines.

    counts: by spot, how a bet is counted whose lines gather several nets, or whose chances are not
    of single deals: from house options, paytables, stake, the bet and whether it is under other
    play (`Bet.otherwise`), to ``total``, ``edge`` and ``lines`` with their ``nets``.
    assumed: the play that the figures assume, as values beside the bets, from the house options.
    sample: states drawn by a seed, with what every action is worth in them; from house options,
    paytables, stake and seed. files: further files by name. by_stake: the spots that are played
    otherwise for another stake, so that no counts hold for it.
    """

    counts: Mapping[str, Callable[[Any, Paytables, int, Bet, bool], Values]] = field(
        default_factory=dict
    )
    assumed: Callable[[Any], Values] = lambda options: {}
    sample: Callable[[Any, Paytables, int, str], list[Values]] = lambda *_: []
    files: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    by_stake: frozenset[str] = frozenset()


Count = Callable[[Any, Paytables, int, str, Sampling], Counting]
"""From house options, paytables, stake in cents, spot and sampling to what counting makes of it."""

Gains = Callable[[Any, Paytables, int, Sampling], Iterable[Gain]]
"""From house options, paytables, stake in cents and sampling to what known cards add to a bet."""

SeenByAll = Callable[[Any, Paytables, int, Sampling], FaceUp]
"""From the same to whether a bet is safe with the hands of all seats face up."""

RoundNets = Callable[[Any, Paytables, Mapping[str, int]], Nets]
"""From house options, paytables and wagers in cents by spot to what a seat's round comes to."""


@dataclass(frozen=True)
class Protection:
    """What a game's bets give away to people who count, share or see cards, and what its rounds
    come to; see docs/protection.md. All but `round_nets` are by spot, and lack a spot of which
    there is nothing to tell.

    counting: bets dealt from a shoe. exposed: whether cards carry over from round to round under
    house options, so that counting helps. shoe: how many decks are shuffled together, and how many
    percent of them lie before a cut card.
    shared: what the cards of other seats, or cards seen before they may be, add to a bet with
    decisions. hole_cards: what the dealer's hidden card adds. face_up: of bets with decisions; for
    others it is known without asking.
    """

    round_nets: RoundNets
    counting: Mapping[str, Count] = field(default_factory=dict)
    exposed: Callable[[Any], bool] = lambda options: False
    shoe: Callable[[Any], tuple[int, int]] = lambda options: (1, 100)
    shared: Mapping[str, Gains] = field(default_factory=dict)
    hole_cards: Mapping[str, Gains] = field(default_factory=dict)
    face_up: Mapping[str, SeenByAll] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Kit:
    """Everything that the house needs of one game.

    rules: the game itself. folder: where its paytables, templates, styles and examples are.
    sentence, cards: what the lobby says of it, and the codes of the cards it shows. highlight: what
    the front of the lobby shows, if it is of this game: of the first that has one. first: the first
    minute at its table. course: how a round goes. odds: exact odds. opening_cards: who sees which
    cards right after the deal, as the rules say. decisions: None where nothing is decided. charts:
    best play as the rules page prints it. cell: where a question stands in them. single_deal: by
    spot, the bets that one deal decides, whose odds are there at once. line_words: by spot, the
    lines of a spot without a paytable, where a word is not enough. depends_on_play: the spots whose
    figures assume the best play, so that players who err lose more. own_bets: the spots staked
    within a round that are bets of their own and no raises. main_bet: the spot on which a bot
    always bets. keys: what a letter or digit does when the game asks something (``{"h": "Hit"}``).
    proof: see `Proof`. protection: see `Protection`; None for a game whose bets nobody has looked
    at. filters: functions that the game's own templates use as filters, under their names, after
    ``{% load game %}``. title: what the history calls a round, see `Title`. drills: the kinds of
    decisions that can be practised. two_colours: whether colour is a bet, so that cards are red and
    black for those who have chosen no deck. board_pays: whether the middle of the felt says what
    spots pay. demonstrations: hands worth showing, beside one for every line of a paytable.
    usual_play: how seats act in hands that are shown; None: the best play.
    """

    rules: AnyGame
    folder: Path
    sentence: str
    cards: tuple[str, ...]
    first: FirstSteps
    course: Course
    odds: Odds
    opening_cards: OpeningCards
    main_bet: str
    decisions: Decisions | None = None
    charts: Charts | None = None
    cell: Cell = lambda asked, best, options: ()
    single_deal: Mapping[str, SingleDeal] = field(default_factory=dict)
    line_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    depends_on_play: frozenset[str] = frozenset()
    own_bets: frozenset[str] = frozenset()
    keys: Mapping[str, str] = field(default_factory=dict)
    proof: Proof = Proof()
    highlight: Highlight | None = None
    filters: Sequence[Callable[..., Any]] = ()
    protection: Protection | None = None
    title: Title = hands_in_words
    drills: Sequence[DrillKind] = ()
    two_colours: bool = False
    board_pays: bool = False
    demonstrations: Sequence[Demonstration] = ()
    usual_play: Decide | None = None

    @property
    def slug(self) -> str:
        """The game's name in addresses, rows and records."""
        return self.rules.slug

    @property
    def stylesheet(self) -> str:
        """The static file with the styles of its felt alone; "" where it needs none."""
        name = f"css/{self.slug}.css"
        return name if (self.folder / "static" / name).is_file() else ""

    @property
    def unit(self) -> str:
        """What players call the bet that costs are counted in, in the plural."""
        return self.decisions.unit if self.decisions else "bets"

    @property
    def play(self) -> Play:
        """The values of actions. Raises TypeError for a game in which nothing is decided."""
        if self.decisions is None:
            raise TypeError(f"Nothing is decided in {self.rules.name}.")
        return self.decisions.play

    def game_odds(self, options: Options, paytables: Paytables, stake: int) -> GameOdds:
        """The odds of every bet of the game, `stake` cents on each."""
        bets = self.odds.odds(options, paytables, stake)
        return GameOdds(self.slug, options.as_json(), stake, bets)

    def advice(self, record: Record) -> dict[Seat, list[tuple[Action, Value]]]:
        """For every seat that an unfinished round waits on, its actions with their values, best
        first.

        Empty when the round is settled. Raises GameError for a record that does not replay.
        """
        played = replay(record)
        return {
            seat: sorted(self.play.advice(played.state, seat), key=lambda option: -option[1])
            for seat in played.waiting_on
        }


def packet(order: tuple[Seat, ...], viewer: Seat | None, size: int) -> set[int]:
    """The places of a viewer's own packet where every seat is dealt `size` cards at once, in this
    order; none for a viewer who is not in it. For `Kit.opening_cards`."""
    if viewer not in order:
        return set()
    first = order.index(viewer) * size
    return set(range(first, first + size))
