//! The course of a turn: platform, markers, its end and the next one.

use super::draft::{Draft, Refused, refuse};
use super::edition::Docking;
use super::reason::Reason;
use super::ruling::Change;
use super::state::{MarkerDuty, Phase, Platform, PushDuty, SlamDuty, Turn};
use crate::clause::Clause;
use crate::games::Refusal;
use crate::place::{Facing, Place, Post, Posts};
use crate::player::{Players, Seat, Side};

impl Draft<'_> {
    /// The last in turn order sets the opening marker (SS-S6).
    pub(super) fn open(&mut self, side: Side, post: Post) -> Result<(), Refused> {
        if side != self.terms.side_of(self.terms.players.last()) {
            return refuse(Clause::SsS6, Reason::NotYourMarker(side));
        }
        self.state.markers[side] = Posts::of(post);
        self.say(Clause::SsS6, Change::MarkerPlaced(side, post));
        self.state.phase = Phase::InTurn;
        self.say(Clause::SsS6, Change::TurnBegan(self.seat()));
        Ok(())
    }

    /// The platform is set down: for this turn, or for the next one if this
    /// one has nothing left to do.
    pub(super) fn dock(&mut self, place: Place, facing: Facing) -> Result<(), Refused> {
        let clause = self.terms.book().cites.platform;
        match (self.terms.book().docking, place) {
            (Docking::CornersWithPosts, Place::Along { .. })
            | (Docking::AnywhereOnEdge, Place::Corner(_)) => {
                return refuse(clause, Reason::WrongPlace(place));
            }
            (Docking::CornersWithPosts, Place::Corner(_)) if facing == Facing::Long => {
                return refuse(clause, Reason::WrongWayRound);
            }
            _ => {}
        }
        if self.state.turn.platform_fixed() || self.replaced_and_done() {
            match (self.duty(), self.state.turn.platform) {
                (None, _) => self.close_turn(),
                (Some(duty), _) if self.state.turn.pushes > 0 => return Err(duty),
                (Some(_), Platform::Down(at, _)) => {
                    return refuse(Clause::SsT3, Reason::PlatformFixed(at));
                }
                (Some(duty), Platform::Away) => return Err(duty),
            }
            // Whoever is next may be out of elements, and the match may end here.
            while self.lose_if_helpless() {}
            if self.state.phase != Phase::InTurn {
                return Ok(());
            }
        }
        let duty = match place {
            Place::Corner(post) if !self.state.markers[self.side()].contains(post) => {
                MarkerDuty::Owed
            }
            _ => MarkerDuty::NotDue,
        };
        self.state.turn.platform = Platform::Down(place, duty);
        self.say(clause, Change::Docked(place));
        Ok(())
    }

    /// A marker is set where the platform stands (SS-T3). The fourth one
    /// obliges to a corner slam (SS-C1).
    pub(super) fn place_marker(&mut self, side: Side, post: Post) -> Result<(), Refused> {
        if !self.terms.book().has_posts() {
            return refuse(self.terms.book().cites.platform, Reason::NoPosts);
        }
        if side != self.side() {
            return refuse(Clause::SsT3, Reason::NotYourMarker(side));
        }
        let reason = match self.state.turn.platform {
            Platform::Away | Platform::Down(Place::Along { .. }, _) => Some(Reason::PlatformAway),
            Platform::Down(_, MarkerDuty::Placed) => Some(Reason::OneMarkerOnly),
            Platform::Down(Place::Corner(here), _) if here != post => {
                Some(Reason::MarkerElsewhere(post))
            }
            Platform::Down(_, MarkerDuty::NotDue) => Some(Reason::NoMarkerDue(post)),
            Platform::Down(_, MarkerDuty::Owed) => None,
        };
        if let Some(reason) = reason {
            return refuse(Clause::SsT3, reason);
        }
        let seat = self.seat();
        self.state.markers[side] = self.state.markers[side].with(post);
        self.state.turn.platform = Platform::Down(Place::Corner(post), MarkerDuty::Placed);
        self.say(Clause::SsT3, Change::MarkerPlaced(side, post));
        if self.state.markers[side] == Posts::ALL {
            self.state.turn.slam = SlamDuty::Owed;
            let clause = if self.state.slammed.contains(side) {
                Clause::SsC3
            } else if self.terms.players == Players::Four {
                Clause::SsC5
            } else {
                Clause::SsC1
            };
            self.say(clause, Change::SlamOwed(seat));
        }
        Ok(())
    }

    /// A marker comes off a post: for the slam, or wrongly.
    pub(super) fn take_marker(&mut self, side: Side, post: Post) -> Result<(), Refused> {
        if !self.terms.book().has_posts() {
            return refuse(self.terms.book().cites.platform, Reason::NoPosts);
        }
        if !self.state.markers[side].contains(post) {
            return refuse(Clause::SsM5, Reason::NoMarker(side, post));
        }
        if side != self.side() || self.state.turn.slam != SlamDuty::Owed {
            return refuse(Clause::SsM5, Reason::MarkerStays(side, post));
        }
        if self.state.turn.push == PushDuty::Due {
            return refuse(Clause::SsC1, Reason::PushFirst);
        }
        self.lift_marker(Clause::SsC2, side, post);
        Ok(())
    }

    /// Takes a marker that is there off its post.
    pub(super) fn lift_marker(&mut self, clause: Clause, side: Side, post: Post) {
        self.state.markers[side] = self.state.markers[side].without(post);
        self.say(clause, Change::MarkerTaken(side, post));
    }

    /// The player says the turn is over (SS-T8).
    pub(super) fn end_turn(&mut self) -> Result<(), Refused> {
        match self.duty() {
            Some(duty) => Err(duty),
            None => {
                self.close_turn();
                Ok(())
            }
        }
    }

    /// Without special moves in play a turn ends by itself once nothing is left
    /// to do in it (SS-T8).
    pub(super) fn end_if_done(&mut self) -> bool {
        let done = self.state.phase == Phase::InTurn
            && !self.terms.has_moves(self.seat())
            && self.duty().is_none();
        if done {
            self.close_turn();
        }
        done
    }

    /// What the player still has to do in this turn, and by which clause.
    pub(super) fn duty(&self) -> Option<Refused> {
        let turn = &self.state.turn;
        match turn.platform {
            Platform::Down(Place::Corner(post), MarkerDuty::Owed) => {
                Some(Refusal::new(Clause::SsT3, Reason::MarkerFirst(post)))
            }
            _ if turn.push == PushDuty::Due => Some(Refusal::new(Clause::SsT4, Reason::PushFirst)),
            _ if turn.slam == SlamDuty::Owed => Some(Refusal::new(Clause::SsC1, Reason::SlamFirst)),
            _ => None,
        }
    }

    /// Whether a replaced turn has no more use for the platform, so that the
    /// next time it is set down is for the next turn.
    fn replaced_and_done(&self) -> bool {
        let turn = &self.state.turn;
        let had_its_platform = turn.platform != Platform::Away || !self.terms.book().has_posts();
        turn.push == PushDuty::Replaced
            && turn.extra == 0
            && had_its_platform
            && self.duty().is_none()
    }

    fn close_turn(&mut self) {
        self.say(Clause::SsT8, Change::TurnEnded(self.seat()));
        self.next_turn(self.terms.book().cites.next_turn);
    }

    /// Begins the turn of the next player who is not out (SS-T1).
    pub(super) fn next_turn(&mut self, clause: Clause) {
        let players = self.terms.players;
        let mut seat: Seat = players.after(self.seat());
        for _ in players.seats() {
            if !self.state.out.contains(players.side_of(seat)) {
                break;
            }
            seat = players.after(seat);
        }
        self.state.turn = Turn::new(seat, self.state.turn.number.saturating_add(1));
        self.state.phase = Phase::InTurn;
        self.say(clause, Change::TurnBegan(seat));
    }
}
