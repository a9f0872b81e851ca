//! A match played by lot: a self-test that must end in the same state on the
//! device as on the host.

use super::Match;
use super::action::Action;
use super::options::Visit;
use crate::lots::Lots;

impl Match {
    /// Plays up to `most` legal actions, each drawn by lot from all that are
    /// legal, and returns the fingerprint of where that leads.
    pub fn rehearse(&mut self, lots: &mut Lots, most: u32) -> u64 {
        for _ in 0..most {
            let mut drawn: Option<Action> = None;
            let mut seen = 0;
            let _ = self.legal(&mut |action| {
                seen += 1;
                if lots.below(seen) == 0 {
                    drawn = Some(action.clone());
                }
                Visit::Continue(())
            });
            let Some(action) = drawn else { break };
            if self.apply(&action).is_err() {
                break;
            }
        }
        self.state.fingerprint()
    }
}
