//! In-process ring with a host at the other end of its line.

use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::{BoardId, Button, Buttons};
use rules_core::games::kabuto::card::{Card, RingSupport};
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Setup};
use rules_core::games::kabuto::terms::{HouseRules, League};
use rules_core::games::kabuto::{Edition, Layout};
use rules_core::panel::buttons::LONG;
use rules_core::piece::{BySize, Size};
use rules_core::place::{Facing, Place, Post};
use rules_core::player::Colour;
use rules_core::referee::record::MatchStart;
use rules_core::referee::{AnyGame, Policies};
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::time::{Instant, Span};
use rules_core::wire::message::FollowFrom;
use rules_core::wire::{Request, Response, RingMessage};
use virtual_ring::in_process::InProcessRing;

/// Ring and host that are connected in this process.
#[derive(Debug)]
pub struct Pair {
    /// Ring of the pair.
    pub local: InProcessRing,
    /// Host of the pair.
    pub side: HostProtocol,
    /// Events that the host has received.
    pub heard: Vec<ClientEvent>,
    now: Instant,
}

impl Pair {
    /// Creates a pair with a new ring; the host is not connected yet.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self::with(InProcessRing::new(board))
    }

    /// Creates a pair with an existing ring; the host is not connected yet.
    #[must_use]
    pub fn with(local: InProcessRing) -> Self {
        Self {
            local,
            side: HostProtocol::default(),
            heard: Vec::new(),
            now: Instant(1_000_000),
        }
    }

    /// Connects the host.
    pub fn plug(&mut self) {
        self.local.step(self.now, Input::Host(HostPresence::There));
        self.side.open();
        self.talk();
    }

    /// Disconnects the host.
    pub fn unplug(&mut self) {
        self.local.step(self.now, Input::Host(HostPresence::Gone));
    }

    /// Exchanges all pending bytes in both directions.
    pub fn talk(&mut self) {
        let heard = self.local.talk(self.now, &mut self.side);
        self.heard.extend(heard);
    }

    /// Sends a request of the host and returns the response, the last one if there are
    /// several; `None` without a response.
    pub fn ask(&mut self, ask: Request) -> Option<Response> {
        let id = self.side.ask(ask);
        self.talk();
        self.answer(id)
    }

    /// Returns the last response to the request with this number; `None` without a
    /// response.
    #[must_use]
    pub fn answer(&self, id: u16) -> Option<Response> {
        let answers = self.heard.iter().rev().filter_map(|heard| match heard {
            ClientEvent::Message(message) => match **message {
                RingMessage::Response(number, outcome) => Some((number, outcome)),
                _ => None,
            },
            _ => None,
        });
        answers
            .into_iter()
            .find(|(number, _)| *number == id)
            .map(|(_, outcome)| outcome)
    }

    /// Makes the host follow the journal from this point.
    pub fn follow(&mut self, from: FollowFrom) {
        self.side.follow(from);
        self.talk();
    }

    /// Injects an observation into the ring as if its sensors had made it.
    pub fn inject(&mut self, what: ObservationKind) {
        let at = self.now;
        self.local
            .step(at, Input::Seen(&Observation::external(at, what)));
        self.talk();
    }

    /// Presses a button of the ring and releases it.
    pub fn press(&mut self, button: Button) {
        let mut level = |down, millis| {
            self.local.step(self.now, Input::Buttons(down));
            self.wait(Span::millis(millis));
        };
        level(Buttons::of(button), 200);
        level(Buttons::EMPTY, 50);
    }

    /// Holds a button of the ring until that is a long press, and releases it.
    pub fn hold(&mut self, button: Button) {
        self.down(button);
        self.wait(LONG);
        self.wait(Span::millis(100));
        self.up();
    }

    /// Presses a button of the ring and keeps it down.
    pub fn down(&mut self, button: Button) {
        let down = Input::Buttons(Buttons::of(button));
        self.local.step(self.now, down);
        self.wait(Span::millis(50));
    }

    /// Releases all buttons of the ring.
    pub fn up(&mut self) {
        self.local.step(self.now, Input::Buttons(Buttons::EMPTY));
        self.wait(Span::millis(50));
    }

    /// Advances the ring's time by `span`.
    pub fn wait(&mut self, span: Span) {
        self.now += span;
        self.local.advance_to(self.now);
        self.talk();
    }

    /// Cuts the power of the ring and restores it; the clock starts at zero again.
    pub fn cut(&mut self) {
        self.local
            .power_cycle(rules_core::wire::BootReason::PowerUp);
        self.now = Instant(1_000_000);
    }

    /// Restarts the ring as a host has requested it; the clock starts at zero again.
    pub fn restart(&mut self) {
        self.local.power_cycle(rules_core::wire::BootReason::Asked);
        self.now = Instant(1_000_000);
    }

    /// Returns the time of the ring's clock.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// Sends a game to the ring, card by card, and begins it.
    pub fn begin(&mut self, game: &AnyGame) -> Option<Response> {
        for (seat, kit) in game.cards().into_iter().flat_map(|cards| cards.iter()) {
            let laid = self.ask(Request::Card(seat, kit.clone()));
            if laid != Some(Response::Done) {
                return laid;
            }
        }
        self.ask(Request::Begin(MatchStart {
            opening: game.opening(),
            policies: Policies::DEFAULT,
            asked: 0,
        }))
    }

    /// Returns the referee's events in words, as the host heard them.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        let lines = self.heard.iter().filter_map(|heard| match heard {
            ClientEvent::Line(followed) => Some(&followed.events),
            _ => None,
        });
        lines.flatten().map(|it| it.kind.to_string()).collect()
    }
}

/// Returns the observation of the platform at a post, with its short edge at the ring.
#[must_use]
pub const fn docked(post: Post) -> ObservationKind {
    ObservationKind::Docked {
        place: Place::Corner(post),
        facing: Facing::Short,
        certainty: Certainty::FULL,
    }
}

/// Sets up Sakura Slam for this many players, without special moves.
///
/// # Panics
/// If the match is not valid, which fails the test.
#[must_use]
pub fn plain(players: usize) -> AnyGame {
    let cards = ["Moth", "Wasp", "Bee", "Ant"].map(|name| Card {
        name: name.try_into().expect("short"),
        rings: RingSupport::Any,
        tokens: Default::default(),
        junior: None,
        moves: Default::default(),
    });
    let setup = Setup {
        edition: Edition::SakuraSlam,
        league: League::Full,
        players: (0..players)
            .map(|n| Entrant {
                colour: Colour::ALL[n],
                card: n as u8,
                team: None,
            })
            .collect(),
        first: 0,
        first_by: FirstBy::Youngest,
        layout: Layout {
            centre: Size::Medium,
            pawns: BySize([12, 6, 4]),
        },
        house_rules: HouseRules::default(),
    };
    AnyGame::Kabuto(setup.begin(&cards).expect("a match"))
}
