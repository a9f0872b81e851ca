// Mots français sur un vrai anneau : le brancher, ce qu'il sait, le construire.

export default {
  onRing: 'Sur l’anneau', onlyYou: 'où, vous seuls le voyez', lastFall: 'Dernière chute',
  player: (n) => `Joueur ${n}`,
  note: 'L’anneau sent ce qui tombe, et où. Où sont les disques dessus, vous seuls le voyez.',
  chip: { cannot: 'Pas d’anneau dans ce navigateur', none: 'Brancher un anneau', opening: 'Connexion…', connected: 'Anneau branché', silent: 'Anneau muet : on joue', unplugged: 'Anneau débranché' },
  chipShort: 'Anneau',
  cannot: 'Ce navigateur n’atteint pas d’anneau. Chrome et Edge le peuvent, et Firefox à partir de 151, sur un ordinateur. Pour tout autre navigateur, lance dohyo serve sur l’ordinateur qui a l’anneau, et ouvre la page de là.',
  taken: 'Un autre onglet ou programme a cet anneau. Ferme-le là-bas, puis branche encore.',
  failed: (why) => `L’anneau n’a pas pu être ouvert : ${why}. Débranche-le, rebranche-le, et recommence.`,
  age: (seconds) => (seconds < 90 ? `Entendu il y a ${seconds} s.` : `Entendu il y a ${Math.round(seconds / 60)} min.`),
  silent: 'L’anneau ne dit rien. La partie continue : il juge tout seul.',
  unplugged: 'L’anneau est débranché. Rebranche-le : la page le retrouve toute seule.',
  notConnected: 'L’anneau n’est pas branché. Branche-le, puis réessaie.',
  code: { title: 'Code de la table', how: 'Le terminal de dohyo serve le montre. Sans lui, cette page ne fait que regarder.', send: 'Envoyer' },
  call: {
    idle: 'Pas de partie sur l’anneau', idleHow: 'Prépares-en une ici, ou avec les boutons de l’anneau.', setUp: 'Préparer une partie', waiting: 'L’anneau dit ce qu’il sait…',
    dock: (all) => `Elle va au ${all}.`, anywhere: 'Elle va n’importe où le long du bord.', mark: (all) => `Sur le ${all}.`, take: (all) => `Du ${all}.`, owed: (all) => `Au ${all}, il faudra un marqueur.`,
    push: 'Pose une pièce sur la plateforme, et pousse-la tout droit.', end: 'Un coup spécial, ou la fin de ton tour : dis-le ici ou sur l’anneau.', right: 'À remettre en place', posts: (all) => (all.length > 1 ? `poteau ${all.slice(0, -1).join(', ')} ou ${all.at(-1)}` : `poteau ${all[0]}`),
    confirm: 'Appuie sur Confirmer, sur l’anneau, en moins de dix secondes.', hold: 'Tiens Confirmer, sur l’anneau, en moins de dix secondes.', move: 'Déplace tes pièces sur le plateau.',
  },
  setup: { where: 'Où', page: 'Dans cette page', ring: 'Sur l’anneau', start: 'Commencer sur l’anneau', remark: 'L’anneau reçoit le jeu, les joueurs et les cartes. Les noms restent dans ce navigateur.' },
  screen: {
    title: 'L’anneau', back: 'Retour', match: 'Partie', follow: 'Voir sa partie', rematch: 'La même encore', redo: 'Refaire ce qui a été repris', abort: 'Arrêter la partie', disconnect: 'Débrancher', connect: 'Brancher un anneau', loading: 'L’anneau répond…',
    named: (name) => `« ${name} »`, nameless: 'Un anneau sans nom', firmware: (version, protocol) => `Micrologiciel ${version}, protocole ${protocol}`, storage: (word) => `Mémoire : ${{ working: 'elle marche', 'waiting to erase': 'elle attend un moment calme', broken: 'en panne' }[word] ?? word}`, crash: 'Il a redémarré tout seul', simulated: 'Un anneau simulé',
  },
  doctor: {
    title: 'Examiner les capteurs', well: 'Tous les capteurs marchent.', faults: (count) => (count === 1 ? 'Un défaut' : `${count} défauts`), unknown: 'L’anneau ne l’a pas encore dit.', check: 'Vérifie', where: 'Où', blink: 'Montrer sur l’anneau',
    picture: (count) => (count ? `L’anneau vu d’en haut, ${count} ${count === 1 ? 'endroit' : 'endroits'} en rouge` : 'L’anneau vu d’en haut, tous les capteurs marchent'), memory: 'La mémoire est en panne', memoryHow: 'Parties et réglages se perdent sans courant : prends une autre carte.', noPlace: 'pas de place sur le dessin',
  },
  calibrate: {
    title: 'Étalonner', how: 'L’anneau se mesure, pas à pas. Cela prend deux minutes ; ce qui sert reste jusqu’au dernier pas.', start: 'Commencer', restart: 'Recommencer', ready: 'C’est posé : mesurer', measuring: 'Mesure, ne touche à rien…', stop: 'Arrêter', step: (n, of) => `Étape ${n} sur ${of}`, refused: 'Refusé', done: 'Étalonné. Les nouvelles valeurs servent et sont gardées.', restore: 'Reprendre les anciennes', restored: 'Les valeurs d’avant servent de nouveau.',
    picture: 'Quoi poser, et où',
    rod: 'Et la tige', rodHow: 'Passe une tige de 4 mm lentement le long de chaque côté, droite, à travers les deux rangées de lumières.', rodStart: 'Commencer avec la tige', rodEnd: 'Les quatre côtés sont faits', dark: (count, all) => `${count} lumières sur ${all} se sont éteintes`, lit: (count) => (count === 1 ? 'Une lumière reste allumée derrière la tige' : `${count} lumières restent allumées derrière la tige`), allDark: 'Chaque lumière s’éteint.',
    litHow: 'Ses trous doivent être mats et alignés ; regarde ensuite son détecteur.',
  },
  firmware: {
    title: 'Nouveau micrologiciel', how: 'Parties et étalonnage y survivent.',
    steps: ['Aie dohyo.uf2 : il est dans la version publiée, ou fait par dohyo uf2.', 'Redémarre l’anneau en mode chargeur avec le bouton ci-dessous, et appuie sur Confirmer. Une carte neuve : tiens BOOTSEL en la branchant.', 'Un disque nommé RPI-RP2 apparaît. Déposes-y dohyo.uf2.', 'L’anneau redémarre tout seul, et la page le retrouve.'],
    restart: 'Redémarrer en mode chargeur', left: 'L’anneau est parti. Dépose dohyo.uf2 sur le disque RPI-RP2.',
  },
};
