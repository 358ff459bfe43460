/**
 * The coach: asked once for every step of the player's own, by a request of its own, so that no
 * push waits for it.
 *
 * #coach-says has the address as data-url; by its hx-sync the question about a later step replaces
 * one that still waits for its answer. What it says aloud is in data-says.
 */
import { say } from "./announce.js";

const SPEAKS = new Set(["playing", "showing"]); // the phases that it has something to say in
let asked = "";
let spoken = "";

/** Begins to ask the coach, once htmx is there. */
export function startCoach() {
  document.addEventListener("htmx:after:swap", () => {
    setTimeout(ask); // sending takes its time: what was swapped is drawn first
    speak();
  });
  document.addEventListener("DOMContentLoaded", ask);
}

function ask() {
  const place = document.getElementById("coach-says");
  const pulse = document.getElementById("pulse");
  if (!place || !pulse) {
    asked = "";
    return;
  }
  const { step, phase } = pulse.dataset;
  const what = `${step} ${pulse.hasAttribute("data-turn")}`;
  if (what === asked) return;
  asked = what;
  if (!SPEAKS.has(phase)) {
    place.replaceChildren();
    return;
  }
  const { url } = place.dataset;
  const address = `${url}${url.includes("?") ? "&" : "?"}step=${encodeURIComponent(step)}`;
  htmx.ajax("GET", address, { source: place, target: place, swap: "innerHTML" });
}

function speak() {
  const words = document.querySelector("#coach-says [data-says]")?.dataset.says ?? "";
  if (words && words !== spoken) say(words, "coach");
  spoken = words;
}
