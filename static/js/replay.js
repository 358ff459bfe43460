/* A replay: goes from one frame of a finished round to another, by hand or by itself.
 *
 * The element with data-replay has the frame it shows in data-at, the last in data-last, and in data-query how the page's
 * own address goes on before at=. HTMX gets only the frame from there. It never changes, so that each is asked for once.
 * Keys are those of js/keys.js: the controls carry them as data-key.
 */
(() => {
  "use strict";
  const PACE = 1400; // milliseconds an event stays at normal speed
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const part = (id) => document.getElementById(id);
  const play = part("play"), scrub = part("scrub"), speed = part("speed");
  const last = Number(root.dataset.last);
  const frames = new Map();
  let at = Number(root.dataset.at), wanted = at, playing = false, timer = 0;

  const entry = (number) => document.querySelector(`.reel [data-at="${number}"]`);
  const words = (number) => entry(number).querySelector("span").textContent;
  const address = (number) => `${root.dataset.query}at=${number}`;

  async function load(number) {
    const response = await fetch(address(number), { headers: { "HX-Request": "true" } });
    if (!response.ok || response.redirected) throw new Error(response.status);
    return response.text();
  }

  function frame(number) {
    if (!frames.has(number)) {
      const coming = load(number);
      coming.catch(() => frames.delete(number)); // the next try asks again
      frames.set(number, coming);
    }
    return frames.get(number);
  }

  /* What shows where the replay is */
  function mark(number) {
    part("count").querySelector("b").textContent = number;
    scrub.value = number;
    scrub.ariaValueText = words(number);
    for (const [id, to] of [["first", 1], ["back", number - 1], ["next", number + 1], ["last", last]]) {
      const stays = to < 1 || to > last || to === number;
      part(id).href = address(Math.min(Math.max(to, 1), last));
      part(id).toggleAttribute("data-idle", stays);
      part(id).ariaDisabled = stays ? "true" : null;
    }
    document.querySelector(".reel [aria-current]")?.removeAttribute("aria-current");
    const here = entry(number);
    here.setAttribute("aria-current", "step");
    const list = here.closest(".reel");
    const top = here.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  async function go(number) {
    wanted = Math.min(Math.max(number, 1), last);
    clearTimeout(timer);
    if (wanted !== at) {
      const to = wanted;
      let text;
      try {
        text = await frame(to);
      } catch {
        pause();
        cardroom.warn("This event could not be loaded. Try again, or load the page again.");
        return;
      }
      if (to !== wanted) return; // somebody went on meanwhile
      at = to;
      await htmx.swap({ sourceElement: root, target: root, swap: "none", text });
      root.dataset.at = at;
      mark(at);
      cardroom.say(words(at), "replay");
      history.replaceState(null, "", address(at));
    }
    if (at < last) frame(at + 1).catch(() => {});
    if (!playing) return;
    if (at === last) pause();
    else timer = setTimeout(() => go(at + 1), PACE / Number(speed.value));
  }

  /* Playing */
  function show() {
    play.toggleAttribute("data-playing", playing);
    play.querySelector("span").textContent = playing ? "Pause" : "Play";
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
    show();
  }

  function start() {
    playing = true;
    show();
    go(at === last ? 1 : at + 1);
  }

  play.addEventListener("click", () => (playing ? pause() : start()));
  scrub.addEventListener("input", () => { pause(); go(Number(scrub.value)); });
  speed.addEventListener("change", () => { if (playing) go(at); });

  const STEPS = { first: () => 1, back: () => wanted - 1, next: () => wanted + 1, last: () => last };
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return; // into another tab
    const link = event.target.closest(".transport a, .reel a");
    if (!link) return;
    event.preventDefault();
    pause();
    go(STEPS[link.id] ? STEPS[link.id]() : Number(link.dataset.at));
    if (link.dataset.at && root.getBoundingClientRect().bottom < innerHeight / 2) root.scrollIntoView({ block: "start" });
  });

  // A link leaves the space bar to the page, which would scroll; here it plays.
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || document.body.dataset.keys === "off" || !event.target.closest(".transport a, .reel a")) return;
    event.preventDefault();
    play.click();
  });

  for (const control of [play, scrub, speed]) control.hidden = false;
  mark(at);
  show();
  if (at < last) frame(at + 1).catch(() => {});
})();
