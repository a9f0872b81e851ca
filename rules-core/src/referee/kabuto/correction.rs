//! Corrections of a match of Kabuto Sumo. Every correction leads to a state that play
//! could have reached, or is refused.

use crate::games::kabuto::ruling::Location;
use crate::games::kabuto::state::{MarkerDuty, MatchPhase, Platform, SlamDuty, State, Turn};
use crate::games::kabuto::{Match, ResumeError};
use crate::piece::Element;
use crate::place::{Place, Posts};
use crate::player::{BySide, Seat, Side};
use core::fmt;

/// Correction of a match of Kabuto Sumo by the people at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Correction {
    /// Sets markers and platform as the table shows them.
    Shown {
        /// Posts with a marker of each side.
        markers: BySide<Posts>,
        /// Place of the platform; `None` if it is not at the ring.
        platform: Option<Place>,
    },
    /// Sets the platform at this place for this turn.
    Platform(Place),
    /// Waives the marker that is owed where the platform stands.
    WaiveMarker,
    /// Grants the player to move one more push in this turn.
    ExtraPush,
    /// Gives the side to move this element, from this location.
    Give(Element, Location),
    /// Waives the opening marker.
    Opened,
    /// Gives the turn to this player.
    Turn(Seat),
}

impl Correction {
    /// Applies the correction to `game`.
    ///
    /// # Errors
    /// [`ResumeError`] if play could not have reached the resulting state; the game is
    /// then unchanged.
    pub fn apply(&self, game: &mut Match) -> Result<(), ResumeError> {
        let mut state = *game.state();
        let terms = game.terms();
        let own = terms.side_of(state.turn.seat);
        match *self {
            Self::Shown { markers, platform } => {
                if !terms.book().has_posts() && markers != BySide::default() {
                    return Err(ResumeError::Markers);
                }
                state.markers = markers;
                if markers[own] == Posts::ALL && state.turn.slam == SlamDuty::NotDue {
                    state.turn.slam = SlamDuty::Owed;
                }
                if state.phase == MatchPhase::Opening && markers != BySide::default() {
                    state.phase = MatchPhase::InTurn;
                }
                match platform {
                    Some(place) if state.phase == MatchPhase::InTurn => {
                        stand(game, &mut state, place)
                    }
                    _ => settle_marker_debt(&mut state, own),
                }
            }
            Self::Platform(place) => stand(game, &mut state, place),
            Self::WaiveMarker => {
                if let Platform::Down(place, MarkerDuty::Owed) = state.turn.platform {
                    state.turn.platform = Platform::Down(place, MarkerDuty::NotDue);
                }
            }
            Self::ExtraPush => state.turn.extra = state.turn.extra.saturating_add(1),
            Self::Give(element, from) => {
                let heap = match from {
                    Location::Ring => &mut state.ring,
                    Location::Reserve => &mut state.reserve,
                    Location::Inventory(side) => &mut state.inventories[side],
                };
                if !heap.remove(element, 1) || !state.inventories[own].add(element, 1) {
                    return Err(ResumeError::Pieces);
                }
            }
            Self::Opened => {
                if state.phase == MatchPhase::Opening {
                    state.phase = MatchPhase::InTurn;
                }
            }
            Self::Turn(seat) => {
                if !matches!(state.phase, MatchPhase::Over(_)) {
                    state.turn = Turn::new(seat, state.turn.number.saturating_add(1));
                    state.phase = MatchPhase::InTurn;
                }
            }
        }
        game.adopt(state)
    }
}

/// Sets the platform to a place. A marker is owed there as in play, unless this turn's
/// marker has been set.
fn stand(game: &Match, state: &mut State, place: Place) {
    let own = game.terms().side_of(state.turn.seat);
    let duty = match (state.turn.platform, place) {
        (Platform::Down(at, duty), _) if at == place => duty,
        (Platform::Down(_, MarkerDuty::Placed), _) => MarkerDuty::Placed,
        (_, Place::Corner(post))
            if game.terms().book().has_posts() && !state.markers[own].contains(post) =>
        {
            MarkerDuty::Owed
        }
        _ => MarkerDuty::NotDue,
    };
    state.turn.platform = Platform::Down(place, duty);
    settle_marker_debt(state, own);
}

/// Marks an owed marker as placed, if one of the side is on the post of the platform.
fn settle_marker_debt(state: &mut State, own: Side) {
    if let Platform::Down(Place::Corner(post), MarkerDuty::Owed) = state.turn.platform
        && state.markers[own].contains(post)
    {
        let place = Place::Corner(post);
        state.turn.platform = Platform::Down(place, MarkerDuty::Placed);
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown { .. } => f.write_str("as the table shows"),
            Self::Platform(place) => write!(f, "platform at {place}"),
            Self::WaiveMarker => f.write_str("no marker owed"),
            Self::ExtraPush => f.write_str("one more push"),
            Self::Give(element, from) => write!(f, "1 {element} from {from}"),
            Self::Opened => f.write_str("no opening marker"),
            Self::Turn(seat) => write!(f, "turn of player {seat}"),
        }
    }
}
