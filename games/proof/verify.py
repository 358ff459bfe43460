#!/usr/bin/env python3
"""Check a proof pack, alone: Python 3.10 or newer, its standard library, and no network.

    python3 verify.py              in the folder that the pack was unpacked to
    python3 verify.py PACK.zip     the pack as it came
    python3 verify.py --seed TEXT  draw the samples from a text of your own
    python3 verify.py --sample 0   count every situation of Big Raise again, in an hour or so
    python3 verify.py --rounds N   deal N rounds for blackjack's main bet
    python3 verify.py --points N   work out totals of many rounds up to N points

Every line that is printed is one figure and what was done about it. The exit status is 0 when
everything holds and 1 when anything does not; then the last lines name each file or figure again.

How to read this file, from top to bottom:

    1  the files and their digests
    2  what paytables pay, and the version digests and approvals
    3  cards and hands
    4  counting what one deal decides
    5  Big Draw, every hand of it
    6  Big Raise: every situation added up, a sample of them counted again
    7  Bad Beat, every first hand and every way in which the dealer can draw
    8  the worked rounds, dealt and paid again
    9  blackjack's main bet, a sample of rounds
    10 game protection: the long run worked out again, effects of removal, what must fit
    11 the order of the checks

Nothing here is shared with the program that made the pack. A count is a whole number of equally
likely deals, a chance is a count over all deals, and nothing outside of part 10 is compared in
floating point. The house edge is minus the mean net of a wager: -sum(net * count) / (stake * all
deals).
"""

from __future__ import annotations

import argparse
import cmath
import hashlib
import json
import struct
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, combinations, combinations_with_replacement, permutations, product
from math import ceil, comb, exp, factorial, floor, gcd, log, perm, prod, sqrt
from pathlib import Path
from typing import Any

MANIFEST = "manifest.sha256"
FORMAT = "cardroom-proof/1"
LOSE = "lose"

if sys.version_info < (3, 10):  # noqa: UP036 # a reader may have an older one
    sys.exit("This needs Python 3.10 or newer.")


class Findings:
    """The findings so far: every figure is printed once, and faults are kept."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.right = 0

    def say(self, holds: bool, figure: str, words: str) -> None:
        """Print one line: a figure and what was done, or what is wrong with it."""
        print(f"{'ok   ' if holds else 'WRONG'} {figure}: {words}", flush=True)
        self.right += holds
        if not holds:
            self.wrong.append(f"{figure}: {words}")


class Broken(Exception):
    """Something in the pack that cannot be read, with the file or figure that it is in."""


# ------------------------------------------------------------------------------------------------
# 1  The files and their digests
# ------------------------------------------------------------------------------------------------


def files_of(place: Path) -> dict[str, bytes]:
    """The files of a pack by name, from its folder or its zip."""
    if place.is_dir():
        paths = sorted(path for path in place.rglob("*") if path.is_file())
        return {path.relative_to(place).as_posix(): path.read_bytes() for path in paths}
    try:
        with zipfile.ZipFile(place) as pack:
            return {name: pack.read(name) for name in pack.namelist()}
    except (OSError, zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise Broken(f"{place.name}: {error}") from None


def check_files(files: Mapping[str, bytes], found: Findings) -> None:
    """Check every file against its line in the manifest.

    The manifest contains only digests (``sha256sum -c`` reads it too), so it follows from the
    files: any changed byte in it is in the line of one of them.
    """
    if MANIFEST not in files:
        raise Broken(f"{MANIFEST}: it is missing, and without it no file can be checked")
    listed = {}
    for number, line in enumerate(files[MANIFEST].decode("utf-8", "replace").split("\n"), 1):
        digest, _, name = line.partition("  ")
        if name:
            listed[name] = digest
        elif line:
            found.say(False, MANIFEST, f"line {number} is not a digest and a name")
    for name in sorted({*files, *listed} - {MANIFEST}):
        if name not in files:
            found.say(False, name, "the manifest lists it, and it is not in the pack")
        elif name not in listed:
            found.say(False, name, "it is in the pack, and the manifest does not list it")
        else:
            digest = hashlib.sha256(files[name]).hexdigest()
            same = digest == listed[name]
            words = "SHA-256 is the manifest's" if same else (
                f"SHA-256 is {digest}, and the manifest has {listed[name]}"
            )  # fmt: skip
            found.say(same, name, words)
    whole = "".join(
        f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n"
        for name in sorted(files)
        if name != MANIFEST
    )
    digest = hashlib.sha256(files[MANIFEST]).hexdigest()
    found.say(
        files[MANIFEST] == whole.encode(),
        MANIFEST,
        f"one line a file and nothing else; the digest of this pack is {digest}",
    )


def check_container(place: Path, files: Mapping[str, bytes], found: Findings) -> None:
    """Check the zip around the files, byte for byte: names in order, no compression, no times."""
    data, made = place.read_bytes(), zip_of(files)
    if data == made:
        found.say(True, place.name, f"{len(data):,} bytes: the files above, and nothing else")
        return
    shorter = min(len(data), len(made))
    at = next((n for n in range(shorter) if data[n] != made[n]), shorter)
    before = [name for name in sorted(files) if len(zip_of(files, upto=name)) <= at]
    where = f"around {before[-1]}" if before else "at its beginning"
    found.say(False, place.name, f"byte {at} of the zip is not as it was made, {where}")


def zip_of(files: Mapping[str, bytes], upto: str = "") -> bytes:
    """A zip with these files. upto: only what comes before the file of that name."""
    made, directory = b"", b""
    for name in sorted(files):
        if name == upto:
            return made
        raw, size, crc = name.encode(), len(files[name]), zlib.crc32(files[name])
        facts = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, crc, size, size, len(raw), 0)
        directory += b"PK\1\2" + struct.pack("<BB", 20, 3) + facts
        directory += struct.pack("<HHHII", 0, 0, 0, 0o644 << 16, len(made)) + raw
        made += b"PK\3\4" + facts + raw + files[name]
    end = (0, 0, len(files), len(files), len(directory), len(made), 0)
    return made + directory + b"PK\5\6" + struct.pack("<HHHHIIH", *end)


def read_json(files: Mapping[str, bytes], name: str) -> Any:
    """A JSON file of the pack."""
    if name not in files:
        raise Broken(f"{name}: it is missing")
    try:
        return json.loads(files[name])
    except ValueError as error:
        raise Broken(f"{name}: this is not JSON: {error}") from None


# ------------------------------------------------------------------------------------------------
# 2  What paytables pay, and the version digests and approvals
# ------------------------------------------------------------------------------------------------


def returned(pays: str, stake: int) -> int:
    """Cents returned for a stake in cents, including the stake; rounded down once.

    "3:2" wins three for every two staked, "fixed 500000" wins that many cents whatever the stake,
    "push" returns the stake, "lose 1/2" takes half of it, "lose" all.
    """
    if pays == "push":
        return stake
    if pays == LOSE:
        return 0
    if pays.startswith("fixed "):
        return stake + int(pays[6:])
    if pays.startswith("lose "):
        part, whole = map(int, pays[5:].split("/"))
        return stake * (whole - part) // whole
    win, each = map(int, pays.split(":"))
    return stake + stake * win // each


def digest_of(facts: Any) -> str:
    """SHA-256 of facts as JSON text, as Python's ``json.dumps`` writes it with sorted keys."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def check_paytables(paytables: Sequence[Mapping[str, Any]], found: Findings) -> None:
    """Check digests and seals: a version's digest is of its game, spot, code and lines; the seal is
    of the version and everything stated about its approval."""
    for one in paytables:
        name = f"{one['spot']} {one['code']}"
        lines = [list(pair) for pair in one["lines"]]
        digest = digest_of([one["game"], one["spot"], one["code"], lines])
        same = digest == one["digest"]
        words = f"digest of {len(lines)} lines and what they pay: " + (
            f"{digest[:16]}.., as stated"
            if same
            else f"it is {digest}, stated is {one['digest']}: a prize, line or code was changed"
        )
        found.say(same, f"paytable {name}", words)
        named_as = [one["digest"], one["title"], one["source"]]
        sealed = [*named_as, one["version"], one["status"], one["approval"]]
        same = digest_of(sealed) == one["seal"]
        words = one["approval"]["words"] if same else (
            "title, source, version, status and approval do not have the seal beside them"
        )  # fmt: skip
        found.say(same, f"approval of {name}", words)


# ------------------------------------------------------------------------------------------------
# 3  Cards and hands
# ------------------------------------------------------------------------------------------------

RANKS, SUITS = "23456789TJQKA", "cdhs"
EIGHT, JACK, ACE = RANKS.index("8"), RANKS.index("J"), RANKS.index("A")

Card = tuple[int, int]
"""Rank, 0 for a deuce to 12 for an ace; suit, 0 to 3."""

DECK: list[Card] = [(rank, suit) for rank in range(13) for suit in range(4)]

KINDS = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip
"""Kinds of poker hand, the lowest first."""

BY_GROUPS = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}


def cards_in(text: str) -> list[Card]:
    """Cards in the notation of records: ``"Ah Td"``."""
    return [(RANKS.index(code[0]), SUITS.index(code[1])) for code in text.split()]


def shape(hand: Iterable[Card]) -> tuple[tuple[int, ...], bool]:
    """All that matters about five cards if nothing is wild: their ranks, ascending, and whether
    they are of one suit."""
    cards = sorted(hand)
    return tuple(rank for rank, _ in cards), len({suit for _, suit in cards}) == 1


@cache
def strength(ranks: tuple[int, ...], flush: bool) -> tuple[int, ...]:
    """A value that orders five-card hands: the kind, then what decides within it.

    An ace is high, and low only in A-2-3-4-5.
    """
    count = Counter(ranks)
    order = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    kind = BY_GROUPS[tuple(count[rank] for rank in order)]
    if kind == "high_card":
        if ranks == (0, 1, 2, 3, ACE):
            kind, order = "straight", [3]
        elif ranks[4] - ranks[0] == 4:
            kind, order = "straight", [ranks[4]]
        if flush:
            royal = "royal_flush" if order == [ACE] else "straight_flush"
            kind = royal if kind == "straight" else "flush"
    return (KINDS.index(kind), *order)


def paying_line(lowest: int) -> Callable[[tuple[int, ...], bool], str]:
    """The line of five cards if pairs pay from some rank up, and anything better."""
    name = {EIGHT: "eights_or_better", JACK: "jacks_or_better"}[lowest]

    def line(ranks: tuple[int, ...], flush: bool) -> str:
        kind, high = strength(ranks, flush)[:2]
        if KINDS[kind] == "pair":
            return name if high >= lowest else LOSE
        return KINDS[kind] if KINDS[kind] != "high_card" else LOSE

    return line


WILD_KINDS = (
    LOSE, "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush",
    "five_of_a_kind", "wild_royal_flush", "natural_royal_flush", "four_deuces",
)  # fmt: skip


@cache
def wild_line(ranks: tuple[int, ...], flush: bool) -> str:
    """The line of five cards with deuces wild, by trying every card that they can represent.

    flush: whether the cards other than deuces are of one suit.
    """
    naturals = ranks[ranks.count(0) :]
    deuces = 5 - len(naturals)
    if deuces == 4:
        return "four_deuces"
    best = 0
    for stands_for in combinations_with_replacement(range(13), deuces):
        as_cards = tuple(sorted((*naturals, *stands_for)))
        if len(set(as_cards)) == 1:
            kinds = ["five_of_a_kind"]
        else:
            kinds = [KINDS[strength(as_cards, False)[0]]]
            if flush:
                suited = len(set(as_cards)) == 5
                kinds.append(KINDS[strength(as_cards, True)[0]] if suited else "flush")
        for kind in kinds:
            name = kind
            if kind == "royal_flush":
                name = "wild_royal_flush" if deuces else "natural_royal_flush"
            if name in WILD_KINDS:
                best = max(best, WILD_KINDS.index(name))
    return WILD_KINDS[best]


def wild_shape(hand: Iterable[Card]) -> tuple[tuple[int, ...], bool]:
    """Like `shape`, but deuces have no suit."""
    cards = sorted(hand)
    return tuple(rank for rank, _ in cards), len({suit for rank, suit in cards if rank}) == 1


def drawn(seed: str, number: int, count: int) -> list[Card]:
    """The cards of a sample: those whose text has the lowest SHA-256, under a seed and number."""

    def place(card: Card) -> bytes:
        text = f"{seed} {number} {RANKS[card[0]]}{SUITS[card[1]]}"
        return hashlib.sha256(text.encode()).digest()

    return sorted(DECK, key=place)[:count]


# ------------------------------------------------------------------------------------------------ 4
# Counting what one deal decides
# ------------------------------------------------------------------------------------------------

HANDS = comb(52, 5)


def kinds_of_hands(wild: bool = False) -> Iterator[tuple[tuple[int, ...], bool, int]]:
    """All hands of five cards by ranks and flush, and how many there are of each kind.

    With m cards of a rank there are C(4, m) choices of their suits. If all ranks differ, 4 of the
    choices are a flush; d wild deuces can be chosen freely, in C(4, d) ways.
    """
    for ranks in combinations_with_replacement(range(13), 5):
        count = Counter(ranks)
        if max(count.values()) > 4:
            continue
        every = prod(comb(4, many) for many in count.values())
        deuces = count[0] if wild else 0
        apart = len(count) - (deuces > 0) == 5 - deuces
        suited = 4 * comb(4, deuces) if apart else 0
        if suited:
            yield ranks, True, suited
        if every > suited:
            yield ranks, False, every - suited


def count_hands(
    line_of: Callable[[tuple[int, ...], bool], str], wild: bool = False
) -> Counter[str]:
    """How many of the 2,598,960 hands hit each line."""
    lines: Counter[str] = Counter()
    for ranks, flush, count in kinds_of_hands(wild):
        lines[line_of(ranks, flush)] += count
    return lines


def points_line(ranks: tuple[int, ...], flush: bool) -> str:
    """The line of Range: an ace counts 1, face cards 10."""
    total = sum(map(points, ranks))
    low = total // 10 * 10
    return "total_50" if total == 50 else f"total_{max(6, low)}_{low + 9}"


def points(rank: int) -> int:
    """The points of a rank: an ace 1, face cards 10."""
    return 1 if rank == ACE else min(10, rank + 2)


def two_card_line(one: Card, two: Card) -> str:
    """The line of Big Raise's 2 Card Bonus."""
    high = max(one[0], two[0])
    if one[0] == two[0]:
        names = {ACE: "aces", 11: "kings", 10: "queens", 9: "jacks"}
        return f"pair_of_{names[high]}" if high in names else "other_pair"
    return "ace_high" if high == ACE else LOSE


def single_deal(game: str, spot: str, rules: Mapping[str, Any]) -> Counter[str] | None:
    """The counts of a bet that one deal decides; None for any other bet."""
    if (game, spot) == ("big-50", "poker_hand"):
        return count_hands(paying_line(EIGHT))
    if (game, spot) == ("big-50", "range"):
        return count_hands(points_line)
    if (game, spot) == ("big-50", "big_50"):
        totals = count_hands(points_line)
        return Counter({"fifty": totals["total_50"], LOSE: HANDS - totals["total_50"]})
    if game == "big-50":
        colours = 2 if spot == "one_colour" else 1
        return Counter({spot: colours * comb(26, 5), LOSE: HANDS - colours * comb(26, 5)})
    if (game, spot) == ("big-draw", "first_five"):
        wild = rules["variant"] == "deuces-never-loses"
        return count_hands(wild_line, True) if wild else count_hands(paying_line(JACK))
    if (game, spot) == ("big-raise", "two_card_bonus"):
        return Counter(two_card_line(*hand) for hand in combinations(DECK, 2))
    if (game, spot) == ("big-raise", "five_card_bonus"):
        return count_hands(paying_line(EIGHT))
    if (game, spot) == ("blackjack", "insurance"):
        tens, cards = 16 * rules["decks"], 52 * rules["decks"] - 1
        return Counter({"win": tens, LOSE: cards - tens})
    return None


def stated(bet: Mapping[str, Any]) -> dict[tuple[str, int], int]:
    """The counts of a bet as the pack states them, by line and net in cents."""
    return {(line["line"], cents): count for line in bet["lines"] for cents, count in line["nets"]}


def check_edge(name: str, bet: Mapping[str, Any], stake: int, found: Findings) -> None:
    """Check the edge of a bet against its own counts."""
    counts = stated(bet)
    total = sum(counts.values())
    if total != bet["total"]:
        found.say(False, name, f"the lines add up to {total:,} and not to {bet['total']:,}")
        return
    edge = -Fraction(sum(cents * count for (_, cents), count in counts.items()), stake * total)
    same = edge == Fraction(bet["edge"]) and f"{float(100 * edge):.10f}" == bet["edge_percent"]
    words = f"house edge {percent(edge)} from {len(bet['lines'])} lines of {many(total)} deals"
    if not same:
        words += f", and not {bet['edge']} or {bet['edge_percent']} %"
    found.say(same, name, words)


def check_counts(
    name: str, bet: Mapping[str, Any], counts: Mapping[str, int], how: str, found: Findings
) -> None:
    """Check the counts of a bet's lines against those made here; as shares, so that the totals may
    differ."""
    mine, theirs = sum(counts.values()), bet["total"]
    wrong = []
    for line in bet["lines"]:
        claimed = sum(count for _, count in line["nets"])
        if claimed * mine != counts.get(line["line"], 0) * theirs:
            right = Fraction(counts.get(line["line"], 0) * theirs, mine)
            wrong.append(f"the count of {line['line']} is {right}, and not {claimed}")
    for line in set(counts) - {line["line"] for line in bet["lines"]}:
        if counts[line]:
            wrong.append(f"the line {line} is missing")
    found.say(not wrong, name, "; ".join(wrong) or f"{how}; all {len(bet['lines'])} lines agree")


def check_pays(
    name: str, bet: Mapping[str, Any], pays: Mapping[str, str], stake: int, found: Findings
) -> None:
    """Check the net of every line at the stake against what the paytable pays."""
    wrong = []
    for line in bet["lines"]:
        text = LOSE if line["line"] == LOSE else pays.get(line["line"], "")
        if text != line["pays"]:
            wrong.append(f"{line['line']} pays {text or 'nothing'} on the paytable, not "
                         f"{line['pays']}")  # fmt: skip
        elif [cents for cents, _ in line["nets"]] != [returned(text, stake) - stake]:
            wrong.append(f"{line['line']} nets {returned(text, stake) - stake} cents")
    found.say(not wrong, name, "; ".join(wrong) or f"every line pays by {bet['paytable']}")


def check_stakes(
    name: str, bet: Mapping[str, Any], pays: Mapping[str, str], found: Findings
) -> None:
    """Check the edges at several stakes of a bet with prizes of a fixed amount."""
    counts = {line["line"]: sum(count for _, count in line["nets"]) for line in bet["lines"]}
    total, wrong = sum(counts.values()), []
    for row in bet["stakes"]:
        stake = row["stake"]
        gain = sum(
            count * (returned(pays.get(line, LOSE), stake) - stake)
            for line, count in counts.items()
        )
        if -Fraction(gain, stake * total) != Fraction(row["edge"]):
            wrong.append(f"the edge at {stake} cents is {-Fraction(gain, stake * total)}")
    if bet["stakes"]:
        words = "; ".join(wrong) or f"edges at {len(bet['stakes'])} stakes, from the same counts"
        found.say(not wrong, name, words)


def percent(edge: Fraction) -> str:
    """An edge for people, with the fraction if it is short."""
    short = len(str(edge)) < 40
    return f"{float(100 * edge):.4f} %" + (f" = {edge}" if short else "")


def many(number: int) -> str:
    """A large number for people."""
    return f"{number:,}" if number < 10**15 else f"{number:.3e}"


# ------------------------------------------------------------------------------------------------
# 5  Big Draw, every hand of it
#
# Hold H of five cards and throw D: the hands that can come of it hold H and nothing of D. With
# N(S) the sum of a value over all hands that hold a set S of cards, the sum over these hands is
#     sum over T within D of (-1)^|T| N(H + T)          (inclusion and exclusion),
# and each of the C(47, |D|) draws is equally likely. All 32 holds of every hand are valued so, in
# whole numbers: a mean is brought to the least common multiple of the C(47, |D|).
# Hands that differ by the names of suits alone are worth the same, and are looked at once.
# ------------------------------------------------------------------------------------------------

WHOLE = 7_669_695
"""The least common multiple of C(47, 0) .. C(47, 5)."""

DIGIT = 48
"""Counts by line are added up as the digits of one number in base 2**48: none reaches that."""

Masks = tuple[int, int, int, int]
"""A set of cards: for each suit the ranks held in it, as the binary digits of a number."""


def up_to_suits(size: int) -> Iterator[tuple[Masks, int]]:
    """Sets of cards that represent all: no two differ only by the names of suits; and how many each
    represents.

    A set is four sets of ranks, whose order does not matter: 4! orders, except those that only swap
    two suits with the same ranks.
    """
    of_size = [
        sorted((sum(1 << r for r in ranks) for ranks in combinations(range(13), n)), reverse=True)
        for n in range(size + 1)
    ]
    for sizes in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(sizes) != size:
            continue
        alike = Counter(sizes)
        choices = (combinations_with_replacement(of_size[n], alike[n]) for n in alike)
        for chosen in product(*choices):
            masks = sorted((mask for part in chosen for mask in part), reverse=True)
            times = 24 // prod(map(factorial, Counter(masks).values()))
            yield (masks[0], masks[1], masks[2], masks[3]), times


def as_number(masks: Sequence[int]) -> int:
    """A set of cards as one number."""
    return masks[0] | masks[1] << 13 | masks[2] << 26 | masks[3] << 39


def bit(card: Card) -> int:
    """A card as a set of one."""
    return 1 << (13 * card[1] + card[0])


BITS = [(card, bit(card)) for card in DECK]


@cache
def ranks_in(mask: int) -> list[int]:
    """The ranks of one suit's part of a set."""
    return [rank for rank in range(13) if mask >> rank & 1]


def cards_of(masks: Sequence[int]) -> list[Card]:
    """The cards of a set, ascending."""
    return sorted((rank, suit) for suit in range(4) for rank in ranks_in(masks[suit]))


class BigDraw:
    """Every hold of every hand in one variant, under one paytable."""

    def __init__(self, rules: Mapping[str, Any], pays: Mapping[str, str], stake: int) -> None:
        self.wild = rules["variant"] == "deuces-never-loses"
        self.lines = (*pays, LOSE)
        self.nets = [returned(pays.get(line, LOSE), stake) - stake for line in self.lines]
        self.number = {line: number for number, line in enumerate(self.lines)}
        self.line_of = wild_line if self.wild else paying_line(JACK)
        self.shape = wild_shape if self.wild else shape
        self.counts: dict[int, int] = {}
        """N(S) of the lines, as digits, for every set of up to four cards."""
        self.worth: dict[int, int] = {}
        """N(S) of the net in cents."""
        self._add_up()

    def line(self, cards: Iterable[Card]) -> int:
        """The number of the line that five cards hit."""
        return self.number[self.line_of(*self.shape(cards))]

    def _add_up(self) -> None:
        """Sum up: a hand that holds a set of k cards holds 5 - k of the sets of k + 1 that contain
        it."""
        for size in (4, 3, 2, 1, 0):
            for masks, _ in up_to_suits(size):
                held, this = cards_of(masks), as_number(masks)
                if size == 4:
                    others = [card for card, one in BITS if not one & this]
                    total = sum(1 << DIGIT * self.line((*held, card)) for card in others)
                else:
                    grown = (this | one for _, one in BITS if not one & this)
                    total = sum(self.counts[some] for some in grown) // (5 - size)
                worth = sum(map(int.__mul__, self.by_line(total), self.nets))
                for names in set(permutations(masks)):
                    self.counts[as_number(names)] = total
                    self.worth[as_number(names)] = worth

    def by_line(self, total: int) -> list[int]:
        """The digits of a count."""
        return [total >> DIGIT * n & (1 << DIGIT) - 1 for n in range(len(self.lines))]

    def values(self, cards: Sequence[Card]) -> tuple[list[int], list[int]]:
        """The 32 subsets of five cards as sets, and what holding each wins on average, times
        `WHOLE`. The binary digits of a subset's place say which of the five cards it has."""
        sets = [0]
        for card in cards:
            one = bit(card)
            sets += [some | one for some in sets]
        worth = self.worth
        values = [worth[some] for some in sets[:31]]
        values.append(self.nets[self.line(cards)])
        for hold, more in LESS:
            values[hold] -= values[more]
        return sets, [value * scale for value, scale in zip(values, SCALE, strict=True)]

    def play(self) -> tuple[Counter[str], int]:
        """Best play of all hands: the counts by line, of HANDS * WHOLE, and how many kinds of hands
        were evaluated. Of holds worth the same, more cards are held, and of those the lower
        ones."""
        times_of: Counter[int] = Counter()
        total, kinds = 0, 0
        for masks, times in up_to_suits(5):
            kinds += 1
            cards = cards_of(masks)
            sets, values = self.values(cards)
            best = max(values)
            hold = next(hold for hold in PREFERRED if values[hold] == best)
            weight = times * SCALE[hold]
            for more, sign in SIGNED[31 - hold]:
                times_of[sets[hold | more]] += sign * weight
            # The set of all five cards is one hand, and has no count of its own.
            whole = times_of.pop(sets[31])
            total += whole << DIGIT * self.line(cards)
        total += sum(self.counts[some] * times for some, times in times_of.items())
        counts = zip(self.lines, self.by_line(total), strict=True)
        return Counter(dict(counts)), kinds

    def one_by_one(self, cards: Sequence[Card], hold: int) -> int:
        """The average win of a hold, times `WHOLE`, by dealing every draw."""
        held = [cards[n] for n in PLACES[hold]]
        left = [card for card in DECK if card not in cards]
        draws = combinations(left, 5 - len(held))
        return sum(self.nets[self.line((*held, *draw))] for draw in draws) * SCALE[hold]


PLACES = [[n for n in range(5) if hold >> n & 1] for hold in range(32)]
SCALE = [WHOLE // comb(47, 5 - len(places)) for places in PLACES]
LESS = [(n, n | place) for place in (1, 2, 4, 8, 16) for n in range(32) if not n & place]
"""In this order, each step takes from a subset's sum those hands that hold one more of the five."""

SIGNED = [
    [(some, (-1) ** some.bit_count()) for some in range(32) if some & whole == some]
    for whole in range(32)
]
"""The subsets of a subset, with the signs of inclusion and exclusion."""

PREFERRED = sorted(range(32), key=lambda hold: (-len(PLACES[hold]), PLACES[hold]))


def check_big_draw(
    name: str,
    felt: Mapping[str, Any],
    bet: Mapping[str, Any],
    pays: Mapping[str, str],
    states: Sequence[Mapping[str, Any]],
    seed: str,
    found: Findings,
) -> None:
    """Check all hands in all holds; and for a drawn sample of hands the site's own values, with
    every draw dealt."""
    game = BigDraw(felt["rules"], pays, felt["stake"])
    counts, kinds = game.play()
    how = f"all 32 holds of {kinds:,} kinds of hands, which are all {HANDS:,}"
    check_counts(name, bet, counts, how, found)
    claimed = {state["hand"]: state["holds"] for state in states}
    compared, dealt, wrong = 0, 0, []
    for number in range(len(states)):
        hand = sorted(drawn(seed, number, 5))
        text = written(hand)
        _, values = game.values(hand)
        if text in claimed:
            theirs = [claimed[text][written([hand[n] for n in places])] for places in PLACES]
            compared += 1
            if theirs != values:
                wrong.append(f"the values of the holds of {text} differ")
        elif seed == felt["seed"]:
            wrong.append(f"{text} is drawn by the seed, and its values are not stated")
        for hold in range(32):
            if len(PLACES[hold]) >= 3:
                dealt += 1
                if game.one_by_one(hand, hold) != values[hold]:
                    wrong.append(f"a hold of {text} is worth something else, draw by draw")
    words = (
        f"{len(states)} hands drawn by the seed {seed[:16]}..: {compared} as the site values all "
        f"their holds, {dealt} holds of three cards and more with every draw dealt"
    )
    found.say(not wrong, f"{name}, sample", "; ".join(wrong) or words)


def written(cards: Iterable[Card]) -> str:
    """Cards as text."""
    return " ".join(RANKS[rank] + SUITS[suit] for rank, suit in cards)


# ------------------------------------------------------------------------------------------------
# 6  Big Raise: every situation added up, a sample of them counted again
#
# A seat decides on its two cards and the dealer's up card. The file situations.csv has, for every
# such situation up to the names of suits, how many of the 19,068,840 ways in which the other cards
# can fall a play wins (ties too) and loses, by the hand that the Ante Bonus sees.
# ------------------------------------------------------------------------------------------------

DEALS = comb(49, 2) * comb(47, 3)
STARTS = comb(52, 2) * 50
BONUS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
ENDS = ("", *BONUS)
"""A hand as the Ante Bonus sees it: nothing, or one of its lines."""

Situation = tuple[int, int, int, int, int, int]
"""Ranks of the higher and the lower card, whether they are suited, the up card's rank, whether it
is of the higher card's suit and of the lower's; for a pair the first applies to either."""

Outcome = tuple[tuple[int, ...], tuple[int, ...]]
"""Deals won and lost, by `ENDS`."""


def situation(one: Card, two: Card, up: Card) -> Situation:
    """The situation of a seat."""
    low, high = sorted((one, two))
    suits = int(up[1] == high[1]), int(up[1] == low[1])
    if high[0] == low[0]:
        suits = int(any(suits)), 0
    return high[0], low[0], int(high[1] == low[1]), up[0], *suits


def read_situations(text: str) -> dict[Situation, tuple[int, Outcome]]:
    """The file: starts and outcome of every situation."""
    rows = {}
    for line in text.splitlines()[1:]:
        high, low, suited, up, *numbers = line.split(",")
        suit_high, suit_low, starts, *counts = map(int, numbers)
        key = RANKS.index(high), RANKS.index(low), int(suited), RANKS.index(up), suit_high, suit_low
        rows[key] = starts, (tuple(counts[: len(ENDS)]), tuple(counts[len(ENDS) :]))
    return rows


def house_way(three: Iterable[Card]) -> tuple[Card, Card]:
    """The two cards that the dealer keeps: the lowest is discarded, even from a pair. From a pair
    the card of the third one's suit is discarded; otherwise the lowest suit: clubs, diamonds,
    hearts, spades."""
    cards = list(three)
    lowest = min(rank for rank, _ in cards)
    may_go = sorted(card for card in cards if card[0] == lowest)
    if len(may_go) == 2:
        (third,) = (card for card in cards if card[0] != lowest)
        may_go.sort(key=lambda card: (card[1] != third[1], card[1]))
    one, two = (card for card in cards if card != may_go[0])
    return one, two


def ranks_of(*ranks: int) -> tuple[int, ...]:
    """Ranks, ascending."""
    return tuple(sorted(ranks))


def count_situation(hand: Sequence[Card], up: Card) -> Outcome:
    """Count all ways in which the other cards can come.

    On a board that is not of one suit nobody has a flush, so only ranks matter: there the boards
    and the dealer's hands are counted by their ranks. Boards of one suit are dealt one by one.
    """
    counts = {True: Counter[str](), False: Counter[str]()}
    known = (*hand, up)
    unseen = [card for card in DECK if card not in known]
    left = Counter(rank for rank, _ in unseen)
    mine = [rank for rank, _ in hand]
    for board in combinations_with_replacement(range(13), 3):
        boards = ways(board, left) - of_one_suit(board, known)
        if not boards:
            continue
        five = strength(ranks_of(*mine, *board), False)
        then = left - Counter(board)
        for others in combinations_with_replacement(range(13), 2):
            deals = boards * ways(others, then)
            if deals:
                kept = sorted((up[0], *others))[1:]
                won = five >= strength(ranks_of(*kept, *board), False)
                counts[won][ended(five)] += deals
    dealers = [(pair, house_way((up, *pair))) for pair in combinations(unseen, 2)]
    hands = [
        (set(pair), kept[0][0], kept[1][0], kept[0][1] if kept[0][1] == kept[1][1] else -1)
        for pair, kept in dealers
    ]
    for suit in range(4):
        for cards in combinations([card for card in unseen if card[1] == suit], 3):
            laid = [rank for rank, _ in cards]
            five = strength(ranks_of(*mine, *laid), all(s == suit for _, s in hand))
            gone = set(cards)
            kept_by_kind = Counter(
                (one, two, of == suit) for pair, one, two, of in hands if gone.isdisjoint(pair)
            )
            for (one, two, flush), deals in kept_by_kind.items():
                won = five >= strength(ranks_of(one, two, *laid), flush)
                counts[won][ended(five)] += deals
    wins, losses = (tuple(counts[won][name] for name in ENDS) for won in (True, False))
    return wins, losses


def ways(ranks: Sequence[int], left: Mapping[int, int]) -> int:
    """How many sets of cards have these ranks."""
    return prod(comb(left[rank], count) for rank, count in Counter(ranks).items())


def of_one_suit(board: Sequence[int], known: Sequence[Card]) -> int:
    """How many boards of these ranks are of one suit."""
    if len(set(board)) < 3:
        return 0
    return sum(not any((rank, suit) in known for rank in board) for suit in range(4))


def ended(five: tuple[int, ...]) -> str:
    """A hand as the Ante Bonus sees it."""
    kind = KINDS[five[0]]
    return kind if kind in BONUS else ""


def best_play(key: Situation, outcome: Outcome, prizes: Sequence[int], ante: int) -> int:
    """The cents to play, 0 for a fold. A play's value is linear in its amount, so only the least
    and the most matter; of equal ones, the one with less at stake is chosen."""
    wins, losses = outcome
    margin = sum(wins) - sum(losses)
    bonus = sum(
        prize * (won + lost) for prize, won, lost in zip(prizes, wins[1:], losses[1:], strict=True)
    )
    most = 4 if key[0] == key[1] else 3
    amount = (most if margin > 0 else 2) * ante
    return amount if (ante + amount) * margin + bonus > -ante * DEALS else 0


def check_big_raise(
    name: str,
    felt: Mapping[str, Any],
    bet: Mapping[str, Any],
    pays: Mapping[str, str],
    rows: Mapping[Situation, tuple[int, Outcome]],
    found: Findings,
) -> None:
    """Check best play in every situation, and the resulting counts of every line."""
    starts = Counter(
        situation(one, two, up)
        for one, two in combinations(DECK, 2)
        for up in DECK
        if up not in (one, two)
    )
    same = starts == Counter({key: number for key, (number, _) in rows.items()})
    words = f"{len(rows):,} situations, which are all {STARTS:,} hands and up cards"
    found.say(same, "situations.csv", words if same else "situations or their starts differ")
    ante = felt["stake"]
    prizes = [max(0, returned(pays[line], ante) - ante) for line in BONUS]
    counts: Counter[tuple[str, int]] = Counter()
    played = 0
    for key, (number, outcome) in rows.items():
        amount = best_play(key, outcome, prizes, ante)
        played += number * amount
        if sum(map(sum, outcome)) != DEALS:
            found.say(False, "situations.csv", f"the deals of {named(key)} are not {DEALS:,}")
        if not amount:
            counts["fold", -ante] += number * DEALS
            continue
        for side, sign, deals in ("win", 1, outcome[0]), ("lose", -1, outcome[1]):
            for end, prize, many_deals in zip(ENDS, (0, *prizes), deals, strict=True):
                line = f"{side}_{end or f'{amount // ante}x'}"
                counts[line, sign * (ante + amount) + prize] += number * many_deals
    claimed = stated(bet)
    wrong = [
        f"{line} at {cents} cents is {counts[line, cents]:,}, not {claimed.get((line, cents), 0):,}"
        for line, cents in sorted({*counts, *claimed})
        if counts[line, cents] != claimed.get((line, cents), 0)
    ]
    how = f"best play in every situation, {STARTS * DEALS:,} deals"
    found.say(not wrong, name, "; ".join(wrong) or f"{how}; all {len(bet['lines'])} lines agree")
    average = 1 + Fraction(played, STARTS * ante)
    same = average == Fraction(bet["average_wager"])
    words = f"{float(average):.4f} antes are staked on average"
    found.say(same, name, words + ("" if same else f", and not {bet['average_wager']}"))


def check_drawn_situations(
    rows: Mapping[Situation, tuple[int, Outcome]], seed: str, sample: int, found: Findings
) -> None:
    """Count a drawn sample of situations again, or every situation for a sample of 0."""
    wrong = []
    if sample:
        chosen = [drawn(seed, number, 3) for number in range(sample)]
        how = f"{sample} situations drawn by the seed {seed[:16]}.."
    else:
        deals = permutations(DECK, 3)
        chosen = list({situation(*three): list(three) for three in deals}.values())
        how = f"every one of the {len(chosen):,} situations"
    for one, two, up in chosen:
        key = situation(one, two, up)
        if key not in rows or rows[key][1] != count_situation((one, two), up):
            wrong.append(f"the counts of {named(key)} differ")
    words = f"{how}, all {DEALS:,} deals of each counted again"
    found.say(not wrong, "situations.csv, sample", "; ".join(wrong) or words)


def named(key: Situation) -> str:
    """A situation for people."""
    high, low, suited, up, *_ = key
    kind = "" if high == low else "s" if suited else "o"
    return f"{RANKS[high]}{RANKS[low]}{kind} against {RANKS[up]} {key}"


# ------------------------------------------------------------------------------------------------
# 7  Bad Beat, every first hand and every way in which the dealer can draw
#
# A shoe is ten counts, of aces, twos, .., nines and cards that count ten. What other players draw
# is unseen, and cards that are unseen are exchangeable: it changes no chance, and is left out. So
# are the seat's own later hands after a split; the wager rides on the first.
# ------------------------------------------------------------------------------------------------

TEN_RANKS = "A23456789T"
STAND_ON = (19, 20, 21)

Shoe = tuple[int, ...]


def count_up(counts: Iterable[int]) -> tuple[int, bool]:
    """The total of a hand, from its total with aces as one; and whether an ace counts eleven in
    it."""
    values = list(counts)
    hard = sum(values)
    soft = 1 in values and hard <= 11
    return hard + 10 * soft, soft


def dealer_draws(counts: Iterable[int], hits_soft_17: bool) -> bool:
    """Whether the dealer takes another card."""
    total, soft = count_up(counts)
    return total < 17 or (total == 17 and soft and hits_soft_17)


def less(shoe: Shoe, rank: int) -> Shoe:
    """The shoe after a card of a rank."""
    return (*shoe[:rank], shoe[rank] - 1, *shoe[rank + 1 :])


@cache
def next_hands(up: int, drawn_cards: tuple[int, ...], hits_soft_17: bool) -> str | int:
    """The state of a dealer's hand of an up card and drawn cards: "draws", "blackjack", "bust" or
    the total on which it stands."""
    counts = [up + 1, *(rank + 1 for rank, many in enumerate(drawn_cards) for _ in range(many))]
    if len(counts) == 1:
        return "draws"
    total, _ = count_up(counts)
    if len(counts) == 2 and total == 21:
        return "blackjack"
    if dealer_draws(counts, hits_soft_17):
        return "draws"
    return "bust" if total > 21 else total


@cache
def dealer_ends(shoe: Shoe, up: int, hits_soft_17: bool) -> dict[str | int, Fraction]:
    """The chance of each ending of the dealer, over all sets of cards that the dealer can draw.

    Level by level: in how many of all n-card orders the first n cards of the shoe are this set. A
    set with which the dealer stops goes no further.
    """
    ends: dict[str | int, Fraction] = {}
    cards, size = sum(shoe), 0
    level: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while level:
        following: dict[tuple[int, ...], int] = {}
        for set_of, orders in level.items():
            for rank in range(10):
                more = shoe[rank] - set_of[rank]
                if more > 0:
                    grown = (*set_of[:rank], set_of[rank] + 1, *set_of[rank + 1 :])
                    following[grown] = following.get(grown, 0) + orders * more
        size += 1
        level = {}
        done: Counter[str | int] = Counter()
        for set_of, orders in following.items():
            end = next_hands(up, set_of, hits_soft_17)
            if end == "draws":
                level[set_of] = orders
            else:
                done[end] += orders
        for end, orders in done.items():
            ends[end] = ends.get(end, Fraction()) + Fraction(orders, perm(cards, size))
    return ends


def may_split(hand: Sequence[int], split: bool, hands: int, rules: Mapping[str, Any]) -> bool:
    """Whether a hand may be split, of a seat that holds some hands."""
    if len(hand) != 2 or hand[0] != hand[1] or hands >= rules["resplit_to"]:
        return False
    return rules["resplit_aces"] or not (split and hand[0] == 0)


def may_play_on(hand: Sequence[int], split: bool, rules: Mapping[str, Any]) -> bool:
    """Whether a hand may take cards: a split ace gets one, unless the house allows more."""
    return rules["hit_split_aces"] or not (split and hand[0] == 0)


def may_double(hand: Sequence[int], split: bool, rules: Mapping[str, Any]) -> bool:
    """Whether a hand may be doubled."""
    if len(hand) != 2 or (split and not rules["double_after_split"]):
        return False
    least = {"any": 0, "9-11": 9, "10-11": 10}[rules["double_on"]]
    total, _ = count_up(rank + 1 for rank in hand)
    return may_play_on(hand, split, rules) and (not least or least <= total <= 11)


def basic_play(
    strategy: Mapping[str, Any],
    rules: Mapping[str, Any],
    hand: Sequence[int],
    split: bool,
    hands: int,
    up: int,
) -> str:
    """What the stated basic strategy does with a hand: the first allowed play of its cell. Cards
    are ranks, an ace 0."""
    again = may_split(hand, split, hands, rules)
    may = {
        "stand": True,
        "hit": may_play_on(hand, split, rules),
        "double": may_double(hand, split, rules),
        "split": again,
        "surrender": rules["surrender"] == "late" and len(hand) == 2 and not split,
    }
    table = strategy[TEN_RANKS[up]]
    if again:
        plays = table["pairs"][TEN_RANKS[hand[0]]]
    else:
        total, soft = count_up(rank + 1 for rank in hand)
        plays = table["soft" if soft else "hard"][str(total)]
    return next((play for play in plays if may[play]), "stand")


class BadBeat:
    """The counts of Bad Beat under one way of playing. strategy: basic strategy as the pack has it,
    None for side-bet play: stand on every two cards of 19 to 21, split all 8s, 9s and aces."""

    def __init__(self, rules: Mapping[str, Any], strategy: Mapping[str, Any] | None) -> None:
        self.rules, self.strategy = rules, strategy
        self.chances: dict[str, Fraction] = {}
        self.first_hands = 0

    def lines(self, shoe: Shoe | None = None) -> dict[str, Fraction]:
        """The chance of every line, from a full shoe by default."""
        decks = self.rules["decks"]
        shoe = shoe or (4 * decks,) * 9 + (16 * decks,)
        for one, two, up in product(range(10), repeat=3):
            chance, left = Fraction(1), shoe
            for rank in (one, two, up):
                chance *= Fraction(left[rank], sum(left))
                left = less(left, rank)
            if not chance or not self._may_win((one, two)):
                continue
            self.first_hands += 1
            under = {0: 9, 9: 0}.get(up)
            if self.rules["peek"] and under is not None:
                # The dealer checks first: with blackjack nobody acts.
                natural = chance * Fraction(left[under], sum(left))
                self._end((one, two), False, "blackjack", natural)
            self._act((one, two), False, 1, left, up, chance)
        self._add(LOSE, 1 - sum(self.chances.values(), Fraction()))
        return self.chances

    def _may_win(self, hand: tuple[int, int]) -> bool:
        """Whether two cards can still become a two-card 19, 20 or 21."""
        total, _ = count_up(rank + 1 for rank in hand)
        pair = hand[0] == hand[1] and hand[0] in (0, 7, 8, 9)
        return total in STAND_ON or (pair and self.rules["bad_beat_option"] == 2)

    def _act(
        self, hand: tuple[int, int], split: bool, hands: int, shoe: Shoe, up: int, chance: Fraction
    ) -> None:
        """The results of a first hand. If it is hit, doubled or surrendered, the wager is lost."""
        deed = self._deed(hand, split, hands, up)
        total, _ = count_up(rank + 1 for rank in hand)
        if deed == "split" and self.rules["bad_beat_option"] == 2:
            for second in range(10):
                if shoe[second]:
                    share = chance * Fraction(shoe[second], sum(shoe))
                    left = less(shoe, second)
                    self._act((hand[0], second), True, hands + 1, left, up, share)
        if deed == "stand" and total in STAND_ON:
            ends = dealer_ends(shoe, up, self.rules["dealer_hits_soft_17"])
            for end, share in ends.items():
                # If the dealer has checked, these are the rounds without blackjack.
                if not (self.rules["peek"] and end == "blackjack"):
                    self._end(hand, split, end, chance * share)

    def _deed(self, hand: tuple[int, int], split: bool, hands: int, up: int) -> str:
        if self.strategy is None:
            total, _ = count_up(rank + 1 for rank in hand)
            if total in STAND_ON:
                return "stand"
            again = may_split(hand, split, hands, self.rules)
            return "split" if again and hand[0] in (0, 7, 8) else "hit"
        return basic_play(self.strategy, self.rules, hand, split, hands, up)

    def _end(self, hand: tuple[int, int], split: bool, end: str | int, chance: Fraction) -> None:
        self._add(bad_beat_line(hand, split, end), chance)

    def _add(self, line: str, chance: Fraction) -> None:
        self.chances[line] = self.chances.get(line, Fraction()) + chance


def bad_beat_line(hand: Sequence[int], split: bool, end: str | int) -> str:
    """The line of a two-card hand that stands, by the dealer's ending."""
    total, _ = count_up(rank + 1 for rank in hand)
    if total not in STAND_ON:
        return LOSE
    natural = total == 21 and not split
    dealers = 21 if end == "blackjack" else 0 if end == "bust" else int(end)
    beaten = (end == "blackjack" and not natural) or dealers > total
    if beaten:
        return {20: "twenty_beaten", 19: "nineteen_beaten"}.get(total, LOSE)
    pushes = dealers == total and (not natural or end == "blackjack")
    if pushes:
        return {21: "twenty_one_push", 20: "twenty_push", 19: "nineteen_push"}[total]
    return "win"


def check_bad_beat(
    name: str,
    felt: Mapping[str, Any],
    bet: Mapping[str, Any],
    strategy: Mapping[str, Any] | None,
    found: Findings,
) -> None:
    """Check the counts of Bad Beat. The pack counts orders of the first cards of the shoe."""
    counting = BadBeat(felt["rules"], strategy)
    chances = counting.lines()
    cards = 52 * felt["rules"]["decks"]
    depth = next((n for n in range(cards) if perm(cards, n) >= bet["total"]), cards)
    if perm(cards, depth) != bet["total"]:
        found.say(False, name, f"the total is not the orders of some first cards of {cards}")
        return
    counts = {line: chance * bet["total"] for line, chance in chances.items()}
    if any(count.denominator != 1 for count in counts.values()):
        found.say(False, name, f"the first {depth} cards do not decide every count")
        return
    how = (
        f"{counting.first_hands} first hands and up cards, all draws of the dealer, as orders of "
        f"the first {depth} cards of {cards}"
    )
    whole = {line: int(count) for line, count in counts.items()}
    check_counts(name, bet, whole, how, found)


# ------------------------------------------------------------------------------------------------
# 8  The worked rounds, dealt and paid again
#
# A record has the house options, paytables, wagers, the deck in the order of the deal, and the
# actions. Each function below gives the results in the order of the settlement: seat, spot, stake,
# what comes back, line, and the hand of a split.
# ------------------------------------------------------------------------------------------------

Result = dict[str, Any]


class Round:
    """A record with its cards still on the deck."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.rules, self.actions = record["rules"], list(record["actions"])
        self.wagers = {one["seat"]: one["wagers"] for one in record["seats"]}
        self.seats = sorted(self.wagers)
        self.button = record["button"]
        self.pays = {spot: one["lines"] for spot, one in record["paytables"].items()}
        self.deck = iter(cards_in(record["deck"]))
        self.results: list[Result] = []

    def take(self, count: int) -> list[Card]:
        """The next cards of the deck."""
        return [next(self.deck) for _ in range(count)]

    def action_of(self, seat: int) -> Mapping[str, Any]:
        """The next action, which must be the seat's."""
        place = next(n for n, action in enumerate(self.actions) if action["seat"] == seat)
        return dict(self.actions.pop(place))

    def by_paytable(self, seat: int, spot: str, line: str) -> None:
        """A wager that its paytable pays."""
        stake = self.wagers[seat][spot]
        self.end(seat, spot, stake, returned(self.pays[spot].get(line, LOSE), stake), line)

    def end(
        self, seat: int, spot: str, stake: int, back: int, line: str, hand: int | None = None
    ) -> None:
        """A wager's result."""
        result = {"seat": seat, "spot": spot, "stake": stake, "returned": back,
                  "net": back - stake, "line": line}  # fmt: skip
        self.results.append(result if hand is None else result | {"hand": hand})


def play_big_50(game: Round) -> None:
    """Five cards per seat; the highest seat is paid first."""
    hands = {seat: game.take(5) for seat in game.seats}
    for seat in reversed(game.seats):
        ranks, flush = shape(hands[seat])
        red = sum(suit in (1, 2) for _, suit in hands[seat])
        total = points_line(ranks, flush)
        lines = {
            "poker_hand": paying_line(EIGHT)(ranks, flush),
            "all_red": "all_red" if red == 5 else LOSE,
            "all_black": "all_black" if red == 0 else LOSE,
            "one_colour": "one_colour" if red in (0, 5) else LOSE,
            "big_50": "fifty" if total == "total_50" else LOSE,
            "range": total,
        }
        for spot, line in lines.items():
            if spot in game.wagers[seat]:
                game.by_paytable(seat, spot, line)


def play_big_draw(game: Round) -> None:
    """Five cards per seat from the button; First 5 first, losers before winners; then the
    replacements, seat by seat."""
    wild = game.rules["variant"] == "deuces-never-loses"

    def line_of(hand: Sequence[Card]) -> str:
        return wild_line(*wild_shape(hand)) if wild else paying_line(JACK)(*shape(hand))

    order = sorted(game.seats, key=lambda seat: (seat - game.button) % 5)
    first = {seat: game.take(5) for seat in order}
    for seat in order:
        if "first_five" in game.wagers[seat]:
            game.by_paytable(seat, "first_five", line_of(first[seat]))
    game.results.sort(key=lambda result: bool(result["net"] >= 0))
    for seat in order:
        if "big_draw" in game.wagers[seat]:
            gone = cards_in(" ".join(game.action_of(seat)["discard"]))
            kept = [card for card in first[seat] if card not in gone]
            game.by_paytable(seat, "big_draw", line_of(kept + game.take(len(gone))))


def play_big_raise(game: Round) -> None:
    """Two cards per seat, the dealer's three, the board; the player wins ties."""
    hands = {seat: game.take(2) for seat in game.seats}
    dealer, board = game.take(3), game.take(3)
    theirs = strength(*shape([*house_way(dealer), *board]))
    for seat in reversed(game.seats):
        ante, action = game.wagers[seat]["ante"], game.action_of(seat)
        ranks, flush = shape([*hands[seat], *board])
        five = strength(ranks, flush)
        fold = action["action"] == "fold"
        if not fold:
            line = "win" if five > theirs else "tie" if five == theirs else LOSE
            for spot, stake in ("ante", ante), ("play", action["amount"]):
                game.end(seat, spot, stake, 0 if line == LOSE else 2 * stake, line)
            kind = KINDS[five[0]]
            prize = returned(game.pays["ante_bonus"].get(kind, LOSE), ante) - ante
            if prize > 0:
                game.end(seat, "ante_bonus", 0, prize, kind)
        if "two_card_bonus" in game.wagers[seat]:
            game.by_paytable(seat, "two_card_bonus", two_card_line(*hands[seat]))
        if fold:
            game.end(seat, "ante", ante, 0, "fold")
        if "five_card_bonus" in game.wagers[seat]:
            game.by_paytable(seat, "five_card_bonus", paying_line(EIGHT)(ranks, flush))


class Hand:
    """A hand of blackjack: its total with aces as one, the cents on it, and how its turn ended."""

    def __init__(self, cards: list[int], stake: int, split: bool = False) -> None:
        self.cards, self.stake, self.split, self.end = cards, stake, split, ""

    @property
    def total(self) -> int:
        """Its total."""
        return count_up(self.cards)[0]

    @property
    def natural(self) -> bool:
        """Whether it is a blackjack."""
        return len(self.cards) == 2 and self.total == 21 and not self.split


class Blackjack:
    """A round of blackjack with Bad Beat."""

    def __init__(self, game: Round) -> None:
        self.game, self.rules = game, game.rules
        first = [self._card() for _ in game.seats]
        up = self._card()
        second = [self._card() for _ in game.seats]
        self.dealer = Hand([up, self._card()], 0)
        self.hands: dict[int, list[Hand]] = {}
        self.opening: dict[int, list[int]] = {}
        self.insured = dict.fromkeys(game.seats, 0)
        for seat, one, two in zip(game.seats, first, second, strict=True):
            self.hands[seat] = [Hand([one, two], game.wagers[seat]["main"])]
            self.opening[seat] = [one, two]

    def _card(self) -> int:
        return points(self.game.take(1)[0][0])

    def play(self) -> None:
        """The round, in the order of the rules of play."""
        if self.rules["insurance"] and self.dealer.cards[0] == 1:
            for seat in self.game.seats:
                if self.game.wagers[seat]["main"] > 1:
                    self.insured[seat] = self._insures(seat)
        looks = self.rules["peek"]
        stops = looks and self.dealer.natural
        if not stops:
            for seat in self.game.seats:
                self._act(seat)
            if any(self._live(hand) for hands in self.hands.values() for hand in hands):
                while dealer_draws(self.dealer.cards, self.rules["dealer_hits_soft_17"]):
                    self.dealer.cards.append(self._card())
        self._settle(looks, stops)

    def _act(self, seat: int) -> None:
        """The hands of a seat from left to right; a split's hand gets its second card in turn."""
        hands, place = self.hands[seat], 0
        while place < len(hands):
            hand = hands[place]
            if len(hand.cards) == 1:
                hand.cards.append(self._card())
            while not hand.end:
                if hand.total == 21 or not self._is_asked(hand, len(hands)):
                    hand.end = "stand"
                    break
                deed = self._deed(seat, hand, len(hands))
                if deed == "split":
                    hands[place : place + 1] = [
                        Hand([card], hand.stake, True) for card in hand.cards
                    ]
                    hand = hands[place]
                    hand.cards.append(self._card())
                elif deed in ("stand", "surrender"):
                    hand.end = deed
                else:
                    hand.cards.append(self._card())
                    if deed == "double":
                        hand.stake, hand.end = 2 * hand.stake, deed
                    if hand.total > 21:
                        hand.end = "bust"
            place += 1

    def _insures(self, seat: int) -> int:
        """The cents that a seat insures for."""
        return int(self.game.action_of(seat)["amount"])

    def _deed(self, seat: int, hand: Hand, hands: int) -> str:
        """What a seat with this many hands does with one of them."""
        return str(self.game.action_of(seat)["action"])

    def _is_asked(self, hand: Hand, hands: int) -> bool:
        ranks = [count - 1 for count in hand.cards]
        return may_play_on(ranks, hand.split, self.rules) or may_split(
            ranks, hand.split, hands, self.rules
        )

    def _live(self, hand: Hand) -> bool:
        return hand.end in ("stand", "double") and not hand.natural

    def _settle(self, looks: bool, stops: bool) -> None:
        """Settle Bad Beats that can no longer win; lost insurance and naturals, once the dealer has
        checked; then everything else; each from the highest seat to the lowest."""
        seats = self.game.seats[::-1]
        for seat in seats:
            if not self._rides(seat):
                self._side(seat, LOSE)
        for seat in seats if looks and not stops else ():
            self._insurance(seat)
        for seat in seats if not stops else ():
            if self._paid_first(seat):
                self._main(seat, 0)
                self._riding(seat)
        for seat in seats:
            first = not stops and self._paid_first(seat)
            for place in range(len(self.hands[seat])) if not first else ():
                self._main(seat, place)
            if stops or not looks:
                self._insurance(seat)
            if not first:
                self._riding(seat)

    def _paid_first(self, seat: int) -> bool:
        """Whether a natural is paid before anyone acts."""
        if not self.hands[seat][0].natural or self.dealer.natural:
            return False
        return self.rules["peek"] or self.dealer.cards[0] not in (1, 10)

    def _main(self, seat: int, place: int) -> None:
        hand = self.hands[seat][place]
        line = self._line(hand)
        odds = {"win": "1:1", "push": "push", "surrender": "lose 1/2",
                "blackjack": self.rules["blackjack_pays"]}  # fmt: skip
        back = returned(odds.get(line, LOSE), hand.stake)
        several = len(self.hands[seat]) > 1
        self.game.end(seat, "main", hand.stake, back, line, place if several else None)

    def _line(self, hand: Hand) -> str:
        if hand.end in ("bust", "surrender"):
            return hand.end
        if hand.natural:
            return "push" if self.dealer.natural else "blackjack"
        if self.dealer.natural:
            return LOSE
        if self.dealer.total > 21 or hand.total > self.dealer.total:
            return "win"
        return "push" if hand.total == self.dealer.total else LOSE

    def _insurance(self, seat: int) -> None:
        stake = self.insured[seat]
        if stake:
            won = self.dealer.natural
            self.game.end(seat, "insurance", stake, 3 * stake if won else 0, "win" if won else LOSE)

    def _rides(self, seat: int) -> bool:
        """Whether Bad Beat can still win after the deal."""
        one, two = self.opening[seat]
        pair = one == two and one in (1, 8, 9, 10) and self.rules["bad_beat_option"] == 2
        return count_up((one, two))[0] in STAND_ON or pair

    def _riding(self, seat: int) -> None:
        if self._rides(seat):
            hand = self.hands[seat][0]
            split = len(self.hands[seat]) > 1 and self.rules["bad_beat_option"] == 1
            line = LOSE
            if len(hand.cards) == 2 and hand.end != "surrender" and not split:
                dealer = self.dealer
                end = "blackjack" if dealer.natural else dealer.total
                end = "bust" if dealer.total > 21 else end
                line = bad_beat_line([count - 1 for count in hand.cards], hand.split, end)
            self._side(seat, line)

    def _side(self, seat: int, line: str) -> None:
        if "bad_beat" in self.game.wagers[seat]:
            self.game.by_paytable(seat, "bad_beat", line)


PLAYED: dict[str, Callable[[Round], None]] = {
    "big-50": play_big_50,
    "big-draw": play_big_draw,
    "big-raise": play_big_raise,
    "blackjack": lambda game: Blackjack(game).play(),
}


def check_round(
    name: str,
    record: Mapping[str, Any],
    felts: Sequence[Mapping[str, Any]],
    found: Findings,
) -> None:
    """Check a worked round: under the options and paytables of the pack, with the same results."""
    digests = {
        spot: digest_of([one["game"], spot, one["code"], [list(p) for p in one["lines"].items()]])
        for spot, one in record["paytables"].items()
    }
    if not any(f["rules"] == record["rules"] and f["paytables"] == digests for f in felts):
        found.say(False, name, "its house options or paytables are not those of the pack")
        return
    game = Round(record)
    try:
        PLAYED[record["game"]](game)
    except Exception as error:  # whatever a changed record may hold
        found.say(False, name, f"it cannot be played: {type(error).__name__} {error}")
        return
    same = game.results == record["results"] and not game.actions
    net = sum(result["net"] for result in game.results)
    words = f"dealt and paid again, {len(game.results)} wagers, {net / 100:+.2f} in all"
    found.say(same, name, words if same else f"the results are {game.results}")


# ------------------------------------------------------------------------------------------------
# 9  Blackjack's main bet, a sample of rounds
#
# How many cards a hand draws depends on them, so that there are no equal deals to count. Rounds are
# dealt instead and played by the stated basic strategy. That shows a gross error, and no more.
# ------------------------------------------------------------------------------------------------

MOST_ERRORS = 5
"""How many standard errors the stated edge may differ from the sample: by chance it differs more
once in two million samples."""


class Dealt(Blackjack):
    """A round of one seat that plays by basic strategy and never insures."""

    def __init__(self, game: Round, strategy: Mapping[str, Any]) -> None:
        super().__init__(game)
        self.strategy = strategy

    def _insures(self, seat: int) -> int:
        return 0

    def _deed(self, seat: int, hand: Hand, hands: int) -> str:
        ranks, up = [count - 1 for count in hand.cards], self.dealer.cards[0] - 1
        return basic_play(self.strategy, self.rules, ranks, hand.split, hands, up)


def shoe_of(seed: str, number: int, decks: int) -> Iterator[Card]:
    """Cards of a shoe in an order that follows from a seed and a number: four bytes of a SHA-256
    choose each from the remaining ones."""
    left: dict[int, int] = {}
    cards = 52 * decks
    for block in range(cards):
        data = hashlib.sha256(f"{seed} {number} {block}".encode()).digest()
        for word in struct.unpack(">8I", data):
            # If a card has been taken from place `at` before, it holds another one.
            at, cards = word % cards, cards - 1
            card = left.get(at, at)
            left[at] = left.get(cards, cards)
            yield DECK[card % 52]
            if not cards:
                return


def check_main(
    name: str,
    felt: Mapping[str, Any],
    bet: Mapping[str, Any],
    seed: str,
    rounds: int,
    found: Findings,
) -> None:
    """Check the main bet: its decimals must fit each other, and its edge a sample of rounds."""
    chances = sum((Fraction(line["probability"]) for line in bet["lines"]), Fraction(-1))
    edge = Fraction(bet["edge_percent"]) / 100
    gain = sum((Fraction(line["return"]) for line in bet["lines"]), edge)
    fits = max(abs(chances), abs(gain)) <= Fraction(len(bet["lines"]), 10**10)
    found.say(
        fits,
        f"{name}, lines",
        "their chances come to 1 and their returns to the edge" if fits else
        "their chances do not come to 1, or their returns not to the edge",
    )  # fmt: skip
    record = {
        "rules": felt["rules"],
        "actions": [],
        "seats": [{"seat": 1, "wagers": {"main": felt["stake"]}}],
        "button": 1,
        "paytables": {},
        "deck": "",
    }
    total = squares = 0
    for number in range(rounds):
        game = Round(record)
        game.deck = shoe_of(seed, number, felt["rules"]["decks"])
        Dealt(game, felt["strategy"]).play()
        net = sum(result["net"] for result in game.results)
        total, squares = total + net, squares + net * net
    if not rounds:
        return
    mean = -Fraction(total, rounds * felt["stake"])
    # In whole numbers: distance**2 against the variance of the mean, both times stake**2.
    variance = Fraction(squares, rounds) - Fraction(total, rounds) ** 2
    near = (mean - edge) ** 2 * felt["stake"] ** 2 <= MOST_ERRORS**2 * variance / rounds
    error = float(variance / rounds) ** 0.5 / felt["stake"]
    words = (
        f"NOT counted; {rounds:,} rounds dealt by the seed {seed[:16]}.. and played by the stated "
        f"strategy cost {float(100 * mean):.2f} % with a standard error of {100 * error:.2f}, and "
        f"the house edge is stated as {float(100 * edge):.4f} %"
    )
    found.say(near, name, words)


# ------------------------------------------------------------------------------------------------
# 10 Game protection
#
# protection.json says what each bet gives away to people who count or see cards, and what the house
# wins in the long run. What follows from the counts is worked out again. What was sampled is looked
# at for whether it fits what it must fit, and some rounds of a counter are dealt again. Here, and
# only here, chances are floating point numbers; they are compared to within 0.0000001.
# ------------------------------------------------------------------------------------------------

NEAR = 1e-7
CENT_PARTS = 1e-4
"""How much decimals of the file may differ from what is computed here: chances, and cents."""

MOST_POINTS = 0.002
"""How far the effects of removal, weighted, may differ from 0, in points."""

LOST_WITHIN = 200
"""A player's bankroll is followed over this many rounds; more would take long."""

HOUSE = (1_000, 10_000, 25_000, 50_000, 75_000, 100_000, 1_000_000)
SESSIONS = (50, 100, 200, 400, 800)
"""The numbers of rounds for which the house's win and a player's session are stated."""

HI_LO = dict(zip(TEN_RANKS, (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), strict=True))


def fourier(values: Sequence[complex], roots: Sequence[complex]) -> list[complex]:
    """The discrete Fourier transform of 2**k values; roots: the first half of the unit roots."""
    if len(values) == 1:
        return list(values)
    if len(values) == 2:
        return [values[0] + values[1], values[0] - values[1]]
    even, odd = fourier(values[::2], roots[::2]), fourier(values[1::2], roots[::2])
    turned = [root * value for root, value in zip(roots, odd, strict=True)]
    return [
        *(one + other for one, other in zip(even, turned, strict=True)),
        *(one - other for one, other in zip(even, turned, strict=True)),
    ]


def real_values(spectrum: Sequence[complex], roots: Sequence[complex]) -> list[float]:
    """The 2**k real values whose transform begins with these, up to its middle: what comes after is
    their mirror image. roots: the first half of the unit roots.

    The values at even places become the real parts, and those at odd places the imaginary parts, of
    a sequence that is half as long.
    """
    size = 2 * len(roots)
    back = [root.conjugate() for root in roots]
    far = [value.conjugate() for value in reversed(spectrum)]
    mixed = [
        one + other + 1j * root * (one - other)
        for one, other, root in zip(spectrum, far, back, strict=False)  # without the middle
    ]
    found = fourier(mixed, back[::2])
    return [part / size for value in found for part in (value.real, value.imag)]


class Totals:
    """The chances of what the house wins in some rounds. They are a power in the frequency domain,
    on a circle with enough steps that what wraps round has a chance below 10**-12 on either side.

    Raises ValueError if that takes more than `points` steps.
    """

    def __init__(self, nets: Mapping[int, float], rounds: int, points: int) -> None:
        self.step = gcd(*nets)
        low = floor(-farthest({-net: chance for net, chance in nets.items()}, rounds) / self.step)
        high = ceil(farthest(nets, rounds) / self.step)
        size = 2 ** (high - low + 1).bit_length()
        if size > points:
            raise ValueError(f"{size:,} points")
        roots = [cmath.exp(-2j * cmath.pi * place / size) for place in range(size // 2)]
        circle = [*roots, *(-root for root in roots)]
        steps = [(net // self.step, chance) for net, chance in nets.items()]
        once = (
            sum(chance * circle[net * place % size] for net, chance in steps)
            for place in range(size // 2 + 1)
        )
        many = [value and cmath.exp(rounds * cmath.log(value)) for value in once]
        chances = real_values(many, roots)
        self.low = low
        self.up_to = list(accumulate(chances[low % size :] + chances[: low % size]))

    def at_most(self, cents: int) -> float:
        """The chance that the house wins this much or less."""
        place = cents // self.step - self.low
        return self.up_to[min(place, len(self.up_to) - 1)] if place >= 0 else 0.0


def farthest(nets: Mapping[int, float], rounds: int) -> float:
    """Cents that are exceeded with a chance below 10**-12: after Chernoff, for every t > 0 the
    chance of b or more is at most exp(rounds * K(t) - t * b), K(t) the logarithm of the mean of
    exp(t * net).
    """
    largest = max(map(abs, nets))
    best = float(rounds * max(nets))
    for power in range(240):
        t = 600 / largest * 0.93**power
        mean = sum(chance * exp(t * net) for net, chance in nets.items())
        best = min(best, (rounds * log(mean) + 12 * log(10)) / t)
    return best


def lost(nets: Mapping[int, float], stake: int, bankroll: int, rounds: int) -> float:
    """The chance that a player with this bankroll has less than a stake left at some time."""
    alive, ruined, worst = {bankroll: 1.0}, 0.0, -min(nets)
    for left in range(rounds - 1, -1, -1):
        after: dict[int, float] = {}
        for have, chance in alive.items():
            for net, share in nets.items():
                now = have + net
                if now < stake:
                    ruined += chance * share
                elif now - worst * left < stake:  # otherwise it can no longer be lost
                    after[now] = after.get(now, 0.0) + chance * share
        alive = after
    return ruined


class LongRun:
    """Checks what the house and a player can expect from a bet against its counts.

    `wrong`: the faults. `rows`: how many rows there are, and `deep`, how many were worked out
    chance by chance; for the others, which have more than `points` totals, only mean and deviation
    are.
    """

    def __init__(self, bet: Mapping[str, Any], stake: int, points: int) -> None:
        total = bet["total"]
        shares: dict[int, Fraction] = {}
        for (_, cents), count in stated(bet).items():
            if count:
                shares[cents] = shares.get(cents, Fraction()) + Fraction(count, total)
        self.mean = sum((cents * share for cents, share in shares.items()), Fraction())
        square = sum((cents**2 * share for cents, share in shares.items()), Fraction())
        self.deviation = sqrt(square - self.mean**2)
        self.player = {cents: float(share) for cents, share in shares.items()}
        self.house = {-cents: share for cents, share in self.player.items()}
        self.stake, self.points = stake, points
        self.wrong: list[str] = []
        self.rows = self.deep = 0

    def _same(self, what: str, mine: float, theirs: float, within: float) -> None:
        if abs(mine - theirs) > max(within, 1e-8 * abs(mine)):
            self.wrong.append(f"{what} is {mine:.10g}, and not {theirs}")

    def _totals(self, rounds: int) -> Totals | None:
        try:
            return Totals(self.house, rounds, self.points)
        except ValueError:
            return None

    def check_house(self, row: Mapping[str, Any]) -> None:
        """Check what the house wins in some rounds."""
        rounds, self.rows = row["rounds"], self.rows + 1
        name = f"after {rounds:,} rounds"
        deviation = self.deviation * sqrt(rounds)
        self._same("the deviation of a round", self.deviation, row["standard_deviation"],
                   CENT_PARTS)  # fmt: skip
        self._same(f"the mean {name}", float(-self.mean * rounds), row["mean"], CENT_PARTS)
        self._same(f"the deviation {name}", deviation, row["deviation"], CENT_PARTS)
        totals = self._totals(rounds)
        if totals is None:
            return
        self.deep += 1
        self._same(f"the slack {name}", 0, row["slack"], 0)
        for key, chance in (
            ("low_95", 0.025), ("low_50", 0.25), ("high_50", 0.75), ("high_95", 0.975)
        ):  # fmt: skip
            cents = row[key]
            if not totals.at_most(cents - 1) - NEAR < chance < totals.at_most(cents) + NEAR:
                self.wrong.append(f"{key} {name} is not {cents}")
        self._same(f"behind {name}", totals.at_most(-1), row["behind"], NEAR)

    def check_session(self, row: Mapping[str, Any]) -> None:
        """Check what a player wins in some rounds; a result up to r is a win of the house from -r
        up."""
        rounds, self.rows = row["rounds"], self.rows + 1
        name = f"of a session of {rounds}"
        self._same(f"the mean {name}", float(self.mean * rounds), row["mean"], CENT_PARTS)
        self._same(f"the deviation {name}", self.deviation * sqrt(rounds),
                   row["standard_deviation"], CENT_PARTS)  # fmt: skip
        totals = self._totals(rounds)
        if totals is not None:
            self.deep += 1
            for one in row["quantiles"]:
                up_to, below = (1 - totals.at_most(-one["result"] - n) for n in (1, 0))
                if not below - NEAR < one["chance"] < up_to + NEAR:
                    self.wrong.append(f"the result {name} at {one['chance']} is not "
                                      f"{one['result']}")  # fmt: skip
            ahead, behind = totals.at_most(-1), 1 - totals.at_most(0)
            self._same(f"ahead {name}", ahead, row["ahead"], NEAR)
            self._same(f"behind {name}", behind, row["behind"], NEAR)
            self._same(f"even {name}", 1 - ahead - behind, row["even"], NEAR)
        if rounds <= LOST_WITHIN:
            ruined = lost(self.player, self.stake, row["bankroll"], rounds)
            self._same(f"lost {name}", ruined, row["lost"], NEAR)

    def check_ahead(self, row: Mapping[str, Any]) -> None:
        """Check after how many rounds the house is not behind: one round fewer must not be
        enough."""
        rounds, self.rows = row["rounds_until_ahead"], self.rows + 1
        if rounds is None or self.mean >= 0:
            if (rounds is None) != (self.mean >= 0):
                self.wrong.append(f"the house is not behind after {rounds} rounds")
            return
        totals = [self._totals(number) for number in (rounds - 1, rounds) if number]
        if None in totals:
            return
        self.deep += 1
        *before, behind = (some.at_most(-1) for some in totals if some)
        most = 1 - row["chance"]
        if behind > most + NEAR or any(chance <= most - NEAR for chance in before):
            self.wrong.append(f"the house is not behind after some other number than {rounds:,}")


def check_long_run(
    name: str,
    felt: Mapping[str, Any],
    bet: Mapping[str, Any],
    claimed: Mapping[str, Any],
    points: int,
    found: Findings,
) -> None:
    """Check the house's win and a player's session."""
    rows = {part: of_bet(claimed[part], bet) for part in ("house", "ahead", "session")}
    if not all(rows.values()):
        found.say(False, name, "figures of the house's win or of a session are missing")
        return
    if bet["total"] is None:
        edge = float(Fraction(bet["edge_percent"])) / 100 * felt["stake"]
        wrong = [
            f"the mean after {row['rounds']:,} rounds is not {row['mean']}"
            for row in rows["house"]
            if abs(row["mean"] - edge * row["rounds"]) > CENT_PARTS * row["rounds"]
        ]
        words = "the means fit the edge; NOT worked out again, as there are no counts"
        found.say(not wrong, name, "; ".join(wrong) or words)
        return
    run = LongRun(bet, felt["stake"], points)
    for part, check in (
        ("house", run.check_house), ("session", run.check_session), ("ahead", run.check_ahead)
    ):  # fmt: skip
        for row in rows[part]:
            check(row)
    words = (
        f"means and deviations of all {run.rows} rows from the counts; the chances of {run.deep} "
        f"rows, those of up to {points:,} totals, worked out again"
    )
    found.say(not run.wrong, name, "; ".join(run.wrong) or words)


def of_bet(rows: Sequence[Mapping[str, Any]], bet: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a bet."""
    return [row for row in rows if row["spot"] == bet["spot"]]


class Counting:
    """Checks what counting gains on a bet. EVs and effects are in points, hundredths of the wager.

    `cards`: of each rank when the bet is made; insurance is offered once the dealer shows an ace.
    """

    def __init__(
        self, rules: Mapping[str, Any], bet: Mapping[str, Any], claimed: Mapping[str, Any]
    ) -> None:
        self.rules, self.bet, self.claimed = rules, bet, claimed
        decks = rules["decks"]
        self.cards = dict.fromkeys(TEN_RANKS, 4 * decks) | {"T": 16 * decks}
        self.cards["A"] -= bet["spot"] == "insurance"
        self.effects = claimed["effects"]
        self.value = -float(Fraction(bet["edge_percent"]))
        self.wrong: list[str] = []

    def _same(self, what: str, mine: float, theirs: float | None, within: float = 1e-5) -> None:
        if theirs is None or abs(mine - theirs) > within:
            self.wrong.append(f"{what} is {mine:.8g}, and not {theirs}")

    def check_effects(self, pays: Mapping[str, str], stake: int) -> str:
        """Check that the effects sum to zero; those of insurance and Bad Beat are worked out again,
        from the shoe with one card less. Returns what was done."""
        self._same("the house edge", -self.value, self.claimed["edge_percent"])
        total = sum(self.cards[rank] * self.effects[rank] for rank in TEN_RANKS)
        self._same("the weighted sum", total, self.claimed["weighted_sum"])
        if abs(total) > MOST_POINTS or set(self.effects) != set(TEN_RANKS):
            self.wrong.append(f"the effects, weighted, sum to {total}")
        words = f"ten effects of removal, weighted, sum to {abs(total):.6f}"
        if self.bet["spot"] == "main":
            return f"{words}; NOT worked out again one by one"
        for rank in TEN_RANKS:
            shoe = tuple(self.cards[one] - (one == rank) for one in TEN_RANKS)
            ev = self._insurance(shoe) if self.bet["spot"] == "insurance" else (
                self._bad_beat(shoe, pays, stake)
            )  # fmt: skip
            self._same(f"the effect of {rank}", float(100 * ev) - self.value, self.effects[rank])
        return f"{words}, and each is worked out again from a shoe with one card less"

    def _insurance(self, shoe: Shoe) -> Fraction:
        return 3 * Fraction(shoe[9], sum(shoe)) - 1

    def _bad_beat(self, shoe: Shoe, pays: Mapping[str, str], stake: int) -> Fraction:
        chances = BadBeat(self.rules, None).lines(shoe)
        return (
            sum(
                (
                    chance * (returned(pays.get(line, LOSE), stake) - stake)
                    for line, chance in chances.items()
                ),
                Fraction(),
            )
            / stake
        )

    def _sums(self, tags: Mapping[str, float]) -> tuple[float, float]:
        """A count's correlation with the effects, and the points that one true count is worth."""
        cards, decks = self.cards, sum(self.cards.values())
        mean = sum(cards[rank] * tags[rank] for rank in TEN_RANKS) / decks
        spread = sum(cards[rank] * (tags[rank] - mean) ** 2 for rank in TEN_RANKS)
        both = sum(cards[rank] * tags[rank] * self.effects[rank] for rank in TEN_RANKS)
        square = sum(cards[rank] * self.effects[rank] ** 2 for rank in TEN_RANKS)
        return both / sqrt(spread * square), (decks - 1) / 52 * both / spread

    def check_count(self) -> str:
        """Check that the best simple count is the best of all; its line, trigger and the other
        counts."""
        claimed, tags = self.claimed, self.claimed["tags"]
        correlation, slope = self._sums(tags)
        self._same("the correlation", correlation, claimed["correlation"])
        self._same("Hi-Lo's correlation", self._sums(HI_LO)[0], claimed["hi_lo_correlation"])
        self._same("a true count", slope, claimed["points_per_true_count"])
        largest = max(map(abs, self.effects.values()))
        for rank in TEN_RANKS:
            best = self.effects[rank] / largest
            self._same(f"the best tag of {rank}", best, claimed["optimal_tags"][rank])
        if slope > 0:
            self._same("the trigger", -self.value / slope, claimed["trigger"])
        elif claimed["trigger"] is not None:
            self.wrong.append("a count that does not follow the bet has no trigger")
        many, better = self._better_counts([tags[rank] for rank in TEN_RANKS])
        if better:
            self.wrong.append(f"{better} simple counts follow the bet better")
        return f"the best of {many:,} balanced counts of -1, 0 and +1, its line and its trigger"

    def _better_counts(self, tags: Sequence[int]) -> tuple[int, int]:
        """How many balanced counts there are, and how many are better than one of them."""
        deck = [4] * 9 + [16]
        weighted = [n * self.effects[rank] for n, rank in zip(deck, TEN_RANKS, strict=True)]

        def fit(some: Sequence[int]) -> float:
            together = sum(map(float.__mul__, weighted, map(float, some)))
            return together / sqrt(sum(n * tag * tag for n, tag in zip(deck, some, strict=True)))

        least = fit(tags) + 1e-6 * abs(fit(tags))
        balanced = [
            some
            for some in product((-1, 0, 1), repeat=10)
            if any(some) and 4 * sum(some[:9]) + 16 * some[9] == 0
        ]
        if tuple(tags) not in balanced:
            return len(balanced), len(balanced)
        return len(balanced), sum(fit(some) > least for some in balanced)

    def check_by_count(self) -> str:
        """Check EVs by true count: on the line; with the errors of their samples; at 0, the
        edge."""
        rows, slope = self.claimed["by_true_count"], self.claimed["points_per_true_count"]
        pooled = sqrt(sum(row["spread"] ** 2 for row in rows) / len(rows))
        for row in rows:
            count = row["true_count"]
            self._same(f"the line at {count}", self.value + slope * count, row["model"])
            spread = row["spread"] if row["shoes"] >= 10 else pooled
            self._same(f"the error at {count}", spread / sqrt(row["shoes"]), row["error"])
        (even,) = (row for row in rows if row["true_count"] == 0)
        away = abs(even["mean"] - self.value) / even["error"]
        if away > MOST_ERRORS:
            self.wrong.append(f"at a true count of 0 the EV is {away:.1f} errors off the edge")
        return f"at a true count of 0 the EV is {away:.1f} standard errors off the edge"

    def check_depths(self, felt: Mapping[str, Any], seed: str, rounds: int) -> str:
        """Check units by penetration: the row nearest to this table's cut card is dealt again.

        A favourable round counts with its exact value for insurance, and for other bets with that
        of the straight line through the effects.
        """
        rows, decks = self.claimed["by_penetration"], self.rules["decks"]
        for row in rows:
            at = f"{row['decks']} decks, {row['depth']} %"
            if not 0 <= row["favourable_share"] <= 1:
                self.wrong.append(f"{at}: no part of all rounds is {row['favourable_share']}")
            self._same(f"{at}: the error", row["standard_error"], row["error"])
            if row["decks"] == decks:
                self._same(f"{at}: the trigger", self.claimed["trigger"] or 0.0, row["trigger"])
        own = [row for row in rows if row["decks"] == decks and row["depth"] <= 75]
        if not own or not rounds:
            return f"units won by penetration, {len(rows)} rows, NOT dealt again"
        row = max(own, key=lambda one: one["depth"])
        shoes = Shoes(felt, seed, rounds, row["depth"])
        share, units = ratio(self._favourable(shoes, 0)), ratio(self._favourable(shoes, 1))
        more = sqrt(1 + len(shoes.rounds) / row["rounds"])
        at = f"{decks} decks, {row['depth']} %"
        if abs(share[0] - row["favourable_share"]) > MOST_ERRORS * share[1] * more + NEAR:
            self.wrong.append(f"{at}: the count is favourable in {share[0]:.4f} of the rounds that "
                              f"are dealt here, and not in {row['favourable_share']}")  # fmt: skip
        error = sqrt((100 * units[1]) ** 2 + row["error"] ** 2)
        off = 0.0 if self.bet["spot"] == "insurance" else LINE_OFF
        if abs(100 * units[0] - row["units_per_100"]) > MOST_ERRORS * error + off:
            self.wrong.append(f"{at}: {100 * units[0]:.3f} units are won in 100 rounds here, and "
                              f"not {row['units_per_100']}")  # fmt: skip
        return (
            f"{len(rows)} rows; that of {at} dealt again, {len(shoes.rounds):,} rounds: favourable "
            f"in {100 * share[0]:.1f} % of them, which is stated as "
            f"{100 * row['favourable_share']:.1f}; {100 * units[0]:.2f} units in 100 rounds "
            f"{'' if off == 0 else 'on the straight line '}beside {row['units_per_100']:.2f}"
        )

    def _favourable(self, shoes: Shoes, power: int) -> dict[int, tuple[float, int]]:
        """For each shoe the number of favourable rounds, or for a power of 1 the units that they
        win; and the number of its rounds."""
        cards = [self.cards[rank] for rank in TEN_RANKS]
        tags = [self.claimed["tags"][rank] for rank in TEN_RANKS]
        effects = [self.effects[rank] for rank in TEN_RANKS]
        found: dict[int, tuple[float, int]] = {}
        for shoe, before, with_ace in shoes.rounds:
            unseen = with_ace if self.bet["spot"] == "insurance" else before
            won, many = found.get(shoe, (0.0, 0))
            if unseen is not None:
                gone = [had - left for had, left in zip(cards, unseen, strict=True)]
                left = sum(unseen)
                count = 52 * sum(map(int.__mul__, gone, tags)) / left
                if count >= (self.claimed["trigger"] or 0.0) - 1e-9:
                    line = (
                        (sum(cards) - 1) / left * sum(map(float.__mul__, effects, map(float, gone)))
                    )
                    won += ((self.value + line) / 100) ** power
            found[shoe] = won, many + 1
        return found


LINE_OFF = 1.0
"""By how many units in 100 rounds the straight line may differ from exact values: by about 0.3 for
six decks, and nearly 1 for one."""


class Shoes:
    """Shoes that are shuffled by a seed and dealt round by round to a cut card, one seat playing by
    basic strategy. `rounds`: for each, the number of its shoe, the unseen cards by rank before it,
    and the ones after the seat's cards and the up card are seen, if that is an ace."""

    def __init__(self, felt: Mapping[str, Any], seed: str, rounds: int, depth: int) -> None:
        record = {
            "rules": felt["rules"], "actions": [], "button": 1, "paytables": {}, "deck": "",
            "seats": [{"seat": 1, "wagers": {"main": felt["stake"]}}],
        }  # fmt: skip
        decks = felt["rules"]["decks"]
        self.cut = 52 * decks * depth // 100
        self.rounds: list[tuple[int, list[int], list[int] | None]] = []
        self.shoes = 0
        while len(self.rounds) < rounds:
            self._deal(
                list(shoe_of(f"{seed} cut card", self.shoes, decks)), record, felt["strategy"]
            )
            self.shoes += 1

    def _deal(
        self, shoe: list[Card], record: Mapping[str, Any], strategy: Mapping[str, Any]
    ) -> None:
        unseen = [0] * 10
        for rank, _ in shoe:
            unseen[points(rank) - 1] += 1
        dealt = 0
        while dealt < self.cut:
            game = Round(record)
            left = iter(shoe[dealt:])
            game.deck = left
            played = Dealt(game, strategy)
            up = played.dealer.cards[0] - 1
            seen = list(unseen)
            for place in (*(count - 1 for count in played.opening[1]), up):
                seen[place] -= 1
            self.rounds.append((self.shoes, list(unseen), None if up else seen))
            played.play()
            used = len(shoe) - dealt - len(list(left))
            for rank, _ in shoe[dealt : dealt + used]:
                unseen[points(rank) - 1] -= 1
            dealt += used


def ratio(parts: Mapping[int, tuple[float, int]]) -> tuple[float, float]:
    """From a sum and a number of rounds for each shoe to the sum per round and its standard
    error."""
    rounds = sum(many for _, many in parts.values())
    mean = sum(part for part, _ in parts.values()) / rounds
    square = sum((part - mean * many) ** 2 for part, many in parts.values())
    return mean, sqrt(square * len(parts) / (len(parts) - 1)) / rounds


def check_counting(
    name: str,
    felt: Mapping[str, Any],
    bet: Mapping[str, Any],
    claimed: Mapping[str, Any],
    pays: Mapping[str, str],
    seed: str,
    rounds: int,
    found: Findings,
) -> None:
    """Check what card counters gain on a bet dealt from a shoe."""
    counting = Counting(felt["rules"], bet, claimed)
    for what, done in (
        ("effects", partial(counting.check_effects, pays, felt["stake"])),
        ("count", counting.check_count),
        ("true counts", counting.check_by_count),
        ("cut card", partial(counting.check_depths, felt, seed, rounds)),
    ):
        words = done()
        found.say(not counting.wrong, f"{name}, {what}", "; ".join(counting.wrong) or words)
        counting.wrong.clear()


def check_seen(
    name: str, claimed: Mapping[str, Any], bets: Mapping[str, Any], found: Findings
) -> None:
    """Check what known cards add: sampled gains are not drawn again."""
    wrong: list[str] = []
    last: dict[str, Mapping[str, Any]] = {}
    for row in claimed["shared"]:
        spots, gain, error = row["spots"], row["gain_points"], row["standard_error"]
        situation = f"{spots[0]}, {row['situation']}"
        edge = sum(edge_beside(spot, spots, bets) for spot in spots)
        if abs(edge - row["edge_points"]) > 1e-5:
            wrong.append(f"{situation}: the edge is {edge}, and not {row['edge_points']}")
        if abs(gain - edge - row["value_points"]) > 1e-5:
            wrong.append(f"{situation}: gain less edge is not {row['value_points']}")
        if gain < 0 or (row["how"] == "exact") != (error == 0 or row["deals"] == 0):
            wrong.append(f"{situation}: the gain or its error is none")
        if "other seat" in situation and " and " not in situation:
            before = last.get(spots[0])
            if (
                before
                and gain + MOST_ERRORS * (error + before["standard_error"])
                < (before["gain_points"])
            ):
                wrong.append(f"{situation}: it gains less than fewer cards do")
            last[spots[0]] = row
    for row in claimed["face_up"]:
        gain = row["gain"]
        value = gain["value_points"] if gain else -row["edge_points"]
        edge = edge_beside(row["spots"][0], row["spots"][:1], bets)
        if abs(edge - row["edge_points"]) > 1e-5:
            wrong.append(f"{row['spots'][0]}, face up: the edge is not {row['edge_points']}")
        begins = {True: "Safe", False: "Not safe", None: "Too close"}[row["safe"]]
        if gain and not row["words"].startswith(begins):
            wrong.append(f"{row['spots'][0]}, face up: the sentence says something else")
        sure = abs(value) > 4 * gain["standard_error"] if gain else True
        if row["safe"] != (value < 0 if sure else None) or (gain and gain not in claimed["shared"]):
            wrong.append(f"{row['spots'][0]}: whether it is safe face up does not follow")
    words = (
        f"{len(claimed['shared'])} gains: what is left of each edge, no gain below 0, none falls "
        f"as more hands are known; {len(claimed['face_up'])} verdicts follow; NOT drawn again"
    )
    found.say(not wrong, name, "; ".join(wrong) or words)


def edge_beside(spot: str, spots: Sequence[str], bets: Mapping[str, Any]) -> float:
    """The house edge of a bet in points, when made with others: insurance is taken only if it wins,
    and Bad Beat with a main bet is under basic strategy. A bet that is part of another one has no
    edge."""
    if spot not in bets or (spot == "insurance" and len(spots) > 1):
        return 0.0
    bet = bets[spot]
    if spot == "bad_beat" and "main" in spots:
        (bet,) = bet["otherwise"]
    return float(Fraction(bet["edge_percent"]))


def check_protection(
    felt: Mapping[str, Any],
    claimed: Mapping[str, Any],
    paytables: Mapping[str, Mapping[str, str]],
    asked: argparse.Namespace,
    found: Findings,
) -> None:
    """Check everything stated about a felt's protection."""
    title, seed = " ".join(filter(None, (felt["name"], "protection"))), asked.seed or felt["seed"]
    bets = {bet["spot"]: bet for bet in felt["bets"]}
    same = all(claimed[key] == felt[key] for key in ("game", "rules", "stake"))
    exposed = felt["rules"].get("shuffle") == "cut_card"
    whole = claimed["exposed"] == exposed and all(
        sorted((row["spot"], row.get("rounds", 0)) for row in claimed[part])
        == sorted(product(bets, rounds))
        for part, rounds in (("house", HOUSE), ("session", SESSIONS), ("ahead", (0,)))
    )
    sampled = [row for part in ("counting", "shared") for row in claimed[part]]
    sampled += [row for one in claimed["counting"] for row in one["by_true_count"]]
    whole &= all(row.get("seed", claimed["seed"]) == claimed["seed"] for row in sampled)
    words = "of the rules, stake and bets of figures.json, with every row and of one seed"
    found.say(same and whole, title, words if same and whole else f"it is not {words}")
    for spot, bet in bets.items():
        name = f"{title}, {spot}"
        check_long_run(f"{name}, long run", felt, bet, claimed, asked.points, found)
        pays = paytables.get(felt["paytables"].get(spot, ""), {})
        for counting in of_bet(claimed["counting"], bet):
            check_counting(name, felt, bet, counting, pays, seed, asked.rounds // 5, found)
    counted = {row["spot"] for row in claimed["counting"]}
    if counted != (set(bets) if felt["game"] == "blackjack" else set()):
        found.say(False, title, "what can be counted is missing, or more than can be")
    check_seen(f"{title}, known cards", claimed, bets, found)


# ------------------------------------------------------------------------------------------------
# 11 The order of the checks
# ------------------------------------------------------------------------------------------------


def check_felt(
    pack: Mapping[str, bytes],
    felt: Mapping[str, Any],
    paytables: Mapping[str, Mapping[str, str]],
    asked: argparse.Namespace,
    found: Findings,
) -> None:
    """Check every bet of a felt."""
    game, rules, stake = felt["game"], felt["rules"], felt["stake"]
    seed = asked.seed or felt["seed"]
    own = digest_of(felt["bets"]) == felt["seed"]
    found.say(own, "seed of the sample", f"{felt['seed'][:16]}.., the SHA-256 of the bets below")
    pays = {spot: paytables[digest] for spot, digest in felt["paytables"].items()}
    spots = {bet["spot"] for bet in felt["bets"]}
    within = {"ante_bonus"} if "ante" in spots else set()
    for spot in sorted(set(pays) - spots - within):
        found.say(False, f"{felt['name']} {spot}".strip(), "it has a paytable, and no counts")
    for bet in felt["bets"]:
        spot = bet["spot"]
        name = " ".join(filter(None, (felt["name"], spot, bet["paytable"])))
        if (game, spot) == ("blackjack", "main"):
            check_main(name, felt, bet, seed, asked.rounds, found)
            continue
        if spot in pays:
            check_pays(f"{name}, prizes", bet, pays[spot], stake, found)
            check_stakes(f"{name}, stakes", bet, pays[spot], found)
        counts = single_deal(game, spot, rules)
        if counts is not None:
            how = f"counted all {sum(counts.values()):,} deals"
            check_counts(name, bet, counts, how, found)
        elif spot == "big_draw":
            states = read_json(pack, "states.json")[felt["name"]]
            check_big_draw(name, felt, bet, pays[spot], states, seed, found)
        elif spot == "ante":
            rows = read_situations(pack["situations.csv"].decode())
            check_big_raise(name, felt, bet, pays["ante_bonus"], rows, found)
            check_drawn_situations(rows, seed, asked.sample, found)
        elif spot == "bad_beat":
            check_bad_beat(name, felt, bet, None, found)
            for way in bet["otherwise"]:
                check_pays(f"{name}, basic strategy, prizes", way, pays[spot], stake, found)
                check_bad_beat(f"{name}, basic strategy", felt, way, felt["strategy"], found)
                check_edge(f"{name}, basic strategy, edge", way, stake, found)
        else:
            found.say(False, name, "nothing here knows how to count it")
        check_edge(f"{name}, edge", bet, stake, found)


def check(asked: argparse.Namespace, found: Findings) -> None:
    """Everything."""
    place = asked.pack
    files = files_of(place)
    check_files(files, found)
    if not place.is_dir():
        check_container(place, files, found)
    figures = read_json(files, "figures.json")
    if figures["format"] != FORMAT:
        raise Broken(f"figures.json: the format is {figures['format']}, and this reads {FORMAT}")
    paytables = read_json(files, "paytables.json")
    check_paytables(paytables, found)
    by_digest = {one["digest"]: dict(one["lines"]) for one in paytables}
    if not figures["felts"]:
        raise Broken("figures.json: it has the figures of no game")
    felts = [felt | {"game": figures["game"]} for felt in figures["felts"]]
    for felt in felts:
        check_felt(files, felt, by_digest, asked, found)
    protection = {one["name"]: one for one in read_json(files, "protection.json")}
    if set(protection) != {felt["name"] for felt in felts}:
        raise Broken("protection.json: it is not of the sides of figures.json")
    for felt in felts:
        claimed = protection[felt["name"]]
        check_protection(felt, claimed, by_digest, asked, found)
    rounds = [name for name in sorted(files) if name.startswith("rounds/")]
    if not rounds:
        found.say(False, "rounds", "there is no worked round")
    for name in rounds:
        check_round(name, read_json(files, name), figures["felts"], found)


def main() -> int:
    """Check a pack, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    here = Path(__file__).resolve().parent
    parser.add_argument("pack", nargs="?", type=Path, default=here, help="a zip or a folder")
    parser.add_argument("--seed", default="", help="draw the samples from this text")
    parser.add_argument(
        "--sample",
        type=int,
        default=16,
        metavar="N",
        help="how many situations of Big Raise to count again; 0: every one, in an hour or so",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=200_000,
        metavar="N",
        help="how many rounds of blackjack to deal; the error halves with four times as many",
    )
    parser.add_argument(
        "--points",
        type=int,
        default=2**14,
        metavar="N",
        help="how many totals of many rounds are worked out at most; 131072 takes some minutes",
    )
    asked = parser.parse_args()
    found = Findings()
    try:
        check(asked, found)
    except Broken as error:
        found.wrong.append(str(error))
    except Exception as error:  # whatever a changed file may hold
        found.wrong.append(f"the pack cannot be read further: {type(error).__name__}: {error}")
    for sentence in found.wrong:
        print(f"FAILED: {sentence}")
    if not found.wrong:
        print(f"Everything holds: {found.right} checks.")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
