//! `dohyo lights`: the light language as table and picture.

use super::{bad, good};
use serde_json::Value;
use std::collections::BTreeSet;

/// Separate file for each test, removed at its end.
struct Picture(std::path::PathBuf);

impl Picture {
    fn new(name: &str) -> Self {
        let file = format!("dohyo-lights-{name}-{}.svg", std::process::id());
        Self(std::env::temp_dir().join(file))
    }

    /// Draws with these options and returns the SVG.
    fn drawn(&self, options: &[&str]) -> String {
        let path = self.0.to_str().unwrap();
        let args = [&["lights", "--picture", path], options].concat();
        assert_eq!(good(&args), "");
        std::fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

fn rows(options: &[&str]) -> Vec<Value> {
    let args = [&["lights", "--json"], options].concat();
    serde_json::from_str(&good(&args)).unwrap()
}

#[test]
fn the_table_names_every_sign() {
    let table = good(&["lights"]);
    let rows = rows(&[]);
    assert_eq!(rows.len(), 31);
    for row in &rows {
        let line = format!(
            "{:<14} {}\n",
            row["name"].as_str().unwrap(),
            row["meaning"].as_str().unwrap()
        );
        assert!(table.contains(&line), "{line}");
        for key in ["where", "colour", "motion"] {
            assert!(table.contains(row[key].as_str().unwrap()), "{row}");
        }
        assert!(!row["boards"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_board_has_its_own_signs() {
    let names = |board| -> BTreeSet<String> {
        let rows = rows(&["--board", board]);
        let names = rows.iter().map(|row| row["name"].as_str().unwrap());
        names.map(str::to_owned).collect()
    };
    let (ring, grid) = (names("ring"), names("grid-square"));
    assert!(ring.contains("marker") && !ring.contains("lift"));
    assert!(grid.contains("lift") && !grid.contains("marker"));
}

#[test]
fn the_picture_shows_every_sign_of_a_board_in_six_moments() {
    let leds = [("ring", 64), ("grid-hex", 61), ("grid-square", 35)];
    for (board, leds) in leds {
        let svg = Picture::new(board).drawn(&["--board", board]);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let rows = rows(&["--board", board]);
        for row in &rows {
            let name = format!(">{}<", row["name"].as_str().unwrap());
            assert!(svg.contains(&name), "{board}: {name}");
        }
        // Each LED is a circle, with a glow if it is lit; the head has one board.
        let lit = svg.matches("opacity=\"0.35\"").count();
        let circles = svg.matches("<circle").count();
        assert_eq!(circles - lit, (rows.len() * 6 + 1) * leds, "{board}");
    }
}

#[test]
fn other_eyes_see_other_colours() {
    let plain = Picture::new("plain").drawn(&[]);
    let mut seen = BTreeSet::from([plain]);
    for eyes in ["deuteranopia", "protanopia", "tritanopia", "grey"] {
        let svg = Picture::new(eyes).drawn(&["--colour-blind", eyes]);
        assert!(seen.insert(svg), "{eyes}");
    }
    let grey = Picture::new("grey-2").drawn(&["--colour-blind", "grey"]);
    assert!(grey.contains("as eyes without colours see it"));
}

#[test]
fn what_is_typed_wrong_gets_a_sentence() {
    assert!(bad(&["lights", "--board", "chess"]).contains("ring, grid-hex, grid-square"));
    assert!(bad(&["lights", "--colour-blind", "grey"]).contains("add --picture FILE"));
    let both = bad(&["lights", "--json", "--picture", "x.svg"]);
    assert!(both.contains("leave out one of them"));
    let eyes = bad(&["lights", "--picture", "x.svg", "--colour-blind", "cat"]);
    assert!(eyes.contains("protanopia, deuteranopia, tritanopia, grey"));
    let nowhere = bad(&["lights", "--picture", "no/such/folder/x.svg"]);
    assert!(nowhere.contains("cannot write no/such/folder/x.svg"));
    assert!(nowhere.contains("name a file in a folder that exists"));
}
