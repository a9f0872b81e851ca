//! Ledger of elements: transfers between ring, reserve and inventories, and the check
//! that none is lost or created.

use super::draft::{Draft, Refused};
use super::reason::Reason;
use super::ruling::{Change, Location};
use super::state::State;
use super::terms::Terms;
use crate::clause::Clause;
use crate::games::Refusal;
use crate::piece::{Element, Stock};

impl State {
    /// True if the ledger balances: ring, reserve and inventories together hold exactly
    /// the elements that the terms state.
    #[must_use]
    pub fn balances(&self, terms: &Terms) -> bool {
        let mut sum = self.ring;
        let heaps = [&self.reserve].into_iter().chain(&self.inventories.0);
        for heap in heaps {
            for (sum, count) in sum.pawns.0.iter_mut().zip(heap.pawns.0) {
                *sum = sum.saturating_add(count);
            }
            for (sums, counts) in sum.tokens.0.iter_mut().zip(heap.tokens.0) {
                for (sum, count) in sums.0.iter_mut().zip(counts.0) {
                    *sum = sum.saturating_add(count);
                }
            }
        }
        Element::all().all(|element| sum.count(element) == terms.count(element))
    }
}

impl Draft<'_> {
    /// Returns the stock at a location.
    fn heap(&mut self, place: Location) -> &mut Stock {
        match place {
            Location::Ring => &mut self.state.ring,
            Location::Reserve => &mut self.state.reserve,
            Location::Inventory(side) => &mut self.state.inventories[side],
        }
    }

    /// Moves elements from one location to another and adds the ruling, by `clause`.
    /// The caller has checked that they are there.
    ///
    /// # Errors
    /// [`Reason::Imbalance`] if they are not there, or if the destination cannot hold
    /// them.
    pub(super) fn transfer(
        &mut self,
        clause: Clause,
        (element, count): (Element, u8),
        from: Location,
        to: Location,
    ) -> Result<(), Refused> {
        if !self.heap(from).remove(element, count) || !self.heap(to).add(element, count) {
            return Err(Refusal::new(clause, Reason::Imbalance));
        }
        self.add_ruling(clause, Change::Moved(count, element, from, to));
        Ok(())
    }

    /// Moves a whole stock of elements; one ruling per kind.
    ///
    /// # Errors
    /// [`Reason::Imbalance`], as for [`Self::transfer`].
    pub(super) fn transfer_all(
        &mut self,
        clause: Clause,
        elements: &Stock,
        from: Location,
        to: Location,
    ) -> Result<(), Refused> {
        elements
            .kinds()
            .try_for_each(|kind| self.transfer(clause, kind, from, to))
    }
}
