//! Pins of the Pico and their signals on a board.

use rules_core::board::Profile;
use rules_core::board::pins::Signal;
use rules_core::place::Edge;

/// Pin at the edge of the Pico.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pad {
    /// GPIO pin, by its GPIO number.
    Gpio(u8),
    /// Ground for signals.
    Ground,
    /// Ground of the ADC.
    AnalogGround,
    /// Reset: a low level restarts the chip.
    Run,
    /// Reference voltage of the ADC.
    Reference,
    /// Output of the Pico's 3.3 V regulator.
    Out3V3,
    /// Enable of the 3.3 V regulator: a low level switches it off.
    Enable3V3,
    /// Supply of the Pico.
    Supply,
    /// 5 V of the USB plug.
    Usb,
}

/// Pins of the Pico in order: 1 to 20 down the left side with the USB plug on top, 21 to
/// 40 up the right side.
pub const PADS: [Pad; 40] = {
    use Pad::{AnalogGround, Enable3V3, Gpio, Ground, Out3V3, Reference, Run, Supply, Usb};
    [
        Gpio(0),
        Gpio(1),
        Ground,
        Gpio(2),
        Gpio(3),
        Gpio(4),
        Gpio(5),
        Ground,
        Gpio(6),
        Gpio(7),
        Gpio(8),
        Gpio(9),
        Ground,
        Gpio(10),
        Gpio(11),
        Gpio(12),
        Gpio(13),
        Ground,
        Gpio(14),
        Gpio(15),
        Gpio(16),
        Gpio(17),
        Ground,
        Gpio(18),
        Gpio(19),
        Gpio(20),
        Gpio(21),
        Ground,
        Gpio(22),
        Run,
        Gpio(26),
        Gpio(27),
        AnalogGround,
        Gpio(28),
        Reference,
        Out3V3,
        Enable3V3,
        Ground,
        Supply,
        Usb,
    ]
};

/// Returns the number of a GPIO's pin on the Pico, from 1; `None` if it has no pin.
///
/// ```
/// use host_tools::wiring::pins::number;
///
/// assert_eq!(number(28), Some(34));
/// assert_eq!(number(25), None, "the LED on the Pico");
/// ```
#[must_use]
pub fn number(gpio: u8) -> Option<usize> {
    let at = PADS.iter().position(|&pad| pad == Pad::Gpio(gpio))?;
    Some(at + 1)
}

/// Returns the name of a GPIO with its pin number: `GP7 (pin 10)`.
#[must_use]
pub fn called(gpio: u8) -> String {
    match number(gpio) {
        Some(pin) => format!("GP{gpio} (pin {pin})"),
        None => format!("GP{gpio}"),
    }
}

/// True if this board uses the signal.
#[must_use]
pub const fn is_used(profile: &Profile, signal: Signal) -> bool {
    match signal {
        Signal::Load | Signal::Clock | Signal::Lane(_) | Signal::Phase(_) => {
            profile.curtain.is_some()
        }
        _ => true,
    }
}

/// Returns the name of a signal, and a description of its destination.
#[must_use]
pub fn meaning(signal: Signal) -> (String, &'static str) {
    let side = |n: u8| Edge::ALL.get(usize::from(n)).map_or("", |edge| edge.word());
    let letter = |n: u8| char::from(b'A' + n);
    match signal {
        Signal::Mux(4) => (
            "multiplexer bank (S4)".to_owned(),
            "E of the multiplexers of bank A; inverted, E of bank B",
        ),
        Signal::Mux(n) => (
            format!("multiplexer address S{n}"),
            "the same pin of every multiplexer",
        ),
        Signal::Load => (
            "chain load (SH/LD)".to_owned(),
            "every shift register of all sides",
        ),
        Signal::Clock => (
            "chain clock".to_owned(),
            "every shift register of all sides",
        ),
        Signal::Lane(n) => (
            format!("chain data {}", side(n)),
            "output QH of that side's first shift register",
        ),
        Signal::Phase(n) => (
            format!("emitters phase {}", letter(n)),
            "gate of that phase's transistor",
        ),
        Signal::Leds => (
            "LED strip".to_owned(),
            "level shifter, then the strip's data input",
        ),
        Signal::Buzzer => ("buzzer".to_owned(), "base of its transistor"),
        Signal::Button(button) => (format!("button {button}"), "button to ground"),
        Signal::Adc(n) => (
            format!("analog input {n}"),
            "common pin of that input's multiplexers",
        ),
    }
}

/// Returns the purpose of a pin on this board, in words.
#[must_use]
pub fn duty(profile: &Profile, pad: Pad) -> String {
    let gpio = match pad {
        Pad::Gpio(gpio) => gpio,
        Pad::Ground => return "ground".to_owned(),
        Pad::AnalogGround => return "ground of the analog part".to_owned(),
        Pad::Run => return "free; to ground restarts".to_owned(),
        Pad::Reference => return "3.3 V of the analog part".to_owned(),
        Pad::Out3V3 => return "free".to_owned(),
        Pad::Enable3V3 => return "free".to_owned(),
        Pad::Supply => return "5 V through a Schottky diode".to_owned(),
        Pad::Usb => return "free; 5 V of the USB plug".to_owned(),
    };
    match profile.pins.used().find(|&(pin, _)| pin == gpio) {
        Some((_, signal)) if is_used(profile, signal) => meaning(signal).0,
        _ => "free".to_owned(),
    }
}
