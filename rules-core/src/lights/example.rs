//! Example of each sign of the light language: a match situation that shows it.

use super::language::Sign;
use super::spot::{EdgeFraction, Spot};
use super::state::{
    AnswerList, CalibrationScene, Focus, HostStatus, LightState, PlayScene, Prompt, PromptAction,
    PromptStrength, RepairHint, Scene, Seating, Tint,
};
use crate::board::BoardId;
use crate::board::cells::{CellMarks, CellMask};
use crate::place::{Edge, Post};
use crate::player::{BySeat, Players, Seat, Seats, Side};

impl Sign {
    /// Returns a light state that shows this sign on this board, with four players on a
    /// ring and two on a grid.
    ///
    /// ```
    /// use rules_core::board::BoardId;
    /// use rules_core::lights::{Scene, Sign};
    ///
    /// let example = Sign::Won.example(BoardId::Ring);
    /// assert!(matches!(example.scene, Scene::Over { winners, .. } if !winners.is_empty()));
    /// ```
    #[must_use]
    pub fn example(self, board: BoardId) -> LightState {
        let table = ExampleTable::for_board(board);
        let mut state = LightState::new(table.scene(self));
        match self {
            Self::Trouble => {
                // The list holds eight.
                let _ = state.faults.push(table.faulty_spot());
            }
            Self::Host => state.host = HostStatus::Connected,
            Self::HostLost => state.host = HostStatus::Lost,
            _ => {}
        }
        state
    }
}

/// Board and players of the example situations.
struct ExampleTable {
    board: BoardId,
    seating: Seating,
}

impl ExampleTable {
    fn for_board(board: BoardId) -> Self {
        let two = |first, second| Seating {
            tints: BySeat([first, second, Tint::Red, Tint::Green]),
            ..Seating::for_players(Players::Two)
        };
        let seating = match board {
            BoardId::Ring => Seating::for_players(Players::Four),
            BoardId::GridHex => two(Tint::Black, Tint::White),
            BoardId::GridSquare => two(Tint::White, Tint::Black),
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
            Sign::Calibrate => Scene::Calibrating(CalibrationScene {
                done: 3,
                steps: 8,
                at: Some(match self.board {
                    BoardId::Ring => Spot::Post(Post::Three),
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

    fn play(&self, sign: Sign) -> PlayScene {
        let mut seating = self.seating;
        let mut cells = CellMarks::default();
        match sign {
            Sign::Out if self.board == BoardId::GridHex => {
                seating.players = Players::Three;
                seating.out = Seats::of(Seat::Second);
            }
            Sign::Out => seating.out = Seats::of(Seat::Second),
            Sign::Last => cells.last = self.cells(2),
            Sign::Lift => cells.lift = self.cells(3),
            Sign::Put => cells.put = self.cells(3),
            _ => {}
        }
        PlayScene {
            seating,
            turn: Seat::First,
            focus: self.focus(sign),
            cells,
        }
    }

    fn focus(&self, sign: Sign) -> Focus {
        let answers = |count| AnswerList {
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
            Sign::Everyone => Focus::Everyone(AnswerList {
                count: 1,
                selected: Some(0),
            }),
            Sign::Request => Focus::Request,
            Sign::Unsure => Focus::Question {
                at: Some(self.spot()),
                answers: answers(4),
            },
            Sign::Wrong => wrong(RepairHint::Look, None),
            Sign::WrongTake => wrong(RepairHint::Take, Some(Seat::Second)),
            Sign::WrongPut => wrong(RepairHint::Put, Some(Seat::Second)),
            _ => Focus::Wishes(self.wishes(sign)),
        }
    }

    fn wishes(&self, sign: Sign) -> heapless::Vec<Prompt, 16, u8> {
        let must = |what| Prompt {
            what,
            need: PromptStrength::Must,
        };
        let may = |what| Prompt {
            what,
            need: PromptStrength::May,
        };
        let posts = Post::ALL.into_iter();
        match sign {
            Sign::Special => [may(PromptAction::Special)].into_iter().collect(),
            Sign::EndTurn => [may(PromptAction::EndTurn)].into_iter().collect(),
            Sign::Dock => posts.map(|post| must(PromptAction::Dock(post))).collect(),
            Sign::MayDock => posts.map(|post| may(PromptAction::Dock(post))).collect(),
            Sign::DockAnywhere => [must(PromptAction::DockAnywhere)].into_iter().collect(),
            Sign::Marker => [must(PromptAction::PlaceMarker(Post::Two))]
                .into_iter()
                .collect(),
            Sign::TakeMarker => posts
                .map(|post| must(PromptAction::TakeMarker(post)))
                .collect(),
            Sign::Push => [must(PromptAction::Push(Spot::Post(Post::Two)))]
                .into_iter()
                .collect(),
            _ => heapless::Vec::new(),
        }
    }

    /// Returns the place of questions and errors in the examples: a post, or a cell in
    /// the middle.
    fn spot(&self) -> Spot {
        match self.board {
            BoardId::Ring => Spot::Post(Post::One),
            BoardId::GridHex => Spot::Cell(31),
            BoardId::GridSquare => Spot::Cell(18),
        }
    }

    /// Returns the place of the faulty sensor in the examples.
    fn faulty_spot(&self) -> Spot {
        match self.board {
            BoardId::Ring => Spot::Along(Edge::East, EdgeFraction(230)),
            _ => self.spot(),
        }
    }

    /// Returns `count` cells in the middle of a grid.
    fn cells(&self, count: u8) -> CellMask {
        match self.board {
            BoardId::GridHex => (29..29 + count).collect(),
            _ => (16..16 + count).collect(),
        }
    }
}
