//! The table under its sensors: a scene goes on, and every frame that is due
//! goes to whoever looks.

use super::judge::Eyes;
use crate::virtual_ring::measure::clocks::{Clocks, Stream};
use crate::virtual_ring::recording::{Recorder, WriteError};
use crate::virtual_ring::scene::Scene;
use crate::virtual_ring::script::Act;
use crate::virtual_ring::sensors::Sensors;
use crate::virtual_ring::sight::{Sight, part_of_step};
use rules_core::board::Profile;
use rules_core::time::Instant;
use std::io::Write;

/// Where a recording of the frames goes.
pub type Recording = Recorder<Box<dyn Write + Send>>;

/// A scene and the sensors that look at it.
pub struct Stage {
    scene: Scene,
    sensors: Sensors,
    clocks: Clocks,
    sight: Sight,
    recording: Option<Recording>,
    /// The first thing that went wrong in recording.
    failed: Option<WriteError>,
}

impl core::fmt::Debug for Stage {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Stage")
            .field("scene", &self.scene)
            .finish_non_exhaustive()
    }
}

impl Stage {
    /// A scene at power-up.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        scene: Scene,
        sensors: Sensors,
        recording: Option<Recording>,
    ) -> Self {
        Self {
            scene,
            sensors,
            clocks: Clocks::new(profile),
            sight: Sight::default(),
            recording,
            failed: None,
        }
    }

    /// The scene.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How long it has gone on.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.scene.world().now()
    }

    /// What is done next, after all that was to be done before.
    pub fn then(&mut self, act: Act) {
        self.scene.then(act);
    }

    /// Two milliseconds pass, if there is still something to do.
    pub fn advance(&mut self, eyes: &mut impl Eyes) -> bool {
        if !self.scene.advance() {
            return false;
        }
        let world = self.scene.world();
        let now = world.now();
        while let Some(due) = self.clocks.next_until(now) {
            let view = self.sight.at(world, part_of_step(now.since(due.at)));
            let recorded = match due.what {
                Stream::Curtain => self.sensors.curtain(due.index, view).map(|frame| {
                    eyes.curtain(due.known, &frame);
                    let to = self.recording.as_mut();
                    to.map_or(Ok(()), |it| it.curtain(&frame))
                }),
                Stream::Hall => self.sensors.hall(due.index, view).map(|scan| {
                    eyes.hall(due.known, &scan);
                    let to = self.recording.as_mut();
                    to.map_or(Ok(()), |it| it.hall(&scan))
                }),
            };
            if let Some(Err(error)) = recorded {
                self.failed.get_or_insert(error);
            }
        }
        eyes.poll(now);
        true
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// The first thing that went wrong with it.
    pub fn finish(self) -> Result<(), WriteError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        match self.recording {
            Some(recording) => recording.finish().map(|_| ()),
            None => Ok(()),
        }
    }
}
