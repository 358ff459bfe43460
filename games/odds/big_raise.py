"""The odds of Big Raise Hold'em: whether to fold or to raise, and what that is worth.

Ante, play and Ante Bonus are one bet, reported under the ante. What a play is worth is linear in
its amount, so that only a fold, the least and the most can be best. The other bonuses end the same
whatever is decided: they are bets of their own and left out of a decision's value.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from games.engine.game import Action, Seat
from games.engine.payout import payout_text, returned
from games.engine.paytable import LOSE, Paytable
from games.odds import single_deal
from games.odds.big_raise_outcomes import DEALS, KINDS, STARTS, Outcomes, Situation, outcomes, situation
from games.odds.report import Bet, Line
from games.rules.big_raise_round import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_BONUS,
    TWO_CARD_BONUS,
    BigRaiseOptions,
    Round,
    play_amounts,
)

LEAST, MOST, MOST_WITH_PAIR = 2, 3, 4
