// The set-up: game, who plays, names, options, seed.

import { $, fill, h, icon } from '../dom.js';
import { pieceIcon } from '../draw/pieces.js';
import { onSettings, set, settings } from '../settings.js';
import { changed, on, state } from '../state.js';
import { begin } from '../link.js';
import { showRing, tellRing } from '../ring/source.js';
import { giveNames } from '../ring/match.js';
import { beginLesson } from '../lesson.js';
import { words } from '../words/index.js';
import { gamePicture, seatSign } from './setup_pictures.js';

const GAMES = ['ss', 'ks', 'sumoo', 'abalone'];
const COLOURS = ['red', 'blue', 'green', 'yellow'];
const FACES = ['Ember Fly', 'Knot Weaver', 'Dust Moth', 'Gale Beetle'];
const isGrid = (game) => game === 'sumoo' || game === 'abalone';
const kindsOf = (game) => ['you', 'greedy', 'careful', 'random', ...(isGrid(game) ? ['search1', 'search2', 'search3'] : [])];

/** Games that are played on each kind of board. */
const BOARDS = { ring: ['ss', 'ks'], 'grid-hex': ['abalone'], 'grid-square': ['sumoo'] };

const fresh = () => ({ game: 'ss', players: 2, seats: ['you', 'greedy', 'greedy', 'greedy'], names: ['', '', '', ''], cards: [null, null, null, null], league: 'junior', noise: 'nominal', seed: Math.floor(Math.random() * 100000) });
let draft = { ...fresh(), ...(settings.setup ?? {}), seed: Math.floor(Math.random() * 100000) };

export function startSetup() {
  on('screen ready panic ring', show);
  onSettings(show);
  const asked = new URLSearchParams(location.search);
  if (GAMES.includes(asked.get('game'))) choose({ game: asked.get('game') });
  if (asked.has('seed')) draft.seed = Math.abs(Math.trunc(Number(asked.get('seed')))) || 0;
}

/** True if a match can be begun on a real ring. */
const hasRing = () => ['connected', 'silent'].includes(state.ring.link) && Boolean(state.ring.facts);
/** True if the match that is set up is for the real ring. */
const isForRing = () => hasRing() && draft.where === 'ring';
/** Games that can be chosen: a real ring is one kind of board. */
const gamesHere = () => (isForRing() ? BOARDS[state.ring.facts.board] ?? GAMES : GAMES);

/** Opens the set-up screen. */
export function openSetup() {
  state.screen = 'setup';
  draft.where = state.source === 'ring' ? 'ring' : 'page';
  if (!gamesHere().includes(draft.game)) choose({ game: gamesHere()[0] });
  draft.seed = Math.floor(Math.random() * 100000);
  changed('screen');
}

function choose(changes) {
  draft = { ...draft, ...changes };
  if (!gamesHere().includes(draft.game)) [draft.game] = gamesHere();
  if (draft.game === 'sumoo') draft.players = 2;
  const kinds = kindsOf(draft.game);
  draft.seats = draft.seats.map((kind) => (kinds.includes(kind) ? kind : 'greedy'));
  const known = new Set(cardsOf(draft).map(({ name }) => name));
  if (state.cards) draft.cards = draft.cards.map((name) => (known.has(name) ? name : null));
  show();
}

/** The set-up as the worker wants it, with the page's own names. */
export function setupOf({ game, players, seats, names, league, noise, cards }) {
  const w = words();
  return { game, players, seats: seats.slice(0, players), names: seats.slice(0, players).map((_, n) => names[n].trim() || w.setup.names[n]), league: isGrid(game) ? 'junior' : league, noise, cards: cardsOf({ game, league }).length ? (cards ?? []).slice(0, players) : undefined };
}

/** Cards that can be chosen for a game and a league, each with its special moves. */
const cardsOf = ({ game, league }) => (isForRing() ? state.ring.cards : state.cards)?.[game]?.[league] ?? [];

/** Begins the first match, with the names that are filled in. */
function learn() {
  set({ setup: { ...draft, seed: undefined } });
  beginLesson([0, 1].map((n) => draft.names[n].trim() || words().setup.names[n]));
  $('board').focus({ preventScroll: true });
}

/** Cards of all seats: the chosen ones, the others by chance. */
function dealt(players) {
  const chosen = draft.cards.slice(0, players);
  const free = cardsOf(draft).map(({ name }) => name).filter((name) => !chosen.includes(name));
  return Array.from({ length: players }, (_, n) => chosen[n] ?? free.splice(Math.floor(Math.random() * free.length), 1)[0] ?? null);
}

/** Begins the match on the real ring: it gets game, players and cards, and no names. */
function startOnRing() {
  set({ setup: { ...draft, seed: undefined } });
  const { game, players, league } = draft;
  const names = Array.from({ length: players }, (_, n) => draft.names[n].trim() || words().setup.names[n]);
  if (state.source !== 'ring') showRing();
  else {
    state.screen = 'play';
    changed('screen');
  }
  giveNames(names);
  tellRing({ setup: { game, players, league: isGrid(game) ? undefined : league, cards: isGrid(game) ? undefined : dealt(players) } });
}

function start() {
  if (isForRing()) {
    startOnRing();
    return;
  }
  set({ setup: { ...draft, seed: undefined } });
  state.screen = 'play';
  state.hasLaid = false;
  begin(setupOf(draft), draft.seed);
  changed('screen');
  $('board').focus({ preventScroll: true });
}

function show() {
  const panel = $('setup');
  panel.hidden = state.screen !== 'setup';
  $('play').hidden = state.screen !== 'play' || !$('why').hidden;
  if (panel.hidden) return;
  const w = words();
  const { names, ...rest } = draft;
  fill(panel, [settings.language, settings.theme, rest, state.isReady, state.panic, names.slice(draft.players), hasRing(), state.ring.facts?.board], () => [
    h('h1', {}, w.setup.title),
    h('div', { class: 'setup-games' },
      hasRing() && whereSwitch(w),
      h('div', { class: 'games', role: 'radiogroup', 'aria-label': w.setup.title }, gamesHere().map((game) => gameButton(game, w)))),
    h('div', { class: 'setup-who' },
      h('h2', {}, w.setup.who),
      h('ul', { class: 'seats' }, Array.from({ length: draft.players }, (_, n) => seatCard(n, w))),
      draft.game !== 'sumoo' && draft.players < 4 && h('button', { class: 'add', type: 'button', data: { key: 'add' }, on: { click: () => choose({ players: draft.players + 1 }) } }, icon('plus'), w.setup.add)),
    options(w),
    h('div', { class: 'go' },
      state.panic && h('p', { class: 'trouble' }, `${w.call.noWasm}: ${state.panic}`),
      h('button', { class: 'button main start', type: 'button', disabled: !state.isReady && !isForRing(), data: { key: 'start' }, on: { click: start } }, icon('fan'), isForRing() ? w.ring.setup.start : state.isReady ? w.setup.start : w.setup.loading),
      isForRing() ? null : h('button', { class: 'button learn', type: 'button', disabled: !state.isReady, data: { key: 'learn' }, on: { click: learn } }, icon('star'), w.lesson.begin)),
  ]);
}

/** Where the match is played: in the page, or on the real ring. */
function whereSwitch(w) {
  return h('div', { class: 'where', role: 'radiogroup', 'aria-label': w.ring.setup.where }, ['page', 'ring'].map((where) => h('button', { type: 'button', class: 'button', role: 'radio', 'aria-checked': String((draft.where ?? 'page') === where), data: { key: `where-${where}` }, on: { click: () => choose({ where }) } }, icon(where === 'ring' ? 'plug' : 'screen'), w.ring.setup[where])));
}

function gameButton(game, w) {
  const isChosen = draft.game === game;
  return h('button', { class: 'pick', type: 'button', role: 'radio', 'aria-checked': String(isChosen), tabindex: isChosen ? '0' : '-1', data: { key: `game-${game}` }, on: { click: () => choose({ game }), keydown: roving } },
    gamePicture(game), h('b', {}, w.games[game]), h('small', {}, w.setup.players[game]));
}

/** Arrow keys move within a group of choices, as radio buttons do. */
function roving(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const games = gamesHere();
  const game = games[(games.indexOf(draft.game) + step + games.length) % games.length];
  choose({ game });
  document.querySelector(`[data-key="game-${game}"]`)?.focus();
}

function seatCard(n, w) {
  const colour = COLOURS[n];
  const isLast = n === draft.players - 1 && draft.players > 2;
  return h('li', { class: 'card seat', vars: { '--who': isGrid(draft.game) ? 'var(--control)' : `var(--${colour})` } },
    isGrid(draft.game) ? gridFace(n) : pieceIcon('sumo', { seat: n + 1, colour, face: draft.cards[n] ?? FACES[n] }, 56),
    h('div', { class: 'fields' },
      h('label', {}, h('span', { class: 'unseen' }, `${w.setup.name} ${n + 1}`), h('input', { type: 'text', maxlength: 16, autocomplete: 'off', spellcheck: 'false', value: draft.names[n], placeholder: w.setup.names[n], data: { key: `name-${n}` }, on: { input: (event) => { draft.names[n] = event.target.value; } } })),
      !isForRing() && h('label', {}, h('span', { class: 'unseen' }, `${w.setup.kind} ${n + 1}`), select(draft.seats[n], kindsOf(draft.game).map((kind) => [kind, w.setup[kind]]), `kind-${n}`, (kind) => choose({ seats: draft.seats.map((one, at) => (at === n ? kind : one)) }))),
      cardField(n, w)),
    h('div', { class: 'tail' }, !isGrid(draft.game) && seatSign(n + 1, colour), isLast && h('button', { class: 'tool', type: 'button', 'aria-label': `${w.setup.remove} ${draft.names[n] || w.setup.names[n]}`, data: { key: `remove-${n}` }, on: { click: () => choose({ players: draft.players - 1 }) } }, icon('close'))));
}

/** Card of a seat: chosen, or by chance. A card that another seat had goes from there. */
function cardField(n, w) {
  const cards = cardsOf(draft);
  if (!cards.length) return null;
  const pairs = [['', w.setup.anyCard], ...cards.map(({ name, moves }) => [name, draft.league === 'full' ? `${name}: ${moves.join(', ')}` : name])];
  const picked = (name) => choose({ cards: draft.cards.map((one, at) => (at === n ? name || null : one === name ? null : one)) });
  return h('label', {}, h('span', { class: 'unseen' }, `${w.setup.card} ${n + 1}`), select(draft.cards[n] ?? '', pairs, `card-${n}`, picked));
}

function gridFace(n) {
  if (draft.game === 'abalone') return pieceIcon('stone', { colour: ['black', 'white', 'red', 'blue'][n], tint: ['#2b2b33', null, '#a83a22', '#1d5d96'][n] ?? undefined }, 52);
  return pieceIcon('tile', { colour: n ? 'black' : 'white', isBig: true }, 52);
}

function select(value, pairs, key, choosing) {
  return h('select', { data: { key }, on: { change: (event) => choosing(event.target.value) } }, pairs.map(([one, label]) => h('option', { value: one, selected: one === value }, label)));
}

function options(w) {
  const isCards = draft.league === 'full';
  return h('div', { class: 'options' },
    !isGrid(draft.game) && h('button', { class: 'option', type: 'button', role: 'switch', 'aria-checked': String(isCards), data: { key: 'league' }, on: { click: () => choose({ league: isCards ? 'junior' : 'full' }) } },
      h('span', {}, h('b', {}, w.setup.cards), h('small', {}, w.setup.cardsHelp)), h('i', { class: 'switch', 'aria-hidden': 'true' })),
    !isForRing() && h('label', { class: 'option' }, h('span', {}, h('b', {}, w.setup.seed), h('small', {}, w.setup.seedHelp)),
      h('input', { type: 'number', min: 0, max: 4294967295, inputmode: 'numeric', value: draft.seed, data: { key: 'seed' }, on: { input: (event) => { draft.seed = Math.min(4294967295, Math.abs(Math.trunc(Number(event.target.value) || 0))); } } })),
    !isForRing() && h('label', { class: 'option' }, h('span', {}, h('b', {}, w.setup.noise), h('small', {}, w.setup.forBuilders)), select(draft.noise, Object.entries(w.setup.noises), 'noise', (noise) => choose({ noise }))),
    !isGrid(draft.game) && h('p', { class: 'remark' }, w.setup.unchecked),
    isForRing() && h('p', { class: 'remark' }, w.ring.setup.remark));
}

