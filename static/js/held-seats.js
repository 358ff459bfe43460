/**
 * The way back: the bar over every page with the seats that its player holds at other tables.
 *
 * #held-seats has data-url, the address of its news: requested every five seconds while there is a
 * seat, and as soon as one of its clocks has run out. An element with data-left-ms counts down from
 * the time left when the page or the news came, by a clock that cannot be set.
 */
import { say } from "./announce.js";
import { ask } from "./fragments.js";

const EVERY = 5_000;
const FIRST = 1_000;
const TICK = 250;
const OVERDUE = 500;

let read = 0; // when the bar came, as performance.now() has it
let asked = 0;
let due = ""; // what was last announced to the player

const bar = () => document.getElementById("held-seats");
const clocks = () => [...bar().querySelectorAll("[data-left-ms]")];

/** Begins to keep the bar up to date, on pages that have it. */
export function startHeldSeats() {
  if (!bar()) return;
  read = performance.now();
  asked = read - EVERY + FIRST;
  due = dueNow();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) askNews();
  });
  setInterval(tick, TICK);
  tick();
}

/** What is left of a time, in milliseconds, seconds and percent of the whole window. */
export function leftOf({ leftMs, windowMs }, passed) {
  const left = Math.max(0, Number(leftMs) - passed);
  const share = Math.min(100, (100 * left) / Number(windowMs));
  return { left, seconds: Math.ceil(left / 1000), share };
}

function tick() {
  const passed = performance.now() - read;
  let over = false;
  for (const clock of clocks()) {
    const { left, seconds, share } = leftOf(clock.dataset, passed);
    clock.textContent = seconds;
    const ring = clock.parentElement.querySelector(".ring__left");
    ring.setAttribute("stroke-dasharray", `${share.toFixed(1)} 100`);
    over ||= left === 0;
  }
  const since = performance.now() - asked;
  if (bar().firstElementChild && (since > EVERY || (over && since > OVERDUE))) askNews();
}

async function askNews() {
  if (document.hidden) return;
  asked = performance.now();
  let response;
  try {
    response = await ask(bar().dataset.url);
  } catch {
    return; // the next turn asks again
  }
  if (response.status !== 200 || response.redirected) return;
  show(await response.text());
}

/** Replaces the bar with the news if it differs, keeping the focus on it. */
function show(text) {
  const news = new DOMParser().parseFromString(text, "text/html").body;
  read = performance.now();
  if (withoutClocks(news) === withoutClocks(bar())) {
    const fresh = news.querySelectorAll("[data-left-ms]");
    for (const [place, clock] of clocks().entries()) {
      clock.dataset.leftMs = fresh[place].dataset.leftMs;
    }
  } else {
    const focused = bar().contains(document.activeElement);
    bar().replaceChildren(...news.children);
    if (focused) bar().querySelector("a")?.focus();
  }
  if (dueNow() !== due) {
    due = dueNow();
    if (due) say(due, "held");
  }
}

const dueNow = () => bar().querySelector("[data-due]")?.dataset.due ?? "";

/** The bar without the parts that only time changes. */
function withoutClocks(element) {
  const copy = element.cloneNode(true);
  for (const ring of copy.querySelectorAll(".ring")) ring.textContent = "";
  return copy.innerHTML.replace(/\s+/g, " ").trim();
}
