//! Parser of table events: finds the form of words that a text has.

use super::forms::EventForm;
use super::phrase::Phrase;
use super::{EventDriver, TableEvent};

/// Function that reads the words after the lead of a form.
pub(super) type Reader = fn(&mut Phrase<'_>) -> Result<TableEvent, String>;

/// Result of a [`Reader`].
pub(super) type ParsedEvent = Result<TableEvent, String>;

impl TableEvent {
    /// Reads an event from a text in the words that `driver` understands.
    ///
    /// # Errors
    /// A sentence that says what was not understood and what to write.
    pub fn parse(text: &str, driver: EventDriver) -> Result<Self, String> {
        let mut phrase = Phrase::new(text);
        let known = driver.forms().filter_map(|form| {
            let length = form.lead_length(&phrase, driver)?;
            Some((length, form))
        });
        // Of equal ones the first counts.
        let found = known.fold(
            None::<(usize, &EventForm)>,
            |best, (length, form)| match best {
                Some((longest, _)) if longest >= length => best,
                _ => Some((length, form)),
            },
        );
        let Some((length, form)) = found else {
            return Err(format!(
                "\"{}\" is not understood; {}",
                text.trim(),
                driver.help()
            ));
        };
        for _ in 0..length {
            phrase.pop();
        }
        let event = (form.read)(&mut phrase)?;
        phrase.end()?;
        Ok(event)
    }
}

impl EventForm {
    /// Returns the number of words of the lead if the phrase begins with it, otherwise
    /// `None`. Only rings whose inputs are typed understand the older leads.
    fn lead_length(&self, phrase: &Phrase<'_>, driver: EventDriver) -> Option<usize> {
        if self.lead.is_empty() {
            return phrase.peek().filter(|word| is_notation(word)).map(|_| 0);
        }
        let typed = matches!(driver, EventDriver::Manual | EventDriver::Emulated);
        let alias = self.alias.filter(|_| typed);
        let leads = [Some(self.lead), alias].into_iter().flatten();
        let fits = |lead: &&'static [&'static str]| phrase.clone().accept(lead);
        leads
            .map(|lead| (lead, fits(&lead)))
            .find(|(_, fits)| *fits)
            .map(|(lead, _)| lead.len())
    }
}

/// True if a text that begins with this word is in the notation of a grid game: no other
/// first word has a digit in it or ends with a colon.
fn is_notation(word: &str) -> bool {
    word.ends_with(':') || word.bytes().any(|letter| letter.is_ascii_digit())
}
