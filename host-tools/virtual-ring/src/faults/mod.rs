//! Fault campaigns: everything that can go wrong at a table, many times, with the ring's
//! state compared with ground truth.
//!
//! | module | contents |
//! |---|---|
//! | [`trial`] | a match played by the bare rules and by a ring |
//! | `sensor_faults` | sensors that see too much, too little, or nonsense |
//! | `io_faults` | buttons that bounce, hosts that misbehave, clocks that jump |
//! | `power_faults` | power cuts within writes and between them |
//! | [`pairs`] | two faults at once, with a second client |
//! | `paired_faults` | what each fault does in a round of two |
//! | `outage` | power cuts while another fault acts |
//! | `followers` | a second client, and the lines it holds |
//!
//! A *round* is one action in a match, with the fault. It is *wrong* if the ring's state
//! then differs from the truth without a question, *lost* if a journal line or a judged
//! state is gone, *stuck* if eight truthful answers do not resolve it. *Asked* counts the
//! questions; a question is not a failure.

mod followers;
mod io_faults;
mod outage;
mod paired_faults;
pub mod pairs;
mod power_faults;
mod sensor_faults;
pub mod trial;

use paired_faults::{Sight, Stage};
use serde::Serialize;
use trial::{Agreement, Trial};

/// Kind of fault that a campaign injects.
#[derive(Debug, Clone, Copy)]
pub struct FaultCase {
    /// Name of the fault on the command line.
    pub name: &'static str,
    /// Description of the fault in one sentence.
    pub what: &'static str,
    round: fn(&mut Trial) -> RoundResult,
    /// Effect of the fault at one stage of a round with two faults. The number is random,
    /// and equal for all stages of a round.
    act: fn(&mut Trial, Stage, u32),
    /// Visibility of a fall to the sensors in a round with two faults.
    sight: Sight,
}

/// Result of one fault round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RoundResult {
    wrong: bool,
    lost: bool,
    stuck: bool,
}

impl RoundResult {
    /// Creates the round's result from a comparison with ground truth, without lost
    /// lines.
    const fn from_agreement(agreement: Agreement) -> Self {
        Self {
            wrong: matches!(agreement, Agreement::Wrong),
            lost: false,
            stuck: matches!(agreement, Agreement::Stuck),
        }
    }

    /// Combines the results of two parts of a round.
    const fn and(self, other: Self) -> Self {
        Self {
            wrong: self.wrong || other.wrong,
            lost: self.lost || other.lost,
            stuck: self.stuck || other.stuck,
        }
    }
}

/// Result of all rounds with one fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FaultSummary {
    /// Name of the fault.
    pub fault: &'static str,
    /// Number of rounds run.
    pub rounds: u64,
    /// Number of rounds in which the ring's state differed from ground truth without a
    /// question.
    pub wrong: u64,
    /// Number of rounds in which a journal line or a judged state was lost.
    pub lost: u64,
    /// Number of rounds in which eight truthful answers did not end the ring's questions.
    pub stuck: u64,
    /// Number of questions that the ring asked in all rounds.
    pub asked: u64,
}

/// All fault cases, in the order of the report.
pub const ALL: &[FaultCase] = &[
    FaultCase {
        name: "none",
        what: "no fault: the same rounds for comparison",
        round: sensor_faults::none,
        act: paired_faults::none,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "ghost-fall",
        what: "one sensor reports a fall that did not happen",
        round: sensor_faults::ghost,
        act: paired_faults::ghost,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "missed-fall",
        what: "a piece falls unseen by any sensor; a player declares it",
        round: sensor_faults::missed,
        act: paired_faults::missed,
        sight: Sight::Unseen,
    },
    FaultCase {
        name: "blind-side",
        what: "a side cannot see: the ring asks about its falls after the push",
        round: sensor_faults::blind,
        act: paired_faults::blind,
        sight: Sight::Unseen,
    },
    FaultCase {
        name: "stuck-sensor",
        what: "a beam is dead: falls there are seen poorly",
        round: sensor_faults::stuck,
        act: paired_faults::stuck,
        sight: Sight::Poor,
    },
    FaultCase {
        name: "flaky-sensor",
        what: "a beam fails now and then and reports falls that did not happen",
        round: sensor_faults::flaky,
        act: paired_faults::flaky,
        sight: Sight::Poor,
    },
    FaultCase {
        name: "bump",
        what: "a player bumps the table",
        round: sensor_faults::bump,
        act: paired_faults::bump,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "hand",
        what: "a hand reaches into the gutter, early or late",
        round: sensor_faults::hand,
        act: paired_faults::hand,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "frame-slip",
        what: "frames are lost or shifted by a bit during play",
        round: sensor_faults::slip,
        act: paired_faults::slip,
        sight: Sight::Poor,
    },
    FaultCase {
        name: "button-chatter",
        what: "button contacts bounce, with and without a press",
        round: io_faults::chatter,
        act: paired_faults::chatter,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "usb-cut",
        what: "the cable is pulled in the middle of a packet",
        round: io_faults::usb_cut,
        act: paired_faults::usb_cut,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "usb-garbage",
        what: "random bytes on the line, in both directions",
        round: io_faults::usb_garbage,
        act: paired_faults::usb_garbage,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "wrong-command",
        what: "a host sends any request at any time",
        round: io_faults::wrong_command,
        act: paired_faults::wrong_command,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "clock-jump",
        what: "the clock jumps back or ahead by up to an hour",
        round: io_faults::clock_jump,
        act: paired_faults::clock_jump,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "power-cut-in-write",
        what: "power is lost within a write or an erase of the flash",
        round: power_faults::in_write,
        act: paired_faults::in_write,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "power-cut-between",
        what: "power is lost between two events",
        round: power_faults::between,
        act: paired_faults::between,
        sight: Sight::Clear,
    },
    FaultCase {
        name: "full-journal",
        what: "the journal fills up, with power cuts",
        round: power_faults::full_journal,
        act: paired_faults::full_journal,
        sight: Sight::Clear,
    },
];

/// Runs `rounds` rounds of a fault. Calls `each` after every round and `failed` with the
/// trial of each failed one. Equal seeds give equal results.
#[must_use]
pub fn run(
    fault: &FaultCase,
    rounds: u64,
    seed: u64,
    mut each: impl FnMut(),
    mut failed: impl FnMut(u64, &Trial),
) -> FaultSummary {
    let mut outcome = FaultSummary {
        fault: fault.name,
        rounds,
        wrong: 0,
        lost: 0,
        stuck: 0,
        asked: 0,
    };
    let mut trial = Trial::new(seed);
    for round in 0..rounds {
        let gaps = trial.gaps;
        let result = (fault.round)(&mut trial);
        outcome.wrong += u64::from(result.wrong);
        outcome.lost += u64::from(result.lost) + (trial.gaps - gaps);
        outcome.stuck += u64::from(result.stuck);
        if result != RoundResult::default() {
            failed(round, &trial);
            // A failed round is followed by a new match, so that all later rounds start in
            // agreement.
            outcome.asked += trial.asked;
            trial = Trial::new(seed.wrapping_add(round + 1));
        }
        each();
    }
    outcome.asked += trial.asked;
    outcome
}
