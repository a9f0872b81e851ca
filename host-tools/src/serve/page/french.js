// Les mots fixes de la page en français. Les phrases sur la partie viennent du serveur.

export default {
  colon: ' : ',
  origin: (text) => text.replace('virtual ring, seed', 'anneau virtuel, graine').replace('virtual board, seed', 'plateau virtuel, graine'),
  ui: {
    skip: 'Aller à l’historique', toPlay: 'Jouer dans ce navigateur', language: 'Langue', board: 'La table', look: 'Revenir en arrière', earlier: '◀ Avant', later: 'Après ▶', live: 'En direct',
    state: 'Maintenant', waiting: 'L’anneau attend', players: 'Joueurs', history: 'Historique', nothing: 'Il ne s’est encore rien passé.', cut: 'Les premières lignes de la partie ne sont pas montrées.',
    speak: 'Répondre à l’anneau', speakHow: 'Tout le monde peut regarder. Pour répondre ou pour revenir sur un coup, entrez le code de table : il est affiché dans le terminal où tourne dohyo serve.',
    code: 'Code de table', sit: 'Se connecter', seated: 'Vous êtes connecté : ce que vous dites compte.', deeds: 'Commandes', endTurn: 'Finir le tour', undo: 'Reprendre', redo: 'Rétablir',
    tableRight: 'La table a raison', refereeRight: 'L’arbitre a raison', challenge: 'Contestation', close: 'Fermer', none: 'Rien',
    challengeHow: 'Les mesures brutes sur lesquelles repose cette décision, rejouées par le même programme : à gauche les voies dans le temps, à droite les rayons des quatre côtés.',
    live_on: '● en direct', live_off: '○ connexion perdue, nouvel essai', ringLost: '○ l’anneau se tait', tryingAgain: 'Le serveur continue d’essayer.', acts: 'à jouer', out: 'éliminé', slammed: 'a fait son coup de coin',
    question: 'Question', answers: 'Réponses', why: 'Pourquoi', seen: 'Vu', certainty: 'Certitude', passed: 'Décidé par', reading: 'Notre lecture', showThen: 'Montrer la table à ce moment', openChallenge: 'Contester : montrer les mesures',
    loading: 'Les mesures arrivent…', noRing: 'Aucune partie pour l’instant.', empty: 'Une arène vide',
    touch: 'Appuyez sur « confirmer » sur l’anneau dans les dix secondes.', hold: 'Maintenez « confirmer » sur l’anneau dans les dix secondes.', troubles: 'Capteur en panne', dark: 'Cet anneau ne dit pas ce que montrent ses lumières.',
  },
  refusals: {
    'wrong-code': 'Ce n’est pas le code de table : lisez-le dans le terminal où tourne dohyo serve.', 'wrong-key': 'Entrez d’abord le code de table ; il est affiché dans le terminal où tourne dohyo serve.',
    'too-often': 'Trop souvent : attendez une minute et réessayez.', 'too-slow': 'C’était trop long : réessayez.', crowded: 'Trop de pages sont ouvertes à votre adresse : fermez-en.', silent: 'L’anneau ne répond pas : vérifiez qu’il est branché.', stranger: 'Seule cette page peut envoyer des commandes.', declined: (why) => `Refusé (${why}).`, nothing: 'Il n’y a rien ici.',
  },
  looking: (n, time) => `Vous regardez la ligne ${n}, à ${time} du début.`,
};
