//! Random but legal play of Abalone, to reach positions for tests of laws and for
//! figures.

use crate::test_rng::TestRng;
use rules_core::games::abalone::{Move, Position, StartPosition};

/// Returns a random legal move, pushes and ejections more often than by chance, so that
/// games progress; `None` if the game is won.
#[must_use]
pub fn choose(position: &Position, dice: &mut TestRng) -> Option<Move> {
    let moves: Vec<Move> = position.moves().collect();
    let eager: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&m| position.check_move(m).is_ok_and(|e| !e.pushed.is_empty()))
        .collect();
    let from = if eager.is_empty() || dice.below(3) == 0 {
        &moves
    } else {
        &eager
    };
    (!from.is_empty()).then(|| from[dice.below(from.len())])
}

/// Plays from `start` until the game is won or `turns` are played; calls `show` with
/// every position, the first included.
pub fn play_out(
    start: StartPosition,
    turns: usize,
    dice: &mut TestRng,
    mut show: impl FnMut(&Position),
) {
    let mut position = start.position();
    show(&position);
    for _ in 0..turns {
        let Some(action) = choose(&position, dice) else {
            return;
        };
        if position.play(action).is_err() {
            return;
        }
        show(&position);
    }
}
