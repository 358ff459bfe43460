/**
 * A time that is left, counted down. The page says it in words; with this script it says hours,
 * minutes and seconds.
 *
 * An element with data-countdown has the seconds that were left when the page was made. Once they
 * are over it says what its data-over says, and where the news are: at this address.
 */
import { hoursMinutesSeconds } from "./format.js";

const SECOND = 1000;

/** Begins to count down. */
export function startCountdown() {
  const began = Date.now();
  const tick = () => {
    const passed = (Date.now() - began) / SECOND;
    for (const element of document.querySelectorAll("[data-countdown]")) draw(element, passed);
  };
  setInterval(tick, SECOND);
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
