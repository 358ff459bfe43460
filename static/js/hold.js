/* Taking back by hand: a right click, or a finger that rests. cardroom.hold(find, act) calls act(element) where
 * find(event) names the element. The click that ends a long press never reaches the page.
 */
window.cardroom = window.cardroom || {};
cardroom.hold = (find, act) => {
  "use strict";
  const REST = 450, SLIP = 10;
  let timer = 0, rested = false, from = null;

  const stop = () => { clearTimeout(timer); timer = 0; };

  document.addEventListener("pointerdown", (event) => {
    stop();
    rested = false;
    const element = event.pointerType === "mouse" ? null : find(event);
    if (!element) return;
    from = event;
    timer = setTimeout(() => { rested = true; act(element); }, REST);
  });
  document.addEventListener("pointermove", (event) => {
    if (timer && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIP) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, stop);

  document.addEventListener("contextmenu", (event) => {
    const element = find(event);
    if (!element) return;
    event.preventDefault();
    if (!timer && !rested) act(element); // a finger's menu comes with its long press
  });
  document.addEventListener("click", (event) => {
    if (!rested) return;
    rested = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
};
