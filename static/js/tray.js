/** The tray: which chip is picked. A radio group of .tray [role=radio][data-v], in whole units. */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const CENTS = 100;
let picked = "";

const radios = () => [...document.querySelectorAll(".tray [role=radio]")];
const checked = () => radios().find((radio) => radio.ariaChecked === "true")?.dataset.v ?? "";

/** Whether there is a tray to take chips from, so that wagers may be placed. */
export const hasTray = () => document.querySelector(".tray") !== null;

/** The value of the selected chip, in cents; 0 without a tray. */
export const pickedChip = () => (hasTray() ? Number(picked) * CENTS : 0);

/** Lets chips be picked by click and by arrow key, and keeps the choice from round to round. */
export function startTray() {
  picked = checked();
  document.addEventListener("click", (event) => {
    const radio = event.target.closest(".tray [role=radio]");
    if (radio) pick(radio);
  });
  document.addEventListener("keydown", (event) => {
    const radio = event.target.closest(".tray [role=radio]");
    const step = STEPS[event.key];
    if (!radio || !step) return;
    event.preventDefault();
    const all = radios();
    const next = all[(all.indexOf(radio) + step + all.length) % all.length];
    pick(next);
    next.focus();
  });
  document.addEventListener("htmx:after:swap", mark);
}

function pick(radio) {
  picked = radio.dataset.v;
  mark();
}

/** A tray that has just come in shows the chip that was picked before, if it has that one. */
function mark() {
  const all = radios();
  if (!all.length) return; // no tray while cards are out
  if (!all.some((radio) => radio.dataset.v === picked)) picked = checked();
  for (const radio of all) {
    radio.ariaChecked = String(radio.dataset.v === picked);
    radio.tabIndex = radio.dataset.v === picked ? 0 : -1;
  }
}
