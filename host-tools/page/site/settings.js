// What the page remembers of its reader: language, light or dark, sounds. Kept in this
// browser only, and without it where the browser refuses.

const KEY = 'dohyo';
const stored = (() => {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
})();
const asked = new URLSearchParams(location.search);

export const settings = {
  language: asked.get('lang') ?? stored.language ?? (navigator.language?.startsWith('fr') ? 'fr' : 'en'),
  theme: asked.get('theme') ?? stored.theme ?? null,
  /** 'off', 'sounds', 'both': sounds, and calls spoken. */
  sound: stored.sound ?? 'off',
  setup: stored.setup ?? null,
  /** True if a real ring was shown last. */
  isAtRing: stored.isAtRing ?? false,
};

const listeners = [];
export const onSettings = (listener) => { listeners.push(listener); };

export function set(changes) {
  Object.assign(settings, changes);
  try { localStorage.setItem(KEY, JSON.stringify(settings)); } catch { /* a private window keeps nothing */ }
  applySettings();
  for (const listener of listeners) listener();
}

/** True in the dark theme. */
export const isDark = () => (settings.theme ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
/** True if nothing should travel. */
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** 'table', 'tv' or 'overlay'. */
export const mode = asked.has('overlay') ? 'overlay' : asked.has('tv') ? 'tv' : 'table';

export function applySettings() {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  document.documentElement.dataset.mode = mode;
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => set({}));
