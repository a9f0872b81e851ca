//! Sentences about repairs and corrections of Kabuto Sumo and Sakura Slam.

use crate::sentences::spoken::SpokenPart;
use crate::sentences::{Phrasebook, say};
use rules_core::games::kabuto::ruling::Location;
use rules_core::referee::kabuto::correction::Correction;
use rules_core::referee::kabuto::repair::KabutoRepair;

impl SpokenPart for KabutoRepair {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        book.kabuto_repair(self)
    }
}

impl SpokenPart for Correction {
    fn phrase(&self, book: &Phrasebook<'_>) -> String {
        book.kabuto_correction(self)
    }
}

impl Phrasebook<'_> {
    fn kabuto_repair(&self, repair: &KabutoRepair) -> String {
        let language = self.language;
        match *repair {
            KabutoRepair::TakeMarker(colour, post) => {
                let colour = self.colour(colour);
                say!(
                    language,
                    "take the {colour} marker off post {post}",
                    "retirez le marqueur {colour} du poteau {post}"
                )
            }
            KabutoRepair::ClearSlot(post, slot) => {
                let slot = slot.saturating_add(1);
                say!(
                    language,
                    "clear slot {slot} of post {post}",
                    "videz la fente {slot} du poteau {post}"
                )
            }
            KabutoRepair::TakePlatform(place) => {
                let place = self.exact_place(place);
                say!(
                    language,
                    "take away the platform {place}",
                    "retirez la plateforme {place}"
                )
            }
            KabutoRepair::TurnPlatform(place) => {
                let place = self.exact_place(place);
                say!(
                    language,
                    "turn the platform {place}: short edge to the ring",
                    "tournez la plateforme {place} : petit côté contre l’arène"
                )
            }
            KabutoRepair::PutPlatform(place) => {
                let place = self.exact_place(place);
                say!(
                    language,
                    "put the platform back {place}",
                    "remettez la plateforme {place}"
                )
            }
            KabutoRepair::PutMarker(colour, post) => {
                let colour = self.colour(colour);
                say!(
                    language,
                    "put a {colour} marker on post {post}",
                    "posez un marqueur {colour} sur le poteau {post}"
                )
            }
        }
    }

    fn kabuto_correction(&self, correction: &Correction) -> String {
        let language = self.language;
        match *correction {
            Correction::Shown { .. } => self.as_shown(),
            Correction::Platform(place) => {
                let place = self.place(place);
                say!(
                    language,
                    "the platform is {place}",
                    "la plateforme est {place}"
                )
            }
            Correction::WaiveMarker => {
                say!(language, "no marker is due", "aucun marqueur n’est dû")
            }
            Correction::ExtraPush => {
                say!(
                    language,
                    "one more push is allowed",
                    "une poussée de plus est permise"
                )
            }
            Correction::Give(element, from) => {
                let thing = self.elements(element, 1);
                let from = match from {
                    Location::Ring => say!(language, "from the ring", "de l’arène"),
                    Location::Reserve => say!(language, "from the reserve", "de la réserve"),
                    Location::Inventory(side) => {
                        let party = self.names.side(side, language);
                        let (who, of_whom) = (party.subject(), party.possessive());
                        say!(language, "from {who}", "de la main {of_whom}")
                    }
                };
                say!(
                    language,
                    "the side to play gets {thing} {from}",
                    "le camp qui joue reçoit {thing} {from}"
                )
            }
            Correction::Opened => {
                say!(
                    language,
                    "no opening marker is set",
                    "aucun marqueur d’ouverture n’est posé"
                )
            }
            Correction::Turn(seat) => self.turn_of(seat),
        }
    }
}
