"""The titles of blackjack rounds in the history."""

from games.blackjack.totals import BEST
from games.engine.cards import RANK_NAMES, RANK_PLURALS, parse_card, points, rank_of
from games.engine.game import Seat
from games.engine.view import HandView, View, listed


def title(view: View, seat: Seat) -> str:
    """``"20 beaten by 21"``, ``"Busted with 25"``, ``"Split eights: 19 and 21 against 20"``."""
    own, dealer = view.seat(seat), next(pile.hand for pile in view.piles if pile.key == "dealer")
    if own is None:
        return ""
    if len(own.hands) > 1:
        ends = listed(["a bust" if hand.status == "bust" else _total(hand) for hand in own.hands])
        return f"Split {_ranks(own.hands)}: {ends}, {_against(dealer)}"
    (hand,) = own.hands
    match hand.status:
        case "blackjack":
            return f"Blackjack, {_against(dealer)}" if dealer.status == "blackjack" else "Blackjack"
        case "bust":
            return f"Busted with {_total(hand)}"
        case "surrendered":
            return f"Surrendered {_total(hand)} to {_up_card(dealer)}"
    if dealer.status == "blackjack" or _count(hand) < _count(dealer) <= BEST:
        return f"{_total(hand)} beaten by {_dealers(dealer)}"
    if _count(hand) == _count(dealer):
        return f"{_total(hand)} {_against(dealer)}, a push"
    comma = "," if dealer.status else ""
    return f"{_total(hand)}{comma} {_against(dealer)}"


def _total(hand: HandView) -> str:
    """A hand's final total, hard or soft."""
    return hand.total.removeprefix("soft ")


def _count(hand: HandView) -> int:
    return int(_total(hand))


def _dealers(dealer: HandView) -> str:
    return "blackjack" if dealer.status == "blackjack" else _total(dealer)


def _against(dealer: HandView) -> str:
    if dealer.status == "bust":
        return f"dealer busts with {_total(dealer)}"
    return f"against {_dealers(dealer)}"


def _up_card(dealer: HandView) -> str:
    card = parse_card(dealer.cards[0])
    name = RANK_NAMES[rank_of(card)] if points(card) in (1, 10) else str(points(card))
    return f"an {name}" if name in ("ace", "8") else f"a {name}"


def _ranks(hands: tuple[HandView, ...]) -> str:
    """The name of what was split: a pair, or two cards that count ten."""
    ranks = {rank_of(parse_card(hand.cards[0])) for hand in hands}
    return RANK_PLURALS[ranks.pop()] if len(ranks) == 1 else "tens"
