//! A ring in this process with a host at its other end.

use host_tools::client::{Heard, Side};
use host_tools::local::LocalRing;
use rules_core::board::{Button, Buttons, Name};
use rules_core::games::kabuto::card::{Card, Deck, Rings};
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Setup};
use rules_core::games::kabuto::terms::{House, League};
use rules_core::games::kabuto::{Edition, Layout};
use rules_core::piece::{BySize, Size};
use rules_core::place::{Facing, Place, Post};
use rules_core::player::Colour;
use rules_core::referee::record::Begin;
use rules_core::referee::{Game, Policies};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::{Instant, Span};
use rules_core::wire::message::From;
use rules_core::wire::{Ask, FromRing, Outcome};

/// A ring and a host that talk to each other.
#[derive(Debug)]
pub struct Pair {
    /// The ring.
    pub local: LocalRing,
    /// The host.
    pub side: Side,
    /// All the host has heard.
    pub heard: Vec<Heard>,
    now: Instant,
}

impl Pair {
    /// A new ring without a host.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self {
            local: LocalRing::new(board),
            side: Side::default(),
            heard: Vec::new(),
            now: Instant(1_000_000),
        }
    }

    /// Opens the line.
    pub fn plug(&mut self) {
        self.local.step(self.now, Input::Host(Presence::There));
        self.side.open();
        self.talk();
    }

    /// Pulls the cable.
    pub fn unplug(&mut self) {
        self.local.step(self.now, Input::Host(Presence::Gone));
    }

    /// Lets both say what they have to say.
    pub fn talk(&mut self) {
        let heard = self.local.talk(self.now, &mut self.side);
        self.heard.extend(heard);
    }

    /// Asks for something and gives the answer, the last one there is.
    pub fn ask(&mut self, ask: Ask) -> Option<Outcome> {
        let id = self.side.ask(ask);
        self.talk();
        self.answer(id)
    }

    /// The last answer to the request with this number.
    #[must_use]
    pub fn answer(&self, id: u16) -> Option<Outcome> {
        let answers = self.heard.iter().rev().filter_map(|heard| match heard {
            Heard::Message(message) => match **message {
                FromRing::Answer(number, outcome) => Some((number, outcome)),
                _ => None,
            },
            _ => None,
        });
        answers
            .into_iter()
            .find(|(number, _)| *number == id)
            .map(|(_, outcome)| outcome)
    }

    /// Follows the journal.
    pub fn follow(&mut self, from: From) {
        self.side.follow(from);
        self.talk();
    }

    /// Lets something be seen.
    pub fn see(&mut self, what: What) {
        let at = self.now;
        self.local.step(at, Input::Seen(&Observation { at, what }));
        self.talk();
    }

    /// Presses a button and lets it go.
    pub fn press(&mut self, button: Button) {
        let mut level = |down, millis| {
            self.local.step(self.now, Input::Buttons(down));
            self.wait(Span::millis(millis));
        };
        level(Buttons::of(button), 200);
        level(Buttons::EMPTY, 50);
    }

    /// Lets time pass.
    pub fn wait(&mut self, span: Span) {
        self.now += span;
        self.local.wait(self.now);
        self.talk();
    }

    /// Pulls the plug and puts it in again: time starts anew.
    pub fn cut(&mut self) {
        self.local.cut(rules_core::wire::BootReason::PowerUp);
        self.now = Instant(1_000_000);
    }

    /// What the ring's clock says.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }

    /// Sends a game to the ring, card by card, and begins it.
    pub fn begin(&mut self, game: &Game) -> Option<Outcome> {
        for (seat, kit) in game.kits().into_iter().flat_map(|kits| kits.iter()) {
            let laid = self.ask(Ask::Kit(seat, kit.clone()));
            if laid != Some(Outcome::Done) {
                return laid;
            }
        }
        self.ask(Ask::Begin(Begin {
            opening: game.opening(),
            policies: Policies::USUAL,
            asked: 0,
        }))
    }

    /// What the referee said, in words, as the host heard it.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        let lines = self.heard.iter().filter_map(|heard| match heard {
            Heard::Line(_, events) => Some(events),
            _ => None,
        });
        lines.flatten().map(|it| it.what.to_string()).collect()
    }
}

/// The platform lies at a post, with its short edge at the ring.
#[must_use]
pub const fn docked(post: Post) -> What {
    What::Docked {
        place: Place::Corner(post),
        facing: Facing::Short,
        certainty: Certainty::FULL,
    }
}

/// Sakura Slam for so many without special moves.
///
/// # Panics
/// If it is no match, which fails the test.
#[must_use]
pub fn plain(players: usize) -> Game {
    let deck = Deck {
        cards: ["Moth", "Wasp", "Bee", "Ant"]
            .into_iter()
            .map(|name| Card {
                name: name.try_into().expect("short"),
                rings: Rings::Any,
                tokens: Default::default(),
                junior: None,
                moves: Default::default(),
            })
            .collect(),
    };
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
        house: House::default(),
    };
    Game::Kabuto(setup.begin(&deck).expect("a match"))
}
