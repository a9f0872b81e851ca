//! Verbs for people who build a ring. Checks that run here only on the host are done on an
//! emulated Pico by the builder's guide, which `--test documents` runs.

use super::table::{On, Table, on_both};
use super::{bad, good, said};
use host_core::VERSION;
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Profile};
use rules_core::place::Post;
use std::io::{BufRead, BufReader, Write};

on_both! {
    info_names_board_and_versions,
    the_doctor_finds_an_unplugged_side_and_a_dark_beam,
    a_board_without_beams_is_well,
    settings_are_kept_and_told,
    a_ring_has_an_id_and_takes_a_name,
    settings_wait_until_a_match_is_over,
    a_whole_calibration_is_taken_kept_and_taken_back,
    calibration_is_refused_while_a_match_runs,
}

fn info_names_board_and_versions(on: On) {
    let told = good(&["info", "--ring", "virtual:ring"]);
    let first = format!("board      ring\nfirmware   {VERSION}, protocol 2.0\n");
    assert!(told.starts_with(&first), "{told}");
    assert!(told.contains("; 0 observations dropped\n"), "{told}");
    let table = on.with(&["--board", "grid-hex"]);
    let json: serde_json::Value = serde_json::from_str(&table.good(&["info", "--json"])).unwrap();
    assert_eq!(json["board"], "grid-hex");
    assert_eq!(json["frames"]["bad_crc"], 0);
    assert_eq!(json["settings"]["sound"], "on");
    assert_eq!(json["settings"]["dimensions"]["ring_side"], 200_000);
}

fn a_ring_has_an_id_and_takes_a_name(on: On) {
    let table = on.table();
    let told = table.good(&["info"]);
    assert!(
        told.contains("no name; give it one with `dohyo name`"),
        "{told}"
    );
    assert_eq!(
        table.good(&["name", "Kitchen ring"]),
        "the ring is named Kitchen ring\n"
    );
    let json: serde_json::Value = serde_json::from_str(&table.good(&["info", "--json"])).unwrap();
    let identity = &json["identity"];
    assert_eq!(identity["name"], "Kitchen ring");
    assert_eq!(identity["virtual"], on == On::Host);
    assert_eq!(identity["ring"].as_str().unwrap().len(), 16);
    if on == On::Pico {
        assert_eq!(identity["ring"], "e6614c311b7f5a2c");
    }
    assert!(bad(&["name", "a\nb", "--ring", "virtual:"]).contains("printable"));
    // Events name the ring and its journal.
    table.good(&["setup", "--game", "ss", "--players", "2", "--junior"]);
    let seconds = on.seconds(1, 4);
    let events = table.good(&["watch", "--json", "--seconds", &seconds]);
    let event: serde_json::Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
    assert_eq!(event["ring"], identity["ring"]);
    assert_eq!(event["journal"], identity["journal"]);
    // During a match a name needs a touch.
    let mut table = table;
    let (told, output) = table.touched(&["name", "Attic"], "press confirm");
    assert!(told.contains("press Confirm"), "{told}");
    assert!(output.status.success(), "{told}");
}

#[test]
fn ports_are_listed_whatever_is_plugged_in() {
    let told = good(&["ports"]);
    assert!(!told.is_empty());
}

#[test]
fn a_place_blinks_and_nonsense_does_not() {
    assert_eq!(
        good(&["identify", "north", "--ring", "virtual:"]),
        "blinking: north\n"
    );
    let table = On::Host.table();
    assert_eq!(table.good(&["identify", "3"]), "blinking: 3\n");
    assert!(bad(&["identify", "moon", "--ring", "virtual:"]).contains("\"moon\" is not a place"));
}

#[test]
fn a_ring_at_rest_is_well() {
    let told = On::Host.still("ring").good(&["doctor"]);
    assert_eq!(told, "all sensors work\n");
}

#[test]
fn the_doctor_names_the_bad_sensor_and_where_it_sits() {
    let mut table = On::Host.still("ring");
    // Shorted to ground: far below any field.
    table.act("channel 4 -4095");
    let output = table.run(&["doctor", "--seconds", "4"]);
    let told = said(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("channel 4 ("), "{told}");
    assert!(told.contains("  where: "), "{told}");
    assert!(
        told.contains("  check: its wire: it is broken or shorted"),
        "{told}"
    );
    assert!(told.ends_with("1 fault\n"), "{told}");
}

fn the_doctor_finds_an_unplugged_side_and_a_dark_beam(on: On) {
    let mut table = on.still("ring");
    table.act("unplug west");
    table.act("darken south lower 20");
    let output = table.run(&["doctor", "--seconds", &on.seconds(4, 12)]);
    let told = said(&output.stdout);
    assert!(told.contains("west chain: broken\n"), "{told}");
    assert!(
        told.contains(
            "south lower beam 20: stuck dark\n  where: south side, lower plane, 197.5 mm"
        ),
        "{told}"
    );
    assert!(told.ends_with("2 faults\n"), "{told}");
}

fn a_board_without_beams_is_well(on: On) {
    let grid = on.still("grid-hex");
    assert_eq!(grid.good(&["doctor"]), "all sensors work\n");
}

fn settings_are_kept_and_told(on: On) {
    let table = on.still("ring");
    let told = table.good(&["configure", "--sound", "muted", "--brightness", "40"]);
    assert!(told.contains("sound      muted\nbrightness 40\n"), "{told}");
    let told = table.good(&["configure"]);
    assert!(told.contains("sound      muted\nbrightness 40\n"), "{told}");
    assert!(table.good(&["info"]).contains("sound muted"));
    let told = table.good(&["configure", "--board", "grid-square"]);
    assert!(
        told.ends_with("the ring restarts as a grid-square\n"),
        "{told}"
    );
}

fn settings_wait_until_a_match_is_over(on: On) {
    let said = on.playing().bad(1, &["configure", "--sound", "muted"]);
    assert!(said.contains("a match is running"), "{said}");
    let said = bad(&[
        "configure",
        "--dimensions",
        "no-such.toml",
        "--ring",
        "virtual:",
    ]);
    assert!(said.contains("cannot read no-such.toml"), "{said}");
}

/// Runs the calibration with these answers of a person. Returns exit code, output and
/// errors.
fn calibrate(table: &Table, answers: &str) -> (Option<i32>, String, String) {
    let mut child = table.start(&["calibrate"]);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(answers.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        said(&output.stdout),
        said(&output.stderr),
    )
}

#[test]
fn calibration_takes_what_can_be_and_refuses_nonsense() {
    let table = On::Host.still("ring");
    let (code, told, why) = calibrate(&table, "\n\nq\n");
    assert!(told.starts_with("step 1 of 8: take everything off the board; then press Enter\n"));
    assert!(
        told.contains("  taken\nstep 2 of 8: put a weak marker into slot 1 of post 1"),
        "{told}"
    );
    assert!(told.contains("  not taken: channel "), "{told}");
    assert!(told.contains("has not changed: put it there"), "{told}");
    assert_eq!(code, Some(2));
    assert!(why.contains("what was in use stays in use"), "{why}");
}

#[test]
fn a_beam_that_stays_lit_behind_the_rod_is_named() {
    let mut table = On::Host.still("ring");
    let mut child = table.start(&["doctor", "--rod", "--seconds", "0"]);
    let mut answers = child.stdin.take().unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        told.next()
            .unwrap()
            .unwrap()
            .starts_with("draw a rod of 4 mm")
    );
    for plane in ["upper", "lower"] {
        for beam in (1..=20).filter(|&beam| (plane, beam) != ("upper", 3)) {
            table.act(&format!("darken north {plane} {beam}"));
        }
    }
    On::Host.moment();
    writeln!(answers).unwrap();
    let told: Vec<String> = told.map(Result::unwrap).collect();
    assert_eq!(
        told[..2],
        [
            "north upper beam 3: lit behind the rod",
            "  where: north side, upper plane, 22.5 mm along it clockwise"
        ]
    );
    assert!(
        told[2].contains("its bores, which must be matt"),
        "{told:?}"
    );
    let sides: Vec<&String> = told
        .iter()
        .filter(|line| line.contains("no beam went"))
        .collect();
    assert_eq!(
        sides,
        ["east", "south", "west"]
            .map(|side| format!("{side} side: no beam went dark"))
            .each_ref()
    );
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Returns the number of a channel by its role, as the command `channel` expects it.
fn channel(role: Role) -> usize {
    Profile::of(BoardId::Ring).hall.find(role).unwrap()
}

/// Returns the actions of a person for each step: channels with their offsets.
fn deeds() -> Vec<Vec<(usize, i32)>> {
    let slot = |n, steps| (channel(Role::Slot(Post::One, n)), steps);
    let dock = |post, n, steps| (channel(Role::Dock(post, n)), steps);
    let platform = |post| vec![dock(post, 0, -500), dock(post, 1, 480)];
    vec![
        vec![],
        vec![slot(0, 300)],
        vec![slot(0, 900), slot(1, -40), slot(3, -38)],
        platform(Post::One),
        platform(Post::Two),
        platform(Post::Three),
        platform(Post::Four),
        vec![(channel(Role::Optic(Post::One, 0)), 1_500)],
    ]
}

fn a_whole_calibration_is_taken_kept_and_taken_back(on: On) {
    let mut table = on.still("ring");
    let mut child = table.start(&["calibrate"]);
    let mut answers = child.stdin.take().unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || told.next().unwrap().unwrap();
    for (n, deeds) in deeds().into_iter().enumerate() {
        let asked = next();
        assert!(
            asked.starts_with(&format!("step {} of 8: ", n + 1)),
            "{asked}"
        );
        for (channel, steps) in &deeds {
            table.act(&format!("channel {channel} {steps}"));
        }
        writeln!(answers).unwrap();
        assert_eq!(next(), "  measuring, hold still");
        assert_eq!(next(), "  taken", "{asked}");
        for (channel, _) in &deeds {
            table.act(&format!("channel {channel} 0"));
        }
    }
    assert!(next().starts_with("calibrated: the new set is in use and saved"));
    assert!(next().starts_with("draw a rod of 4 mm slowly along each side"));
    writeln!(answers, "q").unwrap();
    assert!(next().starts_with("not checked: whether every beam goes dark"));
    assert!(child.wait().unwrap().success());
    // Settings changed since then remain.
    table.good(&["configure", "--sound", "muted"]);
    assert_eq!(
        table.good(&["calibrate", "--restore"]),
        "the set before is in use again\n"
    );
    let told = table.good(&["info"]);
    assert!(told.contains("sound muted"), "{told}");
}

fn calibration_is_refused_while_a_match_runs(on: On) {
    let table = on.playing();
    let said = table.bad(1, &["calibrate"]);
    assert!(
        said.contains("a match is running: end or abort it first"),
        "{said}"
    );
    let said = on.table().bad(1, &["calibrate", "--restore"]);
    assert!(said.contains("the ring has no such capture"), "{said}");
}
