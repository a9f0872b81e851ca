//! Line lengths of the documents: prose is wrapped; code, tables and pictures may be wider.

use super::markdown::prose;
use super::{files, none, root};

/// Maximum number of characters in a line.
const WIDTH: usize = 90;

#[test]
fn text_is_wrapped() {
    let mut complaints = Vec::new();
    for path in files(&root(), ".md") {
        let text = std::fs::read_to_string(&path).unwrap();
        complaints.extend(wide(&text).into_iter().map(|(line, letters)| {
            let path = path.strip_prefix(root()).unwrap_or(&path).display();
            format!("{path}:{line}: {letters} letters, not {WIDTH}")
        }));
    }
    none(&complaints);
}

/// Returns the lines that are too long, with their lengths.
fn wide(text: &str) -> Vec<(usize, usize)> {
    let prose = prose(text);
    (1..)
        .zip(prose.lines())
        .filter(|(_, line)| !line.starts_with(['|', '!']))
        .map(|(n, line)| (n, line.chars().count()))
        .filter(|(_, letters)| *letters > WIDTH)
        .collect()
}

#[test]
fn a_long_line_is_noticed() {
    let long = "word ".repeat(20);
    let text = format!("Short.\n{long}\n\n| {long} |\n\n    {long}\n");
    assert_eq!(wide(&text), [(2, 100)]);
}
