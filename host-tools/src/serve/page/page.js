// The page: follows the events and lets everything be drawn.

import { light } from './draw.js';
import { lookAt, showHistory } from './history.js';
import { showBoard, showHead, showSides, showState } from './panels.js';
import { complain } from './speak.js';
import { $, changed, keep, labels, shown, state, whenChanged } from './state.js';

function show() {
  const view = shown()?.view;
  showHead(view);
  showBoard(view);
  showState(view);
  showSides(view);
  showHistory();
  $('earlier').disabled = state.lines.length === 0 || state.back === 0;
  $('later').disabled = state.back === null;
  $('live').disabled = state.back === null;
  $('code-form').hidden = state.key !== null;
  $('seated').hidden = state.key === null;
  $('deeds').hidden = state.key === null;
  document.querySelector('[data-say="EndTurn"]').hidden = !['kabuto', 'sumoo'].includes(state.now?.view?.kind);
}
whenChanged(show);

$('earlier').addEventListener('click', () => lookAt((state.back ?? state.lines.length - 1) - 1));
$('later').addEventListener('click', () => lookAt((state.back ?? state.lines.length) + 1));
$('live').addEventListener('click', () => lookAt(null));

// Keys for the three buttons. With a modifier the keys are the browser's: Alt and
// ArrowLeft leave the page. In a field and in the challenge they move the cursor or
// the picture.
const KEYS = { ArrowLeft: 'earlier', ArrowRight: 'later', Escape: 'live' };
document.addEventListener('keydown', (event) => {
  const button = $(KEYS[event.key]);
  const elsewhere = event.target.closest?.('input, select, textarea, dialog') || $('challenge').open;
  if (!button || button.disabled || elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  button.click();
});

// ---- Language ------------------------------------------------------------

function speakLanguage(code) {
  state.language = code;
  document.documentElement.lang = code;
  $('language').value = code;
  const dictionary = labels().ui;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = dictionary[element.dataset.word];
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', dictionary[element.dataset.label]);
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
      Object.assign(state, { epoch: hello.epoch, next: hello.from, cut: hello.from > hello.start, lines: [], back: null, now: null, link: null });
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
    if (line.kind === 'start') {
      state.lines = [];
      state.cut = false;
      state.back = null;
      state.open.clear();
    }
    state.lines.push(line);
    changed();
  });
  for (const topic of ['about', 'now', 'lights', 'link']) {
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
