// The ring's question: up to five pictured answers, "nothing" last, the ring's guess first.

import { h, icon } from '../dom.js';
import { pieceIcon } from '../draw/pieces.js';
import { WOODS } from '../draw/discs.js';
import { TOKENS } from '../draw/insects.js';
import { sumoLook } from '../poses.js';
import { pieceOf } from '../reading.js';
import { answer } from '../link.js';
import { state } from '../state.js';
import { told } from '../words/index.js';
import { openWhy } from './why.js';

const KEYS = 5;

/** Answers a question by the number of the answer; false if there is none. */
export function answerByNumber(number) {
  const question = state.now.question;
  const chosen = question?.answers[number - 1];
  if (!chosen) return false;
  answer(question.number, chosen.choice);
  return true;
}

/** Parts of the call that ask: heading, reason, answers. */
export function questionParts(w, name) {
  const { text, seen, answers, number } = state.now.question;
  const isPush = /^what did .* push\?/i.test(text.en);
  const [title, ...reason] = told(text).split(/(?<=\?)\s+/);
  return {
    over: w.question.over,
    title: isPush ? w.question.pushed(name) : title,
    how: isPush ? w.question.pushedHow : [reason.join(' '), told(seen)].filter(Boolean).join(' · ').replace(/^./, (one) => one.toUpperCase()),
    number,
    body: [
      h('div', { class: `answers${answers.length > 5 ? ' many' : ''}` }, answers.map((one, n) => button(one, n, w, answers))),
      h('p', { class: 'foot' }, h('span', {}, w.question.anybody), asked() && h('button', { class: 'button quiet', type: 'button', data: { key: 'watch' }, on: { click: () => openWhy(asked()) } }, icon('eye'), w.question.again)),
    ],
  };
}

/** Line of the question itself, if the ring says what it saw. */
const asked = () => {
  const line = state.lines.findLast((one) => one.kind === 'question');
  return line?.ground ? line : null;
};

function button(one, n, w, all) {
  const picture = pictureOf(one);
  const isFlat = !picture;
  // A last picture alone in its row takes all of it.
  const pictured = all.filter((other) => pictureOf(other));
  const isWide = picture && pictured.length % 2 === 1 && one === pictured.at(-1);
  const label = told(one.text);
  return h('button', {
    class: `answer${isFlat ? ' flat' : ''}${isWide ? ' wide' : ''}${n === 0 ? ' first' : ''}`, type: 'button', data: { key: `answer-${n}` }, 'aria-keyshortcuts': n < KEYS ? n + 1 : null,
    on: { click: () => answerByNumber(n + 1) },
  }, n < KEYS && h('kbd', { 'aria-hidden': 'true' }, n + 1), picture && h('span', { class: 'pic' }, picture), h('span', {}, label.charAt(0).toUpperCase() + label.slice(1)));
}

function pictureOf(one) {
  const piece = pieceOf(one);
  if (piece && WOODS[piece]) return pieceIcon(piece, {}, { small: 36, medium: 50, large: 66 }[piece]);
  if (piece === 'sumo') return pieceIcon('sumo', sumoLook(state.turn?.seat ?? 1), 60);
  if (piece === 'belt') return pieceIcon('belt', {}, 50);
  const token = tokenOf(one);
  return token ? pieceIcon('token', token, 46) : null;
}

/** Look of a token that an answer names by its card's word. */
function tokenOf({ text }) {
  const token = Object.keys(TOKENS).find((name) => text.en.includes(name));
  return token ? { token } : null;
}
