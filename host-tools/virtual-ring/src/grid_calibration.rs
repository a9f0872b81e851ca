//! Calibration of a grid board drawn by lot, as its builder makes it: the ring's own guide,
//! an empty board, then a piece of each strength on the middle cell.
//!
//! The guide takes one second for each step, at nominal noise: in louder surroundings it
//! asks for a quieter hour. What has changed when people play, warmth and age, is
//! [`Noise::tolerance`].

use crate::sensors::{GridView, HallBuild, Noise, NoiseLevel, Sensors};
use rules_core::board::hall::Role;
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::guide::{CalibrationStep, Guide, StepRefusal, StepResult};
use rules_core::sensing::magnet::{Magnet, Polarity};

/// Grid board drawn by lot, with the calibration that its builder made.
#[derive(Debug, Clone)]
pub struct GridLot {
    /// Sensors and magnets of the board.
    pub build: HallBuild,
    /// Calibration of the board.
    pub calibration: Calibration,
}

impl GridLot {
    /// Draws the sensors and magnets of a board from a seed, and calibrates it.
    ///
    /// # Errors
    /// `StepRefusal` if the guide refuses a step: it names the sensor and what to do.
    ///
    /// ```
    /// use rules_core::board::{BoardId, Dimensions, Profile};
    /// use virtual_ring::grid_calibration::GridLot;
    ///
    /// let (board, sizes) = (Profile::of(BoardId::GridHex), Dimensions::ASSUMED);
    /// let lot = GridLot::draw(board, &sizes, 1).expect("the guide takes it");
    /// assert_eq!(lot.calibration.board, BoardId::GridHex);
    /// ```
    pub fn draw(
        profile: &'static Profile,
        dimensions: &Dimensions,
        seed: u64,
    ) -> Result<Self, StepRefusal> {
        let build = HallBuild::drawn(seed);
        let noise = Noise {
            tolerance: 0.0,
            ..Noise::for_level(NoiseLevel::Nominal)
        };
        let sensors = Sensors::new(profile, dimensions, noise, &[], seed);
        let sensors = sensors.with_hall_build(dimensions, build);
        let calibration = follow_guide(profile, sensors)?;
        Ok(Self { build, calibration })
    }
}

/// Does every step of the guide, and returns the calibration.
fn follow_guide(
    profile: &'static Profile,
    mut sensors: Sensors,
) -> Result<Calibration, StepRefusal> {
    let nominal = Calibration::nominal(profile);
    let mut guide = Guide::new(profile, &nominal);
    let roles = profile.hall.channels.iter().map(|channel| channel.role());
    let cells = roles.filter(|role| matches!(role, Some(Role::Cell(_))));
    let mut view = GridView::default();
    view.cells.resize(cells.count(), None);
    let mut scans = 0..;
    while let Some(step) = guide.wants() {
        view.cells.fill(None);
        if let (CalibrationStep::Piece(strength), Some(cell)) = (step, guide.middle_cell()) {
            view.cells[usize::from(cell)] = Some(Magnet {
                polarity: Polarity::Plus,
                strength,
            });
        }
        guide.ready();
        for index in scans.by_ref() {
            let scan = sensors.hall_grid(index, &view);
            match scan.and_then(|scan| guide.add_scan(&scan)) {
                None => {}
                Some(StepResult::Taken) => break,
                Some(StepResult::Refused(why)) => return Err(why),
            }
        }
    }
    Ok(guide.finish().cloned().unwrap_or(nominal))
}
