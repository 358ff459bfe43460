"""Every page with a paytable's lines shows the same figures: draft, version and game sheet."""

from random import Random

import pytest

from games.admin.paytable_pages import draft_values, version_values
from games.backoffice.paytables.drafts import given_of, paytable_of, spot_of, start
from games.backoffice.sheets.sheet import sheet_of
from games.engine.payout import payout_text
from games.models import PaytableDraft, PaytableVersion
from games.registry import GAMES, KITS
from tests.admin.drafts import Status, staff
from tests.tables.room import OPENING, stock
from tests.web.reports import compute_all

pytestmark = pytest.mark.django_db

Line = tuple[float | None, int | None, float | None]


def shown(values: dict) -> dict[str, Line]:  # type: ignore[type-arg]
    """The lines of an administration page: chance, combinations, return; "" for all else."""
    rows = [row for row, _ in values["rows"]] + ([values["rest"]] if values["rest"] else [])
    return {row.line: (row.probability, row.combinations, row.gain) for row in rows}


def on_sheet(version: PaytableVersion) -> dict[str, Line]:
    """The same of the game sheet of a version."""
    sheet = sheet_of(GAMES[version.game], OPENING, version=version)
    (bet,) = [one for one in sheet.bets if one["spot"].key == version.spot]
    named = set(version.value.lines)
    return {
        line["line"] if line["line"] in named else "": (
            line["probability"], line["combinations"], line["return"],
        )
        for line in bet["lines"]
    }  # fmt: skip


def check(version: PaytableVersion, draft: PaytableDraft) -> None:
    """All three agree, and add up to a chance of 1 and to the edge."""
    version_values(version, OPENING)
    sheet_of(GAMES[version.game], OPENING, version=version)
    compute_all()
    values = version_values(version, OPENING)
    figures = shown(values)
    assert figures == shown(draft_values(draft, dict(draft.lines), OPENING))
    others = on_sheet(version)
    assert set(others) - set(figures) <= {""}
    for line, (chance, counted, gain) in figures.items():
        if line not in others:
            assert not chance  # a sheet need not name what cannot happen
            continue
        assert others[line][0] == pytest.approx(chance, abs=1e-15)
        assert others[line][1] == counted
        assert others[line][2] == pytest.approx(gain, abs=1e-12)
    assert sum(chance or 0 for chance, _, _ in figures.values()) == pytest.approx(1, abs=1e-9)
    edge = values["figures"].edge
    assert sum(gain or 0 for _, _, gain in figures.values()) == pytest.approx(-edge / 100, abs=1e-9)


def frozen(draft: PaytableDraft) -> PaytableVersion:
    """A draft as the next version."""
    paytable = paytable_of(draft)
    return PaytableVersion.objects.create(
        game=draft.game, spot=draft.spot, code=draft.code, number=99,
        lines=[[line, payout_text(pays)] for line, pays in paytable.lines.items()],
        digest=paytable.digest, status=Status.SUBMITTED, created=OPENING,
    )  # fmt: skip


@pytest.mark.report("Big 50's poker hand, version 1, Exact figures: Flush")
@pytest.mark.parametrize("game", GAMES)
def test_every_paytable_has_one_set_of_figures(game: str) -> None:
    stock()
    versions = PaytableVersion.objects.filter(game=game, status=Status.ACTIVE)
    assert versions
    for version in versions:
        check(version, start(staff("maker"), given_of(version), OPENING))


AT_ONCE = [(game, spot) for game, kit in KITS.items() for spot in kit.single_deal]


@pytest.mark.parametrize(("game", "spot"), AT_ONCE)
@pytest.mark.parametrize("seed", range(3))
def test_random_drafts_have_one_set_of_figures(game: str, spot: str, seed: int) -> None:
    stock()
    random = Random(f"{game} {spot} {seed}")
    version = PaytableVersion.objects.filter(game=game, spot=spot, status=Status.ACTIVE).first()
    assert version is not None
    draft = start(staff("maker"), given_of(version), OPENING)
    pays = ["lose", "push", "lose 1/2", "fixed 7700", "1:1", "3:2", "17:1", "250:1"]
    draft.lines = [[line, random.choice(pays)] for line in spot_of(draft).lines]
    draft.code = "RANDOM"
    draft.save()
    check(frozen(draft), draft)


@pytest.mark.report("Big 50's poker hand, version 1, Exact figures: Flush")
@pytest.mark.parametrize(
    ("code", "spot"), [("B50", "poker_hand"), ("BRH-04", "five_card_bonus"), ("FCD", "first_five")]
)
def test_a_flush_is_no_royal_flush(code: str, spot: str) -> None:
    """5,108 of 2,598,960 hands: royal and straight flushes are lines of their own."""
    stock()
    version = PaytableVersion.objects.get(code=code, spot=spot, status=Status.ACTIVE)
    version_values(version, OPENING)
    compute_all()
    figures = shown(version_values(version, OPENING))
    chance, counted, _ = figures["flush"]
    assert chance == pytest.approx(0.001965, abs=1e-6)
    assert counted == 5108
