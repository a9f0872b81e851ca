//! Rules of losses and wins, and the time at which each is certain.

use super::card::{
    Condition, Cost, Effect, MoveIndex, MoveRule, MoveTiming, PieceKind, TakeDestination,
    TurnEffect,
};
use super::draft::{Draft, Refused, refuse};
use super::reason::Reason;
use super::ruling::Change;
use super::state::{MatchPhase, Outcome, OwnFall, PushDuty, Settling, SlamDuty, WinReason};
use super::terms::{EmptySlam, Fallen};
use crate::clause::Clause;
use crate::piece::Piece;
use crate::place::Posts;
use crate::player::{Players, Seat, Side};

impl Draft<'_> {
    /// Rules on everything that waited until the pieces are at rest (SS-K7).
    pub(super) fn rule_at_rest(&mut self, settling: Settling) {
        match (settling.own_fall, settling.knocked) {
            // Only with three players: otherwise the match ended with the fall.
            (OwnFall::Happened, _) => self.rule_after_own_fall(),
            (OwnFall::None, Some(piece)) => self.win(piece),
            (OwnFall::None, None) => self.state.phase = MatchPhase::InTurn,
        }
    }

    /// Ends the match: the pusher's side has won by knocking `piece` off.
    fn win(&mut self, piece: Piece) {
        let cites = &self.terms.book().cites;
        let (clause, how) = match piece {
            Piece::Sumo(seat) => {
                let submitted = self.state.out.contains(self.terms.side_of(seat));
                let clause = match self.terms.players {
                    Players::Two => cites.win,
                    Players::Three if submitted => cites.stays,
                    Players::Three => cites.win_of_three,
                    Players::Four => cites.win_of_team,
                };
                (clause, WinReason::KnockOut(seat))
            }
            Piece::Belt | Piece::Element(_) => (cites.belt, WinReason::Belt),
        };
        self.end(
            clause,
            Outcome {
                winner: self.side(),
                how,
            },
        );
    }

    /// Puts a side out of the match that knocked off one of its own sumos; it loses at
    /// once (SS-K5).
    pub(super) fn lose_by_own_fall(&mut self, side: Side) {
        let cites = &self.terms.book().cites;
        let clause = match self.terms.players {
            Players::Four => cites.loss_of_team,
            Players::Two | Players::Three => cites.own_loss,
        };
        self.lose(clause, side);
        if !matches!(self.state.phase, MatchPhase::Over(_)) && self.puts_back_fallen() {
            self.put_back_fallen();
        }
    }

    /// True if an opponent's sumo that falls in the push of an own fall does not count:
    /// by house rule, and in the first box, which does not have the sentence about the
    /// last one left on the ring (SS-3c).
    pub(super) fn puts_back_fallen(&self) -> bool {
        !self.terms.book().last_sumo_wins
            || self.terms.house_rules.fallen_with_pusher == Fallen::PutBack
    }

    /// Rules on the two players who remain after an own fall, once everything is at
    /// rest: the last sumo on the ring wins (SS-W2), and if none is left both go back
    /// (SS-3c).
    fn rule_after_own_fall(&mut self) {
        let (sumos, out) = (self.state.sumos, self.state.out);
        let plays = |seat: &Seat| !out.contains(self.terms.side_of(*seat));
        let mut standing = sumos.iter().filter(plays);
        match (standing.next(), standing.next()) {
            (Some(last), None) => {
                let winner = self.terms.side_of(last);
                let how = WinReason::LastLeft;
                self.end(Clause::SsW2, Outcome { winner, how });
            }
            (None, _) => {
                self.put_back_fallen();
                self.next_turn(Clause::Ss3c);
            }
            (Some(_), Some(_)) => self.next_turn(Clause::Ss3c),
        }
    }

    /// Puts back the sumos of the two remaining players that went down in the push of
    /// an own fall (SS-3c).
    fn put_back_fallen(&mut self) {
        for seat in self.terms.players.seats() {
            let plays = !self.state.out.contains(self.terms.side_of(seat));
            if plays && !self.state.sumos.contains(seat) {
                self.state.sumos = self.state.sumos.with(seat);
                self.add_ruling(Clause::Ss3c, Change::PutBack(Piece::Sumo(seat)));
            }
        }
    }

    /// Puts a side out of the match, and ends the match if only one side is left.
    fn lose(&mut self, clause: Clause, side: Side) {
        self.state.out = self.state.out.with(side);
        self.add_ruling(clause, Change::Lost(side));
        self.end_if_one_is_left();
    }

    fn end_if_one_is_left(&mut self) {
        let out = self.state.out;
        let mut left = self
            .terms
            .players
            .sides()
            .filter(|&side| !out.contains(side));
        if let (Some(last), None) = (left.next(), left.next()) {
            let how = WinReason::LastLeft;
            self.end(Clause::SsW2, Outcome { winner: last, how });
        }
    }

    fn end(&mut self, clause: Clause, outcome: Outcome) {
        self.state.phase = MatchPhase::Over(outcome);
        self.add_ruling(clause, Change::Ended(outcome));
    }

    /// Applies a submission: a player who holds nothing gives up the moves that could
    /// still help (SS-L1).
    ///
    /// # Errors
    /// The submission clause, if the player holds an element or no push is due.
    pub(super) fn submit(&mut self) -> Result<(), Refused> {
        if self.state.turn.push_due() && self.inventory().is_empty() {
            self.lose_by_submission();
            Ok(())
        } else {
            refuse(self.terms.book().cites.submission, Reason::NothingToSubmit)
        }
    }

    /// Puts the side to move out of the match if it has to push, holds nothing and has no
    /// move left that could help (SS-L1). Returns true if it did.
    pub(super) fn lose_if_helpless(&mut self) -> bool {
        let helpless = self.state.phase == MatchPhase::InTurn
            && self.state.turn.push_due()
            && self.inventory().is_empty()
            && !self.has_way_out();
        if helpless {
            self.lose_by_submission();
        }
        helpless
    }

    fn lose_by_submission(&mut self) {
        let (seat, side) = (self.seat(), self.side());
        let slam_only = self.state.turn.push != PushDuty::Due;
        if slam_only && self.terms.house_rules.empty_slam == EmptySlam::Waived {
            self.waive_slam();
            return;
        }
        let cites = &self.terms.book().cites;
        let clause = if slam_only {
            Clause::SsC4
        } else {
            cites.submission
        };
        self.lose(clause, side);
        if !matches!(self.state.phase, MatchPhase::Over(_)) {
            self.add_ruling(cites.stays, Change::SumoStays(seat));
            self.next_turn(cites.next_turn);
        }
    }

    /// Waives the push of a slam by house rule. The markers leave the posts all the
    /// same, so that another slam can come.
    fn waive_slam(&mut self) {
        let (seat, side) = (self.seat(), self.side());
        self.state.turn.slam = SlamDuty::Done;
        self.add_ruling(Clause::SsC4, Change::SlamWaived(seat));
        for post in self.state.markers[side].iter() {
            self.lift_marker(Clause::SsC4, side, post);
        }
    }

    /// True if a special move is left that could bring an element or replace the push.
    /// Errs on the side of true: conditions that only people can see are assumed to
    /// hold.
    fn has_way_out(&self) -> bool {
        let turn = &self.state.turn;
        turn.push != PushDuty::Replaced
            && MoveIndex::ALL.into_iter().any(|nth| {
                !turn.used.contains(nth)
                    && self
                        .terms
                        .move_rule(self.seat(), nth)
                        .is_some_and(|rule| self.could_help(rule))
            })
    }

    fn could_help(&self, rule: &MoveRule) -> bool {
        let turn = &self.state.turn;
        let in_time = match (rule.when, turn.push) {
            (MoveTiming::Either, _) | (MoveTiming::Before, PushDuty::Due) => true,
            (MoveTiming::After, duty) => duty != PushDuty::Due,
            (MoveTiming::Before, _) => false,
        };
        let replaces = rule.place == TurnEffect::Replaces;
        let in_place = !replaces || (turn.pushes == 0 && turn.used.is_empty());
        let brings = rule.effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Gain(_) | Effect::Take(_, TakeDestination::Inventory)
            )
        });
        in_time
            && in_place
            && (replaces || brings)
            && rule.costs.iter().all(|cost| self.could_pay(cost))
            && rule
                .conditions
                .iter()
                .all(|condition| self.could_hold(condition))
            && rule
                .effects
                .iter()
                .all(|effect| self.could_happen(effect, brings))
    }

    /// True if a cost can be paid with an empty inventory.
    fn could_pay(&self, cost: &Cost) -> bool {
        match cost {
            Cost::Pay(listed) | Cost::PayEach(listed) | Cost::Stack(listed, _) => {
                listed.stock_for(self.seat()).is_empty()
            }
            Cost::RemoveMarkers(count, _) => self.markers_in_reach() >= usize::from(*count),
        }
    }

    fn could_hold(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Touches(kind) => self.is_on_ring(*kind),
            Condition::MarkerHere => self.markers_in_reach() >= 1,
            Condition::Markers(count) => self.markers_in_reach() >= usize::from(*count),
            Condition::Holds(listed) => listed.stock_for(self.seat()).is_empty(),
        }
    }

    /// True if an effect could take place. `brings` states that the same move brings an
    /// element, which effects that need one could use.
    fn could_happen(&self, effect: &Effect, brings: bool) -> bool {
        match effect {
            Effect::Gain(listed) => {
                self.state.reserve.holds(&listed.stock_for(self.seat()))
                    || self.could_fill_reserve()
            }
            Effect::ExtraPush => true,
            Effect::Take(kind, _) => self.is_on_ring(*kind),
            Effect::PushGroup(_) | Effect::Cue(_) | Effect::Exchange(..) => brings,
            Effect::MoveMarker(_) => self
                .state
                .markers
                .iter()
                .any(|(_, posts)| !posts.is_empty()),
        }
    }

    /// True if an unused move takes a piece off the ring to the reserve, from which
    /// another move could gain it.
    fn could_fill_reserve(&self) -> bool {
        MoveIndex::ALL.into_iter().any(|nth| {
            let rule = self.terms.move_rule(self.seat(), nth);
            !self.state.turn.used.contains(nth)
                && rule.is_some_and(|rule| {
                    let takes = |effect: &Effect| {
                        matches!(effect, Effect::Take(_, TakeDestination::Reserve))
                    };
                    rule.effects.iter().any(takes)
                })
        })
    }

    /// Returns the number of own markers on posts, plus the one that can still be set
    /// in this turn.
    fn markers_in_reach(&self) -> usize {
        let markers = self.state.markers[self.side()];
        let one_more = self.terms.book().has_posts()
            && markers != Posts::ALL
            && (!self.state.turn.platform_fixed() || self.state.turn.marker_owed());
        markers.len() + usize::from(one_more)
    }

    fn is_on_ring(&self, kind: PieceKind) -> bool {
        match kind {
            PieceKind::OpponentSumo => self
                .state
                .sumos
                .iter()
                .any(|seat| self.terms.side_of(seat) != self.side()),
            PieceKind::Belt => self.on_ring(Piece::Belt, Clause::Ss2a).is_ok(),
            _ => self
                .state
                .ring
                .kinds()
                .any(|(element, _)| kind.includes(element, self.seat())),
        }
    }
}
