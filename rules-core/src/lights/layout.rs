//! LED positions of each board.
//!
//! Every board has a *rim*, a closed line of LEDs, clockwise from the north-west: the
//! whole strip of a ring, the outermost cells of a grid. A *place* of the rim is the
//! index of an LED along it. A *home* is a stretch of the rim that belongs to a player, a
//! *zone* a stretch with a middle. The gestures use only these, so one way of drawing
//! serves all boards.
//!
//! ```text
//!            4 ━━━━━ north ━━━━━ 1        a side of the full ring:
//!            ┃                   ┃        3 LEDs at each post,
//!          west                 east      10 LEDs of home between
//!            ┃                   ┃
//!            3 ━━━━━ south ━━━━━ 2        posts 1 to 4
//! ```

use super::spot::Spot;
use crate::board::{BoardId, Profile};
use crate::player::{Players, Seat};

/// Largest number of LEDs on a board.
pub const MAX_LEDS: usize = 64;

/// LED numbers of the outermost cells of the hexagonal board, clockwise from i5.
const HEX_RIM: [u8; 24] = [
    56, 57, 58, 59, 60, 55, 49, 42, 34, 25, 17, 10, 4, 3, 2, 1, 0, 5, 11, 18, 26, 35, 43, 50,
];

/// LED numbers of the outermost cells of the 5 by 7 board, clockwise from the north-west.
const SQUARE_RIM: [u8; 20] = [
    30, 31, 32, 33, 34, 29, 24, 19, 14, 9, 4, 3, 2, 1, 0, 5, 10, 15, 20, 25,
];

/// LED number of the first cell in each row of the hexagonal board, and one past the
/// last.
const HEX_ROWS: [u8; 10] = [0, 5, 11, 18, 26, 35, 43, 50, 56, 61];

/// LED positions of one board.
#[derive(Debug, Clone, Copy)]
pub(super) struct LedLayout {
    name: BoardId,
    /// Number of LEDs on the board.
    pub leds: u8,
    /// Number of LEDs along the rim.
    pub rim: u8,
    /// LED numbers along the rim; empty on a ring, whose rim is all LEDs in order.
    cells: &'static [u8],
}

/// Stretch of consecutive places of the rim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RimSpan {
    /// First place of the stretch, clockwise.
    pub start: u8,
    /// Number of places in the stretch.
    pub len: u8,
}

/// LEDs that point at a spot on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// Stretch of the rim that extends equally far to both sides of a gap between two
    /// LEDs.
    Around {
        /// First place of the rim after the gap, clockwise.
        middle: u8,
        /// Number of places on each side of the gap.
        reach: u8,
    },
    /// LED of this cell of a grid board.
    Cell(u8),
}

impl LedLayout {
    /// Returns the layout of a board.
    pub fn from_profile(profile: &Profile) -> Self {
        let (most, cells): (u16, &[u8]) = match profile.name {
            BoardId::Ring => (MAX_LEDS as u16, &[]),
            BoardId::GridHex => (61, &HEX_RIM),
            BoardId::GridSquare => (35, &SQUARE_RIM),
        };
        let leds = profile.leds.min(most) as u8;
        let rim = match cells.len() {
            0 => leds,
            cells => cells as u8,
        };
        Self {
            name: profile.name,
            leds,
            rim,
            cells,
        }
    }

    /// Returns the LED number at a place of the rim; places wrap around.
    pub fn led(&self, place: u8) -> u8 {
        let place = wrapped(place, 0, self.rim);
        self.cells.get(usize::from(place)).copied().unwrap_or(place)
    }

    /// Returns the number of the LED that shows the state of the host; it lies in no
    /// player's home.
    pub fn host(&self) -> u8 {
        match self.name {
            // At the end of the west side, at post 4.
            BoardId::Ring => self.leds.saturating_sub(1),
            // At c7, and in the middle of the east side.
            BoardId::GridHex => 17,
            BoardId::GridSquare => 19,
        }
    }

    /// Returns the number of LEDs that belong to a post, on each side of its corner.
    fn corner(&self) -> u8 {
        match self.rim / 4 {
            side @ 12.. => side / 5,
            side @ 6.. => side / 4,
            side => side.min(1),
        }
    }

    /// Returns the home of a seat: the stretch of the rim in front of that player.
    pub fn home(&self, players: Players, seat: Seat) -> RimSpan {
        let arc = |start, len| RimSpan { start, len };
        match self.name {
            BoardId::GridHex => match (players, seat) {
                (_, Seat::First) => arc(12, 5),
                (Players::Three, Seat::Second) => arc(20, 5),
                (Players::Three, _) => arc(4, 5),
                (Players::Four, Seat::Second) => arc(17, 4),
                (Players::Four, Seat::Fourth) => arc(5, 4),
                _ => arc(0, 5),
            },
            BoardId::Ring | BoardId::GridSquare => {
                let side = match (players, seat) {
                    (_, Seat::First) => 2,
                    (Players::Two, _) | (_, Seat::Third) => 0,
                    (_, Seat::Second) => 3,
                    (_, Seat::Fourth) => 1,
                };
                let len = self.rim / 4;
                if self.name == BoardId::GridSquare {
                    return arc(side * len, len);
                }
                let corner = self.corner();
                arc(side * len + corner, len.saturating_sub(2 * corner))
            }
        }
    }

    /// Returns the LEDs that point at a spot on the board.
    pub fn zone(&self, spot: Spot) -> Zone {
        let rim = self.rim;
        let side = rim / 4;
        let corner = self.corner();
        match spot {
            // A ring has no cells, so no LED number matches.
            Spot::Cell(_) if self.cells.is_empty() => Zone::Cell(u8::MAX),
            Spot::Cell(cell) => Zone::Cell(cell),
            // Post 1 is at the end of the north side.
            Spot::Post(post) => Zone::Around {
                middle: (post.index() as u8 + 1) * side,
                reach: corner,
            },
            Spot::Edge(edge) => Zone::Around {
                middle: edge.index() as u8 * side + side / 2,
                reach: side / 2,
            },
            Spot::Along(edge, share) => {
                let along = (u16::from(share.0) * u16::from(side) + 128) / 256;
                Zone::Around {
                    middle: edge.index() as u8 * side + along as u8,
                    reach: corner,
                }
            }
        }
    }

    /// Returns the LED numbers of a cell's left and right neighbours in its row; `None`
    /// at the end of the row.
    pub fn beside(&self, cell: u8) -> [Option<u8>; 2] {
        let row = match self.name {
            BoardId::GridHex => {
                let row = HEX_ROWS.iter().rposition(|&first| first <= cell);
                let row = row.unwrap_or(0);
                let end = HEX_ROWS.get(row + 1).copied().unwrap_or(self.leds);
                (HEX_ROWS[row.min(HEX_ROWS.len() - 1)], end)
            }
            BoardId::GridSquare => (cell / 5 * 5, (cell / 5 * 5).saturating_add(5)),
            BoardId::Ring => (0, self.leds),
        };
        [
            cell.checked_sub(1).filter(|&left| left >= row.0),
            cell.checked_add(1).filter(|&right| right < row.1),
        ]
    }
}

impl RimSpan {
    /// Returns the place in the middle of the stretch.
    pub fn middle(self) -> u8 {
        self.start + self.len / 2
    }

    /// Returns the places of the stretch, clockwise. They are not wrapped, so they may
    /// exceed the rim.
    pub fn places(self) -> impl Iterator<Item = u8> {
        self.start..self.start + self.len
    }
}

/// Returns the place `by` places clockwise from `from`, on a rim of `rim` places.
pub(super) fn wrapped(from: u8, by: u8, rim: u8) -> u8 {
    let mut place = u16::from(from) + u16::from(by);
    let rim = u16::from(rim.max(1));
    while place >= rim {
        place -= rim;
    }
    place as u8
}

/// Returns the marks of a seat in a home of `len` LEDs, one bit for each LED. There are
/// as many marks as the seat's number, so homes can be told apart without colours.
pub(super) const fn marks(len: u8, seat: Seat) -> u16 {
    let n = seat.index() as u8 + 1;
    if len >= 10 {
        // Clear of the posts: `....##....`, `..##..##..`, `.##.##.##.`, `.#.#..#.#.`.
        return match seat {
            Seat::First => 0b00_0011_0000,
            Seat::Second => 0b00_1100_1100,
            Seat::Third => 0b01_1011_0110,
            Seat::Fourth => 0b01_0100_1010,
        };
    }
    let mut marks = 0;
    let mut i = 0;
    while i < n {
        marks |= 1 << ((2 * i + 1) * len / (2 * n));
        i += 1;
    }
    marks
}
