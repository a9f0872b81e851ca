// The panels: head, board, state of the match, question, sides.

import { board, icon, light, pieceIcon } from './draw.js';
import { $, capital, clock, labels, shown, state, tag, text, ui } from './state.js';
import { speak } from './speak.js';

export function showHead(view) {
  const title = view?.title ?? 'Dohyo';
  $('title').textContent = title;
  document.title = `${title} – Dohyo`;
  $('origin').textContent = state.about ? `${labels().origin(state.about.origin)} · dohyo ${state.about.version}` : '';
  const lost = state.link?.link;
  const chip = $('link');
  chip.textContent = !state.connected ? ui('live_off') : lost ? ui('ringLost') : ui('live_on');
  chip.title = lost ?? '';
  chip.classList.toggle('off', !state.connected || Boolean(lost));
  $('trouble').hidden = !lost;
  $('trouble').replaceChildren(...(lost ? [tag('span', { lang: 'en' }, lost), ` (${ui('tryingAgain')})`] : []));
}

let drawn = '';
export function showBoard(view) {
  const described = view ? text(view.summary) : ui('empty');
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
    then.textContent = labels().looking(line.seq, clock(line.at - state.lines[0].at));
  }
  const counts = $('counts');
  counts.textContent = text(view?.counts);
  if (state.about && !state.about.lights) counts.append(` ${ui('dark')}`);
}

let announced = '';
export function showState(view) {
  const turn = view ? text(view.headline) : ui('noRing');
  $('turn').textContent = turn;
  const question = shown()?.question;
  showQuestion(question);
  const loud = question ? text(question.text) : turn;
  if (state.back === null && loud !== announced) {
    announced = loud;
    $('announce').textContent = loud;
  }
  const waiting = (state.back === null && state.now?.waiting) || [];
  $('waiting').replaceChildren(...waiting.map((item) => tag('li', { class: item.urgency }, capital(text(item.text)))));
  const faults = state.now?.faults ?? [];
  $('troubles').hidden = faults.length === 0;
  $('troubles').replaceChildren(...faults.map((fault) => tag('li', { lang: 'en' }, `${ui('troubles')}${labels().colon}${fault}`)));
}

let asked = '';
function showQuestion(question) {
  const box = $('question');
  box.hidden = !question;
  const isOver = state.back !== null;
  const now = JSON.stringify([question, state.language, isOver]);
  if (now === asked) return;
  asked = now;
  if (!question) {
    box.replaceChildren();
    return;
  }
  const { colon } = labels();
  const answers = question.answers.map((answer) =>
    tag('button', { type: 'button', class: 'answer', disabled: isOver, onclick: () => speak({ Answer: [question.number, answer.choice] }) }, capital(text(answer.text))));
  box.replaceChildren(
    tag('h3', {}, `${ui('question')} ${question.number}${colon}${text(question.text)}`),
    tag('p', {}, `${ui('seen')}${colon}${text(question.seen)}.`),
    tag('div', { class: 'row', role: 'group', 'aria-label': ui('answers') }, ...answers),
  );
}

export function showSides(view) {
  const { colon } = labels();
  const cards = (view?.sides ?? []).map((side) => {
    const names = side.players.map((player) => tag('div', { class: 'name' },
      player.seat ? icon(side.side, player.colour, player.seat) : null,
      tag('span', {}, player.person ? `${player.person}${colon}${text(player.name)}` : text(player.name))));
    const badges = ['acts', 'out', 'slammed'].filter((badge) => side[badge]).map((badge) => `▸ ${ui(badge)}`);
    const stock = side.stock?.map(({ kind, text: words }) => tag('li', {}, pieceIcon(kind), text(words)));
    return tag('li', { class: [side.acts && 'acts', side.out && 'out'].filter(Boolean).join(' ') },
      ...names,
      badges.length ? tag('p', { class: 'soft badges' }, badges.join('  ')) : null,
      stock?.length ? tag('ul', { class: 'stock' }, ...stock) : null,
      stock?.length === 0 ? tag('p', { class: 'soft' }, ui('none')) : null,
      side.note ? tag('p', { class: 'soft' }, capital(text(side.note))) : null);
  });
  $('sides').replaceChildren(...cards);
}
