/** The lobby. It runs before htmx does, which opens the socket as soon as it can. */
import { startLink } from "../link.js";

startLink();
document.addEventListener("htmx:after:swap", markOwn);
markOwn();

/** Marks the rows of tables where the player has a seat: everyone gets the same list. */
function markOwn() {
  const held = document.querySelectorAll("#held-seats [data-table]");
  const own = new Set([...held].map(({ dataset: { table } }) => `table-${table}`));
  for (const row of document.querySelectorAll("#tables li[id]")) {
    row.classList.toggle("is-yours", own.has(row.id));
  }
}
