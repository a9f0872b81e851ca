// Commands: what people want is sent, and a refusal is shown. A challenge asks
// for the capture of a line.

import { $, changed, keep, labels, state, text, ui } from './state.js';

function refused(refusal) {
  const known = labels().refusals[refusal?.refused];
  if (typeof known === 'function') return known(refusal.sentence);
  return known ?? refusal?.sentence ?? labels().refusals.silent;
}

export function complain(sentence) {
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

export async function speak(command) {
  try {
    const said = await post('/command', command);
    complain(said.touch ? ui(said.hold ? 'hold' : 'touch') : null);
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
  const game = state.now?.view?.kind === 'sumoo' ? { Sumoo: 'EndTurn' } : { Kabuto: 'EndTurn' };
  return { Declare: [game, 'Table'] };
}

$('code-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    const { key } = await post('/login', { code: $('code').value });
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

export async function challenge(line) {
  const [dialog, note, picture] = [$('challenge'), $('challenge-note'), $('challenge-picture')];
  $('challenge-what').textContent = `${line.clause ?? ''} ${text(line.text)}`;
  note.hidden = false;
  note.textContent = ui('loading');
  picture.hidden = true;
  dialog.showModal();
  try {
    const answer = await fetch(`/capture/${line.seq}`);
    if (!answer.ok) throw await answer.json();
    // As data: it is here already, fetched so that a refusal can be told.
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`;
    picture.alt = $('challenge-what').textContent;
    picture.hidden = false;
    note.hidden = true;
  } catch (refusal) {
    note.textContent = refused(refusal);
  }
}
