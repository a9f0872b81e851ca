//! What happened at a bench, once more through a whole ring: over its flash and
//! its wire to a host that listens. The host must hear what the bench heard.

use crate::referee_script::{Bench, Happened};
use crate::referee_words::Doing;
use host_tools::client::{Heard, Side};
use host_tools::local::LocalRing;
use rules_core::board::Name;
use rules_core::referee::Game;
use rules_core::ring::{Input, Presence};
use rules_core::sensing::observation::Observation;
use rules_core::time::Instant;
use rules_core::wire::BootReason;
use rules_core::wire::message::From;

/// A ring with a host that has heard all of it.
struct Mirror {
    local: LocalRing,
    side: Side,
    heard: Vec<String>,
    now: Instant,
}

/// Plays what happened at `bench` through a ring.
///
/// # Errors
/// What the host heard otherwise than the bench.
pub fn mirror(bench: &Bench) -> Result<(), String> {
    let mut mirror = Mirror::new(board_of(bench));
    for (at, happened) in &bench.log {
        mirror.happen(*at, happened);
    }
    mirror.wait(bench.now());
    mirror.talk();
    let expected: Vec<String> = bench
        .tape
        .events
        .iter()
        .map(|event| format!("{:016x} {}", event.hash, event.what))
        .collect();
    if let Some(at) = (0..expected.len().max(mirror.heard.len()))
        .find(|&at| expected.get(at) != mirror.heard.get(at))
    {
        return Err(format!(
            "thing {at} through a ring is {:?}, not {:?}",
            mirror.heard.get(at),
            expected.get(at)
        ));
    }
    let (ring, copy) = (
        mirror.local.ring().referee().session(),
        mirror.side.session(),
    );
    let hash = bench.referee.session().hash();
    if ring.hash() != hash || copy.is_none_or(|it| it.hash() != hash) {
        return Err("the ring or its host ends in another state".into());
    }
    Ok(())
}

/// The board the first match is played on.
fn board_of(bench: &Bench) -> Name {
    let first = bench.log.iter().find_map(|(_, happened)| match happened {
        Happened::Begun(game, _) => Some(&**game),
        Happened::Done(_) => None,
    });
    match first {
        Some(Game::Abalone(_)) => Name::GridHex,
        Some(Game::Sumoo(_)) => Name::GridSquare,
        Some(Game::Kabuto(_)) | None => Name::Ring,
    }
}

impl Mirror {
    fn new(board: Name) -> Self {
        let mut mirror = Self {
            local: LocalRing::new(board),
            side: Side::default(),
            heard: Vec::new(),
            now: Instant::ZERO,
        };
        mirror.plug();
        mirror.side.follow(From::Now);
        mirror.talk();
        mirror
    }

    fn plug(&mut self) {
        self.local.step(self.now, Input::Host(Presence::There));
        self.side.open();
    }

    fn wait(&mut self, until: Instant) {
        self.now = self.now.max(until);
        self.local.wait(self.now);
    }

    fn happen(&mut self, at: Instant, happened: &Happened) {
        self.wait(at);
        match happened {
            Happened::Begun(game, policies) => {
                let _ = self.local.begin(at, game, *policies);
            }
            Happened::Done(Doing::See(what)) => {
                let observation = Observation { at, what: *what };
                self.local.step(at, Input::Seen(&observation));
            }
            Happened::Done(Doing::Sees(_) | Doing::Wait) => {}
            Happened::Done(Doing::Say(command)) => {
                let _ = self.local.say(at, command);
            }
            Happened::Done(Doing::Cut) => {
                self.talk();
                self.local.cut(BootReason::PowerUp);
                self.plug();
                // Its clock starts at zero; the script's goes on.
                self.local.step(at, Input::Time);
            }
        }
        self.talk();
    }

    fn talk(&mut self) {
        for heard in self.local.talk(self.now, &mut self.side) {
            match heard {
                Heard::Line(_, events) => {
                    let said = events
                        .iter()
                        .map(|event| format!("{:016x} {}", event.hash, event.what));
                    self.heard.extend(said);
                }
                Heard::Astray(astray) => self.heard.push(astray.to_string()),
                Heard::Message(_) | Heard::Incompatible(_) => {}
            }
        }
    }
}
