//! Draw of a trial: everything in it that is left to chance.

use crate::habits::{HandHabits, Lay};
use crate::manner::PushManner;
use crate::pieces::Catalogue;
use crate::push::Push;
use crate::sim_rng::SimRng;
use rules_core::board::Dimensions;
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Piece, Size};
use rules_core::place::Post;
use rules_core::player::Seat;

/// Pieces of the assumed sizes.
pub(super) const CATALOGUE: Catalogue = Catalogue {
    dimensions: Dimensions::ASSUMED,
    edition: Edition::SakuraSlam,
};

/// Share of trials in which nothing is pushed.
const IDLE: f32 = 0.125;

/// Load of the platform in a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// One pawn.
    One(Piece),
    /// One special token of the player's hand.
    Token,
    /// Sumo, which nobody may push.
    Sumo,
    /// Interlocked group of two pawns that a special move allows.
    Group,
}

impl Load {
    /// Returns the load in a word, for reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::One(piece) => match piece {
                Piece::Element(rules_core::piece::Element::Pawn(Size::Small)) => "small",
                Piece::Element(rules_core::piece::Element::Pawn(Size::Medium)) => "medium",
                _ => "large",
            },
            Self::Token => "token",
            Self::Sumo => "sumo",
            Self::Group => "group",
        }
    }

    /// Words of all loads, in the order of reports.
    pub const WORDS: [&'static str; 6] = ["small", "medium", "large", "token", "sumo", "group"];
}

/// Plan of a trial, drawn from a seed.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialPlan {
    /// Seed of the world, the sensors and the pauses.
    pub seed: u64,
    /// Post at whose corner the platform lies.
    pub post: Post,
    /// Load of the platform.
    pub load: Load,
    /// Position of the element, or of the hindmost of a group.
    pub lay: Lay,
    /// Push of the element.
    pub push: Push,
    /// Manner of the push.
    pub manner: PushManner,
    /// False if nothing is pushed and the element is taken back.
    pub pushes: bool,
    /// False if nothing is even laid on the platform; only without a push.
    pub lays: bool,
    /// True if another hand leans on the frame.
    pub leans: bool,
    /// True if a fallen piece is fetched before all are at rest.
    pub fetches_early: bool,
    /// True if the marker is set after the element was laid.
    pub late_marker: bool,
    /// Sizes that the player holds besides the element.
    pub also_held: [bool; 3],
    /// Number of pawns on the ring.
    pub pawns: u32,
}

impl TrialPlan {
    /// Draws a plan.
    #[must_use]
    pub fn draw(seed: u64) -> Self {
        let habits = HandHabits::ASSUMED;
        let mut rng = SimRng::new(seed, 60);
        let rng = &mut rng;
        let load = match rng.unit() {
            x if x < 0.78 => Load::One(Piece::pawn(rng.pick(Size::ALL))),
            x if x < 0.90 => Load::Token,
            x if x < 0.95 => Load::Sumo,
            _ => Load::Group,
        };
        let piece = match load {
            Load::One(piece) => piece,
            Load::Token | Load::Group => Piece::pawn(Size::Medium),
            Load::Sumo => Piece::Sumo(Seat::Second),
        };
        let lay = habits.lay_anywhere(piece, &CATALOGUE, rng);
        let push = habits.push_from(lay, rng);
        Self {
            seed,
            post: rng.pick(Post::ALL),
            load,
            lay,
            push,
            manner: habits.manner(lay.out, rng),
            pushes: !rng.bool_with(IDLE),
            lays: rng.bool_with(0.5),
            leans: rng.bool_with(habits.leans),
            fetches_early: rng.bool_with(habits.early_fetch),
            late_marker: rng.bool_with(habits.late_marker),
            also_held: [(); 3].map(|()| rng.bool_with(0.6)),
            pawns: rng.whole(0, 8),
        }
    }
}
