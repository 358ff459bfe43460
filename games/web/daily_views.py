"""The pages of the daily deal: the day's games, and the boards of those who played them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import ledger
from accounts.models import User
from accounts.views import ensure_player
from games.engine.limits import money
from games.engine.record import AnyGame
from games.engine.view import listed
from games.history.daily import days
from games.history.daily.boards import (
    Standings,
    base,
    cost_of,
    in_thousandths,
    is_over,
    progress,
    rounds_of,
    standings,
    unit,
)
from games.history.daily.days import ROUNDS
from games.models import DailyDeal, DailyRun, RoundSeat
from games.registry import GAMES
from games.tables.refusals import Refused
from games.web.lobby import GameCard, game_cards


@dataclass(frozen=True)
class Today:
    """A game on the page of the day, and how far the viewer has got.

    played: rounds; None: not begun. `short` says which chips are missing to play on, "" if none.
    """

    card: GameCard
    wagers: str
    played: int | None
    over: bool
    short: str
    standings: Standings | None

    @property
    def unit(self) -> str:
        """The unit of costs, in words."""
        return unit(self.card.slug)

    @property
    def decides(self) -> bool:
        """Whether the game has decisions other than the bets."""
        return days.decides(self.card.slug)


@require_safe
@never_cache
def today(request: HttpRequest) -> HttpResponse:
    """The day's games, how far the player has got in them, and the day before."""
    now, user = timezone.now(), _user(request)
    days.end_days(now)
    day = days.day_of(now)
    context = {
        "day": day,
        "rounds": ROUNDS,
        "games": [_today(card, day, user) for card in game_cards()],
        "undecided": listed([game.name for game in GAMES.values() if not days.decides(game.slug)]),
        **_until_next(now),
        "yesterday": _before(day - timedelta(days=1), user),
        "day_before": day - timedelta(days=1),
    }
    return render(request, "games/daily.html", context)


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _today(card: GameCard, day: date, user: User | None) -> Today:
    game = GAMES[card.slug]
    deal = DailyDeal.objects.filter(date=day, game=game.slug).select_related("table").first()
    run = None if deal is None or user is None else deal.runs.filter(user=user).first()
    played = None if run is None else progress(run)
    over = run is not None and is_over(run)
    short = "" if user is None or over else _short(game, user)
    found = None if deal is None else standings(deal, user)
    return Today(card, days.wagers_words(game), played, over, short, found)


def _short(game: AnyGame, user: User) -> str:
    """Why a balance is not enough for a round, "" if it is."""
    needed, balance = days.needed(game), ledger.balance_of(user)
    if balance >= needed:
        return ""
    return f"A round needs {money(needed)}, raises included; you have {money(balance)}."


@dataclass(frozen=True)
class Before:
    """A game's board for a past day; unit: of the costs."""

    game: AnyGame
    standings: Standings
    unit: str


def _before(day: date, user: User | None) -> list[Before]:
    """A day's boards, one line each; none if nobody played."""
    deals = DailyDeal.objects.filter(date=day).select_related("table")
    found = {deal.game: deal for deal in deals}
    return [
        Before(GAMES[slug], standings(found[slug], user), unit(slug))
        for slug in GAMES
        if slug in found
    ]


def _until_next(now: datetime) -> dict[str, Any]:
    """The time left until the next deal, in words and as the seconds that a script counts down."""
    left = days.next_deal(now) - now
    return {"next_in": in_words(left), "next_seconds": int(left.total_seconds())}


def in_words(span: timedelta) -> str:
    """``"5 hours and 12 minutes"``, rounded up to a minute."""
    minutes = -(-int(span.total_seconds()) // 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute")]
    phrases = [f"{n} {name}{'' if n == 1 else 's'}" for n, name in parts if n]
    return " and ".join(phrases) or "a moment"


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the day's rounds of a game, or continue them."""
    if slug not in GAMES:
        raise Http404
    user, now = ensure_player(request), timezone.now()
    days.end_days(now)
    try:
        run = days.start(GAMES[slug], user, now)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("games:daily")
    if run.table.closed or is_over(run):
        return redirect("games:daily_board", run.deal.date.isoformat(), slug)
    return redirect("games:table", run.table_id)


@require_safe
@never_cache
def day_board(request: HttpRequest, day: str, slug: str) -> HttpResponse:
    """The results of a game's rounds of a day. Of single rounds it shows only the viewer's own."""
    now, user = timezone.now(), _user(request)
    days.end_days(now)
    deal = _deal(_day(day), slug, now)
    context: dict[str, Any] = {
        "day": _day(day),
        "today": days.day_of(now),
        "rounds": ROUNDS,
        "game": GAMES[slug],
        "games": GAMES.values(),
        "deal": deal,
        "unit": unit(slug),
        "decides": days.decides(slug),
        "wagers": days.wagers_words(GAMES[slug]),
        **_until_next(now),
    }
    if deal is not None:
        run = None if user is None else deal.runs.filter(user=user).first()
        context |= {
            "standings": standings(deal, user),
            "run": run,
            "own": _own(deal, run),
            "seals": [
                {"commitment": one.commitment, "seed": "" if one.shoe_in_play else one.server_seed}
                for one in deal.table.rounds.order_by("number")
            ],
        }
    return render(request, "games/daily_board.html", context)


def _day(text: str) -> date:
    """The day in an address. Raises Http404."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if day.isoformat() != text:
        raise Http404
    return day


def _deal(day: date, slug: str, now: datetime) -> DailyDeal | None:
    """A deal; None if nobody has begun today's. Raises Http404 if there was none."""
    found = DailyDeal.objects.filter(date=day, game=slug).select_related("table").first()
    if found is None and (slug not in GAMES or day != days.day_of(now)):
        raise Http404
    return found


@dataclass(frozen=True)
class OwnRound:
    """One of the viewer's rounds, and its cost in thousandths of a unit; None: not known yet."""

    part: RoundSeat
    cost: int | None


def _own(deal: DailyDeal, run: DailyRun | None) -> list[OwnRound]:
    """The viewer's own finished rounds, with the cost of each once that is known."""
    if run is None:
        return []
    found = []
    for part in rounds_of(run):
        lost = cost_of(deal, part)
        cost = None if lost is None else in_thousandths(lost, base(deal.table))
        found.append(OwnRound(part, cost))
    return found
