"""The money of a round: stakes and raises into the table's escrow, and out of it in the end.

Each movement has a key made of the round, so that it happens once. A round has one key for its
end: it is paid, or its stakes are returned, and neither a second time.
"""

from collections.abc import Mapping

from accounts import ledger
from accounts.models import Account
from games import play_limits
from games.desk import Desk, Refused
from games.engine.limits import money
from games.models import Chair, RoundSeat


def take(desk: Desk) -> list[RoundSeat]:
    """Take the opening wagers of every chair. Whose funds are gone, or whose loss limit covers
    them no more, has his wagers back instead.

    Returns the parts in the round, not saved yet, in the order of the seats.
    """
    betting = [chair for chair in desk.seated if chair.wagers]
    accounts = ledger.hold(chair.user_id for chair in betting if chair.user_id is not None)
    covered = [chair for chair in betting if _is_covered(desk, chair, betting)]
    parts = [_stake(desk, chair, accounts) for chair in covered]
    return [part for part in parts if part is not None]


def _is_covered(desk: Desk, chair: Chair, betting: list[Chair]) -> bool:
    own = [other.wagers for other in betting if other.user_id == chair.user_id]
    at_risk = sum(sum(wagers.values()) + desk.table.rules.reserve(wagers) for wagers in own)
    assert chair.user is not None
    if play_limits.covers(chair.user, at_risk, desk.now):
        return True
    chair.wagers = {}
    desk.change(chair)
    return False


def _stake(desk: Desk, chair: Chair, accounts: Mapping[int, Account]) -> RoundSeat | None:
    user = chair.user
    assert user is not None
    staked = sum(chair.wagers.values())
    desk.change(chair)
    try:
        _move(desk, f"stake/{chair.seat}", "Wagers", accounts[user.pk], staked)
    except ledger.InsufficientFunds:
        chair.wagers = {}
        return None
    chair.last_wagers = chair.wagers
    return RoundSeat(
        round=desk.round,
        seat=chair.seat,
        user=user,
        game=desk.round.game,
        table=desk.table,
        client_seed=user.client_seed,
        wagers=chair.wagers,
        staked=staked,
    )


def add(desk: Desk, part: RoundSeat, cents: int, ordinal: int) -> None:
    """Take what a decision, the round's `ordinal`th, adds to a stake. Raises Refused when the funds
    do not cover it."""
    # All are held, since this decision may be the last one, and then all are paid.
    accounts = ledger.hold(other.user_id for other in desk.parts)
    try:
        _move(desk, f"stake/{part.seat}/{ordinal}", "Raise", accounts[part.user_id], cents)
    except ledger.InsufficientFunds as error:
        raise Refused(
            f"This needs {money(error.needed)}; your balance is {money(error.balance)}."
        ) from None
    part.staked += cents
    part.save(update_fields=["staked"])


def _move(desk: Desk, fact: str, reason: str, account: Account, cents: int) -> None:
    key, ref = f"round/{desk.round.pk}/{fact}", str(desk.round.pk)
    amounts = {account: -cents, ledger.escrow(desk.table.pk): cents}
    moved = ledger.move(key, reason, amounts, now=desk.now, ref=ref)
    assert moved, f"{key} happens once"


def pay(desk: Desk, reason: str) -> None:
    """Empty the round's escrow: what is returned to the players, the rest to the house."""
    accounts = ledger.players(part.user_id for part in desk.parts)
    amounts: dict[Account, int] = {}
    for part in desk.parts:
        assert part.returned is not None
        account = accounts[part.user_id]
        amounts[account] = amounts.get(account, 0) + part.returned
    staked = sum(part.staked for part in desk.parts)
    amounts[ledger.house(desk.table.pk)] = staked - sum(amounts.values())
    amounts[ledger.escrow(desk.table.pk)] = -staked
    key, ref = f"round/{desk.round.pk}/end", str(desk.round.pk)
    paid = ledger.move(key, reason, amounts, now=desk.now, ref=ref)
    assert paid, f"{key} happens once"
