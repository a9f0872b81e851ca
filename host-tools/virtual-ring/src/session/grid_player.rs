//! Simulated player at the grid board of a session. It plays from the match as the ring
//! has it, and acts with the hands of the simulated people.

use super::grid_table::LiveGridTable;
use super::setup::SeatPlayer;
use crate::play::grid::board::HandMove;
use crate::play::grid::hand_moves;
use crate::play::grid::truth::{Difference, GridAct, TrueGame};
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use crate::players::Strategy;
use host_core::game::host_game;
use rules_core::player::BySeat;
use rules_core::referee::{AnyGame, Command, Speaker};

/// Number of looks (0.1 s each) before a player begins a turn, before the end of a turn is
/// declared, and before a difference is given up.
const BEFORE_TURN: u32 = 5;
const BEFORE_END: u32 = 25;
const GIVE_UP: u32 = 80;

/// Simulated player at a grid board.
#[derive(Debug, Default)]
pub(super) struct GridPlayer {
    /// Turn that the player plays; `None` before it has begun.
    turn: Option<PlayedTurn>,
    /// Number of looks since the last act.
    looks: u32,
}

/// Turn of a simulated player.
#[derive(Debug)]
struct PlayedTurn {
    /// Number of turns before it.
    number: u16,
    /// Act that ended the turn; `None` while it goes on.
    ended: Option<GridAct>,
}

impl LiveGridTable {
    /// Plays on, with the hands off the board.
    pub(super) fn play(&mut self, ring: &mut HostRing) {
        if ring.question().is_some() {
            self.player.looks = 0;
            return;
        }
        let Some(judged) = ring.game().cloned() else {
            return;
        };
        self.player.looks += 1;
        let Some(turn) = &self.player.turn else {
            let agrees = host_game::magnets(&judged) == self.board.cells();
            if agrees && self.player.looks > BEFORE_TURN {
                self.begin_turn(&judged);
            } else if self.player.looks > GIVE_UP && ring.waiting().repair.is_some() {
                // The person who left the board like this has been asked about it.
                self.player.looks = 0;
                let _ = ring.command(self.board.now(), &Command::TableIsRight);
            }
            return;
        };
        match &turn.ended {
            None => self.next_act(&judged),
            Some(ended) => {
                let says_so = *ended == GridAct::Ends;
                self.end_turn(&judged, says_so, ring);
            }
        }
    }

    fn begin_turn(&mut self, judged: &AnyGame) {
        let truth: Box<dyn TrueGame> = match judged {
            AnyGame::Abalone(game) => Box::new(game.game().clone()),
            AnyGame::Sumoo(game) => Box::new(*game.game()),
            AnyGame::Kabuto(_) => return,
        };
        let number = truth.turns();
        self.truth = truth;
        self.player.turn = Some(PlayedTurn {
            number,
            ended: None,
        });
    }

    fn next_act(&mut self, judged: &AnyGame) {
        let kinds: BySeat<Strategy> = self.setup.strategies();
        let act = match self.setup.seats[judged.turn()] {
            SeatPlayer::Searching(depth) => self.truth.play_ahead(depth, &mut self.rng),
            _ => self.truth.play(&kinds, &mut self.rng),
        };
        if let GridAct::Shifts(shifts, ..) = &act {
            self.moves.extend(hand_moves::make(shifts, &mut self.rng));
            // Some players wait for the lights, some do not.
            let pause = self.rng.between(0.1, 1.8);
            self.moves.push_back(HandMove::pause(pause));
        }
        let is_over = self.truth.is_won();
        if let Some(turn) = &mut self.player.turn
            && (self.truth.turns() != turn.number || is_over)
        {
            turn.ended = Some(act);
        }
        self.player.looks = 0;
    }

    /// Waits until the ring has seen the turn, and declares its end if points are left.
    fn end_turn(&mut self, judged: &AnyGame, says_so: bool, ring: &mut HostRing) {
        let looks = self.player.looks;
        match self.truth.difference(judged) {
            None => self.player = GridPlayer::default(),
            Some(Difference::TurnOpen) if says_so || looks > BEFORE_END => {
                if let Some(end) = self.truth.turn_end() {
                    let end = Command::Declare(end, Speaker::Table);
                    let _ = ring.command(self.board.now(), &end);
                }
                if let Some(turn) = &mut self.player.turn {
                    turn.ended = Some(GridAct::Goes);
                }
                self.player.looks = 0;
            }
            Some(_) if looks > GIVE_UP => {
                // The ring's state counts, because it has asked.
                if ring.waiting().repair.is_some() {
                    let _ = ring.command(self.board.now(), &Command::TableIsRight);
                }
                self.player = GridPlayer::default();
            }
            Some(_) => {}
        }
    }
}

pub(super) mod hand {
    //! Plays that the rules allow, as the pieces that a hand slides.

    use rules_core::games::{abalone, sumoo};
    use rules_core::referee::AnyGame;
    use rules_core::referee::abalone::number_of;
    use serde_json::{Value, json};

    /// Returns every legal play of the player whose turn it is: the cells from which and
    /// to which its pieces go; a piece that goes over the edge has no cell.
    pub(in crate::session) fn plays(game: &AnyGame) -> Vec<Value> {
        let all: Vec<Vec<(u8, Option<u8>)>> = match game {
            AnyGame::Abalone(game) => {
                let position = game.position();
                let moves = position.moves().filter(|&play| play != abalone::Move::Pass);
                moves.filter_map(|play| marbles(*position, play)).collect()
            }
            AnyGame::Sumoo(game) => {
                let mut all = Vec::new();
                game.game().each_action(|action| {
                    let mut after = *game.game();
                    if let Ok(moved) = after.apply(action) {
                        all.push(moved.iter().map(token).collect());
                    }
                });
                all
            }
            AnyGame::Kabuto(_) => Vec::new(),
        };
        all.into_iter()
            .map(|slide| json!({ "slide": slide }))
            .collect()
    }

    fn token(moved: &sumoo::Displacement) -> (u8, Option<u8>) {
        (moved.from.into(), moved.to.map(u8::from))
    }

    fn marbles(
        mut position: abalone::Position,
        play: abalone::Move,
    ) -> Option<Vec<(u8, Option<u8>)>> {
        let effect = position.play(play).ok()?;
        let toward = effect.toward()?;
        let all = (effect.moved | effect.pushed).into_iter();
        let all = all.map(|cell| (number_of(cell), cell.step(toward).map(number_of)));
        Some(all.collect())
    }
}
