//! Push of a person at a terminal: a thumb that comes down behind an element, moves at one
//! speed to the ring's edge, and is lifted, as inputs of a session.

use super::news::PlatformNews;
use virtual_ring::session::input::{HandInput, SessionInput};

/// Gap between thumb and element before the push, mm.
const GAP: f32 = 2.0;

/// Steps of 2 ms from one report of the thumb's place to the next: 16 ms, as of a pointer.
const REPORT: u64 = 8;

/// Steps for which the thumb rests before the push, and at its end: 0.1 s and 0.16 s.
const REST: (u64, u64) = (50, 80);

/// Angle by which one key turns a push, and the largest angle, in degrees.
pub const TURN: i8 = 5;
/// Largest angle of a push, in degrees.
pub const WIDEST: i8 = 25;

/// Element on the platform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaidElement {
    /// Identifier of the element.
    pub id: u16,
    /// Middle of the element, mm.
    pub at: [f32; 2],
    /// Radius of the element, mm.
    pub radius: f32,
}

/// Force of a push, as a person chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum PushForce {
    /// A push that moves what it touches.
    Gentle,
    /// A usual push.
    #[default]
    Steady,
    /// A push that shoves a row of elements.
    Firm,
    /// A push that shoves many.
    Hard,
    /// A flick, of which the ring warns.
    Flick,
}

impl PushForce {
    /// All forces, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Gentle,
        Self::Steady,
        Self::Firm,
        Self::Hard,
        Self::Flick,
    ];

    /// Returns the speed of the thumb, mm/s.
    #[must_use]
    pub const fn speed(self) -> f32 {
        match self {
            Self::Gentle => 70.0,
            Self::Steady => 130.0,
            Self::Firm => 220.0,
            Self::Hard => 350.0,
            Self::Flick => 1_400.0,
        }
    }

    /// Returns the word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gentle => "gentle",
            Self::Steady => "steady",
            Self::Firm => "firm",
            Self::Hard => "hard",
            Self::Flick => "a flick",
        }
    }

    /// Returns the next force up or down, or the same at the end.
    #[must_use]
    pub fn beside(self, is_stronger: bool) -> Self {
        let at = Self::ALL.iter().position(|&force| force == self);
        let at = at.unwrap_or_default();
        let at = if is_stronger {
            at + 1
        } else {
            at.saturating_sub(1)
        };
        Self::ALL.get(at).copied().unwrap_or(self)
    }
}

/// Returns the direction of a push: `ahead`, turned by an angle to the right of who pushes.
#[must_use]
pub fn direction([x, y]: [f32; 2], degrees: i8) -> [f32; 2] {
    let (sine, cosine) = f32::from(degrees).to_radians().sin_cos();
    [x * cosine + y * sine, y * cosine - x * sine]
}

/// Returns the inputs of a push, each with its number of steps after the one before.
#[must_use]
pub fn push(
    laid: &LaidElement,
    platform: &PlatformNews,
    degrees: i8,
    force: PushForce,
) -> Vec<(u64, SessionInput)> {
    let [x, y] = direction(platform.ahead, degrees);
    let back = laid.radius + GAP;
    let start = [laid.at[0] - x * back, laid.at[1] - y * back];
    let at = |way: f32| [start[0] + x * way, start[1] + y * way];
    let [ahead_x, ahead_y] = platform.ahead;
    let straight = (platform.at[0] - start[0]) * ahead_x + (platform.at[1] - start[1]) * ahead_y;
    let slant = x * ahead_x + y * ahead_y;
    let whole = straight / slant.max(0.5);
    let each = force.speed() * 0.002 * REPORT as f32;
    let hand = SessionInput::Hand;
    let mut inputs = vec![(0, hand(HandInput::Down(at(0.0))))];
    let mut way = 0.0;
    while way < whole {
        way = (way + each).min(whole);
        let pause = if inputs.len() == 1 { REST.0 } else { REPORT };
        inputs.push((pause, hand(HandInput::Move(at(way)))));
    }
    inputs.push((REST.1, hand(HandInput::Up)));
    inputs
}

#[cfg(test)]
mod tests {
    use super::{LaidElement, PlatformNews, PushForce, direction, push};
    use virtual_ring::session::input::{HandInput, SessionInput};

    const LAID: LaidElement = LaidElement {
        id: 7,
        at: [0.0, 136.0],
        radius: 10.0,
    };

    /// Platform at the middle of the north edge of a ring of 200 mm.
    const NORTH: PlatformNews = PlatformNews {
        at: [0.0, 100.0],
        ahead: [0.0, -1.0],
        spot: [0.0, 136.0],
        room: 8.0,
    };

    /// Points of a push from first to last, and its duration in steps.
    fn points(degrees: i8, force: PushForce) -> (Vec<[f32; 2]>, u64) {
        let inputs = push(&LAID, &NORTH, degrees, force);
        let steps = inputs.iter().map(|input| input.0).sum();
        let points = inputs.iter().filter_map(|(_, input)| match input {
            SessionInput::Hand(HandInput::Down(at) | HandInput::Move(at)) => Some(*at),
            _ => None,
        });
        assert_eq!(
            inputs.last().map(|last| &last.1),
            Some(&SessionInput::Hand(HandInput::Up))
        );
        (points.collect(), steps)
    }

    #[test]
    fn a_straight_push_goes_from_behind_the_element_to_the_edge() {
        let (points, _) = points(0, PushForce::Steady);
        assert_eq!(points.first(), Some(&[0.0, 148.0]));
        assert_eq!(points.last(), Some(&[0.0, 100.0]));
    }

    #[test]
    fn a_turned_push_ends_at_the_edge_and_to_the_right_of_who_pushes() {
        // Who pushes from the north has the west at the right hand.
        assert!(direction(NORTH.ahead, 20)[0] < 0.0);
        let (points, _) = points(20, PushForce::Steady);
        let last = points.last().copied().expect("a point");
        assert!((last[1] - 100.0).abs() < 0.1, "{last:?}");
        assert!(last[0] < -8.0, "{last:?}");
    }

    #[test]
    fn more_force_is_more_speed() {
        let times = PushForce::ALL.map(|force| points(0, force).1);
        assert!(times.is_sorted_by(|slow, fast| slow > fast), "{times:?}");
        assert_eq!(PushForce::Flick.beside(true), PushForce::Flick);
        assert_eq!(PushForce::Gentle.beside(false), PushForce::Gentle);
        assert_eq!(PushForce::Steady.beside(true), PushForce::Firm);
    }
}
