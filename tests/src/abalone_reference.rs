//! Reference implementation of Abalone: slow, obvious, written from the clauses alone.
//!
//! Points are pairs in an ordered map; a move is a chosen set of marbles and a
//! direction, tried against every clause in turn. Nothing here is shared with
//! the engine in `rules-core`: two programs that agree on many positions are
//! evidence for both.
#![allow(
    clippy::unwrap_used,
    reason = "a second opinion that meets nonsense should fail its test"
)]

use std::collections::BTreeMap;

/// Point of the board: row (0 = a) and number (1 to 9).
pub type Point = (i32, i32);

/// Steps from a point to its six neighbours: the numbers run along the diagonals that
/// lean to the left, so going up a row keeps the number or adds one.
const DIRECTIONS: [Point; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// Directions of the three kinds of lines, each the rising one of the two.
const LINES: [Point; 3] = [(0, 1), (1, 1), (1, 0)];

/// Legal move of the reference.
#[derive(Debug, Clone)]
pub struct Ply {
    /// Name of the move in Aba-Pro notation: `a1b2`, `c3c5d4` or `pass`.
    pub name: String,
    /// Marbles that move, with their owners.
    moving: Vec<(Point, usize)>,
    /// Step from each moving marble to its target point.
    direction: Point,
}

/// Game of Abalone in progress, by the reference rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Number of players: 2, 3 or 4.
    pub players: usize,
    /// Owner of each occupied point; players are numbered from 0 in the order of play.
    pub marbles: BTreeMap<Point, usize>,
    /// Player whose turn it is.
    pub to_move: usize,
    /// Number of enemy marbles that each side has ejected; a team shares one entry.
    pub ejected: Vec<u32>,
}

fn on_board((row, number): Point) -> bool {
    let lowest = [1, 1, 1, 1, 1, 2, 3, 4, 5];
    let highest = [5, 6, 7, 8, 9, 9, 9, 9, 9];
    (0..9).contains(&row) && (lowest[row as usize]..=highest[row as usize]).contains(&number)
}

fn next((row, number): Point, (up, across): Point) -> Point {
    (row + up, number + across)
}

fn name((row, number): Point) -> String {
    format!("{}{number}", (b'a' + row as u8) as char)
}

impl Reference {
    /// Reads the rows from i to a, as in `wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb`.
    pub fn read(players: usize, rows: &str) -> Self {
        let mut marbles = BTreeMap::new();
        for (row, text) in (0..9).rev().zip(rows.split('/')) {
            let mut number = (1..=9).find(|&n| on_board((row, n))).unwrap();
            for letter in text.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    number += gap as i32;
                } else {
                    marbles.insert((row, number), "bwrg".find(letter).unwrap());
                    number += 1;
                }
            }
        }
        Self {
            players,
            marbles,
            to_move: 0,
            ejected: vec![0; if players == 3 { 3 } else { 2 }],
        }
    }

    /// Writes the rows in the notation that [`Self::read`] reads.
    pub fn rows(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..9).rev() {
            let mut text = String::new();
            let mut gap = 0;
            for point in (1..=9).map(|n| (row, n)).filter(|&p| on_board(p)) {
                match self.marbles.get(&point) {
                    None => gap += 1,
                    Some(&player) => {
                        if gap > 0 {
                            text += &gap.to_string();
                            gap = 0;
                        }
                        text.push("bwrg".as_bytes()[player] as char);
                    }
                }
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            rows.push(text);
        }
        rows.join("/")
    }

    /// Returns the side that a player belongs to: partners face each other (AB-9).
    fn side(&self, player: usize) -> usize {
        if self.players == 4 {
            player % 2
        } else {
            player
        }
    }

    /// Returns the side that has ejected six marbles (AB-7, AB-8, AB-9); `None` while no
    /// side has.
    pub fn winner(&self) -> Option<usize> {
        self.ejected.iter().position(|&count| count >= 6)
    }

    /// Lists every legal move; empty once the game is won.
    pub fn moves(&self) -> Vec<Ply> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for &start in self.marbles.keys() {
            // A single marble lies in every line at once: count it in one.
            found.extend(self.moves_of(&[start], LINES[0], true));
            for line in LINES {
                let second = next(start, line);
                let third = next(second, line);
                found.extend(self.moves_of(&[start, second], line, false));
                found.extend(self.moves_of(&[start, second, third], line, false));
            }
        }
        if found.is_empty() {
            // AB-11
            found.push(Ply {
                name: "pass".into(),
                moving: Vec::new(),
                direction: (0, 0),
            });
        }
        found
    }

    fn moves_of(&self, chosen: &[Point], line: Point, single: bool) -> Vec<Ply> {
        let mine = self.side(self.to_move);
        let all_friends = chosen.iter().all(|p| {
            self.marbles
                .get(p)
                .is_some_and(|&owner| self.side(owner) == mine)
        });
        if !all_friends {
            return Vec::new();
        }
        DIRECTIONS
            .into_iter()
            .filter_map(|direction| {
                let reversed = (-direction.0, -direction.1);
                if single || direction == line {
                    self.in_line(chosen, direction)
                } else if reversed == line {
                    let mut backwards = chosen.to_vec();
                    backwards.reverse();
                    self.in_line(&backwards, direction)
                } else {
                    self.sideways(chosen, direction)
                }
            })
            .collect()
    }

    /// Returns the in-line move of `chosen`, ordered from the rear to the front and all
    /// of the mover's side, or `None` if it is illegal.
    fn in_line(&self, chosen: &[Point], direction: Point) -> Option<Ply> {
        let rear = chosen[0];
        let front = chosen[chosen.len() - 1];
        let owner = |p: &Point| self.marbles.get(p).copied();
        let partners = chosen
            .iter()
            .filter(|p| owner(p) != Some(self.to_move))
            .count();
        // Marbles of the enemy in contact, from the front on.
        let mut pushed = Vec::new();
        let mut ahead = next(front, direction);
        while let Some(player) = owner(&ahead) {
            if self.side(player) == self.side(self.to_move) {
                return None; // AB-3, AB-4: not free, and no enemy
            }
            pushed.push(ahead);
            ahead = next(ahead, direction);
        }
        if pushed.is_empty() {
            // AB-2, AB-3: a plain move, onto the board; AB-9: own marbles only
            if !on_board(ahead) || partners > 0 {
                return None;
            }
        } else {
            // AB-4, AB-5
            let sumito = [(2, 1), (3, 1), (3, 2)];
            if !sumito.contains(&(chosen.len(), pushed.len())) {
                return None;
            }
            // AB-9
            if owner(&rear) != Some(self.to_move) {
                return None;
            }
        }
        Some(Ply {
            name: name(rear) + &name(next(rear, direction)),
            moving: self.owned(chosen.iter().chain(&pushed)),
            direction,
        })
    }

    /// Returns the sideways move of two or three marbles, the lower end first, or
    /// `None` if it is illegal.
    fn sideways(&self, chosen: &[Point], direction: Point) -> Option<Ply> {
        for point in chosen {
            // AB-9: partner marbles do not move sideways
            if self.marbles[point] != self.to_move {
                return None;
            }
            let target = next(*point, direction);
            // AB-3, AB-5
            if !on_board(target) || self.marbles.contains_key(&target) {
                return None;
            }
        }
        let first = chosen[0];
        let last = chosen[chosen.len() - 1];
        Some(Ply {
            name: name(first) + &name(last) + &name(next(first, direction)),
            moving: self.owned(chosen),
            direction,
        })
    }

    fn owned<'a>(&self, points: impl IntoIterator<Item = &'a Point>) -> Vec<(Point, usize)> {
        points
            .into_iter()
            .map(|&point| (point, self.marbles[&point]))
            .collect()
    }

    /// Returns the game after a move of [`Self::moves`].
    pub fn after(&self, ply: &Ply) -> Self {
        let mut after = self.clone();
        for (point, _) in &ply.moving {
            after.marbles.remove(point);
        }
        for &(point, player) in &ply.moving {
            let target = next(point, ply.direction);
            if on_board(target) {
                after.marbles.insert(target, player);
            } else {
                after.ejected[self.side(self.to_move)] += 1; // AB-6
            }
        }
        after.to_move = (self.to_move + 1) % self.players;
        after
    }

    /// Counts the leaves of the game tree after `depth` moves.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves()
            .iter()
            .map(|ply| self.after(ply).perft(depth - 1))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;

    #[test]
    fn the_standard_start_has_the_known_counts() {
        let start = Reference::read(2, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb");
        assert_eq!(start.perft(1), 44);
        assert_eq!(start.perft(2), 1936);
    }
}
