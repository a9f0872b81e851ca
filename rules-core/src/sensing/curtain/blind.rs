//! Sides over which a small body could fall unseen: so many beams beside each
//! other are not looked at, or dazzled, that it fits between those that see.
//!
//! Nobody can say what such a side did not see, so it is said that it does not
//! see, and whoever judges asks people. Beams of both planes count: a body that
//! passes one of them is noticed.

use super::sight::Sight;
use crate::board::curtain::{ByPlane, Curtain, Plane};
use crate::board::{Dimensions, Micrometres};
use crate::place::{ByEdge, Edge, Edges};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;

/// Frames of a window in which a side was dazzled or not read at all that are
/// enough to miss a fall: 10 ms.
const ENOUGH: u16 = 25;

/// A body covers a beam surely if it reaches so far beyond it.
const OVERLAP: Micrometres = Micrometres::mm(2);

/// Where the curtain cannot see.
#[derive(Debug, Clone)]
pub(super) struct Blindness {
    rows: ByPlane<u8>,
    /// A gap of more than this many quarters of the pitch lets a body through.
    widest: u32,
    state: State,
}

#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct State {
    /// Sides with a gap among the beams that are looked at.
    gaps: Edges,
    /// Frames of this window that each side could not see.
    dazzled: ByEdge<u16>,
    /// Sides said to be blind.
    said: Edges,
}

impl Blindness {
    pub fn new(curtain: &Curtain, dimensions: &Dimensions) -> Self {
        let discs = dimensions.diameters.0.into_iter();
        let smallest = discs.fold(dimensions.token.0, |least, it| least.min(it.0));
        let quarter = (curtain.pitch(dimensions, Plane::Upper).0 / 4).max(1);
        // What all beams together leave is as good as it gets.
        let built = if curtain.rows[Plane::Lower] > 0 { 2 } else { 4 };
        Self {
            rows: curtain.rows,
            widest: (smallest.saturating_sub(OVERLAP.0) / quarter).max(built),
            state: State::default(),
        }
    }

    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry(&mut self.state);
    }

    /// Whether a small body fits between the beams that are not among these.
    pub fn is_gap(&self, unseen: &ByPlane<u32>) -> bool {
        // As good as it gets: nothing fits between beams that all see.
        if unseen.0 == [0; 2] {
            return false;
        }
        let both = self.rows[Plane::Lower] > 0;
        // In quarters of the pitch: the planes are staggered by half of it.
        let first = if both { 1 } else { 2 };
        let mut last_seen = 0;
        for beam in 0..u32::from(self.rows[Plane::Upper]) {
            for (plane, at) in [(Plane::Upper, first), (Plane::Lower, 3)] {
                if plane == Plane::Lower && !both || unseen[plane] >> beam & 1 == 1 {
                    continue;
                }
                let here = 4 * beam + at;
                if here - last_seen > self.widest {
                    return true;
                }
                last_seen = here;
            }
        }
        4 * u32::from(self.rows[Plane::Upper]) - last_seen > self.widest
    }

    /// These sides have a gap among the beams that are looked at.
    pub const fn look_away(&mut self, gaps: Edges) {
        self.state.gaps = gaps;
    }

    /// These sides could not see in this frame.
    pub fn dazzle(&mut self, gaps: Edges) {
        for edge in gaps.iter() {
            let frames = &mut self.state.dazzled[edge];
            *frames = frames.saturating_add(1);
        }
    }

    /// So many frames were not read at all.
    pub fn lose(&mut self, frames: u32) {
        let lost = u16::try_from(frames).unwrap_or(u16::MAX);
        for edge in Edge::ALL {
            let frames = &mut self.state.dazzled[edge];
            *frames = frames.saturating_add(lost);
        }
    }

    /// Says which sides have become blind.
    pub fn speak(&mut self, say: &mut dyn FnMut(Sight)) {
        for edge in Edge::ALL {
            let blind = self.state.gaps.contains(edge) || self.state.dazzled[edge] >= ENOUGH;
            if blind && !self.state.said.contains(edge) {
                self.state.said = self.state.said.with(edge);
                say(Sight::Blind(edge));
            }
        }
    }

    /// A window is over; says which sides see again.
    pub fn close(&mut self, say: &mut dyn FnMut(Sight)) {
        for edge in self.state.said.iter() {
            if !self.state.gaps.contains(edge) && self.state.dazzled[edge] < ENOUGH {
                self.state.said = self.state.said.without(edge);
                say(Sight::Sighted(edge));
            }
        }
        self.state.dazzled = ByEdge::default();
    }
}

#[cfg(test)]
mod tests {
    use super::Blindness;
    use crate::board::curtain::{ByPlane, Plane};
    use crate::board::{Dimensions, Name, Profile};

    fn gap(name: Name, upper: u32, lower: u32) -> Option<bool> {
        let curtain = Profile::of(name).curtain?;
        let blindness = Blindness::new(&curtain, &Dimensions::ASSUMED);
        let mut unseen = ByPlane::default();
        (unseen[Plane::Upper], unseen[Plane::Lower]) = (upper, lower);
        Some(blindness.is_gap(&unseen))
    }

    #[test]
    fn a_gap_is_where_a_small_disc_passes_no_beam_that_sees() {
        let ring = |upper, lower| gap(Name::Ring, upper, lower);
        assert_eq!(ring(0, 0), Some(false));
        assert_eq!(ring(u32::MAX, 0), Some(false), "the other plane sees");
        assert_eq!(ring(0b10, 0b10), Some(false), "15 mm");
        assert_eq!(ring(0b110, 0b10), Some(true), "20 mm");
        assert_eq!(ring(0b111, 0b11), Some(true), "at the end of the side");
        assert_eq!(ring(u32::MAX, u32::MAX), Some(true));
    }

    #[test]
    fn with_one_plane_one_beam_is_a_gap() {
        assert_eq!(gap(Name::RingLite, 0, 0), Some(false));
        assert_eq!(gap(Name::RingLite, 0b1000, 0), Some(true));
    }
}
