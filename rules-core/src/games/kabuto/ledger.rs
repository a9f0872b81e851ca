//! Where every element is: moving them, and proof that none is lost or made.

use super::draft::{Draft, Refused};
use super::reason::Reason;
use super::ruling::{Change, Where};
use super::state::State;
use super::terms::Terms;
use crate::clause::Clause;
use crate::games::Refusal;
use crate::piece::{Element, Stock};

impl State {
    /// Whether every element is somewhere, and none is twice: ring, reserve and
    /// inventories together hold what the terms say.
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
    /// The heap at a place.
    fn heap(&mut self, place: Where) -> &mut Stock {
        match place {
            Where::Ring => &mut self.state.ring,
            Where::Reserve => &mut self.state.reserve,
            Where::Inventory(side) => &mut self.state.inventories[side],
        }
    }

    /// Moves elements from one place to another and says so, by `clause`.
    /// Whoever calls has checked that they are there; if not, the ledger is
    /// out of balance and the action is refused.
    pub(super) fn transfer(
        &mut self,
        clause: Clause,
        (element, count): (Element, u8),
        from: Where,
        to: Where,
    ) -> Result<(), Refused> {
        if !self.heap(from).take(element, count) || !self.heap(to).put(element, count) {
            return Err(Refusal::new(clause, Reason::Imbalance));
        }
        self.say(clause, Change::Moved(count, element, from, to));
        Ok(())
    }

    /// Moves a whole heap of elements.
    pub(super) fn transfer_all(
        &mut self,
        clause: Clause,
        elements: &Stock,
        from: Where,
        to: Where,
    ) -> Result<(), Refused> {
        elements
            .kinds()
            .try_for_each(|kind| self.transfer(clause, kind, from, to))
    }
}
