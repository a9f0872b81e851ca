// English words of the page. French has the same keys: a test compares them.

import ring from './ring_en.js';

const discs = { small: 'small disc', medium: 'medium disc', large: 'large disc', token: 'token', sumo: 'wrestler', belt: 'belt' };
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const whose = (name) => (name.endsWith('s') ? `${name}’` : `${name}’s`);
const posts = (all) => (all.length > 1 ? `posts ${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : `post ${all[0]}`);
const numbers = ['none', 'one', 'two', 'three', 'four'];

export default {
  ring,
  language: 'English',
  other: 'FR',
  otherName: 'Français',
  games: { ss: 'Sakura Slam', ks: 'Kabuto Sumo', sumoo: 'SUMOO', abalone: 'Abalone' },
  sizes: { small: 'Small', medium: 'Medium', large: 'Large', token: 'Token' },
  disc: (key) => discs[key] ?? key,
  Disc: (key) => upper(discs[key] ?? key),
  turn: (number) => `turn ${number}`,
  Turn: (number) => `Turn ${number}`,
  move: (number) => `move ${number}`,
  whose,
  head: { newMatch: 'New match', language: 'FR: page en français', sound: { off: 'Sound: off', sounds: 'Sound: sounds', both: 'Sound: sounds and voice' }, theme: 'Light or dark', home: 'Dohyo: set up a new match', share: 'Copy a link to this match', copied: 'Link copied' },
  dock: { special: 'Special', back: 'Take back', why: 'Why?', end: 'End turn' },
  setup: {
    title: 'A new match', who: 'Who plays', you: 'A person here', greedy: 'Simulated · eager', careful: 'Simulated · careful', random: 'Simulated · carefree', search1: 'Simulated · gentle', search2: 'Simulated · clever', search3: 'Simulated · strong',
    add: 'Add a player', remove: 'Remove', name: 'Name', kind: 'Played by', first: 'starts', start: 'Start the match', loading: 'The ring is waking up …', seed: 'Seed', seedHelp: 'The same number plays out the same', dice: 'Another number',
    card: 'Card of player', anyCard: 'Card by chance', cards: 'Special moves', cardsHelp: 'House deck, not the printed cards', forBuilders: 'For builders', noise: 'Sensor noise', noises: { off: 'off', low: 'low', nominal: 'as expected', high: 'high' },
    unchecked: 'Starting discs: not checked with the box', count: { 2: '2 players', 3: '3 players', 4: '4 players' }, players: { ss: '2 to 4', ks: '2 to 4', sumoo: '2', abalone: '2 to 4' }, colours: { red: 'red', blue: 'blue', green: 'green', yellow: 'yellow', black: 'black', white: 'white' }, names: ['Mia', 'Hugo', 'Lea', 'Noah'], colour: 'Colour',
  },
  call: {
    dock: (name) => `${name}, set the platform`, dockHow: (all) => `Touch where it shall lie: ${posts(all)}.`, anywhere: 'Touch any place along the ring’s edge.',
    mark: (name) => `${name}, set your marker`, markHow: (all) => `On ${posts(all)}: touch it.`,
    take: (name) => `${name}, take your marker off`, takeHow: (all) => `From ${posts(all)}: touch it.`,
    push: (name) => `${name}, your push`, pushHow: 'Drag a disc onto the platform, then push it straight in.', pushNow: 'Push it straight in, up to the edge.', pushShort: 'Drag a disc up, then push it in.',
    pushing: (name) => `${name} pushes`, pushingHow: 'Let go when the disc is on the ring.',
    slam: (name) => `${name}: corner slam!`, slamHow: 'All four posts are yours. Push once more.',
    settle: 'Wait for it …', settleHow: 'Hands off until everything lies still.',
    their: (name) => `${name}’s turn`, theirDock: (name) => `${name} sets the platform`, theirMark: (name) => `${name} sets a marker`, theirPush: (name) => `${name} will push`, theirHow: 'The ring watches.',
    end: (name) => `${name}, one more thing?`, endHow: 'Use a special move, or end your turn.', move: (name) => `${name}, your move`, moveHow: 'Slide pieces, or choose a play.', lift: (name) => `${name}, move`,
    fallen: (piece) => `${upper(piece)} off!`, fallenTo: (where, name) => `${where}. ${whose(name)} now.`, fallenLost: (where) => `${where}.`,
    pass: (name) => `Pass it to ${name}`, passHow: 'It is your neighbour’s turn.', here: (name) => `${name} has it`,
    sumoOff: (name) => `${name} is off the ring!`, beltOff: 'The belt is off!',
    wins: (name) => `${name} wins!`, over: 'The match is over', again: 'Play again', lastPush: 'Last push', save: 'Save the match', replay: 'Copy a link to it',
    refused: 'Not like that', touch: 'Confirm on the ring', touchHow: 'Press the ring’s own button.', confirm: 'Press confirm', opening: (name) => `${name} sets the first marker`, openingHow: (all) => `On ${posts(all)}: touch it.`, ready: 'Put everything on the ring', back: 'Put it back', wait: 'The ring is getting ready …',
    steps: { dock: 'Platform', mark: 'Marker', push: 'Push' }, layOut: 'Choose a disc', post: (n) => `Post ${n}`, pushButton: 'Push', offPlatform: 'Take it off again', special: 'Special move', submit: 'Give up', looking: (n) => `Looking back: turn ${n}`, now: 'Back to now',
    nothing: 'Nothing to push? The ring will say so.', panic: 'The ring stopped', panicHow: 'This should not happen. Start a new match; the details below help us.', noWasm: 'The ring could not be loaded',
  },
  question: { over: 'The ring asks', anybody: 'Anybody may answer. Play waits.', again: 'Watch again', pushed: (name) => `What did ${name} push?`, pushedHow: 'Something crossed the platform. The ring cannot tell which.', key: (n) => `key ${n}` },
  players: { title: 'Players', acts: 'acts now', out: 'out', marker: (n) => `${numbers[n] ?? n} of 4 posts`, stock: (count, disc) => `${count} ${disc}${count === 1 ? '' : 's'}`, knocked: (n) => `${n} of 6`, wins: 'wins' },
  rack: { title: (name) => `${whose(name)} rack`, put: (count, disc) => `${upper(disc)}, ${count} left`, empty: (disc) => `${upper(disc)}, 0 left`, mayPut: 'put it on the platform' },
  calls: {
    title: 'What was called', back: 'Take back', why: 'why?', empty: 'Nothing yet.', fell: (piece) => `${upper(piece)} off`, to: (name) => whose(name), lost: 'to the reserve', platform: (post) => `Platform at post ${post}`, platformEdge: 'Platform at the edge', marker: (post) => `Marker on post ${post}`, makes: (n) => `that makes ${numbers[n] ?? n}`, taken: (post) => `Marker off post ${post}`,
    pushed: (name, piece) => `${name} pushes a ${piece}`, slam: (name) => `${name}: corner slam!`, sumoOff: (name) => `${name} is off`, wins: (name) => `${name} wins`, lostMatch: (name) => `${name} is out`, turn: (n, name) => `Turn ${n}, ${name}`, before: 'Before the first turn', look: 'look back', stepBack: 'One call back', stepOn: 'One call on',
  },
  where: { north: 'Between posts 4 and 1', east: 'Between posts 1 and 2', south: 'Between posts 2 and 3', west: 'Between posts 3 and 4' },
  edges: { north: 'edge between posts 4 and 1', east: 'edge between posts 1 and 2', south: 'edge between posts 2 and 3', west: 'edge between posts 3 and 4' },
  why: {
    title: 'Why?', back: 'Back', side: 'From the side', front: 'From the front', edge: 'the edge', rows: ['first row of lights', 'second row of lights'], push: (name) => `${whose(name)} push`, seconds: (s) => `${s} s`, slower: '8× slower', marks: ['on the ring', 'it tips over', 'first row dark', 'second row dark', 'down'],
    verdict: (piece) => `Off: a ${piece}`, to: (name) => `It is ${whose(name)}.`, lead: 'It tipped over the edge and cut the first row of lights, then the second.', leadOther: 'This is what the ring saw and why it ruled so.', wide: (mm, piece) => `${mm} mm wide: a ${piece}`, near: (post, mm) => `${mm} mm from post ${post}`, during: (name) => `During ${whose(name)} push`, accident: 'Not during a push',
    unmeasured: 'How wide it was is not known.', nothing: 'No sensor saw this: somebody said so.', sure: { 5: 'Beyond doubt', 4: 'Very sure', 3: 'Sure', 0: 'Not sure: the ring asks' }, rule: 'The rule', otherwise: 'What else could it have been?', share: ['Just as likely', 'Perhaps', 'Hardly', 'No'], readings: 'Show the readings', hide: 'Hide the readings', fetching: 'Fetching the readings …', differently: 'We saw it differently', clear: 'Clear', play: 'Play', pause: 'Pause', before: 'One step back', after: 'One step on', speed: 'Speed', scrub: 'Moment of the fall', drawn: 'Drawn from what was measured: edge, place, width and time. How it tumbled is not known.', differentlyHow: 'Take this call back: the ring steps back, and you play on from there.', seen: 'Seen', certainty: 'Certainty',
  },
  rules: {
    'SS-T2': 'The platform goes to one of the four posts.', 'SS-T3': 'Where you have no marker yet, you set one.', 'SS-T4': 'One piece, pushed gently and straight.', 'SS-T5': 'The push is over when the piece has left the platform.', 'SS-T8': 'Your turn ends when you say so.',
    'SS-K1': 'Discs that a push knocks off belong to whoever pushed.', 'SS-K2': 'A token that a push knocks off goes to the reserve.', 'SS-K3': 'What falls by accident goes to the reserve and counts for nobody.', 'SS-K4': 'Whoever pushes the other’s wrestler off wins.', 'SS-K5': 'Whoever pushes their own wrestler off loses.', 'SS-K7': 'Everything is judged once it all lies still.',
    'SS-C1': 'With your fourth marker you must make a corner slam.', 'SS-C2': 'For the slam your markers come off the posts, then you push once more.', 'SS-C3': 'Four markers again: another slam.', 'SS-L1': 'Nothing left to push: you lose.', 'SS-S6': 'The last player sets the first marker.', 'SS-W1': 'Push another wrestler off, and you win.', 'SS-W2': 'The last one on the ring wins.', 'SS-2a': 'The belt off the ring: whoever pushed wins.', 'SS-M1': 'Each special move once a turn.', 'SS-M2': 'Pay all of it first, or the move does not happen.', 'SS-J3': 'A token that falls goes back to its owner.',
    'KS-T1': 'The platform may stand anywhere along the edge.', 'KS-T2': 'One straight, gentle push.', 'KS-T3': 'The push is over when the piece has left the platform.', 'KS-K1': 'Discs that a push knocks off belong to whoever pushed.', 'KS-B1': 'The belt off the ring: whoever pushed wins.', 'KS-W1': 'Push another wrestler off, and you win.', 'KS-L1': 'Whoever pushes their own wrestler off loses.', 'KS-L2': 'Nothing left to push: you lose.', 'KS-J1': 'A token that falls goes back to its owner.',
    'AB-2': 'Move one, two or three of your marbles one place on.', 'AB-3': 'The places they go to must be free.', 'AB-4': 'More marbles push fewer: two push one, three push two.', 'AB-6': 'A marble pushed over the side is out.', 'AB-7': 'Six marbles out wins.',
    'SU-6': 'Move a piece one field, not sideways across corners.', 'SU-7': 'Two of your own that touch may change places.', 'SU-12': 'You need at least as much force as the others.', 'SU-13': 'The others go one field on, or out.', 'SU-18': 'Whoever pushes a piece out first wins.',
  },
  lesson: {
    title: 'What you learn', begin: 'First time? Learn it in a match', skip: 'Skip', close: 'Got it', parts: { platform: 'Platform', lights: 'Lights', push: 'Push', slam: 'Corner slam' },
    platform: 'The lamps on your side glow: it is your turn. Set the platform at any post.', lights: 'Look at the lamps: near one post they pulse in your colour. Your marker goes there.', wrong: 'Not there. Find the post where the lamps pulse.',
    lay: 'Drag a disc from your rack onto the platform.', push: 'Push it straight in. What falls off is yours.', settle: 'The lamps stand still: hands off until all lies still.', theirs: 'The lamps are at the other side: it is their turn.',
    other: 'A new post each turn: you want a marker on all four.', last: 'The last post! Your fourth marker makes a corner slam.', slamTake: 'Corner slam: take your markers off where the lamps pulse.', slam: 'Corner slam! Push once more, from the same place.', done: 'That is all. Push their wrestler off, and you win.',
  },
  board: {
    label: (sentence) => `The ring, seen from above. ${sentence}`, ring: (n) => `${n} discs on the ring.`, platform: (post) => `The platform is at post ${post}.`, noPlatform: 'The platform is away.', keys: 'Keys: 1 to 4 choose, arrows aim and push, W why, Z take back, E end turn.', cell: (name, what) => `${name}: ${what}`, emptyCell: 'empty',
  },
  result: { fell: 'knocked off', slam: 'corner slams', pushed: 'pushes' },
  room: { turn: 'turn', waiting: 'Open the page on another screen and start a match.' },
};
