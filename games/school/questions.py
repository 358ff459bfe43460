"""Questions of dealer school's drills, drawn from the rounds that a seed gives.

A question as JSON is the fields of `Question`. Its kinds: what a bet pays, which line a hand hits,
which card the house way throws away, what a hand counts, and what is done when something goes
wrong. A procedure's ``[drills]`` say which bets are read and whether hands are counted.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.cards import name_of, parse_card
from games.engine.game import reported_under
from games.engine.limits import money
from games.engine.paytable import LOSE
from games.engine.record import Record
from games.engine.view import HandView
from games.kit import Kit
from games.procedure.moves import Course, Move
from games.procedure.reading import SEAT, Procedure, procedure
from games.school.deals import deal
from games.tables.bot_policy import whim

KINDS: Mapping[str, str] = {
    "payments": "Payments",
    "reading": "Which line does it hit?",
    "house": "House way",
    "totals": "Totals",
    "cases": "When something goes wrong",
}
"""The kinds of questions, as pages call them."""

CHOICES = 4
"""How many answers a question has to choose from, at most."""
PLAYERS = 3
TRIES = 12
"""How many rounds are looked through for a question of a kind."""


Hands = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Question:
    """A question. name: the name shared by questions with the same lesson. hands: whose they are,
    and the codes of their cards. choices: the answers to choose from; () for a number that is
    typed. answer: the right one, of a number as text. quote and source: what it is based on; house:
    the part that is the house's own."""

    kind: str
    name: str
    words: str
    hands: Hands
    choices: tuple[str, ...]
    answer: str
    quote: str
    source: str
    house: str = ""

    def as_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)


def read_question(raw: Mapping[str, Any]) -> Question:
    """Read a question that `as_json` wrote."""
    hands = tuple((label, tuple(cards)) for label, cards in raw["hands"])
    return Question(**{**raw, "hands": hands, "choices": tuple(raw["choices"])})


def kinds_of(kit: Kit) -> dict[str, str]:
    """The kinds of questions that a game has, by key."""
    dealing = procedure(kit)
    have = {
        "payments": True,
        "reading": bool(dealing.read),
        "house": _house_step(dealing),
        "totals": dealing.counted,
        "cases": bool(dealing.questions),
    }
    return {key: words for key, words in KINDS.items() if have[key]}


def _house_step(dealing: Procedure) -> bool:
    return any(
        step.event and "discard" in step.event.kinds and step.event.place != SEAT
        for step in dealing.steps
    )


def question(kit: Kit, kind: str, seed: str, number: int) -> Question:
    """A question of a kind. Raises LookupError if none was found."""
    if kind == "cases":
        return _case(procedure(kit), seed, number)
    easy: list[Question] = []
    wants_hard = whim(seed, number, "hard") % 4 > 0
    for draw in range(TRIES):
        record, dealt = deal(kit.slug, f"{seed}/{number}", draw, PLAYERS)
        found = list(_MAKERS[kind](kit, record, dealt))
        hard = [asked for asked, is_hard in found if is_hard]
        easy += [asked for asked, is_hard in found if not is_hard]
        chosen = hard if hard and wants_hard else [] if wants_hard else easy or hard
        if chosen:
            return chosen[whim(seed, number, draw) % len(chosen)]
    if not easy:
        raise LookupError(f"No question of the kind {kind} was found.")
    return easy[whim(seed, number) % len(easy)]


def of_fault(kit: Kit, record: Record, dealt: Course, move: Move, fault: str) -> Question | None:
    """The question that comes back for a fault in a round; None for one that is no drill's."""
    if fault == "amount" and move.chips:
        return payment(record, move)
    if fault == "discard":
        return next((asked for asked, _ in _house_way(kit, record, dealt)), None)
    return None


Found = Iterator[tuple[Question, bool]]
"""Questions, each with whether it is one of the harder ones, which are asked more often."""


def _payments(kit: Kit, record: Record, dealt: Course) -> Found:
    for move in dealt.moves:
        if move.chips:
            yield payment(record, move), move.chips != move.stake


def payment(record: Record, move: Move) -> Question:
    """A question about what a bet pays, or how much of it goes back."""
    stake = move.stake or _stake_under(record, move)
    odds = move.pays or ("even money" if move.net == stake else "")
    how = ", ".join(filter(None, (move.words, odds)))
    asked = "What do you pay?" if move.net > 0 else "How much goes back?"
    words = f"{_at(record, move)} on {money(stake)}: {how}. {asked}"
    name = f"{move.bet}: {move.words}"
    return _asked("payments", name, words, (), (), _plain(move.chips), move)


def side_of(record: Record) -> str:
    """The game that the button chose, in words; "" if the game has no choice."""
    choice = record.game.choice
    return choice.values[getattr(record.setup.options, choice.option)] if choice else ""


def _at(record: Record, move: Move) -> str:
    """Which bet a question is about, after what the button chose."""
    return ": ".join(filter(None, (side_of(record), move.bet)))


def _plain(cents: int) -> str:
    """An amount as it is typed."""
    return f"{cents // 100}.{cents % 100:02d}" if cents % 100 else str(cents // 100)


def _stake_under(record: Record, move: Move) -> int:
    """What a bet without a stake of its own is paid on."""
    spots = record.game.spots(record.setup.options)
    seat = int(move.place.partition("-")[2].partition(".")[0])
    return record.setup.wagers[seat].get(reported_under(spots)[move.spot], 0)


def _reading(kit: Kit, record: Record, dealt: Course) -> Found:
    spots = {spot.key: spot for spot in kit.rules.spots(record.setup.options)}
    for move in dealt.moves:
        if move.spot not in procedure(kit).read:
            continue
        hands = _hands(dealt, move)
        if not hands:
            continue
        lines = {**spots[move.spot].lines, LOSE: "Nothing: it loses"}
        right = lines.get(move.line, lines[LOSE])
        choices = _choices(list(lines.values()), right, (move.place, *hands[0][1]))
        words = f"{_at(record, move)}: which line does the seat's hand hit?"
        asked = _asked("reading", f"{move.bet}: {right}", words, hands, choices, right, move)
        yield asked, right != lines[LOSE]


def _hands(dealt: Course, move: Move) -> Hands:
    """The first hand of the seat of a move, and the cards it is read with; () for a hidden one."""
    number = int(move.place.partition("-")[2].partition(".")[0])
    seat = dealt.view.seat(number)
    assert seat is not None
    named = [(f"Seat {number}", seat.hands[0])]
    named += [(pile.name, pile.hand) for pile in dealt.view.piles]
    hands = [(name, _left(hand)) for name, hand in named]
    return tuple(hands) if len(hands[0][1]) == len(seat.hands[0].cards) else ()


def _left(hand: HandView) -> tuple[str, ...]:
    """The open cards of a hand but those thrown away."""
    marks = (*hand.marks, *("",) * (len(hand.cards) - len(hand.marks)))
    return tuple(c for c, mark in zip(hand.cards, marks, strict=True) if c and mark != "gone")


def _choices(every: list[str], right: str, facts: tuple[object, ...]) -> tuple[str, ...]:
    """The right answer and some of those nearest to it, in the order of the list."""
    place = every.index(right)
    near = sorted(range(len(every)), key=lambda n: (abs(n - place), whim(n, *facts)))
    return tuple(every[n] for n in sorted(near[:CHOICES]))


def _house_way(kit: Kit, record: Record, dealt: Course) -> Found:
    for before, move in zip(dealt.moves, dealt.moves[1:], strict=False):
        cards = tuple(code for code in before.cards if code)
        if move.chosen_card and move.place == before.place and move.chosen_card in cards:
            ranks = [code[0] for code in cards]
            pair = len(set(ranks)) < len(ranks)
            name = "A pair among your cards" if pair else "No pair among your cards"
            names = tuple(_named(code) for code in cards)
            words = "Which card do you throw away?"
            right = _named(move.chosen_card)
            yield _asked("house", name, words, (("You", cards),), names, right, move), pair


def _named(code: str) -> str:
    words = name_of(parse_card(code))
    return words[0].upper() + words[1:]


def _totals(kit: Kit, record: Record, dealt: Course) -> Found:
    turned = [move for move in dealt.moves if move.deed == "turn" and move.place.startswith(SEAT)]
    for move in turned:
        seat = dealt.view.seat(int(move.place.partition("-")[2]))
        assert seat is not None
        hand = seat.hands[0]
        if hand.total.isdecimal():
            words, name = "What do the cards add up to?", f"Totals of {int(hand.total) // 10 * 10}s"
            hands = ((f"Seat {seat.seat}", _left(hand)),)
            aces = any(code[0] == "A" for code in _left(hand))
            yield _asked("totals", name, words, hands, (), hand.total, move), aces


def _asked(
    kind: str, name: str, words: str, hands: Hands,
    choices: tuple[str, ...], answer: str, move: Move,
) -> Question:  # fmt: skip
    step = move.step
    return Question(
        kind, name[:120], words, hands, choices, answer, step.quote, step.source, step.house
    )


def _case(dealing: Procedure, seed: str, number: int) -> Question:
    """One of the irregularities, all of them before any comes again."""
    asked = sorted(dealing.questions, key=lambda one: whim(seed, one.case))
    one = asked[number % len(asked)]
    answers = (one.correct, *one.wrong)
    choices = tuple(sorted(answers, key=lambda answer: whim(seed, number, answer)))
    words = f"{one.question} (House rule)" if one.of_house else one.question
    return Question("cases", one.case[:120], words, (), choices, one.correct, one.quote, one.source)


_MAKERS: Mapping[str, Callable[[Kit, Record, Course], Found]] = {
    "payments": _payments,
    "reading": _reading,
    "house": _house_way,
    "totals": _totals,
}
