"""The pages of tables, rounds, chips and the dashboard: who may do what, and what they say."""

import re
from collections.abc import Callable

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.models import Account, AuditEntry, LedgerRequest, Transfer, User
from games.backoffice import holds, table_desk
from games.engine.cards import DECK, code_of
from games.models import Phase, Round, Table, VoidRequest
from tests.admin.drafts import staff
from tests.support.clients import client_of
from tests.tables.room import Room, balances

pytestmark = pytest.mark.django_db


def browser(role: str) -> Client:
    """One of the staff, logged in."""
    return client_of(staff(role))


def page(room: Room) -> str:
    return reverse("admin:games_table_change", args=[room.table_id])


def filled(client: Client, path: str) -> dict[str, str]:
    """What the form of a page would send unchanged."""
    response = client.get(path)
    form = response.context["form"]
    data = {name: form[name].value() for name in form.fields}
    table = response.context.get("table")
    revision = {"revision": str(table.revision)} if table else {}
    return {k: str(v) for k, v in data.items() if v is not None and v is not False} | revision


@pytest.mark.parametrize("role", ["floor", "auditor"])
def test_a_table_is_shown(role: str) -> None:
    room = Room.open("big-raise")
    room.sit(1)
    shown = browser(role).get(page(room))
    assert shown.status_code == 200
    assert ("Pause after this round" in shown.content.decode()) == (role == "floor")


@pytest.mark.parametrize("revision", ["", "one", "-1", "9" * 5_000])
def test_a_form_of_no_revision_changes_nothing(revision: str) -> None:
    room, client = Room.open("big-50"), browser("floor")
    data = filled(client, page(room)) | {"name": "Birch", "revision": revision}
    answer = client.post(page(room), data)
    assert answer.status_code == 422
    assert "A revision is a whole number, not " in answer.content.decode()
    assert room.table.name == "Alder"


@pytest.mark.parametrize("role", ["maker", "checker", "auditor", "staff"])
def test_only_the_floor_gives_orders(role: str) -> None:
    room = Room.open("big-50")
    client = browser(role)
    order = reverse("admin:games_table_order", args=[room.table_id])
    assert client.post(order, {"act": "pause"}).status_code == 403
    assert client.post(page(room), {"name": "Mine"}).status_code == 403
    assert client.get(reverse("admin:games_table_add")).status_code == 403
    listing = reverse("admin:games_table_changelist")
    client.post(listing, {"action": "close_all", "_selected_action": [room.table_id]})
    assert (room.table.closed, room.table.name) == (False, "Alder")


def test_the_floor_opens_changes_and_closes_a_table_on_pages() -> None:
    Room.open("blackjack")
    client = browser("floor")
    add = reverse("admin:games_table_add") + "?game=blackjack"
    assert "Choose the game" in client.get(reverse("admin:games_table_add")).content.decode()
    data = filled(client, add) | {"name": "Blue room", "option.decks": "2", "strict": "on"}
    answer = client.post(add, data)
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get(name="Blue room")
    assert (table.options["decks"], table.strict) == (2, True)
    room = Room(table.pk)
    data = filled(client, page(room)) | {"minimum": "2.50", "unit": "0.50", "maximum": "60"}
    assert client.post(page(room), data).status_code == 302
    assert (room.table.minimum, room.table.unit, room.table.maximum) == (2_50, 50, 60_00)
    listing = reverse("admin:games_table_changelist")
    chosen = {"action": "close_all", "_selected_action": [table.pk]}
    asked = client.post(listing, chosen)
    assert "cannot be opened again" in asked.content.decode()
    assert not room.table.closed
    client.post(listing, chosen | {"sure": "yes", "reason": "Closing for the night."})
    assert room.table.closed


def test_what_is_wrong_is_said_and_the_entries_stay() -> None:
    room = Room.open("big-50")
    client = browser("floor")
    data = filled(client, page(room)) | {"minimum": "200", "name": "Kept"}
    answer = client.post(page(room), data)
    assert answer.status_code == 422
    assert "is above its maximum" in answer.content.decode()
    assert 'value="Kept"' in answer.content.decode()
    assert room.table.minimum == 1_00


def test_the_second_of_two_editors_sees_what_the_first_did() -> None:
    room = Room.open("big-50")
    client = browser("floor")
    data = filled(client, page(room)) | {"maximum": "60"}
    other = browser("superuser")
    other.post(page(room), filled(other, page(room)) | {"maximum": "50"})
    answer = client.post(page(room), data)
    assert answer.status_code == 409
    assert "The table has: 50" in answer.content.decode()
    assert room.table.maximum == 50_00


def playing(stack: Callable[[str], None]) -> Room:
    """A round of blackjack in which the player is asked."""
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    stack("5s 7d 9s 9c")
    room.deal(user, wagers={"main": 10_00})
    assert room.table.phase == Phase.PLAYING
    return room


def pages_of(round: Round) -> list[str]:
    """Every page of a round."""
    names = ("change", "record", "replay", "history")
    return [reverse(f"admin:games_round_{name}", args=[round.pk]) for name in names]


@pytest.mark.parametrize("role", ["floor", "auditor", "superuser"])
def test_nobody_reads_cards_or_seed_of_a_round_that_is_played(
    role: str, stack: Callable[[str], None]
) -> None:
    room = playing(stack)
    client = browser(role)
    change, record, replay, _ = pages_of(room.round)
    assert client.get(record).status_code == 404
    assert client.get(replay).status_code == 404
    assert client.get(f"{replay}?seat=1").status_code == 404
    text = client.get(change).content.decode()
    listed = client.get(reverse("admin:games_round_changelist") + "?q=Alder").content.decode()
    table = client.get(page(room)).content.decode()
    for balance_shown in (text, listed, table):
        assert room.round.server_seed not in balance_shown
        assert not any(f" {code_of(card)} " in balance_shown for card in DECK)
    narrowed = reverse("admin:games_round_changelist")
    seed = room.round.server_seed[0]
    assert client.get(f"{narrowed}?server_seed__startswith={seed}").status_code != 200


def test_nobody_reads_a_raise_that_the_table_does_not_show_yet() -> None:
    """The staff play too: at a table where all decide at once the page would show them more."""
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other, wagers={"ante": 5_00})
    room.act(one, "play", amount=15_00)
    change, *_ = pages_of(room.round)
    client = browser("floor")
    assert staked(client, change) == ["5.00", "5.00"]
    room.act(other, "fold")
    assert room.round.over
    assert staked(client, change) == ["20.00", "5.00"]


def staked(client: Client, path: str) -> list[str]:
    """What the page of a round says that the seats have staked."""
    text = client.get(path).content.decode()
    return re.findall(r'<th scope="row">\d</th><td>[^<]*</td><td class="room-num">([^<]*)<', text)


def test_a_round_that_is_over_is_told_whole(stack: Callable[[str], None]) -> None:
    room = playing(stack)
    while room.round.status == "playing":
        room.time_out()
    client = browser("auditor")
    change, record, replay, history = pages_of(room.round)
    assert room.round.server_seed in client.get(change).content.decode()
    assert client.get(record).json()["game"] == "blackjack"
    assert client.get(replay).status_code == 200
    assert client.get(f"{replay}?seat=1").status_code == 200
    assert client.get(f"{replay}?seat=2").status_code == 404
    assert client.get(history).status_code == 200
    found = reverse("admin:games_round_changelist") + f"?q={room.round.pk}"
    assert str(room.round.pk)[:8] in client.get(found).content.decode()


def test_a_round_is_voided_by_two_on_its_page(stack: Callable[[str], None]) -> None:
    room = playing(stack)
    while room.round.status == "playing":
        room.time_out()
    change, void = pages_of(room.round)[0], reverse("admin:games_round_void", args=[room.round.pk])
    assert browser("auditor").post(void, {"reason": "No."}).status_code == 403
    floor = browser("floor")
    floor.post(void, {"reason": "A card was exposed."})
    asked = VoidRequest.objects.get()
    decide = reverse("admin:games_round_decide", args=[asked.pk])
    assert "Somebody else must confirm" in floor.get(change).content.decode()
    assert "four eyes" in floor.post(decide, {"act": "confirm"}, follow=True).content.decode()
    assert browser("maker").post(decide, {"act": "confirm"}).status_code == 403
    browser("checker").post(decide, {"act": "confirm"})
    assert room.round.status == "void"
    assert balances(room.users.values()) == [1_000_00]
    assert "A card was exposed." in floor.get(change).content.decode()


def test_chips_are_asked_for_and_booked_on_pages() -> None:
    user = staff("staff")
    add = reverse("admin:accounts_ledgerrequest_add")
    assert browser("checker").get(add).status_code == 403
    data = {"player": user.username, "kind": "grant", "amount": "12.50", "reason": "A present."}
    floor = browser("floor")
    unknown = floor.post(add, data | {"player": "nobody"})
    assert "Nobody is called" in unknown.content.decode()
    floor.post(add, data)
    asked = LedgerRequest.objects.get()
    decide = reverse("admin:accounts_ledgerrequest_decide", args=[asked.pk])
    assert floor.post(decide, {"act": "approve"}).status_code == 403
    browser("checker").post(decide, {"act": "approve"})
    assert balances([user]) == [12_50]


def test_the_ledger_is_audited_on_demand() -> None:
    audit = reverse("admin:accounts_account_audit")
    assert browser("maker").post(audit).status_code == 403
    auditor = browser("auditor")
    assert "All is well" in auditor.post(audit).content.decode()
    Account.objects.create(kind="player", name="forged", balance=5_00)
    assert "Account forged has 500 cents" in auditor.post(audit).content.decode()
    assert AuditEntry.objects.filter(act="audited the ledger").count() == 2


def test_the_dashboard_is_for_who_may_see_it(stack: Callable[[str], None]) -> None:
    room = playing(stack)
    while room.round.status == "playing":
        room.time_out()
    address = reverse("admin:games_holdtally_changelist")
    assert browser("maker").get(address).status_code == 403
    text = browser("auditor").get(f"{address}?first=2026-03-01&last=2026-03-02").content.decode()
    assert "Blackjack" in text
    assert "There is no exact figure yet." in text
    assert holds.waiting() == 0


def test_a_paused_table_says_so_on_the_lists() -> None:
    room = Room.open("big-50")
    table_desk.pause(staff("floor"), room.table_id, room.now)
    listing = reverse("admin:games_table_changelist")
    assert "Paused" in browser("auditor").get(f"{listing}?state=paused").content.decode()
    assert "Alder" not in browser("auditor").get(f"{listing}?state=closed").content.decode()


def test_the_books_keep_a_raise_to_themselves_until_the_round_is_over() -> None:
    """Big Raise: what one has raised is no business of the staff's, who may sit at the table."""
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    room.act(one, "play", amount=15_00)
    auditor = browser("auditor")
    raised = Transfer.objects.get(key__endswith="stake/1/1")
    before = Transfer.objects.exclude(pk=raised.pk)
    assert room.table.phase == Phase.PLAYING
    assert listed(auditor, "transfer") == {str(each) for each in before}
    assert auditor.get(page_of(raised)).status_code == 404
    assert balance_shown(auditor, one) == balance_shown(auditor, other) == "990.00"
    assert balance_shown(auditor, f"escrow/{room.table_id}") == "20.00"
    audited = auditor.post("/admin/accounts/account/audit").content.decode()
    assert f"{before.count()} transfers" in " ".join(audited.split())
    room.act(other, "fold")
    assert room.table.phase == Phase.SHOWING
    assert listed(auditor, "transfer") == {str(each) for each in Transfer.objects.all()}
    shown = auditor.get(page_of(raised)).content.decode()
    assert f"<dt>{one.display_name}</dt><dd>−15.00</dd>" in shown
    assert f'value="{raised.pk}"' not in shown
    assert f"/{raised.pk}/" not in shown
    assert auditor.get(f"/admin/accounts/transfer/{raised.pk}/change/").status_code == 404


def page_of(transfer: Transfer) -> str:
    """Transfers are found by their keys: numbers would have gaps."""
    return f"/admin/accounts/transfer/{quote(transfer.key)}/change/"


def listed(client: Client, model: str) -> set[str]:
    """The rows of a list of the books, as they name themselves."""
    page = client.get(f"/admin/accounts/{model}/")
    return {str(row) for row in page.context["cl"].result_list}


def balance_shown(client: Client, whose: User | str) -> str:
    """The balance of a player, or of an account by its name, as the books' own page says it."""
    account = ledger.player(whose) if isinstance(whose, User) else Account.objects.get(name=whose)
    page = client.get(f"/admin/accounts/account/{account.pk}/change/").content.decode()
    found = re.search(r"[\d,]+\.\d\d", page[page.index("Balance") :])
    assert found
    return found[0]
