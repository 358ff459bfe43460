/**
 * Your turn: the tab's name says so; so do a sound and a notification, if switched on.
 *
 * #turn-sound and #turn-note are kept in this browser; until the first is set there, the player's
 * settings decide.
 */
import { play, volume, wake } from "./sound.js";
import { keep, kept } from "./storage.js";

const KEPT = "cardroom.";
const LOUD = 60; // how loud the sound is for players who hear no others
let title = "";
let was = false;
let shown = null; // the notification

const sound = () => document.getElementById("turn-sound");
const note = () => document.getElementById("turn-note");
const isMine = () => document.querySelector("#pulse[data-turn]") !== null;
const mayNotify = () => "Notification" in window && Notification.permission === "granted";

/** Begins to alert the player to their turn. */
export function startTurn() {
  title = document.title;
  was = isMine();
  if (sound() && note()) {
    sound().checked = isOn(sound(), volume("turn") > 0);
    note().checked = isOn(note(), false) && mayNotify();
    sound().closest("[hidden]").hidden = false;
    sound().addEventListener("change", () => {
      remember(sound());
      wake();
      ring();
    });
    note().addEventListener("change", async () => {
      await askToNotify();
      remember(note());
    });
  }
  document.addEventListener("htmx:after:swap", update);
  update();
}

const isOn = (box, usually) => (kept(KEPT + box.id) ?? (usually ? "on" : "off")) === "on";
const remember = (box) => keep(KEPT + box.id, box.checked ? "on" : "off");

function ring() {
  if (sound()?.checked) play("turn", { loud: volume("turn") || LOUD });
}

function update() {
  const turn = isMine();
  document.title = turn ? `● Your turn · ${title}` : title;
  if (turn && !was) {
    ring();
    notify();
  } else if (!turn) {
    shown?.close();
  }
  was = turn;
}

/** The notification comes only if the page is not visible. */
function notify() {
  if (!note()?.checked || !document.hidden || !mayNotify()) return;
  try {
    shown = new Notification("Your turn", { body: title, tag: location.pathname, silent: true });
  } catch {
    return; // some phones have the name and not the thing
  }
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

async function askToNotify() {
  const refused = document.getElementById("turn-refused");
  refused.textContent = "";
  if (!note().checked || mayNotify()) return;
  if ("Notification" in window) await Notification.requestPermission();
  if (mayNotify()) return;
  note().checked = false;
  refused.textContent = "This browser allows no notifications from here.";
}
