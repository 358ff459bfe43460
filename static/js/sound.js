/**
 * Sounds, made here: cards and chips on felt, your turn, a win. Silent unless the player's settings
 * ask for them, or the button in the table's header, and before the first click or key.
 *
 * body[data-sounds] has the volume (1 to 100) of each kind of sound that may be heard; [data-try]
 * buttons let one be heard. In a hidden tab only "your turn" is.
 */
import { keep, kept } from "./storage.js";

const KEY = "cardroom.sound";
const OFFERED = "cardroom.sound-offered"; // it was answered, or left alone
const LOUD = 60; // how loud sounds are for players whose settings have none
const GAP = 0.045; // seconds: four cards in one packet make one sound
const WIN = [523, 659, 784]; // Hz

/** What each sound is made by, and the kind whose volume it has. */
const SOUNDS = {
  card: [card, "deal"],
  flip: [flip, "deal"],
  deal: [card, "deal"],
  chip: [chip, "chip"],
  sweep: [sweep, "chip"],
  pay: [pay, "chip"],
  turn: [turn, "turn"],
  win: [win, "win"],
  rare: [rare, "win"],
};

let context = null;
let noise = null;
let volumes = null;
let muted = null; // as the button in the header says; null: as the settings say
const last = {}; // sound -> when it was played

const settings = () => {
  volumes ??= JSON.parse(document.body.dataset.sounds || "{}");
  return volumes;
};
const areSet = () => Object.keys(settings()).length > 0;

/** How loud a kind of sound should be, from 1 to 100; 0 for never. */
export function volume(kind) {
  if (muted === true) return 0;
  if (muted === false && !areSet()) return LOUD;
  return settings()[kind] ?? 0;
}

/** Gets ready to play. Browsers allow it only while they handle a click or a key. */
export function wake() {
  context ||= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Plays a sound by name; an unknown one is silence. */
export function play(name, { loud } = {}) {
  const [make, kind] = SOUNDS[name] ?? [];
  const level = loud ?? (kind ? volume(kind) : 0);
  if (!level || context?.state !== "running" || (document.hidden && name !== "turn")) return;
  if (context.currentTime - (last[name] ?? -1) < GAP) return;
  last[name] = context.currentTime;
  make(level * 0.02);
}

/** Gets ready at the first click or key, and lets the player try the sounds. */
export function startSounds() {
  const getReady = () => {
    if (isWanted()) wake();
  };
  document.addEventListener("pointerdown", getReady, { passive: true });
  document.addEventListener("keydown", getReady, { passive: true });
  document.addEventListener("click", async (event) => {
    const name = event.target.closest("[data-try]")?.dataset.try;
    if (!name) return;
    wake();
    await context.resume();
    play(name, { loud: Number(document.getElementById(`volume-${name}`).value) });
  });
}

/** The speaker in a table's header, [data-do=sound]: offered once, with the first chip. */
export function startSpeaker() {
  const speaker = document.querySelector("[data-do=sound]");
  const offer = document.getElementById("sound-offer");
  const chosen = kept(KEY);
  if (chosen) muted = chosen === "off";
  const show = () => {
    speaker.setAttribute("aria-pressed", String(isWanted()));
  };
  const choose = (off) => {
    muted = off;
    keep(KEY, off ? "off" : "on");
    offer.hidden = true;
    if (!off) wake();
    show();
  };
  document.addEventListener("click", ({ target }) => {
    const answer = target.closest("[data-sound]")?.dataset.sound;
    if (answer) choose(answer === "off");
    else if (target.closest("[data-do=sound]")) choose(isWanted());
    else if (target.closest("#bets .spot") && (kept(OFFERED) ?? kept(KEY)) === null) {
      offer.hidden = areSet();
      keep(OFFERED, "yes");
    } else if (!target.closest("#bets .spot")) offer.hidden = true;
  });
  show();
}

function isWanted() {
  if (muted !== null) return !muted;
  return areSet() || Boolean(document.getElementById("turn-sound")?.checked);
}

/** A card that slides over felt. */
function card(loud) {
  brush(loud * 0.07, { long: 0.085, from: 1500, to: 3600, q: 0.8, attack: 0.02 });
}

function flip(loud) {
  brush(loud * 0.07, { long: 0.05, from: 2600, to: 1400, q: 0.9 });
  tone(loud * 0.05, { hz: 190, at: 0.03, long: 0.03 });
}

function chip(loud) {
  clack(loud, 0);
  clack(loud * 0.5, 0.034);
}

/** Chips that are pushed along the felt. */
function sweep(loud) {
  brush(loud * 0.06, { long: 0.2, from: 900, to: 500, q: 0.7, attack: 0.03 });
  clack(loud * 0.4, 0.15);
  clack(loud * 0.3, 0.19);
}

function pay(loud) {
  clack(loud, 0);
  clack(loud * 0.9, 0.06);
  clack(loud * 0.8, 0.11);
}

function turn(loud) {
  tone(loud * 0.045, { hz: 587, long: 0.2, attack: 0.01 });
  tone(loud * 0.04, { hz: 784, at: 0.14, long: 0.3, attack: 0.01 });
}

function win(loud) {
  for (const [index, hz] of WIN.entries()) {
    tone(loud * 0.03, { hz, at: index * 0.09, long: 0.2, attack: 0.008 });
  }
}

function rare(loud) {
  for (const [index, hz] of [392, 587, 784].entries()) {
    tone(loud * 0.035, { hz, at: index * 0.05, long: 1.2, attack: 0.015 });
  }
}

/** Clay on clay: two close tones that die at once, and the knock. */
function clack(loud, at) {
  const pitch = 0.97 + Math.random() * 0.06;
  tone(loud * 0.05, { hz: 2350 * pitch, at, long: 0.045 });
  tone(loud * 0.03, { hz: 3710 * pitch, at, long: 0.03 });
  brush(loud * 0.05, { at, long: 0.022, from: 5200, to: 5200, q: 1.5, attack: 0.001 });
}

function tone(loud, { hz, at = 0, long, attack = 0.001 }) {
  fade(new OscillatorNode(context, { frequency: hz }), loud, { at, long, attack });
}

/** Noise through a filter that moves from one pitch to another. */
function brush(loud, { at = 0, long, from, to, q, attack = 0.004 }) {
  noise ??= makeNoise();
  const start = context.currentTime + at;
  const filter = new BiquadFilterNode(context, { type: "bandpass", Q: q });
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + long);
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  fade(source, loud, { at, long, attack, through: [filter] });
}

function makeNoise() {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (const index of data.keys()) data[index] = Math.random() * 2 - 1;
  return buffer;
}

/** A source heard from `at` on for `long` seconds, dying away. */
function fade(source, loud, { at, long, attack, through = [] }) {
  const start = context.currentTime + at;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  let end = source;
  for (const node of [...through, gain, context.destination]) end = end.connect(node);
  source.start(start);
  source.stop(start + long);
}
