//! What lies on a board that an emulated Pico looks at: markers in their slots,
//! the platform at a corner, broken wires and darkened beams, as one frame and
//! one scan that are read again and again.
//!
//! The models of the sensors of the virtual ring say what is read; nothing makes
//! noise. Nothing moves either: pushes and falls are `dohyo emulate`.

use crate::live::bent::{Bent, sum_of};
use crate::live::clear::Clear;
use crate::live::words::{Happening, slot_of};
use crate::virtual_ring::sensors::{GridView, Level, Noise, Sensors};
use crate::virtual_ring::space::{Docking, View};
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::place::Place;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::sensing::frame::{CurtainFrame, HallScan};

/// A platform that lies askew reads as so many percent of one that lies well:
/// just enough to be felt.
const ASKEW: i32 = 55;

/// What lies on a board.
#[derive(Debug)]
pub struct Laid {
    profile: &'static Profile,
    sensors: Sensors,
    curtain: Option<Clear>,
    view: View,
    /// The platform lies as it should.
    is_straight: bool,
    bent: Bent,
}

impl Laid {
    /// Nothing.
    #[must_use]
    pub fn new(board: Name) -> Self {
        let profile = Profile::of(board);
        let noise = Noise::of(Level::Off);
        Self {
            profile,
            sensors: Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1),
            curtain: Clear::new(profile),
            view: View::default(),
            is_straight: true,
            bent: Bent::new(profile),
        }
    }

    /// Something is laid down, taken away or broken.
    ///
    /// # Errors
    /// If this board has no place for it.
    pub fn change(&mut self, happening: &Happening) -> Result<(), String> {
        match *happening {
            Happening::Marker(post, colour, there) => {
                self.needs_a_ring()?;
                let slot = usize::from(slot_of(colour));
                if let Some(slot) = self.view.markers[post].get_mut(slot) {
                    *slot = there.then(|| magnet_of(colour));
                }
            }
            Happening::Docked {
                post,
                facing,
                is_sure,
            } => {
                self.needs_a_ring()?;
                let place = Place::Corner(post);
                self.view.platform = Some(Docking { place, facing });
                self.is_straight = is_sure;
            }
            Happening::Lifted => self.view.platform = None,
            Happening::Channel(number, steps) => self.bent.bend(number, steps)?,
            Happening::Plug(edge, is_in) => self.curtain()?.plug(edge, is_in),
            Happening::Shade(edge, plane, beam, is_dark) => {
                self.curtain()?.shade(edge, plane, beam, is_dark)?;
            }
            Happening::Press(_) | Happening::Say(_) => {
                return Err("nothing is laid down by that".to_owned());
            }
        }
        Ok(())
    }

    /// The frame, if this board has a curtain.
    #[must_use]
    pub fn frame(&self) -> Option<CurtainFrame> {
        self.curtain.as_ref().map(Clear::peek)
    }

    /// The scan.
    pub fn scan(&mut self) -> Option<HallScan> {
        let mut scan = self.look(self.view.clone())?;
        if !self.is_straight {
            let bare = self.look(View {
                platform: None,
                ..self.view.clone()
            })?;
            for (sum, bare) in scan.sums.iter_mut().zip(bare.sums) {
                let (with, without) = (i32::from(*sum), i32::from(bare));
                *sum = sum_of(without + (with - without) * ASKEW / 100);
            }
        }
        self.bent.apply(&mut scan.sums);
        Some(scan)
    }

    fn look(&mut self, view: View) -> Option<HallScan> {
        match self.profile.curtain {
            Some(_) => self.sensors.hall(0, &view),
            None => self.sensors.hall_grid(0, &GridView::default()),
        }
    }

    fn needs_a_ring(&self) -> Result<(), String> {
        match self.profile.curtain {
            Some(_) => Ok(()),
            None => Err(
                "this board has no posts and no platform; start one with --board ring".to_owned(),
            ),
        }
    }

    fn curtain(&mut self) -> Result<&mut Clear, String> {
        let curtain = self.curtain.as_mut();
        curtain.ok_or_else(|| "this board has no beams; start one with --board ring".to_owned())
    }
}
