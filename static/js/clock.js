/* Countdowns: drawn from the server's deadline and the server's clock, never enforced here.
 *
 * An element with data-deadline-ms and data-window-ms holds a .ring__left circle and a [data-left] numeral; #pulse has the
 * server's time as data-now-ms. Ten seconds before the end the page says so, once.
 */
(() => {
  "use strict";
  const TICK = 250, WARN_AT = 10, OVERDUE = 3000, SAMPLES = 8;
  const aheads = []; // the server's clock minus ours, as the last versions of the table had it
  let sampled = "", warned = "", overdue = "";

  /* Every version of the table carries the server's time, a little late; the least late one is the best. */
  function sample() {
    const now = document.getElementById("pulse")?.dataset.nowMs;
    if (!now || now === sampled) return;
    sampled = now;
    aheads.push(Number(now) - Date.now());
    if (aheads.length > SAMPLES) aheads.shift();
  }

  const serverNow = () => Date.now() + Math.max(...aheads);

  function draw(ring) {
    const deadline = Number(ring.dataset.deadlineMs);
    const left = Math.max(0, deadline - serverNow());
    const seconds = Math.ceil(left / 1000);
    const share = Math.min(100, (100 * left) / Number(ring.dataset.windowMs));
    ring.querySelector(".ring__left")?.setAttribute("stroke-dasharray", `${share.toFixed(1)} 100`);
    const numeral = ring.querySelector("[data-left]");
    if (numeral && numeral.textContent !== String(seconds)) numeral.textContent = seconds;
    ring.dataset.read = `${seconds} second${seconds === 1 ? "" : "s"} left.`;
    return { deadline: ring.dataset.deadlineMs, seconds, late: serverNow() - deadline };
  }

  function warn({ deadline, seconds, late }, ring) {
    const long = Number(ring.dataset.windowMs) > (WARN_AT + 2) * 1000;
    if (long && seconds > 0 && seconds <= WARN_AT && warned !== deadline) {
      warned = deadline;
      cardroom.say(`${seconds} seconds`, "clock");
    }
    if (late > OVERDUE && overdue !== deadline) {
      overdue = deadline;
      document.dispatchEvent(new CustomEvent("cardroom:overdue"));
    }
  }

  function tick() {
    sample();
    for (const ring of document.querySelectorAll("[data-deadline-ms]")) warn(draw(ring), ring);
  }

  /* Whole seconds that the viewer has left to wager or to decide; null while no clock of his runs. */
  cardroom.left = () => {
    const ring = document.querySelector("#clock[data-yours]");
    return ring && Math.max(0, Math.ceil((Number(ring.dataset.deadlineMs) - serverNow()) / 1000));
  };

  document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
  document.addEventListener("htmx:after:swap", tick);
  setInterval(tick, TICK);
  tick();
})();
