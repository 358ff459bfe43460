/* Your turn: the tab's name says so; a sound and a notification do too, for whoever has switched them on.
 *
 * #turn-sound and #turn-note are kept in this browser; until the first is set there, the player's settings say.
 */
(() => {
  "use strict";
  const KEPT = "cardroom.";
  const title = document.title;
  const sound = document.getElementById("turn-sound"), note = document.getElementById("turn-note");
  const mine = () => Boolean(document.querySelector("#pulse[data-turn]"));
  let was = mine(), shown = null;

  const usual = (box) => (box === sound && cardroom.volume("turn") > 0 ? "on" : "off");
  const kept = (box) => { try { return (localStorage.getItem(KEPT + box.id) ?? usual(box)) === "on"; } catch { return usual(box) === "on"; } };
  const keep = (box) => { try { localStorage.setItem(KEPT + box.id, box.checked ? "on" : "off"); } catch { /* for this page only */ } };

  const ring = () => { if (sound?.checked) cardroom.sound("turn", { loud: cardroom.volume("turn") || 60 }); };

  /* The notification, only where nobody sees the page */
  const mayNotify = () => "Notification" in window && Notification.permission === "granted";

  function notify() {
    if (!note?.checked || !document.hidden || !mayNotify()) return;
    try {
      shown = new Notification("Your turn", { body: title, tag: location.pathname, silent: true });
    } catch {
      return; // some phones have the name and not the thing
    }
    shown.onclick = () => { window.focus(); shown.close(); };
  }

  async function ask() {
    const refused = document.getElementById("turn-refused");
    refused.textContent = "";
    if (!note.checked || mayNotify()) return;
    if ("Notification" in window) await Notification.requestPermission();
    if (mayNotify()) return;
    note.checked = false;
    refused.textContent = "This browser allows no notifications from here.";
  }

  function tell() {
    const turn = mine();
    document.title = turn ? `● Your turn · ${title}` : title;
    if (turn && !was) {
      ring();
      notify();
    } else if (!turn) {
      shown?.close();
    }
    was = turn;
  }

  if (sound && note) {
    sound.checked = kept(sound);
    note.checked = kept(note) && mayNotify();
    sound.closest("[hidden]").hidden = false;
    sound.addEventListener("change", () => { keep(sound); cardroom.wake(); ring(); });
    note.addEventListener("change", async () => { await ask(); keep(note); });
  }
  document.addEventListener("htmx:after:swap", tell);
  tell();
})();
