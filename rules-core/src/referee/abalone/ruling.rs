//! Rulings of an Abalone move, one fact each.

use crate::clause::Clause;
use crate::games::abalone::{
    Cell, Cells, Direction, Draw, Effect, Game, Move, NamedSide, Outcome, Player, Position,
};
use core::fmt;
use core::num::NonZeroU16;
use heapless::Vec;

/// Ruling of Abalone: a fact and the clause it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// Clause that the fact rests on.
    pub clause: Clause,
    /// Fact: a change of the match.
    pub change: Change,
}

/// Effect of a move on the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// A player moved this many marbles along their line.
    InLine(Player, u8),
    /// A player moved this many marbles across their line.
    Sideways(Player, u8),
    /// The player could not move and passes.
    Passed(Player),
    /// A marble of this partner helped to push from this point.
    Helped(Player, Cell),
    /// An enemy marble of this player was pushed from the first point to the second.
    Pushed(Player, Cell, Cell),
    /// A marble of this player left the board from this point.
    Ejected(Player, Cell),
    /// The match is won by this side.
    Won(NamedSide),
    /// The game is a draw, because the position occurred for the third time.
    Threefold,
    /// The game is a draw, because this cap of turns is reached.
    TurnCap(NonZeroU16),
}

/// Rulings of one move: the move itself, two helpers, two pushed or ejected, the end.
pub type Rulings = Vec<Ruling, 8, u8>;

/// Returns the rulings of a move.
pub(super) fn rulings_for(
    before: &Position,
    action: Move,
    effect: &Effect,
    after: &Game,
) -> Rulings {
    let mover = before.to_move();
    let mut all = Rulings::new();
    let mut emit = |clause, change| {
        let _ = all.push(Ruling { clause, change });
    };
    let count = effect.moved.len();
    match (action, effect.toward()) {
        (Move::Pass, _) | (_, None) => emit(Clause::Ab11, Change::Passed(mover)),
        (Move::InLine(_), _) => emit(Clause::Ab2, Change::InLine(mover, count)),
        (Move::Sideways(_), _) => emit(Clause::Ab2, Change::Sideways(mover, count)),
    }
    if let Some(toward) = effect.toward() {
        let owned = |cell: Cell| Some((before.board().at(cell)?, cell));
        for (owner, cell) in along(effect.assisting, toward).filter_map(owned) {
            emit(Clause::Ab9, Change::Helped(owner, cell));
        }
        for (owner, cell) in along(effect.pushed, toward).filter_map(owned) {
            if let Some(to) = cell.step(toward) {
                emit(Clause::Ab4, Change::Pushed(owner, cell, to));
            }
        }
    }
    if let Some((owner, cell)) = effect.ejected {
        emit(Clause::Ab6, Change::Ejected(owner, cell));
    }
    let players = before.players();
    match after.outcome() {
        Outcome::Playing => {}
        Outcome::Won(side) => emit(players.winning_clause(), Change::Won(players.named(side))),
        Outcome::Drawn(Draw::Threefold) => emit(Clause::Ab12, Change::Threefold),
        Outcome::Drawn(Draw::TurnCap(cap)) => emit(Clause::Ab12, Change::TurnCap(cap)),
    }
    all
}

/// Iterates over the points of a line, the rear first.
fn along(cells: Cells, toward: Direction) -> impl Iterator<Item = Cell> {
    let back = toward.opposite();
    let rear = move |cell: &Cell| !cell.step(back).is_some_and(|behind| cells.contains(behind));
    let first = cells.into_iter().find(rear);
    core::iter::successors(first, move |cell| cell.step(toward))
        .take_while(move |cell| cells.contains(*cell))
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.clause, self.change)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InLine(player, count) => write!(f, "{player} moved {count} in line"),
            Self::Sideways(player, count) => write!(f, "{player} moved {count} sideways"),
            Self::Passed(player) => write!(f, "{player} passes"),
            Self::Helped(player, cell) => write!(f, "{player} helped from {cell}"),
            Self::Pushed(player, from, to) => write!(f, "{player} pushed {from} -> {to}"),
            Self::Ejected(player, cell) => write!(f, "{player} ejected at {cell}"),
            Self::Won(side) if side.has() == "have" => write!(f, "{side} win"),
            Self::Won(side) => write!(f, "{side} wins"),
            Self::Threefold => f.write_str("drawn, the third time this position"),
            Self::TurnCap(cap) => write!(f, "drawn after {cap} turns"),
        }
    }
}
