//! Command-line syntax of faults: parses and prints `stuck-dark:3@5`.

use super::fault::{Fault, FaultEntry, LIST, ONSET, SensorFaultKind};
use core::fmt;
use core::str::FromStr;
use host_core::spelling::nearest;
use rules_core::time::Instant;

impl fmt::Display for Fault {
    /// Writes the fault as on a command line: `stuck-dark:3@5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.kind, self.onset.0 as f64 / 1e6)
    }
}

impl fmt::Display for SensorFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Gaussian { lsb } => write!(f, "gaussian:{lsb}"),
            Self::E11 => f.write_str("e11"),
            Self::Hum { microtesla } => write!(f, "hum:{}", f64::from(microtesla) / 1000.0),
            Self::Ambient { hertz, percent } => write!(f, "ambient-{hertz}:{percent}"),
            Self::Pwm { hertz } => write!(f, "pwm:{hertz}"),
            Self::Sun => f.write_str("sun-step"),
            Self::Remote => f.write_str("remote-bursts"),
            Self::Drift { lsb } => write!(f, "drift:{lsb}"),
            Self::Step { lsb } => write!(f, "step:{lsb}"),
            Self::LedAgeing => f.write_str("led-ageing"),
            Self::StuckDark { count } => write!(f, "stuck-dark:{count}"),
            Self::StuckLit { count } => write!(f, "stuck-lit:{count}"),
            Self::Flaky { count } => write!(f, "flaky:{count}"),
            Self::DeadLed { count } => write!(f, "dead-led:{count}"),
            Self::HallStuck { count } => write!(f, "hall-stuck:{count}"),
            Self::HallFlaky { count } => write!(f, "hall-flaky:{count}"),
            Self::Crosstalk { permille } => {
                write!(f, "crosstalk:{}", f64::from(permille) / 10.0)
            }
            Self::MuxLine { line, high } => write!(f, "mux-s{line}:{}", u8::from(high)),
            Self::EnStuck => f.write_str("en-stuck"),
            Self::ChainSlip => f.write_str("chain-slip"),
            Self::ChainBroken => f.write_str("chain-broken"),
            Self::LanesSwapped => f.write_str("lanes-swapped"),
            Self::Dropped { frames } => write!(f, "dropped-frames:{frames}"),
            Self::Stall { millis } => write!(f, "stall:{millis}"),
            Self::LedLight => f.write_str("led-light"),
        }
    }
}

impl FromStr for Fault {
    type Err = FaultParseError;

    /// Parses a fault as on a command line.
    ///
    /// ```
    /// use virtual_ring::sensors::{Fault, SensorFaultKind};
    ///
    /// let fault: Fault = "stuck-dark:3@2.5".parse()?;
    /// assert_eq!(fault.kind, SensorFaultKind::StuckDark { count: 3 });
    /// assert_eq!(fault.onset.0, 2_500_000);
    /// # Ok::<(), virtual_ring::sensors::FaultParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, FaultParseError> {
        let (word, onset) = match text.split_once('@') {
            None => (text, ONSET),
            Some((word, seconds)) => (word, onset(seconds)?),
        };
        let (name, value) = match word.split_once(':') {
            None => (word, None),
            Some((name, value)) => (name, Some(value)),
        };
        let entry = (LIST.iter().find(|entry| entry.name == name))
            .ok_or_else(|| FaultParseError::Name(name.to_owned()))?;
        let wrong = || FaultParseError::Value {
            entry,
            value: value.unwrap_or_default().to_owned(),
        };
        if value.is_some() && entry.values.is_empty() {
            return Err(wrong());
        }
        let value = value.or(entry.values.first().copied()).unwrap_or("0");
        let number: f64 = value.parse().map_err(|_| wrong())?;
        let kind = kind(name, number).ok_or_else(wrong)?;
        Ok(Self { kind, onset })
    }
}

fn onset(seconds: &str) -> Result<Instant, FaultParseError> {
    match seconds.parse::<f64>() {
        // A week is longer than any run.
        Ok(seconds) if (0.0..=604_800.0).contains(&seconds) => {
            Ok(Instant(libm::round(seconds * 1e6) as u64))
        }
        _ => Err(FaultParseError::Onset(seconds.to_owned())),
    }
}

/// Returns the kind with this name and value; `None` if the value is out of range.
fn kind(name: &str, value: f64) -> Option<SensorFaultKind> {
    let whole = |most: u16| {
        let fits = value.fract() == 0.0 && (1.0..=f64::from(most)).contains(&value);
        fits.then_some(value as u16)
    };
    let small = |most: u8| whole(u16::from(most)).map(|value| value as u8);
    let scaled = |by: f64, most: u16| {
        let scaled = libm::round(value * by);
        (1.0..=f64::from(most))
            .contains(&scaled)
            .then_some(scaled as u16)
    };
    let ambient = |hertz| small(100).map(|percent| SensorFaultKind::Ambient { hertz, percent });
    let mux = |line| match value {
        0.0 => Some(SensorFaultKind::MuxLine { line, high: false }),
        1.0 => Some(SensorFaultKind::MuxLine { line, high: true }),
        _ => None,
    };
    match name {
        "gaussian" => small(50).map(|lsb| SensorFaultKind::Gaussian { lsb }),
        "e11" => Some(SensorFaultKind::E11),
        "hum" => scaled(1000.0, 5000).map(|microtesla| SensorFaultKind::Hum { microtesla }),
        "ambient-100" => ambient(100),
        "ambient-120" => ambient(120),
        "pwm" => whole(20_000).map(|hertz| SensorFaultKind::Pwm { hertz }),
        "sun-step" => Some(SensorFaultKind::Sun),
        "remote-bursts" => Some(SensorFaultKind::Remote),
        "drift" => small(200).map(|lsb| SensorFaultKind::Drift { lsb }),
        "step" => small(200).map(|lsb| SensorFaultKind::Step { lsb }),
        "led-ageing" => Some(SensorFaultKind::LedAgeing),
        "stuck-dark" => small(20).map(|count| SensorFaultKind::StuckDark { count }),
        "stuck-lit" => small(20).map(|count| SensorFaultKind::StuckLit { count }),
        "flaky" => small(20).map(|count| SensorFaultKind::Flaky { count }),
        "dead-led" => small(20).map(|count| SensorFaultKind::DeadLed { count }),
        "hall-stuck" => small(20).map(|count| SensorFaultKind::HallStuck { count }),
        "hall-flaky" => small(20).map(|count| SensorFaultKind::HallFlaky { count }),
        "crosstalk" => scaled(10.0, 200).map(|permille| SensorFaultKind::Crosstalk {
            permille: permille as u8,
        }),
        "mux-s0" => mux(0),
        "mux-s1" => mux(1),
        "mux-s2" => mux(2),
        "mux-s3" => mux(3),
        "mux-s4" => mux(4),
        "en-stuck" => Some(SensorFaultKind::EnStuck),
        "chain-slip" => Some(SensorFaultKind::ChainSlip),
        "chain-broken" => Some(SensorFaultKind::ChainBroken),
        "lanes-swapped" => Some(SensorFaultKind::LanesSwapped),
        "dropped-frames" => small(100).map(|frames| SensorFaultKind::Dropped { frames }),
        "stall" => whole(5000).map(|millis| SensorFaultKind::Stall { millis }),
        "led-light" => Some(SensorFaultKind::LedLight),
        _ => None,
    }
}

/// Reason why a text is not a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultParseError {
    /// The text does not begin with the name of a fault.
    Name(String),
    /// The fault cannot have this value.
    Value {
        /// Catalogue entry of the fault.
        entry: &'static FaultEntry,
        /// Value as it was written.
        value: String,
    },
    /// The text after `@` is not a valid onset in seconds.
    Onset(String),
}

/// Returns the names of all faults, in the order of the catalogue.
fn names() -> impl Iterator<Item = &'static str> {
    LIST.iter().map(|entry| entry.name)
}

impl fmt::Display for FaultParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                write!(f, "unknown fault \"{name}\"; ")?;
                match nearest(name, names()) {
                    Some(near) => write!(f, "did you mean \"{near}\"?"),
                    None => {
                        let all: Vec<&str> = names().collect();
                        write!(f, "write one of {}", all.join(", "))
                    }
                }
            }
            Self::Value { entry, value } if entry.values.is_empty() => {
                let name = entry.name;
                write!(
                    f,
                    "the fault \"{name}\" takes no value, leave out \":{value}\""
                )
            }
            Self::Value { entry, value } => {
                let (name, first) = (entry.name, entry.values.join(", "));
                write!(
                    f,
                    "\"{value}\" is not a value for the fault \"{name}\"; write one like {first}"
                )
            }
            Self::Onset(text) => write!(
                f,
                "\"{text}\" is not a second in which a fault can begin; write a number like 5 or 2.5"
            ),
        }
    }
}

impl core::error::Error for FaultParseError {}
