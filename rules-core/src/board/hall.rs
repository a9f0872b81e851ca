//! Analog channels: Hall sensors, reflective sensors and references behind multiplexers
//! on three inputs of the ADC.
//!
//! At each address the ADC samples its three inputs in turn: one round to let the
//! multiplexer settle, and four rounds that are summed. A channel's number is `address
//! * 3 + input`.

use crate::place::{Edge, Post};
use crate::time::Span;
use core::fmt;

/// Largest possible number of analog channels: two banks of 16 addresses on three inputs.
pub const MAX_CHANNELS: usize = 96;

/// Number of addresses of one multiplexer. A bank is three multiplexers, one per input.
pub const BANK: usize = 16;

/// Number of ADC inputs, each behind one multiplexer of every bank.
pub const INPUTS: usize = 3;

/// Number of 12-bit ADC samples that are summed for one reading of a channel.
pub const OVERSAMPLE: u16 = 4;

/// Number of ADC samples discarded per channel after the address has changed, while the
/// multiplexer settles.
pub const DISCARD: u16 = 1;

/// Duration of one ADC conversion.
const CONVERSION: Span = Span::micros(2);

/// Analog channels of a board, in the order in which they are scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanPlan {
    /// Use of each channel, by channel number.
    pub channels: &'static [Channel],
}

impl ScanPlan {
    /// Returns the number of multiplexer addresses that a scan steps through.
    #[must_use]
    pub const fn addresses(&self) -> usize {
        // A third, rounded up. The RP2040 divides slowly and every scan calls this, so
        // it is a product, exact for far more channels than there can be.
        const { assert!(INPUTS == 3) };
        ((self.channels.len() + INPUTS - 1) * 43_691) >> 17
    }

    /// Returns the time from one scan of all channels to the next.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Profile};
    ///
    /// let scan = Profile::of(BoardId::Ring).hall;
    /// assert_eq!(scan.addresses(), 23);
    /// assert_eq!(scan.period().0, 690, "1.45 kHz");
    /// ```
    #[must_use]
    pub const fn period(&self) -> Span {
        let readings = self.addresses() * INPUTS * (DISCARD + OVERSAMPLE) as usize;
        Span(readings as u32 * CONVERSION.0)
    }

    /// Returns the time from a step of the address to the first reading that is used, on
    /// this ADC input.
    ///
    /// ```
    /// use rules_core::board::hall::ScanPlan;
    ///
    /// assert_eq!([0, 1, 2].map(|input| ScanPlan::settling(input).0), [6, 8, 10]);
    /// ```
    #[must_use]
    pub const fn settling(input: usize) -> Span {
        let readings = INPUTS * DISCARD as usize + input;
        Span(readings as u32 * CONVERSION.0)
    }

    /// Returns the number of the first channel with this role; `None` if the board has
    /// none.
    #[must_use]
    pub fn find(&self, role: Role) -> Option<usize> {
        self.channels
            .iter()
            .position(|channel| channel.role() == Some(role))
    }
}

/// Use of one analog channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Unconnected channel.
    Spare,
    /// Channel with a sensor or a reference: its role, and the part connected to it.
    Used(Role, SensorPart),
}

impl Channel {
    /// Returns the role of the channel; `None` for a spare one.
    #[must_use]
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Spare => None,
            Self::Used(role, _) => Some(role),
        }
    }

    /// Returns true if the source connected to the channel needs the longest time that the
    /// multiplexer can have to settle.
    const fn is_high_impedance(self) -> bool {
        match self {
            Self::Spare => false,
            Self::Used(_, part) => part.source() > LOW_IMPEDANCE,
        }
    }
}

/// Role of an analog channel: the place or quantity it observes. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Role {
    /// Hall sensor under a marker slot of a post: the slot's number.
    Slot(Post, u8),
    /// Hall sensor for a magnet of the platform docked at a post. The readings of two of
    /// these channels show which way round the platform lies.
    Dock(Post, u8),
    /// Hall sensor for the magnet in the element on the platform: 0 at the back, where
    /// the element rests, 1 at the ring's edge.
    Element(Post, u8),
    /// Reflective sensor for the element on the platform: 0 at the back, 1 at the ring's
    /// edge.
    Optic(Post, u8),
    /// Hall sensor in the ring's wall for magnets that pass or lie at this edge; numbered
    /// clockwise along it.
    Edge(Edge, u8),
    /// Hall sensor under a cell of a grid board.
    Cell(u8),
    /// Hall sensor away from all magnets, the reference for hum and drift.
    Quiet,
    /// Resistor divider of the reference voltage. It reads three quarters of full scale,
    /// where no sensor rests, so that a stuck address line cannot hide.
    Divider,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slot(post, n) => write!(f, "post {post} slot {}", n + 1),
            Self::Dock(post, n) => write!(f, "dock {post} magnet {}", n + 1),
            Self::Element(post, n) => write!(f, "platform {post} magnet {}", n + 1),
            Self::Optic(post, n) => write!(f, "platform {post} optic {}", n + 1),
            Self::Edge(edge, n) => write!(f, "{edge} edge magnet {}", n + 1),
            Self::Cell(n) => write!(f, "cell {}", n + 1),
            Self::Quiet => f.write_str("quiet reference"),
            Self::Divider => f.write_str("divider"),
        }
    }
}

/// Electronic part that an analog channel is connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensorPart {
    /// Hall sensor DRV5055A1: 0.0134 mT per ADC step.
    A1,
    /// Hall sensor DRV5055A2: 0.027 mT per ADC step.
    A2,
    /// Hall sensor DRV5055A3: 0.054 mT per ADC step.
    A3,
    /// Reflective sensor QRE1114GR, read as a voltage that rises with the reflected light.
    Reflective,
    /// Divider of two resistors.
    Resistors,
}

impl SensorPart {
    /// Returns the resistance of the part's output, in ohms: of the resistors around it,
    /// and for a Hall sensor, whose data sheet states none, a supposed upper bound.
    #[must_use]
    pub const fn source(self) -> u32 {
        match self {
            Self::A1 | Self::A2 | Self::A3 => 100,
            Self::Reflective => 10_000,
            // 10 kilohms beside 30.
            Self::Resistors => 7_500,
        }
    }
}

/// Highest resistance of a source that every input reads as well as the last one: a
/// tenth of the reflective sensors'.
const LOW_IMPEDANCE: u32 = 1_000;

/// Lays out the analog channels of a board: one divider per input at the address in
/// `dividers`; sources of high impedance on the last input, which has longest to settle;
/// all others in order around them. A divider's counterpart in the other bank is a Hall
/// sensor, whose level at rest shows when both banks are selected at once. Fails to
/// compile if there are more sensors than channels.
pub(super) const fn lay_out<const N: usize, const M: usize>(
    dividers: [usize; 3],
    others: &[Channel; M],
) -> [Channel; N] {
    let mut channels = [Channel::Spare; N];
    let mut input = 0;
    while input < INPUTS {
        channels[dividers[input] * INPUTS + input] =
            Channel::Used(Role::Divider, SensorPart::Resistors);
        input += 1;
    }
    channels = fill(channels, others, true);
    fill(channels, others, false)
}

/// True if the channel at the same place in the other bank is a divider.
const fn faces<const N: usize>(channels: &[Channel; N], n: usize) -> bool {
    let other = ((n / INPUTS) ^ BANK) * INPUTS + n % INPUTS;
    other < N && matches!(channels[other], Channel::Used(Role::Divider, _))
}

/// Gives spare channels to the sources of high impedance among these sensors, or to all
/// others, in order.
const fn fill<const N: usize, const M: usize>(
    mut channels: [Channel; N],
    sensors: &[Channel; M],
    high: bool,
) -> [Channel; N] {
    let (first, step) = if high { (INPUTS - 1, INPUTS) } else { (0, 1) };
    let (mut next, mut n) = (0, first);
    while next < M {
        if sensors[next].is_high_impedance() == high {
            while n < N && (!matches!(channels[n], Channel::Spare) || high && faces(&channels, n)) {
                n += step;
            }
            assert!(n < N, "more sensors than channels");
            channels[n] = sensors[next];
        }
        next += 1;
    }
    channels
}
