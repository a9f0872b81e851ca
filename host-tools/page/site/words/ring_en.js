// English words about a real ring: connecting one, what it knows, and building one.

export default {
  onRing: 'On the ring', onlyYou: 'where, only you can see', lastFall: 'Last fall',
  player: (n) => `Player ${n}`,
  note: 'The ring feels what falls and where. Where discs lie on it, only you can see.',
  chip: { cannot: 'No ring in this browser', none: 'Connect a ring', opening: 'Connecting …', connected: 'Ring connected', silent: 'Ring silent: play goes on', unplugged: 'Ring unplugged' },
  chipShort: 'Ring',
  cannot: 'This browser cannot reach a ring. Chrome and Edge can, and Firefox from 151 on, on a computer. For any other browser, run dohyo serve on the computer that has the ring, and open the page there.',
  taken: 'Another tab or program has this ring. Close it there, then connect again.',
  failed: (why) => `The ring could not be opened: ${why}. Unplug it, plug it in again, and connect.`,
  age: (seconds) => (seconds < 90 ? `Last heard ${seconds} s ago.` : `Last heard ${Math.round(seconds / 60)} min ago.`),
  silent: 'The ring says nothing. Play goes on: it judges by itself.',
  unplugged: 'The ring is unplugged. Plug it in again: the page finds it by itself.',
  notConnected: 'The ring is not connected. Plug it in, then try again.',
  code: { title: 'Table code', how: 'The terminal of dohyo serve shows it. Without it, this page only watches.', send: 'Send' },
  call: {
    idle: 'No match on the ring', idleHow: 'Set one up here, or with the ring’s own buttons.', setUp: 'Set up a match', waiting: 'The ring tells what it knows …',
    dock: (all) => `It goes to ${all}.`, anywhere: 'It may lie anywhere along the edge.', mark: (all) => `On ${all}.`, take: (all) => `From ${all}.`, owed: (all) => `At ${all} you owe a marker.`,
    push: 'Lay a piece on the platform, and push it straight in.', end: 'A special move, or the end of your turn: say it here or on the ring.', right: 'Put it right', posts: (all) => (all.length > 1 ? `posts ${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : `post ${all[0]}`),
    confirm: 'Press Confirm on the ring within ten seconds.', hold: 'Hold Confirm on the ring within ten seconds.', move: 'Move your pieces on the board.',
  },
  setup: { where: 'Where', page: 'In this page', ring: 'On the ring', start: 'Begin on the ring', remark: 'The ring is told game, players and cards. Names stay in this browser.' },
  screen: {
    title: 'The ring', back: 'Back', match: 'Match', follow: 'Show its match', rematch: 'Same match again', redo: 'Redo what was taken back', abort: 'End the match', disconnect: 'Disconnect', connect: 'Connect a ring', loading: 'The ring answers …',
    named: (name) => `“${name}”`, nameless: 'A ring without a name', firmware: (version, protocol) => `Firmware ${version}, protocol ${protocol}`, storage: (word) => `Memory: ${{ working: 'works', 'waiting to erase': 'waits for a quiet moment', broken: 'broken' }[word] ?? word}`, crash: 'It restarted by itself', simulated: 'A simulated ring',
  },
  doctor: {
    title: 'Check the sensors', well: 'All sensors work.', faults: (count) => (count === 1 ? 'One fault' : `${count} faults`), unknown: 'The ring has not told yet.', check: 'Check', where: 'Where', blink: 'Show it on the ring',
    picture: (count) => (count ? `The ring from above, with ${count} bad ${count === 1 ? 'place' : 'places'} in red` : 'The ring from above, all sensors well'), memory: 'The memory is broken', memoryHow: 'Matches and settings are lost when the power goes: use another board.', noPlace: 'no place in the drawing',
  },
  calibrate: {
    title: 'Calibrate', how: 'The ring measures itself, step by step. It takes two minutes; what is in use stays until the last step is done.', start: 'Begin', restart: 'Begin anew', ready: 'It is there: measure', measuring: 'Measuring, hold still …', stop: 'Stop', step: (n, of) => `Step ${n} of ${of}`, refused: 'Not taken', done: 'Calibrated. The new set is in use and kept.', restore: 'Take the old set back', restored: 'The set before is in use again.',
    picture: 'What to put where',
    rod: 'Now the rod', rodHow: 'Draw a rod of 4 mm slowly along each side, upright, through both rows of lights.', rodStart: 'Begin with the rod', rodEnd: 'All four sides are done', dark: (count, all) => `${count} of ${all} lights have gone dark`, lit: (count) => (count === 1 ? 'One light stays lit behind the rod' : `${count} lights stay lit behind the rod`), allDark: 'Every light goes dark.',
    litHow: 'Its bores must be matt and in line; then look at its detector.',
  },
  firmware: {
    title: 'New firmware', how: 'Matches and calibration survive it.',
    steps: ['Have dohyo.uf2 at hand: from the release, or made by dohyo uf2.', 'Restart the ring into its boot loader with the button below, and press Confirm on it. A board without firmware: hold BOOTSEL while you plug it in.', 'A drive named RPI-RP2 appears. Drop dohyo.uf2 on it.', 'The ring restarts by itself, and the page finds it again.'],
    restart: 'Restart into the boot loader', left: 'The ring has left. Drop dohyo.uf2 on the drive RPI-RP2 now.',
  },
};
