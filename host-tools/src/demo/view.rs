//! What is to be seen at one moment, as data: taken from the table as it truly
//! is, and from the ring as it judges and shines.

use super::colours::{self, Rgb};
use super::words::Names;
use crate::lights::eyes::{encoded, seen};
use crate::local::bright;
use crate::virtual_ring::arena::{dock_point, platform_size};
use crate::virtual_ring::pieces::mm;
use crate::virtual_ring::play::Moment;
use crate::virtual_ring::space::{Beside, Shape, Solid};
use crate::virtual_ring::world::World;
use glam::{Vec2, Vec3};
use rules_core::board::Profile;
use rules_core::games::kabuto;
use rules_core::lights::{RGB8, Showing};
use rules_core::place::{ByPost, Post};
use rules_core::player::{Colour, Seat};
use rules_core::referee::kabuto::markers::colour_of;
use rules_core::referee::{Game, Referee};
use rules_core::time::Instant;

/// Everything on the screen but the words that were told.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// When it is.
    pub at: Instant,
    /// The board from above.
    pub board: Board,
    /// In turn order.
    pub players: Vec<Seated>,
    /// The markers on the posts, if the game has any.
    pub posts: Option<ByPost<Vec<Colour>>>,
    /// What is waited for.
    pub waiting: Vec<String>,
    /// The open question.
    pub question: Option<Asked>,
}

/// A question that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The question.
    pub text: String,
    /// Its answers.
    pub answers: Vec<String>,
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// The letter on their pieces.
    pub letter: char,
    /// Their colour.
    pub colour: Rgb,
    /// What they are called.
    pub name: String,
    /// What they hold, or how they stand.
    pub holds: String,
    /// How it is with them.
    pub role: Role,
}

/// How it is with a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is their turn.
    Acts,
    /// It is another's.
    Waits,
    /// They have lost.
    Out,
    /// They have won.
    Won,
}

/// A board from above.
#[derive(Debug, Clone, PartialEq)]
pub enum Board {
    /// A ring.
    Ring(Ring),
    /// A grid.
    Grid(Grid),
}

/// The ring from above, in mm around its middle; x points east, y north.
#[derive(Debug, Clone, PartialEq)]
pub struct Ring {
    /// Half a side.
    pub half: f32,
    /// How wide the gutter around it is.
    pub gutter: f32,
    /// The pieces, lowest first.
    pub discs: Vec<Disc>,
    /// The platform: its middle, and half its size.
    pub platform: Option<(Vec2, Vec2)>,
    /// What is in the slots of each post.
    pub markers: ByPost<[Option<Colour>; 4]>,
    /// Fingers: both ends and how thick.
    pub fingers: Vec<(Vec2, Vec2, f32)>,
    /// The strip, clockwise from the north-west corner.
    pub leds: Vec<Option<Rgb>>,
}

/// A piece from above: an ellipse, if it tilts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    /// Its middle.
    pub at: Vec2,
    /// The height of its middle.
    pub height: f32,
    /// Half its greatest width.
    pub radius: f32,
    /// Half its least width, and which way that is.
    pub thin: (f32, Vec2),
    /// Its colour.
    pub colour: Rgb,
    /// Its letter.
    pub letter: char,
    /// Whether the letter is always written: a sumo's is.
    pub named: bool,
}

/// A grid board from above.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Each cell: its middle from 0 to 1 to the right and downwards, what is on
    /// it, and its LED.
    pub cells: Vec<Cell>,
    /// Half a cell's width.
    pub radius: f32,
}

/// A cell of a grid board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Its middle.
    pub at: (f32, f32),
    /// What is on it.
    pub piece: Option<(Rgb, char)>,
    /// What its LED shows.
    pub led: Option<Rgb>,
}

impl View {
    /// What is to be seen of a match on a ring.
    #[must_use]
    pub fn of_ring(mut moment: Moment<'_>, names: &Names) -> Self {
        let showing = moment.showing();
        let at = moment.now();
        let ring = moment.ring();
        let leds = leds(ring.profile(), showing, at);
        let referee = ring.referee();
        let game = match referee.session().game() {
            Some(Game::Kabuto(game)) => Some(game),
            _ => None,
        };
        let colour = |seat: Seat| match game {
            Some(game) => game.terms().colours[seat],
            None => Colour::ALL[seat.index()],
        };
        let world = moment.scene.world();
        let markers = ByPost::from_fn(|post| world.markers()[post].map(|it| colour_of(it?)));
        let has_posts = game.is_some_and(|it| it.terms().book().has_posts());
        let posts = has_posts
            .then(|| ByPost::from_fn(|post: Post| markers[post].into_iter().flatten().collect()));
        Self {
            at,
            players: game.map_or_else(Vec::new, |it| seated(it, names)),
            posts,
            waiting: names.waiting(&referee.waiting(), referee.session().game()),
            question: asked(referee, names),
            board: Board::Ring(Ring {
                half: world.ring_side() / 2.0,
                gutter: mm(world.catalogue().dimensions.gutter_width),
                discs: discs(world, colour),
                platform: platform(world),
                markers,
                fingers: fingers(world),
                leds,
            }),
        }
    }
}

/// The open question in words.
#[must_use]
pub fn asked(referee: &Referee, names: &Names) -> Option<Asked> {
    let question = referee.session().question()?;
    Some(Asked {
        text: names.question(question),
        answers: question.choices.iter().map(|it| names.choice(it)).collect(),
    })
}

/// The strip as it is painted; nothing where it is dark.
#[must_use]
pub fn leds(profile: &Profile, showing: Showing, at: Instant) -> Vec<Option<Rgb>> {
    let lit = bright(profile, showing, at);
    let lit = lit.iter().take(usize::from(profile.leds));
    lit.map(|&led| (led != RGB8::default()).then(|| seen(led, None).map(encoded)))
        .collect()
}

fn seated(game: &kabuto::Match, names: &Names) -> Vec<Seated> {
    let (terms, state) = (game.terms(), game.state());
    let seats = terms.players.seats();
    seats
        .map(|seat| {
            let (side, colour) = (terms.side_of(seat), terms.colours[seat]);
            let opens = state.phase == kabuto::Phase::Opening;
            let acting = if opens {
                terms.players.last()
            } else {
                state.turn.seat
            };
            let role = match game.outcome() {
                Some(outcome) if outcome.winner == side => Role::Won,
                Some(_) => Role::Out,
                None if state.out.contains(side) => Role::Out,
                None if acting == seat => Role::Acts,
                None => Role::Waits,
            };
            Seated {
                letter: colours::letter(colour),
                colour: colours::of(colour),
                name: names.of(seat),
                holds: names.stock(&state.inventories[side]),
                role,
            }
        })
        .collect()
}

fn discs(world: &World, colour: impl Fn(Seat) -> Colour) -> Vec<Disc> {
    let catalogue = world.catalogue();
    let mut all: Vec<Disc> = (world.things())
        .filter_map(|it| world.thing(it))
        .map(|(piece, pose)| {
            let [radius, _, thick] = catalogue.halves(piece);
            let axis = pose.rotation * Vec3::Z;
            let lean = axis.truncate();
            let thin = radius * axis.z.abs() + thick * lean.length();
            let (paint, letter) = colours::piece(piece, &colour);
            Disc {
                at: pose.position.truncate(),
                height: pose.position.z,
                radius,
                thin: (thin.min(radius), lean.normalize_or(Vec2::X)),
                colour: paint,
                letter,
                named: letter.is_ascii_uppercase(),
            }
        })
        .collect();
    all.sort_by(|a, b| a.height.total_cmp(&b.height));
    all
}

fn platform(world: &World) -> Option<(Vec2, Vec2)> {
    let docking = world.platform()?;
    let dock = dock_point(docking.place);
    let (along, out) = platform_size(&world.catalogue().dimensions, docking.facing);
    let corner = |along: f32, out: f32| {
        let there = Beside { along, out, ..dock };
        there.at_height(world.ring_side(), 0.0).truncate()
    };
    let one = corner(dock.along - along / 2.0, 0.0);
    let other = corner(dock.along + along / 2.0, out);
    Some(((one + other) / 2.0, ((one - other) / 2.0).abs()))
}

fn fingers(world: &World) -> Vec<(Vec2, Vec2, f32)> {
    let mut solids: Vec<Solid> = Vec::new();
    for hand in world.hands() {
        hand.solids(1.0, &mut solids);
    }
    (solids.iter())
        .map(|it| {
            let (reach, thick) = match it.shape {
                Shape::Capsule {
                    half_length,
                    radius,
                } => (Vec3::Z * half_length, radius),
                Shape::Cuboid { half } => (Vec3::ZERO, half.truncate().min_element()),
                Shape::Disc { radius_x, .. } => (Vec3::ZERO, radius_x),
            };
            let reach = (it.pose.rotation * reach).truncate();
            let at = it.pose.position.truncate();
            (at - reach, at + reach, thick)
        })
        .collect()
}
