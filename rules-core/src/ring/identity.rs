//! Identity of the ring: ids that a host knows it by, and the name that people gave it.

use super::Ring;
use crate::rng::Rng;
use crate::wire::identity::{Identity, JournalId, RingId, RingName};
use serde::{Deserialize, Serialize};

/// Part of a ring's identity that is stored beside its settings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StoredIdentity {
    /// Name that people gave the ring; empty if they gave none.
    pub name: RingName,
    /// Id of the journal; `None` until one is drawn.
    pub journal: Option<JournalId>,
}

impl StoredIdentity {
    /// Identity of a ring that nobody has named, without a journal.
    pub(super) const NONE: Self = Self {
        name: RingName::new(),
        journal: None,
    };
}

/// Part of a ring's identity that is not stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct OwnIdentity {
    ring: RingId,
    is_virtual: bool,
    /// True if the id of the journal is not saved yet. It is saved with the first line.
    is_unsaved: bool,
}

impl OwnIdentity {
    /// Identity of a ring before power-up.
    pub(super) const NONE: Self = Self {
        ring: RingId(0),
        is_virtual: false,
        is_unsaved: false,
    };
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Sets the identity of a device. `chip` is the id of its flash chip, `None` if the
    /// chip has none: then the id of the journal stands in for it. `entropy` is a random
    /// number, for the id of a journal that is empty.
    pub fn set_identity(&mut self, chip: Option<RingId>, entropy: u64) {
        let journal = &self.out.journal;
        let is_empty = journal.next() == 1 && journal.first() == 1;
        let known = self.config.identity.journal.filter(|_| !is_empty);
        let journal = known.unwrap_or_else(|| JournalId(Rng::new(entropy).next_u64()));
        self.config.identity.journal = Some(journal);
        self.own = OwnIdentity {
            ring: chip.unwrap_or(RingId(journal.0)),
            is_virtual: false,
            is_unsaved: known.is_none(),
        };
    }

    /// Sets the identity of a ring that runs in a program, from a seed.
    pub fn set_virtual_identity(&mut self, seed: u64) {
        let mut rng = Rng::new(seed);
        let ring = RingId(rng.next_u64());
        self.set_identity(Some(ring), rng.next_u64());
        self.own.is_virtual = true;
    }

    /// Returns the identity of the ring.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let stored = &self.config.identity;
        Identity {
            ring: self.own.ring,
            is_virtual: self.own.is_virtual,
            journal: stored.journal.unwrap_or_default(),
            name: stored.name.clone(),
        }
    }

    /// Gives the ring a name, and saves it.
    pub(super) fn rename(&mut self, name: RingName) {
        self.config.identity.name = name;
        self.save_identity();
    }

    /// Saves the id of the journal with the journal's first line.
    pub(super) fn save_new_journal_id(&mut self) {
        if self.own.is_unsaved && self.out.journal.next() > 1 {
            self.save_identity();
        }
    }

    fn save_identity(&mut self) {
        self.own.is_unsaved = false;
        self.out.journal.save();
    }
}
