// Page of the hall. The server sends the contents; this file only shows them. Names of
// strangers reach the page as text, never as markup.
'use strict';

const at = (id) => document.getElementById(id);

/** Returns an element with a class, text and children. */
function make(tag, kind, ...children) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...children.filter((child) => child !== null && child !== ''));
  return element;
}

/** Returns a sentence without the marks of commands, which the typeface lacks. */
const plain = (text) => text.replaceAll('`', '"');

const COLOURS = ['red', 'blue', 'green', 'yellow', 'white', 'black'];
const SHAPES = ['●', '■', '▲', '◆'];

/** Returns the sign of a seat: its colour, and its shape for those who see none. */
function sign(player) {
  const mark = make('span', 'mark', SHAPES[player.seat - 1] ?? '●');
  const colour = COLOURS.includes(player.colour) ? player.colour : null;
  mark.style.color = colour ? `var(--${colour})` : 'var(--soft)';
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

const STATES = { playing: 'playing', ready: 'ready', waits: 'waits', silent: 'no ring', done: 'finished', free: 'free game' };

function player(one, table) {
  const row = make('li', one.turn ? 'player turn' : 'player', sign(one), make('span', 'who', one.name));
  if (table.best_of > 1) row.append(make('span', 'won', String(one.won)));
  if (one.turn) row.append(make('span', 'unseen', ', to play'));
  return row;
}

function table(one) {
  const wants = one.attention.length > 0;
  const card = make('li', `card table ${one.state}${wants ? ' wants' : ''}`);
  const word = wants && one.state !== 'silent' ? 'look here' : STATES[one.state];
  card.append(make('div', 'title', make('h3', '', one.name), make('span', 'state', word)));
  card.append(make('ul', 'players', ...one.players.map((it) => player(it, one))));
  const notes = [];
  for (const it of one.attention) notes.push(make('p', 'ask', it.kind === 'link' ? 'The ring does not answer' : plain(it.text)));
  if (!wants && one.headline) notes.push(make('p', 'headline', plain(one.headline)));
  for (const it of one.awaited) notes.push(make('p', 'headline', `${it.name} still plays at ${it.table}`));
  if (one.state === 'ready' && !one.awaited.length && !wants) notes.push(make('p', 'headline', 'Please begin'));
  card.append(...notes);
  const parts = [];
  if (one.round !== null) parts.push(`Round ${one.round}`);
  if (one.game !== null) parts.push(`game ${one.game} of ${one.best_of}`);
  if (one.next) parts.push(`then ${one.next.players.join(' – ')}`);
  card.append(make('p', 'foot', parts.join(' · ') || 'No further match'));
  return card;
}

function waiting(one) {
  const where = one.table ? `${one.call ? 'to ' : 'next: '}${one.table}` : 'done';
  return make('li', one.call ? 'call' : '', make('b', '', one.name), make('span', 'where', where));
}

function standing(one) {
  const row = make('tr', one.gone ? 'gone' : '');
  row.append(make('td', 'number', `${one.place}`), make('td', 'name', one.name));
  row.append(make('td', 'number', one.points), make('td', 'rule', one.rule));
  return row;
}

function result(one) {
  const text = one.places.length === 1
    ? `${one.places[0].replace(', ', ' and ')} drew`
    : one.places.length === 2 ? `${one.places[0]} beat ${one.places[1]}` : one.places.join(', then ');
  const parts = [`Round ${one.round}`, one.table, one.clause, one.overruled ? 'overruled' : null, one.counts ? null : 'void'];
  return make('li', one.counts ? '' : 'gone', make('span', '', text), make('span', 'where', parts.filter(Boolean).join(' · ')));
}

function show(hall) {
  document.title = hall.name;
  at('name').textContent = hall.name;
  const rounds = hall.rounds ? ` of ${hall.rounds}` : '';
  at('round').textContent = hall.over ? 'All rounds are played' : `Round ${hall.round}${rounds}`;
  const asks = hall.tables.flatMap((one) => one.attention.map((it) => ({ ...it, table: one.name })));
  asks.sort((a, b) => (a.since < b.since ? -1 : 1));
  at('attention').replaceChildren(...asks.map((it) =>
    make('li', '', make('b', '', it.table), make('span', '', plain(it.text)), make('time', 'where', since(it.since)))));
  document.querySelector('.attention').hidden = asks.length === 0;
  at('tables').replaceChildren(...hall.tables.map(table));
  at('tables').dataset.count = hall.tables.length;
  at('waiting').replaceChildren(...hall.waiting.map(waiting));
  at('waiting').parentElement.hidden = hall.waiting.length === 0;
  at('standings').replaceChildren(...hall.standings.map(standing));
  at('rules').textContent = hall.rules;
  at('results').replaceChildren(...hall.results.map(result));
  at('results').parentElement.hidden = hall.results.length === 0;
}

/** Returns the time of day of a moment. */
function since(time) {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? '' : `since ${at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}

const wish = new URLSearchParams(location.search).get('theme');
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => {
  const theme = wish === 'dark' || wish === 'light' ? wish : dark.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
};
dark.addEventListener('change', paint);
paint();

const events = new EventSource('/events');
events.addEventListener('hall', (event) => {
  at('link').hidden = true;
  show(JSON.parse(event.data));
});
events.addEventListener('error', () => {
  at('link').textContent = 'No connection to the evening; trying again';
  at('link').hidden = false;
});
events.addEventListener('open', () => { at('link').hidden = true; });
