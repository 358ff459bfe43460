"""The page of game protection: one bet of a game, with plots, tables and a few plain sentences."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.backoffice.sheets.blocks import Grid
from games.engine.limits import money
from games.engine.record import AnyGame
from games.exact.protection import spots_of
from games.odds_reports.pages import Values, felt_words, progress_of
from games.odds_reports.plots import (
    Plot,
    by_rank,
    count_plot,
    depth_plot,
    effects_plot,
    fan_plot,
    rank_words,
    signed,
)
from games.odds_reports.protection import gauge, is_exposed, parts_of, shoe_of
from games.odds_reports.subjects import Shown
from games.templatetags.odds import minus, percent

Row = Mapping[str, Any]
Drawn = tuple[Plot, str, Grid]
"""A plot, what to notice in it, and the same figures as a table."""

LAST_FAN = 100_000
"""Up to how many rounds the house's win is drawn."""


def protection_page(game: AnyGame, felts: Sequence[Shown], bet: str, now: datetime) -> Values:
    """The values for the page of one bet; of the game's main bet if there is none of that name.

    Asks a worker for what has to be computed. ``bets``: key and name of every bet. ``sides``: a
    section for each felt that has the bet.
    """
    names = {
        spot.key: spot.name
        for felt in felts
        for spot in felt.spots
        if spot.key in spots_of(felt.terms)
    }
    chosen = bet if bet in names else next(iter(names), "")
    having = [felt for felt in felts if chosen in spots_of(felt.terms)]
    asked = [(f"{names[chosen]}, {felt_words(game, felt)}", felt.terms, chosen) for felt in having]
    parts = parts_of(asked, now)
    return {
        "progress": progress_of(parts, now),
        "bets": list(names.items()),
        "bet": chosen,
        "name": names.get(chosen, ""),
        "paying": {felt.versions[chosen] for felt in having if chosen in felt.versions},
        "sides": [
            _side(felt, names, chosen, part.answer)
            for felt, part in zip(having, parts, strict=True)
            if part.answer
        ],
    }


def _side(felt: Shown, names: Mapping[str, str], bet: str, answer: Row) -> Values:
    """One felt's figures of a bet. names: of all bets by key."""
    counting = next(iter(answer["counting"]), None)
    decks, _ = shoe_of(felt.terms)
    drawn = list(_counted(counting, decks)) if counting else []
    drawn += [_house(answer), _session(answer)]
    prefix = f"{felt.name}-" if felt.name else ""
    return {
        "name": felt.name,
        "prefix": prefix.lower().replace(" ", "-"),
        "differs": felt.differs,
        "plain": list(plain_words(felt, names[bet], answer)),
        "gauge": gauge(counting, decks) if counting else [],
        "seen": _seen(names, answer["shared"]),
        "count": _count(counting) if counting else None,
        "drawn": drawn,
    }


def plain_words(felt: Shown, name: str, answer: Row) -> Iterator[str]:
    """What the figures of a bet mean, one sentence each."""
    counting = next(iter(answer["counting"]), None)
    if counting:
        yield from _counting_words(felt, name, counting)
    else:
        yield f"{name} is dealt from a full deck in every round, so there is nothing to count."
    for one in answer["face_up"]:
        yield one["words"]
    for one in answer["ahead"]:
        rounds = one["rounds_until_ahead"]
        if rounds is None:
            yield "The house is never ahead with a chance of 99 %: the player has the edge."
        else:
            yield f"The house is ahead or even with a chance of 99 % after {rounds:,} bets."


def _counting_words(felt: Shown, name: str, counting: Row) -> Iterator[str]:
    edge = percent(counting["edge_percent"], 2)
    yield (
        f"With a fresh shuffle for every round nobody knows anything when {name} is bet, and the "
        f"house keeps {edge}."
    )
    decks, _ = shoe_of(felt.terms)
    exposed = [one for one in gauge(counting, decks) if one.exposed]
    if exposed:
        worst = exposed[-1]
        yield (
            f"From a shoe, a player who counts and bets only when the count is right wins about "
            f"{worst.units:.1f} bets in 100 rounds ({worst.words[0].lower()}{worst.words[1:]})."
        )
        yield (
            "This table is dealt from a shoe: shuffle before every round to take that away."
            if is_exposed(felt.terms)
            else "This table shuffles before every round: keep it so while the bet is offered."
        )


def _count(counting: Row) -> Grid:
    """The best simple count, and how good it is."""
    tags = " · ".join(
        f"{rank_words(rank)} {signed(tag)}" for rank, tag in by_rank(counting["tags"]).items()
    )
    trigger = counting["trigger"]
    rows = [
        ("Best simple count", tags),
        ("Correlation with the effects", f"{counting['correlation']:.3f}"),
        ("Hi-Lo, for comparison", minus(f"{counting['hi_lo_correlation']:.3f}")),
        ("One true count is worth", f"{counting['points_per_true_count']:.2f} points"),
        ("Pays the player from a true count of", "never" if trigger is None
         else minus(f"{trigger:+.2f}")),
    ]  # fmt: skip
    return Grid("The count", ("Figure", "Value"), tuple(rows), (80, 0), words=2)


EFFECTS = (
    "Change in the player’s result, in points, when one card of a rank is gone from a full shoe. "
    "Exact."
)
COUNTS = (
    "The player’s average result. Line: straight-line model. Dots: exact in sampled shoes, with "
    "the spread between shoes. Shaded: the bet pays the player."
)
DEPTHS = (
    "Bets won in 100 rounds by a counter who bets one unit only when it pays, by where the cut "
    "card goes. Thin lines: other numbers of decks."
)


def _counted(counting: Row, decks: int) -> Iterator[Drawn]:
    """Effects of removal, the result by true count, and what a counter wins by depth."""
    effects = by_rank(counting["effects"])
    counts, depths = counting["by_true_count"], counting["by_penetration"]
    yield effects_plot(effects), EFFECTS, _effects(effects)
    yield count_plot(counts, counting["trigger"]), COUNTS, _counts(counts)
    if any(row["decks"] == decks for row in depths):
        yield depth_plot(depths, decks), DEPTHS, _depths(depths, decks)


def _effects(effects: Mapping[str, float]) -> Grid:
    rows = tuple((rank_words(rank), minus(f"{points:+.4f}")) for rank, points in effects.items())
    return Grid("Effect of removing one card, in points", ("Rank", "Effect"), rows, (40, 0))


def _counts(rows: Sequence[Row]) -> Grid:
    caption = "The player’s result by true count, in percent of the bet"
    cells = tuple(
        (
            signed(row["true_count"]),
            minus(f"{row['mean']:+.2f}"),
            f"{row['spread']:.2f}",
            minus(f"{row['model']:+.2f}"),
        )
        for row in rows
    )
    return Grid(caption, ("True count", "Mean", "Spread", "Line"), cells, (30, 0, 0, 0))


def _depths(rows: Sequence[Row], decks: int) -> Grid:
    """The figures of the plot: own decks first, with their standard errors."""
    ordered = sorted(rows, key=lambda row: (row["decks"] != decks, row["decks"], row["depth"]))
    return Grid(
        "Bets won in 100 rounds by a counter",
        ("Decks, dealt", "Rounds bet on", "Won in 100", "Standard error"),
        tuple(
            (
                f"{row['decks']}, {row['depth']} %",
                percent(100 * row["favourable_share"], 1),
                minus(f"{row['units_per_100']:+.2f}"),
                f"{row['standard_error']:.2f}",
            )
            for row in ordered
        ),
        (40, 0, 0, 0),
    )


def _house(answer: Row) -> Drawn:
    """What the house wins by number of rounds."""
    rows = [row for row in answer["house"] if row["rounds"] <= LAST_FAN]
    whole = [
        (
            row["rounds"],
            *(row[key] / 100 for key in ("low_95", "low_50", "mean", "high_50", "high_95")),
        )
        for row in rows
    ]
    last = rows[-1]
    words = (
        f"After {last['rounds']:,} bets of {money(answer['stake'])} the house has won "
        f"{money(last['low_95'])} to {money(last['high_95'])} in 95 of 100 cases."
    )
    table = Grid(
        "What the house wins",
        ("Bets", "From", "To", "House behind"),
        tuple(
            (
                f"{row['rounds']:,}",
                minus(money(row["low_95"])),
                minus(money(row["high_95"])),
                _chance(row["behind"], row["error"]),
            )
            for row in answer["house"]
        ),
        (30, 0, 0, 0),
    )
    hint = (
        f"The house’s win after so many bets of {money(answer['stake'])}, each with a fresh "
        "shuffle. Half of all cases end in the inner band, 95 of 100 in the outer one. Exact."
    )
    return fan_plot("house", "What the house can expect", minus(words), whole), hint, table


def _session(answer: Row) -> Drawn:
    """The result of a player's session by its length."""
    rows = answer["session"]
    whole = [(row["rounds"], *(one["result"] / 100 for one in row["quantiles"])) for row in rows]
    last = rows[-1]
    low, *_, high = (one["result"] for one in last["quantiles"])
    words = (
        f"After {last['rounds']:,} bets of {money(answer['stake'])} a player ends between "
        f"{money(low)} and {money(high)} in 90 of 100 cases, and is ahead in "
        f"{100 * last['ahead']:.0f} of 100."
    )
    brought = money(last["bankroll"])
    table = Grid(
        "A player’s session",
        ("Bets", "5 in 100 end below", "5 in 100 end above", "Ahead", f"Loses {brought}"),
        tuple(
            (
                f"{row['rounds']:,}",
                minus(money(row["quantiles"][0]["result"])),
                minus(money(row["quantiles"][-1]["result"])),
                _chance(row["ahead"], row["error"]),
                _chance(row["lost"], row["error"]),
            )
            for row in rows
        ),
        (24, 0, 0, 0, 0),
    )
    hint = (
        f"What a player has won or lost after so many bets of {money(answer['stake'])}. Half "
        "of all sessions end in the inner band, 90 of 100 in the outer one. Exact."
    )
    return fan_plot("session", "What a player can expect", minus(words), whole), hint, table


def _chance(value: float, error: float) -> str:
    """A chance in percent; "less than" if it is smaller than its error."""
    if value < max(error, 1e-6):
        return "< 0.0001 %"
    return f"{100 * value:.4f} %" if value < 0.001 else f"{100 * value:.1f} %"


def _seen(names: Mapping[str, str], gains: Sequence[Row]) -> Grid | None:
    """What known cards add; None if knowing cards changes nothing."""
    if not gains:
        return None
    rows = tuple(
        (
            _situation(names, row),
            minus(f"{row['gain_points']:+.2f}"),
            f"{row['standard_error']:.2f}" if row["standard_error"] else "exact",
            minus(f"{row['value_points']:+.2f}"),
        )
        for row in gains
    )
    heads = ("What the player knows", "Gain", "Standard error", "Player’s result")
    return Grid("What known cards add, in percent of the bet", heads, rows, (70, 0, 0, 0))


def _situation(names: Mapping[str, str], row: Row) -> str:
    """What is known, and which other bets are made with this one."""
    words = f"{row['situation'][0].upper()}{row['situation'][1:]}"
    beside = [names.get(spot, spot) for spot in row["spots"][1:]]
    return f"{words}; with {' and '.join(beside)} too" if beside else words
