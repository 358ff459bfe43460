"""A game's kit: everything that the house needs to know about one game, declared once.

A game is a folder of `games`. Its `kit` module makes one `Kit`, and a line in `games.registry` puts
the kit on the site. Everything else asks the kit and names no game; docs/adding-a-game.md is the
guide.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
"""By spot; one for every spot that has lines under these house options."""

Value = Fraction | float
"""An expected net in units of the base wager, exact if the game's computation is."""

Cents = Fraction | float
"""Expected cents, exact if the game's computation is."""

Charts = Callable[[Any, Paytables, int], Iterable[Sheet]]
"""From house options, paytables and stake in cents to best play; see `games.odds.charts`."""

SingleDeal = Callable[[Any, Paytable, int], Bet]
"""From house options, paytable and stake in cents to the odds of a bet that one deal decides."""

OpeningCards = Callable[[Setup[Any], Seat | None], set[int]]
"""The places in the deck of the cards that a viewer sees while the first decision is open."""


class Odds(Protocol):
    """What every game's `odds` module has.

    It caches what is slow to make (`functools.cache` on hashable arguments).
    """

    def odds(self, options: Any, paytables: Paytables, stake: int) -> tuple[Bet, ...]:
        """Every bet of the game under these house options, `stake` cents on each, in settlement
        order.

        A raised game is one bet, reported under its opening wager, with `Bet.average_wager`. One
        bet per spot: if the play matters, it assumes the play of the maker's figures, and the same
        spot under other play is in its `Bet.otherwise`.
        """


class Play(Protocol):
    """What the `odds` module also has if players decide anything."""

    def advice(self, state: Any, seat: Seat) -> Iterable[tuple[Action, Value]]:
        """The value of each action for a seat whose turn it is, in any order, in units of the base
        wager.

        The value is the expected net, until the end of the round, of the base wager and all raises
        on it, with best play from here on; side wagers that the action does not affect are left
        out. `state` holds every card: only what the seat may see may matter. For an action with
        amounts, only the amounts that can be best need to be listed.
        """

    def best_action(self, state: Any, seat: Seat) -> Action:
        """The action of the play that `odds` assumes for the `Bet`s that are `simulated`. Fast
        enough for a million rounds: once warm, it only looks values up."""


def name_of_action(action: Action, base: int, hand: Sequence[str]) -> str:
    """The label of an action's button, if its name is enough. For `Decisions.words`."""
    return action.name.capitalize()


@dataclass(frozen=True)
class Highlight:
    """What the lobby's front shows of a game: the codes of a hand, a title, a sentence."""

    cards: tuple[str, ...]
    title: str
    sentence: str


@dataclass(frozen=True)
class Decisions:
    """How the decisions of a game are valued and named.

    play: values every action, and knows the best one. base: the spot whose stake is the unit of
    `Play.advice`. unit: what players call that unit, in the plural. settled: the expected net in
    cents of the wagers that a seat's decision can no longer change, which `advice` leaves out.
    decided: the part of it that the cards have decided. words: the label of an action's button,
    from the action, the cents of the base wager and the codes of the hand that acts. assumes: the
    play that the figures assume, if it has another name than best play.
    """

    play: Play
    base: str
    unit: str
    settled: Callable[[Any, Seat], Cents]
    decided: Callable[[Any, Seat], Cents]
    words: Callable[[Action, int, Sequence[str]], str] = name_of_action
    assumes: str = ""


@dataclass(frozen=True)
class FirstSteps:
    """What the felt explains to somebody who has never played the game, in three steps: what to do
    first and how (a title and a sentence), what is dealt (a sentence), and what to do then (a title
    and a sentence). In between, the page names the button that ends the betting. beside: a sentence
    that names the bets that are optional, or all where none is needed."""

    bet: tuple[str, str]
    dealt: str
    play: tuple[str, str]
    beside: str = ""


Title = Callable[[View, Seat], str]
"""From a finished round, as one of its seats saw it, to what happened to that seat in a few words:
``"Two pair, kings and fours"``."""


def hands_in_words(view: View, seat: Seat) -> str:
    """A seat's hands in words; "" if the game does not name them. For `Kit.title`."""
    own = view.seat(seat)
    words = [hand.words for hand in own.hands if hand.words] if own else []
    return "; ".join(words).capitalize()


@dataclass(frozen=True)
class Course:
    """How a round goes, in the lines beside its table, each without a full stop.

    deal: what is dealt; decide: what the seats do then, "" if nothing is decided; end: what the
    dealer does at the end. left: what becomes of a hand whose player leaves. at_once: whether all
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
    """What a drill needs to know about a question to sort it: the cards of the hand that acts, the
    open cards of the dealer, and the names of the actions."""

    hand: tuple[Card, ...]
    against: tuple[Card, ...]
    actions: frozenset[str]


Cell = Callable[[Asked, Action, Any], tuple[str, ...]]
"""The place of a question in a game's charts: from the question, the best answer and the house
options to the key of the chart and the headings of row and column; in a list of holds, the words of
the one to hold. () if it is in none."""


@dataclass(frozen=True)
class DrillKind:
    """A kind of decision that can be practised.

    key: its name in addresses and rows. name: on pages, ``"Soft doubles"``. situation: the name of
    a question of this kind, the same for all that should be played alike (``"Soft 18 against 9"``);
    "" for a question of another kind. options: the house options that differ from their defaults.
    """

    key: str
    name: str
    situation: Callable[[Asked], str]
    options: Mapping[str, Any] = field(default_factory=dict)


Decide = Callable[[Any, Seat], Action]
"""From the state of a round to what the seat whose turn it is does."""


@dataclass(frozen=True)
class Demonstration:
    """A hand worth showing to people who learn the game.

    key: its name in addresses. name: what happens, ``"The dealer breaks a pair"``. wanted: whether
    a finished round shows it, at seat 1. wagers: in cents, by seat and spot. said: the speaker's
    opening sentence. options: the house options that differ from their defaults. play: how the
    seats act, None: the kit's `Kit.usual_play`. group: its heading in a list. spot, line: of a hand
    that shows a line of a paytable.
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
    """What a proof pack shows of a game in addition to the counts of its bets' lines.

    counts: by spot, for a bet whose lines combine several nets or whose chances are not of single
    deals, how it is counted: from house options, paytables, stake, the bet and whether it is under
    other play (`Bet.otherwise`), to ``total``, ``edge`` and ``lines`` with their ``nets``. assumed:
    the play that the figures assume, as values beside the bets, from the house options. sample:
    states drawn by a seed, with the value of every action in them; from house options, paytables,
    stake and seed. files: further files by name. by_stake: the spots whose best play depends on the
    stake, so that no counts hold for another one.
    """

    counts: Mapping[str, Callable[[Any, Paytables, int, Bet, bool], Values]] = field(
        default_factory=dict
    )
    assumed: Callable[[Any], Values] = lambda options: {}
    sample: Callable[[Any, Paytables, int, str], list[Values]] = lambda *_: []
    files: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    by_stake: frozenset[str] = frozenset()


Count = Callable[[Any, Paytables, int, str, Sampling], Counting]
"""From house options, paytables, stake in cents, spot and sampling to what counting gains on it."""

Gains = Callable[[Any, Paytables, int, Sampling], Iterable[Gain]]
"""From house options, paytables, stake in cents and sampling to what known cards add to a bet."""

SeenByAll = Callable[[Any, Paytables, int, Sampling], FaceUp]
"""From the same to whether a bet is safe when the hands of all seats are face up."""

RoundNets = Callable[[Any, Paytables, Mapping[str, int]], Nets]
"""From house options, paytables and wagers in cents by spot to the distribution of a seat's
round."""


@dataclass(frozen=True)
class Protection:
    """What a game's bets give away to people who count, share or see cards, and how its rounds are
    distributed; see docs/protection.md. All but `round_nets` are by spot, and omit spots for which
    there is nothing to compute.

    counting: bets dealt from a shoe. exposed: whether cards carry over from round to round under
    house options, so that counting helps. shoe: how many decks are shuffled together, and what
    percentage of them is dealt before the cut card. shared: what the cards of other seats, or cards
    seen before they may be, add to a bet with decisions. hole_cards: what the dealer's hidden card
    adds. face_up: for bets with decisions; for others the answer is known.
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
    """Everything that the house needs to know about one game.

    rules: the game itself. folder: where its paytables, templates, styles and examples are.
    sentence, cards: what the lobby says of it, and the codes of the cards it shows. highlight: what
    the lobby's front shows; the first game that has one is used. first: the first minute at its
    table. course: how a round goes. odds: exact odds. opening_cards: who sees which cards right
    after the deal, as the rules say. decisions: None if nothing is decided. charts: best play as
    the rules page prints it. cell: the place of a question in them. single_deal: by spot, the bets
    that one deal decides, whose odds take no time. line_words: by spot, the lines of a spot without
    a paytable, if a word is not enough. depends_on_play: the spots whose figures assume best play,
    so that players who make mistakes lose more. own_bets: the spots staked within a round that are
    separate bets and not raises. main_bet: the spot on which a bot always bets. keys: what a letter
    or digit does when the game asks something (``{"h": "Hit"}``). idle_keys: those of its
    keys, or of every table's, that do nothing under these house options. proof: see `Proof`.
    protection:
    see `Protection`; None for a game whose bets have not been analysed. filters: functions that the
    game's own templates use as filters, under their names, after ``{% load game %}``. title: what
    the history calls a round, see `Title`. drills: the kinds of decisions that can be practised.
    two_colours: whether colour is a bet, so that cards are red and black for people who have not
    chosen a deck. board_pays: whether the middle of the felt says what spots pay. demonstrations:
    hands worth showing, beside one for every line of a paytable. usual_play: how seats act in hands
    that are shown; None: the best play. well_known: whether people know the game before they come;
    the lobby leads a first visit to such a game.
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
    idle_keys: Callable[[Any], Collection[str]] = lambda options: ()
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
    well_known: bool = False

    @property
    def slug(self) -> str:
        """The game's name in addresses, rows and records."""
        return self.rules.slug

    @property
    def stylesheet(self) -> str:
        """The static file with the styles of its felt alone; "" if it needs none."""
        name = f"css/{self.slug}.css"
        return name if (self.folder / "static" / name).is_file() else ""

    @property
    def unit(self) -> str:
        """What players call the bet in which costs are counted, in the plural."""
        return self.decisions.unit if self.decisions else "bets"

    @property
    def play(self) -> Play:
        """The values of actions. Raises TypeError for a game without decisions."""
        if self.decisions is None:
            raise TypeError(f"Nothing is decided in {self.rules.name}.")
        return self.decisions.play

    def game_odds(self, options: Options, paytables: Paytables, stake: int) -> GameOdds:
        """The odds of every bet of the game, `stake` cents on each."""
        bets = self.odds.odds(options, paytables, stake)
        return GameOdds(self.slug, options.as_json(), stake, bets)

    def advice(self, record: Record) -> dict[Seat, list[tuple[Action, Value]]]:
        """For every seat whose turn it is in an unfinished round, its actions with their values,
        best first.

        Empty if the round is settled. Raises GameError for a record that does not replay.
        """
        played = replay(record)
        return {
            seat: sorted(self.play.advice(played.state, seat), key=lambda option: -option[1])
            for seat in played.waiting_on
        }


def packet(order: tuple[Seat, ...], viewer: Seat | None, size: int) -> set[int]:
    """The places of a viewer's own packet if every seat is dealt `size` cards at once, in this
    order; none for a viewer who is not in it. For `Kit.opening_cards`."""
    if viewer not in order:
        return set()
    first = order.index(viewer) * size
    return set(range(first, first + size))
