//! Sentences about observations that rulings rest on, and notes about the ring.

use super::{Phrasebook, say};
use rules_core::place::Facing;
use rules_core::referee::EvidenceKind;
use rules_core::referee::Policy;
use rules_core::referee::evidence::{FallEvidence, MarkerMove, SlotChange, Speaker};
use rules_core::referee::grounds::PassedBy;
use rules_core::referee::kabuto::markers::colour_of;
use rules_core::referee::record::Note;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::Cause;
use rules_core::sensing::observation::Witnesses;

impl Phrasebook<'_> {
    /// Returns an observation or a statement of people as a noun phrase without a
    /// capital.
    #[must_use]
    pub fn evidence(&self, seen: &EvidenceKind) -> String {
        let language = self.language;
        match seen {
            EvidenceKind::Docked(place, facing) => {
                let place = self.exact_place(*place);
                let (long, longue) = match facing {
                    Facing::Short => ("", ""),
                    Facing::Long => (", long edge to the ring", ", grand côté contre l’arène"),
                };
                say!(
                    language,
                    "the platform set down {place}{long}",
                    "la plateforme posée {place}{longue}"
                )
            }
            EvidenceKind::Undocked => {
                say!(language, "the platform taken away", "la plateforme retirée")
            }
            EvidenceKind::Marker(change) => {
                let (marker, post) = (self.seen_marker(change), change.post);
                match change.movement {
                    MarkerMove::On => say!(
                        language,
                        "{marker} put on post {post}",
                        "{marker} posé sur le poteau {post}"
                    ),
                    MarkerMove::Off => say!(
                        language,
                        "{marker} taken off post {post}",
                        "{marker} retiré du poteau {post}"
                    ),
                }
            }
            EvidenceKind::Pushed(push) => {
                let place = self.exact_place(push.place);
                say!(
                    language,
                    "a push from the platform {place}",
                    "une poussée depuis la plateforme {place}"
                )
            }
            EvidenceKind::Fell(fall) => self.seen_fall(fall),
            EvidenceKind::Rest => say!(language, "everything at rest", "tout arrêté"),
            EvidenceKind::Declared(Speaker::Table) => {
                say!(
                    language,
                    "said by a player at the table",
                    "dit par un joueur à la table"
                )
            }
            EvidenceKind::Declared(Speaker::Host) => {
                say!(language, "said from a computer", "dit depuis un ordinateur")
            }
            EvidenceKind::Board(1) => say!(
                language,
                "one cell of the board changed",
                "une case du plateau changée"
            ),
            EvidenceKind::Board(count) => say!(
                language,
                "{count} cells of the board changed",
                "{count} cases du plateau changées"
            ),
            EvidenceKind::Cell { cell, piece } => {
                let cell = self.names.cell(*cell);
                match piece {
                    Some(_) => say!(language, "a piece on {cell}", "une pièce en {cell}"),
                    None => say!(language, "nothing on {cell}", "rien en {cell}"),
                }
            }
            EvidenceKind::Unseen(edge) => {
                let edge = self.edge(*edge);
                say!(
                    language,
                    "sensors of the {edge} side that did not work",
                    "des capteurs du côté {edge} en panne"
                )
            }
        }
    }

    fn seen_fall(&self, fall: &FallEvidence) -> String {
        let language = self.language;
        let edge = self.edge(fall.pattern.edge);
        let by = match fall.cause.kind {
            Cause::Push => say!(language, "by the push", "par la poussée"),
            Cause::Accident => say!(language, "not by a push", "sans poussée"),
        };
        let seen = match fall.pattern.witnesses {
            Witnesses::One => say!(language, "seen by one sensor", "vue par un capteur"),
            Witnesses::Two => say!(language, "seen by two sensors", "vue par deux capteurs"),
        };
        say!(
            language,
            "a fall over the {edge} edge, {by}, {seen}",
            "une chute par-dessus le bord {edge}, {by}, {seen}"
        )
    }

    /// Returns the marker that came or went as a noun phrase: "a blue marker".
    pub(super) fn seen_marker(&self, change: &SlotChange) -> String {
        match colour_of(change.marker) {
            Some(colour) => {
                let colour = self.colour(colour);
                say!(self.language, "a {colour} marker", "un marqueur {colour}")
            }
            None => say!(self.language, "a marker", "un marqueur"),
        }
    }

    /// Returns the certainty of an observation in words: "beyond doubt", "64 to 1".
    #[must_use]
    pub fn certainty(&self, certainty: Certainty) -> String {
        if certainty == Certainty::FULL {
            return say!(self.language, "beyond doubt", "hors de doute");
        }
        let odds = 1_u64 << (certainty.0 / 8);
        say!(self.language, "{odds} to 1", "{odds} contre 1")
    }

    /// Returns the policy or the people that let a judgement pass, in words.
    #[must_use]
    pub fn passed_by(&self, passed: PassedBy) -> String {
        let language = self.language;
        match passed {
            PassedBy::People => say!(language, "the players", "les joueurs"),
            PassedBy::By(Policy::Accept) => say!(
                language,
                "policy: accept what is certain",
                "réglage : accepter ce qui est certain"
            ),
            PassedBy::By(Policy::TwoSensors) => say!(
                language,
                "policy: two sensors agree",
                "réglage : deux capteurs sont d’accord"
            ),
            PassedBy::By(Policy::Ask) => {
                say!(
                    language,
                    "policy: ask the players",
                    "réglage : demander aux joueurs"
                )
            }
            PassedBy::By(Policy::LogOnly) => {
                say!(language, "policy: log only", "réglage : seulement noter")
            }
        }
    }

    /// Returns a note about the ring, without a capital.
    pub(super) fn note(&self, note: &Note) -> String {
        let language = self.language;
        match note {
            Note::PowerUp => say!(language, "the power is back", "le courant est revenu"),
            Note::Watchdog => say!(
                language,
                "the ring has restarted itself",
                "l’anneau a redémarré de lui-même"
            ),
            Note::FaultRaised(sensor, fault) => say!(
                language,
                "a sensor fails: {sensor}, {fault}",
                "un capteur est en panne : {sensor}, {fault}"
            ),
            Note::FaultCleared(sensor, fault) => say!(
                language,
                "a sensor works again: {sensor}, no longer {fault}",
                "un capteur fonctionne de nouveau : {sensor}, {fault} réparé"
            ),
            Note::Overflow => say!(
                language,
                "more happened during the question than can be kept",
                "il s’est passé trop de choses pendant la question"
            ),
            Note::LostFall => say!(
                language,
                "something began to fall and was not seen to land",
                "quelque chose a commencé à tomber sans arriver en bas"
            ),
        }
    }
}
