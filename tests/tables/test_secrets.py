"""No card is sent to who may not see it: not as a code, not in words, not anywhere in a scene."""

import json

import pytest

from accounts.models import User
from games.blackjack.options import BlackjackOptions
from games.history.verification import exported
from games.models import Phase
from games.tables.selectors import snapshot
from tests.tables.room import WAGERS, Room, player
from tests.tables.seen import CODES, cards_in, may_see

pytestmark = pytest.mark.django_db


def room_of(game: str) -> Room:
    """A table with three in the round, one who sits out and one who only watches. Blackjack from
    one deck, so that a code is one card."""
    options = BlackjackOptions(decks=1) if game == "blackjack" else None
    room = Room.open(game, options=options)
    room.sit(1, 2, 4, 5)
    room.users[0] = player()
    return room


def look_over_every_shoulder(room: Room) -> None:
    """Fails when any viewer is sent a card that is not theirs to see, or the seal too early."""
    seed, over = room.round.server_seed, room.round.over
    viewers: list[User | None] = [*room.users.values(), None]
    for viewer in viewers:
        text = json.dumps(room.scene(viewer))
        leaked = cards_in(text) - may_see(room, viewer)
        assert not leaked, f"{viewer} was sent {leaked} in {text}"
        assert (seed in text) == (over and room.table.phase == Phase.SHOWING)


def own_cards(room: Room, user: User) -> set[str]:
    return cards_in(room.scene(user)["seats"][room.chair(user).seat - 1]["hands"])


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("number", range(3))
def test_nobody_is_sent_a_hidden_card_in_any_phase(game: str, number: int) -> None:
    room = room_of(game)
    look_over_every_shoulder(room)
    if room.table.phase == Phase.CHOOSING:
        room.act(
            room.users[1], "choose", value=("five-card-draw", "deuces-never-loses")[number % 2]
        )
        look_over_every_shoulder(room)
    for seat in (1, 2, 4):
        room.bet(room.users[seat])
        look_over_every_shoulder(room)
    room.time_out()
    look_over_every_shoulder(room)
    for user in (room.users[seat] for seat in (1, 2, 4)):
        offers = (room.scene(user)["view"] or {}).get("offers")
        if offers:
            offer = offers[(number + 1) % len(offers)]
            cards = offer["discard_from"]
            more = {
                **({"amount": offer["amounts"][-1]} if offer["amounts"] is not None else {}),
                **({"discard": list(cards[:number])} if cards is not None else {}),
            }
            room.act(user, offer["action"], **more)
        look_over_every_shoulder(room)
    while room.table.phase in (Phase.PLAYING, Phase.SHOWING):
        room.time_out()
        look_over_every_shoulder(room)


@pytest.mark.parametrize("game", ["big-50", "big-raise", "big-draw"])
def test_a_player_does_see_the_cards_that_are_his(game: str) -> None:
    room = room_of(game)
    if room.table.phase == Phase.CHOOSING:
        room.act(room.users[1], "choose", value="five-card-draw")
    room.deal(room.users[1], room.users[2])
    deck, size = room.deck(), 2 if game == "big-raise" else 5
    if room.table.phase == Phase.BETTING:
        room.time_out()
        deck = room.deck()
    assert own_cards(room, room.users[1]) == set(deck[:size])
    assert own_cards(room, room.users[2]) == set(deck[size : 2 * size])
    assert may_see(room, None) == (set(deck[4:5]) if game == "big-raise" else set())


def test_the_search_finds_cards_as_codes_and_in_words() -> None:
    """What finds nothing must not pass because it looks for nothing."""
    assert cards_in({"a": ["Th", None], "b": "shows Queen of spades"}) == {"Th", "Qs"}
    assert cards_in('<img src="/static/cards/As.3f9c.svg" alt="ace of spades">') == {"As"}
    assert cards_in("0b3c4d5e-9c2d-4a3s") == set()
    assert cards_in(" ".join(CODES)) == set(CODES)


def test_the_undealt_deck_is_in_the_record_of_a_finished_round_only() -> None:
    room = room_of("big-50")
    room.deal(room.users[1], room.users[2])
    round = room.round
    with pytest.raises(ValueError, match="not public yet"):
        exported(round)
    if room.table.phase == Phase.BETTING:
        room.time_out()
    room.time_out()
    assert exported(room.round)["deck"].split() == room.deck()


def test_a_snapshot_in_a_log_or_an_error_shows_no_card() -> None:
    room = room_of("big-50")
    room.deal(room.users[1], room.users[2])
    snap = snapshot(room.table_id)
    assert snap.record is not None
    assert repr(snap.record.setup.deck)[1:-1] not in repr(snap)
