"""What Big Draw's bets give away: the draw, to seats that show each other their first cards."""

from collections.abc import Iterable

from games.big_draw.nets import round_nets
from games.big_draw.sharing import SAMPLE, all_gains, face_up
from games.big_draw.state import BIG_DRAW, BigDrawOptions
from games.kit import Paytables, Protection
from games.protection.sampling import Sampling
from games.protection.shared import FaceUp, Gain, Sample


def _sample(how: Sampling) -> Sample:
    return Sample(how.of(SAMPLE.deals), how.seed)


def _shared(
    options: BigDrawOptions, paytables: Paytables, stake: int, how: Sampling
) -> Iterable[Gain]:
    return all_gains(options, paytables, stake, _sample(how))


def _face_up(options: BigDrawOptions, paytables: Paytables, stake: int, how: Sampling) -> FaceUp:
    bets = face_up(options, paytables, stake, _sample(how))
    return next(bet for bet in bets if bet.gain)


PROTECTION = Protection(round_nets, shared={BIG_DRAW: _shared}, face_up={BIG_DRAW: _face_up})
