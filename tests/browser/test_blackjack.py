"""Blackjack in a browser: hands and their splits, insurance, Bad Beat, and what is paid."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from games.blackjack.options import BlackjackOptions
from tests.support.browser import hear
from tests.support.courier import Courier
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

START = 1_000_00
SIZES = ((375, 812), (320, 640), (1280, 720), (1440, 900))
ORDINALS = ("first", "second", "third", "fourth")
OWN, UP, HOLE = slice(0, 3, 2), 1, 3
"""Where the first cards of a solo round lie in its deck; what is drawn follows."""


def solo(context: BrowserContext, server: Server, **options: object) -> Player:
    chosen = BlackjackOptions(**options)  # type: ignore[arg-type]
    return seated(context, server.url, open_table("blackjack", solo=True, options=chosen), 1)


def points(code: str) -> int:
    """What a card counts; the deals of these tests have no ace where it is used."""
    return 10 if code[0] in "TJQKA" else int(code[0])


def total(codes: Codes) -> int:
    return sum(map(points, codes))


def dealer_of(deck: Codes, drawn: int) -> Codes:
    """The dealer's hand when `drawn` cards went to the player; no aces."""
    hand: Codes = (deck[UP], deck[HOLE])
    while total(hand) < 17:
        hand, drawn = (*hand, deck[4 + drawn]), drawn + 1
    return hand


def aceless(deck: Codes, cards: int = 14) -> bool:
    return all(code[0] != "A" for code in deck[:cards])


def four_tens(deck: Codes) -> bool:
    """Two tens, two more to split them with, and small cards on all four in the end."""
    tens = [*deck[OWN], *deck[4:6]]
    return (
        all(code[0] in "TJQK" for code in tens)
        and all(points(code) < 10 for code in deck[6:10])
        and aceless(deck)
    )


def four_tens_of(deck: Codes) -> tuple[Codes, ...]:
    """The four hands in the order in which they lie: each split goes on with the left hand."""
    first, last = deck[OWN]
    return (first, deck[6]), (deck[5], deck[7]), (deck[4], deck[8]), (last, deck[9])


def net_of(hand: Codes, dealer: Codes, cents: int) -> int:
    mine, dealers = total(hand), total(dealer)
    if dealers > 21 or mine > dealers:
        return cents
    return 0 if mine == dealers else -cents


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−' if cents < 0 else '= '}{abs(cents) // 100}.00".replace(
        "= 0.00", "= push"
    )


def hands(player: Player) -> Locator:
    return player.page.locator("#mine .pile")


def split_to_four(player: Player) -> None:
    for count in (2, 3, 4):
        player.act("Split 10")
        expect(hands(player)).to_have_count(count)


def test_a_round_by_mouse_with_four_hands(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    deck = sealed(player.table, four_tens)
    player.bet(main=10)
    player.deal()
    player.expect_state("playing")
    assert named(page, "#board img") == names([deck[UP]])
    split_to_four(player)
    player.expect_balance(START - 40_00)
    expect(page.locator("#spot-main .stack")).to_have_count(4)  # each hand its own chips
    expect(page.locator('#spot-main .chip[data-v="5"]')).to_have_count(8)
    expect(page.get_by_role("button", name="Split")).to_be_disabled()
    finished = four_tens_of(deck)
    for place, word in enumerate(ORDINALS):
        expect(page.locator("#phase")).to_have_text(f"Your {word} hand")
        acting = page.locator("#mine .pile.is-turn")
        expect(acting).to_have_count(1)
        expect(acting).to_have_accessible_name(
            f"{word.capitalize()} hand, {total(finished[place])}, your turn"
        )
        expect(hands(player).nth(place)).to_contain_text("Bet 10")
        player.act("Stand")
    player.expect_state("showing")
    dealer = dealer_of(deck, 6)
    assert named(page, "#board img") == names(dealer)
    nets = [net_of(hand, dealer, 10_00) for hand in finished]
    for place, net in enumerate(nets):
        assert named(page, f"#mine .pile:nth-child({place + 1}) img") == names(finished[place])
        expect(hands(player).nth(place)).to_contain_text(signed(net))
    player.expect_balance(START + sum(nets))


def double_eleven(deck: Codes) -> bool:
    """6 5 doubled to 21 against a dealer who stands on 20."""
    return (
        {deck[0][0], deck[2][0]} == {"5", "6"}
        and points(deck[UP]) == points(deck[HOLE]) == points(deck[4]) == 10
        and aceless(deck, 5)
    )


def hit_and_stand(deck: Codes) -> bool:
    """12, a small card, and a dealer who stands on 20."""
    return (
        total(deck[OWN]) == 12
        and deck[0][0] != deck[2][0]
        and points(deck[4]) < 7
        and points(deck[UP]) == points(deck[HOLE]) == 10
        and aceless(deck, 5)
    )


def test_two_rounds_by_keyboard_alone(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page, keys = player.page, player.page.keyboard
    deck = sealed(player.table, double_eleven)
    keys.press("b")
    player.tab_to("spot-main")
    keys.press("Enter")  # the chip of five
    keys.press("Enter")
    player.tab_to("go")
    keys.press("Enter")
    player.expect_state("playing")
    cards, up = ", ".join(names(deck[OWN])), names([deck[UP]])[0]
    hear(page, f"Cards: {cards}. Your hand is 11. Dealer shows {up}. Hit, stand or double for 10?")
    expect(page.locator("#act-double")).to_be_enabled()
    keys.press("c")
    hear(page, f"Your cards: {cards}. 11.")
    keys.press("v")
    hear(page, f"Dealer: {up}, face-down card.")
    keys.press("p")  # nothing to split
    keys.press("d")
    player.expect_state("showing")
    hear(page, "Dealer: 20.")
    hear(page, "Bet wins 20. Balance 1,020.")
    player.expect_balance(START + 20_00)

    player.tab_to("next")
    keys.press("Enter")
    player.expect_state("betting")
    deck = sealed(player.table, hit_and_stand)
    keys.press("e")  # rebet
    player.tab_to("go")
    keys.press("Enter")
    expect(page.locator("#act-hit")).to_be_enabled()
    keys.press("h")
    now = total((*deck[OWN], deck[4]))
    hear(page, f"Your hand is {now}.")
    keys.press("s")
    player.expect_state("showing")
    player.expect_balance(START + 10_00)


def ace_up(deck: Codes, hole: bool) -> bool:
    """The dealer shows an ace, over a ten or not; 10 9 for the player."""
    ten = points(deck[HOLE]) == 10 and deck[HOLE][0] != "A"
    return (
        deck[UP][0] == "A" and ten == hole and {points(code) for code in deck[OWN]} == {10, 9}
    ) and "A" not in deck[0] + deck[2]


def ten_under_an_ace(deck: Codes) -> bool:
    return ace_up(deck, hole=True)


def blackjack_against_an_ace(deck: Codes) -> bool:
    """A blackjack, and one for the dealer."""
    return deck[UP][0] == deck[0][0] == "A" and deck[HOLE][0] in "TJQK" and deck[2][0] in "TJQK"


def test_insurance_for_half_makes_up_for_a_blackjack(
    context: BrowserContext, server: Server
) -> None:
    player = solo(context, server)
    page = player.page
    sealed(player.table, ten_under_an_ace)
    player.bet(main=10)
    player.deal()
    expect(page.locator("#phase")).to_have_text("Insurance?")
    expect(page.locator("#board .card--back")).to_have_count(1)
    player.act("Insure 5")
    player.expect_state("showing")
    expect(player.spot("insurance")).to_contain_text("+10.00 2:1")
    expect(player.spot("main")).to_contain_text("−10.00")
    expect(page.locator("#board")).to_contain_text("blackjack")
    player.expect_balance(START)


@pytest.mark.report("take even money")
def test_take_even_money(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    sealed(player.table, blackjack_against_an_ace)
    player.bet(main=10, bad_beat=5)
    player.deal()
    expect(page.locator("#phase")).to_have_text("Even money?")
    expect(page.locator("#act-insure")).to_contain_text("Even money: +10")
    expect(page.get_by_role("button", name="Other")).to_have_count(0)
    page.keyboard.press("i")
    player.expect_state("showing")
    expect(player.spot("main")).to_contain_text("+10.00 1:1")
    expect(player.spot("bad_beat")).to_contain_text("+25.00 5:1")
    expect(page.locator("#events")).to_contain_text("takes even money and wins 10")
    expect(page.locator("#events")).not_to_contain_text("Insurance")
    expect(page.locator("#pays .is-here")).to_have_text(re.compile("21 pushes"))
    player.expect_balance(START + 10_00 + 25_00)


def test_a_key_pressed_before_the_last_answer_is_there_is_not_lost(
    context: BrowserContext, server: Server
) -> None:
    courier = Courier(context)
    player = solo(context, server)
    page = player.page
    sealed(player.table, blackjack_against_an_ace, near=3_729)
    player.bet_for_sure(main=10)
    courier.holds = True
    player.deal()
    expect(page.locator("#phase")).to_have_text("Even money?")  # the socket has said it
    while not courier.held:
        page.wait_for_timeout(50)
    sent = len(courier.forms)
    page.keyboard.press("i")
    page.keyboard.press("i")
    assert len(courier.forms) == sent
    courier.release()
    player.expect_state("showing")
    (form,) = courier.forms[sent:]  # the second press was none
    assert "action=insurance%3A500" in form["fields"]
    expect(page.locator("#notice")).to_be_empty()
    player.expect_balance(START + 10_00)


def test_insurance_may_be_less_or_declined(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    sealed(player.table, lambda deck: ace_up(deck, hole=False))
    player.bet(main=10)
    player.deal()
    page.get_by_role("button", name="Other").click()
    page.get_by_label("Insure for").fill("3")
    page.get_by_label("Insure for").press("Enter")
    expect(page.locator("#phase")).to_have_text("Your turn")
    expect(player.spot("insurance")).to_contain_text("−3.00")
    player.expect_balance(START - 13_00)
    player.act("Stand")
    player.expect_state("showing")
    player.act("New round")
    player.expect_state("betting")
    sealed(player.table, ten_under_an_ace)
    before = player.cents
    player.act("Rebet")
    player.deal()
    player.act("No insurance")
    player.expect_state("showing")
    player.expect_balance(before - 10_00)


def twenty_is_beaten(deck: Codes) -> bool:
    """20 against 6 and 10, to which the dealer draws a 5."""
    return (
        total(deck[OWN]) == 20
        and points(deck[HOLE]) == 10
        and deck[UP][0] + deck[4][0] == "65"
        and aceless(deck, 5)
    )


def test_bad_beat_pays_when_twenty_is_beaten(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    sealed(player.table, twenty_is_beaten, near=12_632)
    player.bet(main=10, bad_beat=5)
    player.deal()
    expect(page.locator("#pays")).to_contain_text("20 beaten")
    player.act("Stand")
    player.expect_state("showing")
    expect(player.spot("bad_beat")).to_contain_text("+125.00 25:1")
    expect(page.locator("#pays .is-here")).to_have_text(re.compile("20 beaten"))
    expect(page.locator("#line")).to_contain_text("Bad Beat: 20 beaten +125.00. Net +115.00")
    player.expect_balance(START + 115_00)


def sixteen_against_ten(deck: Codes) -> bool:
    return (
        total(deck[OWN]) == 16
        and deck[0][0] != deck[2][0]
        and points(deck[UP]) == 10
        and aceless(deck, 4)
    )


def test_surrender_gives_half_back(context: BrowserContext, server: Server) -> None:
    player = solo(context, server, surrender="late")
    sealed(player.table, sixteen_against_ten)
    player.bet(main=10, bad_beat=2)
    player.deal()
    expect(player.spot("bad_beat")).to_contain_text("−2.00")  # taken right after the deal
    expect(player.page.locator("#act-surrender")).to_be_enabled()
    player.page.keyboard.press("r")
    player.expect_state("showing")
    expect(player.spot("main")).to_contain_text("−5.00 half returned")
    player.expect_balance(START - 7_00)


def test_four_hands_fit_every_window(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    page.emulate_media(reduced_motion="reduce")
    sealed(player.table, four_tens)
    player.bet(main=10, bad_beat=5)
    player.deal()
    split_to_four(player)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        boxes = [pile.bounding_box() for pile in hands(player).all()]
        stand = page.locator("#act-stand").bounding_box()
        spots = page.locator("#spots").bounding_box()
        assert stand is not None
        assert spots is not None
        assert stand["y"] + stand["height"] <= height
        right = 0.0
        for box in boxes:
            assert box is not None
            assert box["x"] >= right
            right = box["x"] + box["width"]
            below = spots["y"] + spots["height"] <= box["y"]
            assert below or box["y"] + box["height"] <= spots["y"], f"at {width} x {height}"
        assert right <= width


def three_cards_in_play(deck: Codes) -> bool:
    """A hand that one more card does not end."""
    return 5 < total(deck[OWN]) < 10 and aceless(deck, 5) and len(set(deck[OWN])) == 2


def test_no_card_lies_over_the_count_of_a_hand(context: BrowserContext, server: Server) -> None:
    player = solo(context, server)
    page = player.page
    page.emulate_media(reduced_motion="reduce")
    sealed(player.table, three_cards_in_play)
    player.bet(main=10)
    player.deal()
    player.act("Hit")
    expect(page.locator("#mine .card")).to_have_count(3)
    for width, height in (*SIZES, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        count = page.locator("#mine .count").bounding_box()
        assert count
        for card in page.locator("#mine .card").all():
            box = card.bounding_box()
            assert box
            beside = (
                box["x"] + box["width"] <= count["x"] or count["x"] + count["width"] <= box["x"]
            )
            above = (
                box["y"] + box["height"] <= count["y"] or count["y"] + count["height"] <= box["y"]
            )
            assert beside or above, f"at {width} x {height}"


def test_nobody_is_sent_the_hole_card_before_the_dealer_turns_it(
    new_context: Browsers, server: Server
) -> None:
    table = open_table("blackjack")
    two = [seated(new_context(), server.url, table, seat) for seat in (1, 2)]
    # Seats 1 and 2 first, the up card, seats 1 and 2 again, the hole card
    deck = sealed(
        table,
        lambda deck: aceless(deck) and len(set(deck[:12])) == 12 and total(deck[2:6:3]) > 16,
    )
    wires = [Wire(player.page) for player in two]
    for player in two:
        player.page.reload()
        player.bet(main=10)
    for player in two:
        player.page.locator("#go").click()
    for player in two:
        player.expect_state("playing")
    first, second = two
    expect(second.page.locator("#phase")).to_have_text(f"Waiting for {first.user.display_name}")
    assert named(second.page, "#seat-1 img") == names([deck[0], deck[3]])
    first.act("Stand")
    expect(second.page.locator("#phase")).to_have_text("Your turn")
    for wire in wires:
        assert wire.tells_of(deck[:5]) == list(deck[:5])
        assert wire.tells_of(deck[5:12]) == []
    second.act("Stand")
    all_showing(*two)
    for player in two:
        assert named(player.page, "#board img") == names([deck[2], deck[5]])


@pytest.mark.parametrize("moment", ["insurance", "hands"])
def test_every_phase_is_accessible_and_has_its_action_in_the_window(
    context: BrowserContext, server: Server, moment: str
) -> None:
    player = solo(context, server)
    page = player.page
    page.emulate_media(reduced_motion="reduce")
    if moment == "insurance":
        sealed(player.table, ten_under_an_ace)
        player.bet(main=10, bad_beat=5)
        check_page(page, "#go")
        player.deal()
        check_page(page, "#act-insure")
        player.act("No insurance")
    else:
        sealed(player.table, four_tens)
        player.bet(main=10, bad_beat=5)
        player.deal()
        split_to_four(player)
        check_page(page, "#act-hit")
        for word in ORDINALS:
            expect(page.locator("#phase")).to_have_text(f"Your {word} hand")
            player.act("Stand")
    player.expect_state("showing")
    check_page(page, "#go")


def test_a_round_without_javascript(new_context: Browsers, server: Server) -> None:
    player = solo(new_context(java_script_enabled=False), server)
    page = player.page
    sealed(player.table, hit_and_stand)
    page.get_by_role("spinbutton", name=re.compile("^Bet")).fill("10")
    page.get_by_role("button", name="Place", exact=True).click()
    page.get_by_role("button", name="Deal").click()
    player.expect_state("playing")
    player.act("Hit")
    player.act("Stand")
    player.expect_state("showing")
    player.expect_balance(START - 10_00)
