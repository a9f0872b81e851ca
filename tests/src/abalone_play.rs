//! Random but legal Abalone: positions worth looking at for laws and figures.

use rules_core::games::abalone::{Move, Position, Start};

/// A small generator of numbers, the same on every machine (xorshift64*).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Starts from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `sides`, which is at least 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % sides
    }
}

/// A legal move, pushes and ejections more often than by chance, so that games
/// get somewhere; `None` if the game is won.
#[must_use]
pub fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let moves: Vec<Move> = position.moves().collect();
    let eager: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&m| position.judge(m).is_ok_and(|e| !e.pushed.is_empty()))
        .collect();
    let from = if eager.is_empty() || dice.roll(3) == 0 {
        &moves
    } else {
        &eager
    };
    (!from.is_empty()).then(|| from[dice.roll(from.len())])
}

/// Plays from `start` until the game is won or `turns` are played; shows every
/// position, the first included.
pub fn play_out(start: Start, turns: usize, dice: &mut Dice, mut show: impl FnMut(&Position)) {
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
