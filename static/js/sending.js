/**
 * Posts at the table: once per step, reported as under way if they take long, given up if they take
 * too long.
 *
 * While the socket is alive, wagers and decisions go over it; if it does not answer they are
 * posted, since the step lets only one of the two count.
 *
 * A post that is given up may have counted or not. Its connection counts as dead, and the table
 * sent by a new one shows which: the step makes it harmless to post the same again.
 */
import { unwarn, warn } from "./announce.js";
import { isShowing } from "./film.js";
import { fragmentsOf } from "./fragments.js";
import * as link from "./link.js";

const PATIENCE = 2000;
const GIVE_UP = 6000;
const LATE = 1000; // after an answer, until the socket must have brought what it is about
const STILL = "Still sending…";
const UNTOLD = "No answer came. The table will show whether that counted.";
const LIVE = "X-Live";
const FORM = /\/(act|bets)(?:\?|$)/;
const SIGNED_OUT = "That was refused. Load the page again; you may have been signed out.";

/**
 * Watches a post that has just been sent; abort(reason) is called when it is given up.
 *
 * Returns a function to call once there is an answer, or there will be none.
 */
export function watchPost(abort) {
  const still = setTimeout(() => warn(STILL), PATIENCE);
  const end = setTimeout(() => {
    abort(UNTOLD);
    link.closeDead();
  }, GIVE_UP);
  return () => {
    clearTimeout(still);
    clearTimeout(end);
    unwarn(STILL);
  };
}

/**
 * fetch(), over the socket while it is alive. The socket's answer has the status of a post and
 * contains only refusals: the socket itself shows what was done.
 */
export async function post(url, options) {
  const form = url.match(FORM)?.[1];
  if (!form || !link.isOpen()) return fetch(url, options);
  const fields = new URLSearchParams(options.body).toString();
  const answer = await link.request({ form, fields });
  options.signal?.throwIfAborted();
  if (!answer) return fetch(url, { ...options, headers: withoutLive(options.headers) });
  const { status, error } = answer;
  return new Response(error ? refusal(error) : null, { status: error ? status : 204 });
}

/** A socket that has not answered may not bring the table either: the answer must include it. */
const withoutLive = ({ [LIVE]: _, ...headers }) => headers;

/** The words of a refusal, in the form of a post's answer. */
function refusal(words) {
  const escaped = document.createElement("p");
  escaped.textContent = words;
  return fragmentsOf({ notice: escaped.innerHTML });
}

/**
 * Lets a form post once at a step: the second press of a double click is ignored.
 *
 * But the socket may bring the next step before the answer does; a press there waits for
 * that answer (hx-sync "queue last") and is not lost.
 */
export class OncePerStep {
  #steps = new Map();

  /** Whether a form may post at a step; from then on it may not again. */
  admit(form, step) {
    if (this.#steps.get(form) === step) return false;
    this.#steps.set(form, step);
    return true;
  }

  /** The form's post at this step is over, so that it may try once more. */
  release(form, step) {
    if (this.#steps.get(form) === step) this.#steps.delete(form);
  }
}

let overdue = () => {};
const posted = new OncePerStep();
const underWay = new Map(); // a request of htmx -> what to call when it is over

/** What to say about an answer without fragments; "" for one that has its own words. */
export function refusalWords(status) {
  if (status === 409 || status === 422) return "";
  if (status === 429) return "That was too fast. Wait a moment and try again.";
  if (status === 401 || status === 403) return SIGNED_OUT;
  return `That did not work (${status}). Nothing was changed; try again.`;
}

/**
 * Watches htmx's posts, and reports answers without fragments.
 *
 * onOverdue is called when something was done and the socket does not show it.
 */
export function startSending({ onOverdue }) {
  overdue = onOverdue;
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const { request } = ctx;
    if (request.method !== "POST") return;
    ctx.fetch = post;
    underWay.set(request, watchPost(request.abort));
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    underWay.get(ctx.request)?.();
    underWay.delete(ctx.request);
    posted.release(ctx.sourceElement, stepOf(ctx));
  });
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    const step = stepOf(ctx);
    if (step && !posted.admit(ctx.sourceElement, step)) event.preventDefault();
    if (link.isOpen()) ctx.request.headers[LIVE] = "1"; // the socket shows the result
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const step = stepOf(ctx);
    if (ctx.response?.status === 204 && step) setTimeout(() => checkShown(step), LATE);
  });
  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
    const text = refusalWords(ctx.response.status);
    if (text) warn(text);
  });
  document.addEventListener("htmx:error", ({ detail: { error } }) => {
    warn(error === UNTOLD ? UNTOLD : "That did not reach the table. Try again.");
  });
}

/** If the socket has not brought the result of a step, the table is read. */
function checkShown(step) {
  if (!shows(step)) overdue();
}

/** Whether the table shows what was done at a step, or is about to. */
const shows = (step) => document.getElementById("pulse")?.dataset.step !== step || isShowing();

/** Returns once the socket has brought the result of a step; if it does not, the table is read. */
export async function untilShown(step) {
  const late = AbortSignal.timeout(LATE);
  while (!shows(step) && !late.aborted) await nextSwap(late);
  checkShown(step);
}

const nextSwap = (signal) =>
  new Promise((resolve) => {
    document.addEventListener("htmx:after:swap", resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });

const stepOf = (ctx) => ctx.request.body?.get?.("step");
