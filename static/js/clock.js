/**
 * The clock of the table: drawn from the server's deadline and time, never enforced here.
 *
 * An element with data-deadline-ms and data-window-ms holds a .ring__left circle and a [data-left]
 * numeral; #pulse has the server's time as data-now-ms. Times are milliseconds, unless they are
 * called seconds.
 */
import { say } from "./announce.js";
import { watchSteps } from "./steady.js";

const TICK = 250;
const WARN_AT = 10; // seconds
const OVERDUE = 3000;
const SAMPLES = 8;

/**
 * The server's time as far as this page can know it.
 *
 * Every version of the table carries it, a little late by the time it is read. The one that took
 * least is the best, so the largest lead of the last eight over our own clock counts: one that
 * cannot be set (steady.js).
 */
export class ServerTime {
  #leads = [];

  /** Notes a time of the server, and our own at that moment. */
  note(server, ours) {
    this.#leads.push(server - ours);
    if (this.#leads.length > SAMPLES) this.#leads.shift();
  }

  /** The server's time at a moment of ours; that moment as long as nothing was noted. */
  at(ours) {
    return ours + (this.#leads.length ? Math.max(...this.#leads) : 0);
  }
}

/** A deadline at a moment: whole seconds left, their share of the window in percent, how late. */
export function timeLeft(deadline, length, now) {
  const left = Math.max(0, deadline - now);
  return {
    seconds: Math.ceil(left / 1000),
    share: Math.min(100, (100 * left) / length),
    late: now - deadline,
  };
}

/** Whether a player should be warned: near the end of a window that is longer than the warning. */
export function isRunningOut(seconds, length) {
  return length > (WARN_AT + 2) * 1000 && seconds > 0 && seconds <= WARN_AT;
}

const time = new ServerTime();
const now = () => time.at(performance.now());
let noted = "";
let warned = "";
let overdue = "";
let callDoubt = () => {};

/** Whole seconds that the player has left to wager or decide; null while they have no clock. */
export function secondsLeft() {
  const ring = document.querySelector("#clock[data-yours]");
  return ring ? read(ring).seconds : null;
}

/**
 * Begins to draw the clocks. onDoubt() is called once for each deadline that brings no news, and
 * when the server's time has to be measured again.
 */
export function startClock({ onDoubt }) {
  callDoubt = onDoubt;
  watchSteps(onDoubt);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) tick();
  });
  document.addEventListener("htmx:after:swap", tick);
  setInterval(tick, TICK);
  tick();
}

const read = ({ dataset: { deadlineMs, windowMs } }) =>
  timeLeft(Number(deadlineMs), Number(windowMs), now());

function tick() {
  noteTime();
  for (const ring of document.querySelectorAll("[data-deadline-ms]")) {
    const left = read(ring);
    draw(ring, left);
    warn(ring, left);
  }
}

function noteTime() {
  const server = document.getElementById("pulse")?.dataset.nowMs;
  if (!server || server === noted) return;
  noted = server;
  time.note(Number(server), performance.now());
}

function draw(ring, { seconds, share }) {
  ring.querySelector(".ring__left")?.setAttribute("stroke-dasharray", `${share.toFixed(1)} 100`);
  const numeral = ring.querySelector("[data-left]");
  if (numeral && numeral.textContent !== String(seconds)) numeral.textContent = seconds;
  ring.dataset.read = `${seconds} second${seconds === 1 ? "" : "s"} left.`;
}

function warn(ring, { seconds, late }) {
  const deadline = ring.dataset.deadlineMs;
  if (isRunningOut(seconds, Number(ring.dataset.windowMs)) && warned !== deadline) {
    warned = deadline;
    say(`${seconds} seconds`, "clock");
  }
  if (late > OVERDUE && overdue !== deadline) {
    overdue = deadline;
    callDoubt();
  }
}
