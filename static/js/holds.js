/* Holding cards before a draw. The cards are checkboxes and the style sheet picks the words of the button that draws; this
 * speaks them, holds all or none at once, and asks again before a hand that nobody has touched is thrown away whole.
 *
 * .holds is the group of checkboxes, [data-draw] the button, with the one word that fits the holds not hidden.
 */
(() => {
  "use strict";
  const WHOLE = "Nothing is held: all your cards would go. Hold some first, or press again to draw them all.";
  const group = () => document.querySelector(".holds");
  const boxes = () => [...(group()?.querySelectorAll("[type=checkbox]") ?? [])];
  let meant = ""; // the group of holds that the player has chosen something in

  const button = () => document.querySelector("[data-draw]")?.innerText.trim() ?? "";
  const name = (box) => box.labels[0].querySelector("img").alt;

  function hold(all) {
    for (const box of boxes()) box.checked = all;
    meant = group().id;
    cardroom.say(`${all ? "All cards held" : "No card held"}. ${button()}.`, "holds");
  }

  document.addEventListener("change", (event) => {
    const box = event.target.closest(".holds [type=checkbox]");
    if (!box) return;
    meant = group().id;
    cardroom.say(`${name(box)} ${box.checked ? "held" : "let go"}. ${button()}.`, "holds");
  });

  document.addEventListener("click", (event) => {
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (group() && (action === "hold-all" || action === "hold-none")) hold(action === "hold-all");
    if (!event.target.closest("[data-draw]") || !group()) return;
    cardroom.unwarn(WHOLE);
    if (meant === group().id || boxes().some((box) => box.checked)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    meant = group().id;
    cardroom.warn(WHOLE);
  }, true);
})();
