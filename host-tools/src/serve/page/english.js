// The page in English.

const from = { Ring: 'the ring', Reserve: 'the reserve' };
const whose = ([name, side]) => (name === 'Inventory' ? side : from[name]);

export default {
  colon: ': ',
  origin: (text) => text,
  ui: {
    skip: 'Skip to the history', language: 'Language', board: 'The table', look: 'Look back', earlier: '◀ Earlier', later: 'Later ▶', live: 'Live',
    state: 'Now', waiting: 'The ring waits for', players: 'Players', history: 'History', nothing: 'Nothing has happened yet.',
    speak: 'Speak to the ring', speakHow: 'Everybody may look. To answer or to take something back, enter the table code: it is shown in the terminal where dohyo serve runs.',
    code: 'Table code', sit: 'Sit down', seated: 'You sit at the table: what you say counts.', deeds: 'Say something', endTurn: 'End the turn', undo: 'Take back', redo: 'Make again',
    tableRight: 'The table is right', refereeRight: 'The referee is right', challenge: 'Challenge', close: 'Close', none: 'nothing',
    challengeHow: 'The raw readings this decision rests on, judged anew by the same program: channels over time at the left, beams of the four sides at the right.',
    live_on: '● live', live_off: '○ connection lost, trying again', ringLost: '○ the ring is silent', acts: 'to act', out: 'out', slammed: 'has slammed', markers: 'Markers on posts', noMarkers: 'No markers on posts',
    question: 'Question', answers: 'Answers', why: 'Why', seen: 'Seen', certainty: 'Certainty', passed: 'Decided by', people: 'people at the table', reading: 'Our reading', showThen: 'Show the table at this moment', openChallenge: 'Challenge: show the evidence',
    loading: 'Fetching the evidence…', noRing: 'No match is shown yet.',
    score: 'Score', outTokens: 'Out', onRing: 'On the ring', reserve: 'In the reserve', pointsLeft: 'Points left', touch: 'Press confirm on the ring within ten seconds.', troubles: 'Sensors in trouble', dark: 'This ring does not tell what its lights show.',
  },
  refusals: {
    'wrong-code': 'That is not the table code: read it off the terminal where dohyo serve runs.', 'wrong-key': 'Enter the table code first; it is shown in the terminal where dohyo serve runs.',
    'too-often': 'Too often: wait a little and try again.', silent: 'The ring does not answer: look whether it is connected.', stranger: 'Only this page may speak.', declined: (why) => `The referee declines: ${why}.`, nothing: 'There is nothing here.',
  },
  policies: { Accept: 'the policy: accepted when certain', TwoSensors: 'the policy: two sensors agree', Ask: 'the policy: people are asked', LogOnly: 'the policy: only written down' },
  odds: (n) => (n > 1e6 ? 'beyond doubt' : `${n} to 1`),
  named: (n, name) => `${name} (${n})`, player: (n) => `player ${n}`, team: (n) => `team ${n}`, token: (n, slot) => `token ${n}${slot}`, move: (n) => `special move ${n}`,
  turnOf: (who, n) => `Turn ${n}: ${who}`, settling: 'Things still move and fall.', opening: (who) => `${who} sets the opening marker.`, looking: (n, time) => `You look back at line ${n}, ${time} into the match.`,
  sizes: { small: 'small', medium: 'medium', large: 'large' }, pawn: (size, n) => `${size} pawn${n === 1 ? '' : 's'}`, count: (n, what) => `${n} ${what}`,
  a: (what) => `a ${what}`, sumo: (who) => `the sumo of ${who}`, belt: 'the belt', corner: (n) => `corner ${n}`, along: (edge, mm) => `the ${edge} edge at ${mm} mm`,
  edges: { north: 'north', east: 'east', south: 'south', west: 'west' },
  colours: { red: 'red', blue: 'blue', green: 'green', yellow: 'yellow', black: 'black', white: 'white' },
  remarks: { OffCentre: 'the push did not aim at the centre', Swerved: 'the push was not straight', Flicked: 'the push was a flick', Overrun: 'the push went on behind the edge' },
  won: (who, how, loser) => `${who} wins ${{ KnockOut: `by knocking out ${loser}`, Belt: 'by knocking the belt off', LastLeft: 'as the last one left' }[how]}.`,
  changes: {
    Kabuto: {
      TurnBegan: (who) => `Turn of ${who}`, TurnEnded: (who) => `${who} ends the turn`, Docked: (place) => `Platform at ${place}`,
      MarkerPlaced: (who, post) => `Marker of ${who} on post ${post}`, MarkerTaken: (who, post) => `Marker of ${who} off post ${post}`,
      MoveUsed: (who, move) => `${who} uses ${move}`, Moved: (what, a, b) => `${what}: from ${whose(a)} to ${whose(b)}`,
      KnockedOff: (what) => `Knocked off: ${what}`, PutBack: (what) => `Fell by accident and goes back: ${what}`, Warned: (what) => `Warning: ${what}`,
      TurnReplaced: (who) => `A special move takes the place of the push of ${who}`, ExtraPush: (who) => `${who} may push once more`, GroupAllowed: (who) => `${who} may push an interlocked group`,
      CueAllowed: (who, token) => `${who} may push with ${token} as a cue`, SlamOwed: (who) => `${who} owes a corner slam`, SlamWaived: (who) => `The corner slam of ${who} is waived`,
      Lost: (who) => `${who} has lost`, SumoStays: (who) => `The sumo of ${who} stays on the ring`, Ended: () => '',
    },
    Abalone: {
      InLine: (who, n) => `${who} moves ${n} in line`, Sideways: (who, n) => `${who} moves ${n} sideways`, Passed: (who) => `${who} passes`, Helped: (who, cell) => `${who} helps from ${cell}`,
      Pushed: (who, a, b) => `${who} is pushed from ${a} to ${b}`, Ejected: (who, cell) => `${who} is ejected at ${cell}`, Threefold: () => 'Drawn: the same position for the third time', TurnCap: (n) => `Drawn after ${n} turns`,
    },
    Sumoo: {
      Went: (colour, token, how, cell) => `${colour} ${token} ${{ Moves: 'moves', Swapped: 'is swapped', Advances: 'advances', StepsBack: 'steps back', Pushed: 'is pushed', Pulled: 'is pulled' }[how]} ${cell ? `to ${cell}` : 'out'}`,
      Won: (who) => `${who} wins`, Turn: (who) => `${who} to move`, Capped: () => 'Drawn by the cap of turns', Agreed: () => 'Drawn by agreement',
    },
  },
  seen: {
    Docked: (place) => `platform set down at ${place}`, Lifted: () => 'platform lifted', Marker: (post, way) => `a marker ${way === 'On' ? 'comes to' : 'leaves'} post ${post}`, Pushed: (place) => `a push from the platform at ${place}`,
    Fell: (edge, two, cause) => `something fell over the ${edge} edge, ${cause === 'Push' ? 'by the push' : 'not by a push'}, seen by ${two ? 'two sensors' : 'one sensor'}`,
    Rest: () => 'everything came to rest', Said: (by) => (by === 'Host' ? 'said from a computer' : 'said at the table'), Board: (n) => `${n} cells of the board changed`, Cell: (cell, there) => `cell ${cell} is ${there ? 'taken' : 'empty'}`,
    Unseen: (edge) => `sensors in trouble: the ${edge} side could not see everything`,
  },
  doubts: {
    Unsure: 'Did that happen? The sensors are not sure enough.', OneSensor: 'Did that happen? Only one sensor saw it.', Policy: 'Is that right? The table has asked to be asked.', Which: () => 'Which piece was it?', Unseen: 'Did something fall there, and what?', Whose: 'Whose marker is it?',
    Cause: (piece) => `Did the push make it fall: ${piece}?`, Late: (piece) => `This fell after the push had come to rest: ${piece}. By the push?`, Forbidden: (clause, piece) => `${clause} forbids to push ${piece}. Was it that?`, Group: 'One element, or the whole group?', Count: 'Was it one piece or two?',
    Passed: 'Has the player passed?', Overflow: 'Too much happened at once: look at the table.', AfterCut: 'The power was gone: look at the table.',
  },
  choices: {
    AsSeen: 'As seen', Group: 'The whole group', One: 'One', Two: 'Two', ByPush: 'By the push', ByAccident: 'By accident', Marker: (who) => `Marker of ${who}`, Other: 'Something else', Nothing: 'Nothing happened', TableIsRight: 'The table is right', RefereeIsRight: 'The referee is right', Abort: 'Break off the match',
  },
  events: {
    Began: 'The match begins', Illegal: (why) => `Not allowed: ${why}`, Logged: (seen) => `Written down only: ${seen}`, Asked: (seen, doubt) => `Question about “${seen}”. ${doubt}`, Answered: (choice) => `Answer: ${choice}`, Withdrawn: 'The table has answered by itself',
    Held: (seen) => `Waits for the answer: ${seen}`, Overruled: (what) => `People put it right: ${what}`, Undone: (left) => `Taken back (${left} more can be)`, Redone: 'Made again', PoliciesSet: 'Other policies hold', Noted: (what) => `Note: ${what}`, Aborted: 'The match is broken off', Closed: 'The match is put away',
  },
  repairs: {
    TakeMarker: (colour, post) => `Take the ${colour} marker off post ${post}`, ClearSlot: (post, slot) => `Clear slot ${slot} of post ${post}`, TakePlatform: (place) => `Take the platform away from ${place}`, TurnPlatform: (place) => `Turn the platform at ${place}: short edge to the ring`,
    PutPlatform: (place) => `Put the platform back to ${place}`, PutMarker: (colour, post) => `Put a ${colour} marker on post ${post}`, other: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  },
  unrests: { Falling: 'Something still falls', Push: 'A push is under way', Hand: 'A hand is in the gutter', Until: 'A moment of quiet', Word: 'Somebody says that everything rests' },
  wishes: {
    DockAtCorner: (n) => `platform to corner ${n}`, DockAtEdge: 'platform to the edge', PlaceMarker: (n) => `marker on post ${n}`, TakeMarker: (n) => `marker off post ${n}`, Push: 'push', Settle: 'everything comes to rest', Use: (move) => `special move: ${move}`, EndTurn: 'end of the turn', Submit: 'give up',
  },
  needs: { Owed: 'must', Possible: 'may' },
  next: { Begin: 'A match to begin', Over: 'Nothing: the match is over', answer: 'An answer to the question', abalone: (who) => `A move by ${who}`, sumoo: (who, left) => `${who}: actions for ${left} points, or the end of the turn` },
  boardWords: { kabuto: (sumos, ring) => `The ring: sumos of ${sumos}; ${ring}`, grid: (title, mover) => `${title} board; ${mover} to move`, empty: 'An empty ring' },
  outcomeGrid: (who) => (who ? `${who} wins.` : 'Drawn.'),
};
