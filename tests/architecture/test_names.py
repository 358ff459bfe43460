"""No file outside the games' folders names a game, a spot of one or an action of one."""

from fnmatch import fnmatch

import pytest

from config import BASE_DIR
from games.registry import FOLDERS, KITS
from tests.architecture.names import PLAIN, Naming, files, namings, namings_in, words

ALLOWED = {
    ("accounts/adminbase.py", "range"): "one of Django's words for what is looked up",
    ("games/backoffice/sheets/examples.py", "draw"): "a kind of event, in games that deal again",
    ("games/engine/playback.py", "draw"): "a kind of event, in games that deal again",
    ("games/procedure/moves.py", "draw"): "a kind of event, in games that deal again",
    ("games/procedure/reading.py", "draw"): "a kind of event, in games that deal again",
    ("games/tables/durations.py", "draw"): "a kind of event, in games that deal again",
    ("games/tables/event_log.py", "draw"): "a kind of event, in games that deal again",
    ("static/js/moving.js", "draw"): "a kind of event, in games that deal again",
    ("games/engine/poker.py", "royal flush"): "a hand of poker, which every book calls so",
    ("games/exact/answers.py", "play"): "whether a question asks for best play too",
    ("games/odds_reports/reports.py", "play"): "whether a question asks for best play too",
    ("games/odds/report.py", "bet"): "the class of that name, as a type",
    ("games/web/context_processors.py", "play"): "how the visitor has played, on every page",
    ("games/web/urls.py", "play"): "the address behind 'Join a table'",
    ("templates/games/parts/acts_betting.html", "double"): "doubles the bets of any felt",
    ("templates/games/replay/play.html", "play"): "the button that plays a replay",
    ("static/js/replay.js", "play"): "the button that plays a replay",
    ("templates/games/rules_base.html", "play"): "the place of 'How it plays' on a page",
    ("templates/accounts/parts/sound.html", "range"): "an input that slides",
    ("templates/games/replay/controls.html", "range"): "an input that slides",
    ("games/protection/effects.py", "blackjack"): "the title of a book",
    ("games/proof/verify.py", "*"): "a work of its own, which counts each game again by itself",
    ("templates/*.html", "main"): "the part of a page that is not its frame",
    ("static/js/*.js", "main"): "the part of a page that is not its frame",
}
"""Where a word of a game is another word, and which; * is every word."""


def allows(rule: tuple[str, str], naming: Naming) -> bool:
    """Whether an exception is about a naming."""
    pattern, word = rule
    return word in (naming.word, "*") and fnmatch(naming.path, pattern)


def test_nothing_names_a_game_of_which_it_knows_no_more_than_its_kit() -> None:
    found = [
        str(naming) for naming in namings() if not any(allows(rule, naming) for rule in ALLOWED)
    ]
    assert found == []


def test_every_exception_is_needed() -> None:
    found = namings()
    assert [rule for rule in ALLOWED if not any(allows(rule, naming) for naming in found)] == []


def test_the_words_are_those_of_the_games() -> None:
    assert words() >= {"big-50", "blackjack", "Big Raise Hold'em", "bad_beat", "Ante Bonus"}
    assert words() >= {"hit", "surrender", "fold", "draw"}
    assert PLAIN.keys() <= {word.lower() for word in words()}


def test_every_kind_of_file_of_the_site_is_read() -> None:
    read = {path.relative_to(BASE_DIR).as_posix() for path in files()}
    assert read >= {
        "games/tables/rounds.py", "accounts/preferences.py", "config/settings.py",
        "templates/games/lobby.html", "static/css/felt.css", "static/js/chips.js",
    }  # fmt: skip
    assert not any(path.startswith(f"games/{folder}/") for path in read for folder in FOLDERS)


PLANTED = [
    ("games/tables/rounds.py", 'if table.game == "blackjack":', "blackjack"),
    ("games/tables/rounds.py", "from games.big_50 import rules", "big_50"),
    ("games/tables/rounds.py", "big_draw_table = 1", "big_draw"),
    ("games/tables/rounds.py", 'words = f"Best play at Big 50 {x}"', "big 50"),
    ("games/tables/rounds.py", "# Big Draw Poker needs this", "big draw poker"),
    ("games/tables/rounds.py", 'if spot.key == "main":', "main"),
    ("games/tables/rounds.py", 'if action == "stand":', "stand"),
    ("accounts/preferences.py", '"""The keys of Blackjack."""', "blackjack"),
    ("config/settings.py", "ANTE = 'x'", "ante"),
    ("templates/games/lobby.html", "<p>Big 50 pays 500 to 1.</p>", "big 50"),
    ("templates/games/felt.html", '{% if game == "big-50" %}', "big-50"),
    ("templates/games/felt.html", '<button value="hit">', "hit"),
    ("static/css/felt.css", ".felt--big-raise .mine { gap: 0; }", "big-raise"),
    ("static/css/felt.css", '.spot[data-spot="all_red"] { gap: 0; }', "all_red"),
    ("static/js/chips.js", 'const bet = name === "Bet" ? name : "";', "bet"),
    ("static/js/keys.js", "// surrender takes half", "surrender"),
]


@pytest.mark.parametrize(("path", "line", "word"), PLANTED)
def test_a_planted_name_is_found(path: str, line: str, word: str) -> None:
    assert Naming(path, 2, word) in list(namings_in(path, f"\n{line}\n"))


PLAIN_ENGLISH = [
    ("games/tables/rounds.py", "for seat in range(3): play(seat)"),
    ("games/tables/rounds.py", "# what they draw, and whether they stand"),
    ("games/tables/rounds.py", '"""Who may play, and what a bet is."""'),
    ("templates/games/lobby.html", "<p>Play for the main prize, and double the bet.</p>"),
    ("static/js/countdown.js", "draw(element);"),
]


@pytest.mark.parametrize(("path", "line"), PLAIN_ENGLISH)
def test_plain_english_is_no_name(path: str, line: str) -> None:
    assert list(namings_in(path, f"{line}\n")) == []


def test_a_game_names_itself() -> None:
    """Were nothing found in the folders of the games, nothing would be found elsewhere either."""
    for kit in KITS.values():
        rules = (kit.folder / "rules.py").read_text("utf-8")
        assert list(namings_in("rules.py", rules)) != []
