// The panels: head, board, state of the match, question, sides.

import { capital, variant } from './words.js';
import { board, icon, light, pieceIcon } from './draw.js';
import { $, clock, latest, state, tag } from './state.js';
import { speak } from './speak.js';

export function showHead(say, view) {
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
export function showBoard(say, view) {
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
export function showState(say, view) {
  const turn = turnWords(say, view);
  $('turn').textContent = turn;
  const question = latest('question');
  showQuestion(say, question);
  const loud = question ? say.doubt(question.doubt, question.seen) : turn;
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
    tag('h3', {}, `${say.ui('question')} ${question.number}${say.L.colon}${say.doubt(question.doubt, question.seen)}`),
    tag('p', {}, `${say.ui('seen')}${say.L.colon}${say.seen(question.seen, question.text)}.`),
    tag('div', { class: 'row', role: 'group', 'aria-label': say.ui('answers') }, ...answers),
  );
}

export function showSides(say, view) {
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
