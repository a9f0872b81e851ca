//! Positions of the pieces at the start of a scene: scattered without overlap; pieces
//! that find no room on the surface are stacked on others.

use super::arena;
use super::geometry::{EdgeRelative, Pose};
use super::pieces::{Catalogue, PiecePlacement, mm};
use super::sim_rng::SimRng;
use glam::{Quat, Vec2, Vec3};
use rules_core::games::kabuto::layout::Layout;
use rules_core::piece::{Piece, Size};
use rules_core::place::Edge;
use rules_core::player::{Players, Seat};

/// Number of attempts to find room for a piece before it is stacked.
const MAX_TRIES: u32 = 200;

/// Smallest gap between two pieces, mm.
const ROOM: f32 = 0.4;

/// Distribution of the pieces over the ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScatterArea {
    /// Fraction of the pieces that lie at an edge and hang over it by less than half.
    pub at_edge: f32,
    /// Circle to keep free, as centre and radius in mm; `None` if pieces may lie
    /// anywhere.
    pub clear: Option<(Vec2, f32)>,
}

/// Lists the pieces at the start of a match: the layout's pawns, the sumos and, with two
/// players, the belt on the pawn in the centre.
#[must_use]
pub fn opening(layout: &Layout, players: Players) -> Vec<Piece> {
    let belt = players == Players::Two;
    let mut all = Vec::new();
    if belt {
        all.push(Piece::Belt);
    }
    all.extend(players.seats().map(Piece::Sumo));
    for size in Size::ALL.into_iter().rev() {
        let under_belt = u8::from(belt && size == layout.centre);
        let count = layout.pawns[size].saturating_sub(under_belt);
        all.extend((0..count).map(|_| Piece::pawn(size)));
    }
    all
}

/// Places pieces on the ring at random, the first in the centre.
///
/// ```
/// use host_core::data::default_layout;
/// use virtual_ring::pieces::Catalogue;
/// use virtual_ring::placement::{ScatterArea, opening, scatter};
/// use virtual_ring::sim_rng::SimRng;
/// use rules_core::board::Dimensions;
/// use rules_core::games::kabuto::edition::Edition;
/// use rules_core::player::Players;
///
/// let edition = Edition::KabutoSumo;
/// let pieces = opening(&default_layout(edition, Players::Two), Players::Two);
/// let catalogue = Catalogue { dimensions: Dimensions::ASSUMED, edition };
/// let area = ScatterArea { at_edge: 0.2, clear: None };
/// let placed = scatter(&pieces, &catalogue, area, &mut SimRng::new(1, 0));
/// assert_eq!(placed.len(), 27, "25 discs, one under the belt, and 2 sumos");
/// ```
#[must_use]
pub fn scatter(
    pieces: &[Piece],
    catalogue: &Catalogue,
    spread: ScatterArea,
    rng: &mut SimRng,
) -> Vec<PiecePlacement> {
    let mut placed: Vec<PiecePlacement> = Vec::with_capacity(pieces.len());
    for (n, &piece) in pieces.iter().enumerate() {
        let turn = rng.between(0.0, core::f32::consts::TAU);
        let centre = (n == 0).then_some(Vec2::ZERO);
        let found = centre.or_else(|| {
            (0..MAX_TRIES)
                .map(|_| somewhere(piece, catalogue, spread, rng))
                .find(|&at| is_free(at, piece, &placed, catalogue, spread))
        });
        let (at, bottom) = match found {
            Some(at) => (at, 0.0),
            None => on_top(piece, &placed, catalogue, rng),
        };
        placed.push(catalogue.lay(piece, at, bottom, turn));
    }
    placed
}

fn somewhere(piece: Piece, catalogue: &Catalogue, spread: ScatterArea, rng: &mut SimRng) -> Vec2 {
    let side = mm(catalogue.dimensions.ring_side);
    let radius = catalogue.radius(piece);
    if rng.bool_with(spread.at_edge) {
        let at = EdgeRelative {
            edge: rng.pick(Edge::ALL),
            along: rng.between(radius, side - radius),
            // At least 1 mm of its radius is on the ring.
            out: -rng.between(1.0, radius),
        };
        return at.at_height(side, 0.0).truncate();
    }
    let reach = side / 2.0 - radius;
    Vec2::new(rng.between(-reach, reach), rng.between(-reach, reach))
}

fn is_free(
    at: Vec2,
    piece: Piece,
    placed: &[PiecePlacement],
    catalogue: &Catalogue,
    spread: ScatterArea,
) -> bool {
    let radius = catalogue.radius(piece);
    let apart = |from: Vec2, other: f32| at.distance(from) > radius + other + ROOM;
    let half = mm(catalogue.dimensions.ring_side) / 2.0;
    let corner = at.abs().distance(Vec2::splat(half)) > radius + arena::POST_RADIUS + ROOM;
    corner
        && spread.clear.is_none_or(|(from, reach)| apart(from, reach))
        && (placed.iter()).all(|other| {
            let from = other.pose.position.truncate();
            apart(from, catalogue.radius(other.piece))
        })
}

/// Finds a piece that can carry another: the lowest one away from the edges. Returns its
/// middle and the height of its top. It must be higher than all others that the new piece
/// would lie over, or that one would tilt.
fn on_top(
    piece: Piece,
    placed: &[PiecePlacement],
    catalogue: &Catalogue,
    rng: &mut SimRng,
) -> (Vec2, f32) {
    let half = mm(catalogue.dimensions.ring_side) / 2.0;
    let radius = catalogue.radius(piece);
    let top = |other: &PiecePlacement| other.pose.position.z + catalogue.halves(other.piece)[2];
    let carries = |base: &PiecePlacement| {
        let at = base.pose.position.truncate();
        let over = |other: &&PiecePlacement| {
            let apart = other.pose.position.truncate().distance(at);
            apart < radius + catalogue.radius(other.piece) + ROOM
        };
        let highest = placed.iter().filter(over).map(top).fold(0.0, f32::max);
        at.abs().max_element() < half - 25.0 && top(base) >= highest
    };
    let mut bases: Vec<&PiecePlacement> = placed.iter().filter(|base| carries(base)).collect();
    rng.shuffle(&mut bases);
    (bases.into_iter())
        .min_by(|a, b| top(a).total_cmp(&top(b)))
        .map_or((Vec2::ZERO, 100.0), |base| {
            (base.pose.position.truncate(), top(base) + 0.05)
        })
}

/// Returns the placement of a piece lying on the sloping floor of the gutter.
#[must_use]
pub fn in_gutter(piece: Piece, catalogue: &Catalogue, beside: EdgeRelative) -> PiecePlacement {
    let side = mm(catalogue.dimensions.ring_side);
    let slope = libm::atanf(arena::FLOOR_SLOPE);
    let up = catalogue.halves(piece)[2] / libm::cosf(slope) + 0.1;
    let floor = -mm(catalogue.dimensions.gutter_depth) - arena::FLOOR_SLOPE * beside.out;
    PiecePlacement {
        piece,
        pose: Pose {
            position: beside.at_height(side, floor + up),
            rotation: arena::turn_to(beside.edge) * Quat::from_rotation_x(-slope),
        },
    }
}

/// Returns a random piece: mostly discs, all sizes equally likely.
#[must_use]
pub fn any_piece(rng: &mut SimRng) -> Piece {
    use rules_core::piece::{Element, Token, TokenSlot};
    match rng.whole(0, 19) {
        0 => Piece::Sumo(rng.pick(Seat::ALL)),
        1 => Piece::Belt,
        2 => Piece::Element(Element::Token(Token {
            owner: rng.pick(Seat::ALL),
            slot: rng.pick(TokenSlot::ALL),
        })),
        _ => Piece::pawn(rng.pick(Size::ALL)),
    }
}

/// Returns the horizontal direction away from the ring at an edge.
#[must_use]
pub(super) fn outwards(edge: Edge) -> Vec3 {
    arena::turn_to(edge) * Vec3::Y
}
