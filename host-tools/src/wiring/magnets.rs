//! Magnets of the pieces: size, number, place and orientation.
//!
//! The codes are those that the referee reads: [`markers::magnet_of`] and the equivalents
//! of the grid games. A reading rises if the south pole faces down to the sensor, so
//! *plus* means south pole down.

use super::Build;
use rules_core::board::BoardId;
use rules_core::board::mounts::{DOCK_REACH, PLATFORM_THICK};
use rules_core::games::kabuto::edition::Edition;
use rules_core::games::{abalone, sumoo};
use rules_core::place::Post;
use rules_core::player::{Colour, Seat};
use rules_core::referee;
use rules_core::referee::kabuto::markers;
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};

/// Disc magnet of N42, magnetised along its axis; lengths in tenths of a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiscMagnet {
    /// Diameter of the disc.
    pub across: u32,
    /// Thickness of the disc along its axis.
    pub thick: u32,
}

impl DiscMagnet {
    const fn new(across: u32, thick: u32) -> Self {
        Self { across, thick }
    }
}

impl std::fmt::Display for DiscMagnet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mm = |tenths: u32| f64::from(tenths) / 10.0;
        write!(f, "{} x {} mm", mm(self.across), mm(self.thick))
    }
}

/// Height at which a magnet sits in a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MagnetDepth {
    /// The magnet is flush with the underside, or in it.
    Underside,
    /// The magnet is halfway up.
    Halfway,
}

/// Fitting of one kind of piece with magnets.
#[derive(Debug, Clone, PartialEq)]
pub struct MagnetFitting {
    /// Name of the kind of piece.
    pub piece: String,
    /// Number of pieces of this kind in the box.
    pub pieces: usize,
    /// Size of the magnet.
    pub disc: DiscMagnet,
    /// Magnets in a piece, each as the distance to the right of the piece's middle, in
    /// mm, and the polarity of the reading.
    pub faces: Vec<(f64, Polarity)>,
    /// Description of the magnets' place in the piece.
    pub place: &'static str,
    /// Height of the magnets in the piece.
    pub seat: MagnetDepth,
    /// Width of the piece in mm, for the drawing.
    pub wide: f64,
    /// Thickness of the piece in mm; `None` if it is as thick as a disc.
    pub thick: Option<f64>,
    /// Strength by which the calibration names the magnet; `None` if it does not ask for
    /// it.
    pub strength: Option<Strength>,
}

impl MagnetFitting {
    /// Returns the number of magnets to buy.
    #[must_use]
    pub fn magnets(&self) -> usize {
        self.pieces * self.faces.len()
    }

    /// Returns the poles that face down, as words, one for each magnet of a piece.
    #[must_use]
    pub fn down(&self) -> String {
        let poles: Vec<&str> = self.faces.iter().map(|face| pole(face.1)).collect();
        poles.join(", ")
    }
}

/// Returns the name of the pole that faces down to a sensor whose reading changes with
/// this polarity.
#[must_use]
pub const fn pole(polarity: Polarity) -> &'static str {
    match polarity {
        Polarity::Plus => "south",
        Polarity::Minus => "north",
    }
}

/// Returns the magnet of a marker with this strength.
#[must_use]
pub const fn of_marker(strength: Strength) -> DiscMagnet {
    match strength {
        Strength::Strong => DiscMagnet::new(80, 30),
        Strength::Middle => TOKEN,
        Strength::Weak => DiscMagnet::new(50, 10),
    }
}

/// Returns the magnet of a piece on a grid board: 31, 14 and 6 mT at its sensor (strong,
/// middle, weak; calculated).
#[must_use]
pub const fn of_cell(strength: Strength) -> DiscMagnet {
    match strength {
        Strength::Strong => DiscMagnet::new(50, 20),
        Strength::Middle => DiscMagnet::new(50, 10),
        Strength::Weak => DiscMagnet::new(40, 6),
    }
}

/// Magnet of a special token.
const TOKEN: DiscMagnet = DiscMagnet::new(60, 20);
/// Magnet of sumos, belt and platform.
const STRONG: DiscMagnet = of_marker(Strength::Strong);

/// Returns the polarity of a sumo's magnet: neighbours in the turn order differ.
#[must_use]
pub const fn of_sumo(seat: Seat) -> Polarity {
    match seat {
        Seat::First | Seat::Third => Polarity::Plus,
        Seat::Second | Seat::Fourth => Polarity::Minus,
    }
}

/// Returns the magnets of all pieces of a board that get any.
#[must_use]
pub fn fittings(build: &Build) -> Vec<MagnetFitting> {
    match build.board() {
        BoardId::Ring => on_a_ring(build),
        BoardId::GridHex => marbles(),
        BoardId::GridSquare => tokens(),
    }
}

fn on_a_ring(build: &Build) -> Vec<MagnetFitting> {
    let mm = |length: rules_core::board::Micrometres| f64::from(length.0) / 1000.0;
    let size = &build.dimensions;
    let reach = f64::from(DOCK_REACH) / 1000.0;
    let board = Some(f64::from(PLATFORM_THICK) / 1000.0);
    let mut all: Vec<MagnetFitting> = Colour::ALL
        .into_iter()
        .map(|colour| {
            let Magnet { polarity, strength } = markers::magnet_of(colour);
            MagnetFitting {
                piece: format!("corner marker, {colour}"),
                pieces: Post::ALL.len(),
                disc: of_marker(strength),
                faces: vec![(0.0, polarity)],
                place: "in the middle, flush with the underside",
                seat: MagnetDepth::Underside,
                wide: 16.0,
                thick: None,
                strength: Some(strength),
            }
        })
        .collect();
    all.extend(Seat::ALL.map(|seat| MagnetFitting {
        piece: format!("sumo of player {seat}"),
        pieces: 1,
        disc: STRONG,
        faces: vec![(0.0, of_sumo(seat))],
        place: "in the middle, halfway up",
        seat: MagnetDepth::Halfway,
        wide: mm(size.sumo),
        thick: None,
        strength: None,
    }));
    let boxes = [Edition::SakuraSlam, Edition::KabutoSumo];
    let tokens = boxes.map(|edition| usize::from(edition.book().special_tokens));
    all.push(MagnetFitting {
        piece: "special token".to_owned(),
        pieces: tokens.into_iter().max().unwrap_or(0),
        disc: TOKEN,
        faces: vec![(0.0, Polarity::Plus)],
        place: "in the middle, halfway up",
        seat: MagnetDepth::Halfway,
        wide: mm(size.token),
        thick: None,
        strength: None,
    });
    all.push(MagnetFitting {
        piece: "belt".to_owned(),
        pieces: 1,
        disc: STRONG,
        faces: vec![(0.0, Polarity::Plus)],
        place: "in the middle",
        seat: MagnetDepth::Underside,
        wide: mm(size.diameters[Edition::SakuraSlam.book().centre]),
        thick: None,
        strength: None,
    });
    all.push(MagnetFitting {
        piece: "platform, short edge (left, right)".to_owned(),
        pieces: 1,
        disc: STRONG,
        faces: vec![(-reach, Polarity::Plus), (reach, Polarity::Minus)],
        place: "in the underside, 6 mm from the short edge that lies against the ring, \
                20 mm to the left and right of its middle, seen from outside",
        seat: MagnetDepth::Underside,
        wide: mm(size.platform_width),
        thick: board,
        strength: None,
    });
    all.push(MagnetFitting {
        piece: "platform, right edge (front, back)".to_owned(),
        pieces: 1,
        disc: STRONG,
        faces: vec![
            (60.0 - mm(size.platform_length) / 2.0, Polarity::Minus),
            (100.0 - mm(size.platform_length) / 2.0, Polarity::Plus),
        ],
        place: "in the underside, 6 mm from the right edge, 60 and 100 mm back from the ring",
        seat: MagnetDepth::Underside,
        wide: mm(size.platform_length),
        thick: board,
        strength: None,
    });
    all
}

fn marbles() -> Vec<MagnetFitting> {
    use abalone::{Player, StartPosition};
    let most = |player: Player| {
        let counts = StartPosition::ALL.map(|start| {
            let position = start.position();
            let board = *position.board();
            abalone::Cell::all()
                .filter(|&cell| board.at(cell) == Some(player))
                .count()
        });
        counts.into_iter().max().unwrap_or(0)
    };
    let fitted = |player: Player| {
        let Magnet { polarity, strength } = referee::abalone::magnet_of(player);
        MagnetFitting {
            piece: format!("piece of {player}"),
            pieces: most(player),
            disc: of_cell(strength),
            faces: vec![(0.0, polarity)],
            place: "in the middle of a flat piece, flush with the underside",
            seat: MagnetDepth::Underside,
            wide: 20.0,
            thick: None,
            strength: Some(strength),
        }
    };
    Player::ALL.map(fitted).into()
}

fn tokens() -> Vec<MagnetFitting> {
    let mut all: Vec<MagnetFitting> = Vec::new();
    for token in sumoo::Token::ALL {
        let Magnet { polarity, strength } = referee::sumoo::magnet_of(token);
        let piece = format!("token {}, {}", token.force().number(), token.colour);
        match all.iter_mut().find(|fitted| fitted.piece == piece) {
            Some(fitted) => fitted.pieces += 1,
            None => all.push(MagnetFitting {
                piece,
                pieces: 1,
                disc: of_cell(strength),
                faces: vec![(0.0, polarity)],
                place: "in the middle, flush with the underside",
                seat: MagnetDepth::Underside,
                wide: 24.0,
                thick: None,
                strength: Some(strength),
            }),
        }
    }
    all.sort_by_key(|fitted| fitted.piece.split(", ").last().map(str::to_owned));
    all
}

#[cfg(all(test, feature = "physics"))]
mod tests {
    use super::{DiscMagnet, STRONG, TOKEN, of_marker, of_sumo};
    use rules_core::board::Dimensions;
    use rules_core::games::kabuto::edition::Edition;
    use rules_core::piece::Piece;
    use rules_core::player::Seat;
    use rules_core::sensing::magnet::{Polarity, Strength};
    use virtual_ring::pieces::Catalogue;
    use virtual_ring::sensors::{MOMENT_5X1, MOMENT_6X2, MOMENT_8X3};

    /// Returns the magnetic moment of a disc in A m2; N42 has a remanence of 1.29 T.
    fn moment(disc: DiscMagnet) -> f32 {
        let [across, thick] = [disc.across, disc.thick].map(|tenths| tenths as f32 / 10_000.0);
        let volume = std::f32::consts::PI * across * across / 4.0 * thick;
        1.29 * volume / (4e-7 * std::f32::consts::PI)
    }

    #[test]
    fn the_virtual_ring_has_the_magnets_that_are_bought() {
        let pairs = [
            (STRONG, MOMENT_8X3),
            (TOKEN, MOMENT_6X2),
            (of_marker(Strength::Weak), MOMENT_5X1),
        ];
        for (disc, modelled) in pairs {
            let real = moment(disc);
            assert!((real / modelled - 1.0).abs() < 0.02, "{disc}: {real}");
        }
    }

    #[test]
    fn the_virtual_sumos_are_the_same_way_round() {
        let catalogue = Catalogue {
            dimensions: Dimensions::ASSUMED,
            edition: Edition::SakuraSlam,
        };
        for seat in Seat::ALL {
            let plus = catalogue.moment(Piece::Sumo(seat)) > 0.0;
            assert_eq!(plus, of_sumo(seat) == Polarity::Plus, "{seat}");
        }
    }
}
