//! How colours look to different eyes.
//!
//! The matrices are those of Machado, Oliveira and Fernandes (2009), for a
//! complete lack of one kind of cone; they work on light, that is on linear
//! values, not on the values of a picture file.

use rules_core::lights::RGB8;

/// A way of seeing colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Eyes {
    /// No red cones: red is dark.
    Protanopia,
    /// No green cones: red and green are alike. The most frequent.
    Deuteranopia,
    /// No blue cones: blue and green are alike.
    Tritanopia,
    /// No colours at all.
    Grey,
}

impl Eyes {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
        Self::Grey,
    ];

    /// What they are called.
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

/// How much red, green and blue light add to luminance (ITU-R BT.709).
const WEIGHTS: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Light of an LED, 0 to 1 for each colour, as these eyes see it; as everybody
/// does if there are none.
#[must_use]
pub fn seen(led: RGB8, eyes: Option<Eyes>) -> [f64; 3] {
    let light = [led.r, led.g, led.b].map(|duty| f64::from(duty) / 255.0);
    match eyes {
        None => light,
        Some(eyes) => eyes.matrix().map(|row| {
            let sum: f64 = row.iter().zip(light).map(|(weight, it)| weight * it).sum();
            sum.clamp(0.0, 1.0)
        }),
    }
}

/// How light it looks, 0 to 100 (CIE 1931).
#[must_use]
pub fn lightness(light: [f64; 3]) -> f64 {
    let luminance: f64 = WEIGHTS.iter().zip(light).map(|(w, it)| w * it).sum();
    if luminance > 0.008_856 {
        116.0 * luminance.cbrt() - 16.0
    } else {
        903.3 * luminance
    }
}

/// A value of light as a picture file stores it, 0 to 255 (sRGB).
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
    use super::{Eyes, encoded, lightness, seen};
    use crate::local::bright;
    use rules_core::board::{Name, Profile};
    use rules_core::lights::{CellMarks, Focus, Play, RGB8, Scene, Seating, Showing, Tint};
    use rules_core::player::{BySeat, Players, Seat};
    use rules_core::time::Instant;

    /// The light of a player's home while they act.
    fn home(tint: Tint) -> RGB8 {
        let showing = Showing::of(Scene::Playing(Play {
            seating: Seating {
                tints: BySeat([tint; 4]),
                ..Seating::of(Players::Two)
            },
            turn: Seat::First,
            focus: Focus::Settling,
            cells: CellMarks::default(),
        }));
        // The middle of the south side, where the first seat has its mark.
        bright(Profile::of(Name::Ring), showing, Instant::ZERO)[40]
    }

    #[test]
    fn players_differ_in_lightness_for_all_eyes() {
        let all = Eyes::ALL.map(Some).into_iter().chain([None]);
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
        for eyes in Eyes::ALL {
            for light in seen(white, Some(eyes)) {
                assert!((light - 1.0).abs() < 0.001, "{eyes:?}: {light}");
            }
        }
        assert_eq!((encoded(0.0), encoded(1.0)), (0, 255));
        // Middle grey: 18.4 % of the light.
        assert_eq!(encoded(0.184), 119);
    }
}
