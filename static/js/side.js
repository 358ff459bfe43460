/**
 * The side of the table page as a sheet over the table, on phones: Escape closes it, the table
 * behind it cannot be reached meanwhile, and the focus goes back to the link that opened it. The
 * address says whether it is open (#side), so Back closes it too.
 */
const STEP = 60; // no line of the log is higher, in pixels
let shown = 0; // how many lines of the log were shown last
const BEHIND = ".bar--table, #table, .coach";

/** Begins to follow the sheet. */
export function startSide() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isSheet() || document.querySelector("dialog[open]")) return;
    location.hash = "#table";
  });
  addEventListener("hashchange", ({ oldURL }) => {
    shutBehind();
    if (new URL(oldURL).hash !== "#side" || isSheet()) return;
    document.querySelector('a[href="#side"]').focus();
  });
  addEventListener("resize", shutBehind);
  document.addEventListener("htmx:after:swap", showEnd);
  shutBehind();
  showEnd();
}

/** The log shows its end, unless its reader has gone up. */
function showEnd() {
  const log = document.getElementById("events");
  const lines = log.childElementCount && log.firstElementChild.childElementCount;
  if (lines === shown) return;
  const above = log.scrollHeight - log.scrollTop - log.clientHeight;
  if (above < STEP * Math.max(1, lines - shown)) log.scrollTop = log.scrollHeight;
  shown = lines;
}

function isSheet() {
  const side = document.getElementById("side");
  return location.hash === "#side" && getComputedStyle(side).position === "fixed";
}

function shutBehind() {
  for (const part of document.querySelectorAll(BEHIND)) part.inert = isSheet();
}
