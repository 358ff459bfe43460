"""The bets that one deal decides, for pages of the staff that must not wait.

Some 10 ms for a bet's first figures, a tenth of one after that. What is played on after the deal
is for a worker (`games.exact.answers`); see docs/decisions/0059.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.big_50 import odds
from games.big_draw.first_five import first_five
from games.big_raise.bonuses import five_card_bonus, two_card_bonus
from games.engine.paytable import Paytable
from games.odds.report import Bet

Counted = Callable[[Any, Paytable, int], Bet]
"""From house options, paytable and stake in cents to the odds."""


def _big_50(spot: str) -> Counted:
    return lambda options, paytable, stake: odds.bet(spot, paytable, stake)


BETS: Mapping[tuple[str, str], Counted] = {
    **{
        ("big-50", spot): _big_50(spot)
        for spot in ("poker_hand", "big_50", "range", "all_red", "all_black", "one_colour")
    },
    ("big-draw", "first_five"): lambda options, paytable, stake: first_five(
        options.variant, paytable, stake
    ),
    ("big-raise", "two_card_bonus"): lambda options, paytable, stake: two_card_bonus(
        paytable, stake
    ),
    ("big-raise", "five_card_bonus"): lambda options, paytable, stake: five_card_bonus(
        paytable, stake
    ),
}
"""By game and spot."""
