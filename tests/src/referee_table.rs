//! The scenarios of the bare engine, played at a table: every action becomes
//! what sensors would see of it or what people would say, and the referee must
//! rule as the engine does.

use crate::referee_script::Bench;
use crate::referee_words::Doing;
use crate::ring_mirror::mirror;
use host_tools::kabuto::words::{self, Mover};
use host_tools::scenario::{KabutoTable, Objection, Table};
use rules_core::board::Micrometres;
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match, Phase};
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Facing, Post};
use rules_core::player::Side;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::referee::{By, Choice, Command, Doubt, Game, Play, Policies, What as Said};
use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::certainty::{Certainty, Identity};
use rules_core::sensing::observation::{Cause, Count, Fall, FallId, Loaded, Pushed, Spot, What};
use rules_core::time::{Instant, Span};
use std::cell::Cell;

thread_local! {
    /// How often something only people can say was said.
    static SAID: Cell<u32> = const { Cell::new(0) };
    /// How often something was seen and judged.
    static SEEN: Cell<u32> = const { Cell::new(0) };
}

/// Actions declared, and actions seen, since the last call.
#[must_use]
pub fn counts() -> (u32, u32) {
    (SAID.replace(0), SEEN.replace(0))
}

/// A match refereed at a table.
#[derive(Debug)]
pub struct RefereeTable {
    bench: Bench,
    falls: u16,
}

impl RefereeTable {
    /// Sits down to this match.
    ///
    /// # Panics
    /// If the referee does not begin, which fails the test.
    #[must_use]
    pub fn of(game: &Match) -> Self {
        let mut bench = Bench::default();
        bench.wait(Instant(1_000_000));
        let mut table = Self {
            bench: bench.clone(),
            falls: 0,
        };
        // Markers that are there already.
        for side in game.terms().players.sides() {
            for post in game.state().markers[side].iter() {
                let what = table.slot(game, side, post, true);
                let _ = bench.happen(&Doing::See(what));
            }
        }
        let whole = Game::Kabuto(game.clone());
        bench
            .begin(Instant(1_000_000), &whole, Policies::USUAL)
            .expect("a match begins");
        table.bench = bench;
        table
    }

    fn game(&self) -> &Match {
        match self.bench.referee.session().game() {
            Some(Game::Kabuto(game)) => game,
            _ => panic!("the match is gone"),
        }
    }

    fn see(&mut self, what: What) {
        self.bench
            .happen(&Doing::See(what))
            .expect("observations are taken");
        self.bench.wait(self.bench.now() + Span::millis(1));
    }

    fn slot(&self, game: &Match, side: Side, post: Post, there: bool) -> What {
        let terms = game.terms();
        let seat = terms.players.seats_of(side).next();
        let colour = terms.colours[seat.expect("a side has seats")];
        What::Marker {
            post,
            slot: side.index() as u8,
            marker: there.then(|| magnet_of(colour)),
            certainty: Certainty::FULL,
        }
    }

    /// What sensors see of an action; nothing if they cannot.
    fn sight(&mut self, action: &Action) -> Option<Vec<What>> {
        let game = self.game();
        let known = |side: &Side| game.terms().players.sides().any(|it| it == *side);
        Some(match action {
            Action::Dock(place, facing) => vec![
                What::Lifted,
                What::Docked {
                    place: *place,
                    facing: *facing,
                    certainty: Certainty::FULL,
                },
            ],
            Action::PlaceMarker(side, post) if known(side) => {
                vec![self.slot(game, *side, *post, true)]
            }
            Action::TakeMarker(side, post) if known(side) => {
                vec![self.slot(game, *side, *post, false)]
            }
            Action::Push(load, remarks) if load.len() == 1 => {
                let Platform::Down(place, _) = game.state().turn.platform else {
                    return None;
                };
                if remarks.iter().any(|it| it.word() != "flicked") {
                    return None;
                }
                let body = body_of(*load.first()?)?;
                vec![
                    What::Loaded(Loaded {
                        place,
                        magnet: None,
                        certainty: Certainty::FULL,
                    }),
                    What::PushStarted(place),
                    What::Pushed(Pushed {
                        place,
                        began: self.bench.now(),
                        speed: if remarks.is_empty() { 100 } else { 2_000 },
                        costs: costs(body),
                        body,
                        certainty: Certainty(200),
                    }),
                ]
            }
            Action::Fall(piece) => self.fall(*piece, Cause::Push)?,
            Action::Accident(piece) => self.fall(*piece, Cause::Accident)?,
            _ => return None,
        })
    }

    fn fall(&mut self, piece: Piece, cause: Cause) -> Option<Vec<What>> {
        let body = body_of(piece)?;
        self.falls = self.falls.wrapping_add(1);
        let id = FallId(self.falls);
        let spot = Spot {
            edge: Edge::South,
            along: Micrometres::mm(100),
        };
        Some(vec![
            What::Falling(id, spot),
            What::Fell(Fall {
                id,
                onset: self.bench.now(),
                spot,
                width: Micrometres::mm(30),
                drop: Some(Span::millis(30)),
                dark: Span::millis(60),
                count: Count::One,
                magnet: None,
                costs: costs(body),
                identity: Identity {
                    body,
                    certainty: Certainty(200),
                    candidates: [body].into_iter().collect(),
                },
                cause,
                cause_certainty: Certainty::FULL,
                sound: true,
            }),
        ])
    }

    /// Answers as the scenario's action says.
    fn answer(&mut self, action: &Action) {
        for _ in 0..4 {
            let Some(question) = self.bench.referee.session().question() else {
                return;
            };
            let piece = match action {
                Action::Fall(piece) | Action::Accident(piece) => Some(*piece),
                Action::Push(load, _) => load.first().copied(),
                _ => None,
            };
            let choice = match (question.doubt, action, piece) {
                (Doubt::Forbidden(..), _, _) => Choice::RefereeIsRight,
                (Doubt::Late(_), Action::Fall(_), _) => Choice::RefereeIsRight,
                (Doubt::Cause(_), Action::Fall(_), _) => Choice::ByPush,
                (Doubt::Cause(_) | Doubt::Late(_), _, _) => Choice::ByAccident,
                (_, _, Some(piece)) => Choice::Piece(piece),
                _ => Choice::AsSeen,
            };
            let listed =
                question.choices.contains(&choice) || matches!(question.doubt, Doubt::Which(_));
            let choice = if listed {
                choice
            } else {
                Choice::RefereeIsRight
            };
            let command = Command::Answer(question.number, choice);
            let _ = self.bench.happen(&Doing::Say(command));
        }
    }

    /// Moves the markers as a special move says.
    fn follow_markers(&mut self) {
        let sides: Vec<Side> = self.game().terms().players.sides().collect();
        for side in sides {
            for post in Post::ALL {
                let there = self.game().state().markers[side].contains(post);
                let what = self.slot(self.game(), side, post, there);
                self.see(what);
            }
        }
    }

    /// Puts the table back as the game has it, after something was refused.
    fn put_right(&mut self, action: &Action) {
        match action {
            Action::Dock(..) => {
                self.see(What::Lifted);
                // Set down again after the push it would begin the next turn.
                let turn = self.game().state().turn;
                if let Platform::Down(place, _) = turn.platform
                    && turn.pushes == 0
                {
                    self.see(What::Docked {
                        place,
                        facing: Facing::Short,
                        certainty: Certainty::FULL,
                    });
                }
            }
            Action::PlaceMarker(side, post) | Action::TakeMarker(side, post) => {
                let there = self.game().state().markers[*side].contains(*post);
                let what = self.slot(self.game(), *side, *post, there);
                self.see(what);
            }
            _ => {}
        }
    }
}

fn costs(body: Body) -> ByBody<u8> {
    let mut costs = ByBody([200; 6]);
    costs[body] = 0;
    costs
}

fn body_of(piece: Piece) -> Option<Body> {
    Some(match piece {
        Piece::Element(Element::Pawn(Size::Small)) => Body::Small,
        Piece::Element(Element::Pawn(Size::Medium)) => Body::Medium,
        Piece::Element(Element::Pawn(Size::Large)) => Body::Large,
        Piece::Element(Element::Token(_)) => Body::Token,
        Piece::Sumo(_) => Body::Sumo,
        Piece::Belt => Body::Belt,
    })
}

impl Drop for RefereeTable {
    /// What happened goes through a whole ring as well.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            mirror(&self.bench).expect("a ring says what its referee says");
        }
    }
}

impl Table for RefereeTable {
    fn act(&mut self, text: &str) -> Result<Vec<String>, Objection> {
        let game = self.game();
        let seat = match game.state().phase {
            Phase::Opening => game.terms().players.last(),
            _ => game.state().turn.seat,
        };
        let mover = Mover {
            seat,
            side: game.terms().side_of(seat),
        };
        let action = words::action(text, mover).map_err(Objection::Unreadable)?;
        let refusal = game.permits(&action).err();
        let hash = game.state().fingerprint();
        let heard = self.bench.tape.events.len();
        if matches!(action, Action::Settle) && refusal.is_none() {
            SEEN.set(SEEN.get() + 1);
            // Longer than any push takes to come to rest.
            self.bench.wait(self.bench.now() + Span::millis(4_000));
        } else if let Some(sights) = self.sight(&action) {
            SEEN.set(SEEN.get() + 1);
            for what in sights {
                self.see(what);
            }
        } else {
            SAID.set(SAID.get() + 1);
            let said = Doing::Say(Command::Declare(Play::Kabuto(action.clone()), By::Table));
            let _ = self.bench.happen(&said);
        }
        self.answer(&action);
        if let Action::Use(_) = action {
            self.follow_markers();
        }
        let rulings: Vec<String> = self.bench.tape.events[heard..]
            .iter()
            .filter_map(|event| match &event.what {
                Said::Ruled(ruled) => Some(ruled.to_string()),
                _ => None,
            })
            .collect();
        let moved = self.game().state().fingerprint() != hash;
        match refusal {
            Some(refusal) if !moved => {
                self.put_right(&action);
                Err(Objection::Refused {
                    clause: refusal.clause,
                    reason: refusal.reason.to_string(),
                })
            }
            None if !moved && rulings.is_empty() => {
                self.put_right(&action);
                Err(Objection::Unreadable("the referee does nothing".into()))
            }
            _ => Ok(rulings),
        }
    }

    fn state(&self, key: &str) -> Option<String> {
        KabutoTable::of(self.game().clone()).state(key)
    }

    fn normal(&self, key: &str, value: &str) -> String {
        KabutoTable::of(self.game().clone()).normal(key, value)
    }
}
