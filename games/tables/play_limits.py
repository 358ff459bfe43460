"""How long somebody has played, what they won or lost, and whether their own limits allow a wager.

A session begins with the log-in, or with the first round after six hours without one. Time counts
during play: rounds, and pauses between them of ten minutes at most. All of this is read from the
rounds of a day; there are no counters.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Sum

from accounts import limits
from accounts.models import PlayLimits, User
from games.coach.as_json import MICRO
from games.engine.limits import money
from games.models import Review, RoundSeat
from games.registry import GAMES
from games.tables.refusals import Refused

AWAY = timedelta(hours=6)
"""After this long without a round a session is over."""
PAUSE = timedelta(minutes=10)
"""The longest pause between two rounds that counts as time played."""
DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Stretch:
    """One part in a round. Cents; `ended` is None while it is in play, and `net` is then what may
    be lost. `risk` is the same as far as others know."""

    dealt: datetime
    ended: datetime | None
    staked: int
    net: int
    risk: int = 0


@dataclass(frozen=True)
class Session:
    """How long somebody has been here, and what they have won or lost. Cents."""

    began: datetime
    rounds: int = 0
    staked: int = 0
    net: int = 0


def parts_since(user: User, since: datetime) -> list[Stretch]:
    """A user's parts in rounds that ended after a certain time or are still in play, oldest
    first."""
    facts = ("round__dealt", "ended", "staked", "returned", "game", "wagers")
    own = RoundSeat.objects.filter(user=user).values_list(*facts)
    # Two index searches combined: for an "or" SQLite reads everything the user has played.
    rows = own.filter(ended__gte=since).union(own.filter(ended=None), all=True)
    return sorted(
        (
            Stretch(
                dealt,
                ended,
                staked,
                _net(ended, staked, returned, game, wagers),
                max(staked, sum(wagers.values()) + GAMES[game].secret_most(wagers)),
            )
            for dealt, ended, staked, returned, game, wagers in rows
        ),
        key=lambda part: part.dealt,
    )


def _net(
    ended: datetime | None, staked: int, returned: int | None, game: str, wagers: dict[str, int]
) -> int:
    if ended is not None:
        return (returned or 0) - staked
    return -max(staked, sum(wagers.values()) + GAMES[game].reserve(wagers))


def session(parts: Iterable[Stretch], came: datetime, now: datetime) -> Session:
    """The session in progress at `now`.

    parts: the parts of the last day, oldest first; came: when the user logged in.
    """
    began, last = came, came
    own: list[Stretch] = []
    for part in parts:
        if part.ended is None:
            continue
        if part.dealt - last > AWAY:
            began, own = part.dealt, []
        if part.ended >= began:
            own.append(part)
            last = max(last, part.ended)
    if now - last > AWAY:
        return Session(now)
    staked, net = sum(part.staked for part in own), sum(part.net for part in own)
    return Session(began, len(own), staked, net)


def time_played(parts: Iterable[Stretch], since: datetime, now: datetime) -> timedelta:
    """The time played since then: rounds at several tables at once count once."""
    total, until = timedelta(), since - DAY
    for part in parts:
        start, end = max(part.dealt, since), part.ended or now
        begin = start if start - until > PAUSE else until
        total += max(end - begin, timedelta())
        until = max(until, end)
    return total


def net_of(parts: Iterable[Stretch], since: datetime) -> int:
    """Cents won or lost in rounds that ended since then; what is still at stake counts as lost."""
    return sum(part.net for part in _after(parts, since))


def check_break(user: User, now: datetime) -> None:
    """Raises Refused, saying until when, while the user takes a break or is excluded."""
    if words := limits.exclusion(limits.of(user), now):
        raise Refused(words)
    if (until := limits.of(user).break_at(now)) is not None:
        raise Refused(
            f"You are taking a break until {limits.when(until)}. Until then you can watch, and "
            "read the rules and your history."
        )


def check(user: User, at_risk: int, now: datetime) -> None:
    """Raises Refused if a user's break or limits do not allow a wager.

    at_risk: cents that all their wagers at the table may lose, including what they hold in reserve.
    Costs a query only if the user has a limit; `user.play_limits` should be loaded.
    """
    check_break(user, now)
    own = limits.of(user)
    loss, minutes = own.loss_at(now), own.minutes_at(now)
    if loss is None and minutes is None:
        return
    day, again = limits.today(now), limits.when(limits.tomorrow(now))
    parts = parts_since(user, day)
    if minutes is not None and time_played(parts, day, now) >= timedelta(minutes=minutes):
        raise Refused(
            f"You have reached your time limit of {minutes} minutes a day. You can bet again from "
            f"{again}."
        )
    if loss is not None and (problem := _beyond(loss, at_risk, parts, now)):
        raise Refused(problem)


def why_not_covered(user: User, at_risk: int, now: datetime) -> str:
    """Why a user's loss limit no longer covers wagers when they are taken, "" if it does: wagers at
    other tables may have been dealt since they were placed. Costs a query only if the user has a
    limit."""
    loss = limits.of(user).loss_at(now)
    if loss is None:
        return ""
    return _beyond(loss, at_risk, parts_since(user, limits.today(now)), now)


def _beyond(loss: int, at_risk: int, parts: Iterable[Stretch], now: datetime) -> str:
    """The refusal of wagers that a loss limit does not cover, "" if it covers them."""
    # Everyone sees which wagers are not taken, so the loss must not depend on a secret raise.
    today = _after(parts, limits.today(now))
    left = loss + sum(part.net if part.ended else -part.risk for part in today)
    if at_risk <= left:
        return ""
    again = limits.when(limits.tomorrow(now))
    if left <= 0:
        reached = f"You have reached your loss limit of {money(loss)} a day."
        return f"{reached} You can bet again from {again}."
    return (
        f"This bet could lose {money(at_risk)}, and your loss limit of {money(loss)} a day leaves "
        f"you {money(left)}. Bet less, or wait until {again}."
    )


@dataclass(frozen=True)
class Standing:
    """What players see of their own play. Cents and minutes.

    `expected` is the session's expected net: shown with a reminder, once every round of the session
    has been reviewed.
    """

    session: Session
    minutes: int
    running: bool
    lost_today: int
    minutes_today: int
    own: PlayLimits
    due: bool
    expected: int | None


def standing(user: User, now: datetime) -> Standing:
    """A user's session and day so far, and whether a reminder is due."""
    own, day = limits.of(user), limits.today(now)
    parts = parts_since(user, min(day, now - DAY))
    run = session(parts, user.last_login or user.date_joined, now)
    since = max(run.began, own.reminded_at or run.began)
    due = bool(own.remind and run.rounds) and now - since >= timedelta(minutes=own.remind)
    return Standing(
        session=run,
        minutes=_minutes(now - run.began),
        running=run.began < now,
        lost_today=-net_of(parts, day),
        minutes_today=_minutes(time_played(_after(parts, day), day, now)),
        own=own,
        due=due,
        expected=_expected(user, run) if due else None,
    )


def _expected(user: User, run: Session) -> int | None:
    over = Review.objects.filter(user=user, ended__gte=run.began)
    over = over.exclude(status=Review.Status.WAITING)
    found = over.aggregate(rounds=Count("pk"), sum=Sum("expected"))
    return round(found["sum"] / MICRO) if found["rounds"] == run.rounds else None


def _after(parts: Iterable[Stretch], since: datetime) -> list[Stretch]:
    return [part for part in parts if part.ended is None or part.ended >= since]


def _minutes(time: timedelta) -> int:
    return max(0, int(time.total_seconds()) // 60)
