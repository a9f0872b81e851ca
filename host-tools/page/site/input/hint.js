// The hint before the first push: a ghost disc travels from the rack to the spot.

import { $ } from '../dom.js';
import { aim, touch } from '../scene.js';
import { phase } from '../phase.js';
import { state } from '../state.js';
import { WOODS } from '../draw/discs.js';

/** Shows the hint while a person has never laid a piece in this page. */
export function showHint() {
  const { kind, laid, isYours } = phase();
  const isWanted = isYours && kind === 'push' && !laid && !state.hasLaid && !aim.held && state.platform?.spot;
  if (!isWanted) {
    if (aim.hint) touch();
    aim.hint = null;
    return;
  }
  const slot = [...document.querySelectorAll('button.slot:not([aria-disabled])')].find((one) => WOODS[one.dataset.piece]);
  if (!slot) return;
  const [box, canvas] = [(slot.querySelector('.pile') ?? slot).getBoundingClientRect(), $('top').getBoundingClientRect()];
  const radius = WOODS[slot.dataset.piece].radius;
  aim.hint = { from: [box.left + box.width / 2 - canvas.left, box.top + box.height / 2 - canvas.top], to: state.platform.spot, key: slot.dataset.piece, half: [radius, radius, 4.5] };
}
