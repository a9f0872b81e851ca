//! Which clauses a test cites. One rule for all who ask: the build script that
//! counts for `dohyo rules`, and the runner that breaks clauses on purpose.
//!
//! A scenario cites every clause whose number stands in it between quotation
//! marks or at the start of an expected ruling. A Rust test cites what its doc
//! comment says after `Cites:`.

/// The clauses a scenario cites, each once: those that begin a quoted string.
///
/// ```
/// let text = "cites = [\"SU-9\"]\nexpect = [\"SU-12 White pushes\", \"SU-9 again\"]";
/// assert_eq!(host_tools::citing::in_scenario(text), ["SU-12", "SU-9"]);
/// ```
#[must_use]
pub fn in_scenario(text: &str) -> Vec<String> {
    let mut found: Vec<String> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter_map(|quoted| ids(quoted.split_whitespace().next()?).pop())
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The clauses that a line of a Rust source cites, each once; `None` if it is
/// no such line.
///
/// ```
/// let line = "    /// Cites: SU-12, SU-13.";
/// let cited = host_tools::citing::in_doc_line(line).unwrap();
/// assert_eq!(cited, ["SU-12", "SU-13"]);
/// assert!(host_tools::citing::in_doc_line("// SU-12 is elsewhere").is_none());
/// ```
#[must_use]
pub fn in_doc_line(line: &str) -> Option<Vec<String>> {
    let mut found = ids(line.trim_start().strip_prefix("/// Cites:")?);
    found.sort();
    found.dedup();
    Some(found)
}

/// What looks like a clause number: two capitals of a game, a dash, the number.
fn ids(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| {
            ["SS-", "KS-", "SU-", "AB-"]
                .iter()
                .any(|game| word.strip_prefix(game).is_some_and(|rest| !rest.is_empty()))
        })
        .map(str::to_owned)
        .collect()
}
