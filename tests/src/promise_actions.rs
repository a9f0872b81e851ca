//! Events of a promise case: hands at a simulated table, people at the buttons, hosts at
//! the connection, and the power.

use crate::promise_file::{SIDE, edge_relative};
use crate::promise_ring::PromiseRing;
use glam::{Quat, Vec3};
use host_core::table_event::{
    EventDriver, HandEvent, HostEvent, MarkerChange, MarkerEvent, MarkerName, PushEvent,
    SensorEvent, Sureness, TableEvent, buttons_of,
};
use rules_core::board::Buttons;
use rules_core::place::Edge;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::wire::Request;
use rules_core::wire::message::RestartMode;
use virtual_ring::geometry::{Docking, EdgeRelative, Pose};
use virtual_ring::hand::{Hand, HandId};
use virtual_ring::mock_flash::Tear;
use virtual_ring::play::sensor_rig::SensorRig;
use virtual_ring::push::Push;
use virtual_ring::script::{Act, Bump, HandPath};
use virtual_ring::world::ThingId;

/// Pause between two events, s.
const MOMENT: f32 = 0.5;

/// Simulated table and the ring that observes it.
#[derive(Debug)]
pub struct PromiseTable {
    /// Simulated table with its sensors.
    pub stage: SensorRig,
    /// Ring with its host.
    pub front: PromiseRing,
}

impl PromiseTable {
    /// Makes the event happen that the words describe. Returns the ring's answer if it
    /// declines a command of a person at the table.
    ///
    /// # Errors
    /// What is not understood.
    pub fn act(&mut self, text: &str) -> Result<Option<String>, String> {
        let event = TableEvent::parse(text, EventDriver::Physics)?;
        if let Some(acts) = self.at_table(&event)? {
            self.run(acts);
            return Ok(None);
        }
        match event {
            TableEvent::Wait(Some(seconds)) => self.wait(seconds),
            TableEvent::Hand(HandEvent::Reach {
                edge,
                along: Some(along),
                seconds: Some(seconds),
            }) => {
                self.stage.then(Act::Reach(reach_in(edge, along, seconds)));
                self.wait(1.0);
            }
            TableEvent::Press(press) => {
                let (down, time) = buttons_of(press);
                self.press(down, time.0 as f32 / 1e6);
            }
            TableEvent::Host(event) => self.at_host(event)?,
            TableEvent::PowerCut(None) => self.front.cut(),
            TableEvent::PowerCut(Some(write)) => {
                let tear = Tear::Bytes(5, 0b0101_0101);
                let before = write.saturating_sub(1);
                self.front.local_mut().flash_mut().cut_after(before, tear);
            }
            TableEvent::Speech(speech) => {
                let command = speech.command(self.front.referee().session())?;
                let now = self.front.now();
                let said = self.front.local_mut().command(now, &command);
                self.front.after();
                return Ok(said.err().map(|declined| declined.to_string()));
            }
            _ => {
                let help = EventDriver::Physics.help();
                return Err(format!("\"{text}\" is not complete; {help}"));
            }
        }
        Ok(None)
    }

    /// Makes an event happen at the host's end of the connection.
    fn at_host(&mut self, event: HostEvent) -> Result<(), String> {
        match event {
            HostEvent::Plug => self.front.plug(),
            HostEvent::Unplug => self.front.unplug(),
            HostEvent::Garbage(bytes) => self.front.garbage(bytes),
            HostEvent::Challenge(clause) => {
                let found = self.front.challenge(clause)?;
                self.front.heard.push(found);
            }
            HostEvent::BootLoader => self.front.ask(Request::Restart(RestartMode::BootLoader)),
            HostEvent::Command(speech) => {
                let command = speech.command(self.front.referee().session())?;
                self.front.ask(Request::Command(command));
            }
        }
        Ok(())
    }

    /// Returns the acts of hands for an event at the table; `None` if it is not such an
    /// event.
    fn at_table(&self, event: &TableEvent) -> Result<Option<Vec<Act>>, String> {
        let world = self.stage.scene().world();
        Ok(Some(match event {
            &TableEvent::Dock {
                place,
                facing,
                sureness: Sureness::Sure,
            } => vec![Act::Dock(Docking { place, facing }), Act::Wait(MOMENT)],
            TableEvent::Undock => vec![Act::Lift, Act::Wait(MOMENT)],
            TableEvent::Marker(event) => vec![self.marker(event)?, Act::Wait(MOMENT)],
            &TableEvent::Load {
                piece: Some(piece), ..
            } => {
                // Over the sensor at the back of the dock.
                let (out, aside) = (36.0, 0.0);
                vec![Act::Load { piece, out, aside }, Act::Wait(MOMENT)]
            }
            TableEvent::Push(PushEvent {
                motion: Some(motion),
                ..
            }) => vec![Act::Push(Push {
                angle: 0.0,
                speed: motion.speed,
                ramp: 0.05,
                beyond: motion.over,
            })],
            TableEvent::Hand(HandEvent::Nudge(number, edge)) => {
                let nudge = self.nudge(ThingId(number.saturating_sub(1)), *edge);
                let nudge = nudge.ok_or("no such piece lies there")?;
                vec![Act::Reach(nudge), Act::Settle(2.0), Act::Wait(0.2)]
            }
            &TableEvent::Hand(HandEvent::Put(piece, position)) => {
                let at = edge_relative(position).at_height(SIDE, 0.0).truncate();
                let pose = world.catalogue().lay(piece, at, 0.3, 0.0).pose;
                vec![Act::Drop(piece, pose, Vec3::ZERO), Act::Settle(2.0)]
            }
            TableEvent::Hand(HandEvent::Retrieve) => vec![Act::Retrieve, Act::Wait(MOMENT)],
            TableEvent::Sensor(SensorEvent::Bump(Some(mm))) => {
                let (way, there, back) = (Vec3::Y * *mm, 0.014, 0.016);
                let bump = Bump { way, there, back };
                vec![Act::Bump(bump), Act::Settle(1.0), Act::Wait(MOMENT)]
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the act that puts a marker into the first free slot of a post, or takes it
    /// out of its slot.
    fn marker(&self, event: &MarkerEvent) -> Result<Act, String> {
        let (Some(MarkerName::Colour(colour)), Sureness::Sure) = (event.owner, event.sureness)
        else {
            return Err("write a colour and nothing else, as marker 1 red".to_owned());
        };
        let marker = magnet_of(colour);
        let slots = &self.stage.scene().world().markers()[event.post];
        let (sought, missing, left) = match event.change {
            MarkerChange::Set => (None, "the post is full", Some(marker)),
            MarkerChange::Take => (Some(marker), "no such marker is there", None),
        };
        let slot = slots.iter().position(|&slot| slot == sought);
        let slot = slot.ok_or(missing)? as u8;
        Ok(Act::Mark(event.post, event.slot.unwrap_or(slot), left))
    }

    /// Returns the path of a thumb that pushes a piece over an edge, until its middle is
    /// 3 mm beyond.
    fn nudge(&self, thing: ThingId, edge: Edge) -> Option<HandPath> {
        const SPEED: f32 = 200.0;
        let world = self.stage.scene().world();
        let (piece, pose) = world.thing(thing)?;
        let beside = EdgeRelative::new(pose.position, edge, SIDE);
        let reach = world.catalogue().radius(piece) + 1.0;
        let rotation = turn_to(edge);
        let at = |out: f32, up: f32| Pose {
            position: EdgeRelative { out, ..beside }.at_height(SIDE, up),
            rotation,
        };
        let (from, to) = (beside.out - reach, 3.0 - reach + 1.0);
        Some(HandPath {
            hand: Hand::thumb(HandId(2), at(from, 0.0)),
            path: vec![
                (at(to, 0.0), (to - from).max(1.0) / SPEED),
                (at(to, 0.0), 0.08),
                (at(to - 20.0, 60.0), 0.2),
            ],
            takes: None,
        })
    }

    /// Performs acts of people at the table, one after the other.
    pub fn run(&mut self, acts: impl IntoIterator<Item = Act>) {
        for act in acts {
            self.stage.then(act);
        }
        while self.stage.advance(&mut self.front) {}
    }

    /// Advances table and ring by `seconds`, whatever goes on.
    fn wait(&mut self, seconds: f32) {
        let until = self.stage.now().0 + (seconds * 1e6) as u64;
        while self.stage.now().0 < until {
            if !self.stage.advance(&mut self.front) {
                self.stage.then(Act::Wait(0.01));
            }
        }
    }

    fn press(&mut self, down: Buttons, seconds: f32) {
        self.front.buttons(down);
        self.wait(seconds);
        self.front.buttons(Buttons::EMPTY);
        self.wait(0.1);
    }
}

/// Returns the path of two fingers that reach into the gutter, stay there and leave.
fn reach_in(edge: Edge, along: f32, seconds: f32) -> HandPath {
    let out = 28.0;
    let pose = |z: f32| Pose {
        position: EdgeRelative { edge, along, out }.at_height(SIDE, z),
        rotation: Quat::IDENTITY,
    };
    HandPath {
        hand: Hand::fingers(HandId(1), 2, pose(80.0)),
        path: vec![
            (pose(-35.0), 0.4),
            (pose(-35.0), seconds),
            (pose(80.0), 0.4),
        ],
        takes: None,
    }
}

/// Returns the rotation about z that turns north to the outward direction of `edge`.
fn turn_to(edge: Edge) -> Quat {
    let quarters = match edge {
        Edge::North => 0.0,
        Edge::East => -1.0,
        Edge::South => 2.0,
        Edge::West => 1.0,
    };
    Quat::from_rotation_z(quarters * core::f32::consts::FRAC_PI_2)
}
