// The call: one large sentence that says who does what now; or the ring's question.

import { $, fill, h, icon } from '../dom.js';
import { lampColour } from '../draw/lamps.js';
import { homeLamps } from '../draw/geometry.js';
import { pieceIcon } from '../draw/pieces.js';
import { phase } from '../phase.js';
import { acting, changed, isAtRing, on, seats, seconds, state } from '../state.js';
import { onSettings, settings } from '../settings.js';
import { nameOf, nameOfSide, told, words } from '../words/index.js';
import { aim, touch } from '../scene.js';
import { begin, hand, rematch, say } from '../link.js';
import { place } from '../input/docking.js';
import { pushByItself, takeOff } from '../input/pushing.js';
import { sumoLook } from '../poses.js';
import { announce } from '../announce.js';
import { openWhy } from './why.js';
import { openSetup } from './setup.js';
import { ownerOf } from './calls.js';
import { questionParts } from './question.js';
import { signIcon } from './signs.js';
import { share } from './head.js';
import { lookAway } from './looking.js';
import { asksLamps, lessonFor, PARTS, skipLesson } from '../lesson.js';
import { resultOf } from './result.js';
import { atRing, idleAtRing, ringStrip } from './ring_call.js';

/** Seconds for which a fall stays the call. */
const FALL_STAYS = 3.2;
let isDueAgain = false;

export function startCall() {
  on('now turn platform offers over lines touch mistake panic screen frame looking table lesson ring', show);
  onSettings(show);
  on('frame', lip);
}

let before = '';
function show() {
  if (state.screen !== 'play') return;
  const now = phase();
  const call = taught(current(), now);
  const signature = JSON.stringify([settings.language, call, state.setup?.names, now.laid?.id, now.kind, state.offers, state.mistake?.at, state.touch, state.handover, state.lesson, Boolean(aim.thumb), isAtRing() && ringStrip(words())]);
  if (signature === before) return;
  before = signature;
  const panel = $('call');
  panel.className = `card call${call.isQuestion ? ' asks' : ''}${call.title.length > 30 ? ' long' : ''}`;
  panel.style.setProperty('--who', `var(--${acting()?.colour ?? 'accent'})`);
  $('play').classList.toggle('asking', Boolean(call.isQuestion));
  $('play').classList.toggle('won', Boolean(state.over));
  fill(panel, signature, () => [lipStrip(), ...parts(call, now)]);
  announce(call.isQuestion ? 'assertive' : 'polite', call.isQuestion ? `${call.over}. ${call.title}` : call.title);
  touch();
  showRack(now.kind);
}

let shownKind = '';
/** On a phone, scrolls the rack into sight when a push begins, and the question when one comes. */
function showRack(kind) {
  if (kind === shownKind || !isNarrow()) return;
  shownKind = kind;
  if (kind === 'push') $('racks').scrollIntoView({ block: 'nearest' });
  else if (kind === 'question' || kind === 'over') window.scrollTo(0, 0);
}

const isNarrow = () => matchMedia('(max-width: 900px)').matches;

/** The device is in the hands of who acts now. */
export function takeDevice() {
  if (!state.handover) return false;
  state.handover = null;
  changed('turn', 'now');
  return true;
}

/** The call with what the first match says besides. */
function taught(call, now) {
  const how = call.isQuestion || call.isLooking || call.isTouch ? null : lessonFor(words(), now, isSlamTurn());
  if (!how) return call;
  return { ...call, how, isLesson: true, hasSteps: false, posts: asksLamps(now.kind) && call.posts ? { ...call.posts, all: [1, 2, 3, 4] } : call.posts };
}

/** What the first match has taught, and the way out of it. */
function lessonStrip(w) {
  const { learnt, isDone } = state.lesson;
  return h('div', { class: 'lesson' },
    h('ol', { 'aria-label': w.lesson.title }, PARTS.map((part) => h('li', { class: learnt.includes(part) ? 'done' : '' }, icon(learnt.includes(part) ? 'check' : 'star'), w.lesson.parts[part]))),
    h('button', { class: 'button quiet', type: 'button', data: { key: 'skip' }, on: { click: skipLesson } }, isDone ? w.lesson.close : w.lesson.skip));
}

/** What is called now: `over`, `title`, `how`, and what can be pressed. */
export function current() {
  const w = words();
  const now = phase();
  const one = acting();
  const name = one ? nameOf(one.seat) : '';
  const turn = state.lines.at(-1)?.turn;
  const over = turn ? (state.table?.kind === 'grid' ? w.Turn(turn) : w.Turn(turn)) : w.games[state.setup?.game] ?? '';
  const base = { over, seat: one?.seat };
  if (state.panic) return { ...base, title: w.call.panic, how: w.call.panicHow, detail: state.panic };
  if (state.lookingAt != null) return { over: w.call.looking(state.lines[state.lookingAt].turn), title: told(state.lines[state.lookingAt].text), how: '', isLooking: true };
  if (state.touch) return { ...base, title: w.call.touch, how: isAtRing() ? (state.touch.hold ? w.ring.call.hold : w.ring.call.confirm) : w.call.touchHow, isTouch: true };
  if (isAtRing() && !state.now.view) return idleAtRing(w, base);
  if (now.kind === 'over') return { over: w.call.over, title: w.call.wins(nameOfSide(state.over.side ?? state.now.view?.winner)), how: told(state.over.text), isWon: true };
  if (state.now.question) return { ...questionParts(w, name), isQuestion: true };
  if (state.handover) return { over, seat: state.handover, title: w.call.pass(name), how: w.call.passHow, isHandover: true };
  const fallen = latestFall();
  if (fallen) return { ...base, ...fallen };
  if (isAtRing()) return { ...base, ...atRing(w, now, name) };
  if (!one) return { ...base, title: state.table ? w.call.ready : w.call.wait, how: told(state.now.waiting?.[0]?.text) };
  if (!now.isYours) return { ...base, title: theirs(w, now, name), how: w.call.theirHow };
  return { ...base, ...yours(w, now, name) };
}

function theirs(w, now, name) {
  return { dock: w.call.theirDock(name), mark: w.call.theirMark(name), opening: w.call.theirMark(name), push: w.call.theirPush(name), settle: w.call.settle }[now.kind] ?? w.call.their(name);
}

/** True if the corner slam is due in this turn. */
const isSlamTurn = () => Boolean(state.lines.at(-1)?.turn) && state.lines.findLast((line) => line.facts.what === 'slam')?.turn === state.lines.at(-1).turn;

function yours(w, { kind, awaited, laid }, name) {
  const isSlam = isSlamTurn();
  switch (kind) {
    case 'dock': return { title: w.call.dock(name), how: awaited.dock.length ? w.call.dockHow(awaited.dock) : w.call.anywhere, posts: { do: 'dock', all: awaited.dock } };
    case 'opening': return { title: w.call.opening(name), how: w.call.openingHow(awaited.mark), posts: { do: 'mark', all: awaited.mark } };
    case 'mark': return { title: w.call.mark(name), how: w.call.markHow(awaited.mark), posts: { do: 'mark', all: awaited.mark } };
    case 'take': return { title: w.call.take(name), how: w.call.takeHow(awaited.take), posts: { do: 'take', all: awaited.take } };
    case 'push': return aim.thumb
      ? { title: w.call.pushing(name), how: w.call.pushingHow, hasSteps: true, canPush: true }
      : { title: isSlam ? w.call.slam(name) : w.call.push(name), how: laid ? w.call.pushNow : isSlam ? w.call.slamHow : isNarrow() ? w.call.pushShort : w.call.pushHow, hasSteps: true, canPush: Boolean(laid) };
    case 'settle': return { title: w.call.settle, how: w.call.settleHow };
    case 'end': return { title: w.call.end(name), how: w.call.endHow };
    case 'move': return { title: w.call.move(name), how: w.call.moveHow };
    default: return { title: w.call.their(name), how: told(state.now.waiting?.[0]?.text) };
  }
}

/** The fall that was ruled last, while it is fresh. */
function latestFall() {
  const w = words();
  const line = state.lines.at(-1)?.facts.what === 'fell' ? state.lines.at(-1) : state.lines.findLast((one) => one.facts.what === 'fell');
  if (!line || seconds() - (line.heard ??= seconds()) > FALL_STAYS) return null;
  if (!isDueAgain) {
    isDueAgain = true;
    setTimeout(() => { isDueAgain = false; changed('turn'); }, 1000);
  }
  const where = line.facts.edge ? w.where[line.facts.edge] : '';
  if (line.facts.piece === 'sumo') return { title: told(line.text), how: where, fell: line.n };
  if (line.facts.piece === 'belt') return { title: w.call.beltOff, how: where, fell: line.n };
  if (!line.facts.piece) return { title: told(line.text), how: where, fell: line.n };
  const owner = ownerOf(line);
  return { title: w.call.fallen(w.disc(line.facts.piece)), how: owner ? w.call.fallenTo(where, nameOf(owner)) : w.call.fallenLost(where), fell: line.n };
}

function parts(call, now) {
  const w = words();
  return [
    h('p', { class: 'over' }, call.isQuestion ? icon('ask') : call.isWon ? icon('fan') : call.seat ? signIcon(call.seat) : null, call.over),
    h('h1', { id: 'call-title' }, call.title),
    call.how && h('p', { class: 'how' }, call.how),
    state.lesson && lessonStrip(w),
    call.detail && h('p', { class: 'how' }, h('code', {}, call.detail)),
    call.hasSteps && steps(now, w),
    state.mistake && h('p', { class: 'mistake', role: 'status' }, icon('ask'), h('span', {}, told(state.mistake.text))),
    call.posts?.all.length ? h('div', { class: 'row' }, call.posts.all.map((post) => h('button', { class: 'button', type: 'button', data: { key: `post-${post}` }, 'aria-keyshortcuts': post, on: { click: () => place(call.posts.do, post) } }, w.call.post(post)))) : null,
    // While a push runs the buttons stay where they are: on a phone the board would jump.
    call.canPush && h('div', { class: `row${aim.thumb ? ' waits' : ''}` },
      h('button', { class: 'button main', type: 'button', data: { key: 'push' }, on: { click: pushByItself } }, w.call.pushButton),
      h('button', { class: 'button', type: 'button', data: { key: 'off' }, on: { click: takeOff } }, w.call.offPlatform)),
    isAtRing() && ringStrip(w) && h('p', { class: 'mistake', role: 'status' }, icon('plug'), h('span', {}, ringStrip(w))),
    call.isIdle && h('div', { class: 'row' }, h('button', { class: 'button main', type: 'button', data: { key: 'ring-setup' }, on: { click: openSetup } }, icon('plus'), w.ring.call.setUp)),
    call.isTouch && !isAtRing() && h('div', { class: 'row' },
      h('button', { class: 'button main', type: 'button', data: { key: 'confirm' }, on: { click: () => hand(state.touch.hold ? { hold: 'confirm' } : { press: 'confirm' }) } }, icon('check'), w.call.confirm)),
    call.isHandover && h('div', { class: 'row' }, h('button', { class: 'button main', type: 'button', data: { key: 'handover' }, on: { click: takeDevice } }, icon('check'), w.call.here(nameOf(call.seat)))),
    call.isLooking && h('div', { class: 'row' }, h('button', { class: 'button main', type: 'button', data: { key: 'now' }, on: { click: lookAway } }, w.call.now)),
    call.isWon && won(w),
    ...(call.isQuestion ? call.body : []),
    !call.isQuestion && !call.isWon && offers(now, w),
    state.panic && h('div', { class: 'row' }, h('button', { class: 'button main', type: 'button', on: { click: openSetup } }, w.head.newMatch)),
  ];
}

function steps({ kind }, w) {
  const order = ['dock', 'mark', 'push'];
  if (!state.now.view?.posts) order.splice(1, 1);
  return h('ol', { class: 'steps' }, order.map((step) => h('li', { class: step === kind ? 'now' : 'done', 'aria-current': step === kind ? 'step' : null }, step === kind ? null : icon('check'), w.call.steps[step])));
}

function offers({ isYours }, w) {
  if (!(isYours || isAtRing()) || !state.offers.length || state.touch) return null;
  const buttons = state.offers.filter((one) => one.kind !== 'submit').map((one, n) => h('button', { class: 'offer', type: 'button', data: { key: `offer-${n}` }, 'aria-keyshortcuts': one.kind === 'end' ? 'E' : null, on: { click: () => say(one.say) } },
    h('span', { class: 'pic', 'aria-hidden': 'true' }, one.kind === 'special' ? pieceIcon('sumo', sumoLook(state.turn.seat), 44) : icon(one.kind === 'end' ? 'end' : 'check')),
    one.kind === 'special'
      ? h('span', {}, h('small', {}, [w.call.special, one.card].filter(Boolean).join(' · ')), h('b', {}, told(one.move ?? one.text)), told(one.choice) && h('span', { class: 'choice' }, told(one.choice)))
      : h('span', {}, h('b', {}, told(one.text)))));
  return buttons.length ? h('div', { class: 'offers' }, buttons) : null;
}

function won(w) {
  const fall = state.lines.findLast((line) => line.ground);
  return [
    resultOf(w),
    h('div', { class: 'row' },
      h('button', { class: 'button main', type: 'button', data: { key: 'again' }, on: { click: () => (isAtRing() ? rematch() : begin(state.setup, Math.floor(Math.random() * 100000))) } }, icon('again'), w.call.again),
      fall && h('button', { class: 'button', type: 'button', data: { key: 'last' }, on: { click: () => openWhy(fall) } }, icon('eye'), w.call.lastPush),
      !isAtRing() && h('button', { class: 'button', type: 'button', data: { key: 'save' }, on: { click: share } }, icon('save'), w.call.replay)),
  ];
}

/** The lip of the call mirrors the lamps of the home of who acts. */
function lipStrip() {
  return h('div', { class: 'lip', 'aria-hidden': 'true' }, Array.from({ length: 10 }, () => h('i')));
}

let lit = '';
function lip() {
  if (!state.lights || state.table?.kind === 'grid') return;
  const seat = acting()?.seat ?? state.over?.side ?? 1;
  const lamps = homeLamps(seat, seats().length, state.lights.length / 3);
  const colours = lamps.map((led) => {
    const lamp = lampColour(state.lights, led);
    return lamp ? `rgb(${lamp.red} ${lamp.green} ${lamp.blue} / ${(0.35 + 0.65 * lamp.share).toFixed(2)})` : '';
  });
  const isMirrored = seats().length === 2 && seat === 1;
  if (isMirrored) colours.reverse();
  if (colours.join() === lit && $('call').querySelector('.lip i')?.dataset.lit) return;
  lit = colours.join();
  $('call').querySelectorAll('.lip i').forEach((one, n) => {
    one.dataset.lit = '1';
    one.style.backgroundColor = colours[n] ?? '';
    one.style.setProperty('--lamp', colours[n] || 'transparent');
  });
}
