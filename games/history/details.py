"""The contents of a finished round's page: spots and balances, decisions, rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from accounts.models import Entry
from games.engine.game import SpotResult, read_result
from games.engine.options import Options
from games.engine.result_words import result_view
from games.engine.view import HandView, PileView, SeatView, View
from games.models import PaytableVersion, Round, RoundSeat
from games.tables.event_log import by_clock, by_seat, decisions, event_sentences
from games.tables.finished_round import Played, spot_names


@dataclass(frozen=True)
class Balances:
    """A player's balance, in cents: before the first stake of a round, before its payout, and
    after."""

    before: int
    staked: int
    after: int


def balances_of(found: Played, user_id: int) -> Balances | None:
    """A player's balances around a round, from the books; None if the books have none."""
    booked = Entry.objects.filter(transfer__ref=str(found.round.pk)).order_by("pk")
    own = list(
        booked.filter(account__user_id=user_id).values_list(
            "transfer__key", "amount", "balance_after"
        )
    )
    if not own or any(key == f"round/{found.round.pk}/void" for key, *_ in own):
        return None  # a payment that was taken back much later says nothing about balances
    _, stake, left = own[0]
    before = left - stake
    end = f"round/{found.round.pk}/end"
    for key, paid, after in own:
        if key == end:
            return Balances(before, after - paid, after)
    # Nothing was paid back, so the payout has no entry of the player's; the one before it counts.
    paid_at = booked.filter(transfer__key=end).values_list("pk", flat=True).first()
    earlier = Entry.objects.filter(account__user_id=user_id, pk__lt=paid_at or 0).order_by("-pk")
    after = earlier.values_list("balance_after", flat=True).first() or left
    return Balances(before, after, after)


@dataclass(frozen=True)
class PaidSpot:
    """A settled spot of a seat: see `ResultView`. name: the spot in words. before, after: the
    player's balance, in cents, before and after it was paid; None: not known."""

    name: str
    hand: int | None
    stake: int
    returned: int
    net: int
    words: str
    pays: str
    before: int | None
    after: int | None


def spots_of(found: Played, part: RoundSeat, balances: Balances | None) -> list[PaidSpot]:
    """The settled spots of a seat, in the order of settlement across all of the player's seats."""
    names, running = spot_names(found.round), balances.staked if balances else None
    spots = found.round.rules.spots(found.round.house_options)
    rows = []
    for result in _settled(found, part.user_id):
        after = None if running is None else running + result.returned
        if result.seat == part.seat:
            view = result_view(result, spots, _pays(found))
            rows.append(
                PaidSpot(
                    name=names.get(result.spot, result.spot.capitalize()),
                    hand=result.hand,
                    stake=view.stake,
                    returned=view.returned,
                    net=view.net,
                    words=view.words,
                    pays=view.pays,
                    before=running,
                    after=after,
                )
            )
        running = after
    return rows


def _settled(found: Played, user_id: int) -> list[SpotResult]:
    """The recorded results of a player's spots, in the order in which the rules settle them."""
    parts = [part for part in found.parts if part.user_id == user_id]
    if found.round.void_reason:
        return [result for part in parts for result in _given_back(part)]
    order = [_place(result) for result in found.replay.results] if found.replay else []
    rules, options = found.round.rules, found.round.house_options
    noted = [
        result
        for part in parts
        for result in rules.as_shown(options, [read_result(raw) for raw in part.results])
    ]
    return sorted(noted, key=lambda r: order.index(_place(r)) if _place(r) in order else len(order))


def _place(result: SpotResult) -> tuple[int, str, int | None]:
    return result.seat, result.spot, result.hand


def _given_back(part: RoundSeat) -> Iterator[SpotResult]:
    """A void round returned what was wagered and raised."""
    for spot, cents in part.wagers.items():
        yield SpotResult(part.seat, spot, cents, cents, "void")
    if part.raised:
        yield SpotResult(part.seat, "raised", part.raised, part.raised, "void")


def _pays(found: Played) -> Mapping[str, Any]:
    return found.record.setup.paytables if found.record else {}


@dataclass(frozen=True)
class OtherSeat:
    """Somebody else's seat, as the reader's seat saw it at the end. net: cents, None if no result
    was shown."""

    seat: SeatView
    net: int | None


@dataclass(frozen=True)
class LaidOut:
    """The cards of a round at the end: the dealer's piles, the reader's own seat, the others.
    marked: whether the cards that made the own hand are marked."""

    piles: Sequence[PileView]
    own: SeatView | None
    others: Sequence[OtherSeat]
    marked: bool


def laid_out(view: View, seat: int) -> LaidOut:
    """A view of a finished round from one of its seats."""
    nets: dict[int, int] = {}
    for result in view.results:
        nets[result.seat] = nets.get(result.seat, 0) + result.net
    own = view.seat(seat)
    own = replace(own, hands=tuple(map(_making, own.hands))) if own else None
    marked = any("win" in hand.marks for hand in own.hands) if own else False
    piles = [replace(pile, hand=_making(pile.hand)) for pile in view.piles]
    return LaidOut(
        piles=[pile if marked and pile.key != "dealer" else _unmarked(pile) for pile in piles],
        own=own,
        others=[OtherSeat(s, nets.get(s.seat)) for s in view.seats if s.seat != seat],
        marked=marked,
    )


def _making(hand: HandView) -> HandView:
    """Here the cards that make a hand are marked, whether it has won or lost."""
    marks = tuple("win" if mark == "plays" else mark for mark in hand.marks)
    return replace(hand, marks=marks)


def _unmarked(pile: PileView) -> PileView:
    """Only what made the seat's own hand is marked; what was discarded stays so."""
    marks = tuple("gone" if mark == "gone" else "" for mark in pile.hand.marks)
    return replace(pile, hand=replace(pile.hand, marks=marks))


@dataclass(frozen=True)
class Happening:
    """An event in words; for a decision also when it was made and by whom."""

    words: str
    at: datetime | None = None
    by_clock: bool = False


def happenings(found: Played, view: View) -> list[Happening]:
    """The events of a round, from a view of it."""
    made = by_seat((action.seat, (action.at, action.by_clock)) for action in found.actions)
    words = event_sentences(
        view, by_clock((action.seat, action.by_clock) for action in found.actions)
    )
    return [
        Happening(sentence, *(decision or ()))
        for sentence, decision in zip(words, decisions(view, made), strict=True)
    ]


@dataclass(frozen=True)
class OptionInWords:
    """A house option in words."""

    name: str
    value: str
    help: str


def options_in_force(round: Round) -> list[OptionInWords]:
    """The house options of a round."""
    return options_in_words(round.house_options)


def options_in_words(options: Options) -> list[OptionInWords]:
    """House options in words."""
    return [
        OptionInWords(
            declared.name.replace("_", " ").capitalize(),
            _in_words(getattr(options, declared.name), declared.metadata["choices"]),
            declared.metadata["help"],
        )
        for declared in fields(options)
    ]


def _in_words(value: bool | int | str, choices: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(choices, Mapping):
        return str(choices.get(value, value))
    return str(value)


@dataclass(frozen=True)
class PaidBy:
    """The paytable version by which a spot, in words, was paid."""

    spot: str
    version: PaytableVersion


def paytables_in_force(round: Round) -> list[PaidBy]:
    """The paytable versions by which a round was paid, retired ones too, in the order of the
    felt."""
    names = spot_names(round)
    versions = [version for version in round.paytables.all() if version.spot in names]
    versions.sort(key=lambda version: list(names).index(version.spot))
    return [PaidBy(names[version.spot], version) for version in versions]
