//! Runs scenes through the sensor models and the sensing core, and keeps the reports
//! beside the ground truth.

use super::clocks::{Clocks, Due, FrameStream};
use super::compare::COLLAR;
use crate::geometry::{BodyPose, WorldView};
use crate::pieces::body;
use crate::scene::Scene;
use crate::sensors::Sensors;
use crate::truth::{TrueEvent, TrueEventKind, Truth};
use crate::view_cache::{ViewCache, part_of_step};
use crate::world::{STEP, ThingId, World};
use glam::Vec3;
use rules_core::board::Profile;
use rules_core::referee::weighing::{Prior, is_sure, weigh};
use rules_core::sensing::Sensing;
use rules_core::sensing::body::ByBody;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::{Instant, Span};
use std::collections::BTreeMap;

/// Reports about a scene, with its ground truth.
#[derive(Debug, Clone)]
pub struct SceneResult {
    /// Ground truth of the scene.
    pub truth: Truth,
    /// Time and place at which each falling piece broke its first beam.
    pub breaks: BTreeMap<ThingId, (Instant, Vec3)>,
    /// Observations that sensing reported, each with the time at which its frame was
    /// complete.
    pub said: Vec<RasterLabel>,
    /// Duration of the scene.
    pub lasted: Span,
}

pub use host_core::capture::raster::RasterLabel;

/// Observer of every frame, such as a recorder or a drawing.
pub trait FrameObserver {
    /// Receives a frame of the curtain, with the table at that time.
    fn curtain(&mut self, frame: &CurtainFrame, view: &WorldView);
    /// Receives a scan of the analog channels.
    fn hall(&mut self, scan: &HallScan);
}

/// Observer that ignores every frame.
impl FrameObserver for () {
    fn curtain(&mut self, _: &CurtainFrame, _: &WorldView) {}
    fn hall(&mut self, _: &HallScan) {}
}

/// Powered board that is shown scenes one after the other; its clock continues from one
/// scene to the next.
#[derive(Debug)]
pub struct BoardSession {
    profile: &'static Profile,
    sensors: Sensors,
    sensing: Sensing,
    clocks: Clocks,
    now: Instant,
    /// Pieces that can be on the ring, as a referee would know.
    prior: Prior,
}

impl BoardSession {
    /// Creates a board that has just been powered up.
    #[must_use]
    pub fn new(profile: &'static Profile, sensors: Sensors, sensing: Sensing) -> Self {
        Self {
            profile,
            sensors,
            sensing,
            clocks: Clocks::new(profile),
            now: Instant::ZERO,
            prior: Prior::ANYTHING,
        }
    }

    /// Returns the time since power-up.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// Returns the sensor models of the board.
    #[must_use]
    pub const fn sensors(&self) -> &Sensors {
        &self.sensors
    }

    /// Shows a scene to the board until it ends. All times of the result are those of the
    /// board's clock.
    pub fn watch(&mut self, mut scene: Scene, onlooker: &mut impl FrameObserver) -> SceneResult {
        let began = self.now;
        let mut ledger = Ledger::new(scene.world());
        self.prior = ledger.prior;
        let mut breaks = Breaks::new(self.profile);
        let mut said = Vec::new();
        let (mut sight, mut events) = (ViewCache::default(), 0);
        while scene.advance() {
            let world = scene.world();
            let now = began + world.now().since(Instant::ZERO);
            ledger.enter(&scene.truth().events[events..]);
            self.prior = ledger.prior;
            events = scene.truth().events.len();
            while let Some(due) = self.clocks.next_until(now) {
                let part = part_of_step(now.since(due.at));
                let view = sight.at(world, part);
                if due.what == FrameStream::Curtain {
                    breaks.observe(world, view, &self.sensors, due.at, part);
                }
                let before = said.len();
                self.show(&due, view, onlooker, &mut said);
                ledger.leave(&said[before..], &breaks, &scene);
                self.prior = ledger.prior;
            }
            self.now = now;
        }
        SceneResult {
            lasted: self.now.since(began),
            truth: scene.truth().later(began.since(Instant::ZERO)),
            breaks: breaks.first,
            said,
        }
    }

    /// Shows an unchanging table to the board for this time, and returns the reports.
    pub fn wait(&mut self, view: &WorldView, how_long: Span) -> Vec<RasterLabel> {
        let mut said = Vec::new();
        self.now += how_long;
        let shadows = self.sensors.shadows(view);
        // The levels are calculated once; after that only time passes.
        let mut looked = false;
        while let Some(due) = self.clocks.next_until(self.now) {
            let (known, prior) = (due.known, self.prior);
            let mut hear = |observation| {
                said.push(RasterLabel {
                    known,
                    observation,
                    prior,
                })
            };
            match due.what {
                FrameStream::Curtain => {
                    if let Some(frame) = self.sensors.curtain_of(due.index, &shadows) {
                        self.sensing.step_curtain(&frame, &mut hear);
                    }
                }
                FrameStream::Hall => {
                    let scan = match core::mem::replace(&mut looked, true) {
                        true => self.sensors.hall_still(due.index, view),
                        false => self.sensors.hall(due.index, view),
                    };
                    if let Some(scan) = scan {
                        self.sensing.step_hall(&scan, &mut hear);
                    }
                }
            }
        }
        said
    }

    fn show(
        &mut self,
        due: &Due,
        view: &WorldView,
        onlooker: &mut impl FrameObserver,
        said: &mut Vec<RasterLabel>,
    ) {
        let (known, prior) = (due.known, self.prior);
        let mut hear = |observation| {
            said.push(RasterLabel {
                known,
                observation,
                prior,
            })
        };
        match due.what {
            FrameStream::Curtain => {
                if let Some(frame) = self.sensors.curtain(due.index, view) {
                    onlooker.curtain(&frame, view);
                    self.sensing.step_curtain(&frame, &mut hear);
                }
            }
            FrameStream::Hall => {
                if let Some(scan) = self.sensors.hall(due.index, view) {
                    onlooker.hall(&scan);
                    self.sensing.step_hall(&scan, &mut hear);
                }
            }
        }
    }
}

/// Pieces that a referee would know to be on the ring, given truthful answers to its
/// questions.
struct Ledger {
    prior: Prior,
    told: Vec<ThingId>,
}

impl Ledger {
    fn new(world: &World) -> Self {
        let mut on_ring = ByBody::<u8>::default();
        for thing in world.things() {
            if let Some((piece, pose)) = world.thing(thing)
                && pose.position.z > 0.0
            {
                let count = &mut on_ring[body(piece)];
                *count = count.saturating_add(1);
            }
        }
        let belt_on = world.catalogue().belt_on();
        Self {
            prior: Prior { on_ring, belt_on },
            told: Vec::new(),
        }
    }

    /// Adds the elements that were pushed onto the ring.
    fn enter(&mut self, events: &[TrueEvent]) {
        for event in events {
            if let TrueEventKind::PushStarted(_, body) = event.what {
                let count = &mut self.prior.on_ring[body];
                *count = count.saturating_add(1);
            }
        }
    }

    /// Removes the pieces whose falls were reported.
    fn leave(&mut self, said: &[RasterLabel], breaks: &Breaks, scene: &Scene) {
        for it in said {
            if let ObservationKind::Fell(fall) = it.observation.kind {
                let truth = breaks.nearest(fall.measured.onset, &self.told);
                let truth = truth.and_then(|id| Some((id, scene.world().thing(id)?.0)));
                let found = weigh(&fall, &it.prior);
                let left = match truth {
                    Some((id, piece)) if !is_sure(&fall, &found) => {
                        self.told.push(id);
                        body(piece)
                    }
                    _ => found.body,
                };
                let left = &mut self.prior.on_ring[left];
                *left = left.saturating_sub(1);
            }
        }
    }
}

/// Time and place at which each piece breaks its first beam.
struct Breaks {
    first: BTreeMap<ThingId, (Instant, Vec3)>,
    /// Frame period of the curtain, in simulation steps.
    period: f32,
}

impl Breaks {
    fn new(profile: &Profile) -> Self {
        let period = profile.curtain.map_or(Span(0), |curtain| curtain.period);
        Self {
            first: BTreeMap::new(),
            period: period.0 as f32 / STEP.0 as f32,
        }
    }

    /// Returns the piece that broke its first beam nearest to this time, except those in
    /// `except`; `None` if there is none within [`COLLAR`].
    fn nearest(&self, onset: Instant, except: &[ThingId]) -> Option<ThingId> {
        let others = self
            .first
            .iter()
            .filter(|broken| !except.contains(broken.0));
        let apart = |at: Instant| at.since(onset).0 + onset.since(at).0;
        let nearest = others.min_by_key(|(_, (at, _))| apart(*at))?;
        (apart(nearest.1.0) < COLLAR.0).then_some(*nearest.0)
    }

    /// Records the pieces that first block a beam in the frame that began at `at`, at
    /// this fraction of the last step.
    fn observe(
        &mut self,
        world: &World,
        view: &WorldView,
        sensors: &Sensors,
        at: Instant,
        part: f32,
    ) {
        if world.gutter_is_empty() {
            return;
        }
        let is_dark = |thing: BodyPose| {
            let alone = WorldView {
                things: vec![thing],
                ..WorldView::default()
            };
            !sensors.shadows(&alone).is_empty()
        };
        for (nth, (id, &thing)) in world.things().zip(&view.things).enumerate() {
            if self.first.contains_key(&id) || !is_low(&thing) || !is_dark(thing) {
                continue;
            }
            // The beam broke since the frame before: bisect that time four times.
            let (mut early, mut late) = (self.period, 0.0);
            for _ in 0..4 {
                let middle = (early + late) / 2.0;
                let then = world.view_at(part - middle);
                match then.things.get(nth) {
                    Some(&thing) if is_dark(thing) => late = middle,
                    _ => early = middle,
                }
            }
            let broke = at - Span((late * STEP.0 as f32) as u32);
            self.first.insert(id, (broke, thing.solid.pose.position));
        }
    }
}

/// True if a piece is low enough to be in the beams.
fn is_low(thing: &BodyPose) -> bool {
    thing.solid.pose.position.z < 15.0
}
