// "Why?": a fall as it was measured, from the side and from the front, with the rule.

import { $, fill, h, icon } from '../dom.js';
import { capture, say } from '../link.js';
import { isCalm, onSettings, settings } from '../settings.js';
import { on, seats, state } from '../state.js';
import { nameOf, told, words } from '../words/index.js';
import { pieceIcon } from '../draw/pieces.js';
import { sumoLook } from '../poses.js';
import { FALL_TIMES, drawFront, drawSide } from '../draw/fall.js';
import { EDGES } from '../draw/geometry.js';
import { actorOf, ownerOf } from './calls.js';

/** Line that is explained, how far the film is (0 to 1), whether it runs, and how fast. */
const film = { line: null, at: 0, runs: false, slower: 8, readings: null };
let before = null;
let opener = null;

export function startWhy() {
  onSettings(() => film.line && show());
  on('screen', () => { if (state.screen !== 'play' && film.line) closeWhy(); });
  new ResizeObserver(() => film.line && drawFilm()).observe($('why'));
}

export const isWhyOpen = () => film.line != null;

/** Opens the explanation of the latest ruling that has one. */
export function openLatestWhy() {
  const line = state.lines.findLast((one) => one.ground && one.facts.what === 'fell') ?? state.lines.findLast((one) => one.ground);
  if (line) openWhy(line);
  return Boolean(line);
}

/** Opens the explanation of a line. */
export function openWhy(line) {
  opener = document.activeElement;
  Object.assign(film, { line, at: isCalm() ? 0.62 : 0, runs: !isCalm(), readings: null });
  before = null;
  $('why').hidden = false;
  $('play').hidden = true;
  $('why').dataset.shows = '';
  show();
  $('why').querySelector('h1')?.focus();
  requestAnimationFrame(run);
}

export function closeWhy() {
  film.line = null;
  film.runs = false;
  $('why').hidden = true;
  $('play').hidden = state.screen !== 'play';
  opener?.focus?.({ preventScroll: true });
}

const isFall = (line) => line.facts.what === 'fell' && Boolean(line.fall);

/** Real length of the film in seconds: from before the tip to the floor of the gutter. */
const LENGTH = FALL_TIMES.at(-1);

function run(now) {
  if (!film.line) return;
  if (film.runs && isFall(film.line)) {
    const passed = before == null ? 0 : (now - before) / 1000;
    film.at = Math.min(1, film.at + passed / film.slower / LENGTH);
    if (film.at >= 1) {
      film.runs = false;
      show();
    }
    drawFilm();
  }
  before = now;
  requestAnimationFrame(run);
}

function drawFilm() {
  const { line, at } = film;
  const w = words();
  const side = $('why-side');
  if (!side || !isFall(line)) return;
  const colour = seats().find((one) => one.seat === actorOf(line))?.colour ?? 'red';
  const shown = { at, piece: line.facts.piece, width: line.fall.width, along: line.fall.along, look: sumoLook(fallenSeat(line)), colour, push: isAccident(line) ? '' : w.why.push(nameOf(actorOf(line))), words: w.why };
  for (const [canvas, drawing] of [[side, drawSide], [$('why-front'), drawFront]]) {
    const box = canvas.getBoundingClientRect();
    // Before it is laid out there is nothing to draw on.
    if (!box.width || !box.height) continue;
    const density = Math.min(2.5, window.devicePixelRatio || 1);
    const [wide, tall] = [Math.round(box.width * density), Math.round(box.height * density)];
    if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
    const ctx = canvas.getContext('2d');
    ctx.setTransform(density, 0, 0, density, 0, 0);
    drawing(ctx, box.width, box.height, shown);
  }
  const range = $('why-range');
  range.value = Math.round(at * 1000);
  range.style.setProperty('--at', `${at * 100}%`);
  $('why-clock').textContent = w.why.seconds((at * LENGTH).toFixed(2));
  document.querySelectorAll('.why-marks li').forEach((mark, n) => mark.classList.toggle('past', at * LENGTH >= FALL_TIMES[n] - 0.005));
}

const isAccident = (line) => /not by a push|accident/i.test(`${line.ground?.seen?.en} ${line.text.en}`);
const fallenSeat = (line) => {
  const actor = actorOf(line);
  return /their own/.test(line.text.en) ? actor : seats().find((one) => one.seat !== actor)?.seat ?? actor;
};

function show() {
  const { line } = film;
  const w = words();
  const name = nameOf(actorOf(line));
  const has = isFall(line);
  const piece = line.facts.piece;
  const owner = ownerOf(line);
  const title = has && piece && piece !== 'sumo' && piece !== 'belt' ? `${w.why.verdict(w.disc(piece))}.${owner ? ` ${w.why.to(nameOf(owner))}` : ''}` : told(line.text);
  fill($('why'), [settings.language, line.n, film.runs, film.slower, film.readings], () => h('div', { class: `hall${has ? '' : ' plain'}` },
    h('header', { class: 'why-head' },
      h('p', {}, h('b', {}, w.why.title), ` ${line.turn ? w.calls.turn(line.turn, name) : ''}`),
      h('button', { class: 'button chip', type: 'button', data: { key: 'why-back' }, on: { click: closeWhy } }, icon('close'), w.why.back)),
    has && h('div', { class: 'films' },
      h('figure', { class: 'screen profile' }, h('canvas', { id: 'why-side', role: 'img', 'aria-label': `${w.why.side}. ${w.why.lead}` }), h('figcaption', {}, w.why.side), h('p', { class: 'clock' }, h('span', { id: 'why-clock' }), ' ', h('small', {}, film.slower === 8 ? w.why.slower : `${film.slower}×`))),
      controls(w)),
    h('div', { class: 'verdict' },
      h('h1', { tabindex: '-1' }, title),
      h('p', { class: 'lead' }, has ? w.why.lead : w.why.leadOther),
      has && h('figure', { class: 'screen front' }, h('canvas', { id: 'why-front', role: 'img', 'aria-label': `${w.why.front}. ${widthWords(line, w)}` }), h('figcaption', {}, w.why.front)),
      facts(line, name, w),
      sure(line, w),
      otherwise(line, w),
      h('p', { class: 'rule' }, icon('fan'), h('span', {}, `${w.why.rule}: `, rule(line, w), ' ', h('small', {}, line.clause ?? ''))),
      has && h('p', { class: 'remark' }, w.why.drawn),
      h('div', { class: 'row' },
        h('button', { class: 'button', type: 'button', data: { key: 'differently' }, title: w.why.differentlyHow, on: { click: () => { closeWhy(); say('Undo'); } } }, w.why.differently),
        h('button', { class: 'button main', type: 'button', data: { key: 'clear' }, on: { click: closeWhy } }, w.why.clear)),
      line.ground?.capture && readings(line, w))));
  drawFilm();
}

const widthWords = ({ fall, facts: { piece } }, w) => (fall.width ? w.why.wide(Math.round(fall.width), w.disc(piece ?? 'token')) : w.why.unmeasured);

function controls(w) {
  const step = (by) => {
    const now = FALL_TIMES.findLastIndex((time) => film.at * LENGTH >= time - 0.005);
    film.at = FALL_TIMES[Math.max(0, Math.min(FALL_TIMES.length - 1, now + by))] / LENGTH;
    film.runs = false;
    show();
  };
  return h('div', { class: 'controls' },
    h('input', { type: 'range', id: 'why-range', min: 0, max: 1000, value: 0, 'aria-label': w.why.scrub, data: { key: 'why-range' }, on: { input: (event) => { film.at = event.target.value / 1000; film.runs = false; drawFilm(); } } }),
    h('ol', { class: 'why-marks', 'aria-hidden': 'true' }, w.why.marks.map((mark, n) => h('li', { vars: { '--at': `${FALL_TIMES[n] / LENGTH * 100}%` } }, mark))),
    h('div', { class: 'row' },
      h('button', { class: 'button', type: 'button', 'aria-label': film.runs ? w.why.pause : w.why.play, data: { key: 'why-play' }, on: { click: () => { film.runs = !film.runs; if (film.runs && film.at >= 1) film.at = 0; before = null; show(); } } }, icon(film.runs ? 'pause' : 'play')),
      h('button', { class: 'button', type: 'button', 'aria-label': w.why.before, data: { key: 'why-before' }, on: { click: () => step(-1) } }, icon('before')),
      h('button', { class: 'button', type: 'button', 'aria-label': w.why.after, data: { key: 'why-after' }, on: { click: () => step(1) } }, icon('after')),
      h('div', { class: 'speeds', role: 'group', 'aria-label': w.why.speed }, [[1, '1×'], [8, '⅛×'], [20, '1⁄20×']].map(([slower, label]) => h('button', { type: 'button', 'aria-pressed': String(film.slower === slower), data: { key: `speed-${slower}` }, on: { click: () => { film.slower = slower; show(); } } }, label)))));
}

function facts(line, name, w) {
  const rows = [];
  const { fall, facts: { piece } } = line;
  if (isFall(line)) {
    rows.push([piece && piece !== 'sumo' ? pieceIcon(piece, {}, 34) : icon('eye'), widthWords(line, w), null]);
    if (fall.along != null) {
      const [first, second] = EDGES[fall.edge].posts;
      const isFirst = fall.along < 100;
      rows.push([icon('home'), w.where[fall.edge], w.why.near(isFirst ? first : second, Math.round(isFirst ? fall.along : 200 - fall.along))]);
    }
    rows.push([icon('end'), isAccident(line) ? w.why.accident : w.why.during(name), null]);
  }
  if (line.ground) rows.push([icon('eye'), w.why.seen, told(line.ground.seen)]);
  return h('ul', { class: 'facts' }, rows.map(([picture, strong, small]) => h('li', {}, h('span', { class: 'pic' }, picture), h('span', {}, h('b', {}, strong), small && h('small', {}, small)))));
}

/** Certainty in eighths of a bit, from the odds that the ring gives; null without a measure. */
function eighthsOf(ground) {
  const words = ground?.certainty?.en ?? '';
  if (/^beyond doubt/i.test(words)) return /by a player|by players|said/i.test(ground.seen?.en ?? '') ? null : 255;
  const odds = /^(\d+) to 1$/.exec(words)?.[1];
  return odds ? 8 * Math.log2(Number(odds)) : null;
}

/** Bars of certainty by eighths of a bit: five from 160, four from 104, three from 48. */
function sure({ ground }, w) {
  const eighths = eighthsOf(ground);
  const bars = eighths == null ? null : eighths >= 160 ? 5 : eighths >= 104 ? 4 : eighths >= 48 ? 3 : 0;
  if (!ground?.certainty) return null;
  return h('div', { class: 'sure' },
    bars != null && h('span', { class: 'bars', 'aria-hidden': 'true' }, Array.from({ length: 5 }, (_, n) => h('i', { class: n < bars ? 'on' : '' }))),
    h('b', {}, bars != null ? w.why.sure[bars] : w.why.certainty),
    h('small', {}, told(ground.certainty)));
}

/** The clause in a child's words; a rare one in those of the rule book. */
function rule(line, w) {
  if (!line.clause) return told(line.text);
  const known = w.rules[line.clause];
  return known ?? h('span', { lang: 'en' }, line.rule ?? told(line.text));
}

/** Bodies as the ring's measures name them, in the words of pieces. */
const BODIES = ['small', 'medium', 'large', 'token', 'sumo', 'belt'];
/** Leads, in eighths of a bit, up to which another piece was as likely, possible, hardly so. */
const LEADS = [16, 48, 104];

/** What else it could have been: the other pieces, by how badly they fit what was measured. */
function otherwise({ ground, view }, w) {
  const costs = ground?.costs;
  if (!costs) return null;
  const [best, ...others] = BODIES.filter((body) => body !== 'belt' || view?.belt !== false).sort((a, b) => costs[a] - costs[b]);
  const rows = others.slice(0, 3).map((body) => {
    const lead = costs[body] - costs[best];
    const level = LEADS.findIndex((most) => lead < most);
    return h('li', {}, h('span', { class: 'pic' }, pieceIcon(body, body === 'sumo' ? sumoLook(1) : body === 'token' ? { token: 'plain' } : {}, 24)), h('span', {}, `${w.Disc(body)}: `, h('b', {}, w.why.share[level < 0 ? 3 : level])));
  });
  return h('div', { class: 'otherwise' }, h('h2', {}, w.why.otherwise), h('ul', {}, rows));
}

function readings(line, w) {
  const toggle = async () => {
    if (film.readings) {
      film.readings = null;
      show();
      return;
    }
    film.readings = { text: w.why.fetching };
    show();
    const result = await capture(line.seq);
    if (film.line !== line) return;
    film.readings = result.svg ? { url: URL.createObjectURL(new Blob([result.svg], { type: 'image/svg+xml' })) } : { text: result.mistake };
    show();
  };
  return h('div', { class: 'readings' },
    h('button', { class: 'button quiet', type: 'button', 'aria-expanded': String(Boolean(film.readings)), data: { key: 'readings' }, on: { click: toggle } }, film.readings ? w.why.hide : w.why.readings),
    film.readings?.text && h('p', { class: 'remark' }, told(film.readings.text)),
    film.readings?.url && h('img', { src: film.readings.url, alt: w.why.readings }));
}
