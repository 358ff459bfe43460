"""Bots at the real site: they come by themselves while somebody looks, whatever looks."""

from tests.live.visitors import Json, Visitor, open_room, soon
from tests.support.server import Server


def company(scene: Json) -> list[Json]:
    """The seats of bots."""
    return [seat for seat in scene["seats"] if seat["bot"]]


def test_a_table_with_one_socket_is_alive_and_plays(server: Server) -> None:
    room = open_room("big-raise", 1, bots=3)
    visitor = Visitor(server, room.users[1])
    with visitor.socket(room.table_id) as socket:
        socket.scene(lambda scene: len([s for s in company(scene) if s["ready"]]) == 3)
        visitor.bet(room.table_id, ready=True)
        socket.scene(lambda scene: scene["state"] == "playing")
        visitor.act(room.table_id, "fold")
        # Long before the 25 seconds of the clock.
        shown = socket.scene(lambda scene: scene["state"] == "showing")
        assert [seat["net"] is not None for seat in company(shown)] == [True] * 3
    assert not room.round.actions.filter(by_clock=True).exists()


def test_bots_play_on_for_a_program_that_only_reads(server: Server) -> None:
    room = open_room("blackjack", 1, bots=2)
    visitor = Visitor(server, room.users[1])

    def ready() -> bool:
        return len([s for s in company(visitor.state(room.table_id)) if s["ready"]]) == 2

    assert soon(ready)
