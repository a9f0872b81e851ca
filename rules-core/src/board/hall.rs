//! The analog channels: Hall sensors, reflective sensors and references behind
//! multiplexers on three inputs of the converter.
//!
//! At each address the converter goes round its three inputs: once to let the
//! multiplexer settle, and four times to add up. A channel's number is `address * 3 + input`.

use crate::place::{Edge, Post};
use crate::time::Span;
use core::fmt;

/// The most channels there can be: two banks of 16 addresses on three inputs.
pub const MOST_CHANNELS: usize = 96;

/// Addresses of one multiplexer, and so of a bank of them.
pub const BANK: usize = 16;

/// Analog inputs.
pub const INPUTS: usize = 3;

/// Readings that are added up for one value; they are 12 bits each.
pub const OVERSAMPLE: u16 = 4;

/// Readings thrown away after the address has changed.
pub const DISCARD: u16 = 1;

/// One conversion.
const CONVERSION: Span = Span::micros(2);

/// What is scanned and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scan {
    /// What hangs on each channel, by channel number.
    pub channels: &'static [Channel],
}

impl Scan {
    /// Addresses that are stepped through.
    #[must_use]
    pub const fn addresses(&self) -> usize {
        // A third, rounded up. The chip divides slowly, and asks for this with every
        // scan; so by a product, exact for far more channels than there can be.
        const { assert!(INPUTS == 3) };
        ((self.channels.len() + INPUTS - 1) * 43_691) >> 17
    }

    /// From one scan of all channels to the next.
    ///
    /// ```
    /// use rules_core::board::{Name, Profile};
    ///
    /// let scan = Profile::of(Name::Ring).hall;
    /// assert_eq!(scan.addresses(), 23);
    /// assert_eq!(scan.period().0, 690, "1.45 kHz");
    /// ```
    #[must_use]
    pub const fn period(&self) -> Span {
        let readings = self.addresses() * INPUTS * (DISCARD + OVERSAMPLE) as usize;
        Span(readings as u32 * CONVERSION.0)
    }

    /// The channel that does this.
    #[must_use]
    pub fn find(&self, role: Role) -> Option<usize> {
        self.channels.iter().position(|it| it.role() == Some(role))
    }
}

/// What hangs on a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Nothing.
    Spare,
    /// A sensor.
    Used(Role, Part),
}

impl Channel {
    /// What it is for.
    #[must_use]
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Spare => None,
            Self::Used(role, _) => Some(role),
        }
    }
}

/// What a channel looks at. Numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Role {
    /// A marker in a slot of a post.
    Slot(Post, u8),
    /// A magnet of the platform at the corner of a post: two of them see a
    /// pattern that tells which way round it lies.
    Dock(Post, u8),
    /// A magnet in the element on the platform: 0 at rest, at the back; 1 at the
    /// ring's edge.
    Element(Post, u8),
    /// Light thrown back by the element on the platform: 0 at the back, 1 at the
    /// ring's edge.
    Optic(Post, u8),
    /// A magnet that passes or lies at an edge, clockwise along it.
    Edge(Edge, u8),
    /// A cell of a grid board.
    Cell(u8),
    /// A Hall sensor away from everything: hum and drift.
    Quiet,
    /// A divider of the reference voltage: three quarters of full scale, where
    /// no sensor rests, so that a stuck address line cannot hide.
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

/// What a sensor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// DRV5055A1: 0.0134 mT per step of the converter.
    A1,
    /// DRV5055A2: 0.027 mT.
    A2,
    /// DRV5055A3: 0.054 mT.
    A3,
    /// QRE1113, read as a voltage that rises with the light thrown back.
    Reflective,
    /// Two resistors.
    Resistors,
}

/// Lays out channels: the dividers at their addresses, everything else in order
/// around them.
pub(super) const fn lay_out<const N: usize, const M: usize>(
    dividers: [usize; 3],
    others: &[Channel; M],
) -> [Channel; N] {
    let mut channels = [Channel::Spare; N];
    let mut input = 0;
    while input < INPUTS {
        channels[dividers[input] * INPUTS + input] = Channel::Used(Role::Divider, Part::Resistors);
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
