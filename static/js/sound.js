/**
 * Sounds, made here: cards, chips, your turn, a win. Silent unless the player's settings ask for
 * them.
 *
 * body[data-sounds] has the volume (1 to 100) of each sound that may be heard. A browser plays
 * nothing before the first click or key. A [data-try] button lets one be heard.
 */
const WIN = [523, 659, 784, 1047]; // Hz, the more of them the bigger the win
const TIERS = [5, 25]; // a win sounds longer from so many times the stake on
const BEFORE_DEAL = new Set(["choosing", "betting"]);
const AFTER_DEAL = new Set(["looking", "playing", "showing"]);
const MADE = { deal, chip, turn, win };

let context = null;
let volumes = null;
let was = {}; // the table when it was last listened to

/** How loud a sound should be, from 1 to 100; 0 for never. */
export function volume(name) {
  volumes ??= JSON.parse(document.body.dataset.sounds || "{}");
  return volumes[name] ?? 0;
}

/** Gets ready to play. Browsers allow it only while they handle a click or a key. */
export function wake() {
  context ||= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Plays a sound by name; tier (1 to 3) is how big a win is. */
export function play(name, { loud = volume(name), tier = 1 } = {}) {
  if (!loud || context?.state !== "running") return;
  MADE[name](loud * 0.002, tier);
}

/**
 * What is to be heard when a table has changed: sounds by name, with the tier of each.
 *
 * was, is: { phase, round, net, staked } as #pulse has them, amounts in cents.
 */
export function soundsOf(was, is) {
  if (is.phase === was.phase && is.round === was.round) return [];
  const sounds = [];
  if (BEFORE_DEAL.has(was.phase) && AFTER_DEAL.has(is.phase))
    sounds.push({ name: "deal", tier: 1 });
  const won = Number(is.net) / Number(is.staked);
  if (is.phase === "showing" && won > 0) {
    sounds.push({ name: "win", tier: 1 + TIERS.filter((times) => won >= times).length });
  }
  return sounds;
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

/** Plays what happens at the table. */
export function startTableSounds() {
  was = { ...pulse() };
  document.addEventListener("htmx:after:swap", () => {
    const is = { ...pulse() };
    for (const { name, tier } of soundsOf(was, is)) play(name, { tier });
    was = is;
  });
}

const pulse = () => document.getElementById("pulse")?.dataset;

function isWanted() {
  volume("turn"); // reads the volumes
  return Object.keys(volumes).length > 0 || document.getElementById("turn-sound")?.checked;
}

function deal(loud) {
  const buffer = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (const index of data.keys()) data[index] = Math.random() * 2 - 1;
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.8 });
  fade(new AudioBufferSourceNode(context, { buffer }), loud * 0.5, 0, 0.08, [filter]);
}

function chip(loud) {
  const pitch = 2300 * (0.97 + Math.random() * 0.06);
  tone(pitch, loud * 0.5, 0, 0.07, "triangle");
  tone(pitch * 1.48, loud * 0.25, 0.012, 0.05);
}

function turn(loud) {
  tone(660, loud, 0, 0.16);
  tone(880, loud, 0.17, 0.16);
}

function win(loud, tier) {
  for (const [index, pitch] of WIN.slice(0, tier + 1).entries()) {
    tone(pitch, loud, index * 0.13, 0.26);
  }
}

function tone(pitch, loud, at, long, type = "sine") {
  fade(new OscillatorNode(context, { frequency: pitch, type }), loud, at, long);
}

/** A source heard from `at` on for `long` seconds, dying away. */
function fade(source, loud, at, long, through = []) {
  const start = context.currentTime + at;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + long);
  let last = source;
  for (const node of [...through, gain, context.destination]) last = last.connect(node);
  source.start(start);
  source.stop(start + long);
}
