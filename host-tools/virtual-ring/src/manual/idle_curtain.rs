//! Idle light curtain: all beams lit. Beams can be darkened and sides unplugged by command,
//! so that the verbs for builders have something to find.

use rules_core::board::Profile;
use rules_core::board::curtain::{ChainBit, Curtain, Plane};
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::frame::{CurtainFrame, CurtainRead, WORDS, mask_of};

/// Light curtain with all beams lit, except those darkened by command.
#[derive(Debug)]
pub struct IdleCurtain {
    curtain: Curtain,
    /// Number of the next curtain frame.
    index: u32,
    plugged: ByEdge<bool>,
    dark: Vec<(Edge, Plane, u8)>,
}

impl IdleCurtain {
    /// Creates the curtain of a board; `None` for a grid board, which has none.
    #[must_use]
    pub fn new(profile: &Profile) -> Option<Self> {
        Some(Self {
            curtain: profile.curtain?,
            index: 0,
            plugged: ByEdge::from_fn(|_| true),
            dark: Vec::new(),
        })
    }

    /// Plugs the detector cable of a side in, or unplugs it.
    pub fn set_connected(&mut self, edge: Edge, is_in: bool) {
        self.plugged[edge] = is_in;
    }

    /// Darkens the beam with this number, counted from 0, or lights it again.
    ///
    /// # Errors
    /// A sentence if the plane has no such beam.
    pub fn set_dark(
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
        self.dark.retain(|dark| *dark != (edge, plane, beam));
        if is_dark {
            self.dark.push((edge, plane, beam));
        }
        Ok(())
    }

    /// Returns the next curtain frame without advancing to it.
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
                    ChainBit::Strap(true) => {}
                    ChainBit::Strap(false) => {
                        for read in &mut reads {
                            pull_low(read, edge, place);
                        }
                    }
                    ChainBit::Beam(..) if self.is_dark(edge, bit) => {}
                    ChainBit::Beam(..) => {
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

    /// Advances to the following curtain frame.
    pub const fn advance(&mut self) {
        self.index += 1;
    }

    /// Returns the wiring of the curtain.
    #[must_use]
    pub const fn curtain(&self) -> &Curtain {
        &self.curtain
    }

    fn is_dark(&self, edge: Edge, bit: ChainBit) -> bool {
        let ChainBit::Beam(plane, n) = bit else {
            return false;
        };
        self.dark.contains(&(edge, plane, n))
    }
}

fn pull_low(read: &mut CurtainRead, edge: Edge, place: u8) {
    if let Some(word) = read.get_mut(usize::from(place / 8)) {
        *word &= !mask_of(edge, place);
    }
}
