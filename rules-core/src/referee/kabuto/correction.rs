//! What people can put right in the game. Every correction leads to a state
//! that could have come about by play, or is refused.

use crate::games::kabuto::ruling::Where;
use crate::games::kabuto::state::{MarkerDuty, Phase, Platform, SlamDuty, State, Turn};
use crate::games::kabuto::{Match, Unsound};
use crate::piece::Element;
use crate::place::{Place, Posts};
use crate::player::{BySide, Seat, Side};
use core::fmt;

/// Something people put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Correction {
    /// Markers and platform are as the table shows them.
    Shown {
        /// The markers.
        markers: BySide<Posts>,
        /// The platform, if it is at the ring.
        platform: Option<Place>,
    },
    /// The platform stands here for this turn.
    Platform(Place),
    /// No marker is owed where the platform stands.
    WaiveMarker,
    /// The player may push once more.
    ExtraPush,
    /// The side to move holds this element, which was there.
    Give(Element, Where),
    /// The opening marker is left out.
    Opened,
    /// It is the turn of this player.
    Turn(Seat),
}

impl Correction {
    /// Makes it so.
    ///
    /// # Errors
    /// Why the game could not stand like that; it is then unchanged.
    pub fn apply(&self, game: &mut Match) -> Result<(), Unsound> {
        let mut state = *game.state();
        let terms = game.terms();
        let own = terms.side_of(state.turn.seat);
        match *self {
            Self::Shown { markers, platform } => {
                if !terms.book().has_posts() && markers != BySide::default() {
                    return Err(Unsound::Markers);
                }
                state.markers = markers;
                if markers[own] == Posts::ALL && state.turn.slam == SlamDuty::NotDue {
                    state.turn.slam = SlamDuty::Owed;
                }
                if state.phase == Phase::Opening && markers != BySide::default() {
                    state.phase = Phase::InTurn;
                }
                match platform {
                    Some(place) if state.phase == Phase::InTurn => stand(game, &mut state, place),
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
                    Where::Ring => &mut state.ring,
                    Where::Reserve => &mut state.reserve,
                    Where::Inventory(side) => &mut state.inventories[side],
                };
                if !heap.take(element, 1) || !state.inventories[own].put(element, 1) {
                    return Err(Unsound::Pieces);
                }
            }
            Self::Opened => {
                if state.phase == Phase::Opening {
                    state.phase = Phase::InTurn;
                }
            }
            Self::Turn(seat) => {
                if !matches!(state.phase, Phase::Over(_)) {
                    state.turn = Turn::new(seat, state.turn.number.saturating_add(1));
                    state.phase = Phase::InTurn;
                }
            }
        }
        game.adopt(state)
    }
}

/// Puts the platform there. A marker is owed as always, unless this turn's has
/// been set.
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

/// A marker that stands where one is owed settles the debt.
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
