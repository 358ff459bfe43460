/**
 * The side of the table page, and its best play, as sheets over the table on phones: Escape closes
 * one, the table behind it is inert until then, and the focus returns to the link that opened it.
 * The address says whether one is open (#side, #best), so Back closes it too.
 */
import { atNextFrame } from "./frames.js";

const STEP = 60; // no line of the log is higher, in pixels
let shown = 0; // how many lines of the log were shown last
const SHEETS = ["#side", "#best"];
const BEHIND = ".bar--table, #table, .coach";

/** Begins to follow the sheet. */
export function startSide() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isSheet() || document.querySelector("dialog[open]")) return;
    location.hash = "#table";
  });
  addEventListener("hashchange", ({ oldURL }) => {
    shutBehind();
    const { hash } = new URL(oldURL);
    if (!SHEETS.includes(hash) || isSheet()) return;
    const openers = document.querySelectorAll(
      `.bar--table :is(a[href="${hash}"], a[href="#side"])`,
    );
    [...openers].find((link) => link.checkVisibility())?.focus();
  });
  addEventListener("resize", shutBehind);
  document.addEventListener("htmx:after:swap", atNextFrame(showEnd));
  document.querySelector(".every").addEventListener("toggle", () => {
    shown = 0;
    showEnd();
  });
  shutBehind();
  showEnd();
}

/** The log shows its end, unless its reader has scrolled up. */
function showEnd() {
  const log = document.getElementById("events");
  const lines = log.childElementCount && log.firstElementChild.childElementCount;
  if (lines === shown) return;
  const above = log.scrollHeight - log.scrollTop - log.clientHeight;
  if (above < STEP * Math.max(1, lines - shown)) log.scrollTop = log.scrollHeight;
  shown = lines;
}

function isSheet() {
  const sheet = SHEETS.includes(location.hash) && document.querySelector(location.hash);
  return Boolean(sheet) && getComputedStyle(sheet).position === "fixed";
}

function shutBehind() {
  for (const part of document.querySelectorAll(BEHIND)) part.inert = isSheet();
}
