/**
 * Times in the reader's own zone. The server writes UTC and says so, in elements made by
 * accounts/templatetags/moments.py; this rewrites them, and gives the server the zone in a cookie,
 * so that days begin at the reader's midnight.
 */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const YEAR = 31_536_000; // in seconds

const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DAY = { day: "numeric", month: "long", year: "numeric" };
const FORMS = {
  clock: [TIME],
  seconds: [{ ...TIME, second: "2-digit" }],
  day: [DAY],
  short: [{ day: "numeric", month: "short" }, TIME],
  full: [DAY, TIME],
};

/**
 * A time in words: "28 November 2026, 15:32".
 *
 * at: a Date. form: one of FORMS. zone: an IANA name; without it, the browser's.
 */
export const inWords = (at, form, zone) =>
  FORMS[form].map((parts) => at.toLocaleString("en-GB", { ...parts, timeZone: zone })).join(", ");

/** The short name of a zone at a certain time: "CET", "GMT+9", "UTC". */
export const zoneName = (at, zone) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName").value;

/** Shows the page's times locally, and those added later. */
export function startMoments() {
  const secure = location.protocol === "https:" ? ";secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has cookieStore
  document.cookie = `zone=${ZONE};path=/;max-age=${YEAR};samesite=lax${secure}`;
  show();
  document.addEventListener("htmx:after:swap", show);
}

function show() {
  for (const element of document.querySelectorAll("[data-moment]")) {
    const at = new Date(element.dateTime);
    const words = inWords(at, element.dataset.moment);
    element.textContent = "plain" in element.dataset ? words : `${words} ${zoneName(at)}`;
    delete element.dataset.moment;
  }
  for (const element of document.querySelectorAll("[data-zone-name]")) {
    element.textContent = zoneName(new Date());
  }
}
