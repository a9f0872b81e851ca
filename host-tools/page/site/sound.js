// Sounds, made here: wood in three pitches, the thud in the gutter, taps, clappers.

import { settings } from './settings.js';

let context = null;

/** The one audio context; browsers allow it only after a press. */
function audio() {
  if (settings.sound === 'off') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume();
  return context;
}

/** A struck body: a falling tone that dies away, with a short noise at its start. */
function knock({ pitch, length = 0.12, volume = 0.3, noise = 0.4, after = 0 }) {
  const on = audio();
  if (!on) return;
  const at = on.currentTime + after;
  const gain = on.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(on.destination);
  const tone = on.createOscillator();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch * 1.5, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.02);
  tone.connect(gain);
  tone.start(at);
  tone.stop(at + length);
  if (!noise) return;
  const frames = Math.floor(on.sampleRate * 0.03);
  const buffer = on.createBuffer(1, frames, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < frames; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / frames) * noise;
  const click = on.createBufferSource();
  click.buffer = buffer;
  click.connect(gain);
  click.start(at);
}

const PITCH = { small: 880, medium: 620, large: 430 };

export const sounds = {
  /** A disc on wood. */
  wood: (size) => knock({ pitch: PITCH[size] ?? 520 }),
  /** A disc in the gutter. */
  thud: (size) => {
    knock({ pitch: PITCH[size] ?? 430, after: 0 });
    knock({ pitch: 110, length: 0.22, volume: 0.5, noise: 0.2, after: 0.12 });
  },
  /** The ring asks. */
  ask: () => [0, 0.16].forEach((after) => knock({ pitch: 1180, length: 0.08, volume: 0.22, after })),
  /** Two clappers: a match begins or is won. */
  clap: () => [0, 0.28].forEach((after) => knock({ pitch: 1560, length: 0.2, volume: 0.4, noise: 0.9, after })),
  /** Not allowed. */
  no: () => knock({ pitch: 180, length: 0.18, volume: 0.3 }),
};
