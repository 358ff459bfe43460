"""The kinds of blackjack decisions that can be practised."""

from games.blackjack.totals import count, is_pair, pair_words
from games.engine.cards import RANK_NAMES, points, rank_of
from games.kit import Asked, DrillKind


def _up(asked: Asked) -> str:
    """The dealer's card in words: ``"an ace"``, ``"10"``, ``"9"``."""
    value = points(asked.against[0])
    return f"an {RANK_NAMES[rank_of(asked.against[0])]}" if value == 1 else str(value)


def _two_cards(asked: Asked) -> bool:
    return len(asked.hand) == 2 and "hit" in asked.actions


def _hard(asked: Asked, low: int, high: int) -> str:
    total, soft = count(asked.hand)
    if not _two_cards(asked) or soft or "split" in asked.actions or not low <= total <= high:
        return ""
    return f"{total} against {_up(asked)}"


def stiff(asked: Asked) -> str:
    """A hard 12 to 16, which may bust."""
    return _hard(asked, 12, 16)


def doubles(asked: Asked) -> str:
    """A hard 9, 10 or 11."""
    return _hard(asked, 9, 11)


def soft(asked: Asked) -> str:
    """An ace with a two to an eight, against any card."""
    total, is_soft = count(asked.hand)
    if not _two_cards(asked) or not is_soft or "split" in asked.actions or total > 19:
        return ""
    return f"Soft {total} against {_up(asked)}"


def soft_doubles(asked: Asked) -> str:
    """A soft hand against a dealer's three to six, where doubling may be right."""
    return soft(asked) if points(asked.against[0]) in range(3, 7) else ""


def pairs(asked: Asked) -> str:
    """A pair that may be split."""
    if "split" not in asked.actions or not is_pair(asked.hand):
        return ""
    return f"{pair_words(asked.hand).capitalize()} against {_up(asked)}"


def insurance(asked: Asked) -> str:
    """Whether to insure, by hand."""
    return f"Insurance with {count(asked.hand)[0]}" if "insurance" in asked.actions else ""


DRILLS = (
    DrillKind("soft-doubles", "Soft doubles", soft_doubles),
    DrillKind("soft", "Soft hands", soft),
    DrillKind("pairs", "Pairs", pairs),
    DrillKind("stiff", "Hard 12 to 16", stiff),
    DrillKind("doubles", "Hard 9 to 11", doubles),
    DrillKind("insurance", "Insurance", insurance),
)
