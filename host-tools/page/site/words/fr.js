// Mots français de la page. L'anglais a les mêmes clés : un test les compare.

import ring from './ring_fr.js';

const discs = { small: 'petit disque', medium: 'disque moyen', large: 'grand disque', token: 'jeton', sumo: 'lutteur', belt: 'ceinture' };
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const of = (name) => (/^[aeiouyéèêàâîôûh]/i.test(name) ? `d’${name}` : `de ${name}`);
const posts = (all) => (all.length > 1 ? `poteaux ${all.slice(0, -1).join(', ')} ou ${all.at(-1)}` : `poteau ${all[0]}`);
const thePosts = (all, one, many) => `${all.length > 1 ? many : one} ${posts(all)}`;
const numbers = ['zéro', 'un', 'deux', 'trois', 'quatre'];

export default {
  ring,
  language: 'Français',
  other: 'EN',
  otherName: 'English',
  games: { ss: 'Sakura Slam', ks: 'Kabuto Sumo', sumoo: 'SUMOO', abalone: 'Abalone' },
  sizes: { small: 'Petit', medium: 'Moyen', large: 'Grand', token: 'Jeton' },
  disc: (key) => discs[key] ?? key,
  Disc: (key) => upper(discs[key] ?? key),
  turn: (number) => `tour ${number}`,
  Turn: (number) => `Tour ${number}`,
  move: (number) => `coup ${number}`,
  whose: of,
  head: { newMatch: 'Nouvelle partie', language: 'EN: page in English', sound: { off: 'Son : coupé', sounds: 'Son : bruits', both: 'Son : bruits et voix' }, theme: 'Clair ou sombre', home: 'Dohyo : préparer une partie', share: 'Copier un lien vers cette partie', copied: 'Lien copié' },
  dock: { special: 'Spécial', back: 'Reprendre', why: 'Pourquoi ?', end: 'Fin du tour' },
  setup: {
    title: 'Une nouvelle partie', who: 'Qui joue', you: 'Une personne ici', greedy: 'Simulé · gourmand', careful: 'Simulé · prudent', random: 'Simulé · insouciant', search1: 'Simulé · doux', search2: 'Simulé · malin', search3: 'Simulé · fort',
    add: 'Ajouter', remove: 'Retirer', name: 'Nom', kind: 'Joué par', first: 'commence', start: 'Commencer la partie', loading: 'L’anneau se réveille…', seed: 'Graine', seedHelp: 'Le même nombre rejoue la même chose', dice: 'Un autre nombre',
    card: 'Carte du joueur', anyCard: 'Carte au hasard', cards: 'Coups spéciaux', cardsHelp: 'Jeu maison, pas les cartes imprimées', forBuilders: 'Pour qui construit', noise: 'Bruit des capteurs', noises: { off: 'aucun', low: 'faible', nominal: 'comme attendu', high: 'fort' },
    unchecked: 'Disques de départ : non vérifiés avec la boîte', count: { 2: '2 joueurs', 3: '3 joueurs', 4: '4 joueurs' }, players: { ss: '2 à 4', ks: '2 à 4', sumoo: '2', abalone: '2 à 4' }, colours: { red: 'rouge', blue: 'bleu', green: 'vert', yellow: 'jaune', black: 'noir', white: 'blanc' }, names: ['Mia', 'Hugo', 'Léa', 'Noé'], colour: 'Couleur',
  },
  call: {
    dock: (name) => `${name}, pose la plateforme`, dockHow: (all) => `Touche sa place : ${posts(all)}.`, anywhere: 'Touche un endroit au bord de l’arène.',
    mark: (name) => `${name}, pose ton marqueur`, markHow: (all) => `Sur ${thePosts(all, 'le', 'un des')} : touche-le.`,
    take: (name) => `${name}, retire ton marqueur`, takeHow: (all) => `Sur ${thePosts(all, 'le', 'un des')} : touche-le.`,
    push: (name) => `${name}, à toi de pousser`, pushHow: 'Glisse un disque sur la plateforme, puis pousse-le tout droit.', pushNow: 'Pousse-le tout droit, jusqu’au bord.', pushShort: 'Glisse un disque, puis pousse-le.',
    pushing: (name) => `${name} pousse`, pushingHow: 'Lâche quand le disque est sur l’arène.',
    slam: (name) => `${name} : coup de coin !`, slamHow: 'Les quatre poteaux sont à toi. Pousse encore.',
    settle: 'On attend…', settleHow: 'Pas touche tant que tout bouge.',
    their: (name) => `À ${name} de jouer`, theirDock: (name) => `${name} pose la plateforme`, theirMark: (name) => `${name} pose un marqueur`, theirPush: (name) => `${name} va pousser`, theirHow: 'L’anneau regarde.',
    end: (name) => `${name}, autre chose ?`, endHow: 'Joue un coup spécial, ou finis ton tour.', move: (name) => `${name}, à toi`, moveHow: 'Fais glisser des pièces, ou choisis un coup.', lift: (name) => `${name}, joue`,
    fallen: (piece) => `${upper(piece)} dehors !`, fallenTo: (where, name) => `${where}. À ${name}.`, fallenLost: (where) => `${where}.`,
    pass: (name) => `Donne à ${name}`, passHow: 'C’est à ton voisin de jouer.', here: (name) => `C’est moi, ${name}`,
    sumoOff: (name) => `${name} est dehors !`, beltOff: 'La ceinture est dehors !',
    wins: (name) => `${name} gagne !`, over: 'La partie est finie', again: 'Rejouer', lastPush: 'Dernière poussée', save: 'Garder la partie', replay: 'Copier son lien',
    refused: 'Pas comme ça', touch: 'Confirme sur l’anneau', touchHow: 'Appuie sur le bouton de l’anneau.', confirm: 'Confirmer', opening: (name) => `${name} pose le premier marqueur`, openingHow: (all) => `Sur ${thePosts(all, 'le', 'un des')} : touche-le.`, ready: 'Tout sur l’arène', back: 'Remets-le', wait: 'L’anneau se prépare…',
    steps: { dock: 'Plateforme', mark: 'Marqueur', push: 'Poussée' }, layOut: 'Choisis un disque', post: (n) => `Poteau ${n}`, pushButton: 'Pousser', offPlatform: 'Reprends-le', special: 'Coup spécial', submit: 'Abandonner', looking: (n) => `On regarde le tour ${n}`, now: 'Revenir',
    nothing: 'Plus rien à pousser ? L’anneau le dira.', panic: 'L’anneau s’est arrêté', panicHow: 'Cela ne devrait pas arriver. Commence une autre partie ; le détail ci-dessous nous aide.', noWasm: 'L’anneau n’a pas pu être chargé',
  },
  question: { over: 'L’anneau demande', anybody: 'Tout le monde peut répondre. Le jeu attend.', again: 'Revoir', pushed: (name) => `Qu’a poussé ${name} ?`, pushedHow: 'Quelque chose a passé la plateforme. L’anneau ne sait pas quoi.', key: (n) => `touche ${n}` },
  players: { title: 'Joueurs', acts: 'joue', out: 'hors jeu', marker: (n) => `${numbers[n] ?? n} des 4 poteaux`, stock: (count, disc) => `${count} ${count === 1 ? disc : disc.replace(/(\w+) (\w+)/, '$1s $2s')}`, knocked: (n) => `${n} sur 6`, wins: 'gagne' },
  rack: { title: (name) => `Réserve ${of(name)}`, put: (count, disc) => `${upper(disc)}, il en reste ${count}`, empty: (disc) => `${upper(disc)}, il en reste 0`, mayPut: 'pose-le sur la plateforme' },
  calls: {
    title: 'Ce qui a été dit', back: 'Reprendre', why: 'pourquoi ?', empty: 'Rien encore.', fell: (piece) => `${upper(piece)} dehors`, to: (name) => `à ${name}`, lost: 'à la réserve', platform: (post) => `Plateforme au poteau ${post}`, platformEdge: 'Plateforme au bord', marker: (post) => `Marqueur sur le poteau ${post}`, makes: (n) => `ça fait ${numbers[n] ?? n}`, taken: (post) => `Marqueur retiré du poteau ${post}`,
    pushed: (name, piece) => `${name} pousse un ${piece}`, slam: (name) => `${name} : coup de coin !`, sumoOff: (name) => `${name} est dehors`, wins: (name) => `${name} gagne`, lostMatch: (name) => `${name} est hors jeu`, turn: (n, name) => `Tour ${n}, ${name}`, before: 'Avant le premier tour', look: 'revoir', stepBack: 'Un appel en arrière', stepOn: 'Un appel en avant',
  },
  where: { north: 'Entre les poteaux 4 et 1', east: 'Entre les poteaux 1 et 2', south: 'Entre les poteaux 2 et 3', west: 'Entre les poteaux 3 et 4' },
  edges: { north: 'bord entre les poteaux 4 et 1', east: 'bord entre les poteaux 1 et 2', south: 'bord entre les poteaux 2 et 3', west: 'bord entre les poteaux 3 et 4' },
  why: {
    otherwise: 'Et si c’était autre chose ?', share: ['Tout aussi possible', 'Peut-être', 'Presque impossible', 'Non'],
    title: 'Pourquoi ?', back: 'Retour', side: 'Vu de côté', front: 'Vu de face', edge: 'le bord', rows: ['première rangée', 'deuxième rangée'], push: (name) => `poussée ${of(name)}`, seconds: (s) => `${s.replace('.', ',')} s`, slower: '8× plus lent', marks: ['sur l’arène', 'il bascule', 'rangée 1 coupée', 'rangée 2 coupée', 'en bas'],
    verdict: (piece) => `Dehors : un ${piece}`, to: (name) => `Il est à ${name}.`, lead: 'Il a basculé et coupé la première rangée de lumières, puis la deuxième.', leadOther: 'Voici ce que l’anneau a vu, et pourquoi il a jugé ainsi.', wide: (mm, piece) => `${mm} mm de large : un ${piece}`, near: (post, mm) => `à ${mm} mm du poteau ${post}`, during: (name) => `Pendant la poussée ${of(name)}`, accident: 'Hors d’une poussée',
    unmeasured: 'Sa largeur n’est pas connue.', nothing: 'Aucun capteur ne l’a vu : quelqu’un l’a dit.', sure: { 5: 'Sans aucun doute', 4: 'Très sûr', 3: 'Sûr', 0: 'Pas sûr : l’anneau demande' }, rule: 'La règle', readings: 'Voir les mesures', hide: 'Cacher les mesures', fetching: 'Les mesures arrivent…', differently: 'On a vu autre chose', clear: 'Compris', play: 'Lire', pause: 'Pause', before: 'Un pas en arrière', after: 'Un pas en avant', speed: 'Vitesse', scrub: 'Moment de la chute', drawn: 'Dessiné d’après les mesures : bord, endroit, largeur et temps. On ne sait pas comment il a tourné.', differentlyHow: 'Reprends cette annonce : l’anneau revient en arrière et vous continuez de là.', seen: 'Vu', certainty: 'Certitude',
  },
  rules: {
    'SS-T2': 'La plateforme va à l’un des quatre poteaux.', 'SS-T3': 'Là où tu n’as pas de marqueur, tu en poses un.', 'SS-T4': 'Une seule pièce, poussée doucement et tout droit.', 'SS-T5': 'La poussée est finie quand la pièce a quitté la plateforme.', 'SS-T8': 'Ton tour finit quand tu le dis.',
    'SS-K1': 'Les disques qu’une poussée fait tomber sont à qui a poussé.', 'SS-K2': 'Un jeton qu’une poussée fait tomber va à la réserve.', 'SS-K3': 'Ce qui tombe par accident va à la réserve et ne compte pour personne.', 'SS-K4': 'Qui pousse dehors le lutteur de l’autre gagne.', 'SS-K5': 'Qui pousse dehors son propre lutteur perd.', 'SS-K7': 'On juge quand tout est immobile.',
    'SS-C1': 'Avec ton quatrième marqueur, tu dois faire un coup de coin.', 'SS-C2': 'Pour le coup de coin, tes marqueurs quittent les poteaux, puis tu pousses encore.', 'SS-C3': 'De nouveau quatre marqueurs : encore un coup de coin.', 'SS-L1': 'Plus rien à pousser : tu perds.', 'SS-S6': 'Le dernier joueur pose le premier marqueur.', 'SS-W1': 'Pousse un autre lutteur dehors et tu gagnes.', 'SS-W2': 'Le dernier sur l’arène gagne.', 'SS-2a': 'La ceinture dehors : qui a poussé gagne.', 'SS-M1': 'Chaque coup spécial une fois par tour.', 'SS-M2': 'On paie tout d’abord, sinon le coup n’a pas lieu.', 'SS-J3': 'Un jeton qui tombe revient à son joueur.',
    'KS-T1': 'La plateforme se pose n’importe où le long du bord.', 'KS-T2': 'Une poussée droite et douce.', 'KS-T3': 'La poussée est finie quand la pièce a quitté la plateforme.', 'KS-K1': 'Les disques qu’une poussée fait tomber sont à qui a poussé.', 'KS-B1': 'La ceinture dehors : qui a poussé gagne.', 'KS-W1': 'Pousse un autre lutteur dehors et tu gagnes.', 'KS-L1': 'Qui pousse dehors son propre lutteur perd.', 'KS-L2': 'Plus rien à pousser : tu perds.', 'KS-J1': 'Un jeton qui tombe revient à son joueur.',
    'AB-2': 'Avance une, deux ou trois de tes billes d’une place.', 'AB-3': 'Les places où elles vont doivent être libres.', 'AB-4': 'Plus de billes poussent moins de billes : deux en poussent une, trois en poussent deux.', 'AB-6': 'Une bille poussée par-dessus le bord est dehors.', 'AB-7': 'Six billes dehors : gagné.',
    'SU-6': 'Avance une pièce d’une case, pas en diagonale.', 'SU-7': 'Deux pièces à toi qui se touchent peuvent changer de place.', 'SU-12': 'Il faut au moins autant de force que les autres.', 'SU-13': 'Les autres avancent d’une case, ou sortent.', 'SU-18': 'Qui fait sortir une pièce le premier gagne.',
  },
  lesson: {
    title: 'Ce que tu apprends', begin: 'Première fois ? Apprends en jouant', skip: 'Passer', close: 'Compris', parts: { platform: 'Plateforme', lights: 'Lampes', push: 'Poussée', slam: 'Coup de coin' },
    platform: 'Les lampes brillent de ton côté : à toi. Pose la plateforme à un poteau.', lights: 'Regarde les lampes : près d’un poteau, elles battent à ta couleur. Ton marqueur va là.', wrong: 'Pas là. Trouve le poteau où les lampes battent.',
    lay: 'Glisse un disque de ta réserve sur la plateforme.', push: 'Pousse-le tout droit. Ce qui tombe est à toi.', settle: 'Les lampes ne bougent plus : pas touche tant que tout bouge.', theirs: 'Les lampes sont de l’autre côté : ce n’est pas ton tour.',
    other: 'Chaque tour un nouveau poteau : il te faut les quatre.', last: 'Le dernier poteau ! Ton quatrième marqueur fait un coup de coin.', slamTake: 'Coup de coin : retire tes marqueurs où battent les lampes.', slam: 'Coup de coin ! Pousse encore, du même endroit.', done: 'C’est tout. Pousse son lutteur dehors et tu gagnes.',
  },
  board: {
    label: (sentence) => `L’arène, vue de dessus. ${sentence}`, ring: (n) => `${n} disques sur l’arène.`, platform: (post) => `La plateforme est au poteau ${post}.`, noPlatform: 'La plateforme est rangée.', keys: 'Touches : 1 à 4 choisissent, les flèches visent et poussent, W pourquoi, Z reprendre, E fin du tour.', cell: (name, what) => `${name} : ${what}`, emptyCell: 'vide',
  },
  result: { fell: 'poussés dehors', slam: 'coups de coin', pushed: 'poussées' },
  room: { turn: 'tour', waiting: 'Ouvre la page sur un autre écran et commence une partie.' },
};
