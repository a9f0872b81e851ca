//! Sentences about a calibration: what to put where, and why a measurement was refused.

use super::super::{Language, say};
use super::sensor_name;
use rules_core::sensing::calibration::guide::{CalibrationStep, StepRefusal};
use rules_core::sensing::magnet::Strength;

/// Returns what a person does in a step.
#[must_use]
pub fn calibration_step(step: CalibrationStep, language: Language) -> String {
    let strong = |strength| match strength {
        Strength::Weak => "faible",
        Strength::Middle => "moyen",
        Strength::Strong => "fort",
    };
    let french = match step {
        CalibrationStep::Empty => "enlevez tout du plateau".into(),
        CalibrationStep::Marker(strength) => format!(
            "mettez un marqueur {} dans la case 1 du poteau 1, et rien d’autre",
            strong(strength)
        ),
        CalibrationStep::Platform(post) => {
            format!("posez la plateforme vide au poteau {post}, petit côté contre l’arène")
        }
        CalibrationStep::Disc => {
            "posez un disque moyen sur la plateforme, au-dessus de son capteur arrière".into()
        }
        CalibrationStep::Piece(strength) => format!(
            "mettez une pièce à aimant {} sur la case du milieu, et rien d’autre",
            strong(strength)
        ),
    };
    say!(language, "{step}", "{french}")
}

/// Returns the reason why a measurement was refused, with what to do.
#[must_use]
pub fn step_refusal(refusal: StepRefusal, language: Language) -> String {
    let name = |sensor| sensor_name(&sensor, Language::French);
    let french = match refusal {
        StepRefusal::Magnet(sensor) => format!(
            "un aimant est près de : {} ; enlevez-le et réessayez",
            name(sensor)
        ),
        StepRefusal::Covered(sensor) => format!(
            "quelque chose couvre : {} ; dégagez-le et réessayez",
            name(sensor)
        ),
        StepRefusal::Noisy(sensor) => format!(
            "trop de bruit : {} ; éloignez chargeurs et mains, et réessayez",
            name(sensor)
        ),
        StepRefusal::OffLevel(sensor) => format!(
            "hors de son niveau : {} ; vérifiez ses résistances et l’alimentation",
            name(sensor)
        ),
        StepRefusal::Unchanged(sensor) => format!(
            "rien n’a changé : {} ; posez-le là et tenez-le une seconde",
            name(sensor)
        ),
        StepRefusal::Unlikely(sensor) => format!(
            "ce changement n’est pas de cette étape : {} ; vérifiez la force et le sens",
            name(sensor)
        ),
        StepRefusal::Elsewhere(sensor) => format!(
            "cela a changé aussi : {} ; ne laissez que ce que l’étape demande",
            name(sensor)
        ),
    };
    say!(language, "{refusal}", "{french}")
}

#[cfg(test)]
mod tests {
    use super::super::super::Language;
    use super::{calibration_step, step_refusal};
    use rules_core::place::{Edge, Post};
    use rules_core::sensing::calibration::guide::{CalibrationStep, StepRefusal};
    use rules_core::sensing::sensor::Sensor;

    #[test]
    fn a_step_is_told_in_both_languages() {
        let step = CalibrationStep::Platform(Post::Three);
        assert_eq!(
            calibration_step(step, Language::English),
            "lay the empty platform at post 3, short edge to the ring"
        );
        assert_eq!(
            calibration_step(step, Language::French),
            "posez la plateforme vide au poteau 3, petit côté contre l’arène"
        );
    }

    #[test]
    fn a_refusal_names_the_sensor_in_both_languages() {
        let refusal = StepRefusal::Noisy(Sensor::Lane(Edge::West));
        assert!(step_refusal(refusal, Language::English).starts_with("west chain is too noisy"));
        assert!(step_refusal(refusal, Language::French).contains("chaîne du côté ouest"));
    }
}
