//! Search for a way out: a special move that could still help a player who has to push and
//! holds nothing (SS-L1).
//!
//! Errs on the side of hope: conditions that only people can see are assumed to hold, and
//! moves that could prepare another are not combined exactly. A player who sees no way out
//! can submit.

use super::card::{
    Alternative, CardElements, Condition, Cost, Effect, MarkerOwner, MarkerSource, MoveIndex,
    MovePart, MoveRule, MoveTiming, PieceKind, SumoTaking, TakeDestination, TurnEffect,
};
use super::draft::Draft;
use super::state::{MarkerDuty, Platform, PushDuty};
use crate::piece::{Element, Stock};
use crate::place::{Place, Posts};

impl Draft<'_> {
    /// True if a special move is left that could bring an element, replace the push or
    /// end the match.
    pub(super) fn has_way_out(&self) -> bool {
        self.state.turn.push != PushDuty::Replaced
            && self.unused_moves().any(|rule| self.could_help(rule))
    }

    /// Iterates over the special moves of the player that are not used in this turn.
    fn unused_moves(&self) -> impl Iterator<Item = &MoveRule> {
        MoveIndex::ALL
            .into_iter()
            .filter(|nth| !self.state.turn.used.contains(*nth))
            .filter_map(|nth| self.terms.move_rule(self.seat(), nth))
    }

    fn could_help(&self, rule: &MoveRule) -> bool {
        let mut effects = rule.alternatives(MovePart::Effects).iter();
        self.could_make(rule) && effects.any(|&effect| self.effects_help(rule, effect))
    }

    /// True if the time, the conditions and the costs of a move allow it with an empty
    /// inventory.
    fn could_make(&self, rule: &MoveRule) -> bool {
        let turn = &self.state.turn;
        let replaces = rule.place == TurnEffect::Replaces;
        let in_place = !replaces || (turn.pushes == 0 && turn.used.is_empty());
        let mut conditions = rule.conditions.iter();
        let is_met = if rule.one_of.contains(MovePart::Conditions) {
            conditions.any(|condition| self.could_hold(condition))
        } else {
            conditions.all(|condition| self.could_hold(condition))
        };
        let mut costs = rule.alternatives(MovePart::Costs).iter();
        let is_payable = costs.any(|&cost| rule.costs(cost).all(|cost| self.could_pay(cost)));
        self.is_in_time(rule) && in_place && is_met && is_payable
    }

    fn is_in_time(&self, rule: &MoveRule) -> bool {
        match (rule.when, self.state.turn.push) {
            (MoveTiming::Either, _) | (MoveTiming::Before, PushDuty::Due) => true,
            (MoveTiming::After, duty) => duty != PushDuty::Due,
            (MoveTiming::Before, _) => false,
        }
    }

    /// Iterates over the unused moves that can be made in time and cost no element.
    fn free_moves(&self) -> impl Iterator<Item = &MoveRule> {
        let costs_nothing = |cost: &Cost| match cost {
            Cost::Pay(listed) | Cost::PayEach(listed) | Cost::Stack(listed, _) => {
                listed.stock_for(self.seat()).is_empty()
            }
            Cost::RemoveMarkers(..) => true,
        };
        self.unused_moves().filter(move |rule| {
            let mut costs = rule.alternatives(MovePart::Costs).iter();
            let is_extra = rule.place == TurnEffect::Extra;
            let is_free = costs.any(|&cost| rule.costs(cost).all(costs_nothing));
            is_extra && is_free && self.is_in_time(rule)
        })
    }

    /// True if the chosen effects of a move could take place, and bring an element or end
    /// the match; a move that replaces the turn need not.
    fn effects_help(&self, rule: &MoveRule, chosen: Option<Alternative>) -> bool {
        let effects = || rule.effects(chosen);
        let brings = effects().any(|effect| {
            matches!(
                effect,
                Effect::Gain(_) | Effect::Take(_, _, TakeDestination::Inventory)
            )
        });
        let wins =
            effects().any(|effect| matches!(effect, Effect::TakeSumo(SumoTaking::OpponentOut)));
        let replaces = rule.place == TurnEffect::Replaces;
        (replaces || brings || wins)
            && effects().all(|effect| self.could_happen(rule, effect, brings))
    }

    /// True if a cost can be paid with an empty inventory.
    fn could_pay(&self, cost: &Cost) -> bool {
        match cost {
            Cost::Pay(listed) | Cost::PayEach(listed) | Cost::Stack(listed, _) => {
                listed.stock_for(self.seat()).is_empty()
            }
            Cost::RemoveMarkers(_, MarkerSource::Here) => self.could_have_marker_here(),
            Cost::RemoveMarkers(count, MarkerSource::Anywhere) => {
                self.markers_in_reach() >= usize::from(*count)
            }
        }
    }

    fn could_hold(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Touches(kind, by) => {
                let both = usize::from(kind == by);
                self.count_on_ring(*kind) > both && self.count_on_ring(*by) > 0
            }
            Condition::MarkerHere(MarkerOwner::Own) => self.could_have_marker_here(),
            Condition::MarkerHere(MarkerOwner::Opponents) => {
                let is_movable = !self.state.turn.platform_fixed();
                let mut markers = self.markers_of(MarkerOwner::Opponents);
                markers.any(|posts| match self.corner() {
                    Some(post) if !is_movable => posts.contains(post),
                    _ => !posts.is_empty(),
                })
            }
            Condition::Markers(count) => self.markers_in_reach() >= usize::from(*count),
            Condition::Holds(listed) => listed.stock_for(self.seat()).is_empty(),
            Condition::KnockedOff(kind, count) => {
                self.state.turn.knocked_off.count(*kind) >= *count
            }
        }
    }

    /// True if an effect of `rule` could take place. `brings` states that the same move
    /// brings an element, which effects that need one could use.
    fn could_happen(&self, rule: &MoveRule, effect: &Effect, brings: bool) -> bool {
        match effect {
            Effect::Gain(listed) => self.could_gain(rule, *listed),
            Effect::ExtraPush(_) | Effect::TakeSumo(SumoTaking::OwnMoved) => true,
            Effect::Take(kind, _, _) => self.could_take(*kind),
            Effect::PushGroup(_) | Effect::Cue(_) => brings,
            Effect::Exchange(_, gained) => brings && self.could_gain(rule, *gained),
            Effect::MoveMarker(owner) => self.markers_of(*owner).any(|posts| !posts.is_empty()),
            Effect::SetMarker => self.state.markers[self.side()] != Posts::ALL,
            Effect::RemoveMarker => {
                let mut markers = self.markers_of(MarkerOwner::Opponents);
                markers.any(|posts| !posts.is_empty())
            }
            Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut) => {
                self.count_on_ring(PieceKind::OpponentSumo) > 0
            }
        }
    }

    /// True if the reserve holds the elements that `rule` lists, or moves could bring there
    /// what is missing.
    fn could_gain(&self, rule: &MoveRule, listed: CardElements) -> bool {
        let wanted: Stock = listed.stock_for(self.seat());
        wanted.kinds().all(|(element, count)| {
            let missing = count.saturating_sub(self.state.reserve.count(element));
            missing == 0 || self.could_bring_to_reserve(rule, element)
        })
    }

    /// True if a move that could be made takes such an element off the ring to the
    /// reserve: another one than `gaining`, or `gaining` itself if it does both.
    fn could_bring_to_reserve(&self, gaining: &MoveRule, element: Element) -> bool {
        let takes = |effect: &Effect| match effect {
            Effect::Take(kind, _, TakeDestination::Reserve) => kind.includes(element, self.seat()),
            _ => false,
        };
        self.state.ring.count(element) > 0
            && !self.carries_belt(element)
            && self.unused_moves().any(|rule| {
                let does_both = !rule.one_of.contains(MovePart::Effects);
                let is_other = !core::ptr::eq(rule, gaining) && rule.place == TurnEffect::Extra;
                (is_other || does_both) && self.could_make(rule) && rule.effects.iter().any(takes)
            })
    }

    /// True if an element of this kind may come off the ring, apart from the belt's pawn.
    fn could_take(&self, kind: PieceKind) -> bool {
        self.state
            .ring
            .kinds()
            .any(|(element, _)| kind.includes(element, self.seat()) && !self.carries_belt(element))
    }

    /// Returns the number of own markers on posts, plus those that can still be set in
    /// this turn.
    fn markers_in_reach(&self) -> usize {
        let markers = self.state.markers[self.side()];
        let one_more = markers != Posts::ALL && self.may_set_marker();
        let sets = |rule: &&MoveRule| rule.effects.contains(&Effect::SetMarker);
        markers.len() + usize::from(one_more) + self.free_moves().filter(sets).count()
    }

    /// True if a marker can still be set where the platform stands or will stand.
    fn may_set_marker(&self) -> bool {
        let turn = &self.state.turn;
        let is_placed = matches!(turn.platform, Platform::Down(_, MarkerDuty::Placed));
        self.terms.book().has_posts()
            && (!turn.platform_fixed()
                || turn.marker_owed()
                || (turn.relocations > 0 && !is_placed))
    }

    /// True if the platform stands where the own side has a marker, or could come to.
    fn could_have_marker_here(&self) -> bool {
        let turn = &self.state.turn;
        let own = self.state.markers[self.side()];
        let could_come = !turn.platform_fixed() || turn.relocations > 0;
        let brings_marker = |rule: &MoveRule| {
            rule.effects.iter().any(|effect| {
                matches!(
                    effect,
                    Effect::SetMarker | Effect::MoveMarker(MarkerOwner::Own)
                )
            })
        };
        match turn.platform {
            Platform::Down(Place::Corner(post), _) if own.contains(post) => true,
            _ => {
                self.may_set_marker()
                    || (could_come && !own.is_empty())
                    || self.free_moves().any(brings_marker)
            }
        }
    }
}
