/** A page of questions: keys, and the focus moves to each new question. */
import { startKeys } from "../keys.js";

startKeys();
document.addEventListener("htmx:after:swap", () => {
  const next = document.querySelector("#asking #answer") ?? document.getElementById("q");
  if (next && document.activeElement === document.body) next.focus();
});
