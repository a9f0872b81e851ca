//! Grid boards, power-up with everything on the table, drift, sun and the ring's
//! own light, in a short form; `dohyo simulate` runs them at any length.

use dohyo_tests::curtain_rig::SHALLOW;
use host_tools::threads::Threads;
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::place::Post;
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Span;
use virtual_ring::measure::campaign::CampaignPlan;
use virtual_ring::measure::grid::{GridPlan, GridTally};
use virtual_ring::scenes;
use virtual_ring::sensors::{Fault, Noise, NoiseLevel};

fn fault(word: &str) -> Fault {
    word.parse().unwrap_or_else(|_| panic!("no fault {word}"))
}

fn moved(board: BoardId, moves: u64, faults: &[&str]) -> GridTally {
    let plan = GridPlan {
        profile: Profile::of(board),
        layout: CellLayout::for_board(board).expect("a grid board"),
        noise: Noise::for_level(NoiseLevel::Nominal),
        faults: faults.iter().map(|it| fault(it)).collect(),
        lots: None,
        moves,
        idle_hours: 0.001,
        seed: 5,
    };
    plan.run(&Threads(2), &|_, _| {})
}

fn ring(faults: &[&str]) -> CampaignPlan {
    CampaignPlan {
        profile: Profile::of(BoardId::Ring),
        dimensions: Dimensions::ASSUMED,
        build: None,
        noise: Noise::for_level(NoiseLevel::Nominal),
        faults: faults.iter().map(|it| fault(it)).collect(),
        pushes: 8,
        pushing: vec![scenes::edge_push],
        scripted: (vec![], 0),
        idle_hours: 0.0,
        seed: 9,
    }
}

#[test]
fn on_grid_boards_every_piece_put_lifted_or_slid_is_seen() {
    for board in [BoardId::GridHex, BoardId::GridSquare] {
        let tally = moved(board, 30, &[]);
        assert!(tally.cells > 60, "{board}: {} cells", tally.cells);
        assert_eq!(
            (tally.missed, tally.wrong, tally.invented, tally.idle_false),
            (0, 0, 0, 0),
            "{board}"
        );
        let latency = tally.latency.spread().expect("cells");
        assert!(latency.max <= 200.0, "{board}: {latency:?}");
    }
}

#[test]
fn over_a_failed_sensor_a_cell_is_asked_never_wrong() {
    let tally = moved(BoardId::GridSquare, 30, &["hall-stuck:3@2"]);
    assert_eq!((tally.missed, tally.wrong), (0, 0));
    assert_eq!((tally.sector_missed, tally.sector_wrong), (0, 0));
    assert!(tally.sector > 0 && tally.sector_asked > 0, "{tally:?}");
    assert_eq!((tally.unnamed, tally.slandered), (0, 0));
}

#[test]
fn at_power_up_what_stands_in_the_beams_has_not_fallen_and_markers_are_read() {
    let marker = Magnet {
        polarity: Polarity::Plus,
        strength: Strength::Strong,
    };
    let mut blocked = 0;
    for seed in 0..4 {
        let mut scene = scenes::leaning(seed);
        while scene.advance() {}
        let mut view = scene.view_at(1.0);
        view.markers[Post::ALL[1]][2] = Some(marker);
        let plan = CampaignPlan {
            dimensions: SHALLOW,
            ..ring(&[])
        };
        let mut session = plan.session(seed);
        blocked += u32::from(!session.sensors().shadows(&view).is_empty());
        let mut said = session.wait(&view, Span::millis(1_500));
        view.things.clear();
        said.extend(session.wait(&view, Span::millis(1_000)));
        let fell = |it: &ObservationKind| {
            matches!(it, ObservationKind::Fell(_) | ObservationKind::Falling(..))
        };
        let read = |it: &ObservationKind| {
            matches!(it, ObservationKind::Marker { post, slot: 2, marker: Some(read), certainty }
                if *post == Post::ALL[1] && *read == marker && certainty.is_high())
        };
        let said: Vec<ObservationKind> = said.iter().map(|it| it.observation.kind).collect();
        assert!(!said.iter().any(fell), "seed {seed}: {said:?}");
        assert!(said.iter().any(read), "seed {seed}: {said:?}");
    }
    assert!(
        blocked >= 2,
        "only {blocked} scenes block a beam at power-up"
    );
}

#[test]
fn drift_sun_and_the_rings_own_light_make_nothing_up() {
    for word in ["drift:40@0", "sun-step", "led-light", "pwm:1000"] {
        let plan = CampaignPlan {
            idle_hours: 0.01,
            ..ring(&[word])
        };
        let report = plan.run(&Threads(2), &|_, _| {});
        let sum = report.sum();
        assert_eq!(sum.silent_wrong, 0, "{word}: wrong, and sure of it");
        assert_eq!(sum.missed, 0, "{word}: missed outside the failed sector");
        assert_eq!(sum.invented, 0, "{word}: a fall was made up");
        assert_eq!(sum.slandered, 0, "{word}: a healthy sensor was named");
    }
}
