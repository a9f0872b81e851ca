// Words in the language of the reader, and names of people in the ring's sentences.

import english from './en.js';
import french from './fr.js';
import { settings } from '../settings.js';
import { isAtRing, seats, state } from '../state.js';

/** Words of the language in use. */
export const words = () => (settings.language === 'fr' ? french : english);

/** Name of a seat: what the players call themselves. */
export function nameOf(seat) {
  const found = seats().find((one) => one.seat === seat);
  if (found?.name) return found.name;
  // Who sits at a real ring only its page knows; another one calls them by their cards.
  if (isAtRing()) return ringName(seat)?.[settings.language] ?? words().ring.player(seat);
  return words().setup.names[seat - 1] || String(seat);
}

/** Name of a side: that of its player, or of both of a team. */
export function nameOfSide(side) {
  return seats().filter((one) => one.side === side).map((one) => nameOf(one.seat)).join(' & ');
}

/** A text of the ring in the reader's language, with the players' own names and no compass. */
export function told(text) {
  if (text == null) return '';
  if (text.key) return words().ring[text.key];
  if (typeof text === 'string') return text;
  const language = settings.language;
  let sentence = text[language] ?? text.en ?? '';
  for (const { seat } of seats()) {
    const name = nameOf(seat);
    const known = ringName(seat)?.[language];
    const patterns = [language === 'fr' ? new RegExp(`\\b(?:le |du |au )?joueur ${seat}\\b`, 'gi') : new RegExp(`\\bplayer ${seat}\\b`, 'gi')];
    if (known) patterns.push(new RegExp(`(?<![\\p{L}])${known.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'gu'));
    for (const pattern of patterns) sentence = sentence.replace(pattern, (found) => replaced(found, name));
  }
  if (state.table?.kind !== 'grid') {
    const { edges } = words();
    sentence = language === 'fr'
      ? sentence.replace(/bord (nord|est|sud|ouest)/g, (_, edge) => edges[{ nord: 'north', est: 'east', sud: 'south', ouest: 'west' }[edge]])
      : sentence.replace(/(north|east|south|west) edge/g, (_, edge) => edges[edge]);
  }
  return sentence;
}

/** French says "du joueur 1" and "au joueur 1" where a name takes "de" and "à". */
function replaced(found, name) {
  const small = found.toLowerCase();
  if (small.startsWith('du ')) return /^[aeiouyéèêh]/i.test(name) ? `d’${name}` : `de ${name}`;
  if (small.startsWith('au ')) return `à ${name}`;
  return name;
}

/** What the ring calls a seat: its card, without the colour behind it. */
function ringName(seat) {
  const players = state.now.view?.sides?.flatMap((side) => side.players ?? []) ?? [];
  const name = players.find((one) => one.seat === seat)?.name;
  if (!name) return null;
  const plain = (one) => one.replace(/, [^,]*$/, '');
  const both = { en: plain(name.en), fr: plain(name.fr) };
  return /player \d/i.test(both.en) ? null : both;
}
