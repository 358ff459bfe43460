"""Templates are laid out for people, and come to browsers without their layout."""

import pytest
from django.template import TemplateSyntaxError
from django.test import Client

from games.web.compact import compact
from tests.templates import faults


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ("<ul>\n  <li>\n    One\n  </li>\n</ul>\n", "<ul><li>One</li></ul>"),
        ("\n<p>Some words\n   that go on.</p>\n", "<p>Some words that go on.</p>"),
        ("<p>\n  All of {{ a }}\n  {{ b }}\n</p>", "<p>All of {{ a }} {{ b }}</p>"),
        ("<p>See the\n  <a>rules</a>\n  first</p>", "<p>See the <a>rules</a> first</p>"),
        ("<span>a</span>\n<span>b</span>", "<span>a</span><span>b</span>"),
        ("<span>a</span> <span>b</span>", "<span>a</span> <span>b</span>"),
        ("<button>\n  <svg></svg>\n  Play\n</button>", "<button><svg></svg>Play</button>"),
        ("Deal\n<p>Wait</p>\nagain", "Deal<p>Wait</p>again"),
    ],
    ids=["tags", "words", "values", "running", "adjacent", "asked for", "drawing", "blocks"],
)
def test_a_line_break_is_a_space_within_running_text_alone(written: str, loaded: str) -> None:
    assert compact(written) == loaded


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ("{% if a %}\n  1\n{% else %}\n  2\n{% endif %}", "{% if a %}1{% else %}2{% endif %}"),
        ("Bet{% if a %}, {{ a }}{% endif %}\n  {% if b %} more{% endif %}.",
         "Bet{% if a %}, {{ a }}{% endif %}{% if b %} more{% endif %}."),
        ("{% load money %}\n{# What is won. #}\n<b></b>", "{% load money %}<b></b>"),
        ("One\n{# of many #}\ntwo", "One two"),
        ("<i></i>\n{% comment %}\n Of a <b.\n{% endcomment %}\n<b></b>", "<i></i><b></b>"),
    ],
    ids=["branches", "sentence", "head", "comment in words", "long comment"],
)  # fmt: skip
def test_beside_a_tag_of_django_a_line_break_is_nothing(written: str, loaded: str) -> None:
    assert compact(written) == loaded


@pytest.mark.parametrize(
    ("written", "loaded"),
    [
        ('<a\n  class="b"\n  href="/"\n>\n  In\n</a>', '<a class="b" href="/">In</a>'),
        ("<circle\n  r='4'\n/>", "<circle r='4'/>"),
        ('<i\n  {% if a %} id="a"{% endif %}\n  hidden\n></i>',
         '<i{% if a %} id="a"{% endif %} hidden></i>'),
        ('<i\n  {% if a %}\n    id="a"\n    hidden\n  {% endif %}\n></i>',
         '<i{% if a %} id="a" hidden{% endif %}></i>'),
        ('<i title="Seat 1,\n  open{% if a %}\n  , yours\n  {% endif %}"></i>',
         '<i title="Seat 1, open{% if a %}, yours{% endif %}"></i>'),
        ('<i data-read="\n  {% for a in b %}\n    {{ a }}. {% endfor %}"></i>',
         '<i data-read="{% for a in b %}{{ a }}. {% endfor %}"></i>'),
        ("<i title='1 > 0'\n  data-j='{\"a\": 1,\n  \"b\": 2}'></i>",
         "<i title='1 > 0' data-j='{\"a\": 1, \"b\": 2}'></i>"),
        ('<a\n  href="{% url "a" b %}"\n  hidden></a>', '<a href="{% url "a" b %}" hidden></a>'),
    ],
    ids=["one a line", "closed", "own space", "branch", "value", "loop", "quotes", "url"],
)  # fmt: skip
def test_attributes_keep_one_space_between_them(written: str, loaded: str) -> None:
    assert compact(written) == loaded


@pytest.mark.parametrize(
    "held",
    [
        "<pre>\n {{ record }}\n  a\n</pre>",
        "<textarea>\n {{ text }}\n</textarea>",
        "<script>\nif (a < b) {\n  go()\n}\n</script>",
        "<style>\na {\n}\n</style>",
        "{% blocktranslate %}\n One\n two\n{% endblocktranslate %}",
        "{% verbatim %}\n {{ a }}\n{% endverbatim %}",
    ],
)
def test_what_holds_white_space_keeps_it(held: str) -> None:
    assert compact(f"<p>\n  {held}\n</p>") == f"<p>{held}</p>"


def test_what_is_compact_stays_as_it_is() -> None:
    once = compact('<p\n  class="a">\n  Words\n  <b>and</b>\n  {{ more }}\n</p>')
    assert compact(once) == once


def test_a_tag_without_an_end_is_refused() -> None:
    with pytest.raises(TemplateSyntaxError, match="A tag has no end"):
        compact('<p class="a>Words</p>')


@pytest.mark.django_db
def test_a_page_has_no_line_breaks(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "<h1" in page
    assert "\n" not in page


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("<p></p>\n" * 61, "61: longer than 60 lines"),
        (f"<p>\n{'x' * 121}\n</p>", "2: longer than 120 characters"),
        (f"{{# {'x' * 121} #}}", "1: longer than 120 characters"),
        ('<i\n  class="a"\n  {% if b %}id="b"{% endif %}></i>', "1: '%}id=\"' has no space"),
        ('<i class="a', "1: A tag has no end"),
    ],
    ids=["long", "wide", "wide comment", "glued", "open"],
)
def test_a_template_that_nobody_can_read_is_a_fault(template: str, fault: str) -> None:
    (found,) = faults(template)
    assert found.startswith(fault)


def test_a_template_of_full_width_and_length_is_none() -> None:
    assert not list(faults(f"{'x' * 120}\n" * 60))
