"""The money of a round: stakes and raises into the table's escrow, and out of it at the end.

Each movement has a key made from the round, so it happens once. A round has one key for its end: it
is paid, or its stakes are returned, and neither can happen twice.
"""

from collections.abc import Iterable, Mapping, Sequence

from accounts import ledger
from accounts.models import Account
from accounts.prepared import Prepared, PreparedUpdate
from games.engine.limits import money
from games.models import Chair, RoundSeat
from games.tables import play_limits
from games.tables.locked_table import Desk
from games.tables.refusals import Refused

_IN_PLAY = Prepared(RoundSeat.objects.filter(ended=None), "user")
_WRITE_STAKE = PreparedUpdate(RoundSeat, ("staked",))


def take(desk: Desk) -> list[RoundSeat]:
    """Take the opening wagers of every chair. A player who no longer has the funds, or whose loss
    limit no longer covers the wagers, gets them back with the reason.

    Returns the parts in the round, not saved yet, in the order of the seats.
    """
    betting = [chair for chair in desk.seated if chair.wagers]
    accounts = ledger.hold(chair.user_id for chair in betting if chair.user_id is not None)
    funds = free(accounts.values())
    staking = [
        chair
        for chair in betting
        if _is_covered(desk, chair, betting) and _has_funds(desk, chair, funds)
    ]
    escrow = ledger.escrow(desk.table.pk)
    _move(desk, [_opening(desk, chair, accounts, escrow) for chair in staking])
    return [_part(desk, chair) for chair in staking]


def free(accounts: Iterable[Account]) -> dict[int, int]:
    """What players can spend, in cents by user, regardless of what they have decided in secret.

    Everyone can often see whether chips suffice: wagers are taken or not. So what a hand in play
    may still cost is set aside until the round is over, whether it has been raised, folded or
    neither. accounts: locked (`ledger.hold`) if the answer must stay true.
    """
    found = {account.user_id: account.balance for account in accounts if account.user_id}
    for part in _IN_PLAY.among(found):
        found[part.user_id] -= part.set_aside
    return {user_id: max(0, cents) for user_id, cents in found.items()}


def _is_covered(desk: Desk, chair: Chair, betting: list[Chair]) -> bool:
    own = [other.wagers for other in betting if other.user_id == chair.user_id]
    at_risk = sum(sum(wagers.values()) + desk.table.rules.reserve(wagers) for wagers in own)
    assert chair.user is not None
    problem = play_limits.why_not_covered(chair.user, at_risk, desk.now)
    if problem:
        _give_back(desk, chair, problem)
    return not problem


def _has_funds(desk: Desk, chair: Chair, funds: dict[int, int]) -> bool:
    """Whether `funds` (cents by user) cover the wagers of a chair; if so, they are subtracted."""
    assert chair.user_id is not None
    desk.change(chair)
    staked = sum(chair.wagers.values())
    if staked > (left := funds[chair.user_id]):
        _give_back(desk, chair, f"You have {money(left)} to spend.")
        return False
    funds[chair.user_id] -= staked
    return True


def _give_back(desk: Desk, chair: Chair, problem: str) -> None:
    words = f"Your bets of {money(sum(chair.wagers.values()))} were not taken. {problem}"
    chair.wagers, chair.untaken = {}, {"round": desk.table.round_number, "words": words}
    desk.change(chair)


def _opening(
    desk: Desk, chair: Chair, accounts: Mapping[int, Account], escrow: Account
) -> ledger.Move:
    assert chair.user_id is not None
    staked = sum(chair.wagers.values())
    amounts = {accounts[chair.user_id]: -staked, escrow: staked}
    return ledger.Move(_key(desk, f"stake/{chair.seat}"), "Wagers", amounts)


def _part(desk: Desk, chair: Chair) -> RoundSeat:
    assert chair.user is not None
    chair.last_wagers = chair.wagers
    return RoundSeat(
        round=desk.round,
        seat=chair.seat,
        user=chair.user,
        game=desk.round.game,
        table=desk.table,
        client_seed=chair.user.client_seed,
        wagers=chair.wagers,
        staked=sum(chair.wagers.values()),
    )


def add(desk: Desk, part: RoundSeat, cents: int, ordinal: int) -> None:
    """Take what a decision, the round's `ordinal`th, adds to a stake: others learn of it at the end
    of the round (`pay`). Raises Refused if the funds do not cover it."""
    # All are locked, since this may be the last decision, and then all are paid.
    accounts = ledger.hold(other.user_id for other in desk.parts)
    amounts = {accounts[part.user_id]: -cents, ledger.escrow(desk.table.pk): cents}
    key = _key(desk, f"stake/{part.seat}/{ordinal}")
    try:
        _move(desk, [ledger.Move(key, "Raise", amounts, secret=True)])
    except ledger.InsufficientFunds as error:
        raise Refused(
            f"This needs {money(error.needed)}; your balance is {money(error.balance)}."
        ) from None
    part.staked += cents
    _WRITE_STAKE.write([part])


def pay(desk: Desk, reason: str) -> None:
    """Empty the round's escrow: `returned` (cents) to the players, the rest to the house."""
    accounts = ledger.players(part.user_id for part in desk.parts)
    amounts: dict[Account, int] = {}
    for part in desk.parts:
        assert part.returned is not None
        account = accounts[part.user_id]
        amounts[account] = amounts.get(account, 0) + part.returned
    staked = sum(part.staked for part in desk.parts)
    amounts[ledger.house(desk.table.pk)] = staked - sum(amounts.values())
    amounts[ledger.escrow(desk.table.pk)] = -staked
    _move(desk, [ledger.Move(_key(desk, "end"), reason, amounts, reveals=True)])


def _key(desk: Desk, fact: str) -> str:
    return f"round/{desk.round.pk}/{fact}"


def _move(desk: Desk, moves: Sequence[ledger.Move]) -> None:
    moved = ledger.move_all(moves, now=desk.now, ref=str(desk.round.pk))
    assert moved, f"each of {[each.key for each in moves]} happens once"
    desk.moved_chips = True
