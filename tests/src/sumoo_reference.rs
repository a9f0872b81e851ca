//! Reference implementation of SUMOO: slow, written from the clauses alone, with maps
//! and plain coordinates, to disagree with the engine wherever one of them is wrong.
//!
//! The reference shares no type with the engine. A board maps a cell to a token; an
//! action is a sentence. Nothing here is fast, and nothing should be.

use std::collections::{BTreeMap, BTreeSet};

/// Cell of the arena: column 1 to 5 from the west, row 1 to 7 from the south (SU-1).
pub type Place = (i32, i32);

/// Token: colour `B` or `N`, and the name within it, such as `1U`.
pub type Piece = (char, &'static str);

/// Token on each occupied cell. A token that is on no cell is out of the arena.
pub type Board = BTreeMap<Place, Piece>;

/// Returns the tokens on their starting cells (SU-2, SU-3).
#[must_use]
pub fn start() -> Board {
    let mut board = Board::new();
    for (name, column) in [("1U", 2), ("1S", 3), ("1E", 4)] {
        board.insert((column, 3), ('B', name));
    }
    for (name, column) in [("2U", 2), ("3", 3), ("2E", 4)] {
        board.insert((column, 2), ('B', name));
        board.insert((column, 6), ('N', name));
    }
    for (name, column) in [("1U", 2), ("1N", 3), ("1E", 4)] {
        board.insert((column, 5), ('N', name));
    }
    board
}

/// Action that may be played: its words, its cost and its result.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// Words of the action: `move 3 N`, `swap 1U 2U`, `push 3 2E N straight`, `pull 2U
    /// 1U N U`.
    pub words: String,
    /// Cost in action points.
    pub cost: u32,
    /// Board after the action.
    pub after: Board,
}

const COMPASS: [(char, Place); 4] = [('N', (0, 1)), ('S', (0, -1)), ('U', (-1, 0)), ('E', (1, 0))];

fn inside(place: Place) -> bool {
    (1..=5).contains(&place.0) && (1..=7).contains(&place.1)
}

fn plus(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Place) -> Place {
    (-a.0, -a.1)
}

fn force(piece: Piece) -> u32 {
    piece.1[..1].parse().unwrap_or(0)
}

fn is_enemy(board: &Board, place: Place, colour: char) -> bool {
    board.get(&place).is_some_and(|piece| piece.0 != colour)
}

fn is_own(board: &Board, place: Place, colour: char) -> bool {
    board.get(&place).is_some_and(|piece| piece.0 == colour)
}

/// Lists the actions that `colour` may play for at most `points`, sorted by their
/// words.
#[must_use]
pub fn options(board: &Board, colour: char, points: u32) -> Vec<Choice> {
    let mut all = Vec::new();
    // SU-18: with a token out of the arena the game is over.
    if board.len() < 12 {
        return all;
    }
    for (&from, &piece) in board {
        if piece.0 != colour {
            continue;
        }
        for (letter, step) in COMPASS {
            let to = plus(from, step);
            // SU-6
            if inside(to) && !board.contains_key(&to) {
                let mut after = board.clone();
                after.remove(&from);
                after.insert(to, piece);
                all.push(Choice {
                    words: format!("move {} {letter}", piece.1),
                    cost: 1,
                    after,
                });
            }
            // SU-7; each pair once, from its lesser name.
            if is_own(board, to, colour) && piece.1 < board[&to].1 {
                let mut after = board.clone();
                after.insert(to, piece);
                after.insert(from, board[&to]);
                all.push(Choice {
                    words: format!("swap {} {}", piece.1, board[&to].1),
                    cost: 1,
                    after,
                });
            }
            // SU-8: the enemy on `to` is the main resister.
            if is_enemy(board, to, colour) {
                attacks(board, colour, from, step, &mut all);
            }
        }
    }
    all.retain(|option| option.cost <= points);
    all.sort();
    all
}

/// Adds the pushes and pulls of the main attacker on `main` against the enemy at `main
/// + toward`.
fn attacks(board: &Board, colour: char, main: Place, toward: Place, all: &mut Vec<Choice>) {
    // SU-9
    let mut resisters = Vec::new();
    let mut next = plus(main, toward);
    while is_enemy(board, next, colour) {
        resisters.push(next);
        next = plus(next, toward);
    }
    let resistance: u32 = resisters.iter().map(|place| force(board[place])).sum();
    // SU-10
    let behind = plus(main, minus(toward));
    let mut teams = vec![vec![main]];
    if is_own(board, behind, colour) {
        teams.push(vec![main, behind]);
    }
    for team in teams {
        let strength: u32 = team.iter().map(|place| force(board[place])).sum();
        // SU-12
        if strength < resistance {
            continue;
        }
        for push in [true, false] {
            let along = if push { toward } else { minus(toward) };
            for (aside_letter, aside) in COMPASS {
                let straight = aside == along;
                if !straight && (aside.0 * along.0 + aside.1 * along.1) != 0 {
                    continue; // backwards is no deviation
                }
                let by = if straight { along } else { plus(along, aside) };
                if let Some(after) = carried_out(board, &team, &resisters, along, by, push) {
                    let letter = COMPASS.iter().find(|c| c.1 == along).map_or('?', |c| c.0);
                    let names: Vec<&str> = team.iter().map(|place| board[place].1).collect();
                    all.push(Choice {
                        words: format!(
                            "{} {} {letter} {}",
                            if push { "push" } else { "pull" },
                            names.join(" "),
                            if straight {
                                "straight".into()
                            } else {
                                aside_letter.to_string()
                            }
                        ),
                        // SU-11
                        cost: 1 + u32::try_from(team.len()).unwrap_or(9),
                        after,
                    });
                }
            }
        }
    }
}

/// Returns the board after an attack, or `None` if there is no room for it (SU-13 to
/// SU-17). `along` is the attackers' direction, `by` the resisters'.
fn carried_out(
    board: &Board,
    team: &[Place],
    resisters: &[Place],
    along: Place,
    by: Place,
    push: bool,
) -> Option<Board> {
    let straight = along == by;
    if !push {
        // SU-16: room for the attackers to step back.
        let back = plus(*team.last()?, along);
        if !inside(back) || board.contains_key(&back) {
            return None;
        }
    }
    let arrivals: Vec<Place> = resisters.iter().map(|&place| plus(place, by)).collect();
    if straight && push {
        // SU-13
        let last = *arrivals.last()?;
        if inside(last) && board.contains_key(&last) {
            return None;
        }
    }
    if !straight {
        // SU-14, SU-17
        let all_outside = arrivals.iter().all(|&place| !inside(place));
        let all_empty = arrivals
            .iter()
            .all(|&place| inside(place) && !board.contains_key(&place));
        if !all_outside && !all_empty {
            return None;
        }
    }
    // All tokens are lifted, then all are put down (SU-15, SU-16).
    let mut after = board.clone();
    for place in team.iter().chain(resisters) {
        after.remove(place);
    }
    for place in team {
        after.insert(plus(*place, along), board[place]);
    }
    for (from, to) in resisters.iter().zip(arrivals) {
        if inside(to) {
            after.insert(to, board[from]);
        }
    }
    Some(after)
}

/// Returns all boards that a turn of at most `points` can end with (SU-5), the
/// unchanged board among them.
#[must_use]
pub fn ends_of_turn(board: &Board, colour: char, points: u32) -> BTreeSet<Board> {
    let mut ends = BTreeSet::from([board.clone()]);
    for option in options(board, colour, points) {
        ends.extend(ends_of_turn(&option.after, colour, points - option.cost));
    }
    ends
}

/// Counts the boards at the end of `depth` turns, once per parent.
#[must_use]
pub fn perft(board: &Board, colour: char, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.len() < 12 {
        return 0;
    }
    let other = if colour == 'B' { 'N' } else { 'B' };
    ends_of_turn(board, colour, 3)
        .iter()
        .map(|end| perft(end, other, depth - 1))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{options, perft, start};

    #[test]
    fn knows_the_two_published_figures() {
        assert_eq!(options(&start(), 'B', 3).len(), 17);
        assert_eq!(perft(&start(), 'B', 1), 1588);
    }
}
