"""A scene in the sentences that a screen reader speaks when the table has moved on."""

from typing import Any

from games.engine.cards import name_of, parse_card
from games.engine.limits import money
from games.scenes import Scene


def said(shown: Scene) -> str:
    """What a screen reader should say about the scene now, in sentences; "" for nothing new."""
    heading, seat = shown["heading"], next((seat for seat in shown["seats"] if seat["you"]), None)
    hands = _spoken_hands(seat["hands"], heading["note"]) if seat and _is_news(shown) else []
    sentences = [f"{heading['title']}.", *hands, heading["note"]]
    if shown["state"] == "showing" and seat and seat["net"] is not None:
        sentences = [f"{heading['title']}.", heading["note"], *hands]
        for spot in shown["spots"]:
            if spot["result"]:
                sentences.append(_verdict(spot["name"], spot["result"]))
        sentences.append(f"Balance {money(shown['you']['balance'])}.")
    return " ".join(sentence for sentence in sentences if sentence)


def _is_news(shown: Scene) -> bool:
    """Whether the viewer's cards are news: not while others act and nothing of his changes, nor
    while he turns them himself."""
    return shown["state"] not in ("playing", "looking") or bool(shown["view"]["offers"])


def _spoken_hands(hands: list[dict[str, Any]], note: str) -> list[str]:
    """The hand that is asked about; without one all of them, counted where they are several.

    note: what is said beside it, which need not be said twice.
    """
    acting = [hand for hand in hands if hand["acting"]]
    told = acting or hands
    if len(told) == 1:
        return [_spoken_hand(told[0], "Cards", note)]
    return [_spoken_hand(hand, f"Hand {number}", "") for number, hand in enumerate(told, 1)]


def _spoken_hand(hand: dict[str, Any], name: str, note: str) -> str:
    """``"Cards: ten of clubs, king of hearts. Total 20."``; "" while nobody sees the cards."""
    codes = [card["code"] for card in hand["cards"]]
    if not codes or None in codes:
        return ""
    words, total = hand["words"], hand["total"]
    sentences = [f"{name}: {', '.join(name_of(parse_card(code)) for code in codes)}."]
    if words and not _tells(note, words):
        sentences.append(f"{words[0].upper()}{words[1:]}.")
    if total and total not in words:
        sentences.append(f"Total {total}.")
    if hand["result"]:
        sentences.append(_verdict(name, hand["result"]))
    return " ".join(sentences)


def _tells(note: str, words: str) -> bool:
    """Whether a note says already what the hand is."""
    return f" is {words}." in note or note.lower().startswith(f"{words.lower()}.")


def _verdict(name: str, result: dict[str, Any]) -> str:
    verb = {"win": "wins", "lose": "loses", "half": "loses", "push": "pushes"}[result["kind"]]
    amount = f" {money(abs(result['net']))}" if result["net"] else ""
    back = ", half returned" if result["kind"] == "half" else ""
    return f"{name} {verb}{amount}{back}."
