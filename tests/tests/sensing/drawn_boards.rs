//! Grid boards drawn by lot: sensors rest, gain and magnets differ as their data sheets
//! allow, and each board is calibrated by the ring's guide. `dohyo simulate --board
//! grid-hex --builds N` runs more of them.

use host_tools::threads::Threads;
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::sensing::Sensing;
use rules_core::sensing::cell_scope::unread_cells;
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};
use rules_core::sensing::observation::ObservationKind;
use virtual_ring::grid_calibration::GridLot;
use virtual_ring::measure::grid::{GridPlan, GridTally};
use virtual_ring::sensors::{GridView, Noise, NoiseLevel, Sensors};

/// Runs moves on boards that are drawn by lot, each calibrated by the ring's guide.
fn drawn(board: BoardId, level: NoiseLevel, (first, count): (u64, u64)) -> GridTally {
    let plan = GridPlan {
        profile: Profile::of(board),
        layout: CellLayout::for_board(board).expect("a grid board"),
        noise: Noise::for_level(level),
        faults: Vec::new(),
        lots: Some((first, count)),
        moves: 20,
        idle_hours: 0.0,
        seed: 5,
    };
    plan.run(&Threads(2), &|_, _| {})
}

#[test]
fn on_boards_drawn_by_lot_a_change_is_seen_or_asked_about_or_its_cell_is_named() {
    for board in [BoardId::GridHex, BoardId::GridSquare] {
        for level in NoiseLevel::ALL {
            let tally = drawn(board, level, (1, 5));
            let name = format!("{board} {}", level.word());
            assert_eq!((tally.builds, tally.builds_named), (5, 0), "{name}");
            assert_eq!(tally.builds_good, 5, "{name}: {tally:?}");
            // Almost everything is seen. The tokens of SUMOO have three strengths, which
            // magnets of ±18 % and sensors of ±5 % bring close to each other.
            let share = match (board, level) {
                (_, NoiseLevel::Severe) => 4,
                (BoardId::GridSquare, _) => 8,
                _ => 50,
            };
            let doubtful = tally.asked + tally.missed;
            assert!(doubtful * share <= tally.cells, "{name}: {tally:?}");
        }
    }
}

/// Returns a board on which no piece but strong ones lies beside any other cell: strong
/// pieces of one polarity, and `between` on as many cells as are not adjacent.
fn surrounded(layout: CellLayout, cells: u8, between: Option<Magnet>) -> Vec<Option<Magnet>> {
    let strong = Magnet {
        polarity: Polarity::Plus,
        strength: Strength::Strong,
    };
    let mut board = vec![Some(strong); usize::from(cells)];
    let mut hollow = vec![false; usize::from(cells)];
    for cell in 0..cells {
        if layout
            .neighbours(cell)
            .all(|beside| !hollow[usize::from(beside)])
        {
            hollow[usize::from(cell)] = true;
            board[usize::from(cell)] = between;
        }
    }
    board
}

/// Powers up a board drawn by lot with these pieces on it. Returns what is reported of each
/// cell, and the cells that the ring has named as unread.
fn powered(
    board: BoardId,
    level: NoiseLevel,
    lot: u64,
    cells: &[Option<Magnet>],
) -> (Vec<(Option<Magnet>, bool)>, Vec<u8>) {
    let (profile, sizes) = (Profile::of(board), Dimensions::ASSUMED);
    let drawn = GridLot::draw(profile, &sizes, lot).expect("the guide takes it");
    let noise = Noise::for_level(level);
    let sensors = Sensors::new(profile, &sizes, noise, &[], lot);
    let mut sensors = sensors.with_hall_build(&sizes, drawn.build);
    let mut sensing = Sensing::new(profile, &sizes, &drawn.calibration);
    let view = GridView {
        cells: cells.to_vec(),
        units: (0..cells.len() as u8).collect(),
        loose: Vec::new(),
    };
    let mut reported = vec![(None, true); cells.len()];
    for index in 0..4_000_000 / profile.hall.period().0 {
        let scan = sensors.hall_grid(index, &view).expect("no fault loses one");
        sensing.step_hall(&scan, &mut |it| {
            if let ObservationKind::Cell {
                cell,
                piece,
                certainty,
            } = it.kind
            {
                reported[usize::from(cell)] = (piece, certainty.is_high());
            }
        });
    }
    let named = sensing
        .faults()
        .flat_map(|fault| unread_cells(fault, profile).iter());
    let named = named.collect();
    (reported, named)
}

#[test]
fn strong_magnets_all_around_a_cell_hide_nothing() {
    let weak = |polarity| {
        Some(Magnet {
            polarity,
            strength: Strength::Weak,
        })
    };
    for board in [BoardId::GridHex, BoardId::GridSquare] {
        let layout = CellLayout::for_board(board).expect("a grid board");
        let count = if board == BoardId::GridHex { 61 } else { 35 };
        for level in [NoiseLevel::Nominal, NoiseLevel::High, NoiseLevel::Severe] {
            let (mut all, mut seen) = (0, 0);
            for lot in 1..=4 {
                for between in [None, weak(Polarity::Plus), weak(Polarity::Minus)] {
                    let cells = surrounded(layout, count, between);
                    let (reported, named) = powered(board, level, lot, &cells);
                    for (cell, (&(piece, sure), truth)) in (0..).zip(reported.iter().zip(&cells)) {
                        let context = format!("{board} {} lot {lot} cell {cell}", level.word());
                        assert!(
                            piece == *truth || !sure || named.contains(&cell),
                            "{context}: {piece:?} for sure, truly {truth:?}"
                        );
                        all += 1;
                        seen += u32::from(sure && !named.contains(&cell));
                    }
                }
            }
            // Below its strong neighbours a weak token of SUMOO is near a middle one.
            let least = match (board, level) {
                (_, NoiseLevel::Severe) => 0,
                (BoardId::GridSquare, NoiseLevel::High) => 75,
                (BoardId::GridSquare, _) => 90,
                (_, NoiseLevel::High) => 95,
                _ => 99,
            };
            assert!(
                seen * 100 >= all * least,
                "{board} {}: {seen} of {all}",
                level.word()
            );
        }
    }
}
