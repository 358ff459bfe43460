"""What a line pays, to the cent: one rounding, at the wager."""

import pytest

from games.engine.errors import BadPaytable
from games.engine.payout import (
    Fixed,
    Lose,
    Odds,
    Payout,
    Push,
    parse_payout,
    payout_text,
    payout_words,
    returned,
)


@pytest.mark.parametrize(
    ("payout", "stake", "back"),
    [
        (Odds(1), 1000, 2000),
        (Odds(500), 1000, 501_000),  # "500 to 1" gives the stake back too
        (Odds(3, 2), 1000, 2500),
        (Odds(3, 2), 501, 501 + 751),  # 7.515 is paid as 7.51
        (Odds(3, 2), 1, 2),
        (Odds(1, 3), 2, 2),  # less than a cent is nothing
        (Odds(6, 5), 1500, 1500 + 1800),
        (Odds(6, 5), 99, 99 + 118),  # 118.8
        (Fixed(500_000), 100, 500_100),
        (Fixed(500_000), 30_000, 530_000),  # whatever the stake
        (Push(), 777, 777),
        (Lose(), 777, 0),
        (Lose(1, 2), 500, 250),
        (Lose(1, 2), 501, 250),  # half of an odd stake: 250.5 comes back as 250
        (Lose(1, 2), 1, 0),
        (Lose(2, 3), 100, 33),
    ],
)
def test_what_comes_back(payout: Payout, stake: int, back: int) -> None:
    assert returned(payout, stake) == back


@pytest.mark.parametrize("stake", [0, 1, 33, 101, 99_999])
def test_a_payout_is_rounded_once_and_down(stake: int) -> None:
    # 7:3 of the stake, not three times a rounded third, and never a cent more than exact.
    won = returned(Odds(7, 3), stake) - stake
    assert won * 3 <= stake * 7 < (won + 1) * 3


@pytest.mark.parametrize(
    ("text", "payout"),
    [
        ("500:1", Odds(500, 1)),
        ("3:2", Odds(3, 2)),
        ("push", Push()),
        ("lose", Lose(1, 1)),
        ("lose 1/2", Lose(1, 2)),
        ("fixed 500000", Fixed(500_000)),
    ],
)
def test_a_payout_is_read_as_it_is_written(text: str, payout: Payout) -> None:
    assert parse_payout(text) == payout
    assert payout_text(payout) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "500", "500-1", "500 to 1", "0:1", "1:0", "-1:1", "1.5:1", "05:1", "3:2 ", " 3:2",
        "PUSH", "lose 0/2", "lose 2/2", "lose 3/2", "lose half", "fixed", "fixed 0", "fixed 1.50",
        "fixed -5", "१:1", "9" * 5000 + ":1", 500, 1.5, True, None, ["3:2"],
    ],
)  # fmt: skip
def test_what_is_no_payout_is_refused_with_what_is(text: object) -> None:
    with pytest.raises(BadPaytable, match=r'is no payout: write "500:1"'):
        parse_payout(text)


@pytest.mark.parametrize(
    ("payout", "words"),
    [
        (Odds(3, 2), "3:2"),
        (Odds(1000), "1000:1"),
        (Fixed(500_000), "5,000.00"),
        (Fixed(222_205), "2,222.05"),
        (Push(), "push"),
        (Lose(1, 2), "lose half"),
        (Lose(1, 3), "lose 1/3"),
        (Lose(), "lose"),
    ],
)
def test_a_payout_as_a_felt_prints_it(payout: Payout, words: str) -> None:
    assert payout_words(payout) == words
