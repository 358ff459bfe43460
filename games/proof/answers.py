"""What a worker computes: the questions of `games.exact.answers`, and one about a proof pack.

``{"about": "proof", ...}``, the rest as in `games.exact.terms`, gives the felt's ``counts`` (see
`games.proof.counted`) and, for some games, the ``hands`` of a sample.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.record import PaytableSource
from games.exact import answers
from games.exact.terms import Terms
from games.proof.counted import counted
from games.registry import KITS


def answer(question: Mapping[str, Any], source: PaytableSource) -> dict[str, Any]:
    """The answer to any question that a worker is asked. Raises GameError for an unknown one."""
    if question["about"] != "proof":
        return answers.answer(question, source)
    return proof_of(Terms.read(question))


def proof_of(terms: Terms) -> dict[str, Any]:
    """The counts of a felt for its proof pack."""
    counts = counted(terms)
    sample = KITS[terms.game].proof.sample
    hands = sample(terms.options, terms.paytables, terms.stake, counts["seed"])
    return {"counts": counts, "hands": hands}
