//! Pushes from everywhere on the platform, each judged by a whole ring: what the referee
//! rules, what it asks, and what it does not notice.
//!
//! One trial is one stay of the platform at a corner: people dock it, lay an element,
//! push it as [`HandHabits`](crate::habits::HandHabits) say, and take the platform away.
//! They tell the ring nothing that it does not ask. In one stay of eight nothing is
//! pushed: the platform is only looked at, or an element is laid and taken back.
//!
//! | module | contents |
//! |---|---|
//! | `plan` | draw of a trial: place, element, push, and what else the hands do |
//! | `trial` | one trial before a ring |
//! | `tally` | counts by kind of load and by place on the platform |
//! | `picture` | drawing of the counts by place |

mod picture;
mod plan;
mod tally;
mod trial;

pub use picture::draw;
pub use plan::{Load, TrialPlan};
pub use tally::{CELL, PlaceCount, PushTally};
pub use trial::{Outcome, PushTrial, run};

use crate::executor::Executor;
use crate::sensors::Noise;

/// Runs `count` trials with consecutive seeds, and counts their outcomes; calls
/// `progress` with the number of finished ones.
#[must_use]
pub fn run_all(
    count: u64,
    seed: u64,
    noise: Noise,
    executor: &impl Executor,
    progress: &(impl Fn(u64) + Sync),
) -> PushTally {
    let trial = |n| run(&TrialPlan::draw(seed.wrapping_add(n)), noise);
    let mut tally = PushTally::default();
    for trial in executor.run(count, trial, progress) {
        tally.add(&trial);
    }
    tally
}
