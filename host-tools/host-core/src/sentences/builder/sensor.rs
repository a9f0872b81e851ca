//! Sentences about sensors: what they are called, where they sit, what to check.

use super::super::{Language, say};
use super::named;
use rules_core::board::curtain::Plane;
use rules_core::board::hall::Role;
use rules_core::board::{Dimensions, Profile};
use rules_core::place::Edge;
use rules_core::sensing::sensor::{Sensor, SensorFault};

/// Returns the name of a side.
fn side(language: Language, edge: Edge) -> String {
    let french = match edge {
        Edge::North => "nord",
        Edge::East => "est",
        Edge::South => "sud",
        Edge::West => "ouest",
    };
    named(language, edge.word(), french)
}

fn plane_name(language: Language, plane: Plane) -> String {
    let french = match plane {
        Plane::Upper => "supérieur",
        Plane::Lower => "inférieur",
    };
    named(language, plane.word(), french)
}

/// Returns the name of a sensor, as the doctor calls it.
#[must_use]
pub fn sensor_name(sensor: &Sensor, language: Language) -> String {
    let french = match sensor {
        Sensor::Beam(edge, plane, n) => format!(
            "côté {}, plan {}, faisceau {}",
            side(language, *edge),
            plane_name(language, *plane),
            n + 1
        ),
        Sensor::Guard(unused) => match *unused {},
        Sensor::Lane(edge) => format!("chaîne du côté {}", side(language, *edge)),
        Sensor::Phase(phase) => format!("émetteurs de la phase {phase}"),
        Sensor::Channel(n, role) => format!("voie {n} ({})", role_in_french(*role)),
        Sensor::AddressLine(n) => format!("ligne d’adresse S{n}"),
        Sensor::Input(n) => format!("entrée analogique {n}"),
        Sensor::CurtainFrames => "images du rideau".into(),
        Sensor::HallScans => "relevés analogiques".into(),
    };
    say!(language, "{sensor}", "{french}")
}

fn role_in_french(role: Role) -> String {
    match role {
        Role::Slot(post, n) => format!("poteau {post}, case {}", n + 1),
        Role::Dock(post, n) => format!("place {post}, aimant {}", n + 1),
        Role::Element(post, n) => format!("plateforme {post}, aimant {}", n + 1),
        Role::Optic(post, n) => format!("plateforme {post}, œil {}", n + 1),
        Role::Edge(edge, n) => format!("bord {}, aimant {}", side(Language::French, edge), n + 1),
        Role::Cell(n) => format!("case {}", n + 1),
        Role::Quiet => "référence de repos".into(),
        Role::Divider => "diviseur".into(),
    }
}

/// Returns the name of a fault.
#[must_use]
pub fn fault_name(fault: SensorFault, language: Language) -> String {
    let french = match fault {
        SensorFault::StuckDark => "toujours sombre",
        SensorFault::StuckLit => "toujours éclairé",
        SensorFault::Blinded => "ébloui",
        SensorFault::Flaky => "instable",
        SensorFault::Stuck => "bloqué",
        SensorFault::LineStuck => "ligne bloquée",
        SensorFault::Slipped => "décalé",
        SensorFault::Broken => "coupé",
        SensorFault::Swapped => "échangé",
        SensorFault::OffLevel => "hors de son niveau",
        SensorFault::Lost => "images perdues",
        SensorFault::Overrun => "lu trop tard",
        SensorFault::Weak => "faible",
    };
    named(language, fault.word(), french)
}

/// Returns the position of a sensor in words, for a person with a ruler.
#[must_use]
pub fn sensor_place(
    sensor: &Sensor,
    profile: &Profile,
    dimensions: &Dimensions,
    language: Language,
) -> String {
    let mm = |micrometres: i32| f64::from(micrometres) / 1000.0;
    match sensor {
        Sensor::Beam(edge, plane, n) => {
            let Some(curtain) = &profile.curtain else {
                return say!(
                    language,
                    "on no board of this kind",
                    "sur aucun plateau de ce genre"
                );
            };
            let along = f64::from(curtain.along(dimensions, *plane, *n).0) / 1000.0;
            let (edge, plane) = (side(language, *edge), plane_name(language, *plane));
            say!(
                language,
                "{edge} side, {plane} plane, {along:.1} mm along it clockwise",
                "côté {edge}, plan {plane}, à {along:.1} mm de son début, dans le sens horaire"
            )
        }
        Sensor::Guard(unused) => match *unused {},
        Sensor::Lane(edge) => {
            let edge = side(language, *edge);
            say!(
                language,
                "the board with the detectors of the {edge} side",
                "la carte des détecteurs du côté {edge}"
            )
        }
        Sensor::Phase(phase) => say!(
            language,
            "every emitter that lights in phase {phase}",
            "tous les émetteurs qui éclairent en phase {phase}"
        ),
        Sensor::Channel(_, role) => match profile.mount(*role, dimensions) {
            Some(mount) => {
                let (x, y) = (mm(mount.point.x), mm(mount.point.y));
                say!(
                    language,
                    "{x:.1} mm east and {y:.1} mm north of the middle",
                    "à {x:.1} mm à l’est et {y:.1} mm au nord du milieu"
                )
            }
            None => say!(language, "on the main board", "sur la carte principale"),
        },
        Sensor::AddressLine(n) => say!(
            language,
            "the wire S{n} from the Pico to all multiplexers",
            "le fil S{n} du Pico à tous les multiplexeurs"
        ),
        Sensor::Input(n) => say!(
            language,
            "the wire from a multiplexer to analog input {n} of the Pico",
            "le fil d’un multiplexeur à l’entrée analogique {n} du Pico"
        ),
        Sensor::CurtainFrames | Sensor::HallScans => {
            say!(language, "in the Pico", "dans le Pico")
        }
    }
}

/// Returns the first things to check for a fault.
#[must_use]
pub fn remedy(fault: SensorFault, language: Language) -> String {
    let (english, french) = match fault {
        SensorFault::StuckDark => (
            "something in the way, then the emitter and the detector of this beam",
            "si quelque chose gêne, puis l’émetteur et le détecteur de ce faisceau",
        ),
        SensorFault::StuckLit => (
            "the detector: it is shorted, or lit from elsewhere",
            "le détecteur : il est en court-circuit, ou éclairé d’ailleurs",
        ),
        SensorFault::Blinded => (
            "sunlight or a lamp that shines into it: turn the ring or shade it",
            "le soleil ou une lampe qui l’éclaire : tournez l’anneau ou faites de l’ombre",
        ),
        SensorFault::Flaky => (
            "its solder joints and plugs",
            "ses soudures et ses connecteurs",
        ),
        SensorFault::Stuck => (
            "its wire: it is broken or shorted to the supply",
            "son fil : il est coupé, ou touche l’alimentation",
        ),
        SensorFault::LineStuck => (
            "this line between Pico and multiplexers: broken or shorted",
            "cette ligne entre le Pico et les multiplexeurs : coupée ou en court-circuit",
        ),
        SensorFault::Slipped => (
            "clock and latch of this chain, and its length of cable",
            "l’horloge et le verrou de cette chaîne, et la longueur de son câble",
        ),
        SensorFault::Broken => (
            "the cable between two boards of this chain",
            "le câble entre deux cartes de cette chaîne",
        ),
        SensorFault::Swapped => (
            "the plugs of two sides: they are exchanged",
            "les connecteurs de deux côtés : ils sont échangés",
        ),
        SensorFault::OffLevel => (
            "the supply of 3.3 V and the two resistors of this reference",
            "l’alimentation de 3,3 V et les deux résistances de cette référence",
        ),
        SensorFault::Lost | SensorFault::Overrun => (
            "nothing on the board: restart it, and report this if it comes back",
            "rien sur la carte : redémarrez-la, et signalez-le si cela revient",
        ),
        SensorFault::Weak => (
            "dust on the optics, then the alignment of emitter and detector",
            "la poussière sur les optiques, puis l’alignement de l’émetteur et du détecteur",
        ),
    };
    named(language, english, french)
}

#[cfg(test)]
mod tests {
    use super::super::super::Language;
    use super::{fault_name, remedy, sensor_name, sensor_place};
    use rules_core::board::curtain::Plane;
    use rules_core::board::hall::Role;
    use rules_core::board::{BoardId, Dimensions, Profile};
    use rules_core::place::{Edge, Post};
    use rules_core::sensing::sensor::{Sensor, SensorFault};

    #[test]
    fn a_sensor_can_be_found_with_a_ruler() {
        let ring = Profile::of(BoardId::Ring);
        let at = |sensor, language| sensor_place(&sensor, ring, &Dimensions::ASSUMED, language);
        let beam = Sensor::Beam(Edge::East, Plane::Upper, 1);
        assert_eq!(
            at(beam, Language::English),
            "east side, upper plane, 12.5 mm along it clockwise"
        );
        assert_eq!(
            at(beam, Language::French),
            "côté est, plan supérieur, à 12.5 mm de son début, dans le sens horaire"
        );
        assert_eq!(
            at(
                Sensor::Channel(0, Role::Dock(Post::Four, 0)),
                Language::English
            ),
            "-80.0 mm east and 103.0 mm north of the middle"
        );
        assert_eq!(
            at(Sensor::Channel(0, Role::Divider), Language::English),
            "on the main board"
        );
    }

    #[test]
    fn both_languages_name_a_sensor_and_its_fault() {
        let lane = Sensor::Lane(Edge::West);
        assert_eq!(sensor_name(&lane, Language::English), "west chain");
        assert_eq!(sensor_name(&lane, Language::French), "chaîne du côté ouest");
        for fault in SensorFault::ALL {
            assert_eq!(fault_name(fault, Language::English), fault.word());
            for name in [fault_name, remedy] {
                assert_ne!(
                    name(fault, Language::English),
                    name(fault, Language::French)
                );
            }
        }
    }
}
