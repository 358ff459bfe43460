"""What blackjack's bets give away: all of them to card counters, the main wager to people who see
the other seats' cards, and the hole card to anyone who sees it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from games.blackjack import counting, hole_cards, sharing
from games.blackjack.nets import round_nets
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT, MAIN
from games.kit import Paytables, Protection
from games.protection.counting import Counting
from games.protection.sampling import Sampling
from games.protection.shared import FaceUp, Gain, Sample


def _efforts(how: Sampling) -> Mapping[str, counting.Effort]:
    return {
        spot: replace(
            usual,
            rounds=how.of(usual.rounds),
            at_count=how.of(usual.at_count),
            at_depth=how.of(usual.at_depth),
            error=usual.error * (100 / how.percent) ** 0.5,
        )
        for spot, usual in counting.EFFORT.items()
    }


def _counted(
    options: BlackjackOptions, paytables: Paytables, stake: int, spot: str, how: Sampling
) -> Counting:
    (found,) = counting.counting(
        options, paytables, stake, spots=(spot,), seed=how.seed, effort=_efforts(how)
    )
    return found


def _exposed(options: BlackjackOptions) -> bool:
    return options.shuffle == "cut_card"


def _shoe(options: BlackjackOptions) -> tuple[int, int]:
    return options.decks, options.penetration


def _sample(how: Sampling) -> Sample:
    return Sample(how.of(sharing.SAMPLE.deals), how.seed)


def _shared(
    options: BlackjackOptions, paytables: Paytables, stake: int, how: Sampling
) -> Iterable[Gain]:
    yield sharing.gain(options, paytables, stake, sharing.MOST_OTHERS, _sample(how))


def _main_hole_card(
    options: BlackjackOptions, paytables: Paytables, stake: int, how: Sampling
) -> Iterable[Gain]:
    yield hole_cards.main_gain(options, paytables, stake)


def _bad_beat_hole_card(
    options: BlackjackOptions, paytables: Paytables, stake: int, how: Sampling
) -> Iterable[Gain]:
    return hole_cards.bad_beat_gains(options, paytables, stake)


def _face_up(options: BlackjackOptions, paytables: Paytables, stake: int, how: Sampling) -> FaceUp:
    (bet,) = sharing.face_up(options, paytables, stake, _sample(how))
    return bet


PROTECTION = Protection(
    round_nets,
    counting=dict.fromkeys(counting.SPOTS, _counted),
    exposed=_exposed,
    shoe=_shoe,
    shared={MAIN.key: _shared},
    hole_cards={MAIN.key: _main_hole_card, BAD_BEAT.key: _bad_beat_hole_card},
    face_up={MAIN.key: _face_up},
)
