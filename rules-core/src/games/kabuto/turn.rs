//! Course of a turn: platform, markers, the end of the turn and the start of the next.

use super::draft::{Draft, Refused, refuse};
use super::edition::DockingRule;
use super::reason::Reason;
use super::ruling::Change;
use super::state::{MarkerDuty, MatchPhase, Platform, PushDuty, SlamDuty, Turn};
use crate::clause::Clause;
use crate::games::Refusal;
use crate::place::{Facing, Place, Post, Posts};
use crate::player::{Players, Seat, Side};

impl Draft<'_> {
    /// Applies the opening marker, which the last player in turn order sets (SS-S6).
    pub(super) fn open(&mut self, side: Side, post: Post) -> Result<(), Refused> {
        if side != self.terms.side_of(self.terms.players.last()) {
            return refuse(Clause::SsS6, Reason::NotYourMarker(side));
        }
        self.state.markers[side] = Posts::of(post);
        self.add_ruling(Clause::SsS6, Change::MarkerPlaced(side, post));
        self.state.phase = MatchPhase::InTurn;
        self.add_ruling(Clause::SsS6, Change::TurnBegan(self.seat()));
        Ok(())
    }

    /// Applies the docking of the platform: for this turn, or for the next one if this
    /// one has no duty left.
    pub(super) fn dock(&mut self, place: Place, facing: Facing) -> Result<(), Refused> {
        let clause = self.terms.book().cites.platform;
        match (self.terms.book().docking, place) {
            (DockingRule::CornersWithPosts, Place::Along { .. })
            | (DockingRule::AnywhereOnEdge, Place::Corner(_)) => {
                return refuse(clause, Reason::WrongPlace(place));
            }
            (DockingRule::CornersWithPosts, Place::Corner(_)) if facing == Facing::Long => {
                return refuse(clause, Reason::WrongWayRound);
            }
            _ => {}
        }
        // Lifted and set down again where it has to stay, while a push that a move allows is
        // left: the turn goes on.
        if self.state.turn.extra > 0
            && self.state.turn.platform_fixed()
            && matches!(self.state.turn.platform, Platform::Down(at, _) if at == place)
        {
            self.add_ruling(clause, Change::Docked(place));
            return Ok(());
        }
        if self.relocates(place) {
            return Ok(());
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
            // The next player may have no elements left, and the match may end here.
            while self.lose_if_helpless() {}
            if self.state.phase != MatchPhase::InTurn {
                return Ok(());
            }
        }
        self.state.turn.platform = Platform::Down(place, self.marker_duty(place));
        self.add_ruling(clause, Change::Docked(place));
        Ok(())
    }

    /// Sets the platform down elsewhere for an extra push, where a special move allows
    /// that and no slam is owed. Returns false if nothing of the kind is allowed. Until
    /// the push, the player may change the place again. The marker of the turn stays set:
    /// there is one a turn at most (SS-T3).
    fn relocates(&mut self, place: Place) -> bool {
        let Platform::Down(_, before) = self.state.turn.platform else {
            return false;
        };
        if !self.state.turn.may_relocate() {
            return false;
        }
        let duty = match before {
            MarkerDuty::Placed => MarkerDuty::Placed,
            MarkerDuty::NotDue | MarkerDuty::Owed => self.marker_duty(place),
        };
        self.state.turn.platform = Platform::Down(place, duty);
        let clause = self.terms.book().cites.once;
        self.add_ruling(clause, Change::Docked(place));
        true
    }

    /// Returns the duty to set a marker where the platform is set down.
    fn marker_duty(&self, place: Place) -> MarkerDuty {
        match place {
            Place::Corner(post) if !self.state.markers[self.side()].contains(post) => {
                MarkerDuty::Owed
            }
            _ => MarkerDuty::NotDue,
        }
    }

    /// Applies a marker set where the platform stands (SS-T3).
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
        self.state.turn.platform = Platform::Down(Place::Corner(post), MarkerDuty::Placed);
        self.set_marker(Clause::SsT3, post);
        Ok(())
    }

    /// Sets a marker of the side to move on a post, by `clause`. The fourth one obliges
    /// the side to a corner slam (SS-C1). The caller has checked that it may stand there.
    pub(super) fn set_marker(&mut self, clause: Clause, post: Post) {
        let (seat, side) = (self.seat(), self.side());
        self.state.markers[side] = self.state.markers[side].with(post);
        self.add_ruling(clause, Change::MarkerPlaced(side, post));
        if self.state.markers[side] == Posts::ALL {
            self.state.turn.slam = SlamDuty::Owed;
            let clause = if self.state.slammed.contains(side) {
                Clause::SsC3
            } else if self.terms.players == Players::Four {
                Clause::SsC5
            } else {
                Clause::SsC1
            };
            self.add_ruling(clause, Change::SlamOwed(seat));
        }
    }

    /// Applies the removal of a marker from a post, which only a corner slam allows.
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

    /// Removes a marker from its post, by `clause`. The caller has checked that it is
    /// there.
    pub(super) fn lift_marker(&mut self, clause: Clause, side: Side, post: Post) {
        self.state.markers[side] = self.state.markers[side].without(post);
        self.add_ruling(clause, Change::MarkerTaken(side, post));
    }

    /// Ends the turn as the player declares (SS-T8).
    ///
    /// # Errors
    /// The duty that is left in the turn.
    pub(super) fn end_turn(&mut self) -> Result<(), Refused> {
        match self.duty() {
            Some(duty) => Err(duty),
            None => {
                self.close_turn();
                Ok(())
            }
        }
    }

    /// Ends the turn if no duty is left in it and the player has no special moves
    /// (SS-T8). Returns true if it did.
    pub(super) fn end_if_done(&mut self) -> bool {
        let done = self.state.phase == MatchPhase::InTurn
            && !self.terms.has_moves(self.seat())
            && self.duty().is_none();
        if done {
            self.close_turn();
        }
        done
    }

    /// Returns the refusal that names the player's next duty in this turn; `None` if no
    /// duty is left.
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

    /// True if a replaced turn has no more use for the platform, so that the next
    /// docking belongs to the next turn.
    fn replaced_and_done(&self) -> bool {
        let turn = &self.state.turn;
        let had_its_platform = turn.platform != Platform::Away || !self.terms.book().has_posts();
        turn.push == PushDuty::Replaced
            && turn.extra == 0
            && had_its_platform
            && self.duty().is_none()
    }

    fn close_turn(&mut self) {
        self.add_ruling(Clause::SsT8, Change::TurnEnded(self.seat()));
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
        self.state.phase = MatchPhase::InTurn;
        self.add_ruling(clause, Change::TurnBegan(seat));
    }
}
