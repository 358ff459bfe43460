"""Templates as functions: they write what Django's engine writes."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.template import TemplateSyntaxError
from django.template.loader import get_template, select_template
from django.test import override_settings
from django.utils.safestring import SafeString

from games.scenes import fragments
from games.scenes.compiled import drawing
from games.scenes.kept import PARTS, PIECES
from games.scenes.snapshots import html_of
from games.tables.selectors import snapshot
from games.templatetags import felt
from tests.tables.random_play import Crowd
from tests.tables.room import WAGERS, Room

DEEDS = 30

NAMES = (
    *("acts", "board", "dealer", "events", "line", "mine", "past", "pays", "pulse", "purse"),
    *("rounds", "seal", "seat", "spots", "stays", "talk", "watching"),
)


def names_of(game: str, part: str) -> list[str]:
    return [f"games/{game}/{part}.html", f"games/parts/{part}.html"]


def drawn_twice(*names: str) -> Callable[[Mapping[str, Any]], str]:
    """A template as a function, whose every drawing must be what Django makes of it."""
    draw, by_django = drawing(*names), select_template(names)

    def compare(values: Mapping[str, Any]) -> str:
        html = draw(values)
        assert html == by_django.render(dict(values)), names
        return html

    return compare


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often each template was drawn: parts, and the cards and pieces that lie in them. Nothing
    was drawn before, and nobody keeps it."""
    counted: Counter[str] = Counter()

    def draw(*names: str) -> Callable[[Mapping[str, Any]], str]:
        counted[names[-1]] += 1
        return drawn_twice(*names)

    for module in (fragments, felt):
        monkeypatch.setattr(module, "drawing", draw)
    forget()
    yield counted
    forget()


def forget() -> None:
    felt._card.cache_clear()
    PARTS.clear()
    PIECES.clear()


@pytest.mark.django_db
@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("solo", [False, True])
def test_each_part_is_what_django_makes_of_it(
    game: str, solo: bool, drawings: Counter[str]
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    room = Room.open(game, solo=solo)
    crowd = Crowd(room, 1 if solo else 3, seed)
    for _ in range(DEEDS):
        crowd.run(1)
        for user in (*crowd.players, None):
            html_of(snapshot(room.table_id), room.shown(user), user.pk if user else None)
    parts = {f"games/parts/{name}.html" for name in NAMES if name != "talk" or not solo}
    assert parts <= {*drawings}
    assert drawings.total() > DEEDS


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("part", NAMES)
def test_every_part_can_be_made_a_function(game: str, part: str) -> None:
    assert callable(drawing(*names_of(game, part)))


@dataclass(frozen=True)
class Hand:
    """Something with attributes."""

    words: str
    cards: tuple[str, ...] = ()
    net: int | None = None


@pytest.fixture
def written() -> Iterator[Any]:
    """What a template makes of values, which must be what Django makes of them. Others may be
    given by name, to be included."""

    def write(text: str, *others: str, **values: Any) -> str:
        texts = {"it": text} | {f"other-{n}": other for n, other in enumerate(others)}
        engine = {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "loaders": [("django.template.loaders.locmem.Loader", texts)],
                "libraries": {"money": "accounts.templatetags.money"},
            },
        }
        drawing.cache_clear()
        with override_settings(TEMPLATES=[engine]):
            ours = drawing("it")(values)
            assert ours == get_template("it").render(dict(values))
        assert isinstance(ours, SafeString)
        return str(ours)

    yield write
    drawing.cache_clear()


def test_what_is_written_cannot_become_markup(written: Any) -> None:
    values = {"evil": '<b title="x">\'&', "safe": SafeString("<b>")}
    assert written("{{ evil }}|{{ safe }}", **values) == (
        "&lt;b title=&quot;x&quot;&gt;&#x27;&amp;|<b>"
    )
    assert written("{{ evil|upper }}|{{ safe|upper }}|{{ safe|capfirst }}", **values) == (
        "&lt;B TITLE=&quot;X&quot;&gt;&#x27;&amp;|&lt;B&gt;|<b>"
    )
    assert written("{{ all|join:', ' }}", all=["<", SafeString("<")]) == "&lt;, <"
    values["evil"] = "<b>"
    text = '{{ "<i>" }} {% firstof none evil %} {{ "<i>"|add:evil }}'
    assert written(text, **values) == "<i> &lt;b&gt; &lt;i&gt;&lt;b&gt;"


def test_a_name_is_looked_up_where_django_looks(written: Any) -> None:
    hand = Hand("two pairs", ("As", "Kd"))
    values = {"hand": hand, "by_spot": {"ante": 5_00, "words": 7}, "none": None}
    assert written("{{ hand.words }} {{ hand.cards.1 }} {{ by_spot.ante }}", **values) == (
        "two pairs Kd 500"
    )
    assert (
        written("{{ by_spot.play }}{{ hand.cards.2 }}{{ none.words }}{{ gone.a.b }}", **values)
        == ""
    )
    assert written("{{ none.words|cut:'x' }}{{ none.words|default:'-' }}", **values) == "-"
    assert (
        written("{% load money %}{{ by_spot.ante|short }} {{ 1250|money }}", **values) == "5 12.50"
    )


def test_a_condition_is_true_where_django_finds_it_so(written: Any) -> None:
    text = (
        "{% if hand.net > 0 %}up{% elif hand.net < 0 %}down{% elif hand.net is not None %}even"
        "{% else %}open{% endif %}"
    )
    said = [written(text, hand=Hand("", net=net)) for net in (5, -5, 0, None)]
    assert said == ["up", "down", "even", "open"]
    text = "{% if a == 'x' and not b or c in d and c != 2 %}yes{% else %}no{% endif %}"
    assert written(text, a="x", b=False) == "yes"
    assert written(text, a="x", b=True, c=1, d=[1]) == "yes"
    assert written(text, a="x", b=True, c=2, d=[2]) == "no"
    assert written(text, a="y", b=False, c=1) == "no"
    assert written("{% if all|length > 1 %}many{% endif %}", all=[1, 2]) == "many"
    assert written("{% if a is b and a not in c %}so{% endif %}", a=1, b=1, c=[2]) == "so"


def test_a_loop_counts_its_turns(written: Any) -> None:
    text = (
        "{% for one in all %}{{ forloop.counter }}{{ forloop.counter0 }}{{ forloop.revcounter }}"
        "{% if forloop.first %}f{% endif %}{% if forloop.last %}l{% endif %}{{ one }} "
        "{% empty %}none{% endfor %}{{ one }}"
    )
    assert written(text, all=["a", "b"], one="z") == "102fa 211lb z"
    assert written(text, all=[]) == "none"
    assert written(text, all=None) == "none"
    assert written("{% for one in all reversed %}{{ one }}{% endfor %}", all=(1, 2, 3)) == "321"
    assert written(
        "{% for a in all %}{% for b in a %}{{ b }}{% endfor %},{% endfor %}", all=["xy"]
    ) == ("xy,")


def test_what_is_included_has_the_names_around_it(written: Any) -> None:
    part = "{{ a }}{{ b }}{{ c }}"
    around = "{% with b=2 %}{% include 'other-0' with c=a %}{% endwith %}{{ b }}"
    assert written(around, part, a=1, b="B") == "121B"
    assert written("{% include 'other-0' with c='x' only %}", part, a=1, b=2) == "x"
    assert written("{% include name with c=3 %}", part, name="other-0", a=1, b=2) == "123"
    looped = "{% for one in all %}{% include 'other-0' with a=one %}{% endfor %}"
    assert written(looped, "{{ forloop.counter }}{{ a }}", all=["x", "y"]) == "1x2y"


@pytest.mark.parametrize(
    "text",
    [
        "{% cycle 'a' 'b' %}",
        "{% for a, b in c %}{% endfor %}",
        "{{ a|nothing }}",
        "{{ a|date:'H' }}",
        "{% if a %}",
        "{{ a b }}",
        "{{ a-b }}",
        "{% if a >= 1 %}{% endif %}",
    ],
)
def test_what_no_part_needs_is_refused(written: Any, text: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        written(text, a=1, c=[])


def test_what_has_to_be_put_in_words_first_is_refused(written: Any) -> None:
    with pytest.raises(TypeError, match=r"1\.5"):
        written("{{ a }}", a=1.5)
