/**
 * The page's two voices: #polite for news, #notice for what needs an answer.
 *
 * The table's own sentence is its data-say attribute, spoken whenever its data-say-id changes.
 */
const GAP = 500; // milliseconds between announcements, so that none is cut off
const NOTICE_STAYS = 8000;
const waiting = new Map(); // topic -> the news that was not spoken yet
let spokenAt = -GAP;
let timer = 0;
let clearing = 0;
let heard = "";

const notice = () => document.getElementById("notice");
const sentence = () => document.querySelector("[data-say-id]");

/** Speaks a text. News of one topic replaces older news of it that was not spoken yet. */
export function say(text, topic = text) {
  waiting.set(topic, text);
  if (!timer) timer = setTimeout(speak, Math.max(0, spokenAt + GAP - performance.now()));
}

/** Shows and speaks what needs an answer. */
export function warn(text) {
  notice().textContent = text;
}

/** Takes a warning back, if it is the one that is shown. */
export function unwarn(text) {
  if (notice().textContent === text) clear();
}

/** Begins to speak the table's sentences, and to clear warnings: by click, Escape, or in time. */
export function startAnnouncing() {
  new MutationObserver(clearInTime).observe(notice(), {
    childList: true,
    characterData: true,
    subtree: true,
  });
  notice().addEventListener("click", clear);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") clear();
  });
  heard = sentence()?.dataset.sayId ?? "";
  document.addEventListener("htmx:after:swap", speakForTable);
}

function speak() {
  timer = 0;
  spokenAt = performance.now();
  const polite = document.getElementById("polite");
  const text = [...waiting.values()].join(" ");
  waiting.clear();
  // The same words twice are news twice; a live region speaks only what changed.
  polite.textContent = text === polite.textContent ? `${text}\u00a0` : text;
}

function clear() {
  notice().textContent = "";
}

function clearInTime() {
  clearTimeout(clearing);
  if (notice().textContent) clearing = setTimeout(clear, NOTICE_STAYS);
}

function speakForTable() {
  const table = sentence();
  if (!table || table.dataset.sayId === heard) return;
  heard = table.dataset.sayId;
  if (table.dataset.say) say(table.dataset.say, "table");
}
