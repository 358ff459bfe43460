/** Taking back by hand: a right click, or a finger that rests on something. */
const REST = 450; // milliseconds until a press is a long one
const SLIP = 10; // pixels that a resting finger may move

/**
 * Calls act(element) after a right click or a long press on an element.
 *
 * find(event) returns the element that an event is about, or null. The click that ends a long press
 * never reaches the page.
 */
export function onLongPress(find, act) {
  let timer = 0;
  let rested = false;
  let from = null;

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
  };

  document.addEventListener("pointerdown", (event) => {
    stop();
    rested = false;
    const element = event.pointerType === "mouse" ? null : find(event);
    if (!element) return;
    from = event;
    timer = setTimeout(() => {
      rested = true;
      act(element);
    }, REST);
  });
  document.addEventListener("pointermove", (event) => {
    if (!timer) return;
    if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIP) stop();
  });
  document.addEventListener("pointerup", stop);
  document.addEventListener("pointercancel", stop);
  document.addEventListener("contextmenu", (event) => {
    const element = find(event);
    if (!element) return;
    event.preventDefault();
    if (!timer && !rested) act(element); // a finger's menu comes with its long press
  });
  const swallow = (event) => {
    if (!rested) return;
    rested = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", swallow, true);
}
