//! A curtain with nothing in it. Beams can be darkened and sides unplugged by
//! hand, so that a builder's verbs have something to find.

use rules_core::board::Profile;
use rules_core::board::curtain::{Bit, Curtain, Plane};
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::frame::{CurtainFrame, Read, WORDS, mask_of};

/// A curtain with all beams lit.
#[derive(Debug)]
pub struct Clear {
    curtain: Curtain,
    /// The next frame.
    index: u32,
    plugged: ByEdge<bool>,
    dark: Vec<(Edge, Plane, u8)>,
}

impl Clear {
    /// The curtain of a board; a grid board has none.
    #[must_use]
    pub fn new(profile: &Profile) -> Option<Self> {
        Some(Self {
            curtain: profile.curtain?,
            index: 0,
            plugged: ByEdge::from_fn(|_| true),
            dark: Vec::new(),
        })
    }

    /// Pulls the plug of a side, or puts it back.
    pub fn plug(&mut self, edge: Edge, is_in: bool) {
        self.plugged[edge] = is_in;
    }

    /// Darkens a beam, counted from 0, or lets its light through.
    ///
    /// # Errors
    /// If there is no such beam.
    pub fn shade(
        &mut self,
        edge: Edge,
        plane: Plane,
        beam: u8,
        is_dark: bool,
    ) -> Result<(), String> {
        let beams = self.curtain.rows[plane];
        if beam >= beams {
            let number = u16::from(beam) + 1;
            return Err(format!(
                "there is no beam {number} in the {plane} plane; write 1 to {beams}"
            ));
        }
        self.dark.retain(|it| *it != (edge, plane, beam));
        if is_dark {
            self.dark.push((edge, plane, beam));
        }
        Ok(())
    }

    /// The next frame, whatever the time.
    #[must_use]
    pub fn peek(&self) -> CurtainFrame {
        let mut reads = [[u32::MAX; WORDS]; 5];
        for edge in Edge::ALL {
            if !self.plugged[edge] {
                continue;
            }
            for place in 0..self.curtain.bits {
                let Some(bit) = self.curtain.bit(edge, place) else {
                    continue;
                };
                match bit {
                    Bit::Strap(true) => {}
                    Bit::Strap(false) => {
                        for read in &mut reads {
                            pull_low(read, edge, place);
                        }
                    }
                    Bit::Beam(..) | Bit::Guard(_) if self.is_dark(edge, bit) => {}
                    Bit::Beam(..) | Bit::Guard(_) => {
                        let phase = self.curtain.phase(bit);
                        let own = phase.and_then(|phase| reads.get_mut(phase.index() + 1));
                        if let Some(read) = own {
                            pull_low(read, edge, place);
                        }
                    }
                }
            }
        }
        CurtainFrame {
            index: self.index,
            reads,
        }
    }

    /// Goes on to the one after it.
    pub const fn advance(&mut self) {
        self.index += 1;
    }

    /// How it is wired.
    #[must_use]
    pub const fn curtain(&self) -> &Curtain {
        &self.curtain
    }

    fn is_dark(&self, edge: Edge, bit: Bit) -> bool {
        let Bit::Beam(plane, n) = bit else {
            return false;
        };
        self.dark.contains(&(edge, plane, n))
    }
}

fn pull_low(read: &mut Read, edge: Edge, place: u8) {
    if let Some(word) = read.get_mut(usize::from(place / 8)) {
        *word &= !mask_of(edge, place);
    }
}
