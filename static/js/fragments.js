/**
 * Asking the site for parts of the page, and putting them in their places.
 *
 * The site answers a request that says HX-Request with fragments: elements that name their own
 * place on the page. The socket of a table sends the same ones.
 */

/** fetch(), for an answer in fragments. */
export const ask = (url, { headers, ...options } = {}) =>
  fetch(url, { ...options, headers: { "HX-Request": "true", ...headers } });

/**
 * Elements that are replaced, not morphed: otherwise a changed sentence would seem to have moved.
 */
const ANEW = new Set(["line"]);

const swapOf = (id) => (ANEW.has(id) ? "innerHTML" : "innerMorph");

/** HTML by the id of the element that it goes into, as fragments. */
export const fragmentsOf = (parts) =>
  Object.entries(parts)
    .map(
      ([id, html]) => `<hx-partial hx-target="#${id}" hx-swap="${swapOf(id)}">${html}</hx-partial>`,
    )
    .join("");

/** Puts fragments on the page, on behalf of the element that requested them. */
export async function swapIn(text, source) {
  await htmxIsHere();
  await htmx.swap({ sourceElement: source, target: source, swap: "none", text });
}

/** Our modules run before htmx does, which is there once the document is ready. */
async function htmxIsHere() {
  if (globalThis.htmx) return;
  await new Promise((ready) => {
    document.addEventListener("DOMContentLoaded", ready, { once: true });
  });
}
