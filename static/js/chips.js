/* Chips on the page: reading and drawing stakes, and the tray to pick from. No rules, no server.
 *
 * Stakes are whole cents. A spot is button.spot[data-spot][data-name][data-min][data-max][data-stake] with a .stack and
 * a .stake inside; the tray is a radio group of [role=radio][data-v], whole chips.
 */
window.cardroom = window.cardroom || {};
(() => {
  "use strict";
  const VALUES = [500, 100, 25, 5, 1], DRAWN = 4;
  const formatter = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });

  const money = (cents) => formatter.format(cents / 100);
  const words = (cents) => money(cents).replace(/\.00$/, "");

  /* A stake in the fewest chips, biggest first, in cents: 1200 -> [500, 500, 100, 100]. */
  function split(cents) {
    const chips = [];
    for (const value of VALUES) {
      for (; cents >= value * 100; cents -= value * 100) chips.push(value * 100);
    }
    return chips;
  }

  function chip(value) {
    const element = document.createElement("span");
    element.className = "chip";
    element.dataset.v = element.textContent = value;
    return element;
  }

  function label(spot, cents) {
    const { name, min, max } = spot.dataset;
    return `${name === "Bet" ? name : `${name} bet`}, ${cents ? words(cents) : "none"}, min ${words(min)} max ${words(max)}`;
  }

  function draw(spot, cents) {
    spot.dataset.stake = cents;
    spot.setAttribute("aria-label", label(spot, cents));
    spot.querySelector(".stack").replaceChildren(...split(cents).slice(0, DRAWN).map((value) => chip(value / 100)));
    spot.querySelector(".stake").textContent = cents ? words(cents) : "";
  }

  function bounce(spot) {
    spot.classList.remove("is-refused");
    void spot.offsetWidth; // so that the same movement starts again
    spot.classList.add("is-refused");
    spot.addEventListener("animationend", () => spot.classList.remove("is-refused"), { once: true });
  }

  /* The tray */
  const radios = () => [...document.querySelectorAll(".tray [role=radio]")];
  let picked = radios().find((radio) => radio.ariaChecked === "true")?.dataset.v;

  function mark() {
    const all = radios();
    if (!all.some((radio) => radio.dataset.v === picked)) picked = all.find((radio) => radio.ariaChecked === "true")?.dataset.v;
    for (const radio of all) {
      radio.ariaChecked = String(radio.dataset.v === picked);
      radio.tabIndex = radio.dataset.v === picked ? 0 : -1;
    }
  }

  function pick(radio) {
    picked = radio.dataset.v;
    mark();
  }

  document.addEventListener("click", (event) => {
    const radio = event.target.closest(".tray [role=radio]");
    if (radio) pick(radio);
  });

  document.addEventListener("keydown", (event) => {
    const radio = event.target.closest(".tray [role=radio]");
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!radio || !step) return;
    event.preventDefault();
    const all = radios();
    const next = all[(all.indexOf(radio) + step + all.length) % all.length];
    pick(next);
    next.focus();
  });

  document.addEventListener("htmx:after:swap", mark);

  cardroom.chips = { money, words, split, draw, bounce, picked: () => Number(picked || 0) * 100 };
})();
