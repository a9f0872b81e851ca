//! Conversion of the canvas into strip data: colours, lightness, brightness and the
//! current cap.
//!
//! A painted LED has an *ink*, its colour when fully lit, and a *level*, its perceived
//! lightness. Inks are colours of screens, by their names in `smart_leds::colors`;
//! `smart_leds::gamma` turns them into the duties that look like them on an LED. The eye
//! perceives roughly the cube root of the duty. The table [`LIGHT`] converts level to duty
//! (CIE 1931 lightness), so that half the level looks half as light. Level, brightness and
//! budget scale the duty with 16 bits: with the 8 of `smart_leds::brightness`, dim signs
//! would go dark. All arithmetic uses integers.

use super::canvas::{Canvas, Pixel};
use super::layout::MAX_LEDS;
use super::state::{LightSettings, Tint};
use smart_leds::{RGB8, colors, gamma};

/// Frame for the LED strip: one colour for each LED, as PWM duty in 255ths.
pub type LedFrame = heapless::Vec<RGB8, MAX_LEDS>;

/// Electric current in mA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Milliamperes(pub u16);

/// Current of one colour channel of one LED at full duty, in mA, as users measured it on
/// WS2812B. Data sheets also state 12.
const PER_CHANNEL: u32 = 12;

/// Current of a dark LED, in mA, which its driver draws. Dimming cannot lower it.
const PER_LED: u32 = 1;

/// Colour of signs of the ring itself, such as questions and moving points.
pub(super) const WHITE: RGB8 = colors::LINEN;
/// Colour of errors and faults.
pub(super) const ORANGE: RGB8 = colors::DARK_ORANGE;
/// Colour of calibration and of the host light.
pub(super) const CYAN: RGB8 = colors::DARK_TURQUOISE;

/// Returns the ink of a player's colour. All inks differ in lightness with every kind of
/// colour vision: from violet, the darkest, over blue, red, green and yellow to white (red
/// before blue without red cones).
pub(super) const fn rgb(tint: Tint) -> RGB8 {
    match tint {
        Tint::Black => colors::DARK_MAGENTA,
        Tint::Blue => colors::MEDIUM_SLATE_BLUE,
        Tint::Red => colors::RED,
        // No named green is as far from red for eyes without green cones.
        Tint::Green => RGB8::new(0, 208, 120),
        Tint::Yellow => colors::GOLD,
        Tint::White => colors::WHITE_SMOKE,
    }
}

/// PWM duty of each lightness level, in 65535ths. The duty is the CIE luminance of
/// lightness `L = 100 * level / 255`: `((L + 16) / 116)^3`, and `L / 903.3` below `L =
/// 8`.
pub(super) static LIGHT: [u16; 256] = {
    let mut table = [0; 256];
    let mut level = 0;
    while level < 256 {
        // Lightness in 255ths of a hundredth: L * 255 = level * 100.
        let l = level as u64 * 100;
        table[level] = if l < 8 * 255 {
            (l * 65_535 * 10 / (9_033 * 255)) as u16
        } else {
            let root = l + 16 * 255;
            let whole = 116 * 255_u64;
            (root * root * root / (whole * whole * whole / 65_535)) as u16
        };
        level += 1;
    }
    table[255] = u16::MAX;
    table
};

/// Returns the calculated current that the strip draws while it shows a frame, rounded
/// up.
///
/// ```
/// use rules_core::lights::{LedFrame, Milliamperes, current};
///
/// let dark: LedFrame = [Default::default(); 64].into_iter().collect();
/// assert_eq!(current(&dark), Milliamperes(64));
/// ```
#[must_use]
pub fn current(frame: &[RGB8]) -> Milliamperes {
    let duty: u32 = frame
        .iter()
        .map(|led| u32::from(led.r) + u32::from(led.g) + u32::from(led.b))
        .sum();
    let drawn = frame.len() as u32 * PER_LED + (duty * PER_CHANNEL).div_ceil(255);
    Milliamperes(u16::try_from(drawn).unwrap_or(u16::MAX))
}

/// Converts a canvas to PWM duties, and applies brightness and current budget. Written as
/// plain loops, because it runs for every LED of every frame.
pub(super) fn to_duty(canvas: &Canvas, setting: LightSettings) -> LedFrame {
    // Brightness on a scale of 0 to 256, so that full brightness changes nothing.
    let brightness = u32::from(setting.brightness) + u32::from(setting.brightness >> 7);
    // Full duty of each LED's ink, and the factor of that duty in 65536ths.
    let mut lights = [(RGB8::new(0, 0, 0), 0_u32); MAX_LEDS];
    // Duty in 65536ths of a step: three colours of 64 LEDs stay below 2^32.
    let (mut sum, mut lit) = (0_u32, 0_u32);
    let dark = Pixel {
        ink: RGB8::new(0, 0, 0),
        level: 0,
    };
    let pixels = canvas.pixels().iter().map(|pixel| pixel.unwrap_or(dark));
    let inks = gamma(pixels.clone().map(|pixel| pixel.ink));
    for ((light, ink), pixel) in lights.iter_mut().zip(inks).zip(pixels) {
        let full = u32::from(LIGHT[usize::from(pixel.level)]);
        let factor = ((full + (full >> 15)) * brightness) >> 8;
        sum += (u32::from(ink.r) + u32::from(ink.g) + u32::from(ink.b)) * factor;
        lit += u32::from(factor > 0);
        *light = (ink, factor);
    }
    let (share, floor) = share(setting.budget, canvas.pixels().len() as u32, sum, lit);
    let mut frame = LedFrame::new();
    for &(ink, light) in lights.iter().take(canvas.pixels().len()) {
        let shown = match light {
            0 => RGB8::new(0, 0, 0),
            light => duty(ink, share.scale(light), floor),
        };
        // The canvas has at most `MAX_LEDS` LEDs, so this fits.
        let _ = frame.push(shown);
    }
    frame
}

/// Scales an ink by `light` 65536ths. However dim, a lit LED keeps one step of duty if
/// the budget allows it, because a dark LED has another meaning.
fn duty(ink: RGB8, light: u32, floor: MinDuty) -> RGB8 {
    let [r, g, b] = [ink.r, ink.g, ink.b].map(|ink| ((u32::from(ink) * light) >> 16) as u8);
    if r | g | b > 0 || floor == MinDuty::Dark {
        RGB8::new(r, g, b)
    } else if ink.r >= ink.g && ink.r >= ink.b {
        RGB8::new(1, 0, 0)
    } else if ink.g >= ink.b {
        RGB8::new(0, 1, 0)
    } else {
        RGB8::new(0, 0, 1)
    }
}

/// Least duty to which a lit LED may be dimmed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MinDuty {
    /// One step of duty of the LED's strongest colour.
    Lit,
    /// Zero duty, because the budget does not allow one step for each lit LED.
    Dark,
}

/// Factor by which every LED is dimmed to keep the budget.
#[derive(Clone, Copy)]
enum DimFactor {
    /// No dimming is needed.
    All,
    /// Every LED is dimmed to this many 65536ths of its duty, less than all.
    Part(u32),
}

impl DimFactor {
    fn scale(self, light: u32) -> u32 {
        match self {
            Self::All => light,
            Self::Part(part) => (light * part) >> 16,
        }
    }
}

/// Returns the factor by which a frame must be dimmed to keep the budget, and the least
/// duty of its lit LEDs. `sum` is the total duty in 65536ths of a step, `lit` the number
/// of lit LEDs.
fn share(budget: Milliamperes, leds: u32, sum: u32, lit: u32) -> (DimFactor, MinDuty) {
    /// Duty per mA, in 65536ths of a step; the division is exact.
    const PER_MILLIAMPERE: u32 = (255 << 16) / PER_CHANNEL;
    let spare = u32::from(budget.0).saturating_sub(leds * PER_LED);
    let allowed = spare.saturating_mul(PER_MILLIAMPERE);
    // One step for each lit LED is set aside for those that would go dark.
    let (room, floor) = match allowed.checked_sub(lit << 16) {
        Some(room) => (room, MinDuty::Lit),
        None => (allowed, MinDuty::Dark),
    };
    if sum <= room {
        (DimFactor::All, floor)
    } else {
        // Below 65536, because `room` is less than `sum`.
        let part = (u64::from(room) << 16) / u64::from(sum);
        (DimFactor::Part(part as u32), floor)
    }
}
