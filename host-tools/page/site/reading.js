// Facts in the ring's sentences: what was ruled, which piece, where; and what is awaited.
//
// The worker sends every ruling as a sentence in both languages. Pictures need the facts
// in it, which the English one holds in fixed words. A sentence that is not recognised is
// shown as it is, without a picture. What is awaited comes as a list of words.

const PIECE = /\b(small|medium|large) disc/;
const EDGE = /over the (north|east|south|west) edge/;
const POST = /post(?:s)? (\d)/;

/** Facts of a line: `what` and, where they apply, `piece`, `post`, `edge`, `text`. */
export function factsOf({ kind, text, clause }) {
  const words = text.en;
  const lower = words.toLowerCase();
  const facts = { what: kind, clause, piece: PIECE.exec(lower)?.[1] ?? null, edge: EDGE.exec(lower)?.[1] ?? null, post: Number(POST.exec(lower)?.[1] ?? 0) || null };
  const count = /\b(\d) (?:small|medium|large) discs/.exec(lower);
  if (count) facts.count = Number(count[1]);
  if (kind !== 'ruling') return facts;
  const what = RULINGS.find(([, pattern]) => pattern.test(lower));
  if (what) [facts.what] = what;
  if (/\bsumo\b/.test(lower) && !facts.piece) facts.piece = 'sumo';
  if (/\bbelt\b/.test(lower)) facts.piece = 'belt';
  return facts;
}

const RULINGS = [
  ['won', /\bwins?\b/],
  ['lost', /\bhas lost|have lost/],
  ['fell', /\bfalls? over|\bknocks? .* off|\bis knocked off|\bfalls? .*goes? /],
  ['back', /goes back to its place/],
  ['docked', /sets the platform|platform is set/],
  ['marker', /sets? a marker|marker goes to/],
  ['taken', /takes? the marker off|marker comes off/],
  ['slam', /must make a corner slam/],
  ['slamPush', /for the corner slam/],
  ['pushed', /\bpush(?:es)? /],
  ['used', /\buses? /],
  ['paid', /\bpays? /],
  ['warning', /^warning/],
];

/** What the rules allow next, from the worker's list of words: posts by action, and flags. */
export function awaitedIn(next) {
  const all = { dock: [], mark: [], take: [], anywhere: false, push: false, settle: false, end: false, use: [], owed: new Set() };
  for (const { do: action, owed } of next ?? []) {
    const [, words, number] = /^([a-z ]+?)(?: (\d+))?$/.exec(action) ?? [null, action];
    const key = ACTIONS[words];
    if (!key) continue;
    if (owed) all.owed.add(key);
    if (number) all[key].push(Number(number));
    else if (key === 'dock') all.anywhere = true;
    else if (key !== 'use') all[key] = true;
  }
  return all;
}

const ACTIONS = { dock: 'dock', marker: 'mark', 'take marker': 'take', push: 'push', settle: 'settle', move: 'use', use: 'use', 'end turn': 'end' };

/** Key of the piece that an answer names, or null. */
export function pieceOf({ text }) {
  const words = text.en.toLowerCase();
  const disc = PIECE.exec(words);
  if (disc) return disc[1];
  if (/\bsumo\b/.test(words)) return 'sumo';
  if (/\bbelt\b/.test(words)) return 'belt';
  return null;
}
