/* Your turn: the tab's name says so; a sound and a notification do too, for whoever has switched them on.
 *
 * #turn-sound and #turn-note are kept in this browser. A browser plays nothing before the first click or key.
 */
(() => {
  "use strict";
  const KEPT = "cardroom.", TONES = [[660, 0], [880, 0.17]], LONG = 0.16, LOUD = 0.12;
  const title = document.title;
  const sound = document.getElementById("turn-sound"), note = document.getElementById("turn-note");
  const mine = () => Boolean(document.querySelector("#pulse[data-turn]"));
  let was = mine(), context = null, shown = null;

  const kept = (box) => { try { return localStorage.getItem(KEPT + box.id) === "on"; } catch { return false; } };
  const keep = (box) => { try { localStorage.setItem(KEPT + box.id, box.checked ? "on" : "off"); } catch { /* for this page only */ } };

  /* The sound: two soft tones */
  function wake() {
    if (!sound?.checked) return;
    context ||= new AudioContext();
    if (context.state === "suspended") context.resume();
  }

  function ring() {
    if (!sound?.checked || context?.state !== "running") return;
    for (const [pitch, at] of TONES) {
      const tone = new OscillatorNode(context, { frequency: pitch }), volume = new GainNode(context, { gain: 0 });
      const start = context.currentTime + at;
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(LOUD, start + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.001, start + LONG);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + LONG);
    }
  }

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
    sound.addEventListener("change", () => { keep(sound); wake(); ring(); });
    note.addEventListener("change", async () => { await ask(); keep(note); });
    for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, wake, { passive: true });
  }
  document.addEventListener("htmx:after:swap", tell);
  tell();
})();
