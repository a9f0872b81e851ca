// Labels of the page in English. Sentences about the match come from the server.

export default {
  colon: ': ',
  origin: (text) => text,
  ui: {
    skip: 'Skip to the history', toPlay: 'Play in this browser', language: 'Language', board: 'The table', look: 'Look back', earlier: '◀ Earlier', later: 'Later ▶', live: 'Live',
    state: 'Now', waiting: 'The ring waits for', players: 'Players', history: 'History', nothing: 'Nothing has happened yet.', cut: 'The match has earlier lines, which are not shown.',
    speak: 'Answer the ring', speakHow: 'Everybody may look. To answer or to take something back, enter the table code: it is shown in the terminal where dohyo serve runs.',
    code: 'Table code', sit: 'Log in', seated: 'You are logged in: what you say counts.', deeds: 'Commands', endTurn: 'End the turn', undo: 'Take back', redo: 'Redo',
    tableRight: 'The table is right', refereeRight: 'The referee is right', challenge: 'Challenge', close: 'Close', none: 'Nothing',
    challengeHow: 'The raw readings that this ruling rests on, replayed by the same program: channels over time on the left, beams of the four sides on the right.',
    live_on: '● live', live_off: '○ connection lost, trying again', ringLost: '○ the ring is silent', tryingAgain: 'The server keeps trying.', acts: 'to play', out: 'out', slammed: 'has made a corner slam',
    question: 'Question', answers: 'Answers', why: 'Why', seen: 'Seen', certainty: 'Certainty', passed: 'Decided by', reading: 'Our reading', showThen: 'Show the table at this moment', openChallenge: 'Challenge: show the readings',
    loading: 'Fetching the readings…', noRing: 'No match is shown yet.', empty: 'An empty ring',
    touch: 'Press confirm on the ring within ten seconds.', hold: 'Hold confirm on the ring within ten seconds.', troubles: 'Sensor fault', dark: 'This ring does not report its lights.',
  },
  refusals: {
    'wrong-code': 'That is not the table code: read it off the terminal where dohyo serve runs.', 'wrong-key': 'Enter the table code first; it is shown in the terminal where dohyo serve runs.',
    'too-often': 'Too often: wait a minute and try again.', 'too-slow': 'That took too long: try again.', crowded: 'Too many pages are open at your address: close some of them.', silent: 'The ring does not answer: check the connection.', stranger: 'Only this page may send commands.', declined: (why) => `Refused: ${why}.`, nothing: 'There is nothing here.',
  },
  looking: (n, time) => `You look back at line ${n}, ${time} into the match.`,
};
