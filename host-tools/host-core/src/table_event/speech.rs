//! Commands that people at the table give the referee in words.

use super::play::{parse_play, turn_correction};
use crate::answers;
use crate::kabuto::parse::{piece, side};
use rules_core::player::Seat;
use rules_core::referee::{Choice, Command, Session, Speaker};

/// Command of people at the table, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Speech {
    /// People declare an action of the game, in its words.
    Declare(String),
    /// People answer the open question.
    Answer(String),
    /// People undo the last step.
    Undo,
    /// People redo the step that was undone last.
    Redo,
    /// People declare that the table is right and the referee must adopt it.
    TableIsRight,
    /// People declare that the referee is right and the table will be put in order.
    RefereeIsRight,
    /// People declare that the turn belongs to this player.
    OverruleTurn(Seat),
    /// People end the match without a result.
    Abort,
}

impl Speech {
    /// Returns the command for the referee of this session.
    ///
    /// # Errors
    /// A sentence that says what was not understood.
    pub fn command(&self, session: &Session) -> Result<Command, String> {
        let running = || {
            let game = session.game();
            game.ok_or("no match is running; begin one with `dohyo setup`")
        };
        Ok(match self {
            Self::Declare(text) => {
                let action = parse_play(running()?, text).map_err(|error| error.message)?;
                Command::Declare(action, Speaker::Table)
            }
            Self::Answer(text) => {
                let number = session.question().map_or(0, |question| question.number);
                Command::Answer(number, answer(session, text)?)
            }
            Self::Undo => Command::Undo,
            Self::Redo => Command::Redo,
            Self::TableIsRight => Command::TableIsRight,
            Self::RefereeIsRight => Command::RefereeIsRight,
            Self::OverruleTurn(seat) => Command::Overrule(turn_correction(running()?, *seat)),
            Self::Abort => Command::Abort,
        })
    }
}

/// Reads an answer: in words, as an action that answers name, or by its number in the list
/// of the open question.
fn answer(session: &Session, text: &str) -> Result<Choice, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(choice) = choice(&words) {
        return Ok(choice);
    }
    if let Some(game) = session.game()
        && let Ok(action) = parse_play(game, text)
        && let Some(choice) = action.choice()
    {
        return Ok(choice);
    }
    match session.question() {
        Some(question) => answers::choice(question, &[], text),
        None => Err(format!(
            "\"{text}\" is not an answer, and no question is open"
        )),
    }
}

/// Returns the choice that these words name in any game; `None` if they name none.
fn choice(words: &[&str]) -> Option<Choice> {
    Some(match words {
        ["as", "seen"] => Choice::AsSeen,
        ["the", "group"] => Choice::Group,
        ["by", "push"] => Choice::ByPush,
        ["by", "accident"] => Choice::ByAccident,
        ["marker", "of", "side", number] => Choice::Marker(side(number).ok()?),
        ["one"] => Choice::One,
        ["two"] => Choice::Two,
        ["other"] => Choice::Other,
        ["nothing"] => Choice::Nothing,
        ["table", "is", "right"] => Choice::TableIsRight,
        ["referee", "is", "right"] => Choice::RefereeIsRight,
        ["abort"] => Choice::Abort,
        name => Choice::Piece(piece(name).ok()?),
    })
}
