/* The side as a sheet over the table, on phones: Escape closes it, the table behind it cannot be reached meanwhile, and
 * the focus goes back to the link that opened it. The address says whether it is open (#side), so Back closes it too.
 */
(() => {
  "use strict";
  const side = document.getElementById("side"), opener = document.querySelector('a[href="#side"]');
  const behind = () => document.querySelectorAll(".bar--table, #table, .coach");
  const isSheet = () => location.hash === "#side" && getComputedStyle(side).position === "fixed";
  let was = false;

  function tell() {
    const open = isSheet();
    for (const part of behind()) part.inert = open;
    if (was && !open) opener.focus();
    was = open;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isSheet() && !document.querySelector("dialog[open]")) location.hash = "#table";
  });
  addEventListener("hashchange", tell);
  addEventListener("resize", tell);
  tell();
})();
