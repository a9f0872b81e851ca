// Turns what the ring says, which is data, into words of a language. A language
// is a dictionary of small functions (english.js, french.js); this file knows
// the shape of the data and no language.

const NUMBERS = { First: 1, Second: 2, Third: 3, Fourth: 4, One: 1, Two: 2, Three: 3, Four: 4 };
const number = (word) => NUMBERS[word] ?? word;

/** The variant of an enum as it comes: `"Name"` or `{ Name: data }`. */
export function variant(value) {
  if (typeof value === 'string') return [value, undefined];
  const [[name, data]] = Object.entries(value ?? { None: null });
  return [name, data];
}

export class Words {
  /** `L` is the dictionary; `context` knows cards and who plays. */
  constructor(L, context) {
    this.L = L;
    this.context = context;
  }

  ui(key) { return this.L.ui[key] ?? key; }

  player(seat) {
    const n = number(seat);
    const name = this.context.cards?.[n - 1]?.name;
    return name ? this.L.named(n, name) : this.L.player(n);
  }

  side(side) {
    const n = number(side);
    return this.context.teams ? this.L.team(n) : this.player(n);
  }

  token(owner, slot) {
    const n = number(owner);
    const kind = slot === 'First' || slot === 'a' ? 0 : 1;
    return this.context.cards?.[n - 1]?.tokens?.[kind] ?? this.L.token(n, kind ? 'b' : 'a');
  }

  stock(stock) {
    return stock.length ? stock.map(([kind, n]) => this.L.count(n, this.kindOf(kind, n))).join(', ') : this.ui('none');
  }

  /** A kind of piece in a stock, so many of it: `small`, or `1a`. */
  kindOf(kind, n) {
    return this.L.sizes[kind] ? this.L.pawn(kind, n) : this.token(kind[0], kind[1]);
  }

  element(element, n = 1) {
    const [name, data] = variant(element);
    return name === 'Pawn' ? this.L.pawn(data.toLowerCase(), n) : this.token(data.owner, data.slot);
  }

  piece(piece) {
    const [name, data] = variant(piece);
    if (name === 'Element') return this.L.a(this.element(data), data);
    if (name === 'Sumo') return this.L.sumo(this.player(data));
    return this.L.belt;
  }

  place(place) {
    const [name, data] = variant(place);
    return name === 'Corner' ? this.L.corner(number(data)) : this.L.along(data.edge.toLowerCase(), data.at_mm);
  }

  where(where) {
    const [name, data] = variant(where);
    return name === 'Inventory' ? [name, this.side(data)] : [name];
  }

  outcome(outcome) {
    const how = variant(outcome.how);
    return this.L.won(this.side(outcome.winner), how[0], how[1] ? this.player(how[1]) : null);
  }

  cell(n) { return this.context.names?.[n] ?? String(n); }

  /** A point of Abalone, as rulings number them. */
  point(n) { return this.context.points?.[n] ?? String(n); }

  change(game, change) {
    const [name, data] = variant(change);
    const say = this.L.changes[game]?.[name];
    if (!say) return null;
    if (game === 'Kabuto') return this.kabuto(name, data, say);
    if (game === 'Abalone') return this.abalone(name, data, say);
    return this.sumoo(name, data, say);
  }

  kabuto(name, data, say) {
    switch (name) {
      case 'TurnBegan': case 'TurnEnded': case 'TurnReplaced': case 'ExtraPush': case 'GroupAllowed':
      case 'SlamOwed': case 'SlamWaived': case 'SumoStays': return say(this.player(data));
      case 'Docked': return say(this.place(data));
      case 'MarkerPlaced': case 'MarkerTaken': return say(this.side(data[0]), number(data[1]));
      case 'MoveUsed': {
        const card = this.context.cards?.[number(data[0]) - 1];
        return say(this.player(data[0]), card?.moves?.[number(data[1]) - 1] ?? this.L.move(number(data[1])));
      }
      case 'Moved': return say(this.L.count(data[0], this.element(data[1], data[0])), this.where(data[2]), this.where(data[3]));
      case 'KnockedOff': case 'PutBack': return say(this.piece(data));
      case 'Warned': return say(this.L.remarks[data] ?? data);
      case 'CueAllowed': return say(this.player(data[0]), this.token(data[0], data[1]));
      case 'Lost': return say(this.side(data));
      case 'Ended': return this.outcome(data);
      default: return null;
    }
  }

  abalone(name, data, say) {
    const colour = (it) => this.L.colours[it.toLowerCase()];
    switch (name) {
      case 'InLine': case 'Sideways': return say(colour(data[0]), data[1]);
      case 'Passed': return say(colour(data));
      case 'Helped': case 'Ejected': return say(colour(data[0]), this.point(data[1]));
      case 'Pushed': return say(colour(data[0]), this.point(data[1]), this.point(data[2]));
      case 'Won': return null;
      default: return say(data);
    }
  }

  sumoo(name, data, say) {
    const colour = (it) => this.L.colours[it.toLowerCase()];
    switch (name) {
      case 'Went': return say(colour(data[0].colour), this.post(data[0]), data[1], data[2] === null ? null : this.cell(data[2]));
      case 'Won': case 'Turn': return say(colour(data));
      default: return say();
    }
  }

  post(token) {
    return { OneWest: '1U', OneMiddle: token.colour === 'White' ? '1S' : '1N', OneEast: '1E', TwoWest: '2U', Three: '3', TwoEast: '2E' }[token.post] ?? token.post;
  }

  seen(seen, text) {
    const [name, data] = variant(seen);
    const say = this.L.seen[name];
    if (!say) return text;
    switch (name) {
      case 'Docked': return say(this.place(data[0]));
      case 'Marker': return say(number(data.post), data.way);
      case 'Pushed': return say(this.place(data.place));
      case 'Fell': return say(this.L.edges[data.edge.toLowerCase()], data.witnesses === 'Two', data.cause);
      case 'Unseen': return say(this.L.edges[data.toLowerCase()]);
      case 'Said': return say(data);
      case 'Board': return say(data);
      case 'Cell': return say(this.cell(data.cell), data.piece !== null);
      default: return say();
    }
  }

  doubt(doubt, seen) {
    const [name, data] = variant(doubt);
    if (name === 'Which' && variant(seen)[0] === 'Unseen') return this.L.doubts.Unseen;
    const say = this.L.doubts[name];
    if (typeof say !== 'function') return say ?? name;
    if (name === 'Forbidden') return say(clauseId(data[0]), this.piece(data[1]));
    // Of which piece, only a page of the list is told.
    return name === 'Which' ? say() : say(this.piece(data));
  }

  choice(choice, text) {
    const [name, data] = variant(choice);
    const say = this.L.choices[name];
    if (name === 'Piece') return capital(this.piece(data));
    if (name === 'Marker') return this.L.choices.Marker(this.side(data));
    return typeof say === 'string' ? say : text;
  }

  event(line) {
    const [name, data] = variant(line.what);
    const say = this.L.events[name];
    switch (name) {
      case 'Ruled': {
        const [game, ruling] = variant(data);
        if (game === 'Abalone' && ruling.change.Won) {
          const who = line.text.replace(/^\S+ /, '').replace(/ wins?$/, '');
          return this.L.outcomeGrid(this.L.colours[who] ?? who);
        }
        return this.change(game, ruling.change) ?? line.text.replace(/^\S+ /, '');
      }
      case 'Illegal': return say(line.text.replace(/^illegal: /, ''));
      case 'Logged': case 'Held': return say(this.seen(data.seen, line.text));
      case 'Asked': return say(this.seen(data.about.seen, line.text), this.doubt(data.doubt, data.about.seen));
      case 'Answered': return say(this.choice(data[0], line.text.replace(/^answer: /, '')), data[1]);
      case 'Undone': return say(data.left);
      case 'Overruled': case 'Noted': return say(line.text.replace(/^[^:]*: /, ''));
      default: return say ?? line.text;
    }
  }

  repair(repair, text) {
    const [game, data] = variant(repair);
    if (game !== 'Kabuto') return this.L.repairs.other(text);
    const [name, it] = variant(data);
    const say = this.L.repairs[name];
    if (name === 'TakeMarker' || name === 'PutMarker') return say(this.L.colours[it[0].toLowerCase()], number(it[1]));
    if (name === 'ClearSlot') return say(number(it[0]), it[1] + 1);
    return say(this.place(it));
  }

  unrest(unrest) {
    const [name] = variant(unrest);
    return this.L.unrests[name] ?? name;
  }

  wish(wish) {
    const [name, data] = variant(wish);
    const say = this.L.wishes[name];
    if (name === 'Use') {
      const card = this.context.cards?.[(this.context.seat ?? 1) - 1];
      return say(card?.moves?.[number(data) - 1] ?? this.L.move(number(data)));
    }
    return typeof say === 'function' ? say(number(data)) : say ?? name;
  }
}

/** `SsT4` as `SS-T4`. */
const clauseId = (name) => name.replace(/^(Ss|Ks|Su|Ab)/, (it) => `${it.toUpperCase()}-`);

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
