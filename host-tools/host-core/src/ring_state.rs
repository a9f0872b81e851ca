//! State of a ring as a host knows it, computed once from all that the ring sends.
//!
//! ```text
//!   journal lines --> Follower --> session: match, question, grounds
//!   Waiting, Health -------------> awaited actions, faulty sensors
//! ```
//!
//! [`HostProtocol`](crate::protocol::HostProtocol) owns it. Everything that shows a ring
//! reads it there and keeps no state of its own.

use rules_core::referee::{
    AnyGame, Events, FollowError, Follower, JournalLine, Question, Session, Waiting,
};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::RingMessage;

/// State of a ring, as far as its messages were received.
#[derive(Debug, Default)]
pub struct RingState {
    follower: Follower,
    waiting: Option<Waiting>,
    faults: Vec<(Sensor, SensorFault)>,
}

impl RingState {
    /// Returns the session as far as the journal was followed; `None` before the first
    /// snapshot or match start.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.follower.session()
    }

    /// Returns the match; `None` if there is none or it is not known yet.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        self.session().and_then(Session::game)
    }

    /// Returns the open question; `None` if there is none.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.session().and_then(Session::question)
    }

    /// Returns the awaited actions; `None` until the ring has reported them, which it does
    /// while they are watched.
    #[must_use]
    pub const fn waiting(&self) -> Option<&Waiting> {
        self.waiting.as_ref()
    }

    /// Returns the faulty sensors, which the ring reports while they are watched.
    #[must_use]
    pub fn faults(&self) -> &[(Sensor, SensorFault)] {
        &self.faults
    }

    /// Returns the follower that computes the session.
    pub(crate) const fn follower(&self) -> &Follower {
        &self.follower
    }

    /// Replaces the session by that of another follower.
    pub(crate) fn restart(&mut self, follower: Follower) {
        self.follower = follower;
    }

    /// Applies a journal line and returns its events.
    pub(crate) fn apply(&mut self, entry: &JournalLine) -> Result<Events, FollowError> {
        self.follower.apply(entry)
    }

    /// Applies a message that is not a journal line.
    pub(crate) fn on_message(&mut self, message: &RingMessage) {
        match message {
            RingMessage::Waiting(waiting) => self.waiting = Some(waiting.clone()),
            RingMessage::Health {
                before, troubles, ..
            } => {
                self.faults.truncate(usize::from(*before));
                self.faults.extend(troubles.iter().copied());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RingState;
    use rules_core::referee::Waiting;
    use rules_core::referee::waiting::NextActions;
    use rules_core::sensing::sensor::{Sensor, SensorFault};
    use rules_core::wire::RingMessage;

    fn health(before: u16, sensors: &[u8]) -> RingMessage {
        RingMessage::Health {
            before,
            last: true,
            troubles: (sensors.iter())
                .map(|&number| (Sensor::AddressLine(number), SensorFault::Weak))
                .collect(),
        }
    }

    fn faulty(state: &RingState) -> Vec<Sensor> {
        state.faults().iter().map(|fault| fault.0).collect()
    }

    #[test]
    fn faults_come_in_pieces_and_a_new_list_replaces_the_old_one() {
        let mut state = RingState::default();
        state.on_message(&health(0, &[1, 2]));
        state.on_message(&health(2, &[3]));
        assert_eq!(faulty(&state), [1, 2, 3].map(Sensor::AddressLine));
        state.on_message(&health(0, &[2]));
        assert_eq!(faulty(&state), [Sensor::AddressLine(2)]);
        state.on_message(&health(0, &[]));
        assert_eq!(faulty(&state), []);
    }

    #[test]
    fn awaited_actions_are_those_of_the_last_report() {
        let mut state = RingState::default();
        assert_eq!(state.waiting(), None);
        for next in [NextActions::Over, NextActions::Begin] {
            let waiting = Waiting {
                question: None,
                repair: None,
                unrest: None,
                next,
            };
            state.on_message(&RingMessage::Waiting(waiting.clone()));
            assert_eq!(state.waiting(), Some(&waiting));
        }
    }
}
