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

#[cfg(test)]
mod tests {
    use super::plan::{Load, TrialPlan};
    use super::{Outcome, run};
    use crate::habits::Lay;
    use crate::manner::PushManner;
    use crate::push::Push;
    use crate::sensors::{Noise, NoiseLevel};
    use rules_core::piece::{Piece, Size};

    /// Draws a plan and replaces its push by a straight one of a small disc from this
    /// place.
    fn small_from(seed: u64, out: f32, aside: f32) -> TrialPlan {
        let turn = 0.0;
        TrialPlan {
            load: Load::One(Piece::pawn(Size::Small)),
            lay: Lay { out, aside, turn },
            push: Push {
                angle: 0.0,
                speed: 125.0,
                ramp: 0.1,
                beyond: 3.0,
            },
            manner: PushManner::STEADY,
            pushes: true,
            leans: false,
            late_marker: false,
            ..TrialPlan::draw(seed)
        }
    }

    fn outcomes(out: f32, aside: f32) -> Vec<Outcome> {
        let noise = Noise::for_level(NoiseLevel::Nominal);
        let trials = (1..=6).map(|seed| run(&small_from(seed, out, aside), noise));
        trials.map(|trial| trial.outcome).collect()
    }

    #[test]
    fn a_small_disc_by_the_edge_or_aside_is_noticed() {
        for (out, aside) in [(18.0, 0.0), (24.0, 0.0), (34.0, 12.0), (50.0, -20.0)] {
            let all = outcomes(out, aside);
            assert!(
                all.iter()
                    .all(|outcome| matches!(outcome, Outcome::Ruled | Outcome::Asked)),
                "laid {out} mm out and {aside} mm aside: {all:?}"
            );
        }
    }
}
