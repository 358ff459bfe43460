"""A game's own offers as buttons, for decisions outside a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.game import Action, Offer
from games.kit import Kit


@dataclass(frozen=True)
class Button:
    """An answer to press: the action's name and amount in cents, its label, its key, and the cents
    it adds to the bet."""

    action: str
    amount: int | None
    words: str
    key: str
    cost: int


def buttons_of(
    kit: Kit, offers: Sequence[Offer], base: int, hand: Sequence[str] = ()
) -> list[Button]:
    """The offers that have one button each. base: cents of the base wager; hand: the codes of the
    hand that acts."""
    assert kit.decisions is not None
    keys = {words: key for key, words in kit.keys.items()}
    buttons = []
    for action in (one for offer in offers for one in _actions(offer, base)):
        words = kit.decisions.words(action, base, hand)
        key = keys.get(words) or keys.get(action.name.capitalize() if action.amount != 0 else "")
        cost = action.amount or next(o.cost for o in offers if o.action == action.name)
        buttons.append(Button(action.name, action.amount, words, key or "", cost))
    return buttons


def _actions(offer: Offer, base: int) -> list[Action]:
    """The actions of an offer that have a button: for many amounts, whole base wagers, or the least
    and the most. Holding cards has none."""
    if offer.discard_from is not None:
        return []
    if offer.amounts is None:
        return [Action(offer.action)]
    amounts = [amount for amount in offer.amounts if amount and amount % base == 0]
    amounts = amounts or sorted({offer.amounts[0], offer.amounts[-1]})
    return [Action(offer.action, amount) for amount in amounts]
