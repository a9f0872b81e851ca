//! Matches on a grid board: chance picks legal moves, hands carry them out one
//! piece at a time, and the ring finds out from the cells what was played.
//!
//! There are no physics and no raw frames here: cells are seen as they are.

use super::scribe::About;
use super::source::{Desk, Followed, Refused, Request, Source};
use crate::client::Side;
use crate::local::LocalRing;
use rules_core::board::{Dimensions, Name};
use rules_core::games::abalone::{Cell as Point, DrawRules, Game as Abalone, Move, Start};
use rules_core::games::sumoo::{Cell, Game as Sumoo};
use rules_core::lots::Lots;
use rules_core::referee::grid::Telling;
use rules_core::referee::sumoo::{Acts, Deed};
use rules_core::referee::{By, Choice, Command, Game, Play, Policies, abalone, sumoo};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::{Instant, Span};
use rules_core::wire::message::{Ask, From, Stream};
use std::time::{Duration, Instant as Wall};

/// From one look at the ring to the next.
const STEP: Span = Span::millis(40);
/// How often lights are shown.
const LIGHTS: Duration = Duration::from_millis(100);
/// Moves after which a match is left.
const LONG: u32 = 400;

/// Which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Board {
    /// Abalone, from this start.
    Abalone(Start),
    /// SUMOO.
    Sumoo,
}

/// Matches on a grid board.
#[derive(Debug)]
pub struct Grid {
    /// Which game.
    pub board: Board,
    /// Decides what is played.
    pub seed: u64,
    /// Simulated seconds in a second; infinite for as fast as can be.
    pub speed: f64,
    /// How many matches.
    pub matches: u64,
    /// How long the end of a match is shown.
    pub pause: Duration,
}

impl Source for Grid {
    fn run(&mut self, desk: &mut Desk) -> Result<(), String> {
        for n in 0..self.matches {
            let seed = self.seed.wrapping_add(n);
            let (name, game) = match self.board {
                Board::Abalone(start) => {
                    let game =
                        abalone::Match::new(start.position(), DrawRules::default(), Telling::Class);
                    (Name::GridHex, Game::Abalone(game))
                }
                Board::Sumoo => {
                    let game = sumoo::Match::new(Sumoo::new(), Telling::Class);
                    (Name::GridSquare, Game::Sumoo(game))
                }
            };
            desk.scribe.reopen();
            desk.scribe.about(&About {
                board: name,
                dimensions: Dimensions::ASSUMED,
                origin: format!("virtual board, seed {seed}"),
                cards: &[],
                lights: true,
            });
            let mut sitting = Sitting::new(desk, name, self.speed);
            sitting.play(&game, &mut Lots::new(seed))?;
            let last = n + 1 == self.matches;
            sitting.rest(if last { Duration::MAX } else { self.pause });
            if desk.is_closed() {
                break;
            }
        }
        Ok(())
    }
}

/// A ring with its host, and hands.
struct Sitting<'a> {
    local: LocalRing,
    side: Side,
    desk: &'a mut Desk,
    speed: f64,
    began: Wall,
    lit: Option<Wall>,
    now: Instant,
}

impl<'a> Sitting<'a> {
    fn new(desk: &'a mut Desk, board: Name, speed: f64) -> Self {
        let mut sitting = Self {
            local: LocalRing::new(board),
            side: Side::default(),
            desk,
            speed,
            began: Wall::now(),
            lit: None,
            now: Instant::ZERO,
        };
        sitting
            .local
            .step(Instant::ZERO, Input::Host(Presence::There));
        sitting.side.open();
        sitting.side.follow(From::Now);
        let streams = [Stream::Waiting].into_iter().collect();
        sitting.side.ask(Ask::Watch(streams));
        sitting.listen();
        sitting
    }

    fn listen(&mut self) {
        loop {
            let (out, back) = (self.side.take_outgoing(), self.local.transmit());
            if out.is_empty() && back.is_empty() {
                return;
            }
            self.local.step(self.now, Input::Bytes(&out));
            for heard in self.side.receive(&back) {
                self.desk.hear(&heard);
            }
        }
    }

    fn game(&self) -> Option<&Game> {
        self.local.ring().referee().session().game()
    }

    /// Plays until somebody has won.
    fn play(&mut self, game: &Game, lots: &mut Lots) -> Result<(), String> {
        self.wait(Span::millis(500));
        for (cell, piece) in (0..).zip(magnets(game)) {
            self.see(cell, piece);
        }
        self.wait(Span::millis(500));
        let begun = self.local.begin(self.now, game, Policies::USUAL);
        begun.map_err(|why| format!("cannot begin: {why}"))?;
        self.listen();
        for _ in 0..LONG {
            let Some(game) = self.game().filter(|it| !it.is_over()).cloned() else {
                break;
            };
            if self.desk.is_closed() {
                break;
            }
            self.wait(Span::millis(600));
            match choose(&game, lots) {
                Some(play) => self.carry_out(&game, &play, lots),
                None => break,
            }
        }
        Ok(())
    }

    /// Hands do it; what no sensor sees is said.
    fn carry_out(&mut self, before: &Game, play: &Play, lots: &mut Lots) {
        let mut after = before.clone();
        if after.judge(play).is_err() {
            return;
        }
        let (old, new) = (magnets(before), magnets(&after));
        if old == new {
            let said = Command::Declare(play.clone(), By::Table);
            // What cannot be said now comes again with the next choice.
            let _ = self.local.say(self.now, &said);
            self.listen();
        }
        let changed = |n: &usize| old[*n] != new[*n];
        for put in [false, true] {
            for n in (0..old.len()).filter(changed) {
                let piece = if put { new[n] } else { None };
                if put && piece.is_none() || !put && old[n].is_none() {
                    continue;
                }
                self.see(n as u8, piece);
                self.wait(Span::millis(120 + lots.below(200)));
            }
        }
        // Until the board counts as settled.
        self.wait(Span::millis(1_500));
        let question = self.local.ring().referee().session().question().cloned();
        if let Some(question) = question {
            let choice = match play {
                Play::Abalone(action) => Choice::Abalone(*action),
                Play::Sumoo(deed) => Choice::Sumoo(*deed),
                Play::Kabuto(_) => Choice::Nothing,
            };
            let answer = Command::Answer(question.number, choice);
            let _ = self.local.say(self.now, &answer);
            self.listen();
        }
    }

    fn see(&mut self, cell: u8, piece: Option<Magnet>) {
        let certainty = Certainty::FULL;
        let what = What::Cell {
            cell,
            piece,
            certainty,
        };
        let at = self.now;
        self.local.step(at, Input::Seen(&Observation { at, what }));
        self.listen();
    }

    /// Lets time pass at the speed that is wanted.
    fn wait(&mut self, time: Span) {
        let until = self.now + time;
        while self.now < until && !self.desk.is_closed() {
            self.now = (self.now + STEP).min(until);
            self.local.wait(self.now);
            self.listen();
            self.light();
            let due = Duration::try_from_secs_f64(self.now.0 as f64 / 1e6 / self.speed);
            let early = due.unwrap_or_default();
            self.serve(early.saturating_sub(self.began.elapsed()));
        }
    }

    fn light(&mut self) {
        if self.lit.is_none_or(|it| it.elapsed() >= LIGHTS) {
            self.lit = Some(Wall::now());
            let frame = self.local.bright_lights(self.now);
            self.desk.lights(&frame);
        }
    }

    fn serve(&mut self, patience: Duration) {
        match self.desk.wanted(patience) {
            None => {}
            Some(Request::Say(command, reply)) => {
                let said = self.local.say(self.now, &command);
                self.listen();
                let said = said.map(|()| Followed::Done);
                let _ = reply.send(said.map_err(|why| Refused(why.to_string())));
            }
            Some(Request::Proof(_, reply)) => {
                let why = "this board has no raw frames to show".to_owned();
                let _ = reply.send(Err(Refused(why)));
            }
        }
    }

    fn rest(&mut self, pause: Duration) {
        let began = Wall::now();
        while began.elapsed() < pause && !self.desk.is_closed() {
            self.serve(LIGHTS);
            self.now += Span::millis(100);
            self.local.wait(self.now);
            self.listen();
            self.light();
        }
    }
}

/// The magnet on every cell.
fn magnets(game: &Game) -> Vec<Option<Magnet>> {
    match game {
        Game::Kabuto(_) => Vec::new(),
        Game::Abalone(game) => Point::all()
            .map(|point| game.position().board().at(point).map(abalone::magnet_of))
            .collect(),
        Game::Sumoo(game) => Cell::all()
            .map(|cell| game.game().position().at(cell).map(sumoo::magnet_of))
            .collect(),
    }
}

/// Something legal: what puts a piece out if anything does, else by lot.
fn choose(game: &Game, lots: &mut Lots) -> Option<Play> {
    match game {
        Game::Kabuto(_) => None,
        Game::Abalone(game) => {
            let moves: Vec<Move> = game.position().moves().collect();
            let ejects = |it: &&Move| {
                let mut after: Abalone = game.game().clone();
                after.play(**it).is_ok_and(|it| it.ejected.is_some())
            };
            let best = moves.iter().find(ejects);
            best.or_else(|| lots.pick(&moves))
                .copied()
                .map(Play::Abalone)
        }
        Game::Sumoo(game) => {
            let mut actions = Vec::new();
            game.game().each_action(|it| actions.push(it));
            let deed = match lots.pick(&actions) {
                // Now and then points are left.
                Some(action) if lots.below(8) > 0 => Deed::Acts(Acts::one(*action)),
                _ => Deed::EndTurn,
            };
            Some(Play::Sumoo(deed))
        }
    }
}
