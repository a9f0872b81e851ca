//! Grid board of a session with its pieces: a hand that lifts, carries and slides them.

use super::Mistake;
use super::grid_player::{GridPlayer, hand};
use super::input::{HandInput, PutPiece};
use super::poses::{self, kind};
use super::setup::Setup;
use super::table::TableModel;
use crate::demo::grid_pieces::grid_view;
use crate::demo::view::DemoView;
use crate::geometry::Pose;
use crate::play::TableSetup;
use crate::play::grid::GridGameId;
use crate::play::grid::board::{GridTableModel, HandMove, HeldPiece, PieceSpot};
use crate::play::grid::respondents::GridRespondents;
use crate::play::grid::truth::TrueGame;
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use crate::sensors::{HallBuild, Loose};
use crate::sim_rng::SimRng;
use crate::world::STEP;
use glam::{Quat, Vec2, Vec3};
use host_core::page::offers;
use host_core::sentences::Names;
use rules_core::games::kabuto::action::MoveUse;
use rules_core::games::{abalone, sumoo};
use rules_core::piece::Piece;
use rules_core::referee::{AnyGame, abalone as abalone_match, sumoo as sumoo_match};
use rules_core::sensing::magnet::Magnet;
use rules_core::time::{Instant, Span};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// Salt of the random stream of the simulated players.
const PLAYERS: u64 = 44;

/// Speed of a hand over the board and of lifting, mm/s.
const SPEED: f32 = 600.0;
const LIFTING: f32 = 200.0;

/// Height of a piece that is carried, mm.
const HEIGHT: f32 = 30.0;

/// Duration of a slide, s.
const SLIDE: f32 = 0.6;

/// Place beside the board where a hand puts pieces, mm.
const BESIDE: Vec2 = Vec2::new(0.0, -190.0);

/// Duration of a simulation step, in seconds.
const DT: f32 = STEP.0 as f32 * 1e-6;

/// Steps between two looks of the players: 0.1 s.
const LOOK: u64 = 50;

/// Grid board of a session.
pub(super) struct LiveGridTable {
    pub(super) setup: Setup,
    pub(super) board: GridTableModel,
    pub(super) truth: Box<dyn TrueGame>,
    pub(super) respondents: GridRespondents,
    pub(super) rng: SimRng,
    pub(super) player: GridPlayer,
    /// Hand movements to make, the next first.
    pub(super) moves: VecDeque<HandMove>,
    /// Hand movement in progress with the step at which it began.
    moving: Option<(HandMove, u64)>,
    held: Option<Held>,
    steps: u64,
    game: AnyGame,
}

/// Piece in the hand of a person.
#[derive(Debug, Clone, Copy)]
struct Held {
    magnet: Magnet,
    at: Vec2,
    lift: f32,
    /// Place that the hand goes to.
    to: Vec2,
    /// Cell to put the piece on, or `Some(None)` beside the board; `None` while it is
    /// carried.
    drop: Option<Option<u8>>,
}

impl core::fmt::Debug for LiveGridTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LiveGridTable")
            .field("truth", &self.truth)
            .finish_non_exhaustive()
    }
}

impl LiveGridTable {
    /// Creates a board with all pieces at the start, and the match to begin.
    pub(super) fn new(setup: &Setup, table: &TableSetup, grid: GridGameId) -> (Self, AnyGame) {
        let truth = grid.begin(table.players);
        let (board, game) = (grid.board(), truth.to_judge());
        let cells = truth.cells();
        let kind = (table.noise, HallBuild::NOMINAL);
        let table = Self {
            setup: setup.clone(),
            board: GridTableModel::new(board, cells, kind, table.seed, None),
            truth,
            respondents: GridRespondents::new(),
            rng: SimRng::new(table.seed, PLAYERS),
            player: GridPlayer::default(),
            moves: VecDeque::new(),
            moving: None,
            held: None,
            steps: 0,
            game: game.clone(),
        };
        (table, game)
    }

    /// True if no hand is over the board.
    pub(super) fn is_idle(&self) -> bool {
        self.moving.is_none() && self.moves.is_empty() && self.held.is_none()
    }

    fn cell(&self, cell: u8) -> Result<Option<Magnet>, Mistake> {
        let cells = self.board.cells();
        cells.get(usize::from(cell)).copied().ok_or_else(|| {
            let last = cells.len().saturating_sub(1);
            Mistake::new(format!("there is no cell {cell}; give 0 to {last}"))
        })
    }

    fn middle(&self, cell: u8) -> Vec2 {
        let middle = self.board.middles().get(usize::from(cell));
        middle.copied().unwrap_or_default()
    }

    /// Moves the hand of a simulated player, or of a person who slides pieces.
    fn move_on(&mut self) {
        if self.moving.is_none()
            && let Some(next) = self.moves.pop_front()
        {
            self.board.lift_off(&next);
            self.moving = Some((next, self.steps));
        }
        if let Some((grip, began)) = self.moving.take() {
            let done = (self.steps - began) as f32 * DT / grip.seconds.max(DT);
            if done >= 1.0 {
                self.board.put_down(&grip);
            } else {
                self.board.carry(&grip, done);
                self.moving = Some((grip, began));
            }
        }
    }

    /// Moves the piece in a person's hand.
    fn carry_on(&mut self) {
        let Some(mut held) = self.held.take() else {
            return;
        };
        held.at += (held.to - held.at).clamp_length_max(SPEED * DT);
        let is_there = held.at.distance(held.to) < 0.5;
        let down = held.drop.is_some() && is_there;
        let lift = if down { -LIFTING } else { LIFTING };
        held.lift = (held.lift + lift * DT).clamp(0.0, HEIGHT);
        match held.drop {
            Some(cell) if down && held.lift <= 0.0 => {
                self.board.hold(Vec::new());
                if let Some(cell) = cell {
                    self.board.set(cell, held.magnet);
                }
            }
            _ => {
                self.board.hold(vec![Loose {
                    magnet: held.magnet,
                    unit: self.board.unit_in_hand(held.magnet),
                    x: held.at.x,
                    y: held.at.y,
                    lift: held.lift,
                }]);
                self.held = Some(held);
            }
        }
    }

    fn slide(&mut self, shifts: &[(u8, Option<u8>)]) -> Result<(), Mistake> {
        let mut pieces = Vec::new();
        for &(from, to) in shifts {
            let magnet = self.cell(from)?.ok_or_else(|| {
                Mistake::new(format!(
                    "no piece is on cell {from}; slide one that is there"
                ))
            })?;
            if let Some(to) = to {
                let leaves = shifts.iter().any(|shift| shift.0 == to);
                if self.cell(to)?.is_some() && !leaves {
                    let sentence = format!("a piece is on cell {to}; slide it, too");
                    return Err(Mistake::new(sentence));
                }
            }
            let to = to.map_or(PieceSpot::Beyond(from), PieceSpot::Cell);
            let from = PieceSpot::Cell(from);
            pieces.push(HeldPiece { magnet, from, to });
        }
        self.moves.push_back(HandMove {
            pieces,
            height: 0.0,
            seconds: SLIDE,
        });
        Ok(())
    }

    fn put(&mut self, put: &PutPiece) -> Result<(), Mistake> {
        let magnet = self.magnet(&put.piece)?;
        let cell = put
            .cell
            .ok_or_else(|| Mistake::new("this board has cells; say which with \"cell\""))?;
        if self.cell(cell)?.is_some() {
            let sentence = format!("a piece is on cell {cell}; take it away first");
            return Err(Mistake::new(sentence));
        }
        self.held = Some(Held {
            magnet,
            at: BESIDE,
            lift: HEIGHT,
            to: self.middle(cell),
            drop: Some(Some(cell)),
        });
        Ok(())
    }

    /// Returns the magnet of the piece with this word.
    fn magnet(&self, word: &str) -> Result<Magnet, Mistake> {
        let found = match &self.game {
            AnyGame::Abalone(_) => (abalone::Player::ALL.into_iter())
                .find(|player| player.name() == word)
                .map(abalone_match::magnet_of),
            AnyGame::Sumoo(_) => (sumoo::Colour::ALL.into_iter())
                .flat_map(sumoo::Token::all_of)
                .find(|token| token.to_string() == word)
                .map(sumoo_match::magnet_of),
            AnyGame::Kabuto(_) => None,
        };
        found.ok_or_else(|| {
            let sentence = "give it as the match names its pieces";
            Mistake::new(format!("no piece is called \"{word}\"; {sentence}"))
        })
    }

    /// Returns the number of the kind of a piece.
    fn kind_of(&self, magnet: Magnet) -> f32 {
        match &self.game {
            AnyGame::Sumoo(_) => {
                let mut tokens = sumoo::Colour::ALL
                    .into_iter()
                    .flat_map(sumoo::Token::all_of);
                let token = tokens.find(|&token| sumoo_match::magnet_of(token) == magnet);
                token.map_or(kind::SUMOO, |token| {
                    let force = match token.force() {
                        sumoo::Force::One => 0.0,
                        sumoo::Force::Two => 1.0,
                        sumoo::Force::Three => 2.0,
                    };
                    let colour = match token.colour {
                        sumoo::Colour::White => 0.0,
                        sumoo::Colour::Black => 3.0,
                    };
                    kind::SUMOO + colour + force
                })
            }
            _ => {
                let mut players = abalone::Player::ALL.into_iter();
                let place = players.position(|player| abalone_match::magnet_of(player) == magnet);
                kind::MARBLES + place.unwrap_or_default() as f32
            }
        }
    }

    /// Returns half the width of a piece, mm: most of the way to the next cell.
    fn radius(&self) -> f32 {
        let middles = self.board.middles();
        let first = middles.first().copied().unwrap_or_default();
        let rest = middles.iter().skip(1).map(|at| at.distance(first));
        0.45 * rest.fold(f32::INFINITY, f32::min)
    }

    fn half(&self) -> Vec3 {
        let radius = self.radius();
        match &self.game {
            AnyGame::Sumoo(_) => Vec3::new(radius, radius, 4.0),
            _ => Vec3::splat(radius),
        }
    }

    /// True if a simulated player acts.
    fn is_simulated(&self, ring: &HostRing) -> bool {
        let seat = ring.game().and_then(offers::acting);
        seat.is_some_and(|seat| !self.setup.is_person(seat))
    }
}

/// First identifier of a piece in a hand.
const IN_HAND: f32 = 500.0;

impl TableModel for LiveGridTable {
    fn now(&self) -> Instant {
        Instant(self.steps * u64::from(STEP.0))
    }

    fn settle(&mut self, ring: &mut HostRing) {
        let until = Span::millis(1_500).0 / STEP.0;
        for _ in 0..until {
            self.steps += 1;
            self.board.scan_until(self.now(), ring);
        }
    }

    fn begin(&mut self) {}

    fn advance(&mut self, ring: &mut HostRing) {
        self.steps += 1;
        self.move_on();
        self.carry_on();
        self.board.scan_until(self.now(), ring);
        if self.is_simulated(ring) {
            let now = self.now();
            if self.is_idle() {
                let truth = &*self.truth;
                self.respondents.attend(now, ring, truth, &mut self.rng);
            }
            if self.steps.is_multiple_of(LOOK) && self.is_idle() {
                self.play(ring);
            }
        } else {
            self.player = GridPlayer::default();
        }
    }

    fn hand(&mut self, act: &HandInput, ring: &mut HostRing) -> Result<(), Mistake> {
        if self.is_simulated(ring) {
            let sentence = "another player is at the board; wait until it is your turn";
            return Err(Mistake::new(sentence));
        }
        match act {
            HandInput::Grab(cell) => {
                if self.held.is_some() {
                    return Err(Mistake::new("the hand holds a piece; put it down first"));
                }
                let piece = self.cell(*cell)?;
                let magnet = piece.ok_or_else(|| {
                    Mistake::new(format!(
                        "no piece is on cell {cell}; grab one that is there"
                    ))
                })?;
                let at = self.middle(*cell);
                self.board.pick(*cell);
                self.held = Some(Held {
                    magnet,
                    at,
                    lift: 0.0,
                    to: at,
                    drop: None,
                });
                Ok(())
            }
            HandInput::Move(at) => {
                if let Some(held) = self.held.as_mut().filter(|held| held.drop.is_none()) {
                    held.to = Vec2::from_array(*at);
                }
                Ok(())
            }
            HandInput::Drop(cell) => {
                let to = match cell {
                    Some(cell) if self.cell(*cell)?.is_some() => {
                        let sentence = format!("a piece is on cell {cell}; put it elsewhere");
                        return Err(Mistake::new(sentence));
                    }
                    Some(cell) => self.middle(*cell),
                    None => BESIDE,
                };
                let held = self.held.as_mut().filter(|held| held.drop.is_none());
                let held =
                    held.ok_or_else(|| Mistake::new("the hand is empty; grab a piece first"))?;
                (held.to, held.drop) = (to, Some(*cell));
                Ok(())
            }
            HandInput::Slide(shifts) => self.slide(shifts),
            HandInput::Put(put) => self.put(put),
            HandInput::Press(_) | HandInput::Hold(_) => Ok(()),
            _ => Err(Mistake::new(
                "this board has no platform; use \"grab\", \"drop\" and \"slide\"",
            )),
        }
    }

    fn put_back(&mut self, _piece: Piece) {}

    fn poses(&self, into: &mut Vec<f32>) {
        let half = self.half();
        let flat = |at: Vec2, lift: f32| Pose {
            position: at.extend(lift + half.z),
            rotation: Quat::IDENTITY,
        };
        let cells = self.board.cells().iter().zip(self.board.middles());
        for (n, (piece, &at)) in cells.enumerate() {
            if let Some(magnet) = piece {
                poses::push(into, n as f32, self.kind_of(*magnet), half, flat(at, 0.0));
            }
        }
        for (n, piece) in self.board.loose().iter().enumerate() {
            let pose = flat(Vec2::new(piece.x, piece.y), piece.lift);
            let kind = self.kind_of(piece.magnet);
            poses::push(into, IN_HAND + n as f32, kind, half, pose);
        }
    }

    fn view(&self, ring: &mut HostRing, names: &Names) -> DemoView {
        grid_view(ring, self.now(), self.board.cells(), None, names)
    }

    fn describe(&self) -> Value {
        let cells = self.board.middles().iter().map(|at| at.to_array());
        let names: Vec<String> = match &self.game {
            AnyGame::Sumoo(_) => sumoo::Cell::all().map(|cell| cell.to_string()).collect(),
            _ => abalone::Cell::all().map(|cell| cell.to_string()).collect(),
        };
        json!({
            "kind": "grid",
            "cells": cells.collect::<Vec<_>>(),
            "radius": self.radius(),
            "names": names,
        })
    }

    fn state(&self, ring: &HostRing) -> Vec<(&'static str, Value)> {
        let person = !self.is_simulated(ring) && ring.question().is_none();
        let plays = ring.game().filter(|_| person).map(hand::plays);
        vec![("plays", plays.unwrap_or_default().into())]
    }

    fn specials(&self, _ring: &HostRing) -> Vec<MoveUse> {
        Vec::new()
    }

    fn version(&self) -> u64 {
        0
    }
}
