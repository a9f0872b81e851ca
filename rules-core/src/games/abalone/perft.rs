//! Perft: number of games of a given length, the usual check that two programs generate
//! the same moves.
//!
//! A leaf is one legal move: a set of marbles and a direction. A pass is one leaf, and
//! a game that is won has none below it. The last move of a line is not played: its
//! alternatives are counted from the sets, all of one direction at once.

use super::cells::Cells;
use super::direction::Direction;
use super::generate::DirectionMoves;
use super::legality::run;
use super::position::Position;

impl Position {
    /// Returns the number of games of `depth` more moves from this position.
    ///
    /// ```
    /// use rules_core::games::abalone::StartPosition;
    ///
    /// assert_eq!(StartPosition::Standard.position().perft(2), 1936);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner().is_some() {
            return 0;
        }
        let view = self.view();
        if depth == 1 {
            return view.count().max(1).into();
        }
        let occupied = !view.free;
        let mut leaves = 0;
        let mut any = false;
        for toward in Direction::ALL {
            let ways = DirectionMoves::new(&view, toward);
            for rear in ways.rears {
                any = true;
                let from = run(rear, toward, occupied);
                leaves += self.shifted(from, toward).perft(depth - 1);
            }
            for (axis, pairs, threes) in ways.sideways {
                let upward = axis.upward();
                for lower in pairs {
                    any = true;
                    let one = Cells::of(lower);
                    let two = one | one.step(upward);
                    leaves += self.shifted(two, toward).perft(depth - 1);
                    if threes.contains(lower) {
                        let three = two | two.step(upward);
                        leaves += self.shifted(three, toward).perft(depth - 1);
                    }
                }
            }
        }
        if any {
            leaves
        } else {
            self.passed().perft(depth - 1)
        }
    }
}
