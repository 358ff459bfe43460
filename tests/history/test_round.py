"""The page and the record of a round that is over: what it shows, and to whom."""

import json
import re
from uuid import uuid4

import pytest
from django.utils.html import escape

from accounts import ledger
from accounts.templatetags.money import money
from games.engine.payout import parse_payout
from games.models import Chair, PaytableVersion, Phase, Round
from games.tables import services
from games.tables.locked_table import step_of
from tests.history.rounds import page, part_of, play, reader, tamper
from tests.tables.room import WAGERS, Room, player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["", ".json"])
@pytest.mark.parametrize("game", WAGERS)
def test_nothing_of_a_round_is_read_before_it_is_over_nor_by_who_was_not_in_it(
    game: str, path: str
) -> None:
    room = Room.open(game)
    one, other, outside = *room.sit(1, 2), player()
    if game == "big-draw":
        room.act(one, "choose", value="five-card-draw")
    running = room.round
    page(one, f"/history/{running.pk}{path}", status=404)  # while the bets are placed
    room.deal(one)
    while room.table.phase == Phase.PLAYING:
        page(one, f"/history/{running.pk}{path}", status=404)
        assert running.pk.hex not in page(one, "/history/").replace("-", "")
        room.time_out()
    page(one, f"/history/{running.pk}{path}")
    page(other, f"/history/{running.pk}{path}", status=404)
    page(outside, f"/history/{running.pk}{path}", status=404)
    page(one, f"/history/{uuid4()}{path}", status=404)


def test_a_round_tells_the_balance_around_every_spot() -> None:
    """1,000.00 less stakes of 15.00; then each spot is paid on top, in the order of settlement:
    the side bet of Big 50 before its range."""
    room = Room.open("big-50")
    (user,) = room.sit(1)
    round = play(room)
    part = part_of(round, user)
    (hand,) = (r["returned"] for r in part.results if r["spot"] == "poker_hand")
    (range_,) = (r["returned"] for r in part.results if r["spot"] == "range")
    shown = page(user, f"/history/{round.pk}")
    cells = re.findall(r'data-l="(?:Balance|→)" role="cell">([^<]+)<', shown)
    after = 985_00 + hand
    assert [int(c.replace(",", "").replace(".", "")) for c in cells] == [
        985_00, after, after, after + range_,
    ]  # fmt: skip
    assert after + range_ == ledger.balance_of(user)
    facts = dict(re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)</dd>", shown))
    assert facts["Staked"] == "15.00"
    assert facts["Balance before"] == "1,000.00"
    assert facts["Balance after"].replace(",", "").replace(".", "") == str(after + range_)


def test_the_balance_of_a_lost_round_is_told_although_nothing_came_back() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    round = play(room, wagers={"ante": 500})  # the clock folds
    facts = dict(
        re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)</dd>", page(user, f"/history/{round.pk}"))
    )
    assert (facts["Balance before"], facts["Balance after"]) == ("1,000.00", "995.00")


def test_every_decision_is_told_with_its_moment_and_who_made_it() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other, wagers={"ante": 500})
    room.later(3).act(one, "play", amount=1000)
    decided = room.now
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    shown = page(one, f"/history/{room.round.pk}")
    entries = re.findall(
        r"<li>(?:<time[^>]*>([^<]+)</time>|<span></span>)<span>([^<]+)</span>", shown
    )
    times = {words: at for at, words in entries}
    (own,) = (words for words in times if words == "Seat 1 plays 10.")
    assert times[own] == f"{decided:%H:%M:%S}"
    (clocks,) = (words for words in times if words.startswith("Seat 2: the clock folds"))
    assert times[clocks] == f"{room.round.actions.get(seat=2).at:%H:%M:%S}"


def test_a_round_tells_the_paytables_and_options_it_was_paid_by_also_when_they_are_retired() -> (
    None
):
    room = Room.open("big-50")
    (user,) = room.sit(1)
    round = play(room)
    before = part_of(round, user).results
    for version in room.table.paytables.all():
        lines = [[line, str(parse_payout("9:1"))] for line, _ in version.lines]
        room.table.paytables.remove(version)
        version.status = PaytableVersion.Status.RETIRED
        version.save(update_fields=["status"])
        new = PaytableVersion.objects.create(
            game=version.game, spot=version.spot, code=version.code, number=version.number + 1,
            lines=lines, digest="0" * 64, status=PaytableVersion.Status.ACTIVE,
            created=room.now,
        )  # fmt: skip
        room.table.paytables.add(new)
    shown = page(user, f"/history/{round.pk}")
    assert shown.count("since retired") == round.paytables.count() > 0
    assert "House options" in shown
    assert "Colour wager" in shown
    record = json.loads(page(user, f"/history/{round.pk}.json"))
    assert record["verified"] is True
    assert [r for r in record["results"] if r["seat"] == 1] == before


def test_a_void_round_tells_why_and_that_the_stakes_came_back() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    other = room.sit(2)[0]
    room.deal(user, other, wagers={"ante": 500})
    room.act(user, "play", amount=1000)
    action = room.round.actions.get()
    tamper("games_roundaction", action.pk, action='{"action": "dance"}')
    room.time_out()
    round = Round.objects.get(pk=room.round.pk)
    assert round.status == Round.Status.VOID
    shown = page(user, f"/history/{round.pk}")
    assert f"This round is void: {escape(round.void_reason)}" in shown
    cells = re.findall(r"<td class=\"r num[^>]*>([^<]+)</td>", shown)
    assert cells == [
        "5.00", "5.00", "0.00", "985.00", "990.00",  # the ante
        "10.00", "10.00", "0.00", "990.00", "1,000.00",  # the raise
    ]  # fmt: skip
    assert "Void: " in page(user, "/history/?result=void")


def test_each_of_a_players_seats_has_its_own_page() -> None:
    room = Room.open("blackjack", positions=2)
    (user,) = room.sit(1)
    services.sit(room.table_id, user, 3, room.now)
    for seat, cents in ((1, 1000), (3, 2000)):
        chair = Chair.objects.get(table_id=room.table_id, seat=seat)
        services.place(
            room.table_id, user, step_of(room.table, chair), {"main": cents},
            now=room.now, seat=seat, ready=False,
        )  # fmt: skip
    while room.table.phase in (Phase.BETTING, Phase.PLAYING):
        room.time_out()
    round = room.round
    first = page(user, f"/history/{round.pk}?seat=1")
    second = page(user, f"/history/{round.pk}?seat=3")
    assert "<dt>Staked</dt><dd>10.00</dd>" in first
    assert "<dt>Staked</dt><dd>20.00</dd>" in second
    for shown in (first, second):
        assert "<dt>Balance before</dt><dd>1,000.00</dd>" in shown
        assert f"<dt>Balance after</dt><dd>{money(ledger.balance_of(user))}</dd>" in shown
    page(user, f"/history/{round.pk}?seat=9", status=404)


def test_the_record_of_a_round_is_a_file() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    round = play(room)
    answer = reader(user).get(f"/history/{round.pk}.json")
    assert answer["Content-Disposition"] == f'attachment; filename="round-{round.pk}.json"'
    assert answer.json()["round"] == str(round.pk)
    assert "no-store" in answer["Cache-Control"]
