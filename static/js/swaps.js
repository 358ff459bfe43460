/**
 * When parts of the page are exchanged: the table only goes forward, the focus stays put, and the
 * felt is a spectator's once the seat is gone.
 */
let focused = null; // the ID of the focused element, "" if it has none; null: nothing had focus

/** Begins to watch what htmx exchanges. */
export function startSwaps() {
  document.addEventListener("htmx:before:swap", dropOvertaken);
  document.addEventListener("htmx:before:swap", noteFocus);
  document.addEventListener("htmx:after:swap", () => {
    noteSeat();
    restoreFocus();
    requestAnimationFrame(restoreFocus);
  });
}

const versionIn = (node) => Number(node?.querySelector("#pulse")?.dataset.version ?? Infinity);

/** Of an answer that is older than the table, only the notice it may bring is shown. */
function dropOvertaken({ detail: { tasks } }) {
  const version = Math.min(...tasks.map((task) => versionIn(task.fragment)));
  if (version >= versionIn(document) || version === Infinity) return;
  tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id === "notice"));
}

/** A seat may be given up while its table is looked at. */
function noteSeat() {
  const felt = document.querySelector(".felt");
  felt.classList.toggle("felt--watched", !felt.querySelector(".seat--me"));
}

function noteFocus() {
  const now = document.activeElement;
  focused = !now || now === document.body ? null : now.id;
}

function restoreFocus() {
  const now = document.activeElement;
  if (focused === null || (now && now !== document.body && !now.matches(":disabled"))) return;
  const before = document.getElementById(focused);
  const usable = before && !before.matches(":disabled") && before.checkVisibility();
  const place = usable
    ? before
    : document.getElementById("phase") || document.getElementById("main");
  place?.focus({ preventScroll: true });
}
