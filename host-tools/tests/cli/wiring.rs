//! `dohyo wiring`: documents for the builder of a board.

use super::table::file;
use super::{bad, good};
use host_tools::wiring::{Build, timing};
use rules_core::board::output::{DriveStrength, OutputDrive};
use rules_core::board::{BoardId, Dimensions, Micrometres, Profile};

fn part(board: &str, what: &str) -> String {
    good(&["wiring", "--board", board, "--what", what])
}

#[test]
fn parts_are_counted_from_the_profile() {
    let ring = part("ring", "bom");
    for row in [
        "| 160 | Vishay TSAL4400",
        "| 160 | ams-OSRAM SFH 309 FA-4/5",
        "| 24 | TI SN74HCS165",
        "| 6 | 74HC4067",
        "| 1 | 74HC04",
        "| 25 | DRV5055A1",
        "| 16 | DRV5055A3",
        "| 8 | onsemi QRE1114GR",
        "| 64 | WS2812B",
    ] {
        assert!(ring.contains(row), "{row} in {ring}");
    }
    let grid = part("grid-square", "bom");
    assert!(grid.contains("| 35 | DRV5055A2"), "{grid}");
    assert!(grid.contains("| 3 | 74HC4067"), "{grid}");
    assert!(!grid.contains("HCS165"), "a grid has no beams: {grid}");
    assert!(
        !grid.contains("74HC04"),
        "one bank needs no inverter: {grid}"
    );
}

#[test]
fn every_pin_and_every_channel_is_in_the_plan_once() {
    for board in BoardId::ALL {
        let profile = Profile::of(board);
        let pins = part(board.word(), "pins");
        for (pin, _) in profile.pins.used() {
            let row = format!("| GP{pin} | ");
            assert_eq!(pins.matches(&row).count(), 1, "{board}: {row}");
        }
        let plan = part(board.word(), "plan");
        for (n, channel) in profile.hall.channels.iter().enumerate() {
            let (address, input) = (n / 3, n % 3);
            let bank = if address < 16 { 'A' } else { 'B' };
            let end = format!("M{input}{bank} Y{}", address % 16);
            let ends = plan
                .split(|c: char| "|,.\n".contains(c))
                .filter(|line| line.trim().trim_start_matches("and end at ") == end)
                .count();
            let expected = usize::from(channel.role().is_some());
            assert_eq!(ends, expected, "{board}: {end}");
        }
    }
}

#[test]
fn a_stencil_follows_the_owners_measures() {
    let assumed = concat!(env!("CARGO_MANIFEST_DIR"), "/data/boards/assumed.toml");
    let text = std::fs::read_to_string(assumed).unwrap();
    let own = file("large-ring.toml");
    std::fs::write(
        &own,
        text.replace("ring_side_um = 200_000", "ring_side_um = 300_000"),
    )
    .unwrap();
    let picture = file("large-ring.svg");
    let draw = |dimensions: &str| {
        let to = picture.to_str().unwrap();
        let args = ["wiring", "--board", "ring", "--what", "drill", "--svg", to];
        good(&[&args[..], &["--dimensions", dimensions]].concat());
        std::fs::read_to_string(&picture).unwrap()
    };
    assert!(draw(assumed).contains("1 : 1 on A4"));
    let large = draw(own.to_str().unwrap());
    assert!(large.contains("1 : 1 on A3"), "it does not fit A4");
    assert!(large.contains("side ends (300 mm)"));
}

#[test]
fn what_cannot_be_drawn_is_refused_in_a_sentence() {
    let said = bad(&[
        "wiring", "--board", "ring", "--what", "bom", "--svg", "x.svg",
    ]);
    assert!(said.contains("leave out --svg"), "{said}");
    let said = bad(&[
        "wiring", "--board", "ring", "--what", "timing", "--svg", "x.svg",
    ]);
    assert!(said.contains("leave out --svg"), "{said}");
    let said = bad(&[
        "wiring", "--board", "grid-hex", "--what", "corner", "--svg", "x.svg",
    ]);
    assert!(said.contains("has no corners and docks"), "{said}");
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/data/house-deck.toml");
    let said = bad(&["wiring", "--board", "ring", "--dimensions", deck]);
    assert!(said.contains("kind = \"board\""), "{said}");
    let said = bad(&["wiring", "--board", "moon"]);
    assert!(said.contains("possible values: ring, grid-hex"), "{said}");
    let said = bad(&["wiring", "--board", "ring-lite"]);
    assert!(
        said.contains("the board ring-lite was withdrawn") && said.contains("build a ring instead"),
        "{said}"
    );
}

#[test]
fn all_documents_are_written_at_once() {
    let folder = file("boards");
    let told = good(&["wiring", "--write", folder.to_str().unwrap()]);
    assert_eq!(told.lines().count(), 14, "{told}");
    for line in told.lines() {
        assert!(std::path::Path::new(line).is_file(), "{line}");
    }
}

#[test]
fn the_timing_is_printed_with_its_margins() {
    let ring = part("ring", "timing");
    for row in [
        "| GP6 | chain clock | 12 mA | slow |",
        "| GP15 | LED strip | 4 mA | slow |",
        "| bit at the Pico before it is sampled | 165 | 320 | 155 | holds |",
        "| clock pulse at the chips | 142 | 160 | 18 | holds |",
        "| settling of the detectors | 43000 | 47360 | 4360 | holds |",
        "| reflective sensors | 10000 | ",
    ] {
        assert!(ring.contains(row), "{row} in {ring}");
    }
    assert!(ring.contains("Every limit holds"), "{ring}");
    let grid = part("grid-hex", "timing");
    assert!(grid.contains("| GP0 | multiplexer address S0 | 12 mA | slow |"));
    assert!(!grid.contains("chain"), "a grid has no chains: {grid}");
}

#[test]
fn a_profile_that_cannot_work_is_named_with_its_remedy() {
    let ring = Profile::of(BoardId::Ring);
    let said = |profile: Profile| {
        timing::section(&Build {
            profile: Box::leak(Box::new(profile)),
            dimensions: Dimensions::ASSUMED,
        })
    };
    let mut long = *ring;
    long.curtain.as_mut().unwrap().cable = Micrometres::mm(2_000);
    let mut weak = *ring;
    weak.pins.outputs.clock = OutputDrive {
        strength: DriveStrength::Ma2,
        ..OutputDrive::CABLE
    };
    for profile in [long, weak] {
        let said = said(profile);
        assert!(said.contains("cannot work reliably"), "{said}");
        assert!(said.contains("shorten the cables"), "{said}");
        assert!(!said.contains("Every limit holds"), "{said}");
    }
    let mut many = *ring;
    let curtain = many.curtain.as_mut().unwrap();
    (curtain.bits, curtain.cable) = (96, Micrometres::mm(100));
    let said = said(many);
    assert!(said.contains("take fewer bits a side"), "{said}");
}

/// What is left of a step decides where a slow source belongs.
#[test]
fn a_channel_settles_longest_on_input_2() {
    let scan = &Profile::of(BoardId::Ring).hall;
    let left = [0, 1, 2].map(|input| timing::left_of_a_step(scan, 10_000, input));
    // 10.45 kilohms and 105 pF are 1.1 us; 5.8, 7.8 and 9.8 us are left after the switch.
    let expected = [20.8, 3.35, 0.54];
    for (left, expected) in left.into_iter().zip(expected) {
        assert!(
            (left - expected).abs() < expected / 20.0,
            "{left} {expected}"
        );
    }
}
