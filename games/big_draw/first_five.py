"""The odds of First 5, which one deal decides."""

from games.big_draw.state import FIRST_FIVE, VARIANTS
from games.engine.paytable import Paytable
from games.odds.report import Bet, of_stake, paytable_lines
from games.odds.single_deal import HANDS, ONE_HAND, five_card_counts


def first_five(variant: str, paytable: Paytable, stake: int) -> Bet:
    """On the five cards dealt, with `stake` cents. Fixed prizes make small stakes the better
    ones."""
    counts = five_card_counts(VARIANTS[variant].line, is_wild(variant))
    lines = paytable_lines(counts, HANDS, paytable, stake)
    assumption = of_stake(ONE_HAND, paytable.lines.values(), stake)
    return Bet(FIRST_FIVE, paytable.code, lines, assumption)


def is_wild(variant: str) -> bool:
    """Whether deuces are wild in a variant."""
    return variant == "deuces-never-loses"
