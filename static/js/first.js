/**
 * The first minute: marks which of the three steps on the felt is due, hides them while others
 * play, and takes them away once the player has a card. #first holds them; each is a [data-first].
 */
const BEFORE = new Set(["waiting", "choosing", "betting"]);
const CARD = ".card:not(.card--slot)";

/** Begins to follow the first round. */
export function startFirst() {
  const bets = document.getElementById("bets");
  if (!document.getElementById("first") || !bets) return;
  new MutationObserver(follow).observe(bets, {
    subtree: true,
    attributes: true,
    attributeFilter: ["data-stake"],
  });
  document.addEventListener("htmx:before:swap", makeWay);
  document.addEventListener("htmx:after:swap", follow);
  follow();
}

/** The steps are where the cards will be. */
function makeWay({ detail: { tasks } }) {
  const dealt = (selector) =>
    tasks.some(({ target, fragment }) => target?.matches(selector) && fragment.querySelector(CARD));
  const first = document.getElementById("first");
  if (dealt("#mine")) first?.remove();
  else if (first && dealt("#board")) first.hidden = true;
}

function follow() {
  const first = document.getElementById("first");
  if (!first) return;
  first.hidden = !BEFORE.has(document.getElementById("pulse").dataset.phase);
  const laid = [...document.querySelectorAll('#bets [data-stake]:not([data-stake="0"])')];
  const counts = ({ dataset: { needs } }) =>
    !needs || laid.some(({ dataset: { spot } }) => spot === needs);
  const due = laid.length && laid.every(counts) ? "deal" : "bet";
  for (const step of first.querySelectorAll("[data-first]")) {
    if (step.dataset.first === due) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
}
