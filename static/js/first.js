/**
 * The first minute: marks which of the three steps on the felt is due, and takes them away once
 * cards are dealt. #first holds them; each is a [data-first].
 */
const BEFORE = new Set(["waiting", "choosing", "betting"]);

/** Begins to follow the first round. */
export function startFirst() {
  const bets = document.getElementById("bets");
  if (!document.getElementById("first") || !bets) return;
  new MutationObserver(follow).observe(bets, {
    subtree: true,
    attributes: true,
    attributeFilter: ["data-stake"],
  });
  document.addEventListener("htmx:after:swap", follow);
  follow();
}

function follow() {
  const first = document.getElementById("first");
  if (!first) return;
  if (!BEFORE.has(document.getElementById("pulse").dataset.phase)) {
    first.remove();
    return;
  }
  const due = document.querySelector('#bets [data-stake]:not([data-stake="0"])') ? "deal" : "bet";
  for (const step of first.querySelectorAll("[data-first]")) {
    if (step.dataset.first === due) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
}
