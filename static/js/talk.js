/* Table talk: what is said appears for a moment beside the seat that says it, is spoken once, and stays in the list.
 * Who has muted the table sees and hears none of it; the choice is kept in this browser.
 */
(() => {
  "use strict";
  const STAYS = 4000, KEPT_AS = "cardroom.talk";
  const talk = document.getElementById("talk");
  const button = document.getElementById("mute");
  if (!talk || !button) return;

  const said = () => [...talk.querySelectorAll("[data-said]")];
  const number = (line) => Number(line.dataset.said);
  let heard = Math.max(0, ...said().map(number));
  let muted = false;
  try { muted = localStorage.getItem(KEPT_AS) === "off"; } catch { /* for this page only */ }

  function bubble(line) {
    const felt = document.querySelector(".felt");
    const drawn = document.getElementById(`seat-${line.dataset.seat}`)?.firstElementChild;
    // One's own seat is not drawn among the others.
    const seat = drawn?.getClientRects().length ? drawn : document.getElementById("mine");
    if (!seat || !felt) return;
    const at = seat.getBoundingClientRect(), frame = felt.getBoundingClientRect();
    const words = document.createElement("p");
    words.className = "bubble";
    words.ariaHidden = "true"; // it is spoken already
    words.textContent = line.lastElementChild.lastChild.textContent.trim();
    felt.append(words);
    const room = frame.width - words.offsetWidth - 4;
    words.style.insetInlineStart = `${Math.max(4, Math.min(at.left - frame.left, room))}px`;
    words.style.insetBlockStart = `${Math.max(4, at.top - frame.top - words.offsetHeight)}px`;
    setTimeout(() => words.remove(), STAYS);
  }

  function hear() {
    for (const line of said().filter((line) => number(line) > heard)) {
      heard = number(line);
      if (muted) continue;
      bubble(line);
      cardroom.say(line.lastElementChild.textContent.trim(), `talk ${heard}`);
    }
  }

  function show() {
    talk.hidden = muted;
    button.setAttribute("aria-pressed", String(muted));
  }

  button.addEventListener("click", () => {
    muted = !muted;
    try { localStorage.setItem(KEPT_AS, muted ? "off" : "on"); } catch { /* for this page only */ }
    show();
  });
  new MutationObserver(hear).observe(talk, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-said"] });
  button.hidden = false;
  show();
})();
