"""What views share: here, offers as a viewer reads them."""

from games.engine.amounts import Amounts
from games.engine.cards import parse_cards
from games.engine.game import Offer
from games.engine.result_words import offer_views
from games.engine.view import OfferView


def test_offers_are_read_in_their_order_with_amounts_listed_and_cards_as_codes() -> None:
    assert offer_views(
        [
            Offer("fold"),
            Offer("play", Amounts(1000, 2250, 500)),
            Offer("draw", discard_from=parse_cards("Th 2c")),
            Offer("double", cost=500),
        ]
    ) == (
        OfferView("fold"),
        OfferView("play", amounts=(1000, 1500, 2000, 2250)),
        OfferView("draw", discard_from=("Th", "2c")),
        OfferView("double", cost=500),
    )


def test_an_offer_of_no_card_is_not_the_same_as_none_of_cards() -> None:
    assert offer_views([Offer("draw", discard_from=())]) == (OfferView("draw", discard_from=()),)
    assert offer_views([]) == ()
