//! Verbs `perft`, `check` and `show` for SUMOO, as people call them.

use super::{bad, dohyo, good, said};
use std::path::PathBuf;

/// Separate folder for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("dohyo-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Runs `check` on a file with a mistake in it and returns the report.
fn mistaken(path: &str) -> String {
    let output = dohyo(&["check", "sumoo", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!said(&output.stderr).contains("panicked"));
    said(&output.stdout)
}

#[test]
fn perft_prints_depth_and_nodes() {
    assert_eq!(good(&["perft", "sumoo", "--depth", "1"]), "1 1588\n");
    let one_point = "B 1U(2,3) 1S(3,3) 1E(4,3) 2U(2,2) 3(3,2) 2E(4,2); \
                     N 1U(2,5) 1N(3,5) 1E(4,5) 2U(2,6) 3(3,6) 2E(4,6); B to move with 1 point";
    // Ten moves, seven swaps, or nothing.
    assert_eq!(
        good(&["perft", "sumoo", "--position", one_point, "--depth", "1"]),
        "1 18\n"
    );
}

#[test]
fn perft_says_what_is_wrong() {
    let wrong = |position| bad(&["perft", "sumoo", "--depth", "1", "--position", position]);
    assert!(wrong("").contains("the position is empty; write `start`"));
    assert!(wrong("chess").contains("a position begins with B or N"));
    assert!(wrong("B 3(9,9)").contains("(9,9) is not a cell; columns are 1 to 5"));
    assert!(bad(&["perft", "sumoo"]).contains("--depth"));
}

#[test]
fn check_reports_each_game() {
    let folder = Folder::new("sumoo-good");
    let path = folder.write("games.txt", "B = a  N = b\n1 B/3 S/ N//\n\n1 B/1U N/\n");
    assert_eq!(
        good(&["check", "sumoo", &path]),
        "game 1: a - b: 2 turns, 1 action; White to move, points left: 3\n\
         game 2: 1 turn, 1 action; Black to move, points left: 3\n"
    );
}

#[test]
fn check_draws_the_board_before_the_first_mistake() {
    let folder = Folder::new("sumoo-bad");
    let illegal = folder.write("illegal.txt", "1 B/3 N/ N//\n");
    let report = mistaken(&illegal);
    assert!(report.contains("illegal.txt:1: White's action `3 N` is refused"));
    assert!(report.contains("SU-6") && report.contains("(1S)"));

    let unreadable = folder.write(
        "unreadable.txt",
        "B = a\n1 B/3 S/ N//\n\nB = c\n1 B/1U N/ N//\n2 B/zzz/ N//",
    );
    let report = mistaken(&unreadable);
    assert!(report.starts_with("game 1: a - ?: 2 turns, 1 action; White to move"));
    assert!(report.contains("\ngame 2: c - ?: 2 turns, 1 action; then it stops\n"));
    assert!(report.contains("unreadable.txt:6: White's `zzz`: an action begins with a token"));
    assert!(report.contains(" U 4   S  (1U)"));
}

#[test]
fn check_says_when_there_is_nothing_to_check() {
    let folder = Folder::new("sumoo-nothing");
    for nothing in ["", "\n\n", "# only a comment\n"] {
        let path = folder.write("nothing.txt", nothing);
        assert!(mistaken(&path).contains("there is no game in it; write `1  B/3 S/  N//`"));
    }
    let path = folder.write("bytes.txt", [0xff, 0xfe, 0x00]);
    assert!(bad(&["check", "sumoo", &path]).contains("give a text file"));
    drop(folder);
    assert!(bad(&["check", "sumoo", &path]).contains("cannot read"));
}

#[test]
fn show_draws_the_board() {
    let start = good(&["show", "sumoo"]);
    assert!(start.contains("   3   .  (1U) (1S) (1E)   .\n"));
    assert_eq!(good(&["show", "sumoo", "start"]), start);
    assert!(bad(&["show", "sumoo", ""]).contains("the position is empty; write `start`"));
    assert!(bad(&["show", "sumoo", "B 3"]).contains("where is 3? Write its column and row"));
    assert!(bad(&["show", "sumoo", "B ; N"]).contains("6 tokens of White are out"));
}

#[test]
fn show_writes_an_svg_with_every_token() {
    let folder = Folder::new("sumoo-svg");
    let path = folder.write("board.svg", "");
    assert_eq!(good(&["show", "sumoo", "--svg", &path]), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg "));
    assert_eq!(svg.matches("<circle").count(), 6);
    drop(folder);
    assert!(bad(&["show", "sumoo", "--svg", &path]).contains("cannot write"));
}
