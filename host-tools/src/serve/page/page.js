// The page: follows the events, draws what is, and says what people want.
// State is the list of lines as they came and the latest of what changes often;
// everything shown follows from it.

import english from './english.js';
import french from './french.js';
import frenchClauses from './clauses.fr.js';
import { Words, capital, variant } from './words.js';
import { board, icon, light, pieceIcon } from './draw.js';

const LANGUAGES = { en: english, fr: french };
const $ = (id) => document.getElementById(id);

const state = {
  /** The run of the server, and the number of the next line. */
  epoch: null,
  next: 0,
  /** Lines of the match that is shown, oldest first. */
  lines: [],
  about: null,
  now: null,
  lights: null,
  connected: false,
  /** The line looked back at; nothing is live. */
  back: null,
  language: pick(),
  key: read('dohyo-key'),
  clauses: {},
  /** Lines whose grounds are open. */
  open: new Set(),
};

function read(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function keep(name, value) {
  try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* private windows forget */ }
}

function pick() {
  const wanted = read('dohyo-language') ?? navigator.language?.slice(0, 2);
  return LANGUAGES[wanted] ? wanted : 'en';
}

const L = () => LANGUAGES[state.language];

/** An element with text and children. */
function tag(name, attributes = {}, ...children) {
  const it = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) it.addEventListener(key.slice(2), value);
    else if (value === true) it.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) it.setAttribute(key, value);
  }
  it.append(...children.filter((child) => child !== null && child !== undefined));
  return it;
}

// ---- What is shown -------------------------------------------------------

/** The last line up to the one looked at that has this part of the state. */
function latest(key) {
  for (let n = state.back ?? state.lines.length - 1; n >= 0; n -= 1) {
    if (state.lines[n][key] !== undefined) return state.lines[n][key];
  }
  return null;
}

function words() {
  const view = latest('view');
  return new Words(L(), {
    cards: state.about?.cards?.length ? state.about.cards : null,
    teams: view?.seats?.length === 4,
    names: view?.names,
    seat: view?.turn?.seat,
  });
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

let dirty = false;
function changed() {
  if (dirty) return;
  dirty = true;
  requestAnimationFrame(() => {
    dirty = false;
    show();
  });
}

function show() {
  const say = words();
  const view = latest('view');
  showHead(say, view);
  showBoard(say, view);
  showState(say, view);
  showSides(say, view);
  showHistory(say);
  $('earlier').disabled = state.lines.length === 0 || state.back === 0;
  $('later').disabled = state.back === null;
  $('live').disabled = state.back === null;
  $('code-form').hidden = state.key !== null;
  $('seated').hidden = state.key === null;
  $('deeds').hidden = state.key === null;
  document.querySelector('[data-say="EndTurn"]').hidden = !['kabuto', 'sumoo'].includes(view?.kind);
}

function showHead(say, view) {
  const title = view?.title ?? 'Dohyo';
  $('title').textContent = title;
  document.title = `${title} – Dohyo`;
  $('origin').textContent = state.about ? `${say.L.origin(state.about.origin)} · dohyo ${state.about.version}` : '';
  const lost = state.now?.link;
  const chip = $('link');
  chip.textContent = !state.connected ? say.ui('live_off') : lost ? say.ui('ringLost') : say.ui('live_on');
  chip.title = lost ?? '';
  chip.classList.toggle('off', !state.connected || Boolean(lost));
}

let drawn = '';
function showBoard(say, view) {
  const described = describe(say, view);
  const what = JSON.stringify([view, state.about?.places?.length, described]);
  if (what !== drawn) {
    drawn = what;
    $('drawing').replaceChildren(board(view, state.about, described));
  }
  light($('drawing').firstElementChild, state.back === null ? state.lights : null);
  const then = $('then');
  then.hidden = state.back === null;
  if (state.back !== null) {
    const line = state.lines[state.back];
    then.textContent = say.L.looking(line.seq, clock(line.at - state.lines[0].at));
  }
  const counts = $('counts');
  if (view?.kind === 'kabuto') {
    counts.textContent = `${say.ui('onRing')}${say.L.colon}${say.stock(view.ring)}. ${say.ui('reserve')}${say.L.colon}${say.stock(view.reserve)}.`;
  } else if (view?.kind === 'sumoo' && view.out.length) {
    counts.textContent = `${say.ui('outTokens')}${say.L.colon}${view.out.map((it) => `${say.L.colours[it.colour.toLowerCase()]} ${it.name}`).join(', ')}.`;
  } else {
    counts.textContent = '';
  }
  if (state.about && !state.about.lights) counts.append(` ${say.ui('dark')}`);
}

function describe(say, view) {
  if (!view) return say.L.boardWords.empty;
  if (view.kind !== 'kabuto') return say.L.boardWords.grid(view.title, mover(say, view));
  const sumos = view.seats.filter((it) => it.sumo).map((it) => say.player(it.seat)).join(', ');
  return say.L.boardWords.kabuto(sumos || say.ui('none'), say.stock(view.ring));
}

const mover = (say, view) => say.L.colours[view.mover?.toLowerCase()] ?? '';

function turnWords(say, view) {
  if (!view) return say.ui('noRing');
  if (view.kind === 'kabuto') {
    if (view.outcome) {
      const how = { 'knock-out': 'KnockOut', belt: 'Belt', last: 'LastLeft' }[view.outcome.how];
      return capital(say.L.won(say.side(view.outcome.winner), how, view.outcome.seat ? say.player(view.outcome.seat) : null));
    }
    if (view.phase === 'opening') return capital(say.L.opening(say.player(view.seats.length)));
    const turn = say.L.turnOf(say.player(view.turn.seat), view.turn.number);
    return view.phase === 'settling' ? `${turn}. ${say.L.settling}` : turn;
  }
  if (view.outcome) {
    const winner = view.outcome.winner?.toLowerCase();
    return capital(say.L.outcomeGrid(say.L.colours[winner] ?? view.outcome.winner));
  }
  return capital(say.L.turnOf(mover(say, view), view.turns + 1));
}

let announced = '';
function showState(say, view) {
  const turn = turnWords(say, view);
  $('turn').textContent = turn;
  const question = latest('question');
  showQuestion(say, question);
  const loud = question ? say.doubt(question.doubt) : turn;
  if (state.back === null && loud !== announced) {
    announced = loud;
    $('announce').textContent = loud;
  }
  $('waiting').replaceChildren(...(state.back === null ? waiting(say) : []));
  const troubles = state.now?.troubles ?? [];
  $('troubles').hidden = troubles.length === 0;
  $('troubles').replaceChildren(...troubles.map((it) => tag('li', { lang: 'en' }, `${say.ui('troubles')}${say.L.colon}${it}`)));
}

/** What is waited for, most urgent first. */
function waiting(say) {
  const it = state.now?.waiting;
  if (!it) return [];
  const item = (text, kind) => tag('li', { class: kind }, capital(text));
  if (it.question !== null) return [item(say.L.next.answer, 'owed')];
  if (it.repair) return [item(say.repair(it.repair, it.repair_text), 'owed')];
  if (it.unrest) return [item(say.unrest(it.unrest), 'owed')];
  const [name, data] = variant(it.next);
  if (name === 'Abalone') return [item(say.L.next.abalone(say.L.colours[data.player.toLowerCase()]), 'owed')];
  if (name === 'Sumoo') return [item(say.L.next.sumoo(say.L.colours[data.colour.toLowerCase()], data.left), 'owed')];
  if (name !== 'Kabuto') return [item(say.L.next[name], 'owed')];
  const rank = { Owed: 0, Possible: 1 };
  const open = data.map((wish) => ({ wish: say.wish(wish.wish), need: variant(wish.need)[0] })).filter((wish) => wish.need in rank);
  open.sort((a, b) => rank[a.need] - rank[b.need]);
  return open.map(({ wish, need }) => item(`${wish} (${say.L.needs[need]})`, need.toLowerCase()));
}

let asked = '';
function showQuestion(say, question) {
  const box = $('question');
  box.hidden = !question;
  const now = JSON.stringify([question, state.language]);
  if (now === asked) return;
  asked = now;
  if (!question) {
    box.replaceChildren();
    return;
  }
  const answers = question.choices.map((choice, n) =>
    tag('button', { type: 'button', class: 'answer', onclick: () => speak({ Answer: [question.number, choice] }) }, say.choice(choice, question.texts[n])));
  box.replaceChildren(
    tag('h3', {}, `${say.ui('question')} ${question.number}${say.L.colon}${say.doubt(question.doubt)}`),
    tag('p', {}, `${say.ui('seen')}${say.L.colon}${say.seen(question.seen, question.text)}.`),
    tag('div', { class: 'row', role: 'group', 'aria-label': say.ui('answers') }, ...answers),
  );
}

function showSides(say, view) {
  const cards = [];
  if (view?.kind === 'kabuto') {
    for (const side of view.sides) {
      const seats = view.seats.filter((it) => it.side === side.side);
      const acts = !view.outcome && seats.some((it) => it.seat === view.turn.seat);
      const names = seats.map((seat) => tag('div', { class: 'name' }, icon(side.side, seat.colour, seat.seat),
        tag('span', {}, `${capital(say.player(seat.seat))}, ${say.L.colours[seat.colour]}`)));
      const stock = tag('ul', { class: 'stock' }, ...side.stock.map(([kind, n]) => tag('li', {}, pieceIcon(kind), say.L.count(n, say.kindOf(kind, n)))));
      const badges = [acts && say.ui('acts'), side.out && say.ui('out'), side.slammed && say.ui('slammed')].filter(Boolean);
      cards.push(tag('li', { class: [acts && 'acts', side.out && 'out'].filter(Boolean).join(' ') },
        ...names,
        badges.length ? tag('p', { class: 'soft badges' }, badges.map((it) => `▸ ${it}`).join('  ')) : null,
        side.stock.length ? stock : tag('p', { class: 'soft' }, capital(say.ui('none'))),
        view.posts ? tag('p', { class: 'soft' }, side.markers.length ? `${say.ui('markers')}${say.L.colon}${side.markers.join(', ')}` : say.ui('noMarkers')) : null));
    }
  } else if (view?.kind === 'abalone') {
    for (const [name, count] of view.score) {
      const acts = !view.outcome && name.includes(view.mover);
      cards.push(tag('li', { class: acts ? 'acts' : '' }, tag('div', { class: 'name' }, capital(say.L.colours[name] ?? name)),
        acts ? tag('p', { class: 'soft badges' }, `▸ ${say.ui('acts')}`) : null, tag('p', {}, `${say.ui('score')}${say.L.colon}${count} / 6`)));
    }
  } else if (view?.kind === 'sumoo') {
    for (const colour of ['White', 'Black']) {
      const acts = view.mover === colour && !view.outcome;
      cards.push(tag('li', { class: acts ? 'acts' : '' }, tag('div', { class: 'name' }, capital(say.L.colours[colour.toLowerCase()])),
        acts ? tag('p', { class: 'soft badges' }, `▸ ${say.ui('acts')}`) : null, acts ? tag('p', {}, `${say.ui('pointsLeft')}${say.L.colon}${view.left}`) : null));
    }
  }
  $('sides').replaceChildren(...cards);
}

// ---- History -------------------------------------------------------------

/** What the list was made of. */
let listed = { count: 0, key: '' };

function showHistory(say) {
  const list = $('lines');
  const key = JSON.stringify([state.language, state.epoch, state.lines[0]?.n, state.about?.cards]);
  if (key !== listed.key) {
    list.replaceChildren();
    listed = { count: 0, key };
  }
  for (; listed.count < state.lines.length; listed.count += 1) {
    list.prepend(row(say, listed.count));
  }
  $('empty').hidden = state.lines.length > 0;
  list.querySelector('.then')?.classList.remove('then');
  if (state.back !== null) list.children[state.lines.length - 1 - state.back]?.classList.add('then');
}

function row(say, index) {
  const line = state.lines[index];
  const [name] = variant(line.what);
  const text = capital(say.event(line));
  const turn = line.text.includes('turn of player') && line.text.endsWith('begins');
  const item = tag('li', { class: name === 'Asked' ? 'asks' : turn ? 'turn' : '', 'data-n': line.n, 'data-seq': line.seq },
    tag('time', {}, clock(line.at - state.lines[0].at)),
    tag('button', { type: 'button', class: 'what', title: say.ui('showThen'), onclick: () => lookAt(index) }, text));
  if (line.clause || groundOf(index)) {
    item.append(tag('button', { type: 'button', class: 'clause', 'aria-expanded': 'false', onclick: (event) => toggle(event.currentTarget, item, index) },
      line.clause ?? say.ui('why')));
  }
  if (state.open.has(line.n)) toggle(item.querySelector('.clause'), item, index);
  return item;
}

/** The grounds come with the first event of a line and hold for all. */
function groundOf(index) {
  const { seq } = state.lines[index];
  for (let n = index; n >= 0 && state.lines[n].seq === seq; n -= 1) {
    if (state.lines[n].ground) return state.lines[n].ground;
  }
  return null;
}

function toggle(button, item, index) {
  const line = state.lines[index];
  const there = item.querySelector('.why');
  button?.setAttribute('aria-expanded', String(!there));
  if (there) {
    there.remove();
    state.open.delete(line.n);
    return;
  }
  state.open.add(line.n);
  const say = words();
  const why = tag('div', { class: 'why' });
  const clause = state.clauses[line.clause];
  if (clause) {
    const own = state.language === 'fr' ? frenchClauses[line.clause] : null;
    why.append(tag('p', {}, tag('strong', {}, `${line.clause} `), tag('span', { lang: own ? 'fr' : 'en' }, own ?? clause[0])));
    if (clause[1]) why.append(tag('p', { class: 'soft' }, `${say.ui('reading')}${say.L.colon}`, tag('span', { lang: 'en' }, clause[1])));
  }
  const ground = groundOf(index);
  if (ground) {
    const [by, policy] = variant(ground.passed);
    why.append(tag('p', {}, `${say.ui('seen')}${say.L.colon}${say.seen(ground.seen, ground.text)}. ${say.ui('certainty')}${say.L.colon}${say.L.odds(2 ** Math.floor(ground.certainty / 8))}. ${say.ui('passed')}${say.L.colon}${by === 'By' ? say.L.policies[policy] : say.ui('people')}.`));
    if (!['Said', 'Rest'].includes(variant(ground.seen)[0])) {
      why.append(tag('button', { type: 'button', class: 'challenge', onclick: () => challenge(line) }, say.ui('openChallenge')));
    }
  }
  item.append(why);
}

function lookAt(index) {
  state.back = index === null || index >= state.lines.length - 1 ? null : Math.max(0, index);
  changed();
}

// ---- Challenge -----------------------------------------------------------

async function challenge(line) {
  const say = words();
  const [dialog, note, picture] = [$('challenge'), $('challenge-note'), $('challenge-picture')];
  $('challenge-what').textContent = `${line.clause ?? ''} ${capital(say.event(line))}`;
  note.hidden = false;
  note.textContent = say.ui('loading');
  picture.hidden = true;
  dialog.showModal();
  try {
    const answer = await fetch(`/proof/${line.seq}`);
    if (!answer.ok) throw await answer.json();
    // As data: the page's policy allows no other pictures than its own.
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`;
    picture.alt = $('challenge-what').textContent;
    picture.hidden = false;
    note.hidden = true;
  } catch (refusal) {
    note.textContent = refused(refusal);
  }
}

// ---- Speaking ------------------------------------------------------------

function refused(refusal) {
  const known = L().refusals[refusal?.refused];
  if (typeof known === 'function') return known(refusal.sentence);
  return known ?? refusal?.sentence ?? L().refusals.silent;
}

function complain(sentence) {
  const box = $('refusal');
  box.hidden = sentence === null;
  box.textContent = sentence ?? '';
  if (sentence !== null) box.scrollIntoView({ block: 'nearest' });
}

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  if (state.key) headers.Authorization = `Bearer ${state.key}`;
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw said;
  return said;
}

async function speak(command) {
  try {
    const said = await post('/say', command);
    complain(said.touch ? words().ui('touch') : null);
  } catch (refusal) {
    if (refusal?.refused === 'wrong-key') {
      state.key = null;
      keep('dohyo-key', null);
      changed();
      requestAnimationFrame(() => $('code').focus());
    }
    complain(refused(refusal));
  }
}

function declared(word) {
  if (word !== 'EndTurn') return word;
  const game = latest('view')?.kind === 'sumoo' ? { Sumoo: 'EndTurn' } : { Kabuto: 'EndTurn' };
  return { Declare: [game, 'Table'] };
}

$('code-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    const { key } = await post('/sit', { code: $('code').value });
    state.key = key;
    keep('dohyo-key', key);
    $('code').value = '';
    complain(null);
  } catch (refusal) {
    complain(refused(refusal));
  }
  changed();
});
for (const button of document.querySelectorAll('[data-say]')) {
  button.addEventListener('click', () => speak(declared(button.dataset.say)));
}
$('earlier').addEventListener('click', () => lookAt((state.back ?? state.lines.length - 1) - 1));
$('later').addEventListener('click', () => lookAt((state.back ?? state.lines.length) + 1));
$('live').addEventListener('click', () => lookAt(null));

// ---- Language ------------------------------------------------------------

function speakLanguage(code) {
  state.language = code;
  document.documentElement.lang = code;
  $('language').value = code;
  const dictionary = L().ui;
  for (const it of document.querySelectorAll('[data-word]')) it.textContent = dictionary[it.dataset.word];
  for (const it of document.querySelectorAll('[data-label]')) it.setAttribute('aria-label', dictionary[it.dataset.label]);
  complain(null);
  changed();
}
$('language').addEventListener('change', (event) => {
  keep('dohyo-language', event.target.value);
  speakLanguage(event.target.value);
});

// ---- Events --------------------------------------------------------------

function hear(source) {
  source.addEventListener('open', () => {
    state.connected = true;
    changed();
  });
  source.addEventListener('hello', ({ data }) => {
    const hello = JSON.parse(data);
    if (hello.epoch !== state.epoch || hello.from !== state.next) {
      // Another run, or what was missed is gone: begin anew.
      Object.assign(state, { epoch: hello.epoch, next: hello.from, lines: [], back: null, now: null });
      state.open.clear();
    }
    changed();
  });
  source.addEventListener('said', ({ data }) => {
    const line = JSON.parse(data);
    if (line.n !== state.next) {
      // Never seen; but a gap must not be shown as if it were none.
      state.next = null;
      connect();
      return;
    }
    state.next = line.n + 1;
    if (line.what === 'Began') {
      state.lines = [];
      state.back = null;
      state.open.clear();
    }
    state.lines.push(line);
    changed();
  });
  for (const topic of ['about', 'now', 'lights']) {
    source.addEventListener(topic, ({ data }) => {
      state[topic] = JSON.parse(data);
      if (topic === 'lights' && state.back === null && $('drawing').firstElementChild) light($('drawing').firstElementChild, state.lights);
      else changed();
    });
  }
  source.addEventListener('error', () => {
    state.connected = false;
    changed();
    // The browser tries again by itself unless it has given up.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1500);
  });
}

let source = null;
function connect() {
  source?.close();
  const mark = state.epoch !== null && state.next > 0 ? `?after=${state.epoch}-${state.next - 1}` : '';
  source = new EventSource(`/events${mark}`);
  hear(source);
}

speakLanguage(state.language);
fetch('/clauses').then((answer) => answer.json()).then((clauses) => {
  state.clauses = clauses;
}).catch(() => { /* clauses are shown by their number then */ });
connect();
