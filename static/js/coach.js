/* The coach: asked once for every step of one's own, by a request of its own, so that no push waits for it.
 *
 * #coach-says has the address as data-url; by its hx-sync the question about a later step takes the place of one that
 * still waits for its answer. What it says aloud is in data-says.
 */
(() => {
  "use strict";
  const SPEAKS = new Set(["playing", "showing"]);
  let asked = "", spoken = "";

  function ask() {
    const place = document.getElementById("coach-says"), pulse = document.getElementById("pulse");
    if (!place || !pulse) { asked = ""; return; }
    const { step, phase } = pulse.dataset;
    const what = `${step} ${pulse.hasAttribute("data-turn")}`;
    if (what === asked) return;
    asked = what;
    if (!SPEAKS.has(phase)) { place.replaceChildren(); return; }
    const mark = place.dataset.url.includes("?") ? "&" : "?";
    htmx.ajax("GET", `${place.dataset.url}${mark}step=${encodeURIComponent(step)}`, { source: place, target: place, swap: "innerHTML" });
  }

  function speak() {
    const words = document.querySelector("#coach-says [data-says]")?.dataset.says ?? "";
    if (words && words !== spoken) cardroom.say(words, "coach");
    spoken = words;
  }

  document.addEventListener("htmx:after:swap", () => { ask(); speak(); });
  ask();
})();
