//! Index of the rule-book clauses that tests cite. The build script that counts for
//! `dohyo rules` and the runner that breaks clauses on purpose share this definition.
//!
//! A scenario cites every clause whose number starts a quoted string, such as an expected
//! ruling. A Rust test cites the clauses of its doc comment after `Cites:`.

/// Splits the text of a scenario file into its cases. A file without `[[case]]` is one
/// case; the text above the first case belongs to none.
///
/// ```
/// let text = "game = \"su\"\n[[case]]\nname = \"a\"\n[[case]]\nname = \"b\"\n";
/// assert_eq!(host_tools::clause_index::cases(text).len(), 2);
/// assert_eq!(host_tools::clause_index::cases("name = \"a\"\n").len(), 1);
/// ```
#[must_use]
pub fn cases(text: &str) -> Vec<&str> {
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    let headers = lines.filter(|(_, line)| line.trim_end() == "[[case]]");
    let mut starts: Vec<usize> = headers.map(|(start, _)| start).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(&start, end)| text.get(start..end))
        .collect()
}

/// Returns the clauses that a scenario cites, each once: those that start a quoted string.
///
/// ```
/// let text = "cites = [\"SU-9\"]\nexpect = [\"SU-12 White pushes\", \"SU-9 again\"]";
/// assert_eq!(host_tools::clause_index::in_scenario(text), ["SU-12", "SU-9"]);
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

/// Returns the clauses that a line of Rust source cites, each once; `None` if the line does
/// not cite.
///
/// ```
/// let line = "    /// Cites: SU-12, SU-13.";
/// let cited = host_tools::clause_index::in_doc_line(line).unwrap();
/// assert_eq!(cited, ["SU-12", "SU-13"]);
/// assert!(host_tools::clause_index::in_doc_line("// SU-12 is elsewhere").is_none());
/// ```
#[must_use]
pub fn in_doc_line(line: &str) -> Option<Vec<String>> {
    let mut found = ids(line.trim_start().strip_prefix("/// Cites:")?);
    found.sort();
    found.dedup();
    Some(found)
}

/// Returns the words that look like clause numbers: two capitals of a game, a dash, a
/// number.
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
