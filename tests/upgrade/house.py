"""A small card room in which everything has happened that leaves a row behind.

Filled through the services that pages call, on an empty database: `fill`.
"""

from datetime import date, timedelta

from django.contrib.auth.models import Group

from accounts import chips, deleting, guests, ledger, limits, refills
from accounts.models import User
from games.backoffice import holds, table_desk, voids
from games.backoffice.paytables import drafts, workflow
from games.backoffice.paytables.drafts import Edit, given_of
from games.blackjack.options import BlackjackOptions
from games.history.daily import boards, days
from games.history.listing import share
from games.history.reviews import reviews
from games.management.working import work
from games.models import DailyDeal, PaytableVersion, Phase, RoundSeat, Table
from games.odds_reports import reports
from games.registry import GAMES
from games.tables import bots, private_tables, services, setup
from tests.admin.test_table_desk import wish
from tests.daily.runs import play_all, seated
from tests.support.compute import here
from tests.tables.room import OPENING, Room, player, spend, stock
from tests.upgrade.hands import Rarest, bet, decide, play
from tests.web.reports import felt

PASSWORD = "three green chips"
MEMBERS = ("Anna", "Boris", "Chiara")
ROLES = ("floor", "maker", "checker", "auditor")
STAFF = (*ROLES, "boss")
TURNS = {
    "big-raise": {"fold", "play 0", "play 1"},
    "big-draw": {f"draw {count}" for count in range(6)},
    "blackjack": {
        "hit", "stand", "double", "split", "surrender", "insurance 0", "insurance 1",
    },
}  # fmt: skip
"""What is done in the rounds of each game, as `tests.upgrade.hands` counts it."""
MOST_ROUNDS = 150
LAYOUTS = {
    "big-50": [{"poker_hand": 5_00, "range": 10_00, "all_red": 1_00}, {"big_50": 2_00}],
    "big-raise": [{"ante": 5_00, "two_card_bonus": 5_00}, {"ante": 7_00}],
    "big-draw": [{"first_five": 5_00, "big_draw": 5_00}, {"big_draw": 3_00}],
    "blackjack": [{"main": 10_00, "bad_beat": 5_00}, {"main": 15_00}],
}


def fill() -> None:
    """The house opens, and weeks of it pass in a few seconds."""
    stock()
    setup.open_house()
    people = [_member(name) for name in MEMBERS]
    staff = {role: _staff(role) for role in STAFF}
    _paytables(staff)
    hands = {slug: Rarest() for slug in GAMES}
    for slug in GAMES:
        _rounds(slug, people, hands[slug])
    _shoe(people, hands["blackjack"])
    _house(people, staff, hands)
    _daily(people)
    _accounts(people, staff)
    _shared(people)
    _figures(people)
    _in_play(people, hands)
    _waiting(staff)


def _member(name: str) -> User:
    user = User.objects.create_user(name, f"{name.lower()}@cardroom.example", PASSWORD)
    user.client_seed = f"{name}'s own seed"
    user.save(update_fields=["client_seed"])
    guests.welcome(user, OPENING)
    spend(user, -99_000_00)
    return user


def _staff(role: str) -> User:
    if role == "boss":
        return User.objects.create_superuser(role, password=PASSWORD)
    user = User.objects.create_user(role, password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def _draft(staff: dict[str, User], payout: str) -> PaytableVersion:
    """A version of Big 50's Range that pays so much on 40 to 49, submitted."""
    active = PaytableVersion.objects.get(spot="range", status=PaytableVersion.Status.ACTIVE)
    draft = drafts.start(staff["maker"], given_of(active), OPENING)
    lines = {**dict(draft.lines), "total_40_49": payout}
    edit = Edit(draft.code, draft.title, draft.source, lines)
    draft = drafts.save(staff["maker"], draft.pk, draft.revision, edit, OPENING)
    return workflow.submit(staff["maker"], draft.pk, draft.revision, "A trial.", OPENING)


def _paytables(staff: dict[str, User]) -> None:
    """One version that pays, one that was rejected, one that waits for its activation."""
    workflow.reject(staff["checker"], _draft(staff, "2:1").pk, "Too generous.", OPENING)
    for payout in ("8:5", "7:5"):
        version = _draft(staff, payout)
        workflow.approve(
            staff["checker"], version.pk, "Letter 2026-117", date(2026, 2, 27), OPENING
        )
    workflow.activate(staff["checker"], PaytableVersion.objects.get(
        spot="range", number=version.number - 1).pk, OPENING)  # fmt: skip


def _seat(table: Table, *users: User) -> Room:
    room = Room(table.pk)
    for seat, user in enumerate(users, 1):
        services.sit(table.pk, user, seat, room.now)
        room.users[seat] = user
    return room


def _rounds(slug: str, people: list[User], hands: Rarest) -> None:
    """Shared rounds, with a guest, and solo ones, until every action has been taken."""
    options = BlackjackOptions(surrender="late", decks=2) if slug == "blackjack" else None
    shared = _seat(
        setup.open_table(GAMES[slug], "North room", options=options), *people, player(100_000_00)
    )
    alone = _seat(setup.open_solo(GAMES[slug], people[0]), people[0])
    first, second = LAYOUTS[slug]
    for number in range(4):
        play(shared, hands, wagers=second if number % 2 else first)
        play(alone, hands, wagers=first if number % 2 else second)
    for _ in range(MOST_ROUNDS):
        if TURNS.get(slug, set()) <= hands.taken.keys():
            break
        play(shared, hands, wagers=first)
    else:
        raise AssertionError(f"{slug}: only {sorted(hands.taken)} in {MOST_ROUNDS} rounds")
    bet(shared, people[1])  # whom the clock plays for
    while shared.table.phase == Phase.PLAYING:
        shared.time_out()
    for user in shared.users.values():
        shared.leave(user)
    alone.leave(people[0])


def _shoe(people: list[User], hands: Rarest) -> None:
    """A private table of a member: two positions, a shoe to the cut card, which lies open once it
    has come out."""
    options = BlackjackOptions(decks=1, shuffle="cut_card", penetration=50, bad_beat_option=1)
    table = private_tables.open_hosted(
        people[2], GAMES["blackjack"], options=options, seats=3, positions=2, profile="house"
    )
    room = _seat(table, people[2], people[0])
    for _ in range(8):
        play(room, hands)
    for user in room.users.values():
        room.leave(user)


def _house(people: list[User], staff: dict[str, User], hands: dict[str, Rarest]) -> None:
    """Rounds that the house has voided, a changed, a paused and a closed table, its holds."""
    room = _seat(setup.open_another(GAMES["blackjack"]), people[0])
    while True:
        bet(room)
        if room.table.phase == Phase.PLAYING:
            break
    voids.void_open(staff["floor"], room.round.pk, "A card fell on the floor.", room.now)
    for _ in range(2):
        settled = play(room, hands["blackjack"])
        request = voids.request_void(staff["floor"], settled.pk, "The wrong deck.", room.now)
    voids.confirm(staff["checker"], request.pk, room.now)
    room.leave(people[0])
    _bots(people[1])
    changed, paused, closed = (setup.open_another(GAMES["big-50"]) for _ in range(3))
    table_desk.change(
        staff["floor"], changed.pk, changed.revision, wish(changed, minimum=2_00), OPENING
    )
    table_desk.pause(staff["floor"], paused.pk, OPENING)
    table_desk.close(staff["floor"], closed.pk, OPENING)
    holds.count_settled()


def _bots(user: User) -> None:
    """Somebody plays a round in company of bots."""
    room = _seat(setup.open_table(GAMES["big-50"], "South room", bots=2), user)
    for _ in range(20):
        room.later(0.5)
        bots.attend(room.table_id, room.now)
    play(room, Rarest(), user)
    room.leave(user)


def _daily(people: list[User]) -> None:
    """A day of which two members have played all, that is over; and the next one, begun."""
    for slug in ("big-50", "big-raise"):
        play_all(seated(slug, people[0], OPENING))
        play_all(seated(slug, people[1], OPENING), wrong=lambda number: number % 2 == 0)
    for deal in DailyDeal.objects.all():
        boards.standings(deal, None)
    days.end_days(OPENING + timedelta(days=1))
    room = seated("blackjack", people[0], OPENING + timedelta(days=1))
    room.act(people[0], "ready")


def _accounts(people: list[User], staff: dict[str, User]) -> None:
    """Chips by two persons, a refill, limits, and an account that was deleted."""
    for decided in (chips.approve, chips.refuse):
        asked = chips.ask(staff["floor"], people[0], "grant", 50_00, "The tournament.", OPENING)
        decided(staff["checker"], asked.pk, OPENING)
    poor = player(50)
    refills.refill(poor, OPENING)
    limits.change(people[1], loss=5_000_00, minutes=None, remind=60, now=OPENING)
    gone = _member("Dora")
    play(_seat(setup.open_another(GAMES["big-50"]), gone), Rarest(), gone)
    deleting.delete(gone, OPENING)


def _shared(people: list[User]) -> None:
    for user in people:
        part = RoundSeat.objects.filter(user=user, ended__isnull=False).earliest("pk")
        share(part, OPENING)


def _figures(people: list[User]) -> None:
    """Reviews of all rounds of two members, the odds of each game, and the audit of each."""
    for user in people[:2]:
        reviews.ask_all(user)
    asked = [reports.terms_question(felt(slug), play=slug != "blackjack") for slug in GAMES]
    reports.ask([*asked, *map(reports.published_question, GAMES)], OPENING)
    work("a worker of before", here)
    for deal in DailyDeal.objects.all():
        boards.standings(deal, None)


def _in_play(people: list[User], hands: dict[str, Rarest]) -> None:
    """A round of each game in which somebody has still to decide, and bets that lie on a felt."""
    for slug in GAMES:
        room = _seat(setup.open_table(GAMES[slug], "East room"), *people)
        while True:
            bet(room)
            decide(room, hands[slug], most=1)
            if room.table.phase == Phase.PLAYING:
                break
    room = _seat(setup.open_table(GAMES["big-50"], "West room"), *people)
    room.bet(people[0], ready=True)


def _waiting(staff: dict[str, User]) -> None:
    """What waits for a second person."""
    _draft(staff, "9:5")
    drafts.start(staff["maker"], given_of(PaytableVersion.objects.filter(
        spot="bad_beat").earliest("pk")), OPENING)  # fmt: skip
    settled = RoundSeat.objects.filter(round__status="settled").earliest("pk").round
    voids.request_void(staff["floor"], settled.pk, "Looked at again.", OPENING)
    chips.ask(staff["floor"], player(), "correction", -5_00, "Paid twice.", OPENING)
    assert ledger.audit() == []
