// The browser's own voice: rulings, questions, whose turn. Off unless chosen.

import { settings } from './settings.js';

let isTurn = false;

/** Speaks a sentence; a ruling cuts a turn call short. */
export function speak(sentence, kind) {
  if (settings.sound !== 'both' || !window.speechSynthesis || !sentence) return;
  if (kind !== 'turn' && isTurn) speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(sentence);
  spoken.lang = settings.language === 'fr' ? 'fr-FR' : 'en-GB';
  spoken.rate = 1.05;
  isTurn = kind === 'turn';
  speechSynthesis.speak(spoken);
}

/** Ends what is being spoken. */
export const hush = () => window.speechSynthesis?.cancel();
