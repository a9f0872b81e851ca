//! Snapshot of a session: the records that restore it without its past.

use super::super::record::{MatchStart, RecallTarget, Record};
use super::{Session, SessionState};
use crate::player::BySeat;

impl Session {
    /// Calls `to` with the records that restore this session without its past: to be
    /// stored as a snapshot, or sent to a host that connects late. A session that
    /// [is blank](Self::is_blank) needs none.
    pub fn snapshot(&self, mut to: impl FnMut(&Record)) {
        let game = match &self.stage {
            SessionState::Playing(game) => game,
            SessionState::Idle(_) if self.is_blank() => return,
            SessionState::Idle(cards) => {
                for (seat, card) in cards.iter() {
                    to(&Record::Card(seat, card.clone()));
                }
                to(&Record::SetPolicies(self.policies));
                return;
            }
        };
        for (seat, card) in game.cards().into_iter().flat_map(BySeat::iter) {
            to(&Record::Card(seat, card.clone()));
        }
        to(&Record::Begin(MatchStart {
            opening: game.opening(),
            policies: self.policies,
            asked: self.asked,
        }));
        if let Some(unsettled) = &self.before_rest {
            to(&Record::Recall(RecallTarget::BeforeRest, unsettled.clone()));
        }
        if let Some(question) = &self.question {
            to(&Record::Ask(question.clone()));
        }
        for evidence in &self.held {
            to(&Record::Hold(*evidence));
        }
    }
}
