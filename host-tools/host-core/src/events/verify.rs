//! Verification of lines from anywhere: the object of a line carries the line as the ring
//! keeps it, so that a reader who knows neither ring nor bridge can fold the lines and
//! compare every hash.

use rules_core::referee::{FollowError, Follower, JournalLine};
use serde_json::Value;
use std::fmt;

/// Fault of a line that a reader verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VerifyError {
    /// The object has no line in it, or a damaged one.
    NoLine,
    /// The line has another number or hash than the object around it.
    OtherLine,
    /// The line does not follow from the lines before, or its hash differs.
    Follow(FollowError),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLine => f.write_str("the object holds no journal line; ask for it again"),
            Self::OtherLine => {
                f.write_str("the object and the line in it differ; trust neither, and ask again")
            }
            Self::Follow(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Returns a line in hexadecimal digits.
pub(super) fn raw(line: &JournalLine) -> String {
    let bytes = postcard::to_allocvec(line).unwrap_or_default();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the journal line in an object.
///
/// # Errors
/// `VerifyError::NoLine` if it has none, `VerifyError::OtherLine` if number or hash differ.
pub fn line_of(object: &Value) -> Result<JournalLine, VerifyError> {
    let digits = object["raw"].as_str().unwrap_or_default();
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    let line: JournalLine = bytes
        .and_then(|bytes| postcard::from_bytes(&bytes).ok())
        .ok_or(VerifyError::NoLine)?;
    let hash = format!("{:016x}", line.body.hash);
    let fits = object["seq"] == line.seq && object["hash"] == hash.as_str();
    fits.then_some(line).ok_or(VerifyError::OtherLine)
}

/// Folds the line in an object into a follower, which compares the hash.
///
/// # Errors
/// [`VerifyError`] if the line is missing, damaged, or does not follow.
pub fn verify(follower: &mut Follower, object: &Value) -> Result<(), VerifyError> {
    let line = line_of(object)?;
    follower.apply(&line).map(drop).map_err(VerifyError::Follow)
}

#[cfg(test)]
mod tests {
    use super::{VerifyError, raw, verify};
    use rules_core::referee::{Follower, JournalLine, LineBody, LineContent, Note, Record};
    use rules_core::time::Instant;
    use serde_json::json;

    #[test]
    fn a_line_that_was_changed_on_its_way_is_noticed() {
        let hash = rules_core::referee::Session::default().hash();
        let line = JournalLine {
            seq: 1,
            body: LineBody {
                at: Instant(7),
                hash,
                line: LineContent::Record(Record::Note(Note::PowerUp)),
            },
        };
        let good = json!({ "seq": 1, "hash": format!("{hash:016x}"), "raw": raw(&line) });
        assert_eq!(verify(&mut Follower::default(), &good), Ok(()));
        let mut other = good.clone();
        other["seq"] = json!(2);
        let result = verify(&mut Follower::default(), &other);
        assert_eq!(result, Err(VerifyError::OtherLine));
        other["raw"] = json!("0g");
        let result = verify(&mut Follower::default(), &other);
        assert_eq!(result, Err(VerifyError::NoLine));
    }
}
