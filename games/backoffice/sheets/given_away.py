"""The paragraph of a game sheet about game protection: in short, what its bets give away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.exact.protection import spots_of
from games.odds_reports.protection import is_exposed, nearest, shoe_of
from games.odds_reports.subjects import Shown
from games.templatetags.odds import minus

Row = Mapping[str, Any]
Known = Mapping[str, Row]
"""The stored figures of protection by spot; a bet without any is left out."""

NOT_YET = (
    "The figures of game protection have not been computed yet. Opening this game’s page Game "
    "protection asks for them."
)

COUNTED = (
    "so many units in 100 rounds, betting one unit only when the count is right (± standard error)"
)

VERDICTS = {
    True: "safe with all hands face up",
    False: "not safe with all hands face up, where the players would have the edge",
    None: "too close to call with all hands face up",
}
"""By the value of `games.protection.shared.FaceUp.safe`."""


@dataclass(frozen=True)
class _Bet:
    """A bet of a felt with its figures. name: as on the sheet."""

    name: str
    felt: Shown
    answer: Row


def paragraph(felts: Sequence[Shown], known: Sequence[Known]) -> str:
    """What the stored figures say about the bets of these felts, and which bets have none."""
    bets, missing = [], []
    for felt, answers in zip(felts, known, strict=True):
        for spot, name in names_of(felt).items():
            if spot in answers:
                bets.append(_Bet(name, felt, answers[spot]))
            else:
                missing.append(name)
    if not bets:
        return NOT_YET
    sentences = [*_counting(bets), *_seen(bets), *_long_run(bets)]
    if missing:
        sentences.append(f"Not computed yet: {'; '.join(missing)}.")
    return " ".join(sentences)


def names_of(felt: Shown) -> dict[str, str]:
    """The bets of a felt by spot, each with its side of the button."""
    names = {spot.key: spot.name for spot in felt.spots}
    return {
        spot: ", ".join(filter(None, (names[spot], felt.name))) for spot in spots_of(felt.terms)
    }


def _counting(bets: Sequence[_Bet]) -> Iterator[str]:
    counted = [bet for bet in bets if bet.answer["counting"]]
    if not counted:
        yield "Every round is dealt from a full deck, so there is nothing to count."
        return
    found = [_counter_wins(bet) for bet in counted]
    wins = f"with the cut card at {max(depth for depth, _ in found)} %, {COUNTED}"
    if is_exposed(counted[0].felt.terms):
        yield "Cards carry over from round to round, so that players can count."
        yield f"They win, {wins}: {'; '.join(words for _, words in found)}."
    else:
        yield "Every round begins with a fresh shuffle, so there is nothing to count."
        yield f"From the same shoe, players who count would win, {wins}: " + (
            "; ".join(words for _, words in found) + "."
        )


def _counter_wins(bet: _Bet) -> tuple[int, str]:
    """The cut card, in percent, and what a counter wins there; 0 if no count follows the bet."""
    row = nearest(bet.answer["counting"][0], *shoe_of(bet.felt.terms))
    if row is None:
        return 0, f"nothing on {bet.name}, which no count follows"
    units = minus(f"{row['units_per_100']:.2f}")
    return row["depth"], f"{units} ± {row['standard_error']:.2f} on {bet.name}"


def _seen(bets: Sequence[_Bet]) -> Iterator[str]:
    """What known cards are worth, for bets with decisions and for bets without."""
    undecided = []
    for bet in bets:
        shown = [one for one in bet.answer["face_up"] if one["gain"]]
        for one in shown:
            edge = minus(f"{one['edge_points']:.2f} %")
            yield (
                f"{bet.name} is {VERDICTS[one['safe']]}: {_gain(one['gain'])} of the wager, "
                f"against a house edge of {edge}."
            )
        best = max(bet.answer["shared"], key=lambda gain: gain["gain_points"], default=None)
        situations = [one["gain"]["situation"] for one in shown]
        if best and best["situation"] not in situations:
            yield f"{bet.name}, at most: {_gain(best)}."
        if not shown and not best:
            undecided.append(bet.name)
    if undecided:
        yield f"Nothing that is seen after the bet changes {'; '.join(undecided)}."


def _gain(gain: Row) -> str:
    error = f" ± {gain['standard_error']:.2f}" if gain["standard_error"] else ""
    worth = minus(f"{gain['gain_points']:.2f}")
    return f"knowing {gain['situation']} is worth {worth}{error} %"


def _long_run(bets: Sequence[_Bet]) -> Iterator[str]:
    """After how many bets the house is not behind."""
    rows = [(bet.name, row["rounds_until_ahead"]) for bet in bets for row in bet.answer["ahead"]]
    after = "; ".join(f"{rounds:,} on {name}" for name, rounds in rows if rounds is not None)
    never = "; ".join(name for name, rounds in rows if rounds is None)
    if after:
        yield f"With a chance of 99 % the house is not behind after so many bets: {after}."
    if never:
        yield f"The players have the edge on {never}."
