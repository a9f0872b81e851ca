//! Differences between Kabuto Sumo and Sakura Slam, the two boxes, as data.
//!
//! One engine plays both. Wherever they differ, it looks here: material, start amounts,
//! places for the platform, and the clause to cite for the same ruling.

use crate::clause::{Clause, GameId};
use crate::piece::{BySize, Size};
use crate::player::{ByPlayers, Players, Seat};

/// Edition of the game: the box whose rules are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Edition {
    /// Kabuto Sumo: Sakura Slam, with posts and markers.
    SakuraSlam,
    /// Kabuto Sumo, the first box, without posts.
    KabutoSumo,
}

/// Places where the platform may be set down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DockingRule {
    /// The platform goes to one of the four corners, each with a post for markers.
    CornersWithPosts,
    /// The platform goes anywhere along the edge; there are no posts and no markers.
    AnywhereOnEdge,
}

/// Source of the pawns on the ring at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpeningRule {
    /// A layout file states the pawns, within the material of the box, because the
    /// project does not have the picture in the rule book.
    ByLayout,
    /// A printed table states the pawns, by number of players.
    Printed(ByPlayers<BySize<u8>>),
}

/// Contents of a box and of its rule book.
#[derive(Debug, Clone, Copy)]
pub struct RuleBook {
    /// Number of discs in the box, by size.
    pub pawns: BySize<u8>,
    /// Number of special tokens in the box.
    pub special_tokens: u8,
    /// Size of the pawn in the centre, which carries the belt in a game of two.
    pub centre: Size,
    /// True if the book lets the last sumo left on the ring win (SS-W2, SS-3c).
    pub last_sumo_wins: bool,
    /// Places where the platform may be set down.
    pub docking: DockingRule,
    /// Source of the pawns on the ring at the start.
    pub opening: OpeningRule,
    /// Clause to cite for each kind of ruling.
    pub(crate) cites: ClauseMap,
}

/// Clause to cite for each kind of ruling: both boxes have these rules, under different
/// numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClauseMap {
    pub(crate) layout: Clause,
    pub(crate) inventory: Clause,
    pub(crate) order: Clause,
    pub(crate) next_turn: Clause,
    pub(crate) teams: Clause,
    pub(crate) platform: Clause,
    pub(crate) straight: Clause,
    pub(crate) gentle: Clause,
    pub(crate) stop: Clause,
    pub(crate) pawn_won: Clause,
    pub(crate) token_lost: Clause,
    pub(crate) accident: Clause,
    pub(crate) knock_out: Clause,
    pub(crate) own_fall: Clause,
    pub(crate) once: Clause,
    pub(crate) gain: Clause,
    pub(crate) belt: Clause,
    pub(crate) submission: Clause,
    pub(crate) own_loss: Clause,
    pub(crate) win: Clause,
    pub(crate) win_of_three: Clause,
    pub(crate) stays: Clause,
    pub(crate) win_of_team: Clause,
    pub(crate) loss_of_team: Clause,
    pub(crate) own_moves_only: Clause,
    pub(crate) junior_inventory: Clause,
    pub(crate) junior_token: Clause,
}

impl Edition {
    /// Returns the game under which the clauses of this edition are listed.
    #[must_use]
    pub const fn game(self) -> GameId {
        match self {
            Self::SakuraSlam => GameId::SakuraSlam,
            Self::KabutoSumo => GameId::KabutoSumo,
        }
    }

    /// Returns the contents of the box and of its rule book.
    #[must_use]
    pub const fn book(self) -> &'static RuleBook {
        match self {
            Self::SakuraSlam => &SAKURA_SLAM,
            Self::KabutoSumo => &KABUTO_SUMO,
        }
    }
}

impl RuleBook {
    /// Returns the pawns that the side of `seat` holds at the start, outside the Junior
    /// League.
    #[must_use]
    pub const fn inventory(&self, players: Players, seat: Seat) -> BySize<u8> {
        let third_of_three = matches!((players, seat), (Players::Three, Seat::Third))
            && matches!(self.opening, OpeningRule::Printed(_));
        BySize([2, if third_of_three { 2 } else { 1 }, 0])
    }

    /// True if the ring has posts, and the game markers and corner slams.
    #[must_use]
    pub const fn has_posts(&self) -> bool {
        matches!(self.docking, DockingRule::CornersWithPosts)
    }
}

/// Contents of Sakura Slam: small, medium and large discs; 14 special tokens.
static SAKURA_SLAM: RuleBook = RuleBook {
    pawns: BySize([20, 11, 6]),
    special_tokens: 14,
    centre: Size::Medium,
    last_sumo_wins: true,
    docking: DockingRule::CornersWithPosts,
    opening: OpeningRule::ByLayout,
    cites: ClauseMap {
        layout: Clause::SsS2,
        inventory: Clause::SsS4,
        order: Clause::SsS6,
        next_turn: Clause::SsT1,
        teams: Clause::SsS7,
        platform: Clause::SsT2,
        straight: Clause::SsT4,
        gentle: Clause::SsT4,
        stop: Clause::SsT5,
        pawn_won: Clause::SsK1,
        token_lost: Clause::SsK2,
        accident: Clause::SsK3,
        knock_out: Clause::SsK4,
        own_fall: Clause::SsK5,
        once: Clause::SsM1,
        gain: Clause::SsM6,
        belt: Clause::Ss2a,
        submission: Clause::SsL1,
        own_loss: Clause::SsL2,
        win: Clause::SsW1,
        win_of_three: Clause::Ss3a,
        stays: Clause::Ss3b,
        win_of_team: Clause::Ss4c,
        loss_of_team: Clause::Ss4c,
        own_moves_only: Clause::Ss4b,
        junior_inventory: Clause::SsJ1,
        junior_token: Clause::SsJ3,
    },
};

/// Contents of Kabuto Sumo: small, medium and large discs; 8 special tokens.
static KABUTO_SUMO: RuleBook = RuleBook {
    pawns: BySize([20, 15, 5]),
    special_tokens: 8,
    centre: Size::Large,
    last_sumo_wins: false,
    docking: DockingRule::AnywhereOnEdge,
    opening: OpeningRule::Printed(ByPlayers([
        BySize([14, 8, 3]),
        BySize([12, 10, 3]),
        BySize([14, 6, 3]),
    ])),
    cites: ClauseMap {
        layout: Clause::KsS1,
        inventory: Clause::KsS4,
        order: Clause::KsS5,
        next_turn: Clause::KsS5,
        teams: Clause::KsS5,
        platform: Clause::KsT1,
        straight: Clause::KsT2,
        gentle: Clause::KsT2,
        stop: Clause::KsT3,
        pawn_won: Clause::KsK1,
        token_lost: Clause::KsK1,
        accident: Clause::KsK1,
        knock_out: Clause::KsW1,
        own_fall: Clause::KsL1,
        once: Clause::KsM1,
        gain: Clause::KsM1,
        belt: Clause::KsB1,
        submission: Clause::KsL2,
        own_loss: Clause::KsL1,
        win: Clause::KsW1,
        win_of_three: Clause::KsW1,
        stays: Clause::Ks3a,
        win_of_team: Clause::KsW1,
        loss_of_team: Clause::KsL1,
        own_moves_only: Clause::Ks4a,
        junior_inventory: Clause::KsJ1,
        junior_token: Clause::KsJ1,
    },
};
