"""A scene in sentences for screen readers, spoken when the table has moved on."""

from collections.abc import Sequence

from games.engine.cards import name_of, parse_card
from games.engine.limits import money
from games.scenes.parts import is_asked
from games.scenes.scene import Player, Scene
from games.scenes.seats import HandScene
from games.scenes.spots import Outcome


def said(shown: Scene) -> str:
    """What a screen reader should say about the scene now, in sentences; "" for nothing new."""
    title, note = f"{shown.heading.title}.", shown.heading.note
    seat = shown.own.seat if shown.own else None
    hands = _spoken_hands(seat.hands, note) if seat and _is_news(shown) else []
    sentences = [title, *hands, note]
    if shown.state == "showing" and seat and seat.net is not None:
        spots = [_verdict(spot.name, spot.result) for spot in shown.spots if spot.result]
        sentences = [title, note, *hands, *spots]
        if isinstance(shown.you, Player) and shown.you.balance is not None:
            sentences.append(f"Balance {money(shown.you.balance)}.")
    return " ".join(sentence for sentence in sentences if sentence)


def _is_news(shown: Scene) -> bool:
    """Whether the viewer's cards are news: not while others act and nothing in them changes, nor
    while the viewer is turning them."""
    return shown.state not in ("playing", "looking") or is_asked(shown)


def _spoken_hands(hands: Sequence[HandScene], note: str) -> list[str]:
    """The hand that the question is about; otherwise all hands, numbered if there are several.

    note: what is already said beside it and need not be repeated.
    """
    acting = [hand for hand in hands if hand.acting]
    spoken = acting or hands
    if len(spoken) == 1:
        return [_spoken_hand(spoken[0], "Cards", note)]
    return [_spoken_hand(hand, f"Hand {number}", "") for number, hand in enumerate(spoken, 1)]


def _spoken_hand(hand: HandScene, name: str, note: str) -> str:
    """``"Cards: ten of clubs, king of hearts. Total 20."``; "" while nobody sees the cards."""
    codes = [card.code for card in hand.cards if card.code]
    if not codes or len(codes) < len(hand.cards):
        return ""
    words, total = hand.words, hand.total
    sentences = [f"{name}: {', '.join(name_of(parse_card(code)) for code in codes)}."]
    if words and not _says(note, words):
        sentences.append(f"{words[0].upper()}{words[1:]}.")
    if total and total not in words:
        sentences.append(f"Total {total}.")
    if hand.result:
        sentences.append(_verdict(name, hand.result))
    return " ".join(sentences)


def _says(note: str, words: str) -> bool:
    """Whether a note already says what the hand is."""
    return f" is {words}." in note or note.lower().startswith(f"{words.lower()}.")


def _verdict(name: str, result: Outcome) -> str:
    verb = {"win": "wins", "lose": "loses", "half": "loses", "push": "pushes"}[result.kind]
    amount = f" {money(abs(result.net))}" if result.net else ""
    back = ", half returned" if result.kind == "half" else ""
    return f"{name} {verb}{amount}{back}."
