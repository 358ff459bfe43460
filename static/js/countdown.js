/**
 * A countdown. The page says the time left in words; with this script in hours, minutes and
 * seconds.
 *
 * An element with data-countdown has the seconds that were left when the page was made. Once they
 * are over it shows data-over, with a link to this address. It also asks that address for the time
 * left if the computer's clock was set, or stood still.
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
  if (fresh.length !== shown.length) return; // another day has begun: the page links to it
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
