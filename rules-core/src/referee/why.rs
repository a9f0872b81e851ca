//! Why: for each of the last rulings its clause, what it rests on with its
//! margin, and the policy that let it pass.

use super::evidence::Evidence;
use super::game::Ruled;
use super::kind::Policy;
use crate::clause::Clause;
use core::fmt;
use heapless::Vec;

/// Judgements whose grounds are kept.
pub const GROUNDS: usize = 16;
/// Rulings kept.
const RULINGS: usize = 40;

/// What a judgement rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// The number of its record.
    pub seq: u32,
    /// What was seen or said, with its margin.
    pub evidence: Evidence,
    /// What let it pass.
    pub passed: Passed,
}

/// What let a judgement pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Passed {
    /// The policy.
    By(Policy),
    /// People at the table, who answered a question or declared it.
    People,
}

/// The last judgements and what was ruled in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Why {
    grounds: Vec<Ground, GROUNDS, u8>,
    rulings: Vec<(u32, Ruled), RULINGS, u8>,
}

impl Why {
    /// Notes a judgement; the oldest makes room.
    pub(super) fn note(&mut self, ground: Ground, rulings: &[Ruled]) {
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

    /// The last judgements, newest first.
    pub fn grounds(&self) -> impl Iterator<Item = &Ground> {
        self.grounds.iter().rev()
    }

    /// What was ruled in the judgement of record `seq`, as far as it is kept.
    pub fn rulings(&self, seq: u32) -> impl Iterator<Item = &Ruled> {
        self.rulings
            .iter()
            .filter(move |it| it.0 == seq)
            .map(|it| &it.1)
    }

    /// The newest judgement that ruled by `clause`.
    #[must_use]
    pub fn by_clause(&self, clause: Clause) -> Option<&Ground> {
        self.grounds().find(|ground| {
            self.rulings(ground.seq)
                .any(|ruled| ruled.clause() == clause)
        })
    }
}

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(policy) => policy.fmt(f),
            Self::People => f.write_str("people"),
        }
    }
}
