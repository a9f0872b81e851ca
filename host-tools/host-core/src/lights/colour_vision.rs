//! Simulation of colour vision deficiencies.
//!
//! The matrices are those of Machado, Oliveira and Fernandes (2009) for the complete lack
//! of one kind of cone. They apply to linear light, not to the encoded values of a picture
//! file.

use rules_core::lights::RGB8;

/// Colour vision deficiency to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ColourVision {
    /// No red cones: red is dark.
    Protanopia,
    /// No green cones: red and green are alike. The most frequent.
    Deuteranopia,
    /// No blue cones: blue and green are alike.
    Tritanopia,
    /// No colours at all.
    Grey,
}

impl ColourVision {
    /// All deficiencies, in order of declaration.
    pub const ALL: [Self; 4] = [
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
        Self::Grey,
    ];

    /// Returns the word for the deficiency on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Protanopia => "protanopia",
            Self::Deuteranopia => "deuteranopia",
            Self::Tritanopia => "tritanopia",
            Self::Grey => "grey",
        }
    }

    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
            Self::Grey => [WEIGHTS, WEIGHTS, WEIGHTS],
        }
    }
}

/// Contributions of red, green and blue light to luminance (ITU-R BT.709).
const WEIGHTS: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Returns the light of an LED as seen with `eyes`, 0 to 1 for each colour; unchanged
/// without a deficiency.
#[must_use]
pub fn seen(led: RGB8, eyes: Option<ColourVision>) -> [f64; 3] {
    let light = [led.r, led.g, led.b].map(|duty| f64::from(duty) / 255.0);
    match eyes {
        None => light,
        Some(eyes) => eyes.matrix().map(|row| {
            let sum: f64 = row
                .iter()
                .zip(light)
                .map(|(weight, part)| weight * part)
                .sum();
            sum.clamp(0.0, 1.0)
        }),
    }
}

/// Returns the lightness of light, 0 to 100 (CIE 1931).
#[must_use]
pub fn lightness(light: [f64; 3]) -> f64 {
    let luminance: f64 = WEIGHTS.iter().zip(light).map(|(w, part)| w * part).sum();
    if luminance > 0.008_856 {
        116.0 * luminance.cbrt() - 16.0
    } else {
        903.3 * luminance
    }
}

/// Encodes a value of linear light, 0 to 1, for a picture file, 0 to 255 (sRGB).
#[must_use]
pub fn encoded(light: f64) -> u8 {
    let value = if light <= 0.003_130_8 {
        12.92 * light
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::{ColourVision, encoded, lightness, seen};
    use crate::lights::bright;
    use rules_core::board::cells::CellMarks;
    use rules_core::board::{BoardId, Profile};
    use rules_core::lights::{Focus, LightState, PlayScene, RGB8, Scene, Seating, Tint};
    use rules_core::player::{BySeat, Players, Seat};
    use rules_core::time::Instant;

    /// Returns the light of a player's home while that player acts.
    fn home(tint: Tint) -> RGB8 {
        let showing = LightState::new(Scene::Playing(PlayScene {
            seating: Seating {
                tints: BySeat([tint; 4]),
                ..Seating::for_players(Players::Two)
            },
            turn: Seat::First,
            focus: Focus::Settling,
            cells: CellMarks::default(),
        }));
        // LED 40 is in the middle of the south side, where the first seat has its mark.
        bright(Profile::of(BoardId::Ring), showing, Instant::ZERO)[40]
    }

    #[test]
    fn players_differ_in_lightness_for_all_eyes() {
        let all = ColourVision::ALL.map(Some).into_iter().chain([None]);
        for eyes in all {
            let mut seen: Vec<(f64, Tint)> = Tint::ALL
                .map(|tint| (lightness(seen(home(tint), eyes)), tint))
                .to_vec();
            seen.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in seen.windows(2) {
                let apart = pair[1].0 - pair[0].0;
                assert!(apart >= 6.0, "{eyes:?}: {pair:?}");
            }
        }
    }

    #[test]
    fn white_stays_white() {
        let white = RGB8::new(255, 255, 255);
        for eyes in ColourVision::ALL {
            for light in seen(white, Some(eyes)) {
                assert!((light - 1.0).abs() < 0.001, "{eyes:?}: {light}");
            }
        }
        assert_eq!((encoded(0.0), encoded(1.0)), (0, 255));
        // Middle grey is 18.4 % of the light.
        assert_eq!(encoded(0.184), 119);
    }
}
