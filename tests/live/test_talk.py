"""Table talk over the real site's sockets."""

from tests.live.visitors import Visitor, open_room
from tests.support.server import Server


def test_a_phrase_said_over_one_socket_is_heard_on_every_other(server: Server) -> None:
    room = open_room("big-50", 1, 2)
    one, stranger = Visitor(server, room.users[1]), Visitor(server)
    with one.socket(room.table_id) as mine, stranger.socket(room.table_id) as theirs:
        assert mine.ask(say="luck")["status"] == 200
        for socket in (mine, theirs):
            (said,) = socket.scene(lambda scene: scene["talk"])["talk"]
            assert (said["seat"], said["words"]) == (1, "Good luck!")


def test_other_words_and_haste_are_refused_over_a_socket(server: Server) -> None:
    room = open_room("big-50", 1)
    with Visitor(server, room.users[1]).socket(room.table_id) as socket:
        refused = socket.ask(say="I hold a king")
        assert refused["status"] == 422
        assert "the phrases are" in refused["error"]
        assert socket.ask(say="luck")["status"] == 200
        assert socket.ask(say="luck")["status"] == 422
