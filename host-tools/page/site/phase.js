// What a person may do now, from what the rules allow and what lies on the table.

import { awaitedIn } from './reading.js';
import { laidOn } from './poses.js';
import { isYours, state } from './state.js';
import { pieces } from './scene.js';

/** Stages of a turn as the page shows them, and what is awaited in detail. */
export function phase() {
  const awaited = awaitedIn(state.turn?.next);
  const laid = laidOn(pieces.bodies, state.platform);
  const kind = kindOf(awaited);
  return { kind, awaited, laid, isYours: isYours() };
}

function kindOf(awaited) {
  if (state.over) return 'over';
  if (state.now.question) return 'question';
  if (!state.turn) return 'wait';
  if (state.table?.kind === 'grid') return 'move';
  if (awaited.settle) return 'settle';
  const isOwed = (key) => awaited.owed.has(key);
  for (const key of ['take', 'dock', 'mark', 'push']) if (isOwed(key)) return key;
  if (awaited.push) return 'push';
  if (awaited.take.length) return 'take';
  if (awaited.mark.length && !state.turn.next?.some((one) => one.do === 'end turn')) return state.now.view?.platform ? 'mark' : 'opening';
  if (awaited.dock.length || awaited.anywhere) return 'dock';
  if (awaited.end || state.offers.length) return 'end';
  return 'wait';
}
