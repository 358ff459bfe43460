/** Leaving the table: with a hand in play the browser asks first, unless the page has asked. */
let going = false;

/** Begins to ask before the page is left. */
export function startLeaving() {
  // A page from the back-forward cache has no socket and an old table.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    going = true;
    location.reload();
  });
  // The dialog has asked already, and a player who takes another seat comes back to this page.
  const note = (event) => {
    if (event.target.matches("#leave form[method=post], #sit")) going = true;
  };
  document.addEventListener("submit", note, true);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#leave a, #held-seats a")) going = true;
  });
  document.addEventListener("htmx:after:swap", () => {
    going = false;
  });
  addEventListener("beforeunload", (event) => {
    if (!going && document.querySelector("[data-live-stake]")) event.preventDefault();
  });
}
