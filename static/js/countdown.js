/**
 * A time that is left, counted down. The page says it in words; with this script it says hours,
 * minutes and seconds.
 *
 * An element with data-countdown has the seconds that were left when the page was made. Once they
 * are over it says what its data-over says, and where the news are: at this address. There it is
 * also asked how much is left when the computer's clock was set, or stood still.
 */
import { hoursMinutesSeconds } from "./format.js";
import { watchSteps } from "./steady.js";

const SECOND = 1000;

let began = 0; // when the seconds were right, as performance.now() has it

const elements = (page) => [...page.querySelectorAll("[data-countdown]")];

/** Begins to count down. */
export function startCountdown() {
  began = performance.now();
  watchSteps(measure);
  setInterval(tick, SECOND);
  tick();
}

function tick() {
  const passed = (performance.now() - began) / SECOND;
  for (const element of elements(document)) draw(element, passed);
}

async function measure() {
  let text;
  try {
    text = await (await fetch(location.href)).text();
  } catch {
    return; // as it was counted so far
  }
  const fresh = elements(new DOMParser().parseFromString(text, "text/html"));
  const shown = elements(document);
  if (fresh.length !== shown.length) return; // another day has begun: the page says where it is
  for (const [place, element] of shown.entries()) {
    element.dataset.countdown = fresh[place].dataset.countdown;
  }
  began = performance.now();
  tick();
}

function draw(element, passed) {
  const left = Math.ceil(Number(element.dataset.countdown) - passed);
  if (left > 0) {
    element.textContent = hoursMinutesSeconds(left);
    return;
  }
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = "Load the page again";
  const line = element.closest("[data-over]");
  line.replaceChildren(`${line.dataset.over} `, again, ".");
}
