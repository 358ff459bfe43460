/**
 * The session in the header: its clock goes on, its net follows what the table pays, and once a
 * minute the server corrects both. A reminder that it sends is shown once the player has no hand in
 * play.
 *
 * #session has data-minutes, data-net (cents), data-running while time counts, and data-url with
 * the address of its news.
 */
import { hoursAndMinutes, signed } from "./format.js";
import { ask } from "./fragments.js";

const MINUTE = 60_000;
const PATIENCE = 3_000;

let read = 0; // when the server's news came, as performance.now() has it
const added = new Map(); // round -> net in cents that the server's news do not have yet
const counted = new Set(); // the rounds whose net is counted

const bar = () => document.getElementById("session");
const dialog = () => document.getElementById("reminder");

/** Begins to follow the session, on pages that show it. */
export function startSession() {
  if (!bar()) return;
  read = performance.now();
  document.addEventListener("submit", (event) => {
    if (!dialog()?.contains(event.target) || event.submitter?.value !== "on") return;
    event.preventDefault();
    playOn(event.target);
  });
  const cancel = (event) => {
    if (event.target !== dialog()) return;
    event.preventDefault();
    playOn(dialog().querySelector("form"));
  };
  document.addEventListener("cancel", cancel, true);
  document.addEventListener("htmx:after:swap", () => {
    countRound();
    remind();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - read > MINUTE) askNews();
  });
  setInterval(() => {
    draw();
    askNews();
  }, MINUTE);
  // The loaded page already includes this.
  const pulse = document.getElementById("pulse")?.dataset;
  if (pulse?.net !== undefined) counted.add(pulse.round);
  remind();
}

function draw() {
  const { minutes, net, running } = bar().dataset;
  const passed = running === undefined ? 0 : Math.floor((performance.now() - read) / MINUTE);
  let sum = Number(net);
  for (const cents of added.values()) sum += cents;
  bar().querySelector("[data-session-clock]").textContent = hoursAndMinutes(
    Number(minutes) + passed,
  );
  bar().querySelector("[data-session-net]").textContent = signed(sum);
}

/** A round that has just been paid counts at once; the server's next news includes it too. */
function countRound() {
  const pulse = document.getElementById("pulse")?.dataset;
  if (pulse?.net === undefined || counted.has(pulse.round)) return;
  counted.add(pulse.round);
  added.set(pulse.round, Number(pulse.net));
  draw();
}

async function askNews() {
  if (document.hidden) return;
  const known = [...added.keys()];
  let response;
  try {
    response = await ask(bar().dataset.url);
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

/** The reminder waits for the end of the hand: no decision runs out behind it. */
function remind() {
  const busy = document.querySelector("#pulse[data-turn], [data-live-stake], dialog[open]");
  if (dialog() && !dialog().open && !busy) dialog().showModal();
}

/** The dialog closes once the server knows: a page requested earlier would bring it back. */
async function playOn(form) {
  const body = new FormData(form);
  body.set("then", "on");
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  try {
    await ask(form.action, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    // The server does not know, and the reminder comes again.
  }
  dialog()?.close(); // the focus returns to where it was
  dialog()?.remove();
}
