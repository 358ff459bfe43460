/* Sounds, made here: cards, chips, your turn, a win. Silent until the player's settings say otherwise.
 *
 * body[data-sounds] has the volume (1 to 100) of each sound that may be heard. A browser plays nothing before the first
 * click or key. cardroom.sound(name, { loud, tier }) plays one; a [data-try] button lets one be heard.
 */
window.cardroom = window.cardroom || {};
(() => {
  "use strict";
  const VOLUMES = JSON.parse(document.body.dataset.sounds || "{}");
  const STEPS = [523, 659, 784, 1047], TIERS = [5, 25]; // a win sounds longer from so many times the stake on
  let context = null;

  cardroom.volume = (name) => VOLUMES[name] ?? 0;

  cardroom.wake = () => {
    context ||= new AudioContext();
    if (context.state === "suspended") context.resume();
  };

  /* A source heard from `at` on for `long` seconds, dying away */
  function fade(source, loud, at, long, through = []) {
    const start = context.currentTime + at, volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + long);
    [source, ...through, volume, context.destination].reduce((one, next) => one.connect(next));
    source.start(start);
    source.stop(start + long);
  }

  const tone = (pitch, loud, at, long, type = "sine") => fade(new OscillatorNode(context, { frequency: pitch, type }), loud, at, long);

  function swish(loud) {
    const buffer = context.createBuffer(1, context.sampleRate / 10, context.sampleRate);
    buffer.getChannelData(0).forEach((_, index, data) => { data[index] = Math.random() * 2 - 1; });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.8 });
    fade(new AudioBufferSourceNode(context, { buffer }), loud, 0, 0.08, [filter]);
  }

  const MADE = {
    deal: (loud) => swish(loud * 0.5),
    chip: (loud) => {
      const pitch = 2300 * (0.97 + Math.random() * 0.06);
      tone(pitch, loud * 0.5, 0, 0.07, "triangle");
      tone(pitch * 1.48, loud * 0.25, 0.012, 0.05);
    },
    turn: (loud) => { tone(660, loud, 0, 0.16); tone(880, loud, 0.17, 0.16); },
    win: (loud, tier) => STEPS.slice(0, tier + 1).forEach((pitch, index) => tone(pitch, loud, index * 0.13, 0.26)),
  };

  cardroom.sound = (name, { loud = cardroom.volume(name), tier = 1 } = {}) => {
    if (!loud || context?.state !== "running") return;
    MADE[name](loud * 0.002, tier);
  };

  /* What the table does */
  const pulse = () => document.getElementById("pulse")?.dataset ?? {};
  let was = { ...pulse() };

  function hear() {
    const is = { ...pulse() };
    if (is.phase === was.phase && is.round === was.round) return;
    if (["choosing", "betting"].includes(was.phase) && ["looking", "playing", "showing"].includes(is.phase)) cardroom.sound("deal");
    const won = Number(is.net) / Number(is.staked);
    if (is.phase === "showing" && won > 0) cardroom.sound("win", { tier: 1 + TIERS.filter((times) => won >= times).length });
    was = is;
  }

  document.addEventListener("htmx:after:swap", hear);
  const wanted = () => Object.keys(VOLUMES).length || document.getElementById("turn-sound")?.checked;
  for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, () => { if (wanted()) cardroom.wake(); }, { passive: true });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-try]");
    if (!button) return;
    cardroom.wake();
    context.resume().then(() => cardroom.sound(button.dataset.try, { loud: Number(document.getElementById(`volume-${button.dataset.try}`).value) }));
  });
})();
