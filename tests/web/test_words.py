"""The check that keeps words out which nobody would say."""

import pytest

from tests.words import BETTER, found_in, in_python, in_template


@pytest.mark.parametrize("words", BETTER)
def test_a_word_that_nobody_would_say_is_found_on_a_page_and_in_a_message(words: str) -> None:
    assert list(found_in("page.html", in_template(f"<p>Now {words.capitalize()}\n  here.</p>")))
    assert list(found_in("messages.py", in_python(f'error = f"Now {words} {{here}}."')))


def test_words_are_found_over_a_line_break_and_not_in_what_nobody_reads() -> None:
    assert list(found_in("page.html", in_template("<p>the table as it\n  stands</p>")))
    unseen = '{# whoever #}<p class="whoever">{% if whoever %}{{ whoever }}{% endif %}</p>'
    assert not list(found_in("page.html", in_template(unseen)))
    assert not list(found_in("code.py", in_python('"""For whoever reads it."""\nname = "whoever"')))
