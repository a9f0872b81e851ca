// La page en français. Les phrases sont les nôtres, aucune n'est tirée d'un livret.

const from = { Ring: ['de l’arène', 'vers l’arène'], Reserve: ['de la réserve', 'vers la réserve'] };
const out = ([name, side]) => (name === 'Inventory' ? `de la main de ${side}` : from[name][0]);
const into = ([name, side]) => (name === 'Inventory' ? `vers la main de ${side}` : from[name][1]);
const edges = { north: 'nord', east: 'est', south: 'sud', west: 'ouest' };
const colours = { red: 'rouge', blue: 'bleu', green: 'vert', yellow: 'jaune', black: 'noir', white: 'blanc' };

export default {
  colon: ' : ',
  origin: (text) => text.replace('virtual ring, seed', 'anneau virtuel, graine').replace('virtual board, seed', 'plateau virtuel, graine'),
  ui: {
    skip: 'Aller à l’historique', language: 'Langue', board: 'La table', look: 'Revenir en arrière', earlier: '◀ Avant', later: 'Après ▶', live: 'En direct',
    state: 'Maintenant', waiting: 'L’anneau attend', players: 'Joueurs', history: 'Historique', nothing: 'Il ne s’est encore rien passé.',
    speak: 'Parler à l’anneau', speakHow: 'Tout le monde peut regarder. Pour répondre ou pour revenir sur un coup, entrez le code de table : il est affiché dans le terminal où tourne dohyo serve.',
    code: 'Code de table', sit: 'S’asseoir', seated: 'Vous êtes à la table : ce que vous dites compte.', deeds: 'Dire quelque chose', endTurn: 'Finir le tour', undo: 'Annuler', redo: 'Rétablir',
    tableRight: 'La table a raison', refereeRight: 'L’arbitre a raison', challenge: 'Contestation', close: 'Fermer', none: 'rien',
    challengeHow: 'Les mesures brutes sur lesquelles repose cette décision, jugées à nouveau par le même programme : à gauche les voies dans le temps, à droite les rayons des quatre côtés.',
    live_on: '● en direct', live_off: '○ connexion perdue, nouvel essai', ringLost: '○ l’anneau se tait', acts: 'à jouer', out: 'éliminé', slammed: 'a fait son coup de coin', markers: 'Marqueurs sur les poteaux', noMarkers: 'Aucun marqueur sur les poteaux',
    question: 'Question', answers: 'Réponses', why: 'Pourquoi', seen: 'Vu', certainty: 'Certitude', passed: 'Décidé par', people: 'les gens à la table', reading: 'Notre lecture', showThen: 'Montrer la table à ce moment', openChallenge: 'Contester : montrer la preuve',
    loading: 'La preuve arrive…', noRing: 'Aucune partie pour l’instant.',
    score: 'Score', outTokens: 'Dehors', onRing: 'Sur l’arène', reserve: 'Dans la réserve', pointsLeft: 'Points restants', touch: 'Appuyez sur « confirmer » sur l’anneau dans les dix secondes.', troubles: 'Capteurs en difficulté', dark: 'Cet anneau ne dit pas ce que montrent ses lumières.',
  },
  refusals: {
    'wrong-code': 'Ce n’est pas le code de table : lisez-le dans le terminal où tourne dohyo serve.', 'wrong-key': 'Entrez d’abord le code de table ; il est affiché dans le terminal où tourne dohyo serve.',
    'too-often': 'Trop souvent : attendez un peu et réessayez.', silent: 'L’anneau ne répond pas : vérifiez qu’il est branché.', stranger: 'Seule cette page peut parler.', declined: (why) => `L’arbitre refuse (${why}).`, nothing: 'Il n’y a rien ici.',
  },
  policies: { Accept: 'le réglage : accepté si c’est certain', TwoSensors: 'le réglage : deux capteurs sont d’accord', Ask: 'le réglage : on demande aux gens', LogOnly: 'le réglage : seulement noté' },
  odds: (n) => (n > 1e6 ? 'hors de doute' : `${n} contre 1`),
  named: (n, name) => `${name} (${n})`, player: (n) => `joueur ${n}`, team: (n) => `équipe ${n}`, token: (n, slot) => `jeton ${n}${slot}`, move: (n) => `coup spécial ${n}`,
  turnOf: (who, n) => `Tour ${n} : ${who}`, settling: 'Des pièces bougent ou tombent encore.', opening: (who) => `${who} pose le marqueur d’ouverture.`, looking: (n, time) => `Vous regardez la ligne ${n}, à ${time} du début.`,
  sizes: { small: 'petit', medium: 'moyen', large: 'grand' },
  pawn: (size, n) => ({ small: n === 1 ? 'petit pion' : 'petits pions', medium: n === 1 ? 'pion moyen' : 'pions moyens', large: n === 1 ? 'grand pion' : 'grands pions' })[size],
  count: (n, what) => `${n} ${what}`, a: (what) => `un ${what}`, sumo: (who) => `le sumo de ${who}`, belt: 'la ceinture', corner: (n) => `coin ${n}`, along: (edge, mm) => `bord ${edges[edge]}, à ${mm} mm`,
  edges, colours,
  remarks: { OffCentre: 'la poussée ne visait pas le centre', Swerved: 'la poussée n’était pas droite', Flicked: 'la poussée était une pichenette', Overrun: 'la poussée a continué au-delà du bord' },
  won: (who, how, loser) => `${who} gagne ${{ KnockOut: `en faisant tomber ${loser}`, Belt: 'en faisant tomber la ceinture', LastLeft: 'en restant seul en jeu' }[how]}.`,
  changes: {
    Kabuto: {
      TurnBegan: (who) => `Au tour de ${who}`, TurnEnded: (who) => `${who} finit son tour`, Docked: (place) => `Plateforme posée : ${place}`,
      MarkerPlaced: (who, post) => `Marqueur de ${who} posé sur le poteau ${post}`, MarkerTaken: (who, post) => `Marqueur de ${who} retiré du poteau ${post}`,
      MoveUsed: (who, move) => `${who} utilise ${move}`, Moved: (what, a, b) => `${what} : ${out(a)} ${into(b)}`,
      KnockedOff: (what) => `Poussé dehors : ${what}`, PutBack: (what) => `Tombé par accident, remis en place : ${what}`, Warned: (what) => `Avertissement : ${what}`,
      TurnReplaced: (who) => `Un coup spécial remplace la poussée de ${who}`, ExtraPush: (who) => `${who} peut pousser encore une fois`, GroupAllowed: (who) => `${who} peut pousser un groupe emboîté`,
      CueAllowed: (who, token) => `${who} peut pousser avec ${token} comme queue`, SlamOwed: (who) => `${who} doit faire son coup de coin`, SlamWaived: (who) => `Le coup de coin de ${who} est levé`,
      Lost: (who) => `${who} a perdu`, SumoStays: (who) => `Le sumo de ${who} reste sur l’arène`, Ended: () => '',
    },
    Abalone: {
      InLine: (who, n) => `${who} avance ${n} en ligne`, Sideways: (who, n) => `${who} déplace ${n} de côté`, Passed: (who) => `${who} passe`, Helped: (who, cell) => `${who} aide depuis ${cell}`,
      Pushed: (who, a, b) => `${who} est poussé de ${a} à ${b}`, Ejected: (who, cell) => `${who} est éjecté en ${cell}`, Threefold: () => 'Nulle : la même position pour la troisième fois', TurnCap: (n) => `Nulle après ${n} tours`,
    },
    Sumoo: {
      Went: (colour, token, how, cell) => `${token} ${colour} ${{ Moves: 'va', Swapped: 'est échangé', Advances: 'avance', StepsBack: 'recule', Pushed: 'est poussé', Pulled: 'est tiré' }[how]} ${cell ? `en ${cell}` : 'dehors'}`,
      Won: (who) => `${who} gagne`, Turn: (who) => `Au tour de ${who}`, Capped: () => 'Nulle : le nombre de tours est atteint', Agreed: () => 'Nulle par accord',
    },
  },
  seen: {
    Docked: (place) => `plateforme posée (${place})`, Lifted: () => 'plateforme levée', Marker: (post, way) => `un marqueur ${way === 'On' ? 'arrive sur le' : 'quitte le'} poteau ${post}`, Pushed: (place) => `une poussée depuis la plateforme (${place})`,
    Fell: (edge, two, cause) => `quelque chose est tombé côté ${edge}, ${cause === 'Push' ? 'par la poussée' : 'sans poussée'}, vu par ${two ? 'deux capteurs' : 'un capteur'}`,
    Rest: () => 'tout s’est arrêté', Said: (by) => (by === 'Host' ? 'dit depuis un ordinateur' : 'dit à la table'), Board: (n) => `${n} cases du plateau ont changé`, Cell: (cell, there) => `case ${cell} ${there ? 'occupée' : 'vide'}`,
    Unseen: (edge) => `capteurs en panne : le côté ${edge} n’a pas tout vu`,
  },
  doubts: {
    Unsure: 'Est-ce arrivé ? Les capteurs ne sont pas assez sûrs.', OneSensor: 'Est-ce arrivé ? Un seul capteur l’a vu.', Policy: 'Est-ce juste ? La table a voulu qu’on le demande.', Which: () => 'Quelle pièce était-ce ?', Unseen: 'Quelque chose y est-il tombé, et quoi ?', Whose: 'À qui est ce marqueur ?',
    Cause: (piece) => `Est-ce la poussée qui a fait tomber ${piece} ?`, Late: (piece) => `Tombé après l’arrêt de la poussée : ${piece}. Par la poussée ?`, Forbidden: (clause, piece) => `${clause} interdit de pousser ${piece}. Était-ce cela ?`, Group: 'Un seul élément, ou tout le groupe ?', Count: 'Une pièce ou deux ?',
    Passed: 'Le joueur a-t-il passé ?', Overflow: 'Trop de choses à la fois : regardez la table.', AfterCut: 'Le courant a manqué : regardez la table.',
  },
  choices: {
    AsSeen: 'Comme vu', Group: 'Tout le groupe', One: 'Une', Two: 'Deux', ByPush: 'Par la poussée', ByAccident: 'Par accident', Marker: (who) => `Marqueur de ${who}`, Other: 'Autre chose', Nothing: 'Il ne s’est rien passé', TableIsRight: 'La table a raison', RefereeIsRight: 'L’arbitre a raison', Abort: 'Arrêter la partie',
  },
  events: {
    Began: 'La partie commence', Illegal: (why) => `Pas permis (${why})`, Logged: (seen) => `Seulement noté : ${seen}`, Asked: (seen, doubt) => `Question sur « ${seen} ». ${doubt}`, Answered: (choice) => `Réponse : ${choice}`, Withdrawn: 'La table a répondu d’elle-même',
    Held: (seen) => `Attend la réponse : ${seen}`, Overruled: (what) => `Corrigé par les gens (${what})`, Undone: (left) => `Annulé (${left} de plus possibles)`, Redone: 'Rétabli', PoliciesSet: 'D’autres réglages valent', Noted: (what) => `Note (${what})`, Aborted: 'La partie est arrêtée', Closed: 'La partie est rangée',
  },
  repairs: {
    TakeMarker: (colour, post) => `Retirez le marqueur ${colour} du poteau ${post}`, ClearSlot: (post, slot) => `Videz la place ${slot} du poteau ${post}`, TakePlatform: (place) => `Retirez la plateforme (${place})`, TurnPlatform: (place) => `Tournez la plateforme (${place}) : petit côté contre l’arène`,
    PutPlatform: (place) => `Remettez la plateforme (${place})`, PutMarker: (colour, post) => `Posez un marqueur ${colour} sur le poteau ${post}`, other: (text) => `À remettre en ordre (${text})`,
  },
  unrests: { Falling: 'Quelque chose tombe encore', Push: 'Une poussée est en cours', Hand: 'Une main est dans la gouttière', Until: 'Un instant de calme', Word: 'Quelqu’un doit dire que tout est arrêté' },
  wishes: {
    DockAtCorner: (n) => `plateforme au coin ${n}`, DockAtEdge: 'plateforme au bord', PlaceMarker: (n) => `marqueur sur le poteau ${n}`, TakeMarker: (n) => `marqueur à retirer du poteau ${n}`, Push: 'pousser', Settle: 'tout s’arrête', Use: (move) => `coup spécial : ${move}`, EndTurn: 'fin du tour', Submit: 'abandonner',
  },
  needs: { Owed: 'il faut', Possible: 'possible' },
  next: { Begin: 'Le début d’une partie', Over: 'Rien : la partie est finie', answer: 'Une réponse à la question', abalone: (who) => `Un coup de ${who}`, sumoo: (who, left) => `${who} : des actions pour ${left} points, ou la fin du tour` },
  boardWords: { kabuto: (sumos, ring) => `L’arène : sumos de ${sumos} ; ${ring}`, grid: (title, mover) => `Plateau ${title} ; ${mover} joue`, empty: 'Une arène vide' },
  outcomeGrid: (who) => (who ? `${who} gagne.` : 'Nulle.'),
};
