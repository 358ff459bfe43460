"""What the templates of blackjack ask of a hand."""

from collections.abc import Mapping
from typing import Any

from games.blackjack.settlement import is_even_money


def even_money(stake: int, options: Mapping[str, Any]) -> bool:
    """Whether a blackjack with so many cents on it may be paid even money."""
    return is_even_money(True, stake, options["blackjack_pays"])


FILTERS = (even_money,)
