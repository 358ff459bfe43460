"""Cards, their names, and the shoe they are dealt from."""

import pytest

from games.engine.cards import (
    DECK,
    Card,
    Shoe,
    check_deck,
    code_of,
    codes_of,
    is_red,
    name_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from games.engine.errors import BadCard, DeckTooShort


def test_a_deck_has_every_rank_in_every_suit_once() -> None:
    expected = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}
    assert len(DECK) == 52
    assert set(codes_of(DECK)) == expected


def test_a_code_is_rank_then_suit() -> None:
    card = parse_card("Th")
    assert (rank_of(card), suit_of(card)) == (8, 2)
    assert code_of(card) == "Th"
    assert name_of(card) == "ten of hearts"


def test_every_code_reads_back_as_its_card() -> None:
    assert parse_cards(" ".join(codes_of(DECK))) == DECK


def test_hearts_and_diamonds_are_red() -> None:
    assert {code_of(card)[1] for card in DECK if is_red(card)} == {"h", "d"}
    assert sum(map(is_red, DECK)) == 26


@pytest.mark.parametrize(
    "text", ["", "T", "10h", "1h", "hT", "th", "TH", "Thx", " Th", "Xx", "🂡", None, 5, True, ["Th"]]
)
def test_what_is_no_card_is_refused_by_name(text: object) -> None:
    with pytest.raises(BadCard, match="is no card") as refusal:
        parse_card(text)
    assert repr(text) in str(refusal.value)


def test_a_card_may_occur_once_per_deck() -> None:
    check_deck(parse_cards("Th Td"), 1)
    check_deck(parse_cards("Th Th Th"), 3)
    with pytest.raises(BadCard, match="ten of hearts is in the deck 2 times, but one deck holds"):
        check_deck(parse_cards("Th 2c Th"), 1)
    with pytest.raises(BadCard, match="ten of hearts is in the deck 3 times, but 2 decks hold"):
        check_deck(parse_cards("Th Th Th"), 2)


def test_a_shoe_deals_from_the_front_and_never_the_same_card_again() -> None:
    full = Shoe(parse_cards("2c 3d 4h 5s"))
    first, rest = full.deal(1)
    second, empty = rest.deal(3)
    assert (codes_of(first), codes_of(second)) == (("2c",), ("3d", "4h", "5s"))
    assert (full.dealt, rest.dealt, empty.dealt) == (0, 1, 4)


def test_a_shoe_that_runs_out_says_how_many_cards_it_lacks() -> None:
    _, rest = Shoe(parse_cards("2c 3d 4h")).deal(2)
    with pytest.raises(DeckTooShort, match="it has 3 cards, and the round needs at least 4"):
        rest.deal(2)


def test_dealing_nothing_takes_nothing() -> None:
    shoe = Shoe((Card(0),))
    assert shoe.deal(0) == ((), shoe)
