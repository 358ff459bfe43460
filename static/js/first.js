/**
 * The first minute: marks which of the three steps on the felt is due, and takes them away once
 * a card is dealt. #first holds them; each is a [data-first].
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
  const dealt = ({ target, fragment }) =>
    target?.matches("#mine, #board") && fragment.querySelector(CARD);
  if (tasks.some(dealt)) document.getElementById("first")?.remove();
}

function follow() {
  const first = document.getElementById("first");
  if (!first) return;
  if (!BEFORE.has(document.getElementById("pulse").dataset.phase)) {
    first.remove();
    return;
  }
  const laid = [...document.querySelectorAll('#bets [data-stake]:not([data-stake="0"])')];
  const counts = ({ dataset: { needs } }) =>
    !needs || laid.some(({ dataset: { spot } }) => spot === needs);
  const due = laid.length && laid.every(counts) ? "deal" : "bet";
  for (const step of first.querySelectorAll("[data-first]")) {
    if (step.dataset.first === due) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
}
