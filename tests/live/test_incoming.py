"""What a server takes in from strangers: no body too large, no header that nobody can read."""

import socket
from collections.abc import Iterator

import pytest

from config.incoming import LARGEST_BODY
from tests.live.visitors import PATIENCE, Visitor, open_room
from tests.support.server import Server

FORM = b"Content-Type: multipart/form-data; boundary=x\r\n"


def answer(server: Server, headers: bytes, body: Iterator[bytes]) -> bytes:
    """The first line of what the site answers to a post at a table. It may hang up meanwhile."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as link:
        link.sendall(b"POST /tables/1/sit HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n")
        try:
            for chunk in body:
                link.sendall(chunk)
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has heard enough
        return link.makefile("rb").readline()


def chunks(size: int) -> Iterator[bytes]:
    """A body in pieces, without a word about its length."""
    for _ in range(size // 65_536):
        yield b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    yield b"0\r\n\r\n"


def test_a_body_that_is_announced_as_too_large_is_not_taken(server: Server) -> None:
    length = b"Content-Length: %d\r\n" % (LARGEST_BODY + 1)
    assert answer(server, FORM + length, iter(())) == b"HTTP/1.1 413 Content Too Large\r\n"


def test_a_body_that_turns_out_too_large_is_cut_off(server: Server) -> None:
    room = open_room("big-50", 1)
    first = answer(server, FORM + b"Transfer-Encoding: chunked\r\n", chunks(64 * LARGEST_BODY))
    assert first in (b"HTTP/1.1 413 Content Too Large\r\n", b"")
    visitor = Visitor(server, room.users[1])
    assert visitor.bet(room.table_id)["state"] == "betting"
    assert "Traceback" not in server.log()


PART = b"\r\n".join(
    [b"--x", b"Content-Disposition: form-data; %s", b"", b"1", b"--x--", b""]
)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (b"text/plain; charset*=bogus''%41", b'name="seat"'),
        (b"multipart/form-data; boundary=x; charset=hex", b'name="seat"'),
        (b"multipart/form-data; boundary=x; charset=utf-7", b'name="seat"'),
    ],
)
def test_an_encoding_that_nobody_reads_is_a_bad_request(
    server: Server, kind: bytes, part: bytes
) -> None:
    body = PART % part
    headers = b"Content-Type: %s\r\nContent-Length: %d\r\n" % (kind, len(body))
    assert answer(server, headers, iter([body])) == b"HTTP/1.1 400 Bad Request\r\n"
    assert "Traceback" not in server.log()


def test_a_field_whose_name_nobody_reads_is_none(server: Server) -> None:
    body = PART % b"name*=bogus''%41"
    headers = FORM + b"Content-Length: %d\r\n" % len(body)
    assert answer(server, headers, iter([body])) == b"HTTP/1.1 403 Forbidden\r\n"  # no token
    assert "Traceback" not in server.log()
