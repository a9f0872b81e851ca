//! Sentences for people who build a ring: sensors, their faults and places, the steps of a
//! calibration, and requests that a ring refuses.
//!
//! | file | sentences |
//! |---|---|
//! | `sensor` | a sensor, its fault, its place on the board, what to check |
//! | `calibration` | steps of a calibration, and measurements that were refused |

mod calibration;
mod sensor;

pub use calibration::{calibration_step, step_refusal};
pub use sensor::{fault_name, remedy, sensor_name, sensor_place};

use super::{Language, Phrasebook, say};
use rules_core::wire::RequestError;

impl Phrasebook<'_> {
    /// Returns the reason why a ring refuses a request.
    #[must_use]
    pub fn request_error(&self, error: &RequestError) -> String {
        let text = match error {
            RequestError::Declined(declined) => return self.command_error(declined),
            RequestError::Unknown => {
                "demande inconnue ou abîmée : installez le micrologiciel de cette version"
            }
            RequestError::NoHello => {
                "aucun salut valable n’est arrivé : reconnectez-vous avec la même version"
            }
            RequestError::NotTouched => {
                "personne n’a appuyé sur Confirmer en dix secondes : refaites la demande et appuyez"
            }
            RequestError::Busy => {
                "une autre demande attend un geste sur l’anneau : faites-le d’abord"
            }
            RequestError::Gone { first } => {
                return say!(
                    self.language,
                    "{error}",
                    "cette ligne est effacée ; le journal commence à la ligne {first}"
                );
            }
            RequestError::Ahead { next } => {
                return say!(
                    self.language,
                    "{error}",
                    "l’anneau n’en est qu’à la ligne {next} : c’en est un autre, ou il a été vidé"
                );
            }
            RequestError::None => {
                "l’anneau n’a ni mesures, ni partie, ni étalonnage, ni contrôle de ce genre"
            }
            RequestError::MatchRunning => {
                "une partie est en cours : finissez-la ou arrêtez-la d’abord"
            }
            RequestError::NotCalibrating => "aucun étalonnage n’est en cours : commencez-en un",
            RequestError::MatchOver => {
                "la partie est finie : reprenez sa dernière étape, ou commencez-en une autre"
            }
            RequestError::Outdated => {
                "la partie a continué avant le geste : regardez-la, et demandez encore"
            }
            RequestError::TooManyWrites { seconds } => {
                return say!(
                    self.language,
                    "{error}",
                    "trop de changements en peu de temps useraient la mémoire : réessayez dans \
                     {seconds} s"
                );
            }
            RequestError::JournalBusy => {
                "le journal attend un moment sans poussée : retirez la plateforme et réessayez"
            }
        };
        say!(self.language, "{error}", "{text}")
    }
}

/// Returns the French name of a word of which the English one is known.
fn named(language: Language, english: &str, french: &str) -> String {
    say!(language, "{english}", "{french}")
}

#[cfg(test)]
mod tests {
    use super::super::{Language, Names, Phrasebook};
    use rules_core::wire::RequestError;

    #[test]
    fn every_refused_request_has_a_sentence_in_both_languages() {
        let names = Names::default();
        let all = [
            RequestError::Unknown,
            RequestError::NoHello,
            RequestError::NotTouched,
            RequestError::Busy,
            RequestError::Gone { first: 7 },
            RequestError::Ahead { next: 7 },
            RequestError::None,
            RequestError::MatchRunning,
            RequestError::NotCalibrating,
            RequestError::MatchOver,
            RequestError::Outdated,
            RequestError::TooManyWrites { seconds: 7 },
            RequestError::JournalBusy,
        ];
        for error in all {
            let [english, french] = Language::ALL.map(|language| {
                let book = Phrasebook {
                    names: &names,
                    language,
                };
                book.request_error(&error)
            });
            assert_eq!(english, error.to_string());
            assert_ne!(english, french);
            assert_eq!(english.contains('7'), french.contains('7'), "{french}");
        }
    }
}
