"""A finished round as a picture, for chats where its link is pasted: hands, title and net.

Everything is drawn here: rounded cards with rank and suit on the colour of the felt. A picture
shows what the page of the shared round has at the top, and no name.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO

from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

from accounts.templatetags.money import signed

WIDTH, HEIGHT = 1200, 630
MARGIN = 72
FINER = 2
"""It is drawn this many times larger, so that curves come out smooth."""

FELT, INK, INK_2, WIN = "#0e3b2e", "#efe8d6", "#b9c6b5", "#8be3b4"
FACE, EDGE = "#fffefa", "#08251d"
ASPECT = 1.36
SMALLER = 0.78
"""The size of the opposing cards compared with your own."""
SUITS = {"s": "#14171a", "h": "#c8102e", "d": "#1f5fbf", "c": "#0b7a3b"}
VERSION = "1"
"""Part of a picture's digest: increase it when pictures change."""

Font = ImageFont.FreeTypeFont


@dataclass(frozen=True)
class Shown:
    """The contents of a picture. hands, against: codes of cards; net: cents."""

    title: str
    game: str
    hands: tuple[tuple[str, ...], ...]
    against: tuple[str, ...]
    net: int

    @property
    def digest(self) -> str:
        """Identifies the picture: equal ones have the same digest."""
        return hashlib.sha256(f"{VERSION} {self!r}".encode()).hexdigest()[:20]


@lru_cache(maxsize=64)
def png(shown: Shown) -> bytes:
    """The picture, `WIDTH` by `HEIGHT`, as PNG."""
    large = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), FELT)
    _Felt(ImageDraw.Draw(large)).show(shown)
    file = BytesIO()
    large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def _font(name: str, size: int, weight: int) -> Font:
    path = finders.find(f"fonts/{name}-latin-wght-normal.woff2")
    if not isinstance(path, str):
        raise FileNotFoundError(f"The typeface {name} is missing from the static files.")
    font = ImageFont.truetype(path, size)
    font.set_variation_by_axes([weight])
    return font


class _Felt:
    """Draws on a large picture in the measures of the small one."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw

    def show(self, shown: Shown) -> None:
        """The title above, the cards in the middle, the house and the net below."""
        size = 76 if len(shown.title) < 50 else 56
        for line, text in enumerate(_lines(shown.title, _display(size), WIDTH - 2 * MARGIN)[:3]):
            self._text(MARGIN, 60 + line * size * 1.14, text, _display(size), INK)
        self._hands(shown, 424)
        self._text(MARGIN, 528, "Cardroom", _display(42), INK)
        self._text(MARGIN + 250, 540, shown.game, _text(30), INK_2)
        net, font = signed(shown.net), _display(48)
        at = WIDTH - MARGIN - font.getlength(net) / FINER
        self._text(at, 522, net, font, WIN if shown.net > 0 else INK)

    def _hands(self, shown: Shown, middle: float) -> None:
        """Your own hands, and smaller the opposing cards."""
        step = 1 / ASPECT + 0.06
        row = sum(len(hand) * step + 0.2 for hand in shown.hands)
        row += len(shown.against) * step * SMALLER + (0.28 if shown.against else 0)
        high = min(176, (WIDTH - 2 * MARGIN) / max(row, 1))
        x = float(MARGIN)
        for hand in shown.hands:
            x = self._cards(hand, x, middle, high) + high * 0.2
        if shown.hands and shown.against:
            self._text(x, middle - 18, "v", _text(30), INK_2)
            x += high * 0.28
        self._cards(shown.against, x, middle, high * SMALLER)

    def _cards(self, codes: Sequence[str], x: float, middle: float, high: float) -> float:
        """Draw cards side by side from `x` on; returns where they end."""
        wide = high / ASPECT
        for code in codes:
            self._card(code, x, middle - high / 2, wide, high)
            x += wide + high * 0.06
        return x

    def _card(self, code: str, x: float, y: float, wide: float, high: float) -> None:
        box = (x * FINER, y * FINER, (x + wide) * FINER, (y + high) * FINER)
        self._draw.rounded_rectangle(box, wide * 0.1 * FINER, fill=FACE, outline=EDGE, width=FINER)
        ink, rank = SUITS[code[1]], code[0].replace("T", "10")
        font = _font("archivo", round(high * 0.42) * FINER, 700)
        at = x + (wide - font.getlength(rank) / FINER) / 2
        self._text(at, y + high * 0.06, rank, font, ink)
        self._suit(code[1], x + wide / 2, y + high * 0.74, high * 0.34, ink)

    def _suit(self, suit: str, x: float, y: float, size: float, ink: str) -> None:
        """A suit's sign around a point, made of circles and polygons."""
        for left, top, across in _CIRCLES[suit]:
            box = (
                x + left * size,
                y + top * size,
                x + (left + across) * size,
                y + (top + across) * size,
            )
            self._draw.ellipse([one * FINER for one in box], fill=ink)
        for shape in _SHAPES[suit]:
            corners = [((x + a * size) * FINER, (y + b * size) * FINER) for a, b in shape]
            self._draw.polygon(corners, fill=ink)

    def _text(self, x: float, y: float, words: str, font: Font, ink: str) -> None:
        self._draw.text((x * FINER, y * FINER), words, fill=ink, font=font)


_STEM = ((0, 0.05), (0.2, 0.5), (-0.2, 0.5))
_CIRCLES = {
    "d": (),
    "h": ((-0.5, -0.46, 0.53), (-0.03, -0.46, 0.53)),
    "s": ((-0.5, -0.12, 0.52), (-0.02, -0.12, 0.52)),
    "c": ((-0.24, -0.5, 0.48), (-0.52, -0.1, 0.48), (0.04, -0.1, 0.48)),
}
"""By suit: left, top and width of its circles, as fractions of the sign's size around its
middle."""
_SHAPES = {
    "d": (((0, -0.55), (0.4, 0), (0, 0.55), (-0.4, 0)),),
    "h": (((-0.455, -0.06), (0.455, -0.06), (0, 0.5)), ((-0.25, -0.2), (0.25, -0.2), (0, 0.1))),
    "s": (((0, -0.52), (0.46, 0.02), (0, 0.3), (-0.46, 0.02)), _STEM),
    "c": (_STEM, ((-0.2, -0.1), (0.2, -0.1), (0, 0.3))),
}


def _display(size: int) -> Font:
    return _font("besley", size * FINER, 600)


def _text(size: int) -> Font:
    return _font("archivo", size * FINER, 500)


def _lines(words: str, font: Font, width: int) -> list[str]:
    """Words split into lines that fit the width."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) > width * FINER and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
