//! Table with its sensors: advances a scene and delivers every due frame.

use super::ring_under_test::{FrameConsumer, MessageOutput, Output};
use crate::measure::clocks::{Clocks, FrameStream};
use crate::recording::{FrameRecorder, WriteError};
use crate::scene::Scene;
use crate::script::Act;
use crate::sensors::Sensors;
use crate::view_cache::{ViewCache, part_of_step};
use rules_core::board::Profile;
use rules_core::time::Instant;

/// Destination of a recording of the frames.
pub type FrameOutput = FrameRecorder<Box<dyn Output>>;

/// Recordings of a match; `None` for what is not recorded.
#[derive(Debug, Default)]
pub struct MatchOutputs {
    /// Messages of the ring, as a host records them.
    pub messages: Option<MessageOutput>,
    /// Raw frames that the ring judges.
    pub frames: Option<FrameOutput>,
}

/// Scene with the sensors that observe it.
pub struct SensorRig {
    scene: Scene,
    sensors: Sensors,
    clocks: Clocks,
    sight: ViewCache,
    recording: Option<FrameOutput>,
    /// First error of the recording; `None` while all writes succeed.
    failed: Option<WriteError>,
}

impl core::fmt::Debug for SensorRig {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Stage")
            .field("scene", &self.scene)
            .finish_non_exhaustive()
    }
}

impl SensorRig {
    /// Creates the rig of a scene, with its board just powered up.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        scene: Scene,
        sensors: Sensors,
        recording: Option<FrameOutput>,
    ) -> Self {
        Self {
            scene,
            sensors,
            clocks: Clocks::new(profile),
            sight: ViewCache::default(),
            recording,
            failed: None,
        }
    }

    /// Returns the simulated scene.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the simulated scene, for live hands.
    pub(crate) const fn scene_mut(&mut self) -> &mut Scene {
        &mut self.scene
    }

    /// Returns the time since power-up.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.scene.world().now()
    }

    /// Appends an act to the script of the scene.
    pub fn then(&mut self, act: Act) {
        self.scene.then(act);
    }

    /// Advances the scene by one step (2 ms) and delivers the due frames to `eyes`.
    /// Returns false if the script has ended.
    pub fn advance(&mut self, eyes: &mut impl FrameConsumer) -> bool {
        if !self.scene.advance() {
            return false;
        }
        self.deliver(eyes);
        true
    }

    /// Advances the scene by one step (2 ms), also if the script has ended, and delivers
    /// the due frames to `eyes`.
    pub(crate) fn advance_live(&mut self, eyes: &mut impl FrameConsumer) {
        self.scene.advance_live();
        self.deliver(eyes);
    }

    /// Delivers the frames that are due to `eyes`.
    fn deliver(&mut self, eyes: &mut impl FrameConsumer) {
        let world = self.scene.world();
        let now = world.now();
        while let Some(due) = self.clocks.next_until(now) {
            let view = self.sight.at(world, part_of_step(now.since(due.at)));
            let recorded = match due.what {
                FrameStream::Curtain => self.sensors.curtain(due.index, view).map(|frame| {
                    eyes.curtain(due.known, &frame);
                    let to = self.recording.as_mut();
                    to.map_or(Ok(()), |recording| recording.curtain(&frame))
                }),
                FrameStream::Hall => self.sensors.hall(due.index, view).map(|scan| {
                    eyes.hall(due.known, &scan);
                    let to = self.recording.as_mut();
                    to.map_or(Ok(()), |recording| recording.hall(&scan))
                }),
            };
            if let Some(Err(error)) = recorded {
                self.failed.get_or_insert(error);
            }
        }
        eyes.poll(now);
    }

    /// Completes the recording.
    ///
    /// # Errors
    /// [`WriteError`]: the first error of the recording.
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
