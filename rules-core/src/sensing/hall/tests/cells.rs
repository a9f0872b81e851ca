//! Tests of pieces on grid boards.

extern crate std;

use super::{Fault, Scene};
use crate::board::BoardId;
use crate::board::cell_layout::CellLayout;
use crate::board::hall::Role;
use crate::rng::Rng;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::{Magnet, Polarity, Strength};
use crate::sensing::observation::ObservationKind;
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
