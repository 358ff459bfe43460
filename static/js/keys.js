/**
 * Keys: [data-key] is clicked, [data-focus-key] is focused, [data-read-key] is read out.
 *
 * data-keys="off" on the body switches them off; data-presses says what each changed
 * key does ("": nothing).
 */
import { say } from "./announce.js";
import { openDialog } from "./dialogs.js";

const TYPING = "input:not([type=checkbox]):not([type=radio]), select, textarea, [contenteditable]";
const PRESSED = "a, button, summary, input"; // Enter and Space are their own

// But an element pressed with a pointer at the table has the focus by accident: after chips were
// put down by clicks, Enter means deal, not another chip. This holds until the focus moves or is
// set.
let clicked = null;
let presses = {};

/**
 * The table's key that a key press means; "" for none.
 *
 * event: a keydown; its key and its modifiers count. presses: the player's own choice,
 * key pressed -> key meant.
 */
export function meaning({ key, ctrlKey, altKey, metaKey, shiftKey }, presses) {
  if (ctrlKey || altKey || metaKey) return "";
  if (shiftKey && key !== "?" && !(key in presses)) return "";
  const plain = key.length === 1 ? key.toLowerCase() : key;
  return presses[plain] ?? plain;
}

/** Lets the keys work. */
export function startKeys() {
  presses = JSON.parse(document.body.dataset.presses || "{}");
  document.addEventListener("keydown", (event) => {
    if (!isForTable(event)) return;
    const key = meaning(event, presses);
    if (key && answer(key)) event.preventDefault();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    clicked = target.closest("#table") ? target.closest(PRESSED) : null;
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target !== clicked) clicked = null;
  });
}

/** Whether a key press is meant for the table, and not for the focused element. */
function isForTable(event) {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (document.body.dataset.keys === "off" || document.querySelector("dialog[open]")) return false;
  if (event.target.matches(TYPING)) return false;
  const own = event.target.closest(PRESSED);
  if (!own) return true;
  return event.key !== " " && (event.key !== "Enter" || own === clicked);
}

function answer(key) {
  const button = first("data-key", key);
  const target = first("data-focus-key", key);
  const words = document.querySelector(`[data-read-key="${CSS.escape(key)}"]`);
  if (button) button.click();
  else if (target) focus(target);
  else if (words) say(words.dataset.read || words.textContent.trim());
  else return key === "?" && openDialog("keys");
  return true;
}

function focus(target) {
  clicked = null;
  target.focus();
}

const first = (attribute, key) =>
  [...document.querySelectorAll(`[${attribute}="${CSS.escape(key)}"]`)].find(isUsable);

const isUsable = (element) =>
  element.checkVisibility() &&
  !element.disabled &&
  element.ariaDisabled !== "true" &&
  !element.closest("[inert]");
