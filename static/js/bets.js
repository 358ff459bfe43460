/* Placing wagers: every change is drawn at once and the whole layout is posted; the server decides.
 *
 * One post is under way at a time; the newest layout follows when the answer is there, with the step that came with
 * it. Until then what the server last said is `truth`, and what the player wants is `layout` (spot -> cents).
 * form#bets[data-bets-url] holds the spots and [data-last-layout], #pulse[data-step][data-round] says where the table is, and
 * wagers may be placed while there is a tray to take chips from.
 */
(() => {
  "use strict";
  const STEPS = 50, TRIES = 3, RETRY = 1000, NOTCH = 80;
  const UNREACHED = "That wager did not reach the table. Try again.";
  const { money, words, split, draw, bounce, picked } = cardroom.chips;

  let layout = {}, truth = {}, shown = {}, past = [], piles = {};
  let fresh = true, round = "", refusal = "", sending = false, untold = false, tries = 0, held = null, wheeled = 0;

  const pulse = () => document.getElementById("pulse");
  const form = () => document.getElementById("bets");
  const spots = () => [...document.querySelectorAll("#bets .spot[data-spot]")];
  const spotOf = (key) => spots().find((spot) => spot.dataset.spot === key);
  const open = () => Boolean(form() && document.querySelector(".tray"));
  const total = (stakes) => Object.values(stakes).reduce((sum, cents) => sum + cents, 0);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const purse = () => Number(document.getElementById("purse")?.dataset.cents ?? Infinity);
  const wanted = () => open() && !same(layout, truth);

  /* What the page shows */
  /* The wagers of the coming round: on a felt that still shows the last one there are none yet. */
  function read() {
    const over = pulse()?.dataset.phase === "showing";
    return Object.fromEntries(spots().map((spot) => [spot.dataset.spot, over ? 0 : Number(spot.dataset.stake)]));
  }

  function show() {
    for (const spot of wanted() || !same(shown, layout) ? spots() : []) draw(spot, layout[spot.dataset.spot] || 0);
    shown = layout;
    for (const element of document.querySelectorAll("[data-total]")) element.textContent = money(total(layout));
    const can = { undo: past.length > 0, clear: total(layout) > 0, double: total(layout) > 0, rebet: total(lastLayout()) > 0 && !same(layout, lastLayout()) };
    for (const button of document.querySelectorAll("[data-do]")) {
      if (button.dataset.do in can) button.ariaDisabled = String(!open() || !can[button.dataset.do]);
    }
  }

  function lastLayout() {
    const last = JSON.parse(form()?.querySelector("[data-last-layout]")?.dataset.lastLayout || "null") || {};
    return Object.fromEntries(spots().map((spot) => [spot.dataset.spot, last[spot.dataset.spot] || 0]));
  }

  /* A fresh table came in: it is the truth; what the player wants beyond it stays on top. */
  function adopt() {
    const pending = open() && (sending || wanted());
    const told = untold && fresh, another = pulse()?.dataset.round !== round;
    if (fresh) truth = read();
    fresh = false;
    if (!pending) {
      layout = shown = truth;
      if (another || !open()) [past, piles] = [[], {}];
    }
    round = pulse()?.dataset.round ?? "";
    show();
    if (told) find(another);
  }

  /* A post was given up: this table tells what became of it. Nothing is placed or dealt anew in another round. */
  function find(another) {
    untold = false;
    if (another || !open()) [tries, held] = [TRIES, null];
    answered(wanted() ? 0 : 200);
  }

  /* What the player does */
  function change(next, text, chips = {}) {
    past = [...past, { layout, piles }].slice(-STEPS);
    layout = next;
    piles = { ...piles, ...chips };
    show();
    cardroom.sound("chip");
    cardroom.say(text, "bets");
    send();
  }

  function refuse(spot, text) {
    bounce(spot);
    cardroom.warn(text);
  }

  function add(spot) {
    const { spot: key, name, min, max } = spot.dataset;
    const cents = layout[key] + picked();
    if (cents > Number(max)) return refuse(spot, `Maximum ${words(max)} on ${name}`);
    if (cents < Number(min)) return refuse(spot, `Minimum ${words(min)} on ${name}`);
    if (total(layout) + picked() > purse()) return refuse(spot, `Only ${money(purse() - total(layout))} left to wager`);
    change({ ...layout, [key]: cents }, `${name} ${words(cents)}`, { [key]: [...pile(key), picked()] });
  }

  function remove(spot) {
    const { spot: key, name, min } = spot.dataset;
    if (!layout[key]) return;
    const rest = pile(key).slice(0, -1);
    const cents = total(rest) < Number(min) ? 0 : total(rest);
    change({ ...layout, [key]: cents }, `${name} ${cents ? words(cents) : "none"}`, { [key]: rest });
  }

  /* The chips of a stake in the order they were put down, or in the fewest when that is not known. */
  function pile(key) {
    const chips = piles[key] || [];
    return total(chips) === layout[key] ? chips : split(layout[key]);
  }

  function undo() {
    ({ layout, piles } = past.pop());
    show();
    cardroom.say(`Undone. ${money(total(layout))} on the felt`, "bets");
    send();
  }

  const clear = () => change(Object.fromEntries(Object.keys(layout).map((key) => [key, 0])), "Cleared");

  const rebet = () => place(lastLayout(), "Rebet");

  const double = () => place(Object.fromEntries(Object.entries(layout).map(([key, cents]) => [key, 2 * cents])), "Doubled");

  /* As much of a layout as the limits and the purse allow; what had to go is named. */
  function place(stakes, word) {
    const next = {}, cut = [];
    let left = purse();
    for (const [key, cents] of Object.entries(stakes)) {
      const { name, min, max } = spotOf(key).dataset;
      next[key] = Math.min(cents, Number(max));
      if (next[key] < cents) cut.push(`${name} at its maximum ${words(max)}`);
      if (next[key] > left || next[key] < Number(min)) {
        if (cents) cut.push(`${name} left out`);
        next[key] = 0;
      }
      left -= next[key];
    }
    if (cut.length) cardroom.warn(`${word}: ${cut.join(", ")}`);
    if (!same(next, layout)) change(next, `${word}. ${money(total(next))} on the felt`);
  }

  /* Sending */
  async function post(stakes, signal) {
    const body = new FormData();
    body.set("step", pulse().dataset.step);
    for (const [key, cents] of Object.entries(stakes)) body.set(key, cents);
    const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers:inherited") || "{}") };
    const response = await fetch(form().dataset.betsUrl, { method: "POST", body, headers, signal });
    if (response.ok || [409, 422].includes(response.status)) {
      await htmx.swap({ sourceElement: form(), target: form(), swap: "none", text: await response.text() });
    }
    return response.status;
  }

  async function send() {
    if (sending || !wanted()) return;
    sending = true;
    untold = false;
    const giving = new AbortController(), done = cardroom.sending((reason) => giving.abort(reason));
    let status = 0;
    try {
      status = await post(layout, giving.signal);
    } catch {
      // no answer: status stays 0
    }
    done();
    sending = false;
    untold = status === 0 && giving.signal.aborted;
    if (untold) cardroom.warn(giving.signal.reason);
    else answered(status);
  }

  function answered(status) {
    const again = (status === 409 || status === 0) && wanted() && ++tries < TRIES;
    if (again) {
      setTimeout(send, status ? 0 : RETRY);
      return;
    }
    const stands = status === 200 || (status === 409 && open() && !wanted()); // whichever post it was that counted
    if (stands) [UNREACHED, refusal].forEach(cardroom.unwarn);
    else giveUp(status);
    tries = 0;
    if (wanted()) send();
    else release(stands);
  }

  function giveUp(status) {
    if (status !== 409 && status !== 422) cardroom.warn(UNREACHED);
    refusal = document.getElementById("notice").textContent; // stands until a layout is taken
    layout = truth;
    past = past.filter((step) => !same(step.layout, truth));
    show();
    cardroom.say(`Taken back. ${money(total(truth))} on the felt`, "bets");
  }

  /* A form with data-after-bets ("Deal") waits until the wagers are there; one that was refused stops it. */
  function release(fine) {
    const button = held && document.getElementById(held);
    held = null;
    if (fine) button?.form?.requestSubmit(button);
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-after-bets]") || !(sending || wanted())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = event.submitter?.id;
    send();
  }, true);

  /* Hands on the page */
  const live = (event) => {
    const spot = event.target.closest?.("#bets .spot[data-spot]");
    return spot && open() && spot.ariaDisabled !== "true" ? spot : null;
  };

  cardroom.hold(live, remove);
  document.addEventListener("click", (event) => {
    const spot = live(event);
    if (spot) return event.shiftKey ? remove(spot) : add(spot);
    const button = event.target.closest("[data-do]:not([aria-disabled=true])");
    const action = { undo, clear, rebet, double }[button?.dataset.do];
    if (action && open()) action();
  });
  document.addEventListener("keydown", (event) => {
    const spot = live(event);
    if (!spot || (event.key !== "Backspace" && event.key !== "Delete")) return;
    event.preventDefault();
    remove(spot);
  });
  /* The wheel adds and takes away, a notch at a time, where there is nothing that it would scroll. */
  document.addEventListener("wheel", (event) => {
    const spot = live(event);
    if (!spot || event.ctrlKey || document.scrollingElement.scrollHeight > innerHeight) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < NOTCH || !event.deltaY) return;
    wheeled = event.timeStamp;
    if (event.deltaY < 0) add(spot);
    else remove(spot);
  }, { passive: false });
  document.addEventListener("htmx:after:settle", (event) => { fresh ||= Boolean(event.target.closest("#bets")); });
  document.addEventListener("htmx:after:swap", adopt);
  adopt();
})();
