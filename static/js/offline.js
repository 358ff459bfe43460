/** Has the browser keep the page that is shown without a connection, once this one is there. */

/** Begins. */
export function startOffline() {
  addEventListener("load", () => {
    // A browser may have none, or forbid it, as in a private window.
    navigator.serviceWorker?.register("/worker.js").catch(() => {});
  });
}
