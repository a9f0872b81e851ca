//! Verbs around a running match, against a ring at a socket, on the host or on an emulated
//! Pico, and against a ring in the process.

use super::table::{On, Table, file, on_both};
use super::{bad, good, said};

on_both! {
    a_fresh_ring_waits_for_a_match,
    status_is_json_for_programs,
    every_game_is_set_up_on_its_board,
    a_second_match_is_refused_while_one_runs,
    what_needs_a_touch_says_so_and_waits_for_it,
    a_touch_that_is_refused_changes_nothing,
    a_declaration_is_judged_and_nonsense_is_not,
    an_open_question_is_shown_and_answered,
    why_names_clause_margin_and_policy,
    watch_tells_rulings_as_they_come,
    watch_is_json_for_programs,
    a_decision_is_challenged_with_the_samples_it_rests_on,
    why_draws_what_a_judgement_rests_on,
}

/// Status of a ring before the first match.
const IDLE: &str = "now          no match is running\nwaiting for  a match to begin\n";

#[test]
fn a_fresh_ring_in_the_process_waits_for_a_match() {
    for ring in ["virtual:", "virtual:grid-hex"] {
        assert_eq!(good(&["status", "--ring", ring]), IDLE);
    }
}

fn a_fresh_ring_waits_for_a_match(on: On) {
    assert_eq!(on.table().good(&["status"]), IDLE);
}

fn status_is_json_for_programs(on: On) {
    let told = on.playing().good(&["status", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(json["stage"], "playing");
    assert!(
        json["waiting"][0]
            .as_str()
            .unwrap()
            .starts_with("waiting for marker 1")
    );
}

fn every_game_is_set_up_on_its_board(on: On) {
    for (game, board, name, first) in [
        ("ss", "ring", "Sakura Slam", "Ember Fly, red\n"),
        ("ks", "ring", "Kabuto Sumo", "Ember Fly, red\n"),
        ("sumoo", "grid-square", "SUMOO", "White\n"),
        ("abalone", "grid-hex", "Abalone", "Black\n"),
    ] {
        let ring = format!("virtual:{board}");
        let told = good(&["setup", "--game", game, "--ring", &ring]);
        assert!(
            told.starts_with(&format!("{name} begins\n  {first}")),
            "{told}"
        );
        let table = on.with(&["--board", board]);
        assert_eq!(table.good(&["setup", "--game", game]), told);
        let player = first.trim_end().trim_end_matches(", red");
        assert!(table.good(&["status"]).contains(player), "{game}");
    }
}

#[test]
fn a_set_up_file_is_followed_and_its_mistakes_are_named() {
    let path = file("setup.toml");
    let text = "game = \"ss\"\npolicies = \"passive\"\n[setup]\nplayers = 3\n\
        colours = [\"green\", \"red\", \"blue\"]\nleague = \"junior\"\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let told = good(&["setup", path, "--ring", "virtual:"]);
    assert_eq!(
        told,
        "Sakura Slam begins\n  Ember Fly, green\n  Clay Wasp, red\n  Reed Skater, blue\n"
    );
    for (wrong, sentence) in [
        (
            "game = \"go\"",
            "unknown game \"go\"; write ss, ks, sumoo or abalone",
        ),
        ("", "which game? write game ="),
        ("game = \"ss\"\nspeed = 1", "\"speed\" makes no sense here"),
        (
            "game = \"ss\"\npolicies = \"lax\"",
            "\"lax\" is not a policy; write usual",
        ),
        (
            "game = \"ss\"\n[setup]\ncolours = [\"red\", \"red\"]",
            "red is taken twice",
        ),
        ("game = ", "setup.toml: "),
    ] {
        std::fs::write(path, wrong).unwrap();
        let said = bad(&["setup", path, "--ring", "virtual:"]);
        assert!(said.contains(sentence), "{said}");
    }
    assert!(bad(&["setup", "no/such.toml", "--ring", "virtual:"]).contains("give a TOML file"));
}

/// The key was called `telling` before.
#[test]
fn the_coding_of_magnets_is_read_by_its_name_of_today_and_of_before() {
    let path = file("coding.toml");
    let path = path.to_str().unwrap();
    for key in ["coding", "telling"] {
        std::fs::write(path, format!("game = \"abalone\"\n{key} = \"pole\"\n")).unwrap();
        good(&["setup", path, "--ring", "virtual:grid-hex"]);
        std::fs::write(path, format!("game = \"abalone\"\n{key} = \"scent\"\n")).unwrap();
        let said = bad(&["setup", path, "--ring", "virtual:grid-hex"]);
        let sentence = "\"scent\" is not a coding; write occupancy, pole or class";
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn flags_beside_a_file_or_the_last_match_are_refused() {
    let path = file("flags.toml");
    std::fs::write(&path, "game = \"ss\"\n").unwrap();
    let path = path.to_str().unwrap();
    for flag in [
        &["--junior"][..],
        &["--deck", "deck.toml"],
        &["--layout", "layout.toml"],
        &["--start", "standard"],
        &["--policies", "ask"],
        &["--players", "3"],
    ] {
        for set_up in [path, "--again"] {
            let args = [&["setup", set_up, "--ring", "virtual:"], flag].concat();
            let said = bad(&args);
            assert!(said.contains("cannot be used with"), "{args:?}: {said}");
        }
    }
    let told = good(&["setup", "--policies", "ask", "--ring", "virtual:"]);
    assert!(told.starts_with("Sakura Slam begins\n"), "{told}");
}

/// Checks that flags replace questions at a terminal as well.
#[test]
fn who_gives_a_flag_at_a_terminal_is_not_asked() {
    let in_terminal = |flags: &str| {
        let dohyo = env!("CARGO_BIN_EXE_dohyo");
        let line = format!("{dohyo} setup --ring virtual: {flags}");
        // Presses Enter for every question.
        let typed = format!("printf '\\n\\n\\n\\n\\n' | script -qec \"{line}\" /dev/null");
        let output = std::process::Command::new("sh")
            .args(["-c", &typed])
            .output()
            .unwrap();
        said(&output.stdout)
    };
    let asks = "game: ss, ks, sumoo or abalone [ss]: ";
    let told = in_terminal("--junior --players 3");
    assert!(!told.contains(asks), "{told}");
    assert!(told.contains("  Reed Skater, green"), "{told}");
    let told = in_terminal("");
    assert!(told.contains(asks), "{told}");
    assert!(told.contains("Sakura Slam begins"), "{told}");
}

#[test]
fn a_game_on_the_wrong_board_is_refused() {
    let said = bad(&["setup", "--game", "abalone", "--ring", "virtual:"]);
    assert!(
        said.contains("Abalone is not played on a ring: use a grid-hex"),
        "{said}"
    );
}

fn a_second_match_is_refused_while_one_runs(on: On) {
    let said = on.playing().bad(1, &["setup", "--game", "ss"]);
    assert!(said.contains("a match is running"), "{said}");
}

fn what_needs_a_touch_says_so_and_waits_for_it(on: On) {
    let mut table = on.docked();
    let (wish, output) = table.touched(&["undo"], "hold confirm");
    assert!(wish.contains("hold Confirm on the ring"), "{wish}");
    assert_eq!(said(&output.stdout), "last step undone\n");
    assert!(
        table
            .good(&["watch", "--seconds", &on.seconds(1, 2)])
            .contains("The last step is taken back")
    );
    let (_, output) = table.touched(&["redo"], "hold confirm");
    assert_eq!(said(&output.stdout), "last undone step redone\n");
    let (_, output) = table.touched(&["abort"], "hold confirm");
    assert_eq!(said(&output.stdout), "match aborted\n");
    assert!(table.good(&["status"]).contains("no match is running"));
    let said = table.bad(1, &["undo"]);
    assert!(
        said.contains("refused: no match is running; start one with `dohyo setup`"),
        "{said}"
    );
    assert_eq!(table.good(&["setup", "--again"]), "the rematch begins\n");
}

fn a_touch_that_is_refused_changes_nothing(on: On) {
    let mut table = on.docked();
    let before = table.good(&["status", "--json"]);
    let (told, output) = table.touched(&["abort"], "press undo");
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("Confirm was not pressed"), "{told}");
    assert_eq!(table.good(&["status", "--json"]), before);
}

fn a_declaration_is_judged_and_nonsense_is_not(on: On) {
    let mut table = on.playing();
    let said = table.bad(2, &["declare", "jump"]);
    assert!(
        said.contains("\"jump\" is not understood; write one of: dock"),
        "{said}"
    );
    let said = table.bad(1, &["declare", "end", "turn"]);
    assert!(
        said.starts_with("dohyo: refused: Clay Wasp sets the opening marker first (SS-"),
        "{said}"
    );
    assert!(bad(&["declare", "submit", "--ring", "virtual:"]).contains("dohyo setup"));
    let (wish, output) = table.touched(&["declare", "marker", "1"], "press confirm");
    assert!(wish.contains("press Confirm"), "{wish}");
    assert_eq!(super::said(&output.stdout), "declared: marker 1\n");
    let told = table.good(&["why"]);
    assert!(
        told.starts_with("Clay Wasp sets a marker on post 1\n  SS-S6: "),
        "{told}"
    );
    assert!(told.contains("decided by  the players\n"), "{told}");
}

fn an_open_question_is_shown_and_answered(on: On) {
    let mut table = on.playing();
    table.act("marker 1 blue");
    let said_none = table.bad(2, &["answer", "1"]);
    assert!(said_none.contains("no question is open"), "{said_none}");
    table.act("dock 2 unsure");
    let told = table.good(&["status"]);
    assert!(
        told.contains("question 1   Is the platform at post 2? The sensors are not sure\n"),
        "{told}"
    );
    let told = table.good(&["answer"]);
    assert!(told.contains("  1 yes, as seen\n"), "{told}");
    let wrong = table.bad(2, &["answer", "perhaps"]);
    assert!(wrong.contains("give one of: 1 yes, as seen"), "{wrong}");
    let (wish, output) = table.touched(&["answer", "as", "seen"], "press confirm");
    assert!(wish.contains("press Confirm"), "{wish}");
    assert_eq!(said(&output.stdout), "answered: yes, as seen\n");
    assert!(!table.good(&["status"]).contains("question"));
}

fn why_names_clause_margin_and_policy(on: On) {
    let table = on.docked();
    let told = table.good(&["why"]);
    assert!(told.contains("SS-T"), "{told}");
    assert!(
        told.contains("seen        the platform set down at post 2, at "),
        "{told}"
    );
    // A person saw it, or a sensor with a small chance of error.
    let is_certain = told.contains("beyond doubt") || told.contains(" to 1\n");
    assert!(is_certain, "{told}");
    assert!(told.contains("decided by  policy: accept"), "{told}");
    let opening = table.good(&["why", "2"]);
    assert!(opening.contains("SS-S6"), "{opening}");
    let said = table.bad(2, &["why", "99"]);
    assert!(said.contains("give a number from 1 to 2"), "{said}");
    assert!(bad(&["why", "--ring", "virtual:"]).contains("nothing has been judged yet"));
}

fn watch_tells_rulings_as_they_come(on: On) {
    let mut table = on.playing();
    let watching = table.start(&["watch", "--seconds", &on.seconds(3, 8)]);
    on.moment();
    table.act("marker 1 blue");
    let told = said(&watching.wait_with_output().unwrap().stdout);
    let ruling = "SS-S6    Clay Wasp sets a marker on post 1\n\nTurn 1: Ember Fly to play\n";
    assert!(told.contains(ruling), "{told}");
    assert!(
        told.contains("waiting  for Clay Wasp to set a marker on post 1, 2, 3 or 4"),
        "{told}"
    );
}

fn watch_is_json_for_programs(on: On) {
    let table = on.docked();
    let told = table.good(&["watch", "--json", "--seconds", &on.seconds(1, 2)]);
    let objects = of_the_schema(&told);
    let lines: Vec<_> = objects.iter().filter(|it| it["type"] == "line").collect();
    let mut events = lines.iter().flat_map(|it| it["events"].as_array().unwrap());
    assert!(events.any(|event| event["clause"] == "SS-S6"), "{told}");
    assert!(objects.iter().any(|it| it["type"] == "waiting"), "{told}");
    // Every journal line is there, and says which one came before.
    let seqs: Vec<_> = lines.iter().map(|it| it["seq"].as_u64().unwrap()).collect();
    for (pair, line) in seqs.windows(2).zip(&lines[1..]) {
        assert_eq!(line["prev"].as_u64(), Some(pair[0]));
        assert_eq!(pair[1], pair[0] + 1);
    }
    let from = (seqs[0] + 2).to_string();
    let seconds = on.seconds(1, 2);
    let later = table.good(&["watch", "--json", "--from", &from, "--seconds", &seconds]);
    let first = of_the_schema(&later)
        .into_iter()
        .find(|it| it["type"] == "line");
    assert_eq!(first.unwrap()["seq"], seqs[0] + 2);
}

/// Returns the objects in a text of JSON lines; each must be valid.
pub(crate) fn of_the_schema(lines: &str) -> Vec<serde_json::Value> {
    let schema = serde_json::from_str(&good(&["export", "--schema"])).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let objects = lines.lines().map(|line| {
        let object = serde_json::from_str(line).unwrap();
        let fault = validator.iter_errors(&object).next();
        let fault = fault.map(|error| error.to_string());
        assert_eq!(fault, None, "{line}");
        object
    });
    objects.collect()
}

/// Returns the path of a file of this check that does not exist yet.
fn fresh(on: On, name: &str) -> std::path::PathBuf {
    file(&format!("{on:?}-{name}"))
}

/// Creates a ring, and returns the least number of judgements it has made from its sensors.
fn judged(on: On) -> (Table, usize) {
    match on {
        On::Host => (on.with(&["--after-match", "3"]), 8),
        On::Pico => (on.docked(), 2),
    }
}

fn a_decision_is_challenged_with_the_samples_it_rests_on(on: On) {
    let (table, judgements) = judged(on);
    let listed = table.good(&["challenge"]);
    let rows = listed
        .lines()
        .filter_map(|row| row.strip_prefix("line ")?.trim().split_once("  "));
    let lines: Vec<(&str, &str)> = rows.collect();
    assert!(lines.len() >= judgements, "{listed}");
    for (number, said) in &lines {
        // The time, then the ruling.
        let ruled = said.split_once("  ").map(|(_, ruled)| ruled);
        assert!(
            ruled.is_some_and(|ruled| ruled.contains(' ')),
            "{number}: {said}"
        );
        let told = table.good(&["challenge", number]);
        assert!(
            told.contains("replayed: the same result"),
            "{number}: {told}"
        );
    }
    assert!(listed.contains("platform"), "{listed}");
    let (number, _) = lines[lines.len() - 1];
    let (samples, picture) = (fresh(on, "samples.bin"), fresh(on, "challenge.svg"));
    table.good(&[
        "challenge",
        number,
        "--out",
        samples.to_str().unwrap(),
        "--picture",
        picture.to_str().unwrap(),
    ]);
    assert!(std::fs::metadata(samples).unwrap().len() > 500);
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("replayed: the same result"));
    let said = table.bad(2, &["challenge", "1"]);
    assert!(said.contains("`dohyo challenge` lists the lines"), "{said}");
    let said = table.bad(
        2,
        &["challenge", number, "--picture", "/no/such/folder/a.svg"],
    );
    assert!(
        said.contains("name a file in a folder that exists and has room"),
        "{said}"
    );
}

fn why_draws_what_a_judgement_rests_on(on: On) {
    let (table, _) = judged(on);
    let picture = fresh(on, "why.svg");
    let path = picture.to_str().unwrap();
    table.good(&["why", "--picture", path]);
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");
    // The last judgement of a match rests on time alone, so the message names one with a
    // picture.
    if on == On::Host {
        let said = table.bad(2, &["why", "1", "--picture", path]);
        let (_, instead) = said.split_once("`dohyo why ").unwrap();
        let (nth, _) = instead.split_once('`').unwrap();
        table.good(&["why", nth, "--picture", path]);
    }
}
