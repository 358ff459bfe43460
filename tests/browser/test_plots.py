"""The plots of game protection for who sees other colours, or none: in a browser."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.management import working
from games.tables import setup
from tests.browser.test_customs import contrast
from tests.support.felt import check_page
from tests.support.server import Server
from tests.web.reports import compute_all
from tests.web.test_protection_page import counted

PATH = "/rules/blackjack/protection?bet=bad_beat"
PLOTS = (
    "Which cards matter",
    "When the bet turns",
    "How deep you deal",
    "What the house can expect",
    "What a player can expect",
)


@pytest.fixture(autouse=True)
def figures(server: Server, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a bet that has every kind of plot."""
    setup.load_paytables(timezone.now())
    monkeypatch.setattr(working, "answer", lambda question, source: counted(units=3.2, error=0.1))
    page.goto(PATH)
    compute_all()
    page.goto(PATH)
    expect(page.get_by_role("heading", name=PLOTS[0])).to_be_visible()


def test_every_plot_says_its_figures_in_words(page: Page) -> None:
    """One image with a name for who cannot see it, and no loose words inside; a table below."""
    for title in PLOTS:
        plot = page.get_by_role("img", name=title)
        expect(plot).to_have_count(1)
        expect(plot).to_have_accessible_name(re.compile(rf"^{title} .*[0-9].*\.$"))
        assert plot.aria_snapshot().count("\n") == 0, "it is read as one image"
    expect(page.get_by_role("img", name=PLOTS[0])).to_have_accessible_name(
        "Which cards matter Effect of removing one card, in points: A −0.80, 2 +0.80."
    )
    graph = page.get_by_role("img", name=PLOTS[1])
    expect(graph).to_have_accessible_name(re.compile("−22.5 at −5, .* The player has the edge "
                                                    "from a true count of \\+0.6"))  # fmt: skip
    page.get_by_text("The figures: which cards matter").click()
    table = page.get_by_role("table", name="Effect of removing one card, in points")
    expect(table.get_by_role("row")).to_have_text([re.compile("Rank"), "A−0.8000", "2+0.8000"])


SHAPES = """shapes => {
  const ground = getComputedStyle(document.body).backgroundColor
  return shapes.map(shape => {
    const style = getComputedStyle(shape)
    const drawn = style.stroke === 'none' ? style.fill : style.stroke
    return [shape.getAttribute('class') ?? shape.tagName, drawn, ground, style.opacity]
  })
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_plot_can_be_read_in_forced_colours(page: Page, scheme: str) -> None:
    """Text as text must be, all that is drawn as graphics must be (WCAG 2.2, 1.4.3 and 1.4.11)."""
    page.emulate_media(forced_colors="active", color_scheme=scheme)  # type: ignore[arg-type]
    shapes = page.locator(".plot :is(rect, line, polyline, polygon, circle, text)")
    graph = shapes.evaluate_all(SHAPES)
    kinds = {kind for kind, *_ in graph}
    assert {"plot__up", "plot__down", "plot__line", "plot__spread", "plot__dot", "plot__pays",
            "plot__outer", "plot__inner", "plot__zero", "text"} <= kinds  # fmt: skip
    for kind, drawn, ground, opacity in graph:
        assert opacity == "1", kind
        assert contrast((ground, drawn)) >= (4.5 if kind == "text" else 3), kind
    up, down = page.locator(".plot__up").first, page.locator(".plot__down").first
    assert filled(up) != filled(down), "bars above and below differ by more than their place"
    outer, inner = page.locator(".plot__outer").first, page.locator(".plot__inner").first
    assert dashes(outer) != dashes(inner), "the bands can be told apart"
    check_page(page)


def filled(shape: Locator) -> str:
    return str(shape.evaluate("shape => getComputedStyle(shape).fill"))


def dashes(shape: Locator) -> str:
    return str(shape.evaluate("shape => getComputedStyle(shape).strokeDasharray"))
