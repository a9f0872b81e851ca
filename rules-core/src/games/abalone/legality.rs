//! Legality of a move: its effect, or the clause that forbids it. The readings chosen
//! for AB-9 are in the documentation of the parent module.

use super::cell::Cell;
use super::cells::Cells;
use super::direction::Direction;
use super::moves::{Effect, InLine, Move, Sideways};
use super::player::Player;
use super::position::Position;
use super::reason::Reason;
use crate::clause::Clause;
use crate::games::Refusal;

/// Largest number of marbles of one side that move together (AB-3).
const MAX_MOVED: u8 = 3;

type MoveResult = Result<Effect, Refusal<Reason>>;

fn no(clause: Clause, reason: Reason) -> MoveResult {
    Err(Refusal::new(clause, reason))
}

impl Position {
    /// Returns the effect that `action` would have in this position.
    ///
    /// # Errors
    /// The clause and the reason that forbid `action`.
    pub fn check_move(&self, action: Move) -> MoveResult {
        if let Some(side) = self.winner() {
            let side = self.players().named(side);
            return no(self.players().winning_clause(), Reason::Won { side });
        }
        match action {
            Move::InLine(in_line) => self.judge_in_line(in_line),
            Move::Sideways(sideways) => self.judge_sideways(sideways),
            Move::Pass => match self.count_moves() {
                0 => Ok(Effect::NOTHING),
                legal => no(Clause::Ab11, Reason::MustMove { legal }),
            },
        }
    }

    fn judge_in_line(&self, action: InLine) -> MoveResult {
        let view = self.view();
        let (rear, toward) = (action.rear(), action.toward());
        self.must_be_own(rear, |partner| Reason::StartsWithPartner {
            cell: rear,
            partner,
        })?;
        let moved = run(rear, toward, view.team);
        let assisting = moved & !view.own;
        let count = moved.len();
        if count > MAX_MOVED {
            return no(Clause::Ab3, Reason::TooLong { count });
        }
        let front = advance(rear, toward, count.saturating_sub(1)).unwrap_or(rear);
        let Some(ahead) = front.step(toward) else {
            return no(Clause::Ab6, Reason::OwnFall(front));
        };
        let pushed = run(ahead, toward, view.enemy);
        let against = pushed.len();
        if against == 0 {
            if let Some(cell) = assisting.first()
                && let Some(partner) = self.board().at(cell)
            {
                return no(Clause::Ab9, Reason::PartnerOnlyPushes { cell, partner });
            }
        } else if against == count {
            return no(Clause::Ab5, Reason::Equal { count });
        } else if against > count {
            let pushing = count;
            return no(Clause::Ab4, Reason::Outnumbered { pushing, against });
        } else if let Some(cell) = advance(ahead, toward, against)
            && let Some(owner) = self.board().at(cell)
        {
            return no(Clause::Ab4, Reason::Backed { cell, owner });
        }
        let ejected = (pushed & Cells::edge(toward))
            .first()
            .and_then(|cell| Some((self.board().at(cell)?, cell)));
        Ok(Effect {
            shift: Some((moved | pushed, toward)),
            moved,
            assisting,
            pushed,
            ejected,
        })
    }

    fn judge_sideways(&self, action: Sideways) -> MoveResult {
        let view = self.view();
        let toward = action.toward();
        for cell in action.cells() {
            self.must_be_own(cell, |partner| Reason::PartnerOnlyPushes { cell, partner })?;
        }
        for cell in action.cells() {
            let Some(arrival) = cell.step(toward) else {
                return no(Clause::Ab6, Reason::OwnFall(cell));
            };
            if let Some(owner) = self.board().at(arrival) {
                let cell = arrival;
                return if view.enemy.contains(arrival) {
                    no(Clause::Ab5, Reason::SidewaysPush { cell, owner })
                } else {
                    no(Clause::Ab3, Reason::NotFree { cell, owner })
                };
            }
        }
        Ok(Effect {
            shift: Some((action.set(), toward)),
            moved: action.set(),
            ..Effect::NOTHING
        })
    }

    /// Checks that the marble on `cell` is the mover's (AB-2); `of_partner` builds the
    /// reason of AB-9 for a partner's marble, which may only help.
    fn must_be_own(
        &self,
        cell: Cell,
        of_partner: impl Fn(Player) -> Reason,
    ) -> Result<(), Refusal<Reason>> {
        let mover = self.to_move();
        let (clause, reason) = match self.board().at(cell) {
            None => (Clause::Ab2, Reason::NothingThere(cell)),
            Some(owner) if owner == mover => return Ok(()),
            Some(owner) if self.players().partner(mover) == Some(owner) => {
                (Clause::Ab9, of_partner(owner))
            }
            Some(owner) => (Clause::Ab2, Reason::NotYours { cell, owner, mover }),
        };
        Err(Refusal::new(clause, reason))
    }
}

/// Returns the unbroken line of points of `set` that begins at `from` and runs
/// `toward`; empty if `from` is not in `set`.
pub(super) fn run(from: Cell, toward: Direction, set: Cells) -> Cells {
    let mut run = Cells::EMPTY;
    let mut next = Cells::of(from) & set;
    while !next.is_empty() {
        run |= next;
        next = next.step(toward) & set;
    }
    run
}

/// Returns the point `steps` steps from `from`; `None` if that is off the board.
fn advance(from: Cell, toward: Direction, steps: u8) -> Option<Cell> {
    (0..steps).try_fold(from, |cell, _| cell.step(toward))
}
