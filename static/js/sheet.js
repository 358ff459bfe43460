/* The side as a sheet over the table, on phones: Escape closes it, the table behind it cannot be reached meanwhile, and
 * the focus goes back to the link that opened it. The address says whether it is open (#side), so Back closes it too.
 */
(() => {
  "use strict";
  const side = document.getElementById("side"), opener = document.querySelector('a[href="#side"]');
  const behind = () => document.querySelectorAll(".bar--table, #table, .coach");
  const isSheet = () => location.hash === "#side" && getComputedStyle(side).position === "fixed";

  function tell() {
    for (const part of behind()) part.inert = isSheet();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isSheet() && !document.querySelector("dialog[open]")) location.hash = "#table";
  });
  addEventListener("hashchange", ({ oldURL }) => {
    tell();
    if (new URL(oldURL).hash === "#side" && !isSheet()) opener.focus();
  });
  addEventListener("resize", tell);
  tell();
})();
