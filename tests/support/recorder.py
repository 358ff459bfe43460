"""Every frame of a round as a browser shows it: what can be seen, read, heard and pressed."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page

RECORD = """
window.recorded = { frames: [], sounds: [], shifts: [], faceless: 0, outside: [] };
for (const name of ["OscillatorNode", "AudioBufferSourceNode"]) {
  const start = window[name].prototype.start;
  window[name].prototype.start = function (...args) {
    recorded.sounds.push([recorded.frames.length, this.frequency?.value ?? 0]);
    return start.apply(this, args);
  };
}
try {
  localStorage["cardroom.sound"] = "on";
} catch {}
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) recorded.shifts.push(value);
}).observe({ type: "layout-shift" });
const text = (selector) =>
  [...document.querySelectorAll(selector)]
    .filter((element) => getComputedStyle(element).visibility === "visible")
    .map((element) => element.textContent.trim().replace(/\\s+/g, " "))
    .filter(Boolean);
const isOpen = (card) => {
  const image = card.querySelector("img");
  if (!image || getComputedStyle(card).visibility !== "visible") return false;
  if (getComputedStyle(image).visibility !== "visible") return false;
  if (!image.complete || !image.naturalWidth) recorded.faceless += 1;
  return true;
};
const isSeen = (element) => element && getComputedStyle(element).visibility === "visible";
const isBlank = (card) => {
  const cover = card.querySelector(".card__cover");
  return cover && isSeen(card) && !isSeen(cover) && !isSeen(card.querySelector("img"));
};
const isOutside = (button) => {
  const { top, left, right, bottom } = button.getBoundingClientRect();
  if (top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return true;
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !over?.closest("#acts");
};
const look = () => {
  const pulse = document.getElementById("pulse")?.dataset;
  if (pulse) {
    const cards = [...document.querySelectorAll(":is(#board, #mine) .card")];
    const buttons = [...document.querySelectorAll("#acts :is(button, a)")]
      .filter((button) => !button.closest("[inert]") && !button.disabled)
      .filter((button) => button.getClientRects().length)
      .filter((button) => getComputedStyle(button).visibility === "visible");
    recorded.faceless += cards.filter(isBlank).length;
    recorded.outside.push(...buttons.filter(isOutside).map((button) => button.outerHTML));
    recorded.frames.push({
      phase: pulse.phase,
      film: document.querySelector("[data-film]") !== null,
      open: cards.filter(isOpen).length,
      mine: [...document.querySelectorAll("#mine .card")].filter(isOpen).length,
      words: text("#phase, .phase p, #line, #events li, #polite, #rounds a, #coach-says"),
      tags: text("#spots .tag, #mine .tag"),
      named: text("#board h3 b, #board .count").join(),
      dimmed: [...document.querySelectorAll("#board :is(.card--idle, .is-lost .card)")]
        .map((card) => getComputedStyle(card))
        .filter(({ filter, visibility }) => filter !== "none" && visibility === "visible").length,
      lit: text("#board .is-here, #pays .is-here"),
      purse: document.querySelector("#purse span")?.textContent ?? "",
      buttons: buttons.map((button) => button.textContent.trim()),
      title: document.title,
    });
  }
  requestAnimationFrame(look);
};
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(look));
"""
"""A script for a page before it is loaded. Numbers of frames go by the page's own clock."""

PLACES = """
window.places = {};
const PARTS = [
  ".felt", "#dealer", ".shoe", ".muck", ".seats", "#mine", "#bets", "#bets .spot", "#bets .well",
  "#line", "#board .scale", "#board .paper:first-child", "#board .hand",
  ".felt:not(.felt--blackjack) #mine .hand", "#acts",
];
const place = () => {
  for (const part of PARTS) {
    document.querySelectorAll(part).forEach((element, number) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (!width) return;
      const top = part === "#acts" ? y : y + scrollY; // the buttons stay in the window
      const box = [x, top, width, height];
      const spread = (places[`${part} ${number + 1}`] ??= box.map((n) => [n, n]));
      box.forEach((n, nth) => {
        spread[nth] = [Math.min(spread[nth][0], n), Math.max(spread[nth][1], n)];
      });
    });
  }
  requestAnimationFrame(place);
};
document.addEventListener("DOMContentLoaded", () => requestAnimationFrame(place));
"""
"""A script for a page before it is loaded: where each part of the table has been, in all frames."""

OUTCOME = re.compile(
    r"\b(?:you (?:win|lose|break even)|wins|loses|pushes|net|paid|blunder|mistake|was best)\b",
    re.IGNORECASE,
)
OTHERS = re.compile(r"Seat [2-9]\b")
"""What the log says of other seats than the player's, 1: some of their bets are settled before."""
WINNING = {523, 659, 784, 392, 587}
"""The tones of a win in Hz, and of the rare thing; "your turn" has two of them at another time."""


@dataclass(frozen=True)
class Recording:
    """The frames of one round, from the press that deals to the last word. outside: buttons of
    the question that did not lie wholly in the window, or below something else."""

    frames: list[dict[str, Any]]
    sounds: list[tuple[int, float]]
    shift: float
    faceless: int
    outside: list[str]

    def leads(self) -> list[str]:
        """What was told before the last card that it hangs on lay open."""
        last = self.frames[-1]
        found = []
        before, known = self.frames[0]["purse"], {*self.frames[0]["words"]}
        for number, frame in enumerate(self.frames):
            if frame["open"] >= last["open"]:
                continue
            new = [words for words in frame["words"] if words not in known]
            text = [words for words in new if OUTCOME.search(words) and not OTHERS.match(words)]
            heard = [hz for at, hz in self.sounds if at == number and int(hz) in WINNING]
            text += [f"{len(frame['tags'])} tags"] if frame["tags"] else []
            text += [f"balance {frame['purse']}"] if _more(frame["purse"], before) else []
            text += [f"a sound of {hz} Hz" for hz in heard if frame["phase"] == "showing"]
            text += (
                [f"the dealer has {last['named']}"] if _named(frame, last, self.frames[0]) else []
            )
            text += ["cards that do not count"] if frame["dimmed"] else []
            text += ["the result's phase"] if frame["phase"] == "showing" else []
            text += [f"buttons {frame['buttons']}"] if frame["film"] and frame["buttons"] else []
            found += [f"frame {number}, {frame['open']} cards open: {what}" for what in text]
        return found


def _named(frame: dict[str, Any], last: dict[str, Any], first: dict[str, Any]) -> bool:
    """Whether a frame calls the dealer's hand what only its last card makes it."""
    return bool(last["named"]) and frame["named"] == last["named"] != first["named"]


def _more(purse: str, before: str) -> bool:
    return float(purse.replace(",", "") or 0) > float(before.replace(",", "") or 0)


def record(context: BrowserContext) -> None:
    """Records all pages that are opened in a browser profile from now on."""
    context.add_init_script(RECORD)


def start(page: Page) -> None:
    """Forgets what was recorded so far: the round begins."""
    page.evaluate("""() => {
        const last = recorded.frames.length;
        Object.assign(recorded, { frames: recorded.frames.slice(-1), sounds: [], shifts: [] });
        Object.assign(recorded, { faceless: 0, outside: [] });
        return last;
    }""")


def stop(page: Page) -> Recording:
    """What was recorded since the start, once nothing moves any more."""
    page.wait_for_timeout(400)
    raw = page.evaluate("() => recorded")
    return Recording(
        raw["frames"],
        [(int(at), float(hz)) for at, hz in raw["sounds"]],
        sum(raw["shifts"]),
        raw["faceless"],
        raw["outside"],
    )


def watch_places(context: BrowserContext) -> None:
    """Notes from now on where the parts of tables are, on all pages of a browser profile."""
    context.add_init_script(PLACES)


def moved(page: Page) -> list[str]:
    """The parts of the table that have moved or changed their size since the page was loaded."""
    places: dict[str, list[tuple[float, float]]] = page.evaluate("() => places")
    return [
        f"{part}: {spread}"
        for part, spread in places.items()
        if any(most - least > 1 for least, most in spread)
    ]
