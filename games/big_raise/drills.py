"""The kinds of decisions of Big Raise Hold'em that can be practised."""

from games.engine.cards import RANK_NAMES, RANK_PLURALS, RANKS, rank_of
from games.kit import Asked, DrillKind

_JACK, _QUEEN, _KING, _ACE = (RANKS.index(rank) for rank in "JQKA")


def _ranks(asked: Asked) -> tuple[int, int, int]:
    """The lower and the higher card of the hand, and the dealer's."""
    low, high = sorted(map(rank_of, asked.hand))
    return low, high, rank_of(asked.against[0])


def _against(up: int) -> str:
    return f"against {'an' if RANK_NAMES[up][0] in 'ae' else 'a'} {RANK_NAMES[up]}"


def _unpaired(asked: Asked) -> str:
    low, high, up = _ranks(asked)
    return f"{RANK_NAMES[high].capitalize()} and {RANK_NAMES[low]} {_against(up)}"


def queen_against_king(asked: Asked) -> str:
    """A queen with a lower card against a king: how much to raise, if at all."""
    low, high, up = _ranks(asked)
    return _unpaired(asked) if low != high and (high, up) == (_QUEEN, _KING) else ""


def low_cards(asked: Asked) -> str:
    """No pair and nothing above a jack: fold or raise."""
    low, high, _ = _ranks(asked)
    return _unpaired(asked) if low != high and high <= _JACK else ""


def high_cards(asked: Asked) -> str:
    """An ace or a king without a pair: how much to raise."""
    low, high, _ = _ranks(asked)
    return _unpaired(asked) if low != high and high >= _KING else ""


def pairs(asked: Asked) -> str:
    """A pair: how much to raise."""
    low, high, up = _ranks(asked)
    return f"Pair of {RANK_PLURALS[high]} {_against(up)}" if low == high else ""


DRILLS = (
    DrillKind("queen-against-king", "3× or 2× with queen high against a king", queen_against_king),
    DrillKind("low-cards", "Low cards: fold or raise", low_cards),
    DrillKind("high-cards", "Ace or king high", high_cards),
    DrillKind("pairs", "Pairs", pairs),
)
