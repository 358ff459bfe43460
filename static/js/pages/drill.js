/** The page on which decisions are practised: keys, and the question in focus once it is new. */
import { startKeys } from "../keys.js";

startKeys();
document.addEventListener("htmx:after:swap", () => {
  const question = document.getElementById("q");
  if (question && document.activeElement === document.body) question.focus();
});
