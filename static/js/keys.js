/* Keys: [data-key] is clicked, [data-focus-key] is focused, [data-read-key] is read out; data-keys="off" on the body
 * switches them off, data-presses says what a key stands for that is not as printed ("": nothing). And dialogs: [data-opens] names one, data-opens-if a selector without which a link is simply followed.
 */
(() => {
  "use strict";
  const TYPING = "input:not([type=checkbox]):not([type=radio]), select, textarea, [contenteditable]";
  const PRESSED = "a, button, summary, input"; // Enter and Space are their own
  const PRESSES = JSON.parse(document.body.dataset.presses || "{}");

  /* But what a pointer has pressed at the table has the focus by accident: whoever clicks chips down and then presses
   * Enter means to deal, not to put down one more. It counts until the focus moves or is asked for. */
  let clicked = null;

  const usable = (element) => element.checkVisibility() && !element.disabled && element.ariaDisabled !== "true";
  const first = (attribute, key) => [...document.querySelectorAll(`[${attribute}="${CSS.escape(key)}"]`)].find(usable);

  function open(id) {
    const dialog = document.getElementById(id);
    if (dialog && !dialog.open) dialog.showModal();
    return Boolean(dialog);
  }

  function answer(key) {
    const button = first("data-key", key);
    const target = first("data-focus-key", key);
    const words = document.querySelector(`[data-read-key="${CSS.escape(key)}"]`);
    if (button) button.click();
    else if (target) {
      clicked = null;
      target.focus();
    }
    else if (words) cardroom.say(words.dataset.read || words.textContent.trim());
    else return key === "?" && open("keys");
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing || document.body.dataset.keys === "off") return;
    if (event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && event.key !== "?" && !(event.key in PRESSES))) return;
    if (event.target.matches(TYPING) || document.querySelector("dialog[open]")) return;
    const own = event.target.closest(PRESSED);
    if (own && (event.key === " " || (event.key === "Enter" && own !== clicked))) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const meant = PRESSES[key] ?? key;
    if (meant && answer(meant)) event.preventDefault();
  });

  document.addEventListener("pointerdown", (event) => { clicked = event.target.closest("#table") ? event.target.closest(PRESSED) : null; });
  document.addEventListener("focusin", (event) => { if (event.target !== clicked) clicked = null; });

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (!opener || (opener.dataset.opensIf && !document.querySelector(opener.dataset.opensIf))) return;
    if (open(opener.dataset.opens)) event.preventDefault();
  });
})();
