//! Counting all games of a given length: the usual proof that two programs
//! generate the same moves.
//!
//! A leaf is one legal move: a set of marbles and a direction. A pass is one
//! leaf; a game that is won has none below it. The last move of a line is not
//! made but counted, all of a direction at once, from the sets.

use super::cells::Cells;
use super::direction::Direction;
use super::generate::Ways;
use super::judge::run;
use super::position::Position;

impl Position {
    /// How many games of `depth` more moves there are from here.
    ///
    /// ```
    /// use rules_core::games::abalone::Start;
    ///
    /// assert_eq!(Start::Standard.position().perft(2), 1936);
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
            let ways = Ways::of(&view, toward);
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
