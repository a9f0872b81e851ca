//! `dohyo wiring`: documents for the builder of a board.

use super::table::file;
use super::{bad, good};
use rules_core::board::{BoardId, Profile};

fn part(board: &str, what: &str) -> String {
    good(&["wiring", "--board", board, "--what", what])
}

#[test]
fn parts_are_counted_from_the_profile() {
    let ring = part("ring", "bom");
    for row in [
        "| 168 | infrared emitter",
        "| 168 | phototransistor",
        "| 24 | 74HC165",
        "| 6 | 74HC4067",
        "| 1 | 74HC04",
        "| 25 | DRV5055A1",
        "| 16 | DRV5055A3",
        "| 8 | QRE1113",
        "| 64 | WS2812B",
    ] {
        assert!(ring.contains(row), "{row} in {ring}");
    }
    let grid = part("grid-square", "bom");
    assert!(grid.contains("| 35 | DRV5055A2"), "{grid}");
    assert!(grid.contains("| 3 | 74HC4067"), "{grid}");
    assert!(!grid.contains("74HC165"), "a grid has no beams: {grid}");
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
        "wiring", "--board", "grid-hex", "--what", "corner", "--svg", "x.svg",
    ]);
    assert!(said.contains("has no corners and docks"), "{said}");
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/data/house-deck.toml");
    let said = bad(&["wiring", "--board", "ring", "--dimensions", deck]);
    assert!(said.contains("kind = \"board\""), "{said}");
    let said = bad(&["wiring", "--board", "moon"]);
    assert!(said.contains("possible values: ring, ring-lite"), "{said}");
}

#[test]
fn all_documents_are_written_at_once() {
    let folder = file("boards");
    let told = good(&["wiring", "--write", folder.to_str().unwrap()]);
    assert_eq!(told.lines().count(), 20, "{told}");
    for line in told.lines() {
        assert!(std::path::Path::new(line).is_file(), "{line}");
    }
}
