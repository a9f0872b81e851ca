// What a screen reader is told: rulings politely, questions at once; each thing once.

import { $ } from './dom.js';

const last = { polite: '', assertive: '' };

/** Says a sentence to screen readers; 'polite' or 'assertive'. */
export function announce(how, sentence) {
  if (!sentence || last[how] === sentence) return;
  last[how] = sentence;
  $(how).textContent = sentence;
  if (how === 'polite') last.assertive = '';
}
