//! Sentences that ask the players, and their answers.

use super::{Phrasebook, say};
use rules_core::player::Seat;
use rules_core::referee::evidence::MarkerMove;
use rules_core::referee::{Choice, Doubt, EvidenceKind, Question};

impl Phrasebook<'_> {
    /// Returns a question in words; `seat` is the one whose turn it is.
    #[must_use]
    pub fn question(&self, question: &Question, seat: Option<Seat>) -> String {
        let language = self.language;
        let seen = &question.about.kind;
        match question.doubt {
            Doubt::Unsure => {
                let asked = self.is_it_so(seen, seat);
                say!(
                    language,
                    "{asked} The sensors are not sure",
                    "{asked} Les capteurs ne sont pas sûrs"
                )
            }
            Doubt::OneSensor => {
                let asked = self.is_it_so(seen, seat);
                say!(
                    language,
                    "{asked} Only one sensor saw it",
                    "{asked} Un seul capteur l’a vu"
                )
            }
            Doubt::Policy => {
                let asked = self.is_it_so(seen, seat);
                say!(
                    language,
                    "{asked} This table wants to be asked",
                    "{asked} Cette table veut qu’on demande"
                )
            }
            Doubt::Which(_) => self.which(seen, seat),
            Doubt::Whose => match seen {
                EvidenceKind::Marker(change) => {
                    let post = change.post;
                    say!(
                        language,
                        "Whose marker is on post {post}?",
                        "À qui est le marqueur sur le poteau {post} ?"
                    )
                }
                _ => say!(language, "Whose marker is it?", "À qui est ce marqueur ?"),
            },
            Doubt::Cause(piece) => {
                let piece = self.piece(piece);
                say!(
                    language,
                    "Did the push make {piece} fall?",
                    "Est-ce la poussée qui a fait tomber {piece} ?"
                )
            }
            Doubt::Late(piece) => {
                let piece = self.piece(piece);
                say!(
                    language,
                    "Did the push make {piece} fall? Everything was at rest before",
                    "Est-ce la poussée qui a fait tomber {piece} ? Tout était déjà arrêté"
                )
            }
            Doubt::Forbidden(clause, piece) => {
                let piece = self.piece(piece);
                say!(
                    language,
                    "{clause} forbids pushing {piece}: what counts?",
                    "{clause} interdit de pousser {piece} : qu’est-ce qui compte ?"
                )
            }
            Doubt::Group => match self.who(seat) {
                Some(who) => say!(
                    language,
                    "Did {who} push one piece or the whole group?",
                    "{who} : une seule pièce poussée, ou tout le groupe ?"
                ),
                None => say!(
                    language,
                    "Was one piece pushed or the whole group?",
                    "Une seule pièce poussée, ou tout le groupe ?"
                ),
            },
            Doubt::Count => match seen {
                EvidenceKind::Fell(fall) => {
                    let edge = self.edge(fall.pattern.edge);
                    say!(
                        language,
                        "Did one piece fall over the {edge} edge, or two?",
                        "Une pièce est-elle tombée par-dessus le bord {edge}, ou deux ?"
                    )
                }
                _ => say!(language, "Was it one piece or two?", "Une pièce ou deux ?"),
            },
            Doubt::Passed => match self.who(seat) {
                Some(who) => say!(language, "Has {who} passed?", "{who} : a passé ?"),
                None => say!(
                    language,
                    "Has the player passed?",
                    "Le joueur a-t-il passé ?"
                ),
            },
            Doubt::Overflow => say!(
                language,
                "Too much happened at once: what counts?",
                "Trop de choses à la fois : qu’est-ce qui compte ?"
            ),
            Doubt::AfterCut => say!(
                language,
                "The power was off: what counts?",
                "Le courant a manqué : qu’est-ce qui compte ?"
            ),
        }
    }

    fn who(&self, seat: Option<Seat>) -> Option<String> {
        seat.map(|seat| self.names.seat(seat, self.language).subject())
    }

    /// Returns a question that asks if an observed event has happened.
    fn is_it_so(&self, seen: &EvidenceKind, seat: Option<Seat>) -> String {
        let language = self.language;
        match seen {
            EvidenceKind::Docked(place, _) => {
                let place = self.place(*place);
                say!(
                    language,
                    "Is the platform {place}?",
                    "La plateforme est-elle {place} ?"
                )
            }
            EvidenceKind::Undocked => say!(
                language,
                "Was the platform taken away?",
                "La plateforme a-t-elle été retirée ?"
            ),
            EvidenceKind::Marker(change) => {
                let (marker, post) = (self.seen_marker(change), change.post);
                match change.movement {
                    MarkerMove::On => say!(
                        language,
                        "Was {marker} put on post {post}?",
                        "A-t-on posé {marker} sur le poteau {post} ?"
                    ),
                    MarkerMove::Off => say!(
                        language,
                        "Was {marker} taken off post {post}?",
                        "A-t-on retiré {marker} du poteau {post} ?"
                    ),
                }
            }
            EvidenceKind::Rest => {
                say!(language, "Is everything at rest?", "Tout est-il arrêté ?")
            }
            EvidenceKind::Cell { cell, .. } => {
                let cell = self.names.cell(*cell);
                say!(
                    language,
                    "Did {cell} change?",
                    "La case {cell} a-t-elle changé ?"
                )
            }
            EvidenceKind::Declared(_) => say!(language, "Did that happen?", "Est-ce arrivé ?"),
            EvidenceKind::Pushed(_)
            | EvidenceKind::Fell(_)
            | EvidenceKind::Board(_)
            | EvidenceKind::Unseen(_) => self.which(seen, seat),
        }
    }

    /// Returns a question that asks for the kind of piece or move.
    fn which(&self, seen: &EvidenceKind, seat: Option<Seat>) -> String {
        let language = self.language;
        match (seen, self.who(seat)) {
            (EvidenceKind::Pushed(_), Some(who)) => {
                say!(language, "What did {who} push?", "Qu’a poussé {who} ?")
            }
            (EvidenceKind::Pushed(_), None) => {
                say!(language, "What was pushed?", "Qu’est-ce qui a été poussé ?")
            }
            (EvidenceKind::Fell(fall), _) => {
                let edge = self.edge(fall.pattern.edge);
                say!(
                    language,
                    "What fell over the {edge} edge?",
                    "Qu’est-ce qui est tombé par-dessus le bord {edge} ?"
                )
            }
            (EvidenceKind::Unseen(edge), _) => {
                let edge = self.edge(*edge);
                say!(
                    language,
                    "Did something fall over the {edge} edge, and what? Its sensors do not all work",
                    "Quelque chose est-il tombé par-dessus le bord {edge}, et quoi ? Ses capteurs ne fonctionnent pas tous"
                )
            }
            (EvidenceKind::Board(_) | EvidenceKind::Cell { .. }, Some(who)) => {
                say!(language, "What did {who} play?", "Qu’a joué {who} ?")
            }
            _ => say!(language, "What was it?", "Qu’était-ce ?"),
        }
    }

    /// Returns the answers of a question in words, in the order of their numbers.
    #[must_use]
    pub fn choices(&self, question: &Question) -> Vec<String> {
        question
            .choices
            .iter()
            .map(|choice| self.choice(choice))
            .collect()
    }

    /// Returns an answer in words, without a capital.
    #[must_use]
    pub fn choice(&self, choice: &Choice) -> String {
        let language = self.language;
        match choice {
            Choice::AsSeen => say!(language, "yes, as seen", "oui, comme vu"),
            Choice::Piece(piece) => self.piece(*piece),
            Choice::Group => say!(language, "the whole group", "tout le groupe"),
            Choice::One => say!(language, "one", "une"),
            Choice::Two => say!(language, "two", "deux"),
            Choice::Abalone(action) => action.to_string(),
            Choice::Sumoo(action) => action.to_string(),
            Choice::ByPush => say!(language, "by the push", "par la poussée"),
            Choice::ByAccident => say!(language, "by accident", "par accident"),
            Choice::Marker(side) => {
                let whose = self.names.side(*side, language).possessive();
                say!(language, "{whose} marker", "le marqueur {whose}")
            }
            Choice::Other => say!(language, "something else", "autre chose"),
            Choice::Nothing => say!(language, "nothing", "rien"),
            Choice::TableIsRight => say!(language, "the table is right", "la table a raison"),
            Choice::RefereeIsRight => {
                say!(language, "the referee is right", "l’arbitre a raison")
            }
            Choice::Abort => say!(language, "abort the match", "arrêter la partie"),
        }
    }
}
