/* The session in the header: its clock goes on, its net follows what the table pays, and once a minute the server says
 * how both stand. When it sends a reminder, that is shown once no hand of one's own is in play.
 *
 * #session has data-minutes, data-net (cents), data-running while time counts, and data-url where its news are.
 */
(() => {
  "use strict";
  const MINUTE = 60_000, PATIENCE = 3_000;
  const bar = () => document.getElementById("session");
  const dialog = () => document.getElementById("reminder");
  if (!bar()) return;

  let read = performance.now(), added = new Map(), told = new Set();

  const pad = (number) => String(number).padStart(2, "0");
  const money = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });
  const signed = (cents) => (cents > 0 ? "+" : cents < 0 ? "−" : "") + money.format(Math.abs(cents) / 100);

  function draw() {
    const { minutes, net, running } = bar().dataset;
    const now = Number(minutes) + (running === undefined ? 0 : Math.floor((performance.now() - read) / MINUTE));
    const sum = [...added.values()].reduce((all, cents) => all + cents, Number(net));
    bar().querySelector("[data-session-clock]").textContent = `${Math.floor(now / 60)}:${pad(now % 60)}`;
    bar().querySelector("[data-session-net]").textContent = signed(sum);
  }

  /* A round that has just been paid counts at once; the server's next news have it too. */
  function paid() {
    const pulse = document.getElementById("pulse");
    if (pulse?.dataset.net === undefined || told.has(pulse.dataset.round)) return;
    told.add(pulse.dataset.round);
    added.set(pulse.dataset.round, Number(pulse.dataset.net));
    draw();
  }

  async function ask() {
    if (document.hidden) return;
    const known = [...added.keys()];
    let response;
    try {
      response = await fetch(bar().dataset.url, { headers: { "HX-Request": "true" } });
    } catch {
      return; // the next minute asks again
    }
    if (response.status !== 200 || response.redirected) return;
    const news = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = news.getElementById("session");
    if (!fresh) return;
    Object.assign(bar().dataset, { minutes: fresh.dataset.minutes, net: fresh.dataset.net });
    bar().toggleAttribute("data-running", fresh.hasAttribute("data-running"));
    read = performance.now();
    for (const round of known) added.delete(round);
    draw();
    const reminder = news.getElementById("reminder");
    if (reminder && !dialog()) document.body.append(reminder);
    remind();
  }

  /* The reminder waits for the end of the hand: no decision runs out behind it. */
  const busy = () => document.querySelector("#pulse[data-turn], [data-live-stake], dialog[open]");

  function remind() {
    if (dialog() && !dialog().open && !busy()) dialog().showModal();
  }

  /* The dialog goes when the server knows: a page that is asked for before would bring it again. */
  async function answer(form, then) {
    const body = new FormData(form);
    body.set("then", then);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    try {
      const headers = { "HX-Request": "true" };
      await fetch(form.action, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
    } catch {
      // not told: the reminder comes again
    }
    dialog()?.close(); // the focus goes back where it was
    dialog()?.remove();
  }

  document.addEventListener("submit", (event) => {
    if (!dialog()?.contains(event.target) || event.submitter?.value !== "on") return;
    event.preventDefault();
    answer(event.target, "on");
  });
  document.addEventListener("cancel", (event) => {
    if (event.target !== dialog()) return;
    event.preventDefault();
    answer(dialog().querySelector("form"), "on");
  }, true);

  document.addEventListener("htmx:after:swap", () => { paid(); remind(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && performance.now() - read > MINUTE) ask(); });
  setInterval(() => { draw(); ask(); }, MINUTE);
  // What the page was loaded with is in its net already.
  const first = document.getElementById("pulse")?.dataset;
  if (first?.net !== undefined) told.add(first.round);
  remind();
})();
