"""Voiding rounds by the house: a round in play at once, a settled one by two people.

A settled round is reversed under one key, ``round/<id>/void``, so that it happens once: every stake
is returned and every payout taken back, and the books of the round sum to zero for everyone.
Winnings that a player has already lost come from the table's bank first, under a separate key.

Services take `by`: the user who acts, or their request. They raise PermissionDenied for users
without permission, and `Refused` with a sentence if something cannot be done.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts import audit, ledger
from accounts.models import Account, User
from accounts.staff import By, acting, openings, why_not_second
from games.backoffice import holds
from games.models import Review, Round, RoundSeat, VoidRequest
from games.tables import settlement, stakes
from games.tables.locked_table import Desk, locked
from games.tables.refusals import Refused

VOID, CONFIRM = "games.void_round", "games.confirm_voidrequest"

Status = Round.Status


def void_open(by: By, round_id: UUID, reason: str, now: datetime) -> Round:
    """Void the round now in play at its table: every stake is returned."""
    user = acting(by, VOID)
    words = _reason(reason)
    with locked(_table_of(round_id), now) as desk:
        round = desk.table.round
        if round is None or round.pk != round_id or round.over:
            raise Refused("This round is over; ask to void it, and a second person confirms.")
        if round.dealt is None:
            raise Refused("Nobody has a stake in this round yet. Pause the table instead.")
        _check_no_party(user, round)
        settlement.void(desk, words)
        audit.record(by, "voided", round, before={"status": "playing"},
                     after={"status": "void"}, reason=words)  # fmt: skip
    return round


def request_void(by: By, round_id: UUID, reason: str, now: datetime) -> VoidRequest:
    """Request to void a settled round."""
    user = acting(by, VOID)
    words = _reason(reason)
    round = Round.objects.get(pk=round_id)
    if round.status != Status.SETTLED:
        raise Refused(f"This round is {round.status}; only a settled round needs a second person.")
    try:
        with transaction.atomic():
            request = VoidRequest.objects.create(
                round=round, reason=words, requested_by=user, requested=now
            )
            audit.record(by, "asked to void", round, reason=words)
    except IntegrityError:
        raise Refused("Somebody has asked already: a second person confirms or refuses.") from None
    return request


def confirm(by: By, request_id: int, now: datetime) -> Round:
    """Void a settled round at somebody else's request: the books are reversed to the cent."""
    user = acting(by, CONFIRM)
    asked = _waiting(request_id)
    if why_not := why_not_second(user, [asked.requested_by_id]):
        raise Refused(why_not)
    _check_no_party(user, asked.round)
    with locked(asked.round.table_id, now) as desk:
        # Locked too: `holds` counts rounds without the table's lock.
        round = Round.objects.select_for_update().get(pk=asked.round_id)
        asked = _waiting(request_id)
        if round.status != Status.SETTLED:
            raise Refused(f"This round is {round.status} already.")
        parts = list(round.seats.order_by("seat"))
        before = {str(part.seat): part.returned for part in parts}
        _reverse(round, parts, now)
        if round.tallied:
            holds.take_back(round)
        _rewrite(desk, round, parts, asked.reason)
        asked.status, asked.decided_by, asked.decided = asked.Status.CONFIRMED, user, now
        asked.save(update_fields=["status", "decided_by", "decided"])
        after = {"status": "void"} | openings(user, [asked.requested_by_id], now)
        audit.record(by, "voided", round, before={"status": "settled", "returned": before},
                     after=after, reason=asked.reason)  # fmt: skip
    return round


def refuse(by: By, request_id: int, now: datetime) -> VoidRequest:
    """Refuse to void a round. The person who asked can also withdraw the request this way."""
    user = acting(by, CONFIRM)
    with transaction.atomic():
        asked = _waiting(request_id)
        if asked.requested_by_id != user.pk:
            _check_no_party(user, asked.round)
        asked.status, asked.decided_by, asked.decided = asked.Status.REFUSED, user, now
        asked.save(update_fields=["status", "decided_by", "decided"])
        audit.record(by, "refused to void", asked.round, reason=asked.reason)
    return asked


def is_party(user: User, round: Round) -> bool:
    """Whether somebody has played in a round: then others must decide about it."""
    return round.seats.filter(user=user).exists()


def _check_no_party(user: User, round: Round) -> None:
    if is_party(user, round):
        raise Refused("You have played in this round yourself: somebody else must decide.")


def _reason(text: str) -> str:
    words = text.strip()
    if not words:
        raise Refused("Give a reason: the players read it, and the audit log keeps it.")
    if len(words) > 200:
        raise Refused(f"A reason has 200 letters at most, not {len(words)}.")
    return words


def _table_of(round_id: UUID) -> int:
    return Round.objects.values_list("table_id", flat=True).get(pk=round_id)


def _waiting(request_id: int) -> VoidRequest:
    rows = VoidRequest.objects.select_related("round").select_for_update(of=("self",))
    with transaction.atomic():
        asked = rows.filter(pk=request_id).first()
    if asked is None:
        raise Refused("There is no such request.")
    if asked.status != asked.Status.WAITING:
        raise Refused(f"This was {asked.status} already.")
    return asked


def _reverse(round: Round, parts: Sequence[RoundSeat], now: datetime) -> None:
    """Take every net back: from the players into the table's bank, or the other way."""
    nets: dict[int, int] = {}
    for part in parts:
        nets[part.user_id] = nets.get(part.user_id, 0) + part.net
    accounts, house = ledger.hold(nets), ledger.house(round.table_id)
    free = stakes.free(accounts.values())  # everyone can see how much is missing
    missing = {
        accounts[user]: short
        for user, net in nets.items()
        if (short := net - free[user]) > 0 and net > 0
    }
    key = f"round/{round.pk}/void"
    if missing:
        cover: dict[Account, int] = {**missing, house: -sum(missing.values())}
        ledger.move(f"{key}/cover", "Void: what was spent already, borne by the house", cover,
                    now=now)  # fmt: skip
    amounts: dict[Account, int] = {accounts[user]: -net for user, net in nets.items()}
    amounts[house] = sum(nets.values())
    if any(amounts.values()):
        moved = ledger.move(key, "Round void: taken back", amounts, now=now, ref=str(round.pk))
        assert moved, f"{key} happens once"


def _rewrite(desk: Desk, round: Round, parts: Sequence[RoundSeat], reason: str) -> None:
    """Rows, reviews and the table that still shows the round say that it is void."""
    round.status, round.void_reason = Status.VOID, reason
    round.save(update_fields=["status", "void_reason"])
    for part in parts:
        part.returned, part.results, part.outcome = part.staked, [], RoundSeat.Outcome.VOID
    RoundSeat.objects.bulk_update(parts, ["returned", "results", "outcome"])
    Review.objects.filter(round_seat__round=round).update(
        status=Review.Status.NOTHING, net=0, expected=0, luck=0, cost=0, largest=0, decisions=[],
        claimed_until=None,
    )  # fmt: skip
    if desk.table.round_id == round.pk:
        desk.table.round = round
    desk.add_news(f"Round {round.number:,} is void: {reason}")
