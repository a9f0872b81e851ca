//! Runs a scene through the sensor models and the sensing core, and keeps what
//! was said about it beside what was true.

use super::clocks::{Clocks, Due, Stream};
use super::compare::{COLLAR, is_sure};
use crate::virtual_ring::pieces::body;
use crate::virtual_ring::scene::Scene;
use crate::virtual_ring::sensors::Sensors;
use crate::virtual_ring::sight::{Sight, part_of_step};
use crate::virtual_ring::space::{Thing, View};
use crate::virtual_ring::truth::{Event, Happening, Truth};
use crate::virtual_ring::world::{STEP, ThingId, World};
use glam::Vec3;
use rules_core::board::Profile;
use rules_core::sensing::Sensing;
use rules_core::sensing::body::ByBody;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::identity::Prior;
use rules_core::sensing::observation::What;
use rules_core::time::{Instant, Span};
use std::collections::BTreeMap;

/// What was said about a scene, and what was true of it.
#[derive(Debug, Clone)]
pub struct Watched {
    /// What happened.
    pub truth: Truth,
    /// When and where each thing that fell broke its first beam.
    pub breaks: BTreeMap<ThingId, (Instant, Vec3)>,
    /// What was said, and when the frame that made it known was complete.
    pub said: Vec<Said>,
    /// How long the scene was.
    pub lasted: Span,
}

pub use crate::proof::raster::Said;

/// Somebody who wants to see every frame: a recorder, a painter.
pub trait Onlooker {
    /// A frame of the curtain, and the table as it was.
    fn curtain(&mut self, frame: &CurtainFrame, view: &View);
    /// A scan of the analog channels.
    fn hall(&mut self, scan: &HallScan);
}

/// Nobody looks on.
impl Onlooker for () {
    fn curtain(&mut self, _: &CurtainFrame, _: &View) {}
    fn hall(&mut self, _: &HallScan) {}
}

/// A board under power: scenes are shown to it one after the other, and its
/// clock goes on from one to the next.
#[derive(Debug)]
pub struct Session {
    profile: &'static Profile,
    sensors: Sensors,
    sensing: Sensing,
    clocks: Clocks,
    now: Instant,
}

impl Session {
    /// A board that has just been powered up.
    #[must_use]
    pub fn new(profile: &'static Profile, sensors: Sensors, sensing: Sensing) -> Self {
        Self {
            profile,
            sensors,
            sensing,
            clocks: Clocks::new(profile),
            now: Instant::ZERO,
        }
    }

    /// How long it has been under power.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// The sensors.
    #[must_use]
    pub const fn sensors(&self) -> &Sensors {
        &self.sensors
    }

    /// Shows it a scene, to its end. All times of the story are the board's.
    pub fn watch(&mut self, mut scene: Scene, onlooker: &mut impl Onlooker) -> Watched {
        let began = self.now;
        let mut ledger = Ledger::new(scene.world());
        self.sensing.expect(ledger.prior);
        let mut breaks = Breaks::of(self.profile);
        let mut said = Vec::new();
        let (mut sight, mut events) = (Sight::default(), 0);
        while scene.advance() {
            let world = scene.world();
            let now = began + world.now().since(Instant::ZERO);
            if ledger.enter(&scene.truth().events[events..]) {
                self.sensing.expect(ledger.prior);
            }
            events = scene.truth().events.len();
            while let Some(due) = self.clocks.next_until(now) {
                let part = part_of_step(now.since(due.at));
                let view = sight.at(world, part);
                if due.what == Stream::Curtain {
                    breaks.look(world, view, &self.sensors, due.at, part);
                }
                let before = said.len();
                self.show(&due, view, onlooker, &mut said);
                if ledger.leave(&said[before..], &breaks, &scene) {
                    self.sensing.expect(ledger.prior);
                }
            }
            self.now = now;
        }
        Watched {
            lasted: self.now.since(began),
            truth: scene.truth().later(began.since(Instant::ZERO)),
            breaks: breaks.first,
            said,
        }
    }

    /// Shows it a table on which nothing moves.
    pub fn wait(&mut self, view: &View, how_long: Span) -> Vec<Said> {
        let mut said = Vec::new();
        self.now += how_long;
        let shadows = self.sensors.shadows(view);
        // All is looked at once; then only time goes on.
        let mut looked = false;
        while let Some(due) = self.clocks.next_until(self.now) {
            let known = due.known;
            let mut hear = |observation| said.push(Said { known, observation });
            match due.what {
                Stream::Curtain => {
                    if let Some(frame) = self.sensors.curtain_of(due.index, &shadows) {
                        self.sensing.curtain(&frame, &mut hear);
                    }
                }
                Stream::Hall => {
                    let scan = match core::mem::replace(&mut looked, true) {
                        true => self.sensors.hall_still(due.index, view),
                        false => self.sensors.hall(due.index, view),
                    };
                    if let Some(scan) = scan {
                        self.sensing.hall(&scan, &mut hear);
                    }
                }
            }
        }
        said
    }

    fn show(&mut self, due: &Due, view: &View, onlooker: &mut impl Onlooker, said: &mut Vec<Said>) {
        let known = due.known;
        let mut hear = |observation| said.push(Said { known, observation });
        match due.what {
            Stream::Curtain => {
                if let Some(frame) = self.sensors.curtain(due.index, view) {
                    onlooker.curtain(&frame, view);
                    self.sensing.curtain(&frame, &mut hear);
                }
            }
            Stream::Hall => {
                if let Some(scan) = self.sensors.hall(due.index, view) {
                    onlooker.hall(&scan);
                    self.sensing.hall(&scan, &mut hear);
                }
            }
        }
    }
}

/// What a referee would know to be on the ring: where it had to ask, it was told
/// the truth.
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

    /// Books what is pushed onto the ring; says whether anything was.
    fn enter(&mut self, events: &[Event]) -> bool {
        let mut any = false;
        for event in events {
            if let Happening::PushStarted(_, body) = event.what {
                let count = &mut self.prior.on_ring[body];
                *count = count.saturating_add(1);
                any = true;
            }
        }
        any
    }

    /// Books what was said to have fallen; says whether anything was.
    fn leave(&mut self, said: &[Said], breaks: &Breaks, scene: &Scene) -> bool {
        let mut any = false;
        for it in said {
            if let What::Fell(fall) = it.observation.what {
                let truth = breaks.nearest(fall.onset, &self.told);
                let truth = truth.and_then(|id| Some((id, scene.world().thing(id)?.0)));
                let left = match truth {
                    Some((id, piece)) if !is_sure(&fall) => {
                        self.told.push(id);
                        body(piece)
                    }
                    _ => fall.identity.body,
                };
                let left = &mut self.prior.on_ring[left];
                *left = left.saturating_sub(1);
                any = true;
            }
        }
        any
    }
}

/// The first beam each thing breaks.
struct Breaks {
    first: BTreeMap<ThingId, (Instant, Vec3)>,
    /// From one frame of the curtain to the next, in steps of the world.
    period: f32,
}

impl Breaks {
    fn of(profile: &Profile) -> Self {
        let period = profile.curtain.map_or(Span(0), |it| it.period);
        Self {
            first: BTreeMap::new(),
            period: period.0 as f32 / STEP.0 as f32,
        }
    }

    /// What broke its first beam nearest to this instant, except these.
    fn nearest(&self, onset: Instant, except: &[ThingId]) -> Option<ThingId> {
        let others = self.first.iter().filter(|it| !except.contains(it.0));
        let apart = |at: Instant| at.since(onset).0 + onset.since(at).0;
        let nearest = others.min_by_key(|(_, (at, _))| apart(*at))?;
        (apart(nearest.1.0) < COLLAR.0).then_some(*nearest.0)
    }

    /// Looks at the frame that began at `at`, when this part of the last step was
    /// gone.
    fn look(&mut self, world: &World, view: &View, sensors: &Sensors, at: Instant, part: f32) {
        if world.gutter_is_empty() {
            return;
        }
        let is_dark = |thing: Thing| {
            let alone = View {
                things: vec![thing],
                ..View::default()
            };
            !sensors.shadows(&alone).is_empty()
        };
        for (nth, (id, &thing)) in world.things().zip(&view.things).enumerate() {
            if self.first.contains_key(&id) || !is_low(&thing) || !is_dark(thing) {
                continue;
            }
            // It broke since the frame before: halve that time four times.
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

/// Whether a thing can be in the beams at all.
fn is_low(thing: &Thing) -> bool {
    thing.solid.pose.position.z < 15.0
}
