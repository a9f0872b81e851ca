//! Cursor over the words of one table event.

/// Cursor over the words of a text, from the front.
///
/// Commas only separate: `push small, flicked` reads like `push small flicked`. A
/// comma between two digits belongs to a cell, as in `4,2`.
#[derive(Debug, Clone)]
pub(super) struct Phrase<'t> {
    text: &'t str,
    /// Start and end of each word, in bytes of the text.
    words: Vec<(usize, usize)>,
    next: usize,
}

impl<'t> Phrase<'t> {
    /// Splits a text into its words.
    pub(super) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let digit = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at))
                .is_some_and(u8::is_ascii_digit)
        };
        let mut words = Vec::new();
        let mut start = None;
        for (at, letter) in text.char_indices() {
            let is_comma = letter == ',' && !(digit(at.checked_sub(1)) && digit(Some(at + 1)));
            if letter.is_whitespace() || is_comma {
                words.extend(start.take().map(|start| (start, at)));
            } else if start.is_none() {
                start = Some(at);
            }
        }
        words.extend(start.map(|start| (start, text.len())));
        Self {
            text,
            words,
            next: 0,
        }
    }

    /// Returns the whole text.
    pub(super) const fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the next word without moving past it; `None` at the end.
    pub(super) fn peek(&self) -> Option<&'t str> {
        self.word(self.next)
    }

    /// Moves past the next word and returns it; `None` at the end.
    pub(super) fn pop(&mut self) -> Option<&'t str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Moves past the next word and returns it; `wanted` names the expected word in the
    /// error.
    ///
    /// # Errors
    /// The text ends here.
    pub(super) fn expect(&mut self, wanted: &str) -> Result<&'t str, String> {
        let text = self.text;
        self.pop()
            .ok_or_else(|| format!("\"{text}\" is not complete; write {wanted} next"))
    }

    /// Moves past these words if they come next, and returns true if they did.
    pub(super) fn accept(&mut self, words: &[&str]) -> bool {
        let come_next = (self.next..)
            .zip(words)
            .all(|(at, word)| self.word(at) == Some(*word));
        if come_next {
            self.next += words.len();
        }
        come_next
    }

    /// Moves past the next word if `read` understands it, and returns its value;
    /// otherwise `None`.
    pub(super) fn read<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.next += 1;
        Some(value)
    }

    /// Moves to the end and returns the rest of the text.
    pub(super) fn rest(&mut self) -> &'t str {
        let start = self
            .words
            .get(self.next)
            .map_or(self.text.len(), |word| word.0);
        self.next = self.words.len();
        self.text.get(start..).unwrap_or_default().trim_end()
    }

    /// Checks that no word is left.
    ///
    /// # Errors
    /// The first word that is.
    pub(super) fn end(&self) -> Result<(), String> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(format!(
                "\"{word}\" makes no sense in \"{}\"",
                self.text.trim()
            )),
        }
    }

    fn word(&self, at: usize) -> Option<&'t str> {
        let &(start, end) = self.words.get(at)?;
        self.text.get(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::Phrase;

    fn words(text: &str) -> Vec<&str> {
        let mut phrase = Phrase::new(text);
        std::iter::from_fn(|| phrase.pop()).collect()
    }

    #[test]
    fn commas_separate_words_but_not_the_numbers_of_a_cell() {
        assert_eq!(words("push small,flicked"), ["push", "small", "flicked"]);
        assert_eq!(words(" slide 4,2  4,3 "), ["slide", "4,2", "4,3"]);
        assert_eq!(words("put small at north 160, 60 in").len(), 7);
    }

    #[test]
    fn the_rest_of_a_text_keeps_its_commas() {
        let mut phrase = Phrase::new("say push small, flicked ");
        assert_eq!(phrase.pop(), Some("say"));
        assert_eq!(phrase.rest(), "push small, flicked");
        assert_eq!(phrase.end(), Ok(()));
    }

    #[test]
    fn a_word_too_many_is_named() {
        let mut phrase = Phrase::new("bump twice");
        assert!(phrase.accept(&["bump"]));
        let error = phrase.end().unwrap_err();
        assert_eq!(error, "\"twice\" makes no sense in \"bump twice\"");
    }
}
