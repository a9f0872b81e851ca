//! Analog channels: Hall sensors, reflective sensors and references behind multiplexers
//! on three inputs of the converter.
//!
//! At each address the converter samples its three inputs in turn: one round to let the
//! multiplexer settle, and four rounds that are summed. A channel's number is `address
//! * 3 + input`.

use crate::place::{Edge, Post};
use crate::time::Span;
use core::fmt;

/// Largest possible number of channels: two banks of 16 addresses on three inputs.
pub const MOST_CHANNELS: usize = 96;

/// Number of addresses of one multiplexer, and therefore of a bank of them.
pub const BANK: usize = 16;

/// Number of analog inputs.
pub const INPUTS: usize = 3;

/// Number of 12-bit samples that are summed for one value.
pub const OVERSAMPLE: u16 = 4;

/// Number of samples discarded after the address has changed.
pub const DISCARD: u16 = 1;

/// Duration of one conversion.
const CONVERSION: Span = Span::micros(2);

/// Channels of a board, and the order in which they are scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanPlan {
    /// Use of each channel, by channel number.
    pub channels: &'static [Channel],
}

impl ScanPlan {
    /// Returns the number of addresses that are stepped through.
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

    /// Returns the number of the channel with this role; `None` if the board has none.
    #[must_use]
    pub fn find(&self, role: Role) -> Option<usize> {
        self.channels
            .iter()
            .position(|channel| channel.role() == Some(role))
    }
}

/// Use of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Unconnected channel.
    Spare,
    /// Channel with a sensor or a reference.
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
}

/// Role of a channel: the place or quantity it observes. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Role {
    /// Marker in a slot of a post.
    Slot(Post, u8),
    /// Magnet of the platform at the corner of a post. Two of these channels see a
    /// pattern that shows which way round the platform lies.
    Dock(Post, u8),
    /// Magnet in the element on the platform: 0 at rest, at the back; 1 at the ring's
    /// edge.
    Element(Post, u8),
    /// Light reflected by the element on the platform: 0 at the back, 1 at the ring's
    /// edge.
    Optic(Post, u8),
    /// Magnet that passes or lies at an edge; numbered clockwise along it.
    Edge(Edge, u8),
    /// Cell of a grid board.
    Cell(u8),
    /// Hall sensor away from all magnets, for hum and drift.
    Quiet,
    /// Divider of the reference voltage: three quarters of full scale, where no sensor
    /// rests, so that a stuck address line cannot hide.
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

/// Part that a channel is connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensorPart {
    /// DRV5055A1: 0.0134 mT per ADC step.
    A1,
    /// DRV5055A2: 0.027 mT per ADC step.
    A2,
    /// DRV5055A3: 0.054 mT per ADC step.
    A3,
    /// QRE1113, read as a voltage that rises with the reflected light.
    Reflective,
    /// Two resistors.
    Resistors,
}

/// Lays out channels: one divider per input at its address, all others in order around
/// them. A compile-time error if there are more sensors than channels.
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
    let (mut next, mut n) = (0, 0);
    while n < N && next < M {
        if matches!(channels[n], Channel::Spare) {
            channels[n] = others[next];
            next += 1;
        }
        n += 1;
    }
    assert!(next == M, "more sensors than channels");
    channels
}
