//! Verbs `perft`, `check` and `show` for Abalone, as people call them.

use super::{bad, dohyo, good, said};

const STANDARD: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";

#[test]
fn perft_prints_depth_and_nodes() {
    let counts = "1 44\n2 1936\n3 98912\n";
    assert_eq!(good(&["perft", "abalone", "--depth", "3"]), counts);
    assert_eq!(
        good(&["perft", "abalone", "--position", STANDARD, "--depth", "3"]),
        counts
    );
    assert_eq!(
        good(&[
            "perft",
            "abalone",
            "--start",
            "belgian-daisy",
            "--depth",
            "2"
        ]),
        "1 52\n2 2692\n"
    );
    assert_eq!(
        good(&["perft", "abalone", "--players", "3", "--depth", "2"]),
        "1 40\n2 1587\n"
    );
    assert_eq!(
        good(&[
            "perft",
            "abalone",
            "--players",
            "4",
            "--start",
            "standard",
            "--depth",
            "2"
        ]),
        "1 43\n2 1696\n"
    );
}

/// Returns the counts of `perft --depth 2` in a position, and the text on standard error.
fn counted(position: &str) -> (String, String) {
    let output = dohyo(&["perft", "abalone", "--position", position, "--depth", "2"]);
    assert!(output.status.success(), "{}", said(&output.stderr));
    (said(&output.stdout), said(&output.stderr))
}

#[test]
fn perft_takes_a_study_and_a_finished_game() {
    // White has no marbles and passes: one leaf for each of Black's six.
    assert_eq!(counted("5/6/7/8/4b4/8/7/6/5").0, "1 6\n2 6\n");
    let won = "wwwww/www3/7/8/9/8/2bbb2/bbbbbb/bbbbb b 6-0";
    assert_eq!(counted(won), ("1 0\n2 0\n".into(), String::new()));
}

#[test]
fn perft_of_rows_alone_has_nothing_ejected_and_says_so() {
    // One marble more or fewer on row h changes the counts a little, but not the way of
    // counting.
    for (row, missing, second) in [("wwww2", 5, 1452), ("www3", 6, 1320), ("ww4", 7, 1188)] {
        let rows = format!("wwwww/{row}/7/8/9/8/2bbb2/bbbbbb/bbbbb");
        let (counts, note) = counted(&rows);
        assert_eq!(counts, format!("1 44\n2 {second}\n"), "{row}");
        let sentence = format!("marbles missing: {missing}; none counts as ejected");
        assert!(note.contains(&sentence), "{note}");
        assert_eq!(note.lines().count(), 1, "{note}");
    }
    let (_, note) = counted("wwwww/wwww2/7/8/9/8/2bbb2/bbbbbb/bbbbb");
    assert!(note.contains("\" b 5-0\""), "{note}");
    assert_eq!(counted(STANDARD).1, "");
    let wrong = "wwwww/wwww2/7/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0";
    let refused = bad(&["perft", "abalone", "--position", wrong, "--depth", "2"]);
    assert!(refused.contains("enemy marbles missing: 5"), "{refused}");
}

#[test]
fn show_of_rows_alone_has_nothing_ejected_and_says_so() {
    let rows = "wwwww/wwww2/7/8/9/8/2bbb2/bbbbbb/bbbbb";
    let output = dohyo(&["show", "abalone", rows]);
    let drawing = said(&output.stdout);
    assert!(drawing.ends_with("black to move; ejected by black 0, white 0\n"));
    let note = said(&output.stderr);
    assert!(note.contains("none counts as ejected"), "{note}");
}

#[test]
fn help_says_how_games_are_counted() {
    let help = good(&["perft", "--help"]);
    for words in [
        "a pass, where there is no move, counts as one",
        "nothing was ejected",
    ] {
        assert!(help.contains(words), "{words}: {help}");
    }
    let help = good(&["show", "--help"]);
    assert!(help.contains("nothing was ejected"), "{help}");
    assert!(help.contains("standard, belgian-daisy"));
}

#[test]
fn perft_says_what_is_wrong() {
    let wrong = |args: &[&str]| {
        let mut all = vec!["perft", "abalone", "--depth", "1"];
        all.extend(args);
        bad(&all)
    };
    assert!(wrong(&["--start", "chess"]).contains("write one of standard, belgian-daisy"));
    assert!(wrong(&["--position", "wwwww"]).contains("1 row; write nine"));
    assert!(wrong(&["--position", "5/6/7/8/9/8/7/6/bbbb0b"]).contains("'0' in row a"));
    let unbalanced = wrong(&["--position", &format!("{STANDARD} b 6-0")]);
    assert!(unbalanced.contains("missing: 0; write 0 or leave the score out, AB-1"));
    assert!(wrong(&["--position", "x5/6/7/8/9/8/7/6/5"]).contains("write b, w, r, g"));
    assert!(wrong(&["--position", "5/5/7/8/9/8/7/6/5"]).contains("row h has 6 points, not 5"));
    assert!(wrong(&["--position", "bbbbb/bbbbbb/bbbb3/8/9/8/7/6/5"]).contains("AB-1"));
    assert!(wrong(&["--players", "3", "--start", "german-daisy"]).contains("for 2 players, not 3"));
    assert!(wrong(&["--players", "5"]).contains("2..=4"));
    assert!(wrong(&["--start", "standard", "--position", STANDARD]).contains("cannot be used"));
    assert!(bad(&["perft", "abalone"]).contains("--depth"));
    assert!(bad(&["perft", "chess", "--depth", "1"]).contains("abalone"));
}

#[test]
fn check_fails_on_an_illegal_move() {
    let folder = std::env::temp_dir().join(format!("dohyo-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.txt");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "standard: a1b2 i9h8\n").unwrap();
    assert!(good(&["check", "abalone", path]).ends_with("1 game, 0 not legal\n"));
    std::fs::write(&file, "standard: a1b2 a2b3\n").unwrap();
    let output = dohyo(&["check", "abalone", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output.stdout).contains("white is to move, AB-2"));
    for empty in ["", "\n\n", "# nothing yet\n", "\u{feff}"] {
        std::fs::write(&file, empty).unwrap();
        let sentence = bad(&["check", "abalone", path]);
        assert!(sentence.contains("no game in it; write"), "{sentence}");
    }
    std::fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
    assert!(bad(&["check", "abalone", path]).contains("give a text file"));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(bad(&["check", "abalone", path]).contains("cannot read"));
}

#[test]
fn show_draws_the_board() {
    assert!(good(&["show", "abalone"]).starts_with("      i w w w w w\n"));
    assert_eq!(good(&["show", "abalone", STANDARD]).lines().count(), 11);
    let odd = "wwwww/6/7/8/9/8/7/6/bbbbb b 0-0";
    assert!(good(&["show", "abalone", odd]).contains("not a position of a game"));
    assert!(bad(&["show", "abalone", "nonsense"]).contains("cannot read the position"));
}

#[test]
fn show_writes_an_svg_with_every_point_named() {
    let folder = std::env::temp_dir().join(format!("dohyo-show-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("board.svg");
    let path = file.to_str().unwrap();
    assert_eq!(
        good(&["show", "abalone", "--players", "4", "--svg", path]),
        ""
    );
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg "));
    for name in ["a1", "e5", "i9"] {
        assert!(svg.contains(&format!(">{name}</text>")), "{name}");
    }
    for letter in ["B", "W", "R", "G"] {
        assert_eq!(svg.matches(&format!(">{letter}</text>")).count(), 9);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(bad(&["show", "abalone", "--svg", path]).contains("cannot write"));
}

#[test]
fn show_says_who_has_won() {
    let won = "wwwww/www3/7/8/9/8/2bbb2/bbbbbb/bbbbb w 6-0";
    let drawing = good(&["show", "abalone", won]);
    assert!(
        drawing.ends_with("\nblack has won; ejected by black 6, white 0\n"),
        "{drawing}"
    );
    let team = "rrrrr/rrr2g/5gg/ww4gg/ww5br/w6g/w6/bbb3/bbbbb w 6-0";
    let drawing = good(&["show", "abalone", team]);
    assert!(drawing.contains("\nblack and red have won; "), "{drawing}");
    let folder = std::env::temp_dir().join(format!("dohyo-won-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("board.svg");
    good(&["show", "abalone", won, "--svg", file.to_str().unwrap()]);
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(svg.contains(">black has won · ejected"), "{svg}");
    assert!(!svg.contains("to move"), "{svg}");
}
