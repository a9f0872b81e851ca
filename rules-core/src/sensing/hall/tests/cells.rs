//! Tests of pieces on grid boards.

extern crate std;

use super::{Fault, Scene};
use crate::board::BoardId;
use crate::board::cell_layout::CellLayout;
use crate::board::hall::{Channel, INPUTS, Role};
use crate::rng::Rng;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::{Magnet, Polarity, Strength};
use crate::sensing::observation::ObservationKind;
use crate::sensing::sensor::{Sensor, SensorFault};
use std::vec::Vec;

fn steps(piece: Option<Magnet>) -> i32 {
    piece.map_or(0, |magnet| {
        let steps = match magnet.strength {
            Strength::Weak => 222,
            Strength::Middle => 518,
            Strength::Strong => 1_148,
        };
        match magnet.polarity {
            Polarity::Plus => steps,
            Polarity::Minus => -steps,
        }
    })
}

/// Puts a piece on a cell; neighbours read 1.6 % of it, with the opposite sign.
fn put(scene: &mut Scene, cell: u8, steps: i32) {
    let layout = CellLayout::for_board(scene.profile.name).expect("a grid");
    scene.add(Role::Cell(cell), steps);
    for beside in layout.neighbours(cell) {
        scene.add(Role::Cell(beside), -steps * 16 / 1_000);
    }
}

fn shown(scene: &mut Scene, board: &mut [Option<Magnet>]) {
    for what in scene.heard() {
        let ObservationKind::Cell {
            cell,
            piece,
            certainty,
        } = what
        else {
            panic!("{what:?}");
        };
        assert!(certainty.is_high(), "{cell} {piece:?}");
        board[usize::from(cell)] = piece;
    }
}

#[test]
fn full_boards_are_read_whatever_the_neighbours_are() {
    for (name, cells) in [(BoardId::GridHex, 61_u8), (BoardId::GridSquare, 35)] {
        let mut rng = Rng::new(5);
        for _ in 0..20 {
            let mut scene = Scene::new(name);
            scene.noise = 6;
            let mut pieces = Vec::new();
            for cell in 0..cells {
                let all: Vec<Magnet> = Magnet::all().collect();
                let piece = rng.choose(&all).copied().filter(|_| rng.below(5) > 0);
                // Half of the gaps' spread.
                let spread = 92 + rng.below(17) as i32;
                put(&mut scene, cell, steps(piece) * spread / 100);
                pieces.push(piece);
            }
            scene.run(300);
            let mut board = std::vec![None; usize::from(cells)];
            shown(&mut scene, &mut board);
            assert_eq!(board, pieces, "{name}");
        }
    }
}

#[test]
fn pieces_are_followed_as_they_move() {
    let mut scene = Scene::new(BoardId::GridHex);
    put(&mut scene, 30, 1_148);
    scene.run(300);
    let strong = super::magnet(Polarity::Plus, Strength::Strong);
    let cell = |cell, piece| {
        move |what: &ObservationKind| {
            matches!(*what, ObservationKind::Cell { cell: c, piece: p, certainty }
            if (c, p) == (cell, piece) && certainty.is_high())
        }
    };
    let heard = scene.heard();
    assert!(heard.len() == 1 && cell(30, strong)(&heard[0]), "{heard:?}");
    let from = scene.now();
    put(&mut scene, 30, -1_148);
    put(&mut scene, 31, 1_148);
    scene.run(300);
    let latest = scene
        .reported
        .iter()
        .map(|(at, _)| at.since(from).as_millis());
    let latest = latest.max().expect("it moved");
    assert!((30..=120).contains(&latest), "{latest} ms");
    let heard = scene.heard();
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert!(heard.iter().any(cell(30, None)) && heard.iter().any(cell(31, strong)));
}

#[test]
fn a_cell_in_trouble_is_asked() {
    let mut scene = Scene::new(BoardId::GridHex);
    put(&mut scene, 12, -518);
    scene.run(300);
    scene.heard();
    let channel = scene.channel(Role::Cell(12));
    scene.fault = Fault::Frozen(channel, 2048 - 518);
    scene.run(1_000);
    let asked = ObservationKind::Cell {
        cell: 12,
        piece: super::magnet(Polarity::Minus, Strength::Middle),
        certainty: Certainty::NONE,
    };
    assert!(scene.heard().contains(&asked));
}

#[test]
fn between_two_strengths_it_asks() {
    let mut scene = Scene::new(BoardId::GridSquare);
    put(&mut scene, 17, 368);
    scene.run(300);
    let heard = scene.heard();
    assert!(
        matches!(heard[..], [ObservationKind::Cell { cell: 17, certainty, .. }] if !certainty.is_high()),
        "{heard:?}"
    );
}

/// Fills a board at random, and returns its pieces.
fn fill(scene: &mut Scene, cells: u8, rng: &mut Rng) -> Vec<Option<Magnet>> {
    let all: Vec<Magnet> = Magnet::all().collect();
    let mut pieces = Vec::new();
    for cell in 0..cells {
        let piece = rng.choose(&all).copied().filter(|_| rng.below(2) > 0);
        put(scene, cell, steps(piece));
        pieces.push(piece);
    }
    pieces
}

/// Fills a board with crosstalk at random, and returns the numbers of its cells, of those
/// that are read, and of those that are named as unread.
fn read_with_crosstalk(name: BoardId, share: i32, rng: &mut Rng) -> [usize; 3] {
    let is_cell = |channel: &&Channel| matches!(channel.role(), Some(Role::Cell(_)));
    let channels = super::Profile::of(name).hall.channels;
    let cells = channels.iter().filter(is_cell).count() as u8;
    let mut scene = Scene::new(name);
    scene.fault = Fault::Crosstalk(share);
    let pieces = fill(&mut scene, cells, rng);
    scene.run(3_000);
    let mut board = std::vec![(None, Certainty::FULL); usize::from(cells)];
    for what in scene.heard() {
        if let ObservationKind::Cell {
            cell,
            piece,
            certainty,
        } = what
        {
            board[usize::from(cell)] = (piece, certainty);
        }
    }
    let named: Vec<u8> = (scene.watch.faults())
        .filter_map(|fault| match fault {
            (Sensor::Channel(_, Role::Cell(cell)), SensorFault::Weak) => Some(cell),
            (Sensor::Input(_), SensorFault::Weak) => None,
            other => panic!("{name} {share}: {other:?}"),
        })
        .collect();
    for (cell, (read, piece)) in board.iter().zip(&pieces).enumerate() {
        let is_named = named.contains(&(cell as u8));
        let context = std::format!("{name} {share} cell {cell}: {read:?}, truly {piece:?}");
        assert_eq!(read.1.is_high(), !is_named, "{context}");
        assert!(is_named || read.0 == *piece, "{context}");
    }
    [pieces.len(), pieces.len() - named.len(), named.len()]
}

#[test]
fn crosstalk_leaves_a_board_with_pieces_from_the_start_readable() {
    let mut rng = Rng::new(6);
    for name in [BoardId::GridHex, BoardId::GridSquare] {
        for _ in 0..6 {
            let [cells, read, named] = read_with_crosstalk(name, 20, &mut rng);
            assert_eq!((read, named), (cells, 0), "{name} 2 %");
        }
        let (mut cells, mut read) = (0, 0);
        for _ in 0..6 {
            let counts = read_with_crosstalk(name, 51, &mut rng);
            (cells, read) = (cells + counts[0], read + counts[1]);
        }
        assert!(read * 100 >= cells * 95, "{name} 5 %: {read} of {cells}");
    }
}

#[test]
fn hum_widens_what_counts_as_still() {
    for hum in [800, 2_400] {
        let mut scene = Scene::new(BoardId::GridHex);
        scene.hum = hum;
        scene.noise = 12;
        put(&mut scene, 30, 1_148);
        scene.run(2_000);
        scene.heard();
        put(&mut scene, 30, -1_148);
        put(&mut scene, 12, -518);
        scene.run(1_000);
        let mut board = std::vec![super::magnet(Polarity::Plus, Strength::Strong); 61];
        shown(&mut scene, &mut board);
        assert_eq!(board[30], None, "{hum}");
        assert_eq!(
            board[12],
            super::magnet(Polarity::Minus, Strength::Middle),
            "{hum}"
        );
    }
}

/// Runs a board on which the reading of a cell swings by 80 steps, twelve times a second.
fn swing(scene: &mut Scene, cell: u8, millis: u32) {
    for n in 0..millis / 40 {
        let way = if n % 2 == 0 { 80 } else { -80 };
        scene.add(Role::Cell(cell), way);
        scene.run(40);
    }
}

#[test]
fn a_cell_that_never_comes_to_rest_is_named_and_then_works_again() {
    let mut scene = Scene::new(BoardId::GridHex);
    scene.run(300);
    let channel = scene.channel(Role::Cell(12));
    let sensor = Sensor::Channel(channel as u8, Role::Cell(12));
    let since = scene.now();
    swing(&mut scene, 12, 4_000);
    let named = scene.named(sensor, SensorFault::Weak, since);
    assert!(named.is_some_and(|millis| millis < 3_000), "{named:?}");
    assert_eq!(scene.watch.faults().count(), 1);
    assert!(!scene.watch.is_well());
    let heard = scene.heard();
    let asked = |what: &ObservationKind| matches!(what, ObservationKind::Cell { cell: 12, certainty, .. } if !certainty.is_high());
    assert!(heard.iter().any(asked), "{heard:?}");
    scene.run(1_000);
    assert_eq!(scene.watch.faults().count(), 0);
    let heard = scene.heard();
    let read = |what: &ObservationKind| matches!(what, ObservationKind::Cell { cell: 12, piece: None, certainty } if certainty.is_high());
    assert!(heard.iter().any(read), "{heard:?}");
}

#[test]
fn a_piece_between_two_strengths_is_asked_and_then_named() {
    let mut scene = Scene::new(BoardId::GridSquare);
    put(&mut scene, 17, 368);
    scene.run(3_000);
    let channel = scene.channel(Role::Cell(17));
    let sensor = Sensor::Channel(channel as u8, Role::Cell(17));
    let named = ObservationKind::FaultRaised(sensor, SensorFault::Weak);
    assert!(scene.heard().contains(&named));
    put(&mut scene, 17, 150);
    scene.run(3_000);
    assert_eq!(scene.watch.faults().count(), 0);
}

#[test]
fn a_dead_divider_beside_strong_pieces_is_no_stuck_line() {
    for name in [BoardId::GridHex, BoardId::GridSquare] {
        let cells = super::Profile::of(name).hall.channels.iter().enumerate();
        let cells: Vec<usize> = cells
            .filter(|(_, channel)| matches!(channel.role(), Some(Role::Cell(_))))
            .map(|(n, _)| n)
            .collect();
        for input in 0..INPUTS {
            for &imitator in cells.iter().step_by(2) {
                let mut scene = Scene::new(name);
                let is_divider = |n: &usize| {
                    let role = scene.profile.hall.channels[*n].role();
                    n % INPUTS == input && role == Some(Role::Divider)
                };
                let divider = (0..scene.levels.len())
                    .take(scene.profile.hall.channels.len())
                    .find(is_divider)
                    .expect("one on each input");
                // Pieces as in a match.
                for (n, &cell) in cells.iter().enumerate() {
                    scene.levels[cell] += [0, 4_592, 0, -4_592, 888][n * n % 5];
                }
                scene.levels[divider] = 4 * 2048;
                // What the divider reads when it works.
                scene.levels[imitator] = 4 * 3072;
                scene.run(700);
                let heard = scene.heard();
                let is_line = |what: &ObservationKind| {
                    matches!(
                        what,
                        ObservationKind::FaultRaised(Sensor::AddressLine(_), _)
                    )
                };
                assert!(
                    !heard.iter().any(is_line),
                    "{name} {input} {imitator}: {heard:?}"
                );
            }
        }
    }
}
