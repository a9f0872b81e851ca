// What the page knows: the list of lines as they came and the latest of every
// topic. The server computes the state; the page only shows it.

import english from './english.js';
import french from './french.js';

const LANGUAGES = { en: english, fr: french };
export const $ = (id) => document.getElementById(id);

export const state = {
  /** The run of the server, and the number of the next line. */
  epoch: null,
  next: 0,
  /** Lines of the match that is shown, oldest first. */
  lines: [],
  /** True if the match has earlier lines, which the server did not send. */
  cut: false,
  about: null,
  now: null,
  lights: null,
  link: null,
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

export function keep(name, value) {
  try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* private windows forget */ }
}

function pick() {
  const wanted = read('dohyo-language') ?? navigator.language?.slice(0, 2);
  return LANGUAGES[wanted] ? wanted : 'en';
}

/** The page's own labels in the language that is chosen. */
export const labels = () => LANGUAGES[state.language];

/** A label by its key. */
export const ui = (key) => labels().ui[key] ?? key;

/** A sentence of the server, which comes in every language. */
export const text = (sentence) => sentence?.[state.language] ?? '';

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** An element with text and children. */
export function tag(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The match and its question: as they are now, or after the line looked back at. */
export const shown = () => (state.back === null ? state.now : state.lines[state.back]);

export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

let dirty = false;
let showAll = () => {};

/** Says what draws the page. */
export function whenChanged(show) {
  showAll = show;
}

/** Draws the page anew, once, before the next picture of the browser. */
export function changed() {
  if (dirty) return;
  dirty = true;
  requestAnimationFrame(() => {
    dirty = false;
    showAll();
  });
}
