/* Turning one's own cards one by one. The server has dealt and sent them; this only covers them for a while.
 *
 * .hand[data-squeeze][data-round] holds cards with data-value and data-total-after and a .card__cover each. The style sheet
 * covers what is not .is-turned. [data-turned] is what to say once all are turned. Without a script nothing is covered.
 */
(() => {
  "use strict";
  const KEY = "turned";
  const hand = () => document.querySelector(".hand[data-squeeze]");
  const cards = () => [...(hand()?.querySelectorAll(".card") ?? [])];

  /* Which cards of this round are turned; kept for as long as the tab lives. */
  function turned() {
    const kept = JSON.parse(sessionStorage.getItem(KEY) || "{}");
    return kept.round === hand()?.dataset.round ? kept.cards : [];
  }

  function turn(...numbers) {
    const all = [...new Set([...turned(), ...numbers])];
    sessionStorage.setItem(KEY, JSON.stringify({ round: hand().dataset.round, cards: all }));
    show();
    return all;
  }

  const next = () => cards().findIndex((card) => !card.classList.contains("is-turned"));

  function show() {
    if (!hand()) return;
    const open = turned();
    cards().forEach((card, index) => card.classList.toggle("is-turned", open.includes(index)));
    cards().forEach((card, index) => card.classList.toggle("is-next", index === next()));
    const values = open.map((index) => Number(cards()[index].dataset.value));
    const sum = values.reduce((one, other) => one + other, 0);
    for (const element of document.querySelectorAll("[data-running-total]")) element.textContent = sum;
    for (const element of document.querySelectorAll("[data-running-line]")) element.textContent = line(open, values, sum);
    for (const button of document.querySelectorAll("[data-do=turn-next]")) button.ariaDisabled = String(next() < 0);
    for (const element of next() < 0 ? document.querySelectorAll("[data-turned]") : []) element.textContent = element.dataset.turned;
    rule(sum, cards().length - open.length);
  }

  /* The server's own words while the cards are turned in order, else the bare sum. */
  function line(open, values, sum) {
    if (!open.length) return `${cards().length} cards to turn.`;
    const inOrder = open.every((index) => index < open.length);
    return inOrder ? cards()[open.length - 1].dataset.totalAfter : `${values.join(" + ")} = ${sum}`;
  }

  /* Totals on the ruler that cannot be reached any more fade: a card to come counts data-least to data-most. */
  function rule(sum, left) {
    const { least, most } = hand().dataset;
    if (!least || !most) return;
    for (const mark of document.querySelectorAll(".scale [data-low]")) {
      const out = sum + left * Number(least) > Number(mark.dataset.high) || sum + left * Number(most) < Number(mark.dataset.low);
      mark.classList.toggle("is-out", out);
    }
  }

  function turnOne(index) {
    const open = turn(index);
    const card = cards()[index];
    cardroom.say(`${card.querySelector("img").alt}. ${line(open, open.map((at) => Number(cards()[at].dataset.value)), "")}`, `card ${index}`);
    const follow = cards()[next()]?.querySelector(".card__cover") ?? document.querySelector("[data-do=reveal]");
    if (card.contains(document.activeElement)) follow?.focus();
  }

  document.addEventListener("click", (event) => {
    if (!hand()) return;
    const cover = event.target.closest(".card__cover");
    if (cover) return turnOne(cards().indexOf(cover.closest(".card")));
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (action === "turn-next" && next() >= 0) turnOne(next());
    if (action === "reveal") turn(...cards().keys()); // and its form goes on to the server
  });
  document.addEventListener("htmx:after:swap", show);
  show();
})();
