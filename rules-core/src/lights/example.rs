//! What each word of the language looks like: a match in which it is said.

use super::language::Sign;
use super::showing::{
    Answers, Calibration, CellMarks, Fix, Focus, Host, Need, Play, Scene, Seating, Showing, Tint,
    What, Wish,
};
use super::spot::{Cells, Share, Spot};
use crate::board::Name;
use crate::place::{Edge, Post};
use crate::player::{BySeat, Players, Seat, Seats, Side};

impl Sign {
    /// Something to show that says just this, on this board. Four play on a
    /// ring and two on a grid.
    ///
    /// ```
    /// use rules_core::board::Name;
    /// use rules_core::lights::{Scene, Sign};
    ///
    /// let example = Sign::Won.example(Name::Ring);
    /// assert!(matches!(example.scene, Scene::Over { winners, .. } if !winners.is_empty()));
    /// ```
    #[must_use]
    pub fn example(self, board: Name) -> Showing {
        let table = Table::of(board);
        let mut showing = Showing::of(table.scene(self));
        match self {
            Self::Trouble => {
                // Room for eight.
                let _ = showing.troubles.push(table.troubled());
            }
            Self::Host => showing.host = Host::Connected,
            Self::HostLost => showing.host = Host::Lost,
            _ => {}
        }
        showing
    }
}

/// Who sits where in the examples.
struct Table {
    board: Name,
    seating: Seating,
}

impl Table {
    fn of(board: Name) -> Self {
        let two = |first, second| Seating {
            tints: BySeat([first, second, Tint::Red, Tint::Green]),
            ..Seating::of(Players::Two)
        };
        let seating = match board {
            Name::Ring | Name::RingLite => Seating::of(Players::Four),
            Name::GridHex => two(Tint::Black, Tint::White),
            Name::GridSquare => two(Tint::White, Tint::Black),
        };
        Self { board, seating }
    }

    fn scene(&self, sign: Sign) -> Scene {
        let seating = self.seating;
        match sign {
            Sign::Boot => Scene::Boot,
            Sign::Faulty => Scene::Faulty,
            Sign::Idle | Sign::Host | Sign::HostLost => Scene::Idle,
            Sign::Resume => Scene::Resuming(seating),
            Sign::Calibrate => Scene::Calibrating(Calibration {
                done: 3,
                steps: 8,
                at: Some(match self.board {
                    Name::Ring | Name::RingLite => Spot::Post(Post::Three),
                    _ => self.spot(),
                }),
            }),
            Sign::Won => Scene::Over {
                seating,
                winners: seating.players.seats_of(Side::One).collect(),
            },
            Sign::Draw => Scene::Over {
                seating,
                winners: Seats::EMPTY,
            },
            _ => Scene::Playing(self.play(sign)),
        }
    }

    fn play(&self, sign: Sign) -> Play {
        let mut seating = self.seating;
        let mut cells = CellMarks::default();
        match sign {
            Sign::Out if self.board == Name::GridHex => {
                seating.players = Players::Three;
                seating.out = Seats::of(Seat::Second);
            }
            Sign::Out => seating.out = Seats::of(Seat::Second),
            Sign::Last => cells.last = self.cells(2),
            Sign::Lift => cells.lift = self.cells(3),
            Sign::Put => cells.put = self.cells(3),
            _ => {}
        }
        Play {
            seating,
            turn: Seat::First,
            focus: self.focus(sign),
            cells,
        }
    }

    fn focus(&self, sign: Sign) -> Focus {
        let answers = |count| Answers {
            count,
            selected: Some(1),
        };
        let wrong = |fix, whose| Focus::Wrong {
            at: Some(self.spot()),
            fix,
            whose,
        };
        match sign {
            Sign::Settle => Focus::Settling,
            Sign::Menu => Focus::Menu {
                at: None,
                whose: None,
                answers: answers(3),
            },
            Sign::Everyone => Focus::Everyone(Answers {
                count: 1,
                selected: Some(0),
            }),
            Sign::Unsure => Focus::Question {
                at: Some(self.spot()),
                answers: answers(4),
            },
            Sign::Wrong => wrong(Fix::Look, None),
            Sign::WrongTake => wrong(Fix::Take, Some(Seat::Second)),
            Sign::WrongPut => wrong(Fix::Put, Some(Seat::Second)),
            _ => Focus::Wishes(self.wishes(sign)),
        }
    }

    fn wishes(&self, sign: Sign) -> heapless::Vec<Wish, 16, u8> {
        let must = |what| Wish {
            what,
            need: Need::Must,
        };
        let may = |what| Wish {
            what,
            need: Need::May,
        };
        let posts = Post::ALL.into_iter();
        match sign {
            Sign::Special => [may(What::Special)].into_iter().collect(),
            Sign::EndTurn => [may(What::EndTurn)].into_iter().collect(),
            Sign::Dock => posts.map(|post| must(What::Dock(post))).collect(),
            Sign::MayDock => posts.map(|post| may(What::Dock(post))).collect(),
            Sign::DockAnywhere => [must(What::DockAnywhere)].into_iter().collect(),
            Sign::Marker => [must(What::PlaceMarker(Post::Two))].into_iter().collect(),
            Sign::TakeMarker => posts.map(|post| must(What::TakeMarker(post))).collect(),
            Sign::Push => [must(What::Push(Spot::Post(Post::Two)))]
                .into_iter()
                .collect(),
            _ => heapless::Vec::new(),
        }
    }

    /// A place in question: a post, or a cell in the middle.
    fn spot(&self) -> Spot {
        match self.board {
            Name::Ring | Name::RingLite => Spot::Post(Post::One),
            Name::GridHex => Spot::Cell(31),
            Name::GridSquare => Spot::Cell(18),
        }
    }

    fn troubled(&self) -> Spot {
        match self.board {
            Name::Ring | Name::RingLite => Spot::Along(Edge::East, Share(230)),
            _ => self.spot(),
        }
    }

    /// Some cells in the middle.
    fn cells(&self, count: u8) -> Cells {
        match self.board {
            Name::GridHex => (29..29 + count).collect(),
            _ => (16..16 + count).collect(),
        }
    }
}
