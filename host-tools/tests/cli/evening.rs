//! `dohyo evening`, `pair`, `results` and `standings` as a club calls them, without rings.

use super::{bad, dohyo, good, said};
use std::path::{Path, PathBuf};

/// Returns an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = super::table::folder("evening").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Begins an evening of these people at two tables and returns its file.
fn begun(folder: &Path, pairing: &str, people: &[&str]) -> String {
    let mut plan = format!("name = 'Swiss evening'\npairing = '{pairing}'\nrounds = 3\n");
    for table in ["One", "Two"] {
        plan += &format!("[[table]]\nname = '{table}'\nring = 'name:{table}'\n");
    }
    for name in people {
        plan += &format!("[[person]]\nname = '{name}'\n");
    }
    let (path, events) = (folder.join("plan.toml"), folder.join("evening.jsonl"));
    std::fs::write(&path, plan).unwrap();
    good(&["evening", "begin", text(&path), text(&events)]);
    text(&events).to_owned()
}

const FIVE: [&str; 5] = ["Ann", "Bo", "Cy", "Di", "Ed"];

/// Creates a program that is called as bbpPairings is and answers with these pairs.
#[cfg(unix)]
fn engine(folder: &Path, name: &str, pairs: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = --dutch ] && [ \"$3\" = -p ] || exit 7\n\
         grep -q '^001    5' \"$2\" || exit 8\nprintf '{pairs}' > \"$4\"\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    text(&path).to_owned()
}

/// The pairs are those that bbpPairings 6.0.0 wrote for exactly these reports.
#[cfg(unix)]
#[test]
fn swiss_rounds_go_to_an_engine_and_back() {
    let folder = folder("swiss");
    let events = begun(&folder, "swiss", &FIVE);
    let first = engine(&folder, "first", "3\\n1 3\\n4 2\\n5 0\\n");
    let paired = good(&["pair", &events, "--engine", &first]);
    assert_eq!(
        paired,
        "round 1: Ann - Cy at One\nround 1: Di - Bo at Two\nround 1: Ed has a bye\n"
    );
    let why = bad(&["pair", &events, "--engine", &first]);
    assert!(why.contains("a pairing is not decided yet"), "{why}");
    good(&[
        "evening", "correct", &events, "--round", "1", "--places", "ann>Cy",
    ]);
    good(&[
        "evening", "correct", &events, "--round", "1", "--places", "Bo = Di",
    ]);
    good(&["evening", "withdraw", &events, "Cy"]);
    let report = folder.join("round-2.trf");
    good(&["pair", &events, "--trf", text(&report)]);
    let written = std::fs::read_to_string(&report).unwrap();
    let date = written.lines().nth(1).unwrap();
    assert_eq!(
        written.replace(date, "042 2026/11/19"),
        include_str!("swiss-round-2.trf")
    );
    let second = engine(&folder, "second", "2\\n2 1\\n5 4\\n");
    let paired = good(&["pair", &events, "--engine", &second]);
    assert_eq!(
        paired,
        "round 2: Bo - Ann at One\nround 2: Ed - Di at Two\n"
    );
    let shown = good(&["evening", "show", &events]);
    assert!(
        shown.contains("One: Ann - Cy, Ann > Cy by people"),
        "{shown}"
    );
    assert!(shown.contains("waiting: Ann, Bo, Di, Ed\n"), "{shown}");
    // The whole is read back from the report.
    let report = good(&["results", &events, "--trf"]);
    assert_eq!(
        host_core::evening::trf_read::read(&report)
            .unwrap()
            .players
            .len(),
        5
    );
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_missing_or_fails_gets_a_sentence_and_changes_nothing() {
    let folder = folder("no-engine");
    let events = begun(&folder, "swiss", &FIVE);
    let before = std::fs::read(&events).unwrap();
    for (program, expected) in [
        (
            "/nowhere/bbpPairings".to_owned(),
            "install bbpPairings or name another engine",
        ),
        (
            engine(&folder, "wrong", "2\\n1 3\\n4 2\\n"),
            "the pairs leave Ed out",
        ),
        (
            engine(&folder, "odd", "x\\n"),
            "the pairs do not begin with their number",
        ),
        ("/bin/false".to_owned(), "it ended with exit status: 1"),
        ("/bin/true".to_owned(), "wrote no pairs"),
    ] {
        let why = bad(&["pair", &events, "--engine", &program]);
        assert!(why.contains(expected), "{why}");
    }
    assert_eq!(std::fs::read(&events).unwrap(), before);
}

#[test]
fn pairings_are_imported_and_corrected_and_the_table_gives_the_standings() {
    let folder = folder("import");
    let events = begun(&folder, "import", &FIVE);
    let pairs = folder.join("pairs.csv");
    std::fs::write(
        &pairs,
        "round,table,a,b,c\n1,One,Ann,Bo,\n1,Two,Cy,Di,Ed\n2,One,Ann,Cy\n",
    )
    .unwrap();
    let said = good(&["pair", &events, "--csv", text(&pairs)]);
    assert_eq!(said.lines().count(), 3);
    let why = bad(&["pair", &events, "--csv", text(&pairs)]);
    assert!(
        why.contains("line 2: round 1 stands where round 3 is next"),
        "{why}"
    );
    for (round, places) in [("1", "Bo>Ann"), ("1", "Ed>Cy=Di"), ("2", "Cy=Ann")] {
        good(&[
            "evening", "correct", &events, "--round", round, "--places", places,
        ]);
    }
    let standings = good(&["standings", &events]);
    let table = folder.join("results.csv");
    std::fs::write(&table, good(&["results", &events, "--csv"])).unwrap();
    // Who has played nothing is in no row, and everybody here has played.
    let mut from_table: Vec<String> = good(&["standings", text(&table)])
        .lines()
        .map(str::to_owned)
        .collect();
    let mut from_events: Vec<String> = standings.lines().map(str::to_owned).collect();
    from_table.sort();
    from_events.sort();
    assert_eq!(from_table, from_events);
    let places: Vec<String> = (standings.lines().skip(1).take(5))
        .map(|line| {
            line.split_whitespace()
                .take(3)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(places, ["1 Ed 2", "2 Bo 1", "3 Cy 1", "4 Ann ½", "4 Di ½"]);
    good(&[
        "evening", "correct", &events, "--round", "2", "--again", "Ann",
    ]);
    assert!(good(&["evening", "show", &events]).contains("One: Ann - Cy, not played yet"));
    let why = bad(&["results", &events, "--trf"]);
    assert!(why.contains("TRF16 knows two players in a game"), "{why}");
}

#[test]
fn a_torn_last_line_is_told_and_dropped_and_damage_is_not() {
    let folder = folder("torn");
    let events = begun(&folder, "round-robin", &FIVE);
    let whole = std::fs::read(&events).unwrap();
    std::fs::write(&events, &whole[..whole.len() - 9]).unwrap();
    let shown = dohyo(&["evening", "show", &events]);
    assert!(shown.status.success());
    assert!(said(&shown.stderr).contains("the last line is torn"));
    assert!(!said(&shown.stdout).contains("round 5"));
    good(&["evening", "withdraw", &events, "Bo"]);
    assert!(good(&["evening", "show", &events]).contains("One: Bo - Ed, Ed > Bo by walkover"));
    let damaged = [b"\0\0\0\n".as_slice(), &whole].concat();
    std::fs::write(&events, damaged).unwrap();
    assert!(bad(&["evening", "show", &events]).contains("line 1 is damaged"));
}

#[test]
fn the_example_of_the_guide_begins_an_evening() {
    let events = folder("example").join("evening.jsonl");
    let plan = concat!(env!("CARGO_MANIFEST_DIR"), "/data/club/evening.toml");
    let begun = good(&["evening", "begin", plan, text(&events)]);
    assert!(
        begun.starts_with("4 people, 2 tables, 3 rounds paired"),
        "{begun}"
    );
}

#[test]
fn bad_input_gets_a_sentence_and_changes_nothing() {
    let folder = folder("bad");
    let events = begun(&folder, "round-robin", &FIVE);
    let before = std::fs::read(&events).unwrap();
    let plan = folder.join("plan.toml");
    let missing = folder.join("missing");
    for (args, expected) in [
        (
            vec!["evening", "begin", text(&plan), &events],
            "holds an evening already",
        ),
        (
            vec!["evening", "begin", text(&missing), "x.jsonl"],
            "give a plan in TOML",
        ),
        (vec!["evening", "begin", &events, "x.jsonl"], "line 1: "),
        (
            vec!["evening", "show", text(&missing)],
            "`dohyo evening begin` begins an evening",
        ),
        (vec!["evening", "show", text(&plan)], "line 1 is damaged"),
        (
            vec!["evening", "withdraw", &events, "Bob"],
            "write \"Bo\" instead",
        ),
        (
            vec![
                "evening", "correct", &events, "--round", "1", "--places", "Ann>Bo",
            ],
            "Ann, Bo are not paired in round 1",
        ),
        (
            vec![
                "evening", "correct", &events, "--round", "1", "--places", "Bo",
            ],
            "a corrected result names every player",
        ),
        (
            vec!["pair", &events, "--engine", "true"],
            "this evening is no Swiss tournament",
        ),
        (
            vec!["pair", &events, "--csv", text(&missing)],
            "give another file",
        ),
        (vec!["pair", &events], "--csv"),
        (vec!["standings", text(&missing)], "cannot open"),
        (vec!["results", text(&plan)], "is no recording"),
        (
            vec!["results", text(&plan), "--trf"],
            "only an evening has that",
        ),
    ] {
        let why = bad(&args);
        assert!(why.contains(expected), "{args:?}: {why}");
    }
    assert_eq!(std::fs::read(&events).unwrap(), before);
    assert_eq!(good(&["results", &events]), "no match has ended yet\n");
}
