"""Every line of the four printed paytables: hit, and missed by one card.

The odds are those of "Big Draw Poker, Rules and dealing procedures" (Warren Montney 2007).
"""

import pytest

from games.big_draw.state import VARIANTS, BigDrawOptions
from games.engine.errors import BadPaytable
from games.printed_paytables import codes_of, printed
from tests.rules.big_draw_rounds import DEUCES, FIVE_CARD, GAME, dealt, ended, settled

# Line, a hand that hits it, the same hand but for one card, and the line of that one.
FIVE_CARD_HANDS = [
    ("royal_flush", "Th Jh Qh Kh Ah", "9h Jh Qh Kh Ah", "flush"),
    ("royal_flush", "Th Jh Qh Kh Ah", "Th Jh Qh Kh 9h", "straight_flush"),
    ("royal_flush", "Th Jh Qh Kh Ah", "Th Jh Qh Kh Ad", "straight"),
    ("straight_flush", "5d 6d 7d 8d 9d", "5d 6d 7d 8d Td", "flush"),
    ("straight_flush", "5d 6d 7d 8d 9d", "5d 6d 7d 8d 9s", "straight"),
    ("straight_flush", "Ac 2c 3c 4c 5c", "Ac 2c 3c 4c 6c", "flush"),
    ("four_of_a_kind", "9c 9d 9h 9s 4c", "9c 9d 9h 8s 4c", "three_of_a_kind"),
    ("four_of_a_kind", "2c 2d 2h 2s Kd", "2c 2d 2h Ks Kd", "full_house"),
    ("full_house", "5c 5d 5h Ts Tc", "5c 5d 6h Ts Tc", "two_pair"),
    ("full_house", "5c 5d 5h Ts Tc", "5c 5d 5h Ts Jc", "three_of_a_kind"),
    ("flush", "4h 5h 9h Qh Kh", "4h 5h 9h Qh Kd", "lose"),
    ("straight", "Th Jc Qd Ks Ah", "9h Jc Qd Ks Ah", "lose"),
    ("straight", "Ah 2c 3d 4s 5h", "Kh 2c 3d 4s 5h", "lose"),
    ("straight", "4h 5c 6d 7s 8h", "4h 5c 6d 7s 9h", "lose"),
    ("three_of_a_kind", "7c 7s 7h 6s Kd", "7c 7s 8h 6s Kd", "lose"),
    ("three_of_a_kind", "Jc Js Jh 6s Kd", "Jc Js 8h 6s Kd", "jacks_or_better"),
    ("two_pair", "3h 3c 2s 2d 9c", "3h 3c 2s 4d 9c", "lose"),
    ("two_pair", "Ah Ac Ks Kd 9c", "Ah Ac Ks Qd 9c", "jacks_or_better"),
    ("jacks_or_better", "Jh Jc 4s 9d Kc", "Jh Tc 4s 9d Kc", "lose"),
    ("jacks_or_better", "Ah Ac 4s 9d Kc", "Ah Qc 4s 9d Kc", "lose"),
    ("jacks_or_better", "Jh Jc 4s 9d Tc", "Jh Th 4s 9d Tc", "lose"),
]
DEUCES_HANDS = [
    ("four_deuces", "2c 2d 2h 2s Kd", "2c 2d 2h Ks Kd", "five_of_a_kind"),
    ("four_deuces", "2c 2d 2h 2s Kd", "2c 2d 2h Qs Kd", "four_of_a_kind"),
    ("natural_royal_flush", "Ts Js Qs Ks As", "2s Js Qs Ks As", "wild_royal_flush"),
    ("natural_royal_flush", "Ts Js Qs Ks As", "9s Js Qs Ks As", "flush"),
    ("natural_royal_flush", "Ts Js Qs Ks As", "Ts Js Qs Ks 9s", "straight_flush"),
    ("wild_royal_flush", "2s Jh Qh Kh Ah", "2s 9h Qh Kh Ah", "flush"),
    ("wild_royal_flush", "2s Jh Qh Kh Ah", "2s Jh Qh Kh Ad", "straight"),
    ("wild_royal_flush", "2c 2d 2h Ts As", "2c 2d 2h 9s As", "four_of_a_kind"),
    ("wild_royal_flush", "2c 2d 2h Ts Ks", "2c 2d 2h 9s Ks", "straight_flush"),
    ("five_of_a_kind", "2c 2d 2h 9c 9d", "2c 2d 2h 9c 8d", "four_of_a_kind"),
    ("five_of_a_kind", "2c 9h 9s 9c 9d", "3c 9h 9s 9c 9d", "four_of_a_kind"),
    ("straight_flush", "5d 6d 7d 8d 2c", "5d 6d 7d 8h 2c", "straight"),
    ("straight_flush", "5d 6d 7d 9d 2c", "5d 6d 7d Td 2c", "flush"),
    ("straight_flush", "2c 2d 2h 7c 8c", "2c 2d 2h 7c 8d", "four_of_a_kind"),
    ("straight_flush", "2c 2d 2h 7c Jc", "2c 2d 2h 7c Qc", "four_of_a_kind"),
    ("four_of_a_kind", "2c 2d 5s 5h 9c", "2c 2d 5s 6h 9c", "straight"),
    ("four_of_a_kind", "2c 2d 5s 5h Tc", "2c 2d 5s 6h Tc", "three_of_a_kind"),
    ("four_of_a_kind", "2c 9s 9h 9c Kd", "2c 9s 9h 8c Kd", "three_of_a_kind"),
    ("full_house", "2s 5c 5d 9h 9c", "2s 5c 5d 9h 8c", "three_of_a_kind"),
    ("full_house", "2s 5c 5d 9h 9c", "3s 5c 5d 9h 9c", "lose"),
    ("full_house", "5s 5c 5d 9h 9c", "5s 5c 5d 9h 8c", "three_of_a_kind"),
    ("flush", "4h 7h 9h Jh 2c", "4h 7h 9h Jd 2c", "lose"),
    ("flush", "4h 7h 9h Jh Kh", "4h 7h 9h Jh Kd", "lose"),
    ("straight", "Ac 3d 4s 5h 2c", "Ac 3d 4s 6h 2c", "lose"),
    ("straight", "Tc Jd Qs Kh 2c", "Tc Jd 8s Kh 2c", "lose"),
    ("straight", "2d Jd Qs Ah 2c", "2d Jd 9s Ah 2c", "three_of_a_kind"),
    ("three_of_a_kind", "2c 7h 7d Ks 9c", "2c 7h 8d Ks 9c", "lose"),
    ("three_of_a_kind", "2c 2h 7d Ks 9c", "3c 2h 7d Ks 9c", "lose"),
    ("three_of_a_kind", "7s 7h 7d Ks 9c", "7s 7h 8d Ks 9c", "lose"),
]
HANDS = [(FIVE_CARD, *row) for row in FIVE_CARD_HANDS] + [(DEUCES, *row) for row in DEUCES_HANDS]

# What 2.00 wins: cents on Big Draw, cents on First 5 (the two best prizes are fixed).
WINS = {
    FIVE_CARD: {
        "royal_flush": (400_00, 5000_00),
        "straight_flush": (100_00, 1000_00),
        "four_of_a_kind": (50_00, 400_00),
        "full_house": (12_00, 120_00),
        "flush": (10_00, 50_00),
        "straight": (6_00, 40_00),
        "three_of_a_kind": (4_00, 18_00),
        "two_pair": (2_00, 8_00),
        "jacks_or_better": (0, 2_00),
        "lose": (-2_00, -2_00),
    },
    DEUCES: {
        "four_deuces": (444_00, 2222_00),
        "natural_royal_flush": (444_00, 2222_00),
        "wild_royal_flush": (20_00, 444_00),
        "five_of_a_kind": (18_00, 150_00),
        "straight_flush": (14_00, 60_00),
        "four_of_a_kind": (8_00, 24_00),
        "full_house": (4_00, 12_00),
        "flush": (3_00, 10_00),
        "straight": (2_00, 8_00),
        "three_of_a_kind": (0, 6_00),
        "lose": (-2_00, -2_00),
    },
}
TWO_DOLLARS = {"first_five": 200, "big_draw": 200}


@pytest.mark.parametrize(("variant", "line", "hit", "miss", "instead"), HANDS)
def test_each_line_is_hit_and_missed_by_one_card(
    variant: str, line: str, hit: str, miss: str, instead: str
) -> None:
    assert len(set(hit.split()) & set(miss.split())) == 4
    for hand, expected in ((hit, line), (miss, instead)):
        state = ended(dealt({1: TWO_DOLLARS}, hand, variant=variant), {1: ""})
        big_draw, first_five = WINS[variant][expected]
        assert settled(state) == [
            (1, "first_five", first_five, expected),
            (1, "big_draw", big_draw, expected),
        ]


@pytest.mark.parametrize("variant", [FIVE_CARD, DEUCES])
def test_every_line_is_among_the_hands_above(variant: str) -> None:
    lines = {line for game, line, *_ in HANDS if game == variant}
    assert lines == set(VARIANTS[variant].lines) == set(WINS[variant]) - {"lose"}


@pytest.mark.parametrize(
    ("variant", "line", "prize"),
    [
        (FIVE_CARD, "Th Jh Qh Kh Ah", 5000_00),
        (FIVE_CARD, "5d 6d 7d 8d 9d", 1000_00),
        (DEUCES, "2c 2d 2h 2s Kd", 2222_00),
        (DEUCES, "Ts Js Qs Ks As", 2222_00),
    ],
)
@pytest.mark.parametrize("stake", [1_00, 25_00, 300_00])
def test_the_two_best_prizes_of_first_five_do_not_grow_with_the_stake(
    variant: str, line: str, prize: int, stake: int
) -> None:
    (result,) = GAME.settle(dealt({1: {"first_five": stake}}, line, variant=variant))
    assert (result.net, result.returned) == (prize, stake + prize)


@pytest.mark.parametrize(
    ("variant", "code"), [(FIVE_CARD, "FCD"), (DEUCES, "DNL")], ids=["five-card", "deuces"]
)
def test_the_paytables_on_the_felt_follow_the_choice(variant: str, code: str) -> None:
    spots = GAME.spots(BigDrawOptions(variant=variant))
    assert [spot.key for spot in spots] == ["first_five", "big_draw"]
    for spot in spots:
        assert spot.default_paytable == code
        table = printed("big-draw", spot, code)
        assert list(table.lines) == list(spot.lines)
        assert codes_of("big-draw", spot.key) == ["DNL", "FCD"]


def test_the_paytable_of_one_game_does_not_go_with_the_other() -> None:
    first_five, _ = GAME.spots(BigDrawOptions(variant=DEUCES))
    with pytest.raises(BadPaytable, match="first_five has no line 'royal_flush'"):
        printed("big-draw", first_five, "FCD")
