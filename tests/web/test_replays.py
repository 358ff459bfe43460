"""The replay of a round: what its player saw at each moment, for nobody but who may see it."""

import random
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games.blackjack.options import BlackjackOptions
from games.engine.cards import parse_cards
from games.history.listing import revoke, share
from games.history.replays import Film, felt_html, film_of
from games.models import Phase, Round, Table
from games.scenes.snapshots import html_for
from games.tables import services
from tests.history.rounds import part_of, play, reader, shoe_room
from tests.tables.room import WAGERS, Room, deck_of
from tests.tables.seen import cards_in, may_see_of
from tests.tables.test_ends import corrupt

pytestmark = pytest.mark.django_db

EVERY_GAME = pytest.mark.parametrize("game", WAGERS)


def played(game: str, number: int = 1) -> tuple[Room, Round]:
    """A round of seats 1, 2 and 4 who choose at random; the clock decides what is left. Blackjack
    from one deck, so that a code is one card. The table still shows the results."""
    chance = random.Random(f"{game} {number}")
    room = Room.open(game, options=BlackjackOptions(decks=1) if game == "blackjack" else None)
    users = room.sit(1, 2, 4)
    for seat, user in room.users.items():
        user.client_seed = f"{number} {seat}"
        user.save(update_fields=["client_seed"])
    if room.table.phase == Phase.CHOOSING:
        room.act(users[0], "choose", value="deuces-never-loses")
    room.deal(*users)
    for user in users * 3:
        view = room.scene(user)["view"]
        if not view or not view["offers"]:
            continue
        offer = chance.choice(view["offers"])
        more: dict[str, Any] = {}
        if offer["amounts"] is not None:
            more["amount"] = offer["amounts"][-1]
        if offer["discard_from"] is not None:
            more["discard"] = chance.sample(list(offer["discard_from"]), 2)
        room.later(1).act(user, offer["action"], **more)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    return room, room.round


def replay_url(round: Round, at: int | str = 1, query: str = "") -> str:
    return f"/history/{round.pk}/replay?{query}at={at}"


def get_frame(client: Client, url: str) -> str:
    """What the page's script gets."""
    answer = client.get(url, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def texts(film: Film) -> list[str]:
    """The sentences of its events."""
    return [frame.words for frame in film.frames]


@EVERY_GAME
def test_no_frame_has_a_card_that_its_viewer_could_not_know_then(game: str) -> None:
    room, round = played(game)
    viewers: list[tuple[int | None, User | None]] = [(None, None), *room.users.items()]
    for seat, user in viewers:
        film, client = film_of(round, seat), reader(user)
        for frame in film.frames:
            if seat == 2:  # the whole way, for one of them
                html = get_frame(client, replay_url(round, frame.number))
            else:
                html = " ".join(felt_html(film, film.scene(frame)).values()) + frame.words
            showing = frame.stage in ("settle", "over")
            known = may_see_of(round, user, played=frame.played, showing=showing)
            dealt = frame.view is not None
            assert cards_in(html) <= (known if dealt else set()), f"seat {seat}, {frame.words}"
            assert round.server_seed not in html


@EVERY_GAME
def test_the_film_ends_as_the_table_showed_it(game: str) -> None:
    room, round = played(game)
    for seat, user in room.users.items():
        film = film_of(round, seat)
        last = felt_html(film, film.scene(film.frames[-1]))
        _, live = html_for(room.table_id, user.pk, room.now)
        assert [last[part] for part in ("mine", "board", "line")] == [
            live[part] for part in ("mine", "board", "line")
        ]
        nets = re.compile(r"[+−]?\d+\.\d\d")
        for other in set(room.users) - {seat}:
            shown = re.sub(r"<small>.*?</small>", "", live[f"seat-{other}"])  # the balance
            assert nets.findall(last[f"seat-{other}"]) == nets.findall(shown)
            assert cards_in(last[f"seat-{other}"]) == cards_in(shown)


@EVERY_GAME
def test_it_begins_before_the_cards_and_tells_every_event_of_the_round(game: str) -> None:
    room, round = played(game)
    film = film_of(round, 1)
    assert not any(cards_in(text) for text in felt_html(film, film.scene(film.frames[0])).values())
    beside = {news["words"] for news in room.table.news}  # the table's, not the round's
    said = [line for line in room.scene(room.users[1])["log"] if line not in beside]
    rest = iter(texts(film))
    assert all(sentence in rest for sentence in said)  # all of them, in their order
    times = [frame.at for frame in film.frames]
    assert times == sorted(times)
    assert (film.frames[-1].at, film.frames[-1].stage) == (round.ended, "over")


@EVERY_GAME
def test_each_own_decision_has_a_frame_that_names_its_action(game: str) -> None:
    _, round = played(game)
    for seat in (1, 2, 4):
        film = film_of(round, seat)
        asked = [frame.decision for frame in film.frames if frame.decision]
        assert {decision.seat for decision in asked} <= {seat}
        own = round.actions.filter(seat=seat).order_by("ordinal")
        assert [decision.ordinal for decision in asked] == [action.ordinal for action in own]


def test_the_clocks_decision_is_called_so() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users)
    room.act(users[1], "fold")
    room.time_out()
    one, other = (texts(film_of(room.round, seat)) for seat in (1, 2))
    assert "Seat 1: the clock folds." in one
    assert "Seat 1: the clock folds." in other
    assert "Seat 2 folds." in one
    assert one.index("Seat 2 has decided.") < one.index("Seat 2 folds.")
    assert "Seat 2 folded." not in one  # what it was, only seat 2 knew before all had decided


def test_the_buttons_choice_comes_first() -> None:
    _, round = played("big-draw")
    assert texts(film_of(round, 2))[0] == "Seat 1 has the button. The game is Deuces Never Loses."


def test_big_50_has_its_look_between_the_deal_and_the_settlement() -> None:
    _, round = played("big-50")
    stages = [frame.stage for frame in film_of(round, 2).frames]
    assert stages[:6] == ["bets", "deal", "deal", "deal", "look", "settle"]


def test_the_page_works_by_its_links_alone() -> None:
    room, round = played("big-raise")
    client, film = reader(room.users[2]), film_of(round, 2)
    last = len(film.frames)
    for at, back, on in ((1, 1, 2), (5, 4, 6), (last, last - 1, last)):
        page = client.get(replay_url(round, at)).content.decode()
        assert re.findall(r'id="back"[^>]*at=(\d+)"', page) == [str(back)]
        assert re.findall(r'id="next"[^>]*at=(\d+)"', page) == [str(on)]
        assert re.findall(r'data-at="(\d+)"[^>]* aria-current="step"', page) == [str(at)]
        felt = page[page.index('id="frame"') : page.index('id="count"')]
        assert felt[felt.index("<fieldset") : felt.index("</fieldset>")] in get_frame(
            client, replay_url(round, at)
        )
    events = re.findall(r'href="\?at=(\d+)" data-at.*?</time><span>([^<]*)</span>', page)
    assert events == [(str(at), escape(text)) for at, text in enumerate(texts(film), 1)]


def test_nothing_on_the_page_can_be_wagered_or_posted() -> None:
    room, round = played("big-draw")
    page = reader(room.users[2]).get(replay_url(round, 7)).content.decode()
    main = page[page.index("<main") :]
    assert "<form" not in main.replace('<form class="dialog__acts" method="dialog">', "")
    assert re.search(r'<fieldset class="still" disabled>', main)


@pytest.mark.parametrize(("at", "words"), [("99", "there is no 99"), ("first", "a whole number")])
def test_an_event_that_is_not_there_is_refused_with_a_sentence(at: str, words: str) -> None:
    room, round = played("big-50")
    for headers in ({}, {"HX-Request": "true"}):
        answer = reader(room.users[1]).get(replay_url(round, at), headers=headers)
        assert answer.status_code == 400
    assert words in reader(room.users[1]).get(replay_url(round, at)).content.decode()


def test_only_who_had_a_seat_in_a_finished_round_may_see_it() -> None:
    room, round = played("big-raise")
    stranger = Room.open("big-50").sit(1)[0]
    assert reader(stranger).get(replay_url(round)).status_code == 404
    assert reader(None).get(replay_url(round)).status_code == 302
    assert reader(room.users[1]).get(replay_url(round, query="seat=2&")).status_code == 404
    assert reader(room.users[1]).get(f"/history/{uuid4()}/replay").status_code == 404
    room.time_out()
    room.deal(*room.users.values())
    assert room.round.status == Round.Status.PLAYING
    assert reader(room.users[1]).get(replay_url(room.round)).status_code == 404
    with pytest.raises(ValueError, match="cannot be replayed yet"):
        film_of(room.round, 1)


def test_each_of_several_seats_has_a_film_of_its_own() -> None:
    room = Room.open("big-50", positions=2)
    (user,) = room.sit(2)
    services.sit(room.table_id, user, 5, room.now)
    for seat in (2, 5):
        chair = room.table.chairs.get(seat=seat)
        step = f"{room.table.round_number}.{room.table.phase}.{chair.moves}"
        wagers = {"range": 1000}
        services.place(room.table_id, user, step, wagers, ready=True, now=room.now, seat=seat)
    while room.table.phase != Phase.SHOWING:
        room.time_out()
    deck, client = room.deck(), reader(user)
    for seat, own in ((2, deck[:5]), (5, deck[5:10])):
        look = next(f.number for f in film_of(room.round, seat).frames if f.stage == "look")
        html = get_frame(client, replay_url(room.round, look, f"seat={seat}&"))
        assert cards_in(html) == set(own)


def test_a_void_round_is_shown_as_far_as_it_went_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "games.tables.locked_table.deck_of", lambda *_: parse_cards("8c 6h 8d Td 3c")
    )
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    room.deal(user, wagers={"main": 1000})
    room.act(user, "split")
    room.act(user, "hit")
    assert room.round.status == Round.Status.VOID
    film = film_of(room.round, 1)
    assert "too short" in film.frames[-1].words
    assert "Every stake is returned." in film.frames[-1].words
    html = get_frame(reader(user), replay_url(room.round, len(film.frames)))
    assert cards_in(html) == {"8c", "6h", "8d", "3c"}  # not the hole card
    assert "Round void" in html


def test_a_round_that_cannot_be_played_again_is_shown_as_far_as_it_can() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users)
    room.act(users[0], "fold")
    corrupt(room)
    room.time_out()
    assert room.round.status == Round.Status.VOID
    film = film_of(room.round, 2)
    assert [frame.stage for frame in film.frames] == ["bets", *["deal"] * 4, "void"]
    html = get_frame(reader(users[1]), replay_url(room.round, len(film.frames)))
    deck = room.deck()
    assert cards_in(html) == {*deck[2:4], deck[4]}


def test_a_round_of_a_shoe_that_is_still_dealt_from_shows_its_own_cards_alone() -> None:
    room, user = shoe_room()
    round = play(room, user, wagers={"main": 1000})
    assert round.revealed_seed is None
    client, film = reader(user), film_of(round, 1)
    dealt = set(deck_of(round)[: round.used])
    for frame in film.frames:
        html = client.get(replay_url(round, frame.number)).content.decode()
        assert cards_in(html) <= dealt
        assert round.server_seed not in html


def test_what_players_have_now_and_what_goes_on_at_the_table_now_is_not_in_it() -> None:
    room, round = played("big-raise")
    other = room.users[1]
    said = {"id": 1, "seat": 1, "user": other.pk, "name": "Ada", "phrase": "luck", "ms": 0}
    Table.objects.filter(pk=room.table_id).update(maximum=7_700, talk=[said])
    page = reader(room.users[2]).get(replay_url(round, 3)).content.decode()
    assert other.display_name in page
    assert "Good luck" not in page
    felt = page[page.index('id="frame"') : page.index('id="count"')]
    assert not re.search(r"\d{3}\.\d\d", felt)  # nobody's balance


def test_a_shared_round_is_replayed_without_names_until_the_link_is_revoked() -> None:
    room, round = played("big-draw")
    part = part_of(round, room.users[2])
    url = f"/shared/{share(part, room.now).token}/replay"
    names = [user.display_name for user in room.users.values()]
    film = film_of(round, 2)
    for frame in film.frames:
        html = get_frame(reader(None), f"{url}?at={frame.number}")
        known = may_see_of(
            round, room.users[2], played=frame.played, showing=frame.stage in ("settle", "over")
        )
        assert cards_in(html) <= (known if frame.view else set())
        assert not [name for name in names if name in html]
    answer = reader(None).get(url)
    page = answer.content.decode()
    assert not [private for private in (*names, "Alder") if private in page]
    assert "noindex" in answer["X-Robots-Tag"]
    revoke(part, room.now)
    assert reader(None).get(url).status_code == 404


def test_a_spectators_film_shows_no_seats_own_cards_before_the_end() -> None:
    _, round = played("big-raise")
    film = film_of(round, None)
    deck = {frame.stage: cards_in(felt_html(film, film.scene(frame))) for frame in film.frames}
    assert len(deck["act"]) == 1  # the dealer's first
