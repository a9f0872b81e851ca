//! Choice of a play on a grid board by keys: first a cell whose piece moves, then where it
//! goes.

use super::keys::SeatKey;
use super::news::{CellPlay, SeatNews};

/// Least share of an arrow's direction that a way has, so that both upward ways of a board
/// of hexagons are up.
const ALONG: f32 = 0.3;

/// Choice of a play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CellChoice {
    /// Cell under the cursor; `None` before the first key.
    cursor: Option<u8>,
    /// Cell whose piece moves; `None` before it is chosen.
    chosen: Option<u8>,
    /// Place of the play among those of the chosen cell.
    play: usize,
}

impl CellChoice {
    /// Returns the cell under the cursor: the one that was chosen last, or a movable one
    /// near the middle of the board.
    #[must_use]
    pub fn cursor(&self, news: &SeatNews) -> Option<u8> {
        let movable = movable(news);
        let kept = self.cursor.filter(|cell| movable.contains(cell));
        kept.or_else(|| {
            let middle = |cell: u8| length(at(news, cell));
            let nearest = |a: &u8, b: &u8| middle(*a).total_cmp(&middle(*b));
            movable.into_iter().min_by(nearest)
        })
    }

    /// True if a cell is chosen.
    #[must_use]
    pub const fn is_chosen(&self) -> bool {
        self.chosen.is_some()
    }

    /// Returns the plays of the chosen cell, and the place of the present one.
    #[must_use]
    pub fn plays<'a>(&self, news: &'a SeatNews) -> (Vec<&'a CellPlay>, usize) {
        let Some(chosen) = self.chosen else {
            return (Vec::new(), 0);
        };
        let moves = |play: &&CellPlay| play.iter().any(|shift| shift.0 == chosen);
        let plays: Vec<&CellPlay> = news.plays.iter().filter(moves).collect();
        let at = self.play.min(plays.len().saturating_sub(1));
        (plays, at)
    }

    /// Returns the cells to mark on the board, each with a letter: `>` a piece that moves,
    /// `+` a cell that it goes to.
    #[must_use]
    pub fn marks(&self, news: &SeatNews) -> Vec<(usize, char)> {
        let (plays, at) = self.plays(news);
        let Some(play) = plays.get(at) else {
            let cursor = self.cursor(news);
            return cursor
                .map(|cell| (usize::from(cell), '>'))
                .into_iter()
                .collect();
        };
        let from = play.iter().map(|shift| (usize::from(shift.0), '>'));
        let leaves = |cell: u8| play.iter().any(|shift| shift.0 == cell);
        let to = play.iter().filter_map(|shift| shift.1);
        let to = to.filter(|&cell| !leaves(cell));
        from.chain(to.map(|cell| (usize::from(cell), '+')))
            .collect()
    }

    /// Follows a key. Returns the play if it is made.
    pub fn press(&mut self, key: SeatKey, news: &SeatNews) -> Option<CellPlay> {
        if let Some(arrow) = key.arrow() {
            match self.chosen {
                None => self.step(arrow, news),
                Some(chosen) => self.aim(arrow, chosen, news),
            }
            return None;
        }
        match key {
            SeatKey::Back => {
                self.chosen = None;
                None
            }
            SeatKey::Enter if self.chosen.is_none() => {
                self.cursor = self.cursor(news);
                self.chosen = self.cursor;
                self.play = 0;
                None
            }
            SeatKey::Enter => {
                let (plays, at) = self.plays(news);
                let play = plays.get(at).map(|play| (*play).clone());
                self.chosen = None;
                play
            }
            _ => None,
        }
    }

    /// Moves the cursor to the nearest movable piece in a direction.
    fn step(&mut self, arrow: [f32; 2], news: &SeatNews) {
        let Some(here) = self.cursor(news) else {
            return;
        };
        // A piece aside counts as farther away than one straight ahead.
        let far = |cell: u8| {
            let way = minus(at(news, cell), at(news, here));
            let ahead = dot(way, arrow);
            let aside = (length(way).powi(2) - ahead * ahead).max(0.0).sqrt();
            (ahead > 1.0).then_some(ahead + 2.0 * aside)
        };
        let cells = movable(news).into_iter();
        let ways = cells.filter_map(|cell| Some((far(cell)?, cell)));
        let nearest = ways.min_by(|a, b| a.0.total_cmp(&b.0));
        self.cursor = Some(nearest.map_or(here, |way| way.1));
    }

    /// Goes on to the next play of the chosen cell in a direction.
    fn aim(&mut self, arrow: [f32; 2], chosen: u8, news: &SeatNews) {
        let (plays, now) = self.plays(news);
        let share = |play: &CellPlay| {
            let [x, y] = way(play, chosen, news);
            dot([x, y], arrow) / length([x, y]).max(1.0)
        };
        let mut along: Vec<(usize, f32)> = (plays.iter().enumerate())
            .map(|(place, play)| (place, share(play)))
            .filter(|play| play.1 > ALONG)
            .collect();
        // Of plays in the same direction the smallest comes first.
        along.sort_by_key(|&(place, share)| {
            let pieces = plays.get(place).map_or(0, |play| play.len());
            ((-100.0 * share).round() as i32, pieces)
        });
        let here = along.iter().position(|play| play.0 == now);
        let next = here.map_or(0, |here| (here + 1) % along.len());
        if let Some(next) = along.get(next) {
            self.play = next.0;
        }
    }
}

/// Returns the cells whose pieces move in some play, each once.
fn movable(news: &SeatNews) -> Vec<u8> {
    let mut cells: Vec<u8> = (news.plays.iter().flatten()).map(|shift| shift.0).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns the way of the chosen piece in a play; of another one, if it goes over the edge.
fn way(play: &CellPlay, chosen: u8, news: &SeatNews) -> [f32; 2] {
    let mut shifts: Vec<_> = play.iter().collect();
    shifts.sort_by_key(|shift| shift.0 != chosen);
    let mut on_board = shifts.iter().filter_map(|shift| Some((shift.0, shift.1?)));
    let found = on_board.next();
    found.map_or([0.0; 2], |(from, to)| minus(at(news, to), at(news, from)))
}

/// Returns a play in words: `c3-c4, c4-c5`.
#[must_use]
pub fn words(play: &CellPlay, news: &SeatNews) -> String {
    let name = |cell: u8| {
        let name = news.cell_names.get(usize::from(cell));
        name.cloned().unwrap_or_else(|| cell.to_string())
    };
    let shifts = play.iter().map(|&(from, to)| match to {
        Some(to) => format!("{}-{}", name(from), name(to)),
        None => format!("{} off the board", name(from)),
    });
    shifts.collect::<Vec<_>>().join(", ")
}

fn at(news: &SeatNews, cell: u8) -> [f32; 2] {
    let at = news.cells.get(usize::from(cell));
    at.copied().unwrap_or_default()
}

fn minus(one: [f32; 2], other: [f32; 2]) -> [f32; 2] {
    [one[0] - other[0], one[1] - other[1]]
}

fn dot(one: [f32; 2], other: [f32; 2]) -> f32 {
    one[0] * other[0] + one[1] * other[1]
}

fn length(way: [f32; 2]) -> f32 {
    dot(way, way).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{CellChoice, words};
    use crate::seat::keys::SeatKey::{self, Back, Down, Enter, Left, Right, Up};
    use crate::seat::news::SeatNews;

    /// Board of three by three cells, 10 mm apart, numbered by rows from the south-west.
    /// The pieces on 3 and 4 go right together, over the edge; 4 goes up or down.
    fn news() -> SeatNews {
        let cells = (0..9).map(|n| [(n % 3) as f32 * 10.0 - 10.0, (n / 3) as f32 * 10.0 - 10.0]);
        SeatNews {
            cells: cells.collect(),
            cell_names: (0..9).map(|n| format!("c{n}")).collect(),
            plays: vec![
                vec![(4, Some(7))],
                vec![(4, Some(1))],
                vec![(3, Some(4)), (4, Some(5)), (5, None)],
                vec![(4, Some(5)), (5, None)],
            ],
            ..SeatNews::default()
        }
    }

    #[test]
    fn keys_choose_a_play() {
        // Keys, and the cells that are marked or the play that is made.
        let table: [(&[SeatKey], &str); 9] = [
            (&[], ">4"),
            (&[Left], ">3"),
            (&[Left, Left], ">3"),
            (&[Right], ">5"),
            (&[Enter], ">4 +7"),
            (&[Enter, Down], ">4 +1"),
            (&[Enter, Right], ">4 >5"),
            (&[Enter, Down, Back], ">4"),
            (
                &[Enter, Right, Right, Enter],
                "c3-c4, c4-c5, c5 off the board",
            ),
        ];
        let news = news();
        for (keys, expected) in table {
            let mut choice = CellChoice::default();
            let mut made = None;
            for &key in keys {
                made = choice.press(key, &news);
            }
            let marks = choice.marks(&news);
            let marks: Vec<String> = (marks.iter())
                .map(|(cell, letter)| format!("{letter}{cell}"))
                .collect();
            let found = made.map_or(marks.join(" "), |play| words(&play, &news));
            assert_eq!(found, expected, "{keys:?}");
        }
    }

    #[test]
    fn nothing_is_chosen_where_nothing_moves() {
        let news = SeatNews::default();
        let mut choice = CellChoice::default();
        for key in [Up, Enter, Enter, Back] {
            assert_eq!(choice.press(key, &news), None);
        }
        assert_eq!(choice.marks(&news), []);
    }
}
