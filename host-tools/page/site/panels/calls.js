// What was called: rulings by turn, the newest first, each with its "why?".

import { $, fill, h, icon } from '../dom.js';
import { pieceIcon } from '../draw/pieces.js';
import { sumoLook } from '../poses.js';
import { on, seats, state } from '../state.js';
import { onSettings, settings } from '../settings.js';
import { nameOf, told, words } from '../words/index.js';
import { say } from '../link.js';
import { signIcon } from './signs.js';
import { openWhy } from './why.js';
import { lookBy } from './looking.js';

const SHOWN = new Set(['ruling', 'question', 'answer', 'refusal', 'note']);
/** Rulings that say nothing the page does not show elsewhere. */
const QUIET = new Set(['lost']);

export function startCalls() {
  on('lines turn now over looking screen', show);
  onSettings(show);
}

/** Seat that a line speaks of: the one it names first, or who acted when it was said. */
export function actorOf(line) {
  const players = line.view?.sides?.flatMap((side) => side.players ?? []) ?? [];
  const named = players.find(({ name }) => name?.en && line.text.en.toLowerCase().startsWith(name.en.replace(/, [^,]*$/, '').toLowerCase()));
  const acting = line.view?.sides?.find((side) => side.acts);
  return named?.seat ?? acting?.players?.[0]?.seat ?? state.turn?.seat ?? 1;
}

/** Seat that a fallen piece goes to, or null. */
export function ownerOf(line) {
  const to = /goes (?:back )?to (.*)$/i.exec(line.text.en)?.[1]?.toLowerCase();
  const players = line.view?.sides?.flatMap((side) => side.players ?? []) ?? [];
  return players.find(({ name }) => to && name?.en && to.startsWith(name.en.replace(/, [^,]*$/, '').toLowerCase()))?.seat ?? null;
}

function show() {
  const w = words();
  const lines = state.lines.filter((line) => SHOWN.has(line.kind) && !QUIET.has(line.facts.what));
  const isUndoable = lines.length > 0 && !state.now.question;
  fill($('calls'), [settings.language, lines.length, lines.at(-1)?.n, state.setup?.names, isUndoable, lines.map((line) => line.isGone).join(), state.lookingAt], () => [
    h('header', {}, h('h2', {}, w.calls.title),
      h('span', { class: 'steps-back', role: 'group', 'aria-label': w.calls.look },
        h('button', { class: 'tool', type: 'button', disabled: !lines.length, 'aria-label': w.calls.stepBack, title: w.calls.stepBack, 'aria-keyshortcuts': 'Shift+ArrowLeft', data: { key: 'look-back' }, on: { click: () => lookBy(-1) } }, icon('before')),
        h('button', { class: 'tool', type: 'button', disabled: state.lookingAt == null, 'aria-label': w.calls.stepOn, title: w.calls.stepOn, 'aria-keyshortcuts': 'Shift+ArrowRight', data: { key: 'look-on' }, on: { click: () => lookBy(1) } }, icon('after'))),
      h('button', { class: 'button quiet', type: 'button', disabled: !isUndoable, 'aria-keyshortcuts': 'Z', data: { key: 'undo' }, on: { click: takeBack } }, icon('undo'), w.calls.back)),
    lines.length ? h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': w.calls.title }, byTurn(lines, w)) : h('p', { class: 'none' }, w.calls.empty),
  ]);
}

/** Takes the last step back; the ring does it, or says why not. */
export const takeBack = () => say('Undo');

function byTurn(lines, w) {
  const groups = [];
  for (const line of lines) {
    if (groups.at(-1)?.turn !== line.turn) groups.push({ turn: line.turn, lines: [] });
    groups.at(-1).lines.push(line);
  }
  return groups.reverse().map(({ turn, lines: some }) => {
    const began = state.lines.find((line) => line.turn === turn && line.kind === 'turn');
    const seat = began ? actorOf(began) : actorOf(some[0]);
    return [
      h('h3', {}, turn ? signIcon(seat, 14) : null, turn ? w.calls.turn(turn, nameOf(seat)) : w.calls.before),
      h('ol', { reversed: true }, some.toReversed().map((line) => item(line, seat, w, line === lines.at(-1)))),
    ];
  });
}

function item(line, seat, w, isNew) {
  const colour = seats().find((one) => one.seat === seat)?.colour ?? 'red';
  const [strong, rest] = sentence(line, seat, w);
  return h('li', { class: `line${state.lookingAt === line.index ? ' looked' : isNew ? ' new' : ''}${line.isGone ? ' gone' : ''}`, vars: { '--who': `var(--${colour})` }, data: { n: line.n } },
    h('span', { class: 'pic', 'aria-hidden': 'true' }, picture(line, seat)),
    h('span', {}, strong, rest ? [' ', h('b', {}, rest)] : null),
    line.ground ? h('button', { class: 'because', type: 'button', data: { key: `why-${line.n}` }, 'aria-label': `${w.calls.why} ${strong}`, on: { click: () => openWhy(line) } }, w.calls.why) : null);
}

/** The result before the reason, in a few words: a sentence, and what is said in bold. */
export function sentence(line, seat, w = words()) {
  const { what, piece, post } = line.facts;
  const name = nameOf(seat);
  const c = w.calls;
  const isOne = !line.facts.count;
  if (what === 'fell' && piece === 'sumo') return [told(line.text), null];
  if (what === 'fell' && piece && piece !== 'belt' && isOne) return [`${c.fell(w.disc(piece))}.`, ownerOf(line) ? c.to(nameOf(ownerOf(line))) : c.lost];
  if (what === 'docked') return [post ? c.platform(post) : c.platformEdge, null];
  if (what === 'marker' && post) {
    const owner = line.view?.sides?.find((side) => side.players?.some((one) => one.seat === actorOf(line)))?.markers?.length;
    return [`${c.marker(post)}${owner > 1 ? `${settings.language === 'fr' ? ' :' : ':'} ${c.makes(owner)}` : ''}`, null];
  }
  if (what === 'taken' && post) return [c.taken(post), null];
  if (what === 'pushed' && piece && WOOD.has(piece) && isOne) return [c.pushed(name, w.disc(piece)), null];
  if (what === 'slam') return [c.slam(name), null];
  return [told(line.text), null];
}
const WOOD = new Set(['small', 'medium', 'large']);

function picture(line, seat) {
  const { what, piece, post } = line.facts;
  if (line.kind === 'question' || line.kind === 'answer') return h('span', { class: 'ask-pic' }, icon(line.kind === 'answer' ? 'check' : 'ask'));
  if (what === 'docked' && post) return h('span', { class: 'post-pic' }, post);
  if (what === 'marker' || what === 'taken') return pieceIcon('marker', { seat: actorOf(line), colour: seats().find((one) => one.seat === actorOf(line))?.colour ?? 'red' }, 22, { isFlat: true });
  if (WOOD.has(piece)) return pieceIcon(piece, {}, { large: 25, medium: 21, small: 17 }[piece]);
  if (piece === 'sumo') return pieceIcon('sumo', sumoLook(seat), 25);
  if (piece === 'belt') return pieceIcon('belt', {}, 23);
  if (what === 'won' || what === 'slam') return icon('fan');
  return icon(line.kind === 'refusal' ? 'close' : 'star');
}
