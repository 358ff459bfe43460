/* The page's two voices: #polite for news, #notice for what needs an answer.
 *
 * Anybody speaks by cardroom.say(text, topic) and cardroom.warn(text). News of one topic replaces older news
 * of the same topic that was not spoken yet; announcements are half a second apart, so that none is cut off.
 * The table's own sentence is its data-say attribute, spoken whenever its data-say-id changes.
 */
window.cardroom = window.cardroom || {};
(() => {
  "use strict";
  const GAP = 500, NOTICE_STAYS = 8000;
  const polite = document.getElementById("polite");
  const notice = document.getElementById("notice");
  const waiting = new Map();
  let spokenAt = -GAP, timer = 0, clearing = 0;

  function speak() {
    timer = 0;
    spokenAt = performance.now();
    const text = [...waiting.values()].join(" ");
    waiting.clear();
    // The same words twice are news twice; a live region speaks only what changed.
    polite.textContent = text === polite.textContent ? text + "\u00a0" : text;
  }

  cardroom.say = (text, topic = text) => {
    waiting.set(topic, text);
    timer ||= setTimeout(speak, Math.max(0, spokenAt + GAP - performance.now()));
  };

  cardroom.warn = (text) => { notice.textContent = text; };
  cardroom.unwarn = (text) => { if (notice.textContent === text) hush(); };

  const hush = () => { notice.textContent = ""; };

  new MutationObserver(() => {
    clearTimeout(clearing);
    if (notice.textContent) clearing = setTimeout(hush, NOTICE_STAYS);
  }).observe(notice, { childList: true, characterData: true, subtree: true });
  notice.addEventListener("click", hush);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });

  const tableSays = () => document.querySelector("[data-say-id]");
  let heard = tableSays()?.dataset.sayId;
  document.addEventListener("htmx:after:swap", () => {
    const table = tableSays();
    if (!table || table.dataset.sayId === heard) return;
    heard = table.dataset.sayId;
    if (table.dataset.say) cardroom.say(table.dataset.say, "table");
  });
})();
