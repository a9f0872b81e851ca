//! Which magnet goes into which piece, and which way round.
//!
//! The codes are those the referee reads: [`markers::magnet_of`] and its like.
//! A reading rises if the south pole looks down at the sensor; so *plus* means
//! south pole down.

use super::Build;
use rules_core::board::Name;
use rules_core::board::mounts::{DOCK_REACH, PLATFORM_THICK};
use rules_core::games::kabuto::edition::Edition;
use rules_core::games::{abalone, sumoo};
use rules_core::place::Post;
use rules_core::player::{Colour, Seat};
use rules_core::referee;
use rules_core::referee::kabuto::markers;
use rules_core::sensing::magnet::{Magnet, Polarity, Strength};

/// A disc magnet of N42, magnetised along its axis, in tenths of a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Disc {
    /// Across.
    pub across: u32,
    /// Along its axis.
    pub thick: u32,
}

impl Disc {
    const fn new(across: u32, thick: u32) -> Self {
        Self { across, thick }
    }
}

impl std::fmt::Display for Disc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mm = |tenths: u32| f64::from(tenths) / 10.0;
        write!(f, "{} x {} mm", mm(self.across), mm(self.thick))
    }
}

/// How high in a piece a magnet sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sunk {
    /// Flush with the underside, or in it.
    Underside,
    /// Halfway up.
    Halfway,
}

/// What gets magnets.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The kind of piece.
    pub piece: String,
    /// How many there are in the box.
    pub pieces: usize,
    /// Which magnet.
    pub disc: Disc,
    /// For each magnet in a piece, how far to the right of its middle it sits, in
    /// mm, and how it reads.
    pub faces: Vec<(f64, Polarity)>,
    /// Where in the piece, in words.
    pub place: &'static str,
    /// How high in it.
    pub seat: Sunk,
    /// Across the piece, in mm, for the picture.
    pub wide: f64,
    /// From top to bottom, in mm, if it is not as thick as a disc.
    pub thick: Option<f64>,
    /// What the calibration calls it.
    pub strength: Option<Strength>,
}

impl Fitted {
    /// Magnets to buy.
    #[must_use]
    pub fn magnets(&self) -> usize {
        self.pieces * self.faces.len()
    }

    /// Which pole looks down, in words.
    #[must_use]
    pub fn down(&self) -> String {
        let poles: Vec<&str> = self.faces.iter().map(|it| pole(it.1)).collect();
        poles.join(", ")
    }
}

/// The pole that looks down at a sensor whose reading changes this way.
#[must_use]
pub const fn pole(polarity: Polarity) -> &'static str {
    match polarity {
        Polarity::Plus => "south",
        Polarity::Minus => "north",
    }
}

/// The magnet of a marker.
#[must_use]
pub const fn of_marker(strength: Strength) -> Disc {
    match strength {
        Strength::Strong => Disc::new(80, 30),
        Strength::Middle => TOKEN,
        Strength::Weak => Disc::new(50, 10),
    }
}

/// The magnet of a piece on a grid board: 31, 14 and 6 mT at its sensor.
#[must_use]
pub const fn of_cell(strength: Strength) -> Disc {
    match strength {
        Strength::Strong => Disc::new(50, 20),
        Strength::Middle => Disc::new(50, 10),
        Strength::Weak => Disc::new(40, 6),
    }
}

/// The magnet of a special token.
const TOKEN: Disc = Disc::new(60, 20);
/// The magnet of sumos, belt and platform.
const STRONG: Disc = of_marker(Strength::Strong);

/// Which way round the magnet of a sumo is: neighbours in the turn order
/// differ.
#[must_use]
pub const fn of_sumo(seat: Seat) -> Polarity {
    match seat {
        Seat::First | Seat::Third => Polarity::Plus,
        Seat::Second | Seat::Fourth => Polarity::Minus,
    }
}

/// Everything on this board that gets a magnet.
#[must_use]
pub fn of(build: &Build) -> Vec<Fitted> {
    match build.board() {
        Name::Ring | Name::RingLite => on_a_ring(build),
        Name::GridHex => marbles(),
        Name::GridSquare => tokens(),
    }
}

fn on_a_ring(build: &Build) -> Vec<Fitted> {
    let mm = |length: rules_core::board::Micrometres| f64::from(length.0) / 1000.0;
    let size = &build.dimensions;
    let reach = f64::from(DOCK_REACH) / 1000.0;
    let board = Some(f64::from(PLATFORM_THICK) / 1000.0);
    let mut all: Vec<Fitted> = Colour::ALL
        .into_iter()
        .map(|colour| {
            let Magnet { polarity, strength } = markers::magnet_of(colour);
            Fitted {
                piece: format!("corner marker, {colour}"),
                pieces: Post::ALL.len(),
                disc: of_marker(strength),
                faces: vec![(0.0, polarity)],
                place: "in the middle, flush with the underside",
                seat: Sunk::Underside,
                wide: 16.0,
                thick: None,
                strength: Some(strength),
            }
        })
        .collect();
    all.extend(Seat::ALL.map(|seat| Fitted {
        piece: format!("sumo of player {seat}"),
        pieces: 1,
        disc: STRONG,
        faces: vec![(0.0, of_sumo(seat))],
        place: "in the middle, halfway up",
        seat: Sunk::Halfway,
        wide: mm(size.sumo),
        thick: None,
        strength: None,
    }));
    let boxes = [Edition::SakuraSlam, Edition::KabutoSumo];
    let tokens = boxes.map(|edition| usize::from(edition.book().special_tokens));
    all.push(Fitted {
        piece: "special token".to_owned(),
        pieces: tokens.into_iter().max().unwrap_or(0),
        disc: TOKEN,
        faces: vec![(0.0, Polarity::Plus)],
        place: "in the middle, halfway up",
        seat: Sunk::Halfway,
        wide: mm(size.token),
        thick: None,
        strength: None,
    });
    all.push(Fitted {
        piece: "belt".to_owned(),
        pieces: 1,
        disc: STRONG,
        faces: vec![(0.0, Polarity::Plus)],
        place: "in the middle",
        seat: Sunk::Underside,
        wide: mm(size.diameters[Edition::SakuraSlam.book().centre]),
        thick: None,
        strength: None,
    });
    all.push(Fitted {
        piece: "platform, short edge (left, right)".to_owned(),
        pieces: 1,
        disc: STRONG,
        faces: vec![(-reach, Polarity::Plus), (reach, Polarity::Minus)],
        place: "in the underside, 6 mm from the short edge that lies against the ring, \
                20 mm to the left and right of its middle, seen from outside",
        seat: Sunk::Underside,
        wide: mm(size.platform_width),
        thick: board,
        strength: None,
    });
    all.push(Fitted {
        piece: "platform, right edge (front, back)".to_owned(),
        pieces: 1,
        disc: STRONG,
        faces: vec![
            (60.0 - mm(size.platform_length) / 2.0, Polarity::Minus),
            (100.0 - mm(size.platform_length) / 2.0, Polarity::Plus),
        ],
        place: "in the underside, 6 mm from the right edge, 60 and 100 mm back from the ring",
        seat: Sunk::Underside,
        wide: mm(size.platform_length),
        thick: board,
        strength: None,
    });
    all
}

fn marbles() -> Vec<Fitted> {
    use abalone::{Player, Start};
    let most = |player: Player| {
        let counts = Start::ALL.map(|start| {
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
        Fitted {
            piece: format!("piece of {player}"),
            pieces: most(player),
            disc: of_cell(strength),
            faces: vec![(0.0, polarity)],
            place: "in the middle of a flat piece, flush with the underside",
            seat: Sunk::Underside,
            wide: 20.0,
            thick: None,
            strength: Some(strength),
        }
    };
    Player::ALL.map(fitted).into()
}

fn tokens() -> Vec<Fitted> {
    let mut all: Vec<Fitted> = Vec::new();
    for token in sumoo::Token::ALL {
        let Magnet { polarity, strength } = referee::sumoo::magnet_of(token);
        let piece = format!("token {}, {}", token.force().number(), token.colour);
        match all.iter_mut().find(|it| it.piece == piece) {
            Some(fitted) => fitted.pieces += 1,
            None => all.push(Fitted {
                piece,
                pieces: 1,
                disc: of_cell(strength),
                faces: vec![(0.0, polarity)],
                place: "in the middle, flush with the underside",
                seat: Sunk::Underside,
                wide: 24.0,
                thick: None,
                strength: Some(strength),
            }),
        }
    }
    all.sort_by_key(|it| it.piece.split(", ").last().map(str::to_owned));
    all
}

#[cfg(all(test, feature = "physics"))]
mod tests {
    use super::{Disc, STRONG, TOKEN, of_marker, of_sumo};
    use crate::virtual_ring::pieces::Catalogue;
    use crate::virtual_ring::sensors::{MOMENT_5X1, MOMENT_6X2, MOMENT_8X3};
    use rules_core::board::Dimensions;
    use rules_core::games::kabuto::edition::Edition;
    use rules_core::piece::Piece;
    use rules_core::player::Seat;
    use rules_core::sensing::magnet::{Polarity, Strength};

    /// In A m²: N42 has a remanence of 1.29 T.
    fn moment(disc: Disc) -> f32 {
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
