//! Turns: the platform, the markers, the end of a turn (SS-S6, SS-T1 to SS-T3, SS-T8,
//! SS-C1 to SS-C5, KS-T1).

use super::{
    Heap, MarkerNeed, Objections, OwnPush, ReferenceMatch, ReferenceTurn, SlamNeed, Stage, unless,
};
use rules_core::clause::Clause;
use rules_core::place::{Facing, Place, Post};
use rules_core::player::{Seat, Side};
use std::collections::BTreeSet;

/// Meaning of a platform that is set down.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Docking {
    /// The platform is set down for the turn that is played.
    ForThisTurn,
    /// The platform comes back to its place between two pushes of the turn.
    Again,
    /// The platform goes elsewhere for a further push, as a card allows.
    Elsewhere,
    /// The turn ends, and the platform is for the next one.
    ForNextTurn,
    /// The platform has to stay.
    Refused(Objections),
}

impl ReferenceTurn {
    pub(super) fn new(seat: Seat, number: u32) -> Self {
        Self {
            seat,
            number,
            platform: None,
            marker: MarkerNeed::NotDue,
            pushes: 0,
            push: OwnPush::Due,
            slam: SlamNeed::NotDue,
            extra: 0,
            moves_of_platform: 0,
            knocked_off: Heap::new(),
            group: None,
            cue: None,
            used: BTreeSet::new(),
        }
    }

    /// Returns the post where the platform stands.
    pub(super) fn post(&self) -> Option<Post> {
        match self.platform {
            Some(Place::Corner(post)) => Some(post),
            _ => None,
        }
    }

    /// True if something must still be done in the turn.
    pub(super) fn has_duty(&self) -> bool {
        self.push == OwnPush::Due || self.slam == SlamNeed::Owed || self.marker == MarkerNeed::Owed
    }
}

impl ReferenceMatch {
    /// Returns the clauses against any action of a turn: the opening marker is missing, or
    /// a push is under way.
    pub(super) fn not_now(&self) -> Objections {
        match self.stage {
            Stage::Opening => [Clause::SsS6].into(),
            Stage::Moving { .. } => [Clause::SsK7].into(),
            Stage::Resting | Stage::Over(_) => Objections::new(),
        }
    }

    pub(super) fn dock(&mut self, place: Place, facing: Facing) -> Result<(), Objections> {
        unless(self.not_now())?;
        let mut against = Objections::new();
        let is_corner = matches!(place, Place::Corner(_));
        if is_corner == self.agreed.first_box {
            against.insert(self.cite(Clause::SsT2, Clause::KsT1));
        }
        // Reading: "anywhere against the edge" of KS-T1 is for either edge of the platform.
        if facing == Facing::Long && !self.agreed.first_box {
            against.insert(Clause::SsT2);
        }
        let meaning = self.docking(place);
        if let Docking::Refused(clauses) = &meaning {
            against.extend(clauses);
        }
        unless(against)?;
        match meaning {
            Docking::ForNextTurn => {
                self.finish_turn();
                self.conclude();
                if let Stage::Over(_) = self.stage {
                    return Ok(());
                }
                self.set_down(place);
            }
            Docking::ForThisTurn => self.set_down(place),
            Docking::Elsewhere => {
                // SS-T3: one marker a turn.
                let had_marker = self.turn.marker == MarkerNeed::Placed;
                self.set_down(place);
                if had_marker {
                    self.turn.marker = MarkerNeed::Placed;
                }
                let clause = self.cite(Clause::SsM1, Clause::KsM1);
                self.rule(clause, format!("platform at {place}"));
                return Ok(());
            }
            Docking::Again | Docking::Refused(_) => {}
        }
        let clause = self.cite(Clause::SsT2, Clause::KsT1);
        self.rule(clause, format!("platform at {place}"));
        Ok(())
    }

    /// Decides the meaning of a platform set down here, now.
    pub(super) fn docking(&self, place: Place) -> Docking {
        let turn = &self.turn;
        let Some(here) = turn.platform else {
            // SS-M7: in a replaced turn the platform is only good for a marker, and the
            // first box has none.
            let for_nothing = self.agreed.first_box && turn.extra == 0;
            return if turn.push == OwnPush::Replaced && for_nothing {
                Docking::ForNextTurn
            } else {
                Docking::ForThisTurn
            };
        };
        // SS-T3: it stays after the marker, and after the push has begun.
        let stays = turn.pushes > 0 || turn.marker == MarkerNeed::Placed;
        // Reading: between the pushes that a move grants the platform may come back to its
        // place, and that is no end of the turn.
        if stays && turn.extra > 0 && place == here {
            return Docking::Again;
        }
        // A card lets the platform move for a further push; the slam comes first (SS-C2).
        let is_free = turn.push != OwnPush::Due && turn.slam != SlamNeed::Owed;
        if turn.moves_of_platform > 0 && turn.pushes > 0 && is_free {
            return Docking::Elsewhere;
        }
        if turn.push == OwnPush::Due {
            return if stays {
                Docking::Refused([Clause::SsT3].into())
            } else {
                Docking::ForThisTurn
            };
        }
        if turn.marker == MarkerNeed::Owed {
            return Docking::ForThisTurn;
        }
        if turn.slam == SlamNeed::Owed {
            return Docking::Refused([Clause::SsC1, Clause::SsT3].into());
        }
        // No duty is left (SS-T8), but perhaps a further push that may be left out (SS-M1).
        if turn.extra > 0 && !stays {
            Docking::ForThisTurn
        } else {
            Docking::ForNextTurn
        }
    }

    fn set_down(&mut self, place: Place) {
        self.turn.platform = Some(place);
        let side = self.mover();
        self.turn.marker = match place {
            Place::Corner(post) if !self.table.markers[&side].contains(&post) => MarkerNeed::Owed,
            _ => MarkerNeed::NotDue,
        };
    }

    pub(super) fn place_marker(&mut self, side: Side, post: Post) -> Result<(), Objections> {
        if self.agreed.first_box {
            let mut against = self.not_now();
            against.insert(Clause::KsT1);
            return Err(against);
        }
        if self.stage == Stage::Opening {
            // SS-S6
            let last = self.seats().last().map(|&seat| self.side_of(seat));
            if last != Some(side) {
                return Err([Clause::SsS6].into());
            }
            self.markers_of(side).insert(post);
            self.rule(
                Clause::SsS6,
                format!("marker of side {side} on post {post}"),
            );
            self.stage = Stage::Resting;
            let first = self.turn.seat;
            self.rule(Clause::SsS6, format!("turn of player {first} begins"));
            return Ok(());
        }
        unless(self.not_now())?;
        // SS-T3 is against a marker of another side, at another post, or not owed.
        let is_owed = self.turn.marker == MarkerNeed::Owed && self.turn.post() == Some(post);
        if side != self.mover() || !is_owed {
            return Err([Clause::SsT3].into());
        }
        self.turn.marker = MarkerNeed::Placed;
        self.add_marker(Clause::SsT3, post);
        Ok(())
    }

    /// Sets a marker of the mover; the fourth one brings a slam (SS-C1).
    pub(super) fn add_marker(&mut self, clause: Clause, post: Post) {
        let side = self.mover();
        self.markers_of(side).insert(post);
        self.rule(clause, format!("marker of side {side} on post {post}"));
        if self.table.markers[&side].len() == 4 {
            self.turn.slam = SlamNeed::Owed;
            // Reading: the second slam of a side cites SS-C3, of a team too.
            let clause = if self.table.slammed.contains(&side) {
                Clause::SsC3
            } else if self.seats_of(side).len() > 1 {
                Clause::SsC5
            } else {
                Clause::SsC1
            };
            let seat = self.turn.seat;
            self.rule(clause, format!("player {seat} owes a corner slam"));
        }
    }

    pub(super) fn take_marker(&mut self, side: Side, post: Post) -> Result<(), Objections> {
        let mut against = self.not_now();
        if self.agreed.first_box {
            against.insert(Clause::KsT1);
        }
        unless(against)?;
        let mut against = Objections::new();
        if side != self.mover() || !self.table.markers[&side].contains(&post) {
            against.insert(Clause::SsM5);
        }
        match (self.turn.slam, self.turn.push) {
            // SS-C1: the slam comes after the push.
            (SlamNeed::Owed, OwnPush::Due) => {
                against.insert(Clause::SsC1);
            }
            (SlamNeed::Owed, _) => {}
            (SlamNeed::NotDue | SlamNeed::Done, _) => {
                against.insert(Clause::SsM5);
            }
        }
        unless(against)?;
        self.markers_of(side).remove(&post);
        self.rule(
            Clause::SsC2,
            format!("marker of side {side} off post {post}"),
        );
        Ok(())
    }

    pub(super) fn end_turn(&mut self) -> Result<(), Objections> {
        unless(self.not_now())?;
        let mut against = Objections::new();
        if self.turn.push == OwnPush::Due {
            against.insert(Clause::SsT4);
        }
        if self.turn.marker == MarkerNeed::Owed {
            against.insert(Clause::SsT3);
        }
        if self.turn.slam == SlamNeed::Owed {
            against.insert(Clause::SsC1);
        }
        unless(against)?;
        self.finish_turn();
        Ok(())
    }

    pub(super) fn finish_turn(&mut self) {
        let seat = self.turn.seat;
        self.rule(Clause::SsT8, format!("turn of player {seat} ends"));
        let clause = self.cite(Clause::SsT1, Clause::KsS5);
        self.begin_next_turn(clause);
    }

    /// Begins the turn of the next in order who is not out (SS-T1).
    pub(super) fn begin_next_turn(&mut self, clause: Clause) {
        let seats = self.seats();
        let mut at = self.turn.seat.index();
        loop {
            at = (at + 1) % seats.len();
            if !self.table.out.contains(&self.side_of(seats[at])) {
                break;
            }
        }
        let number = (self.turn.number + 1).min(65_535);
        self.turn = ReferenceTurn::new(seats[at], number);
        self.stage = Stage::Resting;
        self.rule(clause, format!("turn of player {} begins", seats[at]));
    }
}
