// The history: every line, its grounds, and looking back.

import frenchClauses from './clauses.fr.js';
import { $, changed, clock, labels, state, tag, text, ui } from './state.js';
import { challenge } from './speak.js';

/** What the list was made of. */
let listed = { count: 0, key: '' };
/** The line that was scrolled to. */
let revealed = null;

export function showHistory() {
  const list = $('lines');
  const key = JSON.stringify([state.language, state.epoch, state.lines[0]?.n]);
  if (key !== listed.key) {
    list.replaceChildren();
    listed = { count: 0, key };
  }
  // Lines that come in above do not move those that are being read.
  const [reading, before] = [state.back !== null || list.scrollTop > 0, list.scrollHeight];
  for (; listed.count < state.lines.length; listed.count += 1) {
    list.prepend(row(listed.count));
  }
  if (reading) list.scrollTop += list.scrollHeight - before;
  $('empty').hidden = state.lines.length > 0;
  $('cut').hidden = !state.cut;
  list.querySelector('.then')?.classList.remove('then');
  const then = state.back === null ? null : list.children[state.lines.length - 1 - state.back];
  then?.classList.add('then');
  if (then !== revealed) reveal(list, then);
  revealed = then;
}

/** Scrolls the list, and not the page, until the line is seen; to the newest without one. */
function reveal(list, item) {
  if (!item) {
    list.scrollTop = 0;
    return;
  }
  const [box, at] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  list.scrollTop += Math.min(0, at.top - box.top) + Math.max(0, at.bottom - box.bottom);
}

function row(index) {
  const line = state.lines[index];
  const item = tag('li', { class: { question: 'asks', turn: 'turn' }[line.kind] ?? '', 'data-n': line.n, 'data-seq': line.seq },
    tag('time', {}, clock(line.at - state.lines[0].at)),
    tag('button', { type: 'button', class: 'what', title: ui('showThen'), onclick: () => lookAt(index) }, text(line.text)));
  if (line.clause || line.ground) {
    item.append(tag('button', { type: 'button', class: 'clause', 'aria-expanded': 'false', onclick: (event) => toggle(event.currentTarget, item, index) },
      line.clause ?? ui('why')));
  }
  if (state.open.has(line.n)) toggle(item.querySelector('.clause'), item, index);
  return item;
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
  const why = tag('div', { class: 'why' });
  const clause = state.clauses[line.clause];
  const { colon } = labels();
  if (clause) {
    const own = state.language === 'fr' ? frenchClauses[line.clause] : null;
    why.append(tag('p', {}, tag('strong', {}, `${line.clause} `), tag('span', { lang: own ? 'fr' : 'en' }, own ?? clause[0])));
    if (clause[1]) why.append(tag('p', { class: 'soft' }, `${ui('reading')}${colon}`, tag('span', { lang: 'en' }, clause[1])));
  }
  const { ground } = line;
  if (ground) {
    const parts = ['seen', 'certainty', 'passed'].map((part) => `${ui(part)}${colon}${text(ground[part])}.`);
    why.append(tag('p', {}, parts.join(' ')));
    if (ground.capture) {
      why.append(tag('button', { type: 'button', class: 'challenge', onclick: () => challenge(line) }, ui('openChallenge')));
    }
  }
  item.append(why);
}

export function lookAt(index) {
  state.back = index === null || index >= state.lines.length - 1 ? null : Math.max(0, index);
  changed();
}
