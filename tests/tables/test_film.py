"""What a push shows, moment by moment: the way from the table a page has to the table as it is."""

import random
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from accounts import ledger
from accounts.models import User
from accounts.preferences import USUAL
from games.models import Phase
from games.scenes import scene
from games.scenes.edits import edit
from games.scenes.film import RARE, film
from games.scenes.fragments import Html, changed, drawn
from games.scenes.parts import moving_parts
from games.scenes.pushes import push
from games.scenes.snapshots import html_of
from games.tables.selectors import Snapshot, snapshot
from tests.support.pages import edited, take_in
from tests.tables.random_play import Crowd
from tests.tables.room import WAGERS, Room, player
from tests.tables.seen import cards_in, may_see

pytestmark = pytest.mark.django_db

DEEDS = 40
EVERY_GAME = pytest.mark.parametrize("game", WAGERS)


@dataclass
class Looking:
    """Somebody's page: what it has been sent, put together as its script does."""

    room: Room
    user: User | None
    known: Snapshot | None = None
    alone: Snapshot | None = None
    sent: Html = field(default_factory=dict)
    page: Html = field(default_factory=dict)

    def look(self, snap: Snapshot | None = None) -> list[dict[str, Any]]:
        """Gets a push, and returns its moments, each with the parts as texts. snap: the table as
        others who look at it have it, too."""
        alone = snapshot(self.room.table_id)
        snap = snap or alone
        user_id = self.user.pk if self.user else None
        shown = scene(snap, user_id, self.room.now)
        text, self.sent = push(self.known, snap, shown, user_id, self.room.now, USUAL, self.sent)
        page = dict(self.page)
        moments = take_in(self.page, text)
        # What is left out of a moment, or made for others too, is as in the viewer's own scene.
        scenes = list(film(self.alone, alone, user_id, self.room.now))
        for moment, moment_scene in zip(moments[:-1], scenes, strict=True):
            page |= moment["parts"]
            felt = changed(drawn(shown.table.game, moving_parts(moment_scene.scene)))
            assert {part: page[part] for part in felt} == felt, moment
        self.known, self.alone = snap, alone
        assert not cards_in(moments) - may_see(self.room, self.user)
        assert self.page == changed(html_of(snap, shown, user_id))
        return moments


def crowd_at(game: str, *, solo: bool = False) -> tuple[Crowd, list[Looking]]:
    """A table before the bets, with a page for each player, and one for a spectator."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    room = Room.open(game, solo=solo)
    crowd = Crowd(room, 1 if solo else 3, seed)
    if room.table.phase == Phase.CHOOSING:
        room.act(crowd.players[0], "choose", value="deuces-never-loses")
    pages = [Looking(room, user) for user in (*crowd.players, *([] if solo else [None]))]
    for page in pages:
        assert len(page.look()) == 1  # who comes sees the table as it is
    return crowd, pages


@EVERY_GAME
@pytest.mark.parametrize("solo", [True, False], ids=["solo", "shared"])
def test_a_page_gets_every_event_once_and_ends_with_the_table_as_it_is(
    game: str, solo: bool
) -> None:
    crowd, pages = crowd_at(game, solo=solo)
    room = crowd.room
    room.deal(*crowd.players)
    seen: dict[int, list[tuple[str, str, str, int]]] = {place: [] for place in range(len(pages))}
    for _ in range(DEEDS):
        snap = snapshot(room.table_id)
        for place, page in crowd.chance.sample([*enumerate(pages)], len(pages)):
            *moments, last = page.look(snap)
            assert "kind" not in last
            seen[place] += [event for moment in moments for event in events_of(moment)]
        if room.table.phase == Phase.SHOWING:
            break
        play_on(crowd)
    assert room.table.phase == Phase.SHOWING
    for place, page in enumerate(pages):
        view = room.shown(page.user).view
        assert view is not None
        acts = [event for event in view.events if event.kind == "act"]
        assert [event for event in seen[place] if event[0] != "act"] == [
            (event.kind, event.place, event.spot, event.net)
            for event in view.events
            if event.kind != "act"
        ]
        assert bool(acts) == any(event[0] == "act" for event in seen[place])


def events_of(moment: dict[str, Any]) -> list[tuple[str, str, str, int]]:
    """What has happened with a moment: what is done with several bets of a hand is one."""
    kind, place = moment["kind"], moment["place"]
    bets = moment.get("bets") or [{"spot": "", "net": 0}]
    return [(kind, place, bet["spot"], bet["net"]) for bet in bets]


@EVERY_GAME
def test_nothing_is_told_before_its_moment(game: str) -> None:
    """The result, the balance, the list of rounds, the seal and what there is to press are those of
    before until the last moment; in the log stands what has happened, and no more."""
    crowd, (page, *_) = crowd_at(game, solo=True)
    room, (user,) = crowd.room, crowd.players
    room.deal(user)
    before = dict(page.page)
    *moments, last = page.look()
    while room.table.phase != Phase.SHOWING:
        before = dict(page.page)
        play_on(crowd)
        *moments, last = page.look()
    lines = [len(re.findall("<li>", m["parts"].get("events", ""))) for m in moments]
    assert moments
    drawn = [count for count in lines if count]
    assert drawn == sorted(drawn)
    for moment in moments:
        assert not moment["parts"].keys() & {"acts", "rounds", "past", "seal", "pulse-place"}
        assert "Net" not in moment["parts"].get("line", "")
    assert "rounds" in last["parts"]
    assert page.page["rounds"] != before["rounds"]
    balances = [cents(m["parts"]["purse-place"]) for m in moments if "purse-place" in m["parts"]]
    assert balances == sorted(balances)  # what a double adds is taken first, then all is paid
    assert cents(page.page["purse-place"]) == ledger.balance_of(user)
    if balances:
        assert balances[-1] == ledger.balance_of(user)


def play_on(crowd: Crowd) -> None:
    """The next decision at a table: of the first who has one, else of the first who looks on."""
    room = crowd.room
    for user in crowd.players:
        if offers := room.scene(user)["view"]["offers"]:
            crowd._take(user, crowd.chance.choice(offers))
            return
    for user in crowd.players:
        if not room.chair(user).ready:
            room.act(user, "reveal")
            return


def cents(purse: str) -> int:
    """What a purse shows."""
    return int(re.findall(r'data-cents="(\d+)"', purse)[0])


@EVERY_GAME
def test_who_comes_late_gets_no_film(game: str) -> None:
    crowd, _ = crowd_at(game)
    room = crowd.room
    room.deal(*crowd.players)
    assert len(Looking(room, player()).look()) == 1
    while room.table.phase != Phase.SHOWING:
        play_on(crowd)
        assert len(Looking(room, None).look()) == 1


def test_a_bet_paid_twenty_five_times_its_stake_is_rare_and_one_paid_less_is_not() -> None:
    crowd, _ = crowd_at("big-50", solo=True)
    room, (user,) = crowd.room, crowd.players
    known = snapshot(room.table_id)
    room.deal(user)
    if room.table.phase == Phase.PLAYING:
        room.act(user, "reveal")
    snap = snapshot(room.table_id)
    for moment in film(known, snap, user.pk, room.now):
        rare = any(
            event.kind == "pay" and event.net >= RARE * event.stake for event in moment.events
        )
        assert (moment.rare is not None) == rare


def test_an_edit_makes_one_text_of_the_other() -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for _ in range(2000):
        old, new = ("".join(chance.choices("ab<>🂡", k=chance.randrange(40))) for _ in range(2))
        assert edited(old, edit(old, new)) == new


def test_an_edit_takes_over_what_lies_between_two_changes() -> None:
    card = '<li class="card" data-rank="7"><img src="/7S.svg" alt="Seven of spades"></li>'
    old = f'<div aria-label="Seat 2, bets 25"><ol>{card}</ol><p>25</p></div>'
    new = f'<div aria-label="Seat 2"><ol>{card}</ol></div>'
    words = [piece for piece in edit(old, new) if isinstance(piece, str)]
    assert words == ['<div aria-label="Seat 2">']
    assert edited(old, edit(old, new)) == new


@pytest.mark.parametrize(("old", "new"), [("9.95", "9.05"), ("1,000.00", "1,000.50")])
def test_an_edit_changes_whole_texts_and_whole_tags(old: str, new: str) -> None:
    """Its length must not say how many digits have stayed."""
    was, now = (f"<p><b>You have</b><b>{text}</b></p>" for text in (old, new))
    assert [piece for piece in edit(was, now) if isinstance(piece, str)] == [new]
    was, now = (f'<p data-cents="{text}">cents</p>' for text in (old, new))
    assert [p for p in edit(was, now) if isinstance(p, str)] == [f'<p data-cents="{new}">']
