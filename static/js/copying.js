/**
 * A button with data-copies copies the text of the field with that ID, and says so. Without a
 * script there is none: the field can be read.
 */
import { say } from "./announce.js";

const SAID = 2_000;

/** Shows the buttons that copy, and lets them. */
export function startCopying() {
  for (const button of document.querySelectorAll("[data-copies]")) {
    const field = document.getElementById(button.dataset.copies);
    button.hidden = false;
    button.addEventListener("click", () => copy(field, button));
  }
}

async function copy(field, button) {
  const words = button.textContent;
  if (words === "Copied") return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Only pages of HTTPS may write to the clipboard; the older way works on all.
    if (!document.execCommand("copy")) return;
  }
  button.textContent = "Copied";
  say("Link copied");
  setTimeout(() => {
    button.textContent = words;
  }, SAID);
}
