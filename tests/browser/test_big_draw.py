"""Big Draw Poker in a browser: the button's choice, holding and drawing, and who sees what."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from games.big_draw.state import BigDrawOptions
from games.models import OddsReport
from games.odds_reports.subjects import felts_of
from tests.support.browser import hear
from tests.support.deals import Codes
from tests.support.felt import (
    Browsers,
    Player,
    Wire,
    all_showing,
    check_page,
    named,
    names,
    open_table,
    sealed,
    seated,
)
from tests.support.server import Server
from tests.web.reports import asked

START = 1_000_00
DRAW = "[data-draw]"
RANKS = "23456789TJQKA"
NO_NOTICE_GOES = """
const later = window.setTimeout;
window.setTimeout = (what, after, ...more) => after > 3000 ? 0 : later(what, after, ...more);
"""
"""A script: the time of a notice never ends, so that one that goes was taken away."""
PLURALS = {"J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


def solo(context: BrowserContext, server: Server) -> Player:
    return seated(context, server.url, open_table("big-draw", solo=True), 1)


def choose(player: Player, game: str) -> None:
    player.page.get_by_role("button", name=game).click()
    player.expect_state("betting")


def ready(*everybody: Player) -> None:
    for player in everybody:
        player.page.locator("#go").click()
    for player in everybody:
        player.expect_state("playing")


def ranks(codes: Codes) -> str:
    return "".join(code[0] for code in codes)


def pays_evens(five: Codes) -> bool:
    """A pair of jacks or better, and three odd cards."""
    hand = ranks(five)
    paired = {rank for rank in hand if hand.count(rank) == 2}
    return len(set(hand)) == 4 and paired <= set(PLURALS)


def becomes_three(deck: Codes) -> bool:
    """A high pair comes first; of three cards drawn to it one makes it three of a kind."""
    pair, packet = deck[:2], deck[5:8]
    odd = set(ranks(deck[2:5])) | set(ranks(packet))
    return (
        pays_evens(deck[:5]) and len(set(ranks(pair))) == 1 and pair[0][0] in odd and len(odd) == 6
    )


def with_two_deuces(deck: Codes) -> bool:
    """Two deuces and cards that make three of a kind with them and no more, before and after."""
    return ranks(deck[:2]) == "22" and all(makes_no_more(deck[i : i + 3]) for i in (2, 5))


def makes_no_more(three: Codes) -> bool:
    """Three cards of which two wild ones make three of a kind: no pair, straight or flush."""
    places = [RANKS.index(code[0]) for code in three]
    low_ace = [-1 if place == RANKS.index("A") else place for place in places]
    distinct = len(set(places)) == 3 and "2" not in ranks(three)
    spans = [max(order) - min(order) for order in (places, low_ace)]
    return distinct and min(spans) > 4 and len({code[1] for code in three}) > 1


def test_a_round_by_mouse_settles_first_five_before_and_big_draw_after_the_draw(
    context: BrowserContext, server: Server
) -> None:
    player = solo(context, server)
    page = player.page
    expect(page.locator(".paper caption")).to_have_text(
        [re.compile("5 Card Draw"), re.compile("Deuces")]
    )
    choose(player, "5 Card Draw")
    expect(page.locator(".paper caption")).to_have_text([re.compile("5 Card Draw")])
    player.bet(first_five=5, big_draw=10)
    deck = sealed(player.table, becomes_three)
    ready(player)

    assert player.own_cards() == names(deck[:5])
    player.expect_balance(START - 15_00)
    expect(player.spot("first_five")).to_contain_text("wins 1:1")
    expect(page.locator("#acts")).to_contain_text(f"Pair of {PLURALS[deck[0][0]]}. First 5 wins 5.")
    expect(page.locator(".paper .is-here")).to_contain_text("Jacks or better")

    draw = page.locator(DRAW)
    expect(draw).to_have_accessible_name("Draw all 5")
    page.get_by_role("button", name="Hold all").click()
    expect(draw).to_have_accessible_name("Stand pat")
    for card, words in zip((5, 4, 3), ("Draw 1", "Draw 2", "Draw 3"), strict=True):
        page.locator(".hold").nth(card - 1).click()
        expect(draw).to_have_accessible_name(words)
    page.get_by_role("button", name="Hold none").click()
    expect(draw).to_have_accessible_name("Draw all 5")
    page.locator(".hold").nth(0).click()
    expect(draw).to_have_accessible_name("Draw 4")
    page.locator(".hold").nth(1).click()
    draw.click()

    player.expect_state("showing")
    assert player.own_cards() == names(deck[:2] + deck[5:8])
    drawn = page.locator("#mine .card .card__tag")
    expect(drawn).to_have_text(["drawn"] * 3)
    expect(player.spot("first_five")).to_contain_text("+5.00 1:1")
    expect(player.spot("big_draw")).to_contain_text("+20.00 2:1")
    expect(page.locator(".paper .is-here")).to_contain_text("Three of a kind")
    expect(page.locator(".paper .is-hit")).to_have_text(["2:1", "1:1"])
    player.expect_balance(START + 25_00)


def test_a_round_by_keyboard_alone(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page, keys = player.page, player.page.keyboard
    page.get_by_role("button", name="Deuces Never Loses").press("Enter")
    player.expect_state("betting")
    expect(page.locator("#phase")).to_be_focused()  # the button that had the focus is gone
    expect(page.locator(".paper caption")).to_have_text([re.compile("Deuces Never Loses")])
    keys.press("b")
    expect(player.spot("first_five")).to_be_focused()
    keys.press("Enter")  # the chip of five
    keys.press("Tab")
    keys.press("Space")
    expect(page.locator("[data-total]")).to_have_text("10.00")
    hear(page, re.compile(r"^Big Draw 5\s*$"))  # the phase is no news again
    deck = sealed(player.table, with_two_deuces)
    player.tab_to("go")
    keys.press("Enter")
    player.expect_state("playing")

    hear(page, f"Cards: {', '.join(names(deck[:5]))}.")
    hear(page, "First 5 wins 15.")
    for key in "12":
        keys.press(key)
    hear(page, f"{names(deck)[1].capitalize()} held. Draw 3.")
    keys.press("Enter")
    player.expect_state("showing")
    assert player.own_cards() == names(deck[:2] + deck[5:8])
    hear(page, "First 5 wins 15. Big Draw pushes. Balance 1,015.")
    player.expect_balance(START + 15_00)
    keys.press("1")
    player.expect_state("betting")
    expect(page.locator(".paper caption")).to_have_text([re.compile("5 Card Draw")])


def test_a_hand_that_nobody_has_touched_is_not_thrown_away_by_one_key(
    context: BrowserContext, server: Server
) -> None:
    context.add_init_script(NO_NOTICE_GOES)
    player = solo(context, server)
    choose(player, "5 Card Draw")
    player.bet(big_draw=1)
    deck = sealed(player.table, lambda deck: True)
    ready(player)
    player.page.locator("body").press("Enter")
    expect(player.page.locator("#notice")).to_contain_text("all your cards would go")
    player.expect_state("playing")
    assert player.own_cards() == names(deck[:5])
    player.page.locator("body").press("Enter")
    player.expect_state("showing")
    expect(player.page.locator("#notice")).to_be_empty()  # it would cover the cards
    assert player.own_cards() == names(deck[5:10])


@pytest.fixture
def two(new_context: Browsers, server: Server) -> tuple[Player, Player]:
    """Seats 1 and 3 of a table where nobody is hurried; seat 1 has the button."""
    table = open_table("big-draw")
    one = seated(new_context(), server.url, table, 1)
    other = seated(new_context(), server.url, table, 3)
    return one, other


def test_all_see_who_chooses_and_the_paytables_follow_the_choice(
    two: tuple[Player, Player],
) -> None:
    one, other = two
    phase = other.page.locator("#phase")
    expect(phase).to_have_text(f"{one.user.display_name} chooses")
    expect(
        other.page.get_by_role("group", name=re.compile("Seat 1, .*has the button"))
    ).to_be_visible()
    expect(other.page.locator(".choose")).to_have_count(0)
    one.page.get_by_role("button", name="Pass").click()
    expect(one.page.locator("#phase")).to_have_text(f"{other.user.display_name} chooses")
    expect(phase).to_have_text("You have the button")
    other.page.get_by_role("button", name="Deuces Never Loses").click()
    for player in two:
        player.expect_state("betting")
        paper = player.page.get_by_role("table", name="Deuces Never Loses")
        expect(paper.get_by_role("row", name=re.compile("Wild royal flush"))).to_contain_text(
            "222:1"
        )
        expect(paper.get_by_role("row", name=re.compile("Three of a kind"))).to_contain_text("push")


def know_costs(player: Player) -> None:
    """As a worker would, once a page has waited for the figures."""
    for shown in felts_of(player.table):
        bets = [{"spot": spot.key, "edge_percent": 5.25} for spot in shown.spots]
        report = asked(shown.terms, timezone.now())
        OddsReport.objects.filter(pk=report.pk).update(status="done", answer={"bets": bets})


@pytest.mark.report("Big Draw alone")
def test_the_question_which_game_says_what_each_costs(
    context: BrowserContext, server: Server
) -> None:
    """On the page as it is sent, and when the question comes again after a round, also where there
    is least room for it."""
    player = solo(context, server)
    know_costs(player)
    page = player.page
    page.set_viewport_size({"width": 320, "height": 568})
    page.reload()
    costs = page.locator("#acts .costs")
    expect(costs).to_contain_text("at 5 Card Draw, First 5 costs 5.2 and Big Draw costs 5.2")
    say, button = page.locator("#say-choose").bounding_box(), page.locator(".choose").bounding_box()
    assert say
    assert button
    assert say["y"] + say["height"] <= button["y"] + 1
    choose(player, "5 Card Draw")
    player.bet(big_draw=5)
    player.deal()
    player.act("Hold all")
    player.act("Stand pat")
    player.expect_state("showing")
    expect(page.get_by_role("button", name="Rebet and deal")).to_be_visible()
    expect(costs).to_contain_text("at Deuces Never Loses, First 5 costs 5.2")


def test_nobody_is_sent_what_another_holds_or_discards_before_the_settlement(
    two: tuple[Player, Player],
) -> None:
    one, other = two
    wires = [Wire(player.page) for player in two]
    for player in two:
        player.page.reload()
    choose(one, "5 Card Draw")
    for player in two:
        player.expect_state("betting")
        player.bet(first_five=5, big_draw=5)
    deck = sealed(one.table, lambda deck: True)
    ready(one, other)
    own = (deck[:5], deck[5:10])
    for card in (1, 2):
        one.page.locator(".hold").nth(card - 1).click()
    one.page.get_by_role("button", name="Draw 3").click()
    expect(one.page.locator("#mine .card--gone")).to_have_count(3)
    expect(other.page.get_by_role("group", name=re.compile("has chosen"))).to_be_visible()
    for wire, seen, unseen in zip(wires, own, reversed(own), strict=True):
        assert wire.tells_of(seen) == list(seen)
        assert wire.tells_of(unseen + deck[10:]) == []

    other.page.get_by_role("button", name="Hold all").click()
    other.page.get_by_role("button", name="Stand pat").click()
    all_showing(*two)
    shown = names(deck[:2] + deck[10:13])
    assert one.own_cards() == shown
    expect(other.page.locator("#seat-1 img")).to_have_count(5)
    assert named(other.page, "#seat-1 img") == shown
    assert wires[1].tells_of(deck[2:5]) == []  # discards stay down


def test_every_phase_is_accessible_and_has_its_action_in_the_window(
    context: BrowserContext, server: Server
) -> None:
    player = solo(context, server)
    check_page(player.page, ".choose .btn")
    choose(player, "5 Card Draw")
    player.bet(first_five=1, big_draw=1)
    check_page(player.page, "#go")
    sealed(player.table, lambda deck: True)
    ready(player)
    player.page.locator(".hold").nth(0).click()
    check_page(player.page, DRAW)
    player.page.locator(DRAW).click()
    player.expect_state("showing")
    check_page(player.page, ".choose .btn")


def test_a_round_without_javascript(new_context: Browsers, server: Server) -> None:
    player = solo(new_context(java_script_enabled=False), server)
    page = player.page
    page.get_by_role("button", name="5 Card Draw").click()
    page.get_by_role("spinbutton", name="First 5").fill("5")
    page.get_by_role("spinbutton", name="Big Draw").fill("10")
    page.get_by_role("button", name="Place").click()
    deck = sealed(player.table, becomes_three)
    page.get_by_role("button", name="Deal").click()
    draw = page.locator(DRAW)
    expect(draw).to_have_accessible_name("Draw all 5")
    for card in names(deck[:2]):
        page.get_by_alt_text(card).click()
        expect(page.get_by_role("checkbox", name=f"Hold {card}")).to_be_checked()
    expect(draw).to_have_accessible_name("Draw 3")
    draw.click()
    player.expect_state("showing")
    assert player.own_cards() == names(deck[:2] + deck[5:8])
    player.expect_balance(START + 25_00)


def test_first_five_alone_plays_blind_where_the_house_wants_it(
    new_context: Browsers, server: Server
) -> None:
    table = open_table("big-draw", options=BigDrawOptions(blind_first_five=True))
    blind = seated(new_context(), server.url, table, 1)
    other = seated(new_context(), server.url, table, 2)
    wire = Wire(blind.page)
    blind.page.reload()
    choose(blind, "5 Card Draw")
    other.expect_state("betting")
    blind.bet(first_five=1)
    other.bet(big_draw=1)
    deck = sealed(blind.table, lambda deck: pays_evens(deck[:5]))
    ready(blind, other)
    expect(blind.page.locator("#mine .card--back")).to_have_count(5)
    expect(blind.page.locator("#line")).to_contain_text("turned after the draws")
    assert wire.tells_of(deck[:10]) == []
    other.page.get_by_role("button", name="Hold all").click()
    other.page.locator(DRAW).click()
    all_showing(blind)
    assert blind.own_cards() == names(deck[:5])
    expect(blind.spot("first_five")).to_contain_text("+1.00 1:1")
    blind.expect_balance(START + 1_00)


def test_the_way_back_above_a_title_can_be_pressed_on_a_phone(
    context: BrowserContext, server: Server
) -> None:
    """The letters of a title reach over its box."""
    player = solo(context, server)
    page = player.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/rules/big-draw?table={player.table.pk}")
    page.get_by_role("main").get_by_role("link", name=player.table.name, exact=True).click()
    expect(page).to_have_url(f"{server.url}/tables/{player.table.pk}")
