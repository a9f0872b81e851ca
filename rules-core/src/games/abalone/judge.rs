//! Legal or not, and by which clause not. The readings chosen for AB-9 stand
//! at the top of the module.

use super::cell::Cell;
use super::cells::Cells;
use super::direction::Direction;
use super::moves::{Effect, InLine, Move, Sideways};
use super::player::Player;
use super::position::Position;
use super::reason::Reason;
use crate::clause::Clause;
use crate::games::Refusal;

/// AB-3: the most marbles of one side that move together.
const AT_MOST: u8 = 3;

type Judged = Result<Effect, Refusal<Reason>>;

fn no(clause: Clause, reason: Reason) -> Judged {
    Err(Refusal::new(clause, reason))
}

impl Position {
    /// What `action` would do here.
    ///
    /// # Errors
    /// The clause that forbids it.
    pub fn judge(&self, action: Move) -> Judged {
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

    fn judge_in_line(&self, action: InLine) -> Judged {
        let view = self.view();
        let (rear, toward) = (action.rear(), action.toward());
        self.must_be_own(rear, |partner| Reason::StartsWithPartner {
            cell: rear,
            partner,
        })?;
        let moved = run(rear, toward, view.team);
        let assisting = moved & !view.own;
        let count = moved.len();
        if count > AT_MOST {
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

    fn judge_sideways(&self, action: Sideways) -> Judged {
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

    /// AB-2: only the mover's marbles; AB-9: the partner's only to help.
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

/// The points from `from` on that are all in `set`, without a gap.
pub(super) fn run(from: Cell, toward: Direction, set: Cells) -> Cells {
    let mut run = Cells::EMPTY;
    let mut next = Cells::of(from) & set;
    while !next.is_empty() {
        run |= next;
        next = next.step(toward) & set;
    }
    run
}

/// `steps` further; `None` if that is off the board.
fn advance(from: Cell, toward: Direction, steps: u8) -> Option<Cell> {
    (0..steps).try_fold(from, |cell, _| cell.step(toward))
}
