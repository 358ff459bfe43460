"""What is in a pack, and that it is the same bytes every time."""

import hashlib
import json
import random
import stat
import zipfile
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import read_record, replay
from games.exact.terms import Terms
from games.odds_reports import reports
from games.proof.answers import proof_of
from games.proof.packed import MANIFEST, pack_of
from games.registry import GAMES
from tests.proof.packs import (
    contents_of,
    counted,
    files_in,
    files_of,
    pack,
    protection_computed,
    protection_of_all,
)

EDGES = {
    "big-50": {"poker_hand": "13.7053", "big_50": "15.7983", "range": "9.6258",
               "all_red": "54.4418", "all_black": "54.4418"},
    "big-raise": {"ante": "3.4355", "two_card_bonus": "3.6199", "five_card_bonus": "5.1655"},
    "big-draw": {"first_five": "-0.0237", "big_draw": "3.7715"},
    "blackjack": {"bad_beat": "2.5060"},
}  # fmt: skip
"""House edges in percent, as the rules pages have them."""


@pytest.mark.parametrize("game", GAMES)
def test_counts_are_whole_and_give_the_edge(game: str) -> None:
    side = json.loads(files_of(game)["figures.json"])["felts"][0]
    found = {bet["spot"]: bet for bet in side["bets"]}
    for spot, percent in EDGES[game].items():
        bet = found[spot]
        nets = [pair for line in bet["lines"] for pair in line["nets"]]
        assert all(type(cents) is int and type(count) is int for cents, count in nets)
        assert sum(count for _, count in nets) == bet["total"]
        edge = -Fraction(sum(cents * count for cents, count in nets), 100 * bet["total"])
        assert edge == Fraction(bet["edge"])
        assert f"{float(100 * edge):.4f}" == percent


def test_the_edges_of_first_five_by_the_stake() -> None:
    """As the maker prints them, but for $3; it prints none for $10 under 5 Card Draw."""
    figures = json.loads(files_of("big-draw")["figures.json"])
    found = [
        {row["stake"]: round(float(100 * Fraction(row["edge"])), 4) for row in bet["stakes"]}
        for side in figures["felts"]
        for bet in side["bets"]
        if bet["spot"] == "first_five"
    ]
    del found[0][1000]
    assert found == [
        {100: -0.0237, 200: 1.0537, 300: 1.4128, 400: 1.5923, 500: 1.7001},
        {100: -2.0162, 200: 0.2067, 300: 0.9477, 400: 1.3181, 500: 1.5404, 1000: 1.9850},
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_manifest_lists_every_other_file(game: str) -> None:
    files = files_of(game)
    lines = files.pop(MANIFEST).decode().splitlines()
    assert lines == [f"{hashlib.sha256(files[name]).hexdigest()}  {name}" for name in sorted(files)]
    assert {"README.md", "verify.py", "sheet.pdf", "rules.txt", "paytables.json",
            "figures.json"} <= set(files)  # fmt: skip
    assert any(name.startswith("rounds/") for name in files)


@pytest.mark.parametrize("game", GAMES)
def test_the_worked_rounds_are_records(game: str) -> None:
    for name, data in files_of(game).items():
        if name.startswith("rounds/"):
            raw = json.loads(data)
            played = replay(read_record(raw, GAMES, lambda *_: pytest.fail("all is written out")))
            assert [result.as_json() for result in played.results] == raw["results"]


def shuffled(value: Any, places: random.Random) -> Any:
    """JSON whose objects have their keys in any order, as a database may give them back."""
    if isinstance(value, dict):
        keys = list(value)
        places.shuffle(keys)
        return {key: shuffled(value[key], places) for key in keys}
    return [shuffled(one, places) for one in value] if isinstance(value, list) else value


def anew(terms: Terms) -> Any:
    """What all bets of a felt give away, computed here and now, as a database gives it back."""
    return json.loads(json.dumps(protection_of_all(terms, protection_computed)))


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_made_twice_is_the_same_bytes(game: str) -> None:
    """Counted anew, and read from a database that keeps keys in its own order."""
    felts = [(side.name, Terms.read(side.terms.as_json())) for side in counted(game)]
    seed = random.randrange(2**32)
    print("seed", seed)
    places = random.Random(seed)
    again = [
        replace(
            side,
            terms=one,
            answer=shuffled(json.loads(json.dumps(proof_of(one))), places),
            protection=shuffled(
                json.loads(json.dumps(protection_of_all(one, protection_computed))), places
            ),
        )
        for side, (_, one) in zip(counted(game), felts, strict=True)
    ]
    assert pack_of(contents_of(game, counted=again)).zip == pack(game).zip


def test_nothing_in_the_zip_hangs_on_when_and_where_it_was_made() -> None:
    with zipfile.ZipFile(BytesIO(pack("big-50").zip)) as made:
        entries = made.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
    assert {stat.S_IMODE(entry.external_attr >> 16) for entry in entries} == {0o644}


@pytest.mark.parametrize("game", GAMES)
def test_every_bet_has_its_figures_of_protection(game: str) -> None:
    files = files_of(game)
    found = json.loads(files["protection.json"])
    sides = json.loads(files["figures.json"])["felts"]
    assert [one["name"] for one in found] == [side["name"] for side in sides]
    for one, side in zip(found, sides, strict=True):
        assert {row["spot"] for row in one["house"]} == {bet["spot"] for bet in side["bets"]}
        assert (one["rules"], one["stake"], one["seed"]) == (side["rules"], side["stake"], 1)


@pytest.mark.parametrize("game", GAMES)
def test_figures_are_written_alike_whatever_order_a_processor_adds_up_in(game: str) -> None:
    """Every figure off by its last digits: what is rounded at the ninth can hardly differ."""
    places = random.Random(1)

    def off(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: off(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [off(one, key) for one in value]
        if isinstance(value, float):
            noise = 0.0 if key == "error" else 1e-15  # a bound is no sum
            return value * (1 + places.uniform(-1, 1) * 1e-15) + places.uniform(-1, 1) * noise
        return value

    again = [replace(side, protection=off(side.protection)) for side in counted(game)]
    there = pack_of(contents_of(game, counted=again))
    assert files_in(there.zip)["protection.json"] == files_of(game)["protection.json"]


def test_the_program_is_the_one_of_the_project() -> None:
    beside = Path(reports.__file__).parents[1] / "proof" / "verify.py"
    assert files_of("blackjack")["verify.py"] == beside.read_bytes()


def test_the_readme_has_no_place_left_to_fill() -> None:
    text = files_of("big-50")["README.md"].decode()
    assert "Big 50" in text
    for place in ("GAME_NAME", "ABOUT", "CODE_DIGEST"):
        assert place not in text


@pytest.mark.parametrize("game", GAMES)
def test_the_sample_follows_from_the_counts(game: str) -> None:
    """The seed is the digest of the bets: one count more, and others are drawn."""
    for side in json.loads(files_of(game)["figures.json"])["felts"]:
        text = json.dumps(side["bets"], sort_keys=True)
        assert side["seed"] == hashlib.sha256(text.encode()).hexdigest()
