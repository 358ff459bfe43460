"""A pack that holds passes; a pack in which anything has been changed fails, and says where."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.proof import verify
from games.proof.packed import MANIFEST
from games.registry import GAMES
from tests.proof.packs import check, checked, files_of, honest, listed_anew, pack, unpacked

SHORT = "big-50"
"""The game whose pack is checked in a moment."""

NOT_OF_FIGURES = (
    "protection: it is not of the rules, stake and bets of figures.json, with every row and of one "
    "seed"
)

pytestmark = pytest.mark.timeout(600)  # two minutes of sums, on a machine with much else to do


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_pack_holds(game: str) -> None:
    found = honest(game)
    assert found.failed == []
    assert found.status == 0
    assert "WRONG" not in found.said
    assert pack(game).digest in found.said


def test_the_zip_itself_holds(tmp_path: Path) -> None:
    (tmp_path / "pack.zip").write_bytes(pack(SHORT).zip)
    found = check("pack.zip", folder=unpacked(files_of(SHORT), tmp_path))
    assert (found.status, found.failed) == (0, [])


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_has_its_line(game: str) -> None:
    """Every file, paytable, bet and round is named."""
    files, said = files_of(game), honest(game).said
    named = [*files, *(f"{table['spot']} {table['code']}" for table in read(files, "paytables"))]
    for side in read(files, "figures")["felts"]:
        named += [f"{bet['spot']} {bet['paytable']}".strip() for bet in side["bets"]]
    for name in named:
        assert name in said


def read(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[f"{name}.json"])


@pytest.mark.parametrize("game", GAMES)
def test_one_byte_of_any_file(game: str) -> None:
    """Every file in turn, at its beginning, its end and a place drawn at random."""
    files = files_of(game)
    seed = random.randrange(2**32)
    print("seed", seed)
    places = random.Random(seed)
    for name, data in files.items():
        for place in {0, len(data) - 1, places.randrange(len(data))}:
            changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
            found = verify.Findings()
            verify.check_files({**files, name: changed}, found)
            assert found.wrong, f"{name}, byte {place}"
            if name != MANIFEST:
                assert found.wrong[0].startswith(f"{name}: ")


@pytest.mark.parametrize("name", files_of(SHORT))
def test_a_changed_file_is_named_and_the_status_is_1(name: str, tmp_path: Path) -> None:
    files = files_of(SHORT)
    if name == "verify.py":
        changed = files[name] + b"# Nothing to see here.\n"
    else:
        changed = files[name].replace(b"0", b"1", 1) if b"0" in files[name] else b"?" + files[name]
    found = checked({**files, name: changed}, tmp_path)
    assert found.status == 1
    assert any(sentence.startswith(f"{name}: ") for sentence in found.failed)


@pytest.mark.parametrize("name", ["figures.json", "sheet.pdf", "rounds/01-x.json"])
def test_a_file_that_is_missing_or_added(name: str, tmp_path: Path) -> None:
    files = files_of(SHORT)
    changed = {key: data for key, data in files.items() if key != name}
    if changed == files:
        changed[name] = b"{}\n"
    found = checked(changed, tmp_path)
    assert found.status == 1
    assert any(sentence.startswith(f"{name}: ") for sentence in found.failed)


def test_any_byte_of_the_zip(tmp_path: Path) -> None:
    """Its headers too, which are no part of any file."""
    made, place = pack(SHORT).zip, tmp_path / "pack.zip"
    directory = made.index(b"PK\1\2")
    seed = random.randrange(2**32)
    print("seed", seed)
    chosen = [*range(60), *range(directory, directory + 120), *range(len(made) - 22, len(made))]
    chosen += random.Random(seed).sample(range(len(made)), 200)
    for at in chosen:
        place.write_bytes(made[:at] + bytes([made[at] ^ 0x20]) + made[at + 1 :])
        found = verify.Findings()
        try:
            files = verify.files_of(place)
            verify.check_files(files, found)
            verify.check_container(place, files, found)
        except verify.Broken:
            continue
        assert found.wrong, f"byte {at}"


@pytest.mark.parametrize("end", [b"", b"more"])
def test_a_zip_that_is_cut_or_longer(end: bytes, tmp_path: Path) -> None:
    made = pack(SHORT).zip
    unpacked(files_of(SHORT), tmp_path)
    (tmp_path / "pack.zip").write_bytes(made + end if end else made[:-1000])
    found = check("pack.zip", folder=tmp_path)
    assert found.status == 1
    assert any("pack.zip" in sentence for sentence in found.failed)


# What follows is tampering by somebody who has put the manifest right again.


def tampered(
    tmp_path: Path, game: str, name: str, change: Callable[[Any], None], *arguments: object
) -> list[str]:
    """Change the value of one JSON file, list all files anew, and check; what is said."""
    files = files_of(game)
    value = json.loads(files[name])
    change(value)
    text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    found = checked(listed_anew({**files, name: text.encode()}), tmp_path, *arguments)
    assert found.status == 1
    assert not any(sentence.startswith(f"{name}: SHA-256") for sentence in found.failed)
    return found.failed


def line_of(figures: Any, spot: str, line: str) -> Any:
    (bet,) = [bet for bet in figures["felts"][0]["bets"] if bet["spot"] == spot]
    return next(one for one in bet["lines"] if one["line"] == line)


def test_a_count(tmp_path: Path) -> None:
    def one_less(figures: Any) -> None:
        line_of(figures, "poker_hand", "flush")["nets"][0][1] -= 1

    said = tampered(tmp_path, SHORT, "figures.json", one_less)
    assert "poker_hand B50: the count of flush is 5108, and not 5107" in said


def test_a_count_moved_to_another_line(tmp_path: Path) -> None:
    def moved(figures: Any) -> None:
        line_of(figures, "range", "total_10_19")["nets"][0][1] -= 1000
        line_of(figures, "range", "total_30_39")["nets"][0][1] += 1000

    said = tampered(tmp_path, SHORT, "figures.json", moved)
    assert any(
        sentence.startswith("range B50: the count of total_10_19 is 73952, and not 72952")
        for sentence in said
    )


def test_an_edge(tmp_path: Path) -> None:
    def better(figures: Any) -> None:
        figures["felts"][0]["bets"][0] |= {"edge": "7/100", "edge_percent": "7.0000000000"}

    said = tampered(tmp_path, SHORT, "figures.json", better)
    assert any("poker_hand B50, edge: house edge 13.7053 %" in sentence for sentence in said)


def test_a_prize(tmp_path: Path) -> None:
    def flush(paytables: Any) -> None:
        for pair in paytables[0]["lines"]:
            pair[1] = "11:1" if pair[0] == "flush" else pair[1]

    said = tampered(tmp_path, SHORT, "paytables.json", flush)
    assert any(
        sentence.startswith("paytable poker_hand B50: ") and "a prize" in sentence
        for sentence in said
    )


def test_a_prize_where_the_counts_are(tmp_path: Path) -> None:
    def flush(figures: Any) -> None:
        line = line_of(figures, "poker_hand", "flush")
        line["pays"], line["nets"][0][0] = "11:1", 1100

    said = tampered(tmp_path, SHORT, "figures.json", flush)
    assert "poker_hand B50, prizes: flush pays 10:1 on the paytable, not 11:1" in said


@pytest.mark.parametrize(
    ("key", "value"),
    [("reference", "WSGC 2026-118"), ("words", "not approved"), ("approved_on", "2026-02-28")],
)
def test_a_signature(key: str, value: str, tmp_path: Path) -> None:
    def signed(paytables: Any) -> None:
        paytables[1]["approval"][key] = value

    said = tampered(tmp_path, SHORT, "paytables.json", signed)
    (sentence,) = said
    assert sentence.startswith("approval of all_red B50: ")
    assert "seal" in sentence


@pytest.mark.parametrize("digest", ["digest", "version", "status", "title", "source"])
def test_what_was_approved(digest: str, tmp_path: Path) -> None:
    def another(paytables: Any) -> None:
        paytables[1][digest] = {
            "digest": "0" * 64, "version": 2, "status": "draft", "title": "X", "source": "Y"
        }[digest]  # fmt: skip

    said = tampered(tmp_path, SHORT, "paytables.json", another)
    assert any("all_red B50" in sentence for sentence in said)


def test_the_result_of_a_round(tmp_path: Path) -> None:
    name = next(name for name in files_of(SHORT) if name.startswith("rounds/02"))

    def more(record: Any) -> None:
        record["results"][0]["returned"] += 100

    (said,) = tampered(tmp_path, SHORT, name, more)
    assert said.startswith(f"{name}: the results are ")


def test_a_count_of_bad_beat(tmp_path: Path) -> None:
    def one_less(figures: Any) -> None:
        line_of(figures, "bad_beat", "nineteen_push")["nets"][0][1] -= 1

    said = tampered(tmp_path, "blackjack", "figures.json", one_less, "--rounds", 0)
    assert any("bad_beat P5: the count of nineteen_push is " in sentence for sentence in said)


def test_an_edge_of_the_main_bet_that_is_far_off(tmp_path: Path) -> None:
    """Five points better for the player, with a return that fits: 100,000 rounds know it from luck,
    which comes to 0.36 points."""

    def better(figures: Any) -> None:
        (bet,) = [bet for bet in figures["felts"][0]["bets"] if bet["spot"] == "main"]
        bet["edge_percent"] = f"{float(bet['edge_percent']) - 5:.10f}"
        line = next(line for line in bet["lines"] if line["line"] == "win")
        line["return"] = f"{float(line['return']) + 0.05:.10f}"

    said = tampered(tmp_path, "blackjack", "figures.json", better, "--rounds", 100_000)
    assert any(sentence.startswith("main: NOT counted; 100,000 rounds") for sentence in said)


def test_a_value_of_a_drawn_hand_and_a_count_of_big_draw(tmp_path: Path) -> None:
    files = files_of("big-draw")
    figures, states = json.loads(files["figures.json"]), json.loads(files["states.json"])
    line_of(figures, "big_draw", "straight")["nets"][0][1] -= 1
    state = states["Deuces Never Loses"][3]
    held = next(iter(state["holds"]))
    state["holds"][held] += 1
    changed = {"figures.json": json.dumps(figures).encode(),
               "states.json": json.dumps(states).encode()}  # fmt: skip
    said = checked(listed_anew({**files, **changed}), tmp_path).failed
    assert any("5 Card Draw big_draw FCD: the count of straight is " in one for one in said)
    assert any(
        one.startswith("Deuces Never Loses big_draw DNL, sample: the values of the holds of "
                       f"{state['hand']} differ")
        for one in said
    )  # fmt: skip


def test_a_situation_that_is_drawn(tmp_path: Path) -> None:
    """One deal that is won said to be lost, in a drawn situation that is worth a play."""
    files = files_of("big-raise")
    (side,) = json.loads(files["figures.json"])["felts"]
    rows = verify.read_situations(files["situations.csv"].decode())
    drawn = [verify.situation(*verify.drawn(side["seed"], number, 3)) for number in range(16)]
    key = next(key for key in drawn if sum(rows[key][1][0]) > sum(rows[key][1][1]))
    lines = files["situations.csv"].decode().splitlines()
    place = 1 + list(rows).index(key)
    row = lines[place].split(",")
    row[7], row[14] = str(int(row[7]) - 1), str(int(row[14]) + 1)
    lines[place] = ",".join(row)
    changed = "".join(f"{line}\n" for line in lines).encode()
    said = checked(listed_anew({**files, "situations.csv": changed}), tmp_path).failed
    assert any(one.startswith("situations.csv, sample: the counts of ") for one in said)
    assert any(one.startswith("ante BRH-40: lose_") for one in said)  # and then the lines won


def test_a_bet_that_is_left_out(tmp_path: Path) -> None:
    """Its paytable is there; so would be the seed, made anew."""

    def without(figures: Any) -> None:
        (side,) = figures["felts"]
        del side["bets"][0]
        side["seed"] = verify.digest_of(side["bets"])

    assert tampered(tmp_path, SHORT, "figures.json", without) == [
        "poker_hand: it has a paytable, and no counts",
        NOT_OF_FIGURES,
        "protection, known cards: poker_hand, face up: the edge is not 13.7053283",
    ]


def test_a_bet_that_is_said_not_to_be_counted(tmp_path: Path) -> None:
    def uncounted(figures: Any) -> None:
        figures["felts"][0]["bets"][0]["total"] = None

    assert tampered(tmp_path, SHORT, "figures.json", uncounted)


@pytest.mark.parametrize("text", ["[]", "{}", "nothing", '{"format": "cardroom-proof/2"}'])
def test_figures_that_are_none(text: str, tmp_path: Path) -> None:
    files = listed_anew({**files_of(SHORT), "figures.json": text.encode()})
    found = checked(files, tmp_path)
    assert found.status == 1
    assert "Traceback" not in found.said
    assert found.failed


# The figures of game protection.


def house_row(shown: Any, spot: str, rounds: int) -> Any:
    return next(row for row in shown[0]["house"] if (row["spot"], row["rounds"]) == (spot, rounds))


@pytest.mark.parametrize("key", ["mean", "standard_deviation", "deviation"])
def test_a_mean_or_a_deviation_of_many_rounds(key: str, tmp_path: Path) -> None:
    """However many rounds: these follow from the counts."""

    def more(shown: Any) -> None:
        house_row(shown, "range", 1_000_000)[key] *= 1.000001

    (said,) = tampered(tmp_path, SHORT, "protection.json", more)
    assert said.startswith("protection, range, long run: the ")
    assert "and not" in said


@pytest.mark.parametrize("key", ["low_95", "low_50", "high_50", "high_95"])
def test_a_limit_of_what_the_house_wins(key: str, tmp_path: Path) -> None:
    """One chip off: All Red nets 1,700 or -100 cents, so that totals are 1,800 apart."""

    def off(shown: Any) -> None:
        house_row(shown, "all_red", 1000)[key] += 1800

    (said,) = tampered(tmp_path, SHORT, "protection.json", off)
    assert said.startswith(f"protection, all_red, long run: {key} after 1,000 rounds is not ")


def test_the_chance_that_the_house_is_behind(tmp_path: Path) -> None:
    def safer(shown: Any) -> None:
        house_row(shown, "poker_hand", 1000)["behind"] -= 0.000001

    (said,) = tampered(tmp_path, SHORT, "protection.json", safer)
    assert said.startswith("protection, poker_hand, long run: behind after 1,000 rounds is ")


@pytest.mark.parametrize("by", [-1, 1])
def test_after_how_many_rounds_the_house_is_not_behind(by: int, tmp_path: Path) -> None:
    def another(shown: Any) -> None:
        (row,) = (row for row in shown[0]["ahead"] if row["spot"] == "all_red")
        row["rounds_until_ahead"] += by

    (said,) = tampered(tmp_path, SHORT, "protection.json", another)
    assert "the house is not behind after some other number" in said


@pytest.mark.parametrize(
    ("key", "words"), [("ahead", "ahead of"), ("lost", "lost of"), ("mean", "the mean of")]
)
def test_a_players_session(key: str, words: str, tmp_path: Path) -> None:
    def better(shown: Any) -> None:
        row = next(row for row in shown[0]["session"] if row["spot"] == "range")
        row[key] += 0.001

    (said,) = tampered(tmp_path, SHORT, "protection.json", better)
    assert f"{words} a session of 50 is " in said


def test_a_verdict_on_open_hands_and_a_bet_that_is_left_out(tmp_path: Path) -> None:
    def unsafe(shown: Any) -> None:
        shown[0]["face_up"][0]["safe"] = False
        shown[0]["face_up"][1]["edge_points"] -= 0.01
        shown[0]["session"] = [row for row in shown[0]["session"] if row["spot"] != "big_50"]

    said = tampered(tmp_path, SHORT, "protection.json", unsafe)
    assert said == [
        NOT_OF_FIGURES,
        "protection, big_50, long run: figures of the house's win or of a session are missing",
        (
            "protection, known cards: poker_hand: whether it is safe face up does not follow; "
            "all_red, face up: the edge is not 54.4317767"
        ),
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda shown: shown[0].update(rules={"colour_wager": "either"}),
        lambda shown: shown[0]["house"].pop(3),
        lambda shown: shown[0]["session"].append(shown[0]["session"][0]),
        lambda shown: shown[0]["ahead"].pop(),
        lambda shown: shown[0].update(exposed=True),
    ],
)
def test_protection_of_other_rules_or_with_other_rows(
    change: Callable[[Any], object], tmp_path: Path
) -> None:
    def other(shown: Any) -> None:
        change(shown)

    said, *_ = tampered(tmp_path, SHORT, "protection.json", other)
    assert said == NOT_OF_FIGURES


@pytest.mark.parametrize("text", ["[]", "{}", "nothing", '[{"name": "x"}]', "[1]"])
def test_protection_that_is_none(text: str, tmp_path: Path) -> None:
    files = listed_anew({**files_of(SHORT), "protection.json": text.encode()})
    found = checked(files, tmp_path)
    assert found.status == 1
    assert "Traceback" not in found.said
    assert found.failed


def test_what_known_cards_are_worth(tmp_path: Path) -> None:
    """The gain of four known hands: below that of three, and what is left of the edge with it."""

    def less(shown: Any) -> None:
        three, four = shown[0]["shared"][-2:]
        four["gain_points"] = three["gain_points"] - 20 * three["standard_error"] - 5

    (said,) = tampered(tmp_path, "big-draw", "protection.json", less)
    assert said.startswith("5 Card Draw protection, known cards: ")
    for words in ("gain less edge is not", "it gains less than fewer cards do",
                  "whether it is safe face up does not follow"):  # fmt: skip
        assert words in said


def test_figures_of_counting(tmp_path: Path) -> None:
    """Effects that still sum to nothing, a worse count, a true count of 0 off the edge, and an
    error that is none: each in its line."""

    def changed(shown: Any) -> None:
        main, insurance, side = shown[0]["counting"]
        side["effects"]["2"] += 0.001
        side["effects"]["3"] -= 0.001
        main["tags"] |= {"2": 0, "7": 1}
        even = next(row for row in insurance["by_true_count"] if row["true_count"] == 0)
        even["mean"] += 20 * even["error"]
        side["by_penetration"][0]["standard_error"] += 0.01

    said = tampered(tmp_path, "blackjack", "protection.json", changed, "--rounds", 0)
    for words in (
        "protection, bad_beat, effects: the effect of 2 is ",
        "protection, main, count: the correlation is ",
        "simple counts follow the bet better",
        "protection, insurance, true counts: at a true count of 0 the EV is ",
        "protection, bad_beat, cut card: 1 decks, 50 %: the error is ",
    ):
        assert any(words in one for one in said), words


def test_effects_that_do_not_sum_to_nothing(tmp_path: Path) -> None:
    """The main bet's are not worked out again, but one alone cannot be changed."""

    def more(shown: Any) -> None:
        shown[0]["counting"][0]["effects"]["5"] += 0.001

    said = tampered(tmp_path, "blackjack", "protection.json", more, "--rounds", 0)
    assert any(
        "main, effects: " in one and "the effects, weighted, sum to 0.02" in one for one in said
    )


def test_what_a_counter_wins(tmp_path: Path) -> None:
    """The row of the table's own decks is dealt again: favourable too often on insurance, and five
    units too many on Bad Beat."""

    def more(shown: Any) -> None:
        _, insurance, side = (bet["by_penetration"] for bet in shown[0]["counting"])
        for row in (*insurance, *side):
            if (row["decks"], row["depth"]) == (6, 75):
                row["favourable_share"] += 0.05
                row["units_per_100"] += 5

    said = tampered(tmp_path, "blackjack", "protection.json", more, "--rounds", 100_000)
    for spot in ("insurance", "bad_beat"):
        (one,) = (one for one in said if one.startswith(f"protection, {spot}, cut card: "))
        assert "6 decks, 75 %: " in one
        assert "units are won in 100 rounds here" in one
    assert "the count is favourable in" in said[0]
