//! Permission of a host's requests: the one table of what needs a touch on the ring.
//!
//! Only people at the table change results, before, during and after the end of a match.
//! Every request of a host belongs to a [`RequestClass`]; [`RequestClass::consent`]
//! states for each [`MatchState`] whether the ring executes it, waits for a press or a
//! long press of Confirm, or refuses it. The ring looks nowhere else, a test tries every
//! field of the table at a real ring, and the table below is written from it.
//!
#![doc = include_str!("permission.md")]

use super::Ring;
use crate::closed_enum::closed_enum;
use crate::panel::Touch;
use crate::referee::{Choice, Command};
use crate::wire::message::{Request, RestartMode};

closed_enum! {
    /// State of the match, as far as it decides what a host may do.
    enum MatchState {
        /// There is no match, and no card is set for one.
        Absent = "no match",
        /// Cards are set for a match that has not begun.
        BeingSetUp = "being set up",
        /// A match is running.
        Running = "running",
        /// A question is open.
        Asking = "question open",
        /// Players must repair a difference between table and match.
        Repairing = "repairing",
        /// The match is over and not yet put away.
        Over = "over",
    }
}

closed_enum! {
    /// Class of a host's request: requests of one class need the same consent.
    enum RequestClass {
        /// Requests that only read: info, journal, streams, captures, calibration in use.
        Read = "read",
        /// Blinking an LED position.
        Identify = "identify",
        /// Card, start or repetition of a match.
        Begin = "set a card, begin, begin again",
        /// Declaration in the course of a turn that decides nothing: a special move, the
        /// end of a turn.
        Declare = "declare a move or the end of a turn",
        /// Declaration of an event that sensors report: a push, a fall, a marker.
        DeclareSeen = "declare what sensors see",
        /// Declaration that ends the match or puts a side out.
        DeclareEnd = "declare what ends the match or puts a side out",
        /// Answer to a question, and the word that the referee is right when nothing is
        /// asked.
        Answer = "answer, referee is right",
        /// Answer that ends the match, puts a side out, or overrides sensors or match.
        AnswerEnd = "answer that ends the match, puts a side out or overrides",
        /// Correction of the match: the table is right, overrule.
        Correct = "table is right, overrule",
        /// Undo and redo.
        Undo = "undo, redo",
        /// Abort of the match.
        Abort = "abort",
        /// Change of the policies.
        SetPolicies = "set policies",
        /// Settings and guided calibration.
        Configure = "configure, calibrate",
        /// Name of the ring, which changes no result but is what people see.
        Name = "name the ring",
        /// Restart of the program.
        Restart = "restart",
        /// Restart into the boot loader, in which a host may replace the program.
        BootLoader = "restart into the boot loader",
    }
}

/// Consent that a host's request needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// None: the ring executes the request. The referee may still decline a command.
    Free,
    /// A touch by a person, given after the request was shown.
    Touch(Touch),
    /// No consent is possible: the ring refuses the request in this state.
    Refused,
}

impl RequestClass {
    /// Returns the consent that requests of this class need in a state of the match.
    #[must_use]
    pub const fn consent(self, state: MatchState) -> Consent {
        const FREE: Consent = Consent::Free;
        const PRESS: Consent = Consent::Touch(Touch::Press);
        const HOLD: Consent = Consent::Touch(Touch::Hold);
        const NO: Consent = Consent::Refused;
        //  no match, being set up, running, question open, repairing, over
        let row = match self {
            Self::Read | Self::Identify => [FREE, FREE, FREE, FREE, FREE, FREE],
            Self::Begin => [FREE, FREE, NO, NO, NO, PRESS],
            Self::Declare => [FREE, FREE, FREE, FREE, FREE, NO],
            Self::DeclareSeen | Self::Answer => [FREE, FREE, PRESS, PRESS, PRESS, NO],
            Self::DeclareEnd | Self::AnswerEnd => [FREE, FREE, HOLD, HOLD, HOLD, NO],
            Self::Correct | Self::Undo | Self::Abort => [FREE, FREE, HOLD, HOLD, HOLD, HOLD],
            Self::SetPolicies => [FREE, FREE, PRESS, PRESS, PRESS, PRESS],
            Self::Configure => [FREE, FREE, NO, NO, NO, FREE],
            Self::Name | Self::Restart => [FREE, FREE, PRESS, PRESS, PRESS, FREE],
            Self::BootLoader => [PRESS, PRESS, PRESS, PRESS, PRESS, PRESS],
        };
        row[state.index()]
    }
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Returns the state of the match, as far as it decides what a host may do.
    #[must_use]
    pub fn match_state(&self) -> MatchState {
        let session = self.referee.session();
        match session.game() {
            None if session.has_cards() => MatchState::BeingSetUp,
            None => MatchState::Absent,
            Some(_) if session.question().is_some() => MatchState::Asking,
            Some(game) if game.is_over() => MatchState::Over,
            Some(_) if self.referee.waiting().repair.is_some() => MatchState::Repairing,
            Some(_) => MatchState::Running,
        }
    }

    /// Returns the class of a request at this moment.
    pub(super) fn class_of(&self, request: &Request) -> RequestClass {
        match request {
            Request::Info
            | Request::Follow(_)
            | Request::Watch(_)
            | Request::Captures
            | Request::Capture { .. }
            | Request::Matches
            | Request::Calibration => RequestClass::Read,
            Request::Identify(_) => RequestClass::Identify,
            Request::Card(..) | Request::Begin(_) | Request::Rematch => RequestClass::Begin,
            Request::Command(command) => self.class_of_command(command),
            Request::Calibrate(_) | Request::Configure(_) | Request::Stroke(_) => {
                RequestClass::Configure
            }
            Request::Name(_) => RequestClass::Name,
            Request::Restart(RestartMode::Program) => RequestClass::Restart,
            Request::Restart(RestartMode::BootLoader) => RequestClass::BootLoader,
        }
    }

    /// Returns the class of an answer to the question with this number; `None` means the
    /// question that is open, if there is one.
    fn class_of_answer(&self, number: Option<u16>, choice: Choice) -> RequestClass {
        let asked = self.referee.session().question();
        match (asked, number) {
            (Some(question), Some(number)) if question.number != number => RequestClass::Answer,
            (Some(_), _) if self.referee.is_decided_by_answer(choice) => RequestClass::AnswerEnd,
            _ => RequestClass::Answer,
        }
    }

    fn class_of_command(&self, command: &Command) -> RequestClass {
        match command {
            Command::Declare(action, _) => {
                let game = self.referee.session().game();
                if game.is_some_and(|game| game.is_decided_by(action)) {
                    RequestClass::DeclareEnd
                } else if action.event_class().is_some() {
                    RequestClass::DeclareSeen
                } else {
                    RequestClass::Declare
                }
            }
            Command::Answer(number, choice) => self.class_of_answer(Some(*number), *choice),
            Command::RefereeIsRight => self.class_of_answer(None, Choice::RefereeIsRight),
            Command::TableIsRight | Command::Overrule(_) => RequestClass::Correct,
            Command::Undo | Command::Redo => RequestClass::Undo,
            Command::SetPolicies(_) => RequestClass::SetPolicies,
            Command::Abort => RequestClass::Abort,
        }
    }
}
