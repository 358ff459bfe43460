"""Whether a round matches what was sealed, dealt and paid: checked again each time, from the rows.

`check_record` judges a record as a file, knowing nothing else. `check_round` judges the rows of a
round that was played here, including the books; an exported record says what it found.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts import ledger
from games import printed_paytables
from games.engine.cards import codes_of
from games.engine.errors import BadRecord, echoed
from games.engine.game import SpotResult
from games.engine.record import read_record, replay, write_record
from games.engine.shuffle import ALGORITHM, commitment, dealt
from games.models import Round
from games.registry import GAMES
from games.tables.finished_round import Played, played
from games.tables.shoes import client_seeds, digest_of

SEALED = "The seed is still sealed: it is revealed when nobody is dealt from it any more."


@dataclass(frozen=True)
class Check:
    """One thing that must hold. words: the sentence if it does, fault: if it does not.

    holds: None while that is unknown because the seed is sealed.
    """

    holds: bool | None
    words: str
    fault: str

    @property
    def sentence(self) -> str:
        """The result in words."""
        if self.holds is None:
            return SEALED
        return self.words if self.holds else self.fault


@dataclass(frozen=True)
class Verdict:
    """All checks of a round."""

    checks: tuple[Check, ...]

    @property
    def verified(self) -> bool | None:
        """True if everything holds, False if something does not, None if it is too early."""
        found = [check.holds for check in self.checks]
        return False if False in found else None if None in found else True

    @property
    def faults(self) -> list[str]:
        """What does not fit, as sentences."""
        return [check.fault for check in self.checks if check.holds is False]


def _seal(seed: bytes | None, seal: str) -> Check:
    return Check(
        None if seed is None else commitment(seed) == seal,
        "The server seed is the one that was sealed before the bets.",
        "The server seed is not the one that was sealed before the bets.",
    )


def _deck(holds: bool | None) -> Check:
    return Check(
        holds,
        "The seeds give the cards that were dealt.",
        "The seeds do not give the cards that were dealt.",
    )


def _results(holds: bool) -> Check:
    return Check(
        holds,
        "Played again by the rules, every wager pays what was paid.",
        "Played again by the rules, the wagers do not pay what was paid.",
    )


def check_record(raw: object) -> Verdict:
    """Judge a record with its fairness fields. Raises GameError for a malformed one."""
    record = read_record(raw, GAMES, printed_paytables.printed)
    assert isinstance(raw, Mapping)
    proof = _Proof.read(raw)
    holds = None
    if proof.seed is not None:
        decks = record.game.decks(record.setup.options)
        deck = dealt(
            proof.seed, proof.shoe, proof.client_seeds, decks,
            round_id=proof.round, start=proof.start,
        )  # fmt: skip
        holds = deck == record.setup.deck
    recorded = raw.get("results", [])
    agrees = _same(recorded, [result.as_json() for result in replay(record).results])
    return Verdict((_seal(proof.seed, proof.commitment), _deck(holds), _results(agrees)))


def _same(recorded: object, results: Sequence[Mapping[str, Any]]) -> bool:
    """Equal as JSON: in Python, True and 1.0 are equal to 1."""
    return json.dumps(recorded, sort_keys=True) == json.dumps(results, sort_keys=True)


@dataclass(frozen=True)
class _Proof:
    """The fairness fields of a record, typed."""

    round: str
    commitment: str
    seed: bytes | None
    client_seeds: dict[int, str]
    shoe: str
    start: int

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> "_Proof":
        """Raises BadRecord naming a missing or malformed field."""
        if raw.get("algorithm") != ALGORITHM:
            raise BadRecord(
                f"'algorithm' is {ALGORITHM!r} here, not {echoed(raw.get('algorithm'))}."
            )
        shoe = raw.get("shoe")
        if not isinstance(shoe, Mapping):
            raise BadRecord(f"'shoe' is an object with 'round' and 'start', not {echoed(shoe)}.")
        start = shoe.get("start", 0)
        if type(start) is not int or start < 0:
            raise BadRecord(f"'start' of the shoe is a whole number from 0, not {echoed(start)}.")
        return cls(
            round=_text(raw, "round"),
            commitment=_text(raw, "commitment"),
            seed=_seed(raw.get("server_seed")),
            client_seeds=_client_seeds(raw.get("client_seeds")),
            shoe=_text(shoe, "round"),
            start=start,
        )


def _text(raw: Mapping[str, Any], field: str) -> str:
    value = raw.get(field)
    if not isinstance(value, str) or "\n" in value:
        raise BadRecord(f"{echoed(field)} is text in one line, not {echoed(value)}.")
    return value


def _seed(text: object) -> bytes | None:
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise BadRecord(f"'server_seed' has 64 hexadecimal digits or is null, not {echoed(text)}.")
    return seed


def _client_seeds(raw: object) -> dict[int, str]:
    if not isinstance(raw, Mapping) or not all(
        isinstance(seat, str) and seat.isascii() and seat.isdecimal() and len(seat) < 4
        for seat in raw
    ):
        raise BadRecord(f"'client_seeds' maps seats as text to seeds, not {echoed(raw)}.")
    return {int(seat): _text(raw, seat) for seat in raw}


def check_round(found: Played) -> Verdict:
    """Judge a finished round by its rows: seal, deck, results, and the ledger's entries for it."""
    round = found.round
    seed = None if round.revealed_seed is None else _stored_seed(round)
    return Verdict(
        (_seal(seed, round.commitment), _dealt(found), _results(_paid(found)), _books(found))
    )


def _stored_seed(round: Round) -> bytes:
    try:
        return bytes.fromhex(round.source.server_seed)
    except ValueError:
        return b""


def _dealt(found: Played) -> Check:
    round = found.round
    if round.revealed_seed is None:
        return _deck(None)
    if round.dealt is None:
        return _deck(True)
    deck = None if found.record is None else found.record.setup.deck
    return _deck(deck is not None and digest_of(deck) == round.deck_digest)


def _paid(found: Played) -> bool:
    """Whether the rules give the recorded results; a void round returned every stake."""
    if found.round.void_reason:
        return all(part.returned == part.staked and not part.results for part in found.parts)
    if found.replay is None:
        return False
    results: dict[int, list[SpotResult]] = {part.seat: [] for part in found.parts}
    for result in found.replay.results:
        results[result.seat].append(result)
    return found.replay.settled and all(
        _same(part.results, [result.as_json() for result in results[part.seat]])
        and part.staked == sum(result.stake for result in results[part.seat])
        and part.returned == sum(result.returned for result in results[part.seat])
        for part in found.parts
    )


def _books(found: Played) -> Check:
    nets: dict[int | None, int] = {}
    for part in found.parts:
        nets[part.user_id] = nets.get(part.user_id, 0) + part.net
    moved = ledger.moved(str(found.round.pk))
    booked = {account.user_id: cents for account, cents in moved.items() if account.user_id}
    return Check(
        booked == nets,
        "The books moved as many chips as the round says.",
        "The books did not move as many chips as the round says.",
    )


def proof_of(round: Round) -> dict[str, Any]:
    """What proves the deal of a finished round, and nothing about who played or how."""
    source = round.source
    seeds = client_seeds(source.seats.all())
    return {
        "round": str(round.pk),
        "commitment": round.commitment,
        "server_seed": round.revealed_seed,
        "client_seeds": {str(seat): seeds[seat] for seat in sorted(seeds)},
        "algorithm": round.algorithm,
        "shoe": {"round": str(source.pk), "start": round.start},
    }


def deck_shown(found: Played) -> str:
    """The cards of a finished round in dealing order: the whole deck once the seed is revealed;
    while the shoe is in play, only those that were dealt."""
    if found.record is None:
        return ""
    deck = found.record.setup.deck
    shown = deck if found.round.revealed_seed is not None else deck[: found.round.used]
    return " ".join(codes_of(shown))


def exported(round: Round) -> dict[str, Any]:
    """A finished round as a record, with what proves the deal. Raises ValueError while it is in
    play.

    ``verified`` is true only if every check has just passed, null while the seed is sealed;
    ``faults`` says what does not.
    """
    found = played(round)
    verdict = check_round(found)
    return (
        _written(found)
        | {"deck": deck_shown(found), "table": round.table.name}
        | proof_of(round)
        | {"verified": verdict.verified, "faults": verdict.faults}
    )


def _written(found: Played) -> dict[str, Any]:
    """The round as a record with the recorded results, in the order of settlement."""
    if found.record is None:
        return {"game": found.round.game}
    results = found.replay.results if found.replay else ()
    written = write_record(found.record, results)
    if not _paid(found):
        written["results"] = [result for part in found.parts for result in part.results]
    return written
