// Names of people at a real ring. The ring knows none, so this browser keeps them, for the
// matches that it set up.

const KEY = 'dohyo-names';
/** Matches whose names are kept; the oldest go. */
const MOST = 60;

function all() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? []; } catch { return []; }
}

const keyOf = ({ ring, journal, line, at }) => `${ring}/${journal}/${line}@${at}`;

/** Names of the players of a match, in turn order; none if it was set up elsewhere. */
export const namesOf = (match) => all().find(([key]) => key === keyOf(match))?.[1] ?? [];

/** Keeps the names of a match that has begun. */
export function keepNames(match, names) {
  const kept = [...all().filter(([key]) => key !== keyOf(match)), [keyOf(match), names]].slice(-MOST);
  try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* a private window keeps nothing */ }
}
