"""The pages for people who deal: the dealer's guide of each game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.kit import Kit
from games.procedure.reading import procedure
from games.registry import KITS


def _kit(slug: str) -> Kit:
    kit = KITS.get(slug)
    if kit is None:
        raise Http404
    return kit


@require_safe
def guide(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is dealt by hand, step by step, with the sentences it stands on."""
    kit = _kit(slug)
    context = {"kit": kit, "procedure": procedure(kit)}
    return render(request, "games/dealer/guide.html", context)
