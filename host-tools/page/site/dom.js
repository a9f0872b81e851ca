// Elements of the page, made from plain objects: no markup is ever parsed from text.

/** Makes an element; `on` are listeners, `data` are data attributes, strings are text. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value == null || value === false) continue;
    if (key === 'on') for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (key === 'data') Object.assign(node.dataset, value);
    else if (key === 'vars') for (const [name, one] of Object.entries(value)) node.style.setProperty(name, one);
    else if (key === 'class') node.className = value;
    else if (value === true) node.setAttribute(key, '');
    else node.setAttribute(key, value);
  }
  node.append(...children.flat(3).filter((child) => child != null && child !== false));
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';
const ICONS = {
  plug: 'M9 3v5M15 3v5M7 8h10v3a5 5 0 0 1-10 0zM12 16v5',
  sound: 'M4 10v4h3l4 4V6L7 10zM15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11',
  mute: 'M4 10v4h3l4 4V6L7 10zM16 10l5 5M21 10l-5 5',
  voice: 'M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12h5',
  moon: 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  undo: 'M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2',
  eye: 'M2 12C5 6 19 6 22 12C19 18 5 18 2 12zM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6',
  end: 'M4 12h12M11 7l5 5l-5 5M20 5v14',
  star: 'M12 3l2.2 6.3L21 12l-6.8 2.7L12 21l-2.2-6.3L3 12l6.8-2.7z',
  check: 'M5 13l4.5 4.5L19 7',
  ask: 'M9 9a3 3 0 1 1 4.5 2.6C12.4 12.3 12 13 12 14M12 17.5v.2M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20',
  close: 'M6 6l12 12M18 6L6 18',
  play: 'M8 5l11 7l-11 7z',
  pause: 'M9 5v14M15 5v14',
  before: 'M18 6l-8 6l8 6zM6 5v14',
  after: 'M6 6l8 6l-8 6zM18 5v14',
  again: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  save: 'M12 4v11M7 11l5 5l5-5M5 20h14',
  fan: 'M12 14V21M5 9a7 6 0 0 1 14 0c0 3-3 5-7 5S5 12 5 9zM12 14V4M8 12L7 5M16 12l1-7',
  plus: 'M12 5v14M5 12h14',
  home: 'M4 11l8-7l8 7M6 10v10h12V10',
  screen: 'M3 5h18v12H3zM8 21h8',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
};

/** Line icon by name, invisible to screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** Replaces the children of a node if what they show has changed; keeps the focus. */
export function fill(node, signature, make) {
  const key = JSON.stringify(signature);
  if (node.dataset.shows === key) return false;
  node.dataset.shows = key;
  const focused = node.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  node.replaceChildren(...[make()].flat(3).filter((child) => child != null && child !== false));
  if (focused) node.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  return true;
}

export const $ = (name) => document.getElementById(name);
