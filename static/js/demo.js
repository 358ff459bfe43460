/**
 * A demonstration: goes from step to step in place, and fills the screen.
 *
 * The element with data-demo has in data-query how the page's own address goes on before at=, and
 * in data-last the last step. HTMX gets only the step from there. Keys are those of keys.js, and
 * Space, which goes on whatever has the focus.
 */
import { say, warn } from "./announce.js";
import { ask, swapIn } from "./fragments.js";

const MISSING = "This step could not be loaded. Try again, or load the page again.";
const OWN_SPACE = "button, input, select, textarea, summary, dialog";

const steps = new Map(); // address -> the promise of its fragments
let wanted = ""; // the address that was asked for last

const part = (id) => document.getElementById(id);
const root = () => document.querySelector("[data-demo]");

/** Begins to go from step to step without loading the page. */
export function startDemo() {
  document.addEventListener("click", follow);
  document.addEventListener("keydown", nextBySpace);
  const full = part("full");
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", fillScreen);
  loadAhead();
}

function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const link = event.target.closest("#steps a");
  if (!link) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

/** A link leaves the space bar to the page, which would scroll; here it goes on. */
function nextBySpace(event) {
  if (event.key !== " " || event.repeat || event.defaultPrevented) return;
  if (document.body.dataset.keys === "off" || event.target.closest(OWN_SPACE)) return;
  event.preventDefault();
  part("next").click();
}

async function go(href) {
  wanted = href;
  let text;
  try {
    text = await step(href);
  } catch {
    warn(MISSING);
    return;
  }
  if (wanted !== href) return; // the speaker has moved on since
  await swapIn(text, root());
  say(part("say").querySelector("span").textContent, "demo");
  history.replaceState(null, "", href);
  loadAhead();
}

function step(href) {
  if (!steps.has(href)) {
    const coming = load(href);
    coming.catch(() => steps.delete(href)); // the next try asks again
    steps.set(href, coming);
  }
  return steps.get(href);
}

async function load(href) {
  const response = await ask(href);
  if (!response.ok || response.redirected) throw new Error(response.status);
  return response.text();
}

function loadAhead() {
  step(part("next").getAttribute("href")).catch(() => {}); // it is asked for again when wanted
}

function fillScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}
