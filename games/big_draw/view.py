"""What one viewer may see of a round of Big Draw Poker."""

from collections.abc import Iterator
from dataclasses import replace

from games.big_draw.state import BIG_DRAW, FIRST_FIVE, Round
from games.engine.cards import codes_of
from games.engine.game import Offer, Seat, Spot, SpotResult
from games.engine.limits import money
from games.engine.paytable import LOSE
from games.engine.result_words import offer_views, result_event, result_view
from games.engine.view import Event, HandView, SeatView, View, face_down

COUNTS = ("no cards", "one card", "two cards", "three cards", "four cards", "five cards")


def round_view(
    state: Round,
    viewer: Seat | None,
    *,
    slug: str,
    spots: tuple[Spot, ...],
    offers: tuple[Offer, ...],
    results: tuple[SpotResult, ...] | None,
) -> View:
    """The view of a seat or a spectator; `results` are None until the dealer settles."""
    setup, waiting = state.setup, state.drawing()
    step = "draw" if waiting else "look" if results is None else "settled"
    return View(
        game=slug,
        viewer=viewer,
        step=step,
        question=_question(state, viewer) if viewer in waiting else "",
        seats=tuple(
            SeatView(
                seat,
                (_hand(state, seat, viewer, settled=results is not None),),
                setup.wagers[seat],
                waiting=seat in waiting,
                status="has chosen" if waiting and seat in state.discards else "",
            )
            for seat in setup.seats
        ),
        waiting_on=tuple(sorted(waiting)),
        offers=offer_views(offers),
        results=tuple(result_view(result, spots, setup.paytables) for result in results or ()),
        events=tuple(_events(state, viewer, spots, results)),
    )


def _question(state: Round, seat: Seat) -> str:
    """The hand in words, the result of First 5, and what to choose."""
    hand = state.variant.describe(state.first[seat])
    said = f"{hand[0].upper()}{hand[1:]}."
    if FIRST_FIVE in state.setup.wagers[seat]:
        net = state.result(seat, FIRST_FIVE).net
        ending = f"wins {money(net)}" if net > 0 else "loses" if net < 0 else "gets its stake back"
        said += f" First 5 {ending}."
    return f"{said} Choose what to hold."


def _hand(state: Round, seat: Seat, viewer: Seat | None, *, settled: bool) -> HandView:
    if not settled:
        return _own_first(state, seat) if _looks(state, seat, viewer) else HandView(face_down(5))
    status, packet = "", state.packets.get(seat, ())
    if BIG_DRAW in state.setup.wagers[seat]:
        status = f"drew {COUNTS[len(packet)]}" if packet else "stood pat"
    elif seat != viewer:
        won = state.result(seat, FIRST_FIVE).net >= 0
        return _proof(state, seat) if won else HandView(face_down(5))
    variant, hand = state.variant, state.final(seat)
    line = variant.line(hand)
    marks = _marks(variant.playing(hand) if line != LOSE else (False,) * 5)
    return HandView(
        codes_of(hand),
        variant.describe(hand),
        status=status,
        marks=marks,
        line=line,
        drawn=len(packet),
        lost=line == LOSE,
    )


def _looks(state: Round, seat: Seat, viewer: Seat | None) -> bool:
    """Whether the viewer may see this seat's first five cards before the dealer settles."""
    return seat == viewer and not state.blind(seat)


def _own_first(state: Round, seat: Seat) -> HandView:
    hand = state.first[seat]
    discard = state.discards.get(seat)
    variant = state.variant
    view = HandView(codes_of(hand), variant.describe(hand), line=variant.line(hand))
    if discard is None:
        return view
    status = f"discards {COUNTS[len(discard)]}" if discard else "stands pat"
    return replace(
        view, status=status, marks=tuple("gone" if card in discard else "" for card in hand)
    )


def _proof(state: Round, seat: Seat) -> HandView:
    """What a winning First 5 shows to be paid: its line, and only the cards that prove it."""
    variant, hand = state.variant, state.first[seat]
    line, proving = variant.line(hand), variant.proving(hand)
    cards = (code if shown else None for code, shown in zip(codes_of(hand), proving, strict=True))
    words = variant.lines[line].lower()
    return HandView(tuple(cards), words, marks=_marks(proving), line=line)


def _marks(playing: tuple[bool, ...]) -> tuple[str, ...]:
    return tuple("win" if plays else "idle" for plays in playing)


def _events(
    state: Round,
    viewer: Seat | None,
    spots: tuple[Spot, ...],
    results: tuple[SpotResult, ...] | None,
) -> Iterator[Event]:
    """Packets from the button; when the dealer settles, First 5, then draw by draw."""
    for seat, hand in state.first.items():
        cards = codes_of(hand) if _looks(state, seat, viewer) else face_down(5)
        yield Event("deal", f"seat-{seat}", f"Seat {seat} gets five cards.", cards)
    for result in results or ():
        if result.spot == BIG_DRAW:
            yield from _draw(state, result.seat, viewer)
        elif result.net >= 0:
            yield _first_five_shown(state, result.seat)
        yield result_event(result, spots)


def _first_five_shown(state: Round, seat: Seat) -> Event:
    proof = _proof(state, seat)
    words = f"Seat {seat} shows {proof.words} in its first five cards."
    return Event("turn", f"seat-{seat}", words, proof.cards)


def _draw(state: Round, seat: Seat, viewer: Seat | None) -> Iterator[Event]:
    """The dealer picks up the discards, turns what was kept, and deals the replacements."""
    place, discard, kept = f"seat-{seat}", state.discards[seat], state.kept(seat)
    hand = state.variant.describe(state.final(seat))
    if not discard:
        yield Event("turn", place, f"Seat {seat} stands pat: {hand}.", codes_of(kept))
        return
    count = COUNTS[len(discard)]
    cards = codes_of(discard) if seat == viewer else face_down(len(discard))
    yield Event("discard", place, f"Seat {seat} discards {count}.", cards)
    if kept:
        words = f"Seat {seat} turns the {COUNTS[len(kept)]} it kept."
        yield Event("turn", place, words, codes_of(kept))
    packet = codes_of(state.packets[seat])
    yield Event("draw", place, f"Seat {seat} draws {count}: {hand}.", packet)
