//! Output of the program, through which no control character reaches a terminal.
//!
//! Verbs print names of files and texts of rings. Whatever they forget to escape is
//! escaped here, all but line feeds and tabs. What the program itself draws in colours,
//! the demo and the QR code, goes to the terminal directly.

use host_core::printable::{is_unprintable, printable};
use std::io::{self, Write};

/// Writer that escapes unprintable characters as JSON does, and bytes that are not UTF-8
/// likewise, as their number.
#[derive(Debug)]
pub struct TerminalOutput<W> {
    to: W,
    /// First bytes of a character whose last bytes have not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> TerminalOutput<W> {
    /// Creates a writer in front of `to`.
    pub const fn new(to: W) -> Self {
        Self {
            to,
            begun: Vec::new(),
        }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let is_kept = |c: char| c == '\n' || c == '\t' || !is_unprintable(c);
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| !is_kept(c)) {
            let (kept, from) = rest.split_at(at);
            let until = from.find(is_kept).unwrap_or(from.len());
            self.to.write_all(kept.as_bytes())?;
            self.to.write_all(printable(&from[..until]).as_bytes())?;
            rest = &from[until..];
        }
        self.to.write_all(rest.as_bytes())
    }
}

impl<W: Write> Write for TerminalOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut rest = all.as_slice();
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.write_text(text)?;
                    break;
                }
                Err(error) => error,
            };
            let (valid, other) = rest.split_at(error.valid_up_to());
            self.write_text(&String::from_utf8_lossy(valid))?;
            let Some(count) = error.error_len() else {
                self.begun = other.to_vec();
                break;
            };
            for byte in &other[..count] {
                write!(self.to, "\\u{byte:04x}")?;
            }
            rest = &other[count..];
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::TerminalOutput;
    use std::io::Write;

    fn written(parts: &[&[u8]]) -> String {
        let mut out = TerminalOutput::new(Vec::new());
        for part in parts {
            out.write_all(part).unwrap();
        }
        String::from_utf8(out.to).unwrap()
    }

    #[test]
    fn lines_and_tabs_pass_and_what_acts_does_not() {
        let text = "1\t2\n\u{1b}]0;owned\u{7}\r3 \u{202e}café █\n";
        assert_eq!(
            written(&[text.as_bytes()]),
            "1\t2\n\\u001b]0;owned\\u0007\\r3 \\u202ecafé █\n"
        );
    }

    #[test]
    fn a_character_cut_between_two_writes_is_whole() {
        let text = "é相\u{9b}2J\u{202e}█";
        for at in 0..=text.len() {
            let (one, other) = text.as_bytes().split_at(at);
            assert_eq!(written(&[one, other]), "é相\\u009b2J\\u202e█", "{at}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_told_by_their_number() {
        assert_eq!(
            written(&[b"a\x9b2J\xff\xc3(b"]),
            "a\\u009b2J\\u00ff\\u00c3(b"
        );
    }
}
