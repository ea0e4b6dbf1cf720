// @ts-check
'use strict';
// Soft sounds, made here and now, without files. Nothing is heard until the reader wants it: their browser keeps that
// under `intryga-signals`.

const SIGNALS = 'intryga-signals';
/** @type {AudioContext | null} */
let stage = null;

function signals() {
  try { return JSON.parse(localStorage.getItem(SIGNALS) ?? '{}'); } catch { return {}; }
}

/** A tone that swells and fades; `slide`: to which pitch it moves meanwhile. */
function tone(/** @type {number} */ pitch, start = 0, length = .5, loud = .12, slide = pitch,
              /** @type {OscillatorType} */ wave = 'sine') {
  if (!stage) return;
  const at = stage.currentTime + start, voice = stage.createOscillator(), volume = stage.createGain();
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(slide, at + length);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + .015);
  volume.gain.exponentialRampToValueAtTime(.0001, at + length);
  voice.connect(volume).connect(stage.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** A breath of noise, as of a card on cloth. */
function rustle(length = .09, loud = .08) {
  if (!stage) return;
  const grains = stage.createBuffer(1, stage.sampleRate * length, stage.sampleRate), wave = grains.getChannelData(0);
  for (let n = 0; n < wave.length; n++) wave[n] = (Math.random() * 2 - 1) * (1 - n / wave.length) ** 2;
  const source = stage.createBufferSource(), dull = stage.createBiquadFilter(), volume = stage.createGain();
  source.buffer = grains;
  dull.type = 'bandpass';
  dull.frequency.value = 1800;
  volume.gain.value = loud;
  source.connect(dull).connect(volume).connect(stage.destination);
  source.start();
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => rustle(),
  bell: () => { tone(660, 0, .9, .1); tone(1320, 0, .5, .03); },
  toll: () => { tone(147, 0, 1.6, .16); tone(220.5, 0, 1.1, .06); tone(441, 0, .6, .02); },
  fanfare: () => [392, 494, 587, 784].forEach((pitch, n) => tone(pitch, n * .11, .45, .09, pitch, 'triangle')),
  fall: () => tone(392, 0, .7, .1, 196, 'triangle'),
  turn: () => { tone(587, 0, .35, .1); tone(784, .14, .6, .1); },
};

/** Makes a sound, if the reader wants any. Browsers let nobody be loud before the first touch. */
function sound(/** @type {string} */ name) {
  if (!signals().sound || !(name in SOUNDS)) return;
  stage ??= new AudioContext();
  if (stage.state === 'suspended') stage.resume();
  SOUNDS[name]();
}

/** The switch at the table: shows how things stand, and is heard when it is turned on. */
function show_switch() {
  for (const button of document.querySelectorAll('[data-sound-switch]')) {
    button.removeAttribute('hidden');
    button.setAttribute('aria-pressed', String(!!signals().sound));
  }
}

document.addEventListener('click', event => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-sound-switch]')) return;
  localStorage.setItem(SIGNALS, JSON.stringify({...signals(), sound: !signals().sound}));
  show_switch();
  sound('turn');
});
show_switch();
addEventListener('drawn', show_switch);    // what is drawn anew knows nothing of this browser
