//! Rules of losses and wins, and the time at which each is certain.

use super::draft::{Draft, Refused, refuse};
use super::reason::Reason;
use super::ruling::Change;
use super::state::{MatchPhase, Outcome, OwnFall, PushDuty, Settling, SlamDuty, WinReason};
use super::terms::{EmptySlam, Fallen};
use crate::clause::Clause;
use crate::piece::Piece;
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
    pub(super) fn win(&mut self, piece: Piece) {
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
}
