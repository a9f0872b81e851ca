//! Grounds of the last rulings: clause, evidence with its certainty, and the policy or
//! people that let each pass.

use super::evidence::Evidence;
use super::game::AnyRuling;
use super::policy::Policy;
use crate::clause::Clause;
use core::fmt;
use heapless::Vec;

/// Number of judgements whose grounds are stored.
pub const GROUNDS: usize = 16;
/// Number of rulings stored, of all judgements together.
const RULINGS: usize = 40;

/// Ground of a judgement: its evidence, and the authority that let it pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// Number of the record of the judgement.
    pub seq: u32,
    /// Evidence that the judgement rests on, with its certainty.
    pub evidence: Evidence,
    /// Policy or people that let the judgement pass.
    pub passed: PassedBy,
}

/// Authority that let a judgement pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PassedBy {
    /// The policy for the class of event.
    By(Policy),
    /// People at the table, who answered a question or declared the event.
    People,
}

/// Log of the last judgements and their rulings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GroundsLog {
    grounds: Vec<Ground, GROUNDS, u8>,
    rulings: Vec<(u32, AnyRuling), RULINGS, u8>,
}

impl GroundsLog {
    /// Log without judgements.
    pub(super) const EMPTY: Self = Self {
        grounds: Vec::new(),
        rulings: Vec::new(),
    };

    /// Drops all grounds, in place.
    pub(super) fn clear(&mut self) {
        self.grounds.clear();
        self.rulings.clear();
    }

    /// Adds the ground and the rulings of a judgement; the oldest ones make room.
    pub(super) fn push(&mut self, ground: Ground, rulings: &[AnyRuling]) {
        if self.grounds.is_full() {
            self.grounds.remove(0);
        }
        let _ = self.grounds.push(ground);
        for ruled in rulings {
            if self.rulings.is_full() {
                self.rulings.remove(0);
            }
            let _ = self.rulings.push((ground.seq, *ruled));
        }
    }

    /// Iterates over the grounds of the last judgements, newest first.
    pub fn grounds(&self) -> impl Iterator<Item = &Ground> {
        self.grounds.iter().rev()
    }

    /// Iterates over the rulings of record `seq`, as far as they are stored.
    pub fn rulings(&self, seq: u32) -> impl Iterator<Item = &AnyRuling> {
        self.rulings
            .iter()
            .filter(move |(of, _)| *of == seq)
            .map(|(_, ruling)| ruling)
    }

    /// Returns the ground of the newest judgement that ruled by `clause`; `None` if none
    /// is stored.
    #[must_use]
    pub fn by_clause(&self, clause: Clause) -> Option<&Ground> {
        self.grounds().find(|ground| {
            self.rulings(ground.seq)
                .any(|ruled| ruled.clause() == clause)
        })
    }
}

impl fmt::Display for PassedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(policy) => policy.fmt(f),
            Self::People => f.write_str("people"),
        }
    }
}
