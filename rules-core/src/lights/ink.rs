//! From what is painted to what the strip is sent: colours, lightness, brightness
//! and the current cap.
//!
//! A painted LED has an *ink*, the duty of its three colours when it is fully
//! lit, and a *level*, how light it looks. Eyes do not see duty but roughly its
//! cube root: the table [`LIGHT`] turns one into the other (CIE 1931 lightness),
//! so that half the level looks half as light. Whole numbers only.

use super::canvas::{Canvas, Pixel};
use super::layout::MOST_LEDS;
use super::showing::{Setting, Tint};
use smart_leds_trait::RGB8;

/// What the strip is sent: one colour for each LED, as duty in 255ths.
pub type Frame = heapless::Vec<RGB8, MOST_LEDS>;

/// A current in thousandths of an ampere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Milliamperes(pub u16);

/// One colour of one LED at full duty, in mA: WS2812B as measured by their
/// users; data sheets say 12 as well.
const PER_CHANNEL: u32 = 12;

/// One dark LED, in mA: its driver. The cap cannot lower it.
const PER_LED: u32 = 1;

/// The ring's own voice: questions, the host, moving points.
pub(super) const WHITE: RGB8 = RGB8::new(230, 220, 190);
/// Something is wrong.
pub(super) const ORANGE: RGB8 = RGB8::new(255, 60, 0);
/// Setting up, and the host.
pub(super) const CYAN: RGB8 = RGB8::new(0, 150, 190);

/// The ink of a player. Chosen so that all differ in lightness for every kind of
/// eyes: from violet, the darkest, over blue, red, green and yellow to white
/// (red before blue without red cones).
pub(super) const fn of(tint: Tint) -> RGB8 {
    match tint {
        Tint::Black => RGB8::new(50, 0, 90),
        Tint::Blue => RGB8::new(0, 20, 255),
        Tint::Red => RGB8::new(255, 0, 0),
        Tint::Green => RGB8::new(0, 140, 30),
        Tint::Yellow => RGB8::new(255, 175, 0),
        Tint::White => RGB8::new(230, 240, 230),
    }
}

/// Duty of each level, in 65535ths: the CIE lightness of `level / 255`, that is
/// `((L + 16) / 116)^3`, and `L / 903.3` below `L = 8`.
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

/// What the strip draws while it shows this frame, rounded up.
///
/// ```
/// use rules_core::lights::{Frame, Milliamperes, current};
///
/// let dark: Frame = [Default::default(); 64].into_iter().collect();
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

/// Turns what is painted into duty and keeps the budget. Plain loops: this runs
/// for every LED of every frame.
pub(super) fn expose(canvas: &Canvas, setting: Setting) -> Frame {
    // 0 to 256, so that full brightness changes nothing.
    let brightness = u32::from(setting.brightness) + u32::from(setting.brightness >> 7);
    // For each LED, by how many 65536ths its ink is lit.
    let mut lights = [0_u32; MOST_LEDS];
    // Duty in 65536ths of a step: three colours of 64 LEDs stay below 2^32.
    let (mut sum, mut lit) = (0_u32, 0_u32);
    for (light, pixel) in lights.iter_mut().zip(canvas.pixels()) {
        if let Some(Pixel { ink, level }) = pixel {
            let full = u32::from(LIGHT[usize::from(*level)]);
            *light = ((full + (full >> 15)) * brightness) >> 8;
            sum += (u32::from(ink.r) + u32::from(ink.g) + u32::from(ink.b)) * *light;
            lit += u32::from(*light > 0);
        }
    }
    let (share, floor) = share(setting.budget, canvas.pixels().len() as u32, sum, lit);
    let mut frame = Frame::new();
    for (&light, pixel) in lights.iter().zip(canvas.pixels()) {
        let shown = match pixel {
            Some(pixel) if light > 0 => duty(pixel.ink, share.of(light), floor),
            _ => RGB8::new(0, 0, 0),
        };
        // As many as the board has, which fit.
        let _ = frame.push(shown);
    }
    frame
}

/// The duty of an ink that is lit by so many 65536ths. However dim, what is lit
/// stays lit if there is room for it: dark means something else.
fn duty(ink: RGB8, light: u32, floor: Floor) -> RGB8 {
    let [r, g, b] = [ink.r, ink.g, ink.b].map(|ink| ((u32::from(ink) * light) >> 16) as u8);
    if r | g | b > 0 || floor == Floor::Dark {
        RGB8::new(r, g, b)
    } else if ink.r >= ink.g && ink.r >= ink.b {
        RGB8::new(1, 0, 0)
    } else if ink.g >= ink.b {
        RGB8::new(0, 1, 0)
    } else {
        RGB8::new(0, 0, 1)
    }
}

/// The least that an LED can be dimmed to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Floor {
    /// One step of its strongest colour.
    Lit,
    /// Nothing: the budget does not even allow that.
    Dark,
}

/// What is left of every light to keep the budget.
#[derive(Clone, Copy)]
enum Share {
    /// All of it.
    All,
    /// So many 65536ths, fewer than all.
    Part(u32),
}

impl Share {
    fn of(self, light: u32) -> u32 {
        match self {
            Self::All => light,
            Self::Part(part) => (light * part) >> 16,
        }
    }
}

fn share(budget: Milliamperes, leds: u32, sum: u32, lit: u32) -> (Share, Floor) {
    /// Duty for one mA, in 65536ths of a step; it divides exactly.
    const PER_MILLIAMPERE: u32 = (255 << 16) / PER_CHANNEL;
    let spare = u32::from(budget.0).saturating_sub(leds * PER_LED);
    let allowed = spare.saturating_mul(PER_MILLIAMPERE);
    // One step for each lit LED is set aside for those that would go dark.
    let (room, floor) = match allowed.checked_sub(lit << 16) {
        Some(room) => (room, Floor::Lit),
        None => (allowed, Floor::Dark),
    };
    if sum <= room {
        (Share::All, floor)
    } else {
        // Below 65536, for `room` is below `sum`.
        let part = (u64::from(room) << 16) / u64::from(sum);
        (Share::Part(part as u32), floor)
    }
}
