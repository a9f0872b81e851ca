//! Suggestions for misspelt words.

/// Likeness (0 to 1) below which a suggestion would be a guess.
const LIKENESS: f64 = 0.75;

/// Returns the known word that `word` was most probably meant to be; `None` if none is
/// similar enough.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&lower, &name.to_lowercase()), name))
        .filter(|&(likeness, _)| likeness > LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
