//! Perft for SUMOO: counts of the positions at the end of turns.
//!
//! A leaf is a distinct position at the end of a turn, with tokens told apart by name;
//! leaves are counted once per parent. A finished game has no children.
//!
//! Two positions that differ only in the names of tokens that look alike, or that mirror
//! each other east for west, have equally many descendants: renaming maps the descendants
//! of one to those of the other, one for one. One count therefore serves for all of them.

use rules_core::games::sumoo::{Arena, Colour, Game, GamePhase, Points, Position};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Hash map with a fast hash; no attacker can choose its keys to cause collisions.
type Map<K, V> = HashMap<K, V, BuildHasherDefault<Fold>>;

/// Hash function that multiplies and folds eight bytes at a time.
#[derive(Debug, Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |w, &b| (w << 8) | u64::from(b));
            // 2^64 divided by the golden ratio.
            self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// Perft counter that remembers its counts per position and depth.
#[derive(Debug, Default)]
pub struct Counter {
    known: Map<(Position, Colour, Points, u32), u64>,
}

impl Counter {
    /// Counts the positions at the end of `depth` turns from this game.
    ///
    /// ```
    /// use host_core::sumoo::perft::Counter;
    /// use rules_core::games::sumoo::Game;
    ///
    /// assert_eq!(Counter::default().count(&Game::new(), 1), 1588);
    /// ```
    #[must_use]
    pub fn count(&mut self, game: &Game, depth: u32) -> u64 {
        match game.phase() {
            _ if depth == 0 => 1,
            GamePhase::Turn { colour, left } => self.below(game.position(), colour, left, depth),
            GamePhase::Won(_) | GamePhase::Drawn => 0,
        }
    }

    fn below(&mut self, position: &Position, colour: Colour, left: Points, depth: u32) -> u64 {
        if position.winner().is_some() {
            return 0;
        }
        let like = position.appearance().min(position.mirrored().appearance());
        let key = (like, colour, left, depth);
        if let Some(&count) = self.known.get(&key) {
            return count;
        }
        let ends = ends_of_turn(&like, colour, left);
        let count = if depth == 1 {
            ends.len() as u64
        } else {
            ends.iter()
                .map(|end| self.below(end, colour.other(), Points::TURN, depth - 1))
                .sum()
        };
        self.known.insert(key, count);
        count
    }
}

/// Returns the distinct positions at the end of a turn of at most `points`.
#[must_use]
pub fn ends_of_turn(position: &Position, colour: Colour, points: Points) -> Vec<Position> {
    // A position reached in two ways is continued from the cheaper one only: the other
    // leads nowhere else.
    let mut most_left = Map::default();
    most_left.insert(*position, points);
    let mut waiting: [Vec<Position>; 4] = Default::default();
    waiting[points as usize].push(*position);
    for left in [Points::Three, Points::Two, Points::One] {
        for here in std::mem::take(&mut waiting[left as usize]) {
            if most_left.get(&here) != Some(&left) {
                continue;
            }
            Arena::new(&here).each_action(colour, left, |action, effect| {
                let Some(rest) = left.minus(action.cost()) else {
                    return;
                };
                let end = here.after(effect);
                let known = most_left.entry(end).or_insert_with(|| {
                    waiting[rest as usize].push(end);
                    rest
                });
                if *known < rest {
                    *known = rest;
                    waiting[rest as usize].push(end);
                }
            });
        }
    }
    most_left.into_keys().collect()
}
