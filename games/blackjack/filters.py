"""Template filters for blackjack hands."""

from collections.abc import Mapping
from typing import Any

from games.blackjack.settlement import is_even_money


def even_money(stake: int, options: Mapping[str, Any]) -> bool:
    """Whether a blackjack with this stake in cents may be paid even money."""
    return is_even_money(True, stake, options["blackjack_pays"])


FILTERS = (even_money,)
