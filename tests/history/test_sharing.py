"""A link shows one round to anybody: nothing private, and nothing once it is revoked."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from accounts.models import User
from accounts.templatetags.money import signed
from games.history.headlines import of_parts
from games.history.listing import share, shared_part
from games.history.pictures import Shown, png
from games.models import Phase, Round, RoundSeat, SharedRound
from tests.history.rounds import page, part_of, play, reader, shoe_room
from tests.tables.room import Room
from tests.tables.seen import cards_in

pytestmark = pytest.mark.django_db


def link_of(user: User, round: Round) -> str:
    """Presses the button, and reads the link from the page."""
    answer = reader(user).post(f"/history/{round.pk}/share", follow=True)
    found = re.search(r'value="http://testserver(/shared/[^"]+)"', answer.content.decode())
    assert found
    return found[1]


@pytest.fixture
def room() -> Room:
    room = Room.open("big-draw")
    one, other = room.sit(1, 2, cents=1_234_56)  # no wager pays such an amount
    for user, seed in ((one, "seed one"), (other, "seed two")):
        user.client_seed = seed
        user.save(update_fields=["client_seed"])
    return room


def test_whoever_has_the_link_sees_the_round_without_an_account(room: Room) -> None:
    one, other = room.users.values()
    round = play(room)
    path = link_of(one, round)
    shown = page(None, path)
    assert "Shared by the player at seat 1" in shown
    assert round.server_seed in shown
    private = [
        one.display_name,
        other.display_name,
        "Alder",
        "Balance before",
        "1,219.56",
        "1,234.56",
    ]
    assert [word for word in private if word in shown] == []


def test_a_link_shows_the_cards_that_its_seat_saw_and_no_others(room: Room) -> None:
    """The discards of other players are never turned over; their seat's page does not show them,
    and neither does the shared one, nor what can be downloaded from it."""
    one, other = room.users.values()
    room.act(one, "choose", value="five-card-draw")
    room.deal(one, other)
    deck = room.deck()
    room.act(one, "draw", discard=[])
    thrown = deck[5:7]
    room.act(other, "draw", discard=thrown)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    own, shared = page(one, f"/history/{room.round.pk}"), page(None, link_of(one, room.round))
    faces = re.compile(r"/cards/\w+/(\w\w)\.")
    assert set(faces.findall(shared)) == set(faces.findall(own))
    assert not {code.upper() for code in thrown} & set(faces.findall(shared))
    proof = reader(None).get(f"{link_of(one, room.round)}.json").json()
    assert not {"actions", "seats", "results", "table"} & set(proof)


def test_the_link_is_kept_by_nobody_and_passed_on_to_nobody(room: Room) -> None:
    path = link_of(room.users[1], play(room))
    for address in (path, f"{path}.json"):
        answer = reader(None).get(address)
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in answer["Cache-Control"]


def test_a_revoked_link_is_dead_for_ever_and_the_next_one_is_another(room: Room) -> None:
    user = room.users[1]
    round = play(room)
    path = link_of(user, round)
    assert link_of(user, round) == path  # pressed again it is the same
    reader(user).post(f"/history/{round.pk}/unshare")
    for address in (path, f"{path}.json"):
        page(None, address, status=404)
    assert "Make a link" in page(user, f"/history/{round.pk}")
    again = link_of(user, round)
    assert again != path
    page(None, path, status=404)
    page(None, again)


def test_a_link_cannot_be_guessed(room: Room) -> None:
    path = link_of(room.users[1], play(room))
    token = path.removeprefix("/shared/")
    assert len(token) >= 32  # 192 bits
    for guess in (token[:-1], token.swapcase(), "", "x"):
        assert reader(None).get(f"/shared/{guess}").status_code == 404


def test_only_a_players_own_finished_round_can_be_shared(room: Room) -> None:
    one, other = room.users.values()
    round = play(room, one)
    for user, status in ((other, 404), (None, 302)):
        assert reader(user).post(f"/history/{round.pk}/share").status_code == status
    assert reader(one).get(f"/history/{round.pk}/share").status_code == 405
    room.act(next(u for s, u in room.users.items() if s == room.table.button), "choose",
             value="five-card-draw")  # fmt: skip
    room.deal(one)
    assert reader(one).post(f"/history/{room.round.pk}/share").status_code == 404
    with pytest.raises(ValueError, match="not over"):
        share(part_of(room.round, one), room.now)
    assert not SharedRound.objects.exists()


def test_the_links_of_a_player_who_is_gone_are_dead(room: Room) -> None:
    user = room.users[1]
    path = link_of(user, play(room))
    User.objects.filter(pk=user.pk).update(is_active=False)
    page(None, path, status=404)
    with pytest.raises(RoundSeat.DoesNotExist):
        shared_part(path.removeprefix("/shared/"))


def test_a_shared_round_of_a_shoe_in_play_tells_no_card_beyond_those_laid_open() -> None:
    room, user = shoe_room()
    round = play(room)
    path = link_of(user, round)
    proof = reader(None).get(f"{path}.json").json()
    assert (proof["server_seed"], proof["deck"]) == (None, None)
    shown = page(None, path)
    assert "not yet revealed" in shown
    assert round.server_seed not in shown
    assert len(cards_in(shown)) <= round.used


@pytest.mark.report("paste a shared round's link into a chat")
def test_paste_a_shared_rounds_link_into_a_chat(room: Room) -> None:
    """The chat finds a title, a sentence and a picture, at whole addresses of this site."""
    one, _ = room.users.values()
    round = play(room)
    part = part_of(round, one)
    path = link_of(one, round)
    shown = page(None, path)
    found = dict(re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', shown))
    (line,) = of_parts([part])
    assert found["title"] == line.title
    assert found["description"] == (
        f"Big Draw Poker: 10.00 bet, net {signed(part.net)}. Play money."
    )
    assert found["url"] == f"http://testserver{path}"
    assert found["image"].startswith(f"http://testserver{path}.png?")
    answer = reader(None).get(found["image"])
    assert answer["Content-Type"] == "image/png"
    with Image.open(BytesIO(answer.content)) as picture:
        assert picture.format == "PNG"
        assert (
            picture.size == (int(found["image:width"]), int(found["image:height"])) == (1200, 630)
        )
    again = reader(None).get(found["image"], headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.report("paste a shared round's link into a chat")
def test_there_is_a_picture_of_a_shared_round_alone(room: Room) -> None:
    one, _ = room.users.values()
    round = play(room)
    path = link_of(one, round)
    assert reader(None).get(f"{path}.png").status_code == 200
    reader(one).post(f"/history/{round.pk}/unshare")
    for unknown in (path, "/shared/x", f"/shared/{round.pk}"):
        page(None, f"{unknown}.png", status=404)


def test_equal_rounds_have_one_picture_and_others_another() -> None:
    shown = Shown("Total 36", "A game", (("As", "Kd"),), (), 500)
    assert shown.digest == replace(shown).digest
    others = (
        replace(shown, title="Total 37"), replace(shown, hands=(("As", "Kh"),)),
        replace(shown, against=("2c",)), replace(shown, net=-500), replace(shown, game="B"),
    )  # fmt: skip
    assert len({other.digest for other in others} | {shown.digest}) == 6
    assert png(shown) is png(replace(shown))
    assert png(others[1]) != png(shown)


FIVE = ("2c", "3d", "4h", "5s", "6c")


@pytest.mark.parametrize("hands", [(), (("As",),), (FIVE,) * 4])
def test_a_picture_of_any_number_of_cards_can_be_drawn(hands: tuple[tuple[str, ...], ...]) -> None:
    assert png(Shown("Word " * 40, "A game", hands, ("Th", "Ts"), 0)).startswith(b"\x89PNG")


def test_the_owner_copies_the_link_and_saves_the_picture(room: Room) -> None:
    user, _ = room.users.values()
    round = play(room)
    path = link_of(user, round)
    own = page(user, f"/history/{round.pk}")
    assert 'data-copies="shared-link"' in own
    assert f'href="http://testserver{path}.png" download="round.png"' in own
