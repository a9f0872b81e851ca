//! Stakes of an answer: whether it decides the match, before it is given.
//!
//! The ring asks more of a host that wants to give such an answer. Nothing here changes
//! the session, and nothing is judged.

use super::decision::Decision;
use super::interpret;
use super::machine::Referee;
use super::question::Choice;

impl Referee {
    /// True if this answer to the open question would end the match, put a side out, or
    /// override what the sensors saw or the match as it stands.
    #[must_use]
    pub fn is_decided_by_answer(&self, choice: Choice) -> bool {
        let session = self.session();
        let (Some(game), Some(question)) = (session.game(), session.question()) else {
            return false;
        };
        match choice {
            Choice::Abort | Choice::TableIsRight | Choice::RefereeIsRight => return true,
            Choice::Nothing | Choice::Other => return false,
            _ => {}
        }
        let answered = Some((question.doubt, choice));
        match interpret::interpret(session, self.table(), &question.about, answered) {
            Decision::Judge(action) => game.is_decided_by(&action),
            // What follows the first step is not known before it is taken.
            Decision::JudgeFirst(_) | Decision::Correct(_) => true,
            Decision::Refuse(_)
            | Decision::Ask(..)
            | Decision::Log
            | Decision::Repair
            | Decision::Twice(_)
            | Decision::Nothing => false,
        }
    }
}
