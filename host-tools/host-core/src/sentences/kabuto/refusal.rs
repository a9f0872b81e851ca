//! Sentences about actions that the rules of Kabuto Sumo and Sakura Slam forbid.

use crate::sentences::spoken::SpokenPart;
use crate::sentences::{Phrasebook, say};
use rules_core::games::kabuto::card::{MarkerOwner, MovePart, PieceKind};
use rules_core::games::kabuto::{Reason, Refused};

impl SpokenPart for Refused {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        book.kabuto_reason(&self.reason)
    }
}

impl Phrasebook<'_> {
    #[rustfmt::skip]
    #[allow(clippy::too_many_lines, reason = "one row a reason, in the order of the enum")]
    fn kabuto_reason(&self, reason: &Reason) -> String {
        let l = self.language;
        let seat = |seat| self.names.seat(seat, l);
        let side = |side| self.names.side(side, l);
        match *reason {
            Reason::Over => say!(l, "the match is over", "la partie est finie"),
            Reason::OpeningFirst(it) => { let who = seat(it).subject(); say!(l, "{who} sets the opening marker first", "{who} pose d’abord le marqueur d’ouverture") }
            Reason::NotAtRest => say!(l, "wait until everything is at rest", "attendez que tout s’arrête"),
            Reason::NoPush => say!(l, "no push is under way", "aucune poussée n’est en cours"),
            Reason::WrongPlace(it) => { let place = self.place(it); say!(l, "the platform cannot stand {place}", "la plateforme ne peut pas être {place}") }
            Reason::WrongWayRound => say!(l, "a short edge of the platform belongs against the ring", "un petit côté de la plateforme va contre l’arène"),
            Reason::PlatformFixed(it) => { let place = self.place(it); say!(l, "the platform stays {place} for this turn", "la plateforme reste {place} pour ce tour") }
            Reason::PlatformAway => say!(l, "set the platform down first", "posez d’abord la plateforme"),
            Reason::PushFirst => say!(l, "push first", "poussez d’abord"),
            Reason::MarkerFirst(post) => say!(l, "set a marker on post {post} first", "posez d’abord un marqueur sur le poteau {post}"),
            Reason::SlamFirst => say!(l, "make the corner slam first", "faites d’abord le coup de coin"),
            Reason::MarkersOffFirst => say!(l, "take your markers off the posts, then push", "retirez vos marqueurs des poteaux, puis poussez"),
            Reason::NotYourMarker(it) => { let (party, who) = (side(it), side(it).subject()); let (sets, pose) = (party.verb("sets", "set"), party.verb("pose", "posent")); say!(l, "{who} {sets} no marker now", "{who} ne {pose} pas de marqueur maintenant") }
            Reason::MarkerElsewhere(post) => say!(l, "the platform is not at post {post}", "la plateforme n’est pas au poteau {post}"),
            Reason::NoMarkerDue(post) => say!(l, "no marker is due on post {post} in this turn", "aucun marqueur n’est dû sur le poteau {post} dans ce tour"),
            Reason::OneMarkerOnly => say!(l, "one marker has been set in this turn already", "un marqueur a déjà été posé dans ce tour"),
            Reason::NoMarker(it, post) => { let (party, who) = (side(it), side(it).subject()); let (has, a) = (party.verb("has", "have"), party.verb("n’a", "n’ont")); say!(l, "{who} {has} no marker on post {post}", "{who} {a} pas de marqueur sur le poteau {post}") }
            Reason::MarkerStays(it, post) => { let whose = side(it).possessive(); say!(l, "{whose} marker stays on post {post}; put it back", "le marqueur {whose} reste sur le poteau {post} ; remettez-le") }
            Reason::NoPosts => say!(l, "this ring has no posts", "cette arène n’a pas de poteaux"),
            Reason::NoPushLeft => say!(l, "no push is left in this turn", "il ne reste pas de poussée dans ce tour"),
            Reason::OneElement(count) => say!(l, "exactly one piece is pushed, and {count} are on the platform", "on pousse une seule pièce, et il y en a {count} sur la plateforme"),
            Reason::NotTheGroup(group) => { let group = self.stock(&group); say!(l, "the group to push is {group}, all of it", "le groupe à pousser est {group}, en entier") }
            Reason::NotInInventory(it) => { let what = self.elements(it, 1); say!(l, "the player does not hold {what}", "le joueur n’a pas {what}") }
            Reason::EmptyInventory => say!(l, "the player holds nothing", "le joueur n’a plus rien"),
            Reason::NeverPushed(it) => { let what = self.piece(it); say!(l, "{what} is never pushed from the platform", "on ne pousse jamais {what} depuis la plateforme") }
            Reason::NotOnRing(it) => { let what = self.piece(it); say!(l, "not on the ring: {what}", "pas sur l’arène : {what}") }
            Reason::NotYourCard(it) => { let whose = seat(it).possessive(); say!(l, "that is {whose} card", "c’est la carte {whose}") }
            Reason::NoSuchMove(index) => say!(l, "the card has no special move {index}", "la carte n’a pas de coup spécial {index}"),
            Reason::NoMovesInJunior => say!(l, "there are no special moves in the Junior League", "il n’y a pas de coups spéciaux en ligue junior"),
            Reason::UsedAlready(index) => say!(l, "special move {index} has been used in this turn", "le coup spécial {index} a déjà servi dans ce tour"),
            Reason::OnlyBefore => say!(l, "this special move comes before the push", "ce coup spécial vient avant la poussée"),
            Reason::OnlyAfter => say!(l, "this special move comes after the push", "ce coup spécial vient après la poussée"),
            Reason::TurnReplaced => say!(l, "a special move has taken the place of this turn", "un coup spécial a remplacé ce tour"),
            Reason::ReplacesWholeTurn => say!(l, "this special move takes a whole turn, and something has been done already", "ce coup spécial prend tout un tour, et quelque chose a déjà été fait"),
            Reason::ChooseOpponent => say!(l, "name the opponent to pay where the card asks for one, and only there", "nommez l’adversaire à payer si la carte le demande, et alors seulement"),
            Reason::NoOpponent(it) => { let who = seat(it).subject(); say!(l, "{who} is not an opponent", "{who} n’est pas un adversaire") }
            Reason::OpponentOut(it) => { let who = seat(it).subject(); say!(l, "{who} is out of the match", "{who} est hors jeu") }
            Reason::CannotPay(stock) => { let what = self.stock(&stock); say!(l, "the player does not hold {what}", "le joueur n’a pas {what}") }
            Reason::ChooseStack => say!(l, "name the piece to stack on where the card asks for one, and only there", "nommez la pièce sur laquelle empiler si la carte le demande, et alors seulement"),
            Reason::TooSmallBelow(above, below) => { let (above, below) = (self.elements(above, 1), self.elements(below, 1)); say!(l, "{above} does not go onto {below}", "{above} ne va pas sur {below}") }
            Reason::NotOnSumo => say!(l, "this card does not stack anything on a sumo", "cette carte n’empile rien sur un sumo"),
            Reason::ChooseMarkers(count) => say!(l, "name posts with markers of yours: {count}", "nommez des poteaux avec vos marqueurs : {count}"),
            Reason::ChooseTarget => say!(l, "name a piece on the ring where the card asks for one, and only there", "nommez une pièce de l’arène si la carte le demande, et alors seulement"),
            Reason::WrongKind(it) => { let what = self.piece(it); say!(l, "the card does not mean {what}", "la carte ne parle pas de cela : {what}") }
            Reason::NotTouching(it, PieceKind::OwnSumo) => { let what = self.piece(it); say!(l, "your sumo does not touch it: {what}", "votre sumo ne la touche pas : {what}") }
            Reason::NotTouching(it, by) => { let (what, by) = (self.piece(it), self.piece_kind(by)); say!(l, "{what} is not touched by {by}", "{what} n’est pas au contact de {by}") }
            Reason::BeltStays => say!(l, "the belt stays on its disc", "la ceinture reste sur son disque"),
            Reason::NoMarkerHere(MarkerOwner::Opponents) => say!(l, "the card asks for a marker of an opponent where the platform is", "la carte demande un marqueur adverse là où est la plateforme"),
            Reason::NoMarkerHere(MarkerOwner::Own) => say!(l, "the card asks for your marker where the platform is", "la carte demande votre marqueur là où est la plateforme"),
            Reason::TooFewMarkers(count) => say!(l, "the card asks for {count} of your markers on posts", "la carte demande {count} de vos marqueurs sur les poteaux"),
            Reason::NotInReserve(it) => { let what = self.elements(it, 1); say!(l, "the reserve has too few of them: {what}", "la réserve n’en a pas assez : {what}") }
            Reason::ChooseMarker => say!(l, "name a marker and its posts where the card asks for them, and only there", "nommez un marqueur et ses poteaux si la carte le demande, et alors seulement"),
            Reason::NotThatMarker(MarkerOwner::Own) => say!(l, "the card moves a marker of your own", "la carte déplace un de vos marqueurs"),
            Reason::NotThatMarker(MarkerOwner::Opponents) => say!(l, "the card moves a marker of an opponent", "la carte déplace un marqueur adverse"),
            Reason::NothingToSubmit => say!(l, "there is something to push, or no push is due", "il y a de quoi pousser, ou aucune poussée n’est due"),
            Reason::ChooseAlternative(MovePart::Costs) => say!(l, "say which of the two costs is paid where the card says “or”, and only there", "dites lequel des deux coûts est payé si la carte dit « ou », et alors seulement"),
            Reason::ChooseAlternative(MovePart::Conditions | MovePart::Effects) => say!(l, "say which of the two effects is meant where the card says “or”, and only there", "dites lequel des deux effets est voulu si la carte dit « ou », et alors seulement"),
            Reason::TooManyTaken(most) => say!(l, "this special move takes {most} pieces at most", "ce coup spécial prend au plus {most} pièces"),
            Reason::TooFewKnockedOff(kind, count) => { let kind = self.piece_kind(kind); say!(l, "the card asks for {count} knocked off in this turn: {kind}", "la carte en demande {count} éjectées dans ce tour : {kind}") }
            Reason::Imbalance => say!(l, "the pieces do not add up", "le compte des pièces n’y est pas"),
        }
    }
}
