//! The verbs around a running match, against a ring at a socket and one in the
//! process.

use super::table::{Table, file};
use super::{bad, good, said};

#[test]
fn a_fresh_ring_waits_for_a_match() {
    for ring in ["virtual:", "virtual:grid-hex"] {
        let told = good(&["status", "--ring", ring]);
        assert_eq!(told, "no match is running\nwaiting for a match to begin\n");
    }
    assert_eq!(
        Table::new().good(&["status"]),
        "no match is running\nwaiting for a match to begin\n"
    );
}

#[test]
fn status_is_json_for_programs() {
    let told = Table::playing().good(&["status", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(json["stage"], "playing");
    assert!(
        json["waiting"][0]
            .as_str()
            .unwrap()
            .starts_with("waiting for marker 1")
    );
}

#[test]
fn every_game_is_set_up_on_its_board() {
    for (game, board, name) in [
        ("ss", "ring", "Sakura Slam"),
        ("ks", "ring-lite", "Kabuto Sumo"),
        ("sumoo", "grid-square", "SUMOO"),
        ("abalone", "grid-hex", "Abalone"),
    ] {
        let ring = format!("virtual:{board}");
        let told = good(&["setup", "--game", game, "--ring", &ring]);
        assert!(
            told.starts_with(&format!("{name} begins\n  player 1: ")),
            "{told}"
        );
        let table = Table::with(&["--board", board]);
        assert_eq!(table.good(&["setup", "--game", game]), told);
        assert!(table.good(&["status"]).starts_with("a match is running"));
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
        "Sakura Slam begins\n  player 1: green, side 1\n  player 2: red, side 2\n  player 3: blue, side 3\n"
    );
    for (wrong, sentence) in [
        (
            "game = \"go\"",
            "there is no game \"go\"; write ss, ks, sumoo or abalone",
        ),
        ("", "which game? write game ="),
        ("game = \"ss\"\nspeed = 1", "\"speed\" makes no sense here"),
        (
            "game = \"ss\"\npolicies = \"lax\"",
            "\"lax\" is no policy; write usual",
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

#[test]
fn a_game_on_the_wrong_board_is_refused() {
    let said = bad(&["setup", "--game", "abalone", "--ring", "virtual:"]);
    assert!(
        said.contains("Abalone is not played on a ring: use a grid-hex"),
        "{said}"
    );
}

#[test]
fn a_second_match_is_refused_while_one_runs() {
    let said = Table::playing().bad(1, &["setup", "--game", "ss"]);
    assert!(said.contains("a match is running"), "{said}");
}

#[test]
fn what_needs_a_touch_says_so_and_waits_for_it() {
    let mut table = Table::docked();
    let (wish, output) = table.touched(&["undo"]);
    assert!(wish.contains("press Confirm on the ring"), "{wish}");
    assert_eq!(said(&output.stdout), "taken back\n");
    assert!(table.good(&["watch", "--seconds", "1"]).contains("undone"));
    let (_, output) = table.touched(&["redo"]);
    assert_eq!(said(&output.stdout), "made again\n");
    let (_, output) = table.touched(&["abort"]);
    assert_eq!(said(&output.stdout), "broken off\n");
    assert!(table.good(&["status"]).starts_with("no match is running"));
    let said = table.bad(1, &["undo"]);
    assert!(said.contains("no match is running; begin one"), "{said}");
    assert_eq!(
        table.good(&["setup", "--again"]),
        "the last match begins again\n"
    );
}

#[test]
fn a_touch_that_is_refused_or_never_comes_changes_nothing() {
    let mut table = Table::docked();
    let before = table.good(&["status", "--json"]);
    let child = table.start(&["abort"]);
    super::table::moment();
    table.act("press undo");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output.stderr).contains("nobody pressed confirm"));
    assert_eq!(table.good(&["status", "--json"]), before);
}

#[test]
fn a_declaration_is_judged_and_nonsense_is_not() {
    let mut table = Table::playing();
    let said = table.bad(2, &["declare", "jump"]);
    assert!(
        said.contains("\"jump\" is no action; write one of: dock"),
        "{said}"
    );
    let said = table.bad(1, &["declare", "end", "turn"]);
    assert!(said.starts_with("dohyo: the ring refuses: "), "{said}");
    assert!(bad(&["declare", "submit", "--ring", "virtual:"]).contains("dohyo setup"));
    let (wish, output) = table.touched(&["declare", "marker", "1"]);
    assert!(wish.contains("press Confirm"), "{wish}");
    assert_eq!(super::said(&output.stdout), "declared: marker 1\n");
    let told = table.good(&["why"]);
    assert!(told.contains("SS-S6 marker of side 2 on post 1"), "{told}");
    assert!(told.contains("passed because people said so"), "{told}");
}

#[test]
fn an_open_question_is_shown_and_answered() {
    let mut table = Table::playing();
    table.act("marker 1 blue");
    let said_none = table.bad(2, &["answer", "1"]);
    assert!(said_none.contains("no question is open"), "{said_none}");
    table.act("docked 2 unsure");
    let told = table.good(&["status"]);
    assert!(
        told.contains("waiting for an answer to question 1: docked corner 2"),
        "{told}"
    );
    let told = table.good(&["answer"]);
    assert!(told.contains("  1 as seen\n"), "{told}");
    let wrong = table.bad(2, &["answer", "perhaps"]);
    assert!(wrong.contains("give one of: 1 as seen"), "{wrong}");
    let (wish, output) = table.touched(&["answer", "as", "seen"]);
    assert!(wish.contains("press Confirm"), "{wish}");
    assert_eq!(said(&output.stdout), "answered: as seen\n");
    assert!(!table.good(&["status"]).contains("question"));
}

#[test]
fn why_names_clause_margin_and_policy() {
    let table = Table::docked();
    let told = table.good(&["why"]);
    assert!(told.contains("SS-T"), "{told}");
    assert!(told.contains("docked corner 2 at "), "{told}");
    assert!(told.contains("beyond doubt"), "{told}");
    assert!(told.contains("passed by the policy: accept"), "{told}");
    let opening = table.good(&["why", "2"]);
    assert!(opening.contains("SS-S6"), "{opening}");
    let said = table.bad(2, &["why", "99"]);
    assert!(said.contains("give a number from 1 to 2"), "{said}");
    assert!(bad(&["why", "--ring", "virtual:"]).contains("nothing has been judged yet"));
}

#[test]
fn watch_tells_rulings_as_they_come() {
    let mut table = Table::playing();
    let watching = table.start(&["watch", "--seconds", "3"]);
    super::table::moment();
    table.act("marker 1 blue");
    let told = said(&watching.wait_with_output().unwrap().stdout);
    assert!(told.contains("began"), "{told}");
    assert!(told.contains("SS-S6 marker of side 2 on post 1"), "{told}");
    assert!(
        told.contains("      waiting for marker 1, marker 2"),
        "{told}"
    );
}

#[test]
fn watch_is_json_for_programs() {
    let told = Table::docked().good(&["watch", "--json", "--seconds", "1"]);
    let lines: Vec<serde_json::Value> = told
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert!(lines.iter().any(|it| it["clause"] == "SS-S6"), "{told}");
    assert!(lines.iter().any(|it| it["type"] == "waiting"), "{told}");
}

/// A file of this test that is not there yet.
fn fresh(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_decision_is_challenged_with_the_samples_it_rests_on() {
    let table = Table::with(&["--played", "3"]);
    let lines = table.good(&["challenge"]);
    assert!(lines.lines().count() >= 8, "{lines}");
    for line in lines.lines() {
        let number = line.strip_prefix("line ").unwrap();
        let told = table.good(&["challenge", number]);
        assert!(told.contains("judged anew: the same"), "{line}: {told}");
    }
    let number = lines.lines().last().unwrap().strip_prefix("line ").unwrap();
    let (samples, picture) = (fresh("samples.bin"), fresh("challenge.svg"));
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
    assert!(svg.starts_with("<svg") && svg.contains("judged anew: the same"));
    let said = table.bad(2, &["challenge", "1"]);
    assert!(said.contains("`dohyo challenge` lists the lines"), "{said}");
    let said = table.bad(
        2,
        &["challenge", number, "--picture", "/no/such/folder/a.svg"],
    );
    assert!(said.contains("name a file in a folder with room"), "{said}");
}

#[test]
fn why_draws_what_a_judgement_rests_on() {
    let table = Table::with(&["--played", "3"]);
    let drawn = (1..=8).any(|n| {
        let picture = fresh("why.svg");
        let (n, path) = (n.to_string(), picture.to_str().unwrap());
        let output = table.run(&["why", &n, "--picture", path]);
        output.status.success()
            && std::fs::read_to_string(&picture)
                .unwrap()
                .starts_with("<svg")
    });
    assert!(drawn, "none of the last judgements rests on samples");
}
