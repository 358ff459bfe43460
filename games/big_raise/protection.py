"""What Big Raise gives away: the ante, to people who know cards that they should not."""

from collections.abc import Iterable

from games.big_raise.nets import round_nets
from games.big_raise.sharing import SAMPLE, all_gains, face_up
from games.big_raise.state import ANTE, BigRaiseOptions
from games.kit import Paytables, Protection
from games.protection.sampling import Sampling
from games.protection.shared import FaceUp, Gain, Sample


def _sample(how: Sampling) -> Sample:
    return Sample(how.of(SAMPLE.deals), how.seed)


def _shared(
    options: BigRaiseOptions, paytables: Paytables, stake: int, how: Sampling
) -> Iterable[Gain]:
    return all_gains(options, paytables, stake, _sample(how))


def _face_up(options: BigRaiseOptions, paytables: Paytables, stake: int, how: Sampling) -> FaceUp:
    bets = face_up(options, paytables, stake, _sample(how))
    return next(bet for bet in bets if bet.gain)


PROTECTION = Protection(round_nets, shared={ANTE.key: _shared}, face_up={ANTE.key: _face_up})
