/* A time that is left, counted down. The page says it in words; with this script it says hours, minutes and seconds.
 *
 * An element with data-countdown has the seconds that were left when the page was made. Once they are over it says what
 * its data-over says, and where the news are: at this address.
 */
(() => {
  "use strict";
  const SECOND = 1000;
  const began = Date.now();
  const two = (number) => String(number).padStart(2, "0");

  function draw(element) {
    const left = Math.ceil(Number(element.dataset.countdown) - (Date.now() - began) / SECOND);
    if (left > 0) {
      element.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
      return;
    }
    const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Load the page again" });
    const line = element.closest("[data-over]");
    line.replaceChildren(`${line.dataset.over} `, again, ".");
  }

  const tick = () => document.querySelectorAll("[data-countdown]").forEach(draw);
  setInterval(tick, SECOND);
  tick();
})();
