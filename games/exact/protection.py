"""What the bets of a felt give away to people who count, share or see cards, and what the house can
expect from them: docs/protection.md, as plain JSON.

Every figure says how it is known: ``how`` is ``exact``, ``sampled`` (with its standard ``error``
and its ``seed``) or ``model``.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.engine.errors import BadRecord, echoed
from games.exact.terms import Terms
from games.kit import Kit, Protection
from games.protection.house import expectation, rounds_until_ahead
from games.protection.nets import Nets
from games.protection.sampling import Sampling
from games.protection.session import ruin, session
from games.protection.shared import NO_DECISION, FaceUp, Gain
from games.registry import KITS

Values = dict[str, Any]

ROUNDS = (1_000, 10_000, 25_000, 50_000, 75_000, 100_000, 1_000_000)
"""The numbers of rounds for which the house's win is given."""

SESSIONS = (50, 100, 200, 400, 800)
"""The lengths of a player's session, in rounds."""

BANKROLL = 40
"""How many wagers a player brings to such a session."""

PARTS = ("counting", "shared", "face_up", "house", "ahead", "session")
"""The lists of figures; everything else applies to all bets."""

SAFE = 0.99
"""The chance that the house is not behind after ``rounds_until_ahead``."""


def protection_of(
    terms: Terms, how: Sampling | None = None, spots: Collection[str] | None = None
) -> Values:
    """All figures of the bets on `spots` of a felt, by default of all bets.

    ``counting``: bets dealt from a shoe (`games.protection.counting.Counting`). ``shared``: what
    known cards add to bets with decisions (`games.protection.shared.Gain`). ``face_up``: whether
    each bet is safe with all hands face up. ``house``: a row for each bet and number of rounds
    (`games.protection.house.Expectation`, cents, the felt's stake on it alone). ``ahead``: after
    how many rounds the house is, with a chance of 99 percent, not behind, None if never.
    ``session``: the result of a player's session of the same bet, a row for each of `SESSIONS`
    (`games.protection.session.Session`, cents), with the ``bankroll`` of `BANKROLL` wagers and the
    chance that it is ``lost``. ``exposed``: whether counting helps as the felt shuffles. ``seed``:
    of everything sampled.

    Raises BadRecord for a spot not in `spots_of`.
    """
    how = how or Sampling()
    kit, every = KITS[terms.game], spots_of(terms)
    for spot in spots or ():
        if spot not in every:
            raise BadRecord(f"There is no bet {echoed(spot)} here; there are: {', '.join(every)}.")
    chosen = [spot for spot in every if spots is None or spot in spots]
    found = kit.protection
    answer: Values = {
        "game": terms.game,
        "rules": terms.options.as_json(),
        "stake": terms.stake,
        "seed": how.seed,
        "exposed": bool(found and found.exposed(terms.options)),
    }
    if found is None:
        return answer | {part: [] for part in PARTS}
    asked = (terms.options, terms.paytables, terms.stake)
    counted = [found.counting[spot](*asked, spot, how) for spot in chosen if spot in found.counting]
    return answer | {
        "counting": [one.as_json() for one in counted],
        "shared": [gain.as_json() for gain in _gains(found, terms, chosen, how)],
        "face_up": [one.as_json() for one in _face_up(kit, found, terms, chosen, how)],
        **_house(found, terms, chosen),
    }


def together(answers: Sequence[Mapping[str, Any]]) -> Values:
    """Figures of one felt that were computed bet by bet, combined as if computed at once."""
    lists = {part: [row for answer in answers for row in answer[part]] for part in PARTS}
    return {**answers[0], **lists}


def spots_of(terms: Terms) -> tuple[str, ...]:
    """The bets of a felt with figures of protection: all opening bets, and those staked within a
    round that are separate bets."""
    kit = KITS[terms.game]
    return tuple(
        spot.key
        for spot in kit.rules.spots(terms.options)
        if spot.opening or spot.key in kit.own_bets
    )


def ways(terms: Terms) -> dict[str, list[str]]:
    """What is computed for each bet, and how, one sentence each."""
    found = KITS[terms.game].protection
    return {spot: list(_ways(found, spot)) for spot in spots_of(terms)} if found else {}


def _ways(found: Protection, spot: str) -> Iterator[str]:
    if spot in found.counting:
        yield "counting: effects of removal are exact, winnings are sampled from dealt shoes"
    if spot in found.shared:
        yield "other seats' and flashed cards: gains are sampled, the best play in each is exact"
    if spot in found.hole_cards:
        yield "the dealer's hole card: exact, going through all cards"
    if not (spot in found.shared or spot in found.counting or spot in found.hole_cards):
        yield f"shared cards: {NO_DECISION[0].lower()}{NO_DECISION[1:].removesuffix('.')}"
    yield "the house's win: exact distribution of up to 1,000,000 rounds"


def _gains(found: Protection, terms: Terms, spots: Iterable[str], how: Sampling) -> Iterator[Gain]:
    for spot in spots:
        for kind in (found.shared, found.hole_cards):
            if spot in kind:
                yield from kind[spot](terms.options, terms.paytables, terms.stake, how)


def _face_up(
    kit: Kit, found: Protection, terms: Terms, spots: Iterable[str], how: Sampling
) -> Iterator[FaceUp]:
    """Bets that the deal alone decides need no sampling: nothing seen changes them."""
    for spot in spots:
        if spot in found.face_up:
            yield found.face_up[spot](terms.options, terms.paytables, terms.stake, how)
        elif spot in kit.single_deal:
            bet = kit.single_deal[spot](terms.options, terms.paytables[spot], terms.stake)
            yield FaceUp((spot,), float(100 * bet.edge), None)


def _house(found: Protection, terms: Terms, spots: Iterable[str]) -> Values:
    house, ahead, played = [], [], []
    for spot in spots:
        nets = found.round_nets(terms.options, terms.paytables, {spot: terms.stake})
        house += [{"spot": spot, **expectation(nets, rounds).as_json()} for rounds in ROUNDS]
        ahead.append({
            "spot": spot,
            "chance": SAFE,
            "rounds_until_ahead": rounds_until_ahead(nets, SAFE),
            "how": "exact",
        })  # fmt: skip
        played += [{"spot": spot, **_session(nets, rounds)} for rounds in SESSIONS]
    return {"house": house, "ahead": ahead, "session": played}


def _session(nets: Nets, rounds: int) -> Values:
    brought = BANKROLL * nets.staked
    lost = ruin(nets, brought, rounds).chance
    return session(nets, rounds).as_json() | {"bankroll": brought, "lost": lost}
