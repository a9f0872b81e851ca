//! Replay of a script bench's inputs through a whole ring: over its flash and its wire to
//! a host. The host must receive what the bench received.

use crate::referee_script::{Happened, ScriptBench};
use crate::referee_script_parse::ScriptLine;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::BoardId;
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::observation::Observation;
use rules_core::time::Instant;
use rules_core::wire::BootReason;
use rules_core::wire::message::FollowFrom;
use virtual_ring::in_process::InProcessRing;

/// Ring with a host that has heard all its messages.
struct ReplayedRing {
    local: InProcessRing,
    side: HostProtocol,
    heard: Vec<String>,
    now: Instant,
}

/// Replays the inputs of `bench` through a ring and compares the results.
///
/// # Errors
/// The first difference between what the host and the bench heard, or a difference of
/// the final states.
pub fn mirror(bench: &ScriptBench) -> Result<(), String> {
    let mut mirror = ReplayedRing::new(board_of(bench));
    for (at, happened) in &bench.log {
        mirror.happen(*at, happened);
    }
    mirror.wait(bench.now());
    mirror.talk();
    let expected: Vec<String> = bench
        .tape
        .events
        .iter()
        .map(|event| format!("{:016x} {}", event.hash, event.kind))
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

/// Returns the board that the first match is played on.
fn board_of(bench: &ScriptBench) -> BoardId {
    let first = bench.log.iter().find_map(|(_, happened)| match happened {
        Happened::Begun(game, _) => Some(&**game),
        Happened::Done(_) => None,
    });
    first.map_or(BoardId::Ring, |game| game.boards()[0])
}

impl ReplayedRing {
    fn new(board: BoardId) -> Self {
        let mut mirror = Self {
            local: InProcessRing::new(board),
            side: HostProtocol::default(),
            heard: Vec::new(),
            now: Instant::ZERO,
        };
        mirror.plug();
        mirror.side.follow(FollowFrom::Now);
        mirror.talk();
        mirror
    }

    fn plug(&mut self) {
        self.local.step(self.now, Input::Host(HostPresence::There));
        self.side.open();
    }

    fn wait(&mut self, until: Instant) {
        self.now = self.now.max(until);
        self.local.advance_to(self.now);
    }

    fn happen(&mut self, at: Instant, happened: &Happened) {
        self.wait(at);
        match happened {
            Happened::Begun(game, policies) => {
                let _ = self.local.begin(at, game, *policies);
            }
            Happened::Done(ScriptLine::See(what)) => {
                let observation = Observation::external(at, *what);
                self.local.step(at, Input::Seen(&observation));
            }
            Happened::Done(ScriptLine::Sees(_) | ScriptLine::Wait) => {}
            Happened::Done(ScriptLine::Say(command)) => {
                let _ = self.local.command(at, command);
            }
            Happened::Done(ScriptLine::Cut) => {
                self.talk();
                self.local.power_cycle(BootReason::PowerUp);
                self.plug();
                // The ring's clock starts at zero; the script's goes on.
                self.local.step(at, Input::Time);
            }
        }
        self.talk();
    }

    fn talk(&mut self) {
        for heard in self.local.talk(self.now, &mut self.side) {
            match heard {
                ClientEvent::Line(followed) => {
                    let said = followed
                        .events
                        .iter()
                        .map(|event| format!("{:016x} {}", event.hash, event.kind));
                    self.heard.extend(said);
                }
                ClientEvent::FollowFailed(astray) => self.heard.push(astray.to_string()),
                ClientEvent::Void(lines) => self.heard.push(lines.to_string()),
                ClientEvent::Message(_) | ClientEvent::Incompatible(_) => {}
            }
        }
    }
}
