//! What is done in a promise scenario: hands at a physical table, people at the
//! buttons, hosts at the line, and the power.

use crate::promise_file::{SIDE, placed};
use crate::promise_front::Front;
use crate::referee_words::{Doing, colour, doing, edge, piece, post};
use glam::{Quat, Vec3};
use host_tools::flash::Tear;
use host_tools::virtual_ring::hand::{Hand, HandId};
use host_tools::virtual_ring::play::stage::Stage;
use host_tools::virtual_ring::push::Push;
use host_tools::virtual_ring::script::{Act, Bump, Reach};
use host_tools::virtual_ring::space::{Beside, Docking, Pose};
use host_tools::virtual_ring::world::ThingId;
use rules_core::board::{Button, Buttons};
use rules_core::clause::Clause;
use rules_core::place::{Edge, Facing, Place};
use rules_core::referee::Command;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::wire::Ask;
use rules_core::wire::message::Restart;

/// For those who wrote something else.
const HELP: &str = "write one of: wait SECONDS | dock POST [long] | lift platform | mark POST COLOUR | \
unmark POST COLOUR | load PIECE | push SPEED to MM | knock N off EDGE | put PIECE EDGE MM, MM in | retrieve | \
bump MM | hand EDGE MM for SECONDS | press BUTTON | hold BUTTON | hold both | unplug | plug | garbage BYTES | \
host asks COMMAND | host asks boot loader | power cut | power cut in write N | challenge CLAUSE | \
say ACTION | answer ANSWER | undo | redo | table is right | referee is right | overrule turn SEAT | abort";

/// A moment between two deeds, s.
const MOMENT: f32 = 0.5;

/// A table and the ring that looks at it.
#[derive(Debug)]
pub struct Room {
    /// The table.
    pub stage: Stage,
    /// The ring.
    pub front: Front,
}

impl Room {
    /// Does what the words say. What somebody at the table is told whose word is
    /// not followed.
    ///
    /// # Errors
    /// What is not understood.
    pub fn act(&mut self, text: &str) -> Result<Option<String>, String> {
        let plain = text.replace(',', " ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        if let Some(acts) = self.at_table(&words)? {
            self.run(acts);
            return Ok(None);
        }
        match words.as_slice() {
            ["wait", seconds] => self.wait(number(seconds)?),
            ["hand", edge, along, "for", seconds] => {
                let reach = reach_in(self::edge(edge)?, number(along)?, number(seconds)?);
                self.stage.then(Act::Reach(reach));
                self.wait(1.0);
            }
            ["press", button] => self.press(Buttons::of(self::button(button)?), 0.2),
            ["hold", "both"] => {
                let both = [Button::Confirm, Button::Undo];
                self.press(both.into_iter().collect(), 3.2);
            }
            ["hold", button] => self.press(Buttons::of(self::button(button)?), 1.7),
            ["unplug"] => self.front.unplug(),
            ["plug"] => self.front.plug(),
            ["garbage", bytes] => self.front.garbage(number(bytes)? as usize),
            ["power", "cut"] => self.front.cut(),
            ["power", "cut", "in", "write", n] => {
                let before = (number(n)? as u64).saturating_sub(1);
                let tear = Tear::Bytes(5, 0b0101_0101);
                self.front.local_mut().flash_mut().cut_after(before, tear);
            }
            ["challenge", clause] => {
                let clause = Clause::parse(clause).ok_or("there is no such clause")?;
                let found = self.front.challenge(clause)?;
                self.front.heard.push(found);
            }
            ["host", "asks", "boot", "loader"] => {
                self.front.ask(Ask::Restart(Restart::BootLoader));
            }
            ["host", "asks", rest @ ..] => {
                let command = self.command(&rest.join(" "))?;
                self.front.ask(Ask::Command(command));
            }
            _ => {
                let command = self.command(text)?;
                let now = self.front.now();
                let said = self.front.local_mut().say(now, &command);
                self.front.after();
                return Ok(said.err().map(|declined| declined.to_string()));
            }
        }
        Ok(None)
    }

    /// What hands do at the table.
    fn at_table(&self, words: &[&str]) -> Result<Option<Vec<Act>>, String> {
        let world = self.stage.scene().world();
        let dock = |post: &str, facing| {
            let place = Place::Corner(self::post(post)?);
            Ok::<_, String>(vec![
                Act::Dock(Docking { place, facing }),
                Act::Wait(MOMENT),
            ])
        };
        Ok(Some(match words {
            ["dock", post] => dock(post, Facing::Short)?,
            ["dock", post, "long"] => dock(post, Facing::Long)?,
            ["lift", "platform"] => vec![Act::Lift, Act::Wait(MOMENT)],
            ["mark", post, colour] => {
                let (post, marker) = (self::post(post)?, magnet_of(self::colour(colour)?));
                let slots = &world.markers()[post];
                let free = slots.iter().position(Option::is_none);
                let slot = free.ok_or("the post is full")? as u8;
                vec![Act::Mark(post, slot, Some(marker)), Act::Wait(MOMENT)]
            }
            ["unmark", post, colour] => {
                let (post, marker) = (self::post(post)?, magnet_of(self::colour(colour)?));
                let slots = &world.markers()[post];
                let taken = slots.iter().position(|&it| it == Some(marker));
                let slot = taken.ok_or("no such marker is there")? as u8;
                vec![Act::Mark(post, slot, None), Act::Wait(MOMENT)]
            }
            ["load", piece @ ..] => {
                let piece = self::piece(piece)?;
                // Over the sensor at the back of the dock.
                let (out, aside) = (36.0, 0.0);
                vec![Act::Load { piece, out, aside }, Act::Wait(MOMENT)]
            }
            ["push", speed, "to", beyond] => vec![Act::Push(Push {
                angle: 0.0,
                speed: number(speed)?,
                ramp: 0.05,
                beyond: number(beyond)?,
            })],
            ["knock", n, "off", edge] => {
                let thing = ThingId((number(n)? as u16).saturating_sub(1));
                let knock = self.knock(thing, self::edge(edge)?);
                let knock = knock.ok_or("no such piece lies there")?;
                vec![Act::Reach(knock), Act::Settle(2.0), Act::Wait(0.2)]
            }
            ["put", rest @ ..] => {
                let (piece, at) = placed(&rest.join(" "))?;
                let at = at.at_height(SIDE, 0.0).truncate();
                let pose = world.catalogue().lay(piece, at, 0.3, 0.0).pose;
                vec![Act::Drop(piece, pose, Vec3::ZERO), Act::Settle(2.0)]
            }
            ["retrieve"] => vec![Act::Retrieve, Act::Wait(MOMENT)],
            ["bump", mm] => {
                let (way, there, back) = (Vec3::Y * number(mm)?, 0.014, 0.016);
                let bump = Bump { way, there, back };
                vec![Act::Bump(bump), Act::Settle(1.0), Act::Wait(MOMENT)]
            }
            _ => return Ok(None),
        }))
    }

    /// A thumb pushes a piece over an edge, until its middle is 3 mm beyond.
    fn knock(&self, thing: ThingId, edge: Edge) -> Option<Reach> {
        const SPEED: f32 = 200.0;
        let world = self.stage.scene().world();
        let (piece, pose) = world.thing(thing)?;
        let beside = Beside::of(pose.position, edge, SIDE);
        let reach = world.catalogue().radius(piece) + 1.0;
        let rotation = turn_to(edge);
        let at = |out: f32, up: f32| Pose {
            position: Beside { out, ..beside }.at_height(SIDE, up),
            rotation,
        };
        let (from, to) = (beside.out - reach, 3.0 - reach + 1.0);
        Some(Reach {
            hand: Hand::thumb(HandId(2), at(from, 0.0)),
            path: vec![
                (at(to, 0.0), (to - from).max(1.0) / SPEED),
                (at(to, 0.0), 0.08),
                (at(to - 20.0, 60.0), 0.2),
            ],
            takes: None,
        })
    }

    /// People do this, one thing after the other.
    pub fn run(&mut self, acts: impl IntoIterator<Item = Act>) {
        for act in acts {
            self.stage.then(act);
        }
        while self.stage.advance(&mut self.front) {}
    }

    /// Time passes, whatever goes on.
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

    fn command(&self, text: &str) -> Result<Command, String> {
        match doing(text, self.front.now(), self.front.referee()) {
            Ok(Doing::Say(command)) => Ok(command),
            Ok(_) | Err(_) => Err(format!("\"{text}\" is not understood; {HELP}")),
        }
    }
}

/// Two fingers reach into the gutter, stay there and leave.
fn reach_in(edge: Edge, along: f32, seconds: f32) -> Reach {
    let out = 28.0;
    let pose = |z: f32| Pose {
        position: Beside { edge, along, out }.at_height(SIDE, z),
        rotation: Quat::IDENTITY,
    };
    Reach {
        hand: Hand::fingers(HandId(1), 2, pose(80.0)),
        path: vec![
            (pose(-35.0), 0.4),
            (pose(-35.0), seconds),
            (pose(80.0), 0.4),
        ],
        takes: None,
    }
}

/// A turn about the upright that takes north to this edge's way out.
fn turn_to(edge: Edge) -> Quat {
    let quarters = match edge {
        Edge::North => 0.0,
        Edge::East => -1.0,
        Edge::South => 2.0,
        Edge::West => 1.0,
    };
    Quat::from_rotation_z(quarters * core::f32::consts::FRAC_PI_2)
}

fn number(word: &str) -> Result<f32, String> {
    word.parse().map_err(|_| format!("\"{word}\" is no number"))
}

fn button(word: &str) -> Result<Button, String> {
    Button::parse(word).ok_or_else(|| format!("\"{word}\" is no button"))
}
