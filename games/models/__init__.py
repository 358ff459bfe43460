"""The rows of the card room: paytable versions, tables and their chairs, rounds and their actions.

Rows can turn themselves into the engine's values; what happens to them is in
`games.tables.services` and `games.tables.rounds`.
"""

from games.models.by_hand import HandDealt
from games.models.daily import DailyDeal, DailyRun
from games.models.drafts import (
    ApprovalLetter,
    PaytableDraft,
    PaytableStep,
    PlannedActivation,
)
from games.models.drills import DrillAnswer, DrillRun
from games.models.headlines import Headline
from games.models.holds import CardTally, HoldAlarm, HoldTally, PlayedFelt, RoundTally
from games.models.keeping import Keeping
from games.models.paytables import PaytableVersion
from games.models.profiles import LimitsProfile, profile_of
from games.models.reports import OddsReport
from games.models.reviews import Review
from games.models.rounds import Round, RoundAction, RoundSeat
from games.models.school import SchoolCard, SchoolDrill, SchoolRun
from games.models.shared import SharedRound
from games.models.tables import TIME_BANK, BotStyle, Chair, Pace, Phase, Table, Watcher
from games.models.voids import VoidRequest

__all__ = [
    "TIME_BANK",
    "ApprovalLetter",
    "BotStyle",
    "CardTally",
    "Chair",
    "DailyDeal",
    "DailyRun",
    "DrillAnswer",
    "DrillRun",
    "HandDealt",
    "Headline",
    "HoldAlarm",
    "HoldTally",
    "Keeping",
    "LimitsProfile",
    "OddsReport",
    "Pace",
    "PaytableDraft",
    "PaytableStep",
    "PaytableVersion",
    "Phase",
    "PlannedActivation",
    "PlayedFelt",
    "Review",
    "Round",
    "RoundAction",
    "RoundSeat",
    "RoundTally",
    "SchoolCard",
    "SchoolDrill",
    "SchoolRun",
    "SharedRound",
    "Table",
    "VoidRequest",
    "Watcher",
    "profile_of",
]
