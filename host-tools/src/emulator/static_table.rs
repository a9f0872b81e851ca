//! Static table in front of an emulated Pico: markers in their slots, the platform at a
//! corner, broken wires and dark beams, as one frame and one scan that are read repeatedly.
//!
//! The sensor models of the virtual ring provide the readings, without noise. Nothing
//! moves: for pushes and falls use `dohyo emulate`.

use host_core::table_event::observation::slot_of;
use host_core::table_event::{
    Disturbance, EventDriver, MarkerChange, MarkerEvent, MarkerName, Sureness, TableEvent,
};
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use virtual_ring::geometry::{Docking, WorldView};
use virtual_ring::manual::channel_offsets::{ChannelOffsets, sum_of};
use virtual_ring::manual::idle_curtain::IdleCurtain;
use virtual_ring::sensors::{GridView, Noise, NoiseLevel, Sensors};

/// Reading of a platform that lies askew, in percent of one in its place: just enough to be
/// recognised.
const ASKEW: i32 = 55;

/// Objects on a board, and faults of its wiring.
#[derive(Debug)]
pub struct StaticTable {
    profile: &'static Profile,
    sensors: Sensors,
    curtain: Option<IdleCurtain>,
    view: WorldView,
    /// True if the platform lies straight in its place, false if askew.
    is_straight: bool,
    bent: ChannelOffsets,
}

impl StaticTable {
    /// Creates an empty board without faults.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        let profile = Profile::of(board);
        let noise = Noise::for_level(NoiseLevel::Off);
        Self {
            profile,
            sensors: Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1),
            curtain: IdleCurtain::new(profile),
            view: WorldView::default(),
            is_straight: true,
            bent: ChannelOffsets::new(profile),
        }
    }

    /// Places or removes an object, or breaks a wire or beam, as the event says.
    ///
    /// # Errors
    /// A sentence if the board has no place for it.
    pub fn change(&mut self, event: &TableEvent) -> Result<(), String> {
        match *event {
            TableEvent::Marker(MarkerEvent {
                change,
                post,
                owner: Some(MarkerName::Colour(colour)),
                slot,
                sureness: Sureness::Sure,
            }) => {
                self.needs_a_ring()?;
                let slot = usize::from(slot.unwrap_or(slot_of(colour)));
                if let Some(slot) = self.view.markers[post].get_mut(slot) {
                    *slot = match change {
                        MarkerChange::Set => Some(magnet_of(colour)),
                        MarkerChange::Take => None,
                    };
                }
            }
            TableEvent::Dock {
                place,
                facing,
                sureness,
            } => {
                self.needs_a_ring()?;
                self.view.platform = Some(Docking { place, facing });
                self.is_straight = sureness == Sureness::Sure;
            }
            TableEvent::Undock => self.view.platform = None,
            TableEvent::Disturbance(Disturbance::Channel(number, steps)) => {
                self.bent.set_offset(number, steps)?;
            }
            TableEvent::Disturbance(Disturbance::Cable(edge, is_in)) => {
                self.curtain()?.set_connected(edge, is_in);
            }
            TableEvent::Disturbance(Disturbance::Beam(edge, plane, beam, is_dark)) => {
                self.curtain()?.set_dark(edge, plane, beam, is_dark)?;
            }
            _ => {
                return Err(format!(
                    "nothing lies there then; {}",
                    EventDriver::Emulated.help()
                ));
            }
        }
        Ok(())
    }

    /// Returns the curtain frame of the table; `None` if the board has no curtain.
    #[must_use]
    pub fn frame(&self) -> Option<CurtainFrame> {
        self.curtain.as_ref().map(IdleCurtain::peek)
    }

    /// Returns the Hall scan of the table; `None` if the board has no analog channels.
    pub fn scan(&mut self) -> Option<HallScan> {
        let mut scan = self.scan_view(self.view.clone())?;
        if !self.is_straight {
            let bare = self.scan_view(WorldView {
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

    fn scan_view(&mut self, view: WorldView) -> Option<HallScan> {
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

    fn curtain(&mut self) -> Result<&mut IdleCurtain, String> {
        let curtain = self.curtain.as_mut();
        curtain.ok_or_else(|| "this board has no beams; start one with --board ring".to_owned())
    }
}
