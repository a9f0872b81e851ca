//! Topics of a ring at a broker.
//!
//! | topic | retained | contents |
//! |---|---|---|
//! | `dohyo/1/RING/link` | yes, and last will | `online`, `offline` |
//! | `dohyo/1/RING/about` | yes | name, board, firmware, journal |
//! | `dohyo/1/RING/match` | yes | game, players, first line; at the end the result |
//! | `dohyo/1/RING/now` | yes | turn, question, last ruling, number of troubles |
//! | `dohyo/1/RING/attention` | yes | what somebody should look at |
//! | `dohyo/1/RING/line` | no | one journal line |
//! | `dohyo/1/RING/tail` | yes | last line and its hash |
//! | `dohyo/1/RING/moment` | no | moments for automations |
//! | `dohyo/1/RING/again` | no | the only topic a bridge reads about its ring |
//!
//! `RING` is the ring id, and `1` the version of the schema.

use host_core::events::VERSION;

/// Names of the topics of one ring.
#[derive(Debug, Clone)]
pub struct Topics {
    start: String,
}

impl Topics {
    /// Creates the topics of the ring with this id.
    #[must_use]
    pub fn new(ring: &str) -> Self {
        Self {
            start: format!("dohyo/{VERSION}/{ring}"),
        }
    }

    /// Returns a topic of the ring by its last word.
    #[must_use]
    pub fn of(&self, word: &str) -> String {
        format!("{}/{word}", self.start)
    }
}
