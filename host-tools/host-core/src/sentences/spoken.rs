//! Definition of a game that can be told in sentences: everything that a phrasebook
//! needs from one.
//!
//! | trait | implemented for | sentences |
//! |---|---|---|
//! | [`SpokenGame`] | the match | names, turn, holdings, the board |
//! | [`SpokenRuling`] | its rulings | one sentence each |
//! | [`SpokenPart`] | refusals, corrections, repairs | one phrase each |
//! | [`SpokenNext`] | what can come next | awaited actions |
//!
//! Each game implements them in a file or folder beside this one.

use super::{Awaited, EventContext, Holding, Names, Phrasebook, SentenceKind, capital, say};
use rules_core::games::kabuto::card::Card;
use rules_core::player::Seat;
use rules_core::referee::game::RefereedGame;

/// Match that can be told in sentences.
pub(super) trait SpokenGame:
    RefereedGame<
        Ruling: SpokenRuling,
        Refusal: SpokenPart,
        Correction: SpokenPart,
        Repair: SpokenPart,
        Next: SpokenNext,
    >
{
    /// Returns the names of the players; `known` are the cards that can give one.
    fn names(&self, known: &[Card]) -> Names;

    /// Returns the number of the running or last turn, from 1; `None` before the first
    /// one.
    fn turn_number(&self) -> Option<u32>;

    /// Returns a phrase with the player whose turn it is, or the result, without a
    /// capital.
    fn headline(&self, book: &Phrasebook<'_>) -> String;

    /// Returns the pieces that every side holds, in turn order.
    fn holdings(&self, book: &Phrasebook<'_>) -> Vec<Holding>;

    /// Returns one sentence about the board, for people who do not see it.
    fn summary(&self, book: &Phrasebook<'_>) -> String {
        let (name, headline) = (self.name(), capital(&self.headline(book)));
        say!(
            book.language,
            "{name} board. {headline}",
            "Plateau {name}. {headline}"
        )
    }

    /// Returns a phrase with the pieces that no side holds; empty if there are none to
    /// count.
    fn counts(&self, _book: &Phrasebook<'_>) -> String {
        String::new()
    }
}

/// Ruling that can be told in a sentence.
pub(super) trait SpokenRuling {
    /// Returns the sentence and its kind, without a capital.
    fn sentence(&self, book: &Phrasebook<'_>, context: &EventContext) -> (SentenceKind, String);
}

/// Refusal, correction or repair that can be told in a phrase.
pub(super) trait SpokenPart {
    /// Returns the phrase, without a capital and without a clause.
    fn phrase(&self, book: &Phrasebook<'_>) -> String;
}

/// Actions that can come next, to be read after "waiting for".
pub(super) trait SpokenNext {
    /// Returns the awaited actions, most urgent first; `seat` is the one whose turn it
    /// is.
    fn awaited(&self, book: &Phrasebook<'_>, seat: Option<Seat>) -> Vec<Awaited>;
}
