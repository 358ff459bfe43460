"""The plots of game protection: places worked out by hand, and what they say in words.

A plot is 360 wide and 240 high; values lie from y = 204 (the lowest) to y = 14, from x = 52 on.
"""

from games.odds_reports.levels import levels
from games.odds_reports.plots import count_plot, depth_plot, effects_plot, fan_plot


def test_bars_stand_on_zero_and_hang_from_it() -> None:
    # From -1.12 to 1.12 (6 percent of air): 0 is at 109, 1 at 204 - 190 * 2.12 / 2.24.
    plot = effects_plot({"A": -1.0, "2": 1.0, "T": 0.5})
    assert plot.zero == 109.0
    ace, two, ten = plot.boxes
    assert (two.kind, two.x, two.y, two.width, two.height) == ("plot__up", 164.7, 24.2, 68.6, 84.8)
    assert (ace.kind, ace.x, ace.y, ace.height) == ("plot__down", 66.7, 109.0, 84.8)
    assert (ten.y, ten.height) == (66.6, 42.4)
    assert [(label.x, label.words) for label in plot.labels] == [
        (101, "A"),
        (199, "2"),
        (297, "10"),
    ]
    assert "A −1.00, 2 +1.00, 10 +0.50" in plot.words


def test_the_region_that_pays_the_player_begins_at_the_trigger() -> None:
    rows = [
        {"true_count": count, "model": 5.0 * count, "mean": 5.0 * count, "spread": 0.0}
        for count in (-1, 0, 1)
    ]
    plot = count_plot(rows, 0.5)
    # -1 is at x = 60, +1 at 342, so that 0.5 is three quarters of the way.
    (pays,) = plot.boxes
    assert (pays.x, pays.width) == (271.5, 74.5)
    assert plot.dots == ((60.0, 193.8), (201.0, 109.0), (342.0, 24.2))
    assert plot.lines[0].path == "60.0,193.8 201.0,109.0 342.0,24.2"
    assert "from a true count of +0.5" in plot.words
    assert not count_plot(rows, None).boxes
    assert not count_plot(rows, 7.0).boxes, "it never pays within the plot"


def test_a_tables_own_decks_have_dots_and_labels_do_not_cover_each_other() -> None:
    rows = [
        {"decks": decks, "depth": depth, "units_per_100": units}
        for decks, depth, units in ((6, 50, 1.0), (6, 75, 3.0), (8, 50, 0.9), (8, 75, 2.95))
    ]
    plot = depth_plot(rows, 6)
    # From 0 to 3.18: 3 is at 204 - 190 * 3 / 3.18.
    assert plot.dots == ((62.0, 144.3), (312.0, 24.8))
    assert [line.kind for line in plot.lines] == ["plot__line", "plot__thin"]
    ends = [label.words for label in plot.labels if label.anchor == "start"]
    assert ends == ["6"], "that of eight decks would lie on it"


def test_a_fan_opens_from_nothing() -> None:
    plot = fan_plot("house", "House", "Words.", [(100, -10.0, -5.0, 0.0, 5.0, 10.0)])
    outer, inner = plot.areas
    assert outer.path == "56.0,109.0 330.0,193.8 330.0,24.2 56.0,109.0"
    assert inner.path == "56.0,109.0 330.0,151.4 330.0,66.6 56.0,109.0"
    assert plot.lines[0].path == "56.0,109.0 330.0,109.0"


def test_levels_are_round_and_few() -> None:
    assert levels(-1.12, 1.12, smallest=-3) == [-1.0, -0.5, 0.0, 0.5, 1.0]
    assert levels(-2.0, 2.0) == [-1.0, 0.0, 1.0, 2.0]
    assert levels(0, 100_000) == [20_000, 40_000, 60_000, 80_000, 100_000]
    assert levels(0, 0.03, smallest=-3) == [0.01, 0.02, 0.03]
