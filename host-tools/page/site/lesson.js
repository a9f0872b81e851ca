// The first match: it teaches lights, platform, push and corner slam by needing them.
//
// It is a match like any other. What differs: the page says more, shows less, and leaves
// to the ring's lamps where a marker goes.

import { changed, on, state } from './state.js';
import { begin } from './link.js';

/** What is learnt, in order. */
export const PARTS = ['platform', 'lights', 'push', 'slam'];

/** Match of the lesson: against a carefree player, who wins late. */
const SETUP = { game: 'ss', players: 2, seats: ['you', 'random'], league: 'junior', noise: 'nominal' };
const SEED = 3;

export function startLesson() {
  on('lines over', follow);
}

/** Begins the lesson. */
export function beginLesson(names) {
  state.screen = 'play';
  state.hasLaid = false;
  begin({ ...SETUP, names }, SEED);
  state.lesson = { learnt: [], wrong: false };
  changed('screen', 'lesson');
}

/** Leaves the lesson; the match goes on. */
export function skipLesson() {
  state.lesson = null;
  changed('lesson', 'turn');
}

/** Notes what has been learnt, from what the ring ruled on the learner's turns. */
function follow() {
  const { lesson } = state;
  if (!lesson || lesson.isDone) return;
  const own = (what) => state.lines.some((line) => line.facts.what === what && line.view?.sides?.some((side) => side.acts && side.side === 1));
  const learnt = [own('docked') && 'platform', own('marker') && 'lights', own('pushed') && 'push', own('slamPush') && 'slam'].filter(Boolean);
  if (state.over || learnt.includes('slam')) lesson.isDone = true;
  if (lesson.isDone || learnt.length !== lesson.learnt.length) {
    lesson.learnt = learnt;
    lesson.wrong = false;
    changed('lesson', 'turn');
  }
}

/** True while the ring's lamps alone say where the marker goes. */
export const asksLamps = (kind) => Boolean(state.lesson) && !state.lesson.isDone && ['mark', 'opening', 'take'].includes(kind);

/** Tells a learner who set a marker where no lamp called for it; true if that is so. */
export function isWrongPost(what, post, awaited) {
  if (!state.lesson || what === 'dock') return false;
  const isWrong = !awaited.includes(post);
  if (isWrong !== state.lesson.wrong) {
    state.lesson.wrong = isWrong;
    changed('lesson');
  }
  return isWrong;
}

/** Sentence for a stage of the learner's turn, or null outside the lesson. */
export function lessonFor(w, { kind, isYours, laid }, isSlam) {
  const { lesson } = state;
  if (!lesson) return null;
  const l = w.lesson;
  if (lesson.isDone) return l.done;
  if (lesson.wrong) return l.wrong;
  if (!isYours) return kind === 'settle' || state.turn?.person ? l.settle : l.theirs;
  const markers = state.now.view?.sides?.find((side) => side.acts)?.markers?.length ?? 0;
  switch (kind) {
    case 'dock': return [l.platform, l.other, l.other, l.last][Math.min(3, markers)];
    case 'mark': case 'opening': return l.lights;
    case 'take': return l.slamTake;
    case 'push': return isSlam ? l.slam : laid ? l.push : l.lay;
    case 'settle': return l.settle;
    default: return null;
  }
}
