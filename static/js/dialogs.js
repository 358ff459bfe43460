/**
 * Dialogs: [data-opens] names the one that it opens; data-opens-if is a selector without which a
 * link is simply followed.
 */

/** Opens a dialog by its ID. Returns whether there is one. */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
  return Boolean(dialog);
}

/** Lets links and buttons open dialogs. */
export function startDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (!opener) return;
    const { opens, opensIf } = opener.dataset;
    if (opensIf && !document.querySelector(opensIf)) return;
    if (openDialog(opens)) event.preventDefault();
  });
}
