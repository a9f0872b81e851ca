//! Everything that goes wrong at a table, on purpose and many times: what the
//! ring makes of it against what really happened.
//!
//! | module | what it is |
//! |---|---|
//! | [`trial`] | a match played by the bare rules and by a ring |
//! | `seeing` | sensors that see too much, too little, or nonsense |
//! | `hands` | buttons that bounce, hosts that misbehave, clocks that jump |
//! | `power` | plugs that are pulled, within writes and between them |
//!
//! A *round* is one thing that happens in a match, with the fault. It is *wrong*
//! if the ring then stands otherwise than the truth without asking, *lost* if a
//! line of the journal or a judged state is gone, *stuck* if eight truthful
//! answers do not lead on. What was *asked* is no failure, but it is counted.

mod hands;
mod power;
mod seeing;
pub mod trial;

use serde::Serialize;
use trial::{Agreement, Trial};

/// A kind of fault.
#[derive(Debug, Clone, Copy)]
pub struct Fault {
    /// Its name.
    pub name: &'static str,
    /// What goes wrong.
    pub what: &'static str,
    round: fn(&mut Trial) -> Verdict,
}

/// What came of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Verdict {
    wrong: bool,
    lost: bool,
    stuck: bool,
}

impl Verdict {
    /// Nothing lost; wrong or stuck as the ring stands.
    const fn of(agreement: Agreement) -> Self {
        Self {
            wrong: matches!(agreement, Agreement::Wrong),
            lost: false,
            stuck: matches!(agreement, Agreement::Stuck),
        }
    }

    /// What came of this and of that in one round.
    const fn and(self, other: Self) -> Self {
        Self {
            wrong: self.wrong || other.wrong,
            lost: self.lost || other.lost,
            stuck: self.stuck || other.stuck,
        }
    }
}

/// What came of all rounds with a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The fault.
    pub fault: &'static str,
    /// Rounds run.
    pub rounds: u64,
    /// Wrong rulings.
    pub wrong: u64,
    /// Lost lines or states.
    pub lost: u64,
    /// Rounds without a way out.
    pub stuck: u64,
    /// Questions asked.
    pub asked: u64,
}

/// All faults there are.
pub const ALL: &[Fault] = &[
    Fault {
        name: "none",
        what: "nothing: the same rounds without a fault",
        round: seeing::none,
    },
    Fault {
        name: "ghost-fall",
        what: "one sensor says that something fell, and nothing did",
        round: seeing::ghost,
    },
    Fault {
        name: "missed-fall",
        what: "something falls and no sensor sees it; somebody says so",
        round: seeing::missed,
    },
    Fault {
        name: "blind-side",
        what: "a side cannot see: what falls over it is asked after the push",
        round: seeing::blind,
    },
    Fault {
        name: "stuck-sensor",
        what: "a beam is dead: what falls there is seen badly",
        round: seeing::stuck,
    },
    Fault {
        name: "flaky-sensor",
        what: "a beam comes and goes, with falls that are none",
        round: seeing::flaky,
    },
    Fault {
        name: "bump",
        what: "somebody bumps into the table",
        round: seeing::bump,
    },
    Fault {
        name: "hand",
        what: "a hand reaches into the gutter, early or late",
        round: seeing::hand,
    },
    Fault {
        name: "frame-slip",
        what: "frames are lost or slip by a bit while things happen",
        round: seeing::slip,
    },
    Fault {
        name: "button-chatter",
        what: "contacts bounce, alone and in a press",
        round: hands::chatter,
    },
    Fault {
        name: "usb-cut",
        what: "the cable is pulled in the middle of a packet",
        round: hands::usb_cut,
    },
    Fault {
        name: "usb-garbage",
        what: "nonsense on the line, both ways",
        round: hands::usb_garbage,
    },
    Fault {
        name: "wrong-command",
        what: "a host asks for anything at any time",
        round: hands::wrong_command,
    },
    Fault {
        name: "clock-jump",
        what: "the clock runs backwards or an hour ahead",
        round: hands::clock_jump,
    },
    Fault {
        name: "power-cut-in-write",
        what: "the power goes within a write or an erase of the flash",
        round: power::in_write,
    },
    Fault {
        name: "power-cut-between",
        what: "the power goes between two things that happen",
        round: power::between,
    },
    Fault {
        name: "full-journal",
        what: "the journal runs full, with cuts of the power",
        round: power::full_journal,
    },
];

/// Runs so many rounds of a fault; shows the trial of each that `failed`. The
/// same seed gives the same outcome.
#[must_use]
pub fn run(
    fault: &Fault,
    rounds: u64,
    seed: u64,
    mut each: impl FnMut(),
    mut failed: impl FnMut(u64, &Trial),
) -> Outcome {
    let mut outcome = Outcome {
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
        let verdict = (fault.round)(&mut trial);
        outcome.wrong += u64::from(verdict.wrong);
        outcome.lost += u64::from(verdict.lost) + (trial.gaps - gaps);
        outcome.stuck += u64::from(verdict.stuck);
        if verdict != Verdict::default() {
            failed(round, &trial);
            // Go on from a table that everybody agrees on.
            outcome.asked += trial.asked;
            trial = Trial::new(seed.wrapping_add(round + 1));
        }
        each();
    }
    outcome.asked += trial.asked;
    outcome
}
