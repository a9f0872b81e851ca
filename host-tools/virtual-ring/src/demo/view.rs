//! View of one moment of a demo match as data: ground truth of the table, and rulings and
//! LEDs of the ring.

use crate::arena::{dock_point, platform_size};
use crate::geometry::{EdgeRelative, Shape, Solid};
use crate::pieces::mm;
use crate::play::Moment;
use crate::world::World;
use glam::{Vec2, Vec3};
use host_core::lights::bright;
use host_core::lights::colour_vision::{encoded, seen};
use host_core::palette::{self, Rgb};
use host_core::sentences::{Names, Phrasebook};
use rules_core::board::Profile;
use rules_core::games::kabuto;
use rules_core::lights::{LightState, RGB8};
use rules_core::place::{ByPost, Post};
use rules_core::player::{Colour, Seat};
use rules_core::referee::kabuto::markers::colour_of;
use rules_core::referee::{AnyGame, Referee};
use rules_core::time::Instant;

/// Contents of the demo screen at one moment, apart from the narration.
#[derive(Debug, Clone, PartialEq)]
pub struct DemoView {
    /// Time on the simulated clock.
    pub at: Instant,
    /// Board seen from above.
    pub board: BoardView,
    /// Players in turn order.
    pub players: Vec<PlayerView>,
    /// Colours of the markers on each post; `None` if the game has no markers.
    pub posts: Option<ByPost<Vec<Colour>>>,
    /// Actions that the ring waits for, as sentences, most urgent first.
    pub waiting: Vec<String>,
    /// Open question of the referee; `None` if there is none.
    pub question: Option<OpenQuestion>,
    /// Grounds of the last judgements, newest first.
    pub grounds: Vec<GroundView>,
}

/// Ground of a judgement, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroundView {
    /// Number of the journal line of the judgement.
    pub seq: u32,
    /// Evidence that the judgement rests on.
    pub seen: String,
    /// Certainty of the evidence.
    pub certainty: String,
    /// Policy or people that let the judgement pass.
    pub passed: String,
}

/// Open question of the referee, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Text of the question.
    pub text: String,
    /// Texts of the possible answers.
    pub answers: Vec<String>,
}

/// Player as shown on the demo screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerView {
    /// Letter on the player's pieces.
    pub letter: char,
    /// Colour of the player's pieces.
    pub colour: Rgb,
    /// Name of the player.
    pub name: String,
    /// Player's inventory, or the player's standing in a grid game, in words.
    pub holds: String,
    /// Status of the player in the match.
    pub role: PlayerStatus,
}

/// Status of a player in the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerStatus {
    /// The player's turn is in progress.
    Acts,
    /// The player waits for another player's turn to end.
    Waits,
    /// The player has lost.
    Out,
    /// The player has won.
    Won,
}

/// Board seen from above.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardView {
    /// Ring with pieces, platform and hands.
    Ring(RingView),
    /// Grid board with its cells.
    Grid(GridBoardView),
}

/// Ring seen from above; coordinates in mm from its centre, x to the east, y to the
/// north.
#[derive(Debug, Clone, PartialEq)]
pub struct RingView {
    /// Half the length of the ring's side, in mm.
    pub half: f32,
    /// Width of the gutter, in mm.
    pub gutter: f32,
    /// Pieces on and around the ring, lowest first.
    pub discs: Vec<DiscView>,
    /// Centre and half size of the platform; `None` while it is not docked.
    pub platform: Option<(Vec2, Vec2)>,
    /// Marker colours in the four slots of each post; `None` for an empty slot.
    pub markers: ByPost<[Option<Colour>; 4]>,
    /// Way of a push or place of the platform that a person chooses, as both ends of a
    /// line; `None` if nobody chooses.
    pub aim: Option<(Vec2, Vec2)>,
    /// Fingers of all hands, each as both ends of a rod and its radius, in mm.
    pub fingers: Vec<(Vec2, Vec2, f32)>,
    /// Colours of the LED strip, clockwise from the north-west corner; `None` for an LED
    /// that is off.
    pub leds: Vec<Option<Rgb>>,
}

/// Piece seen from above; an ellipse if it is tilted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiscView {
    /// Centre of the piece, in mm from the ring's centre.
    pub at: Vec2,
    /// Height of the piece's centre above the ring's surface, in mm.
    pub height: f32,
    /// Half the piece's greatest width, in mm.
    pub radius: f32,
    /// Half the piece's least width, in mm, and the direction of that width.
    pub thin: (f32, Vec2),
    /// Colour of the piece.
    pub colour: Rgb,
    /// Letter written on the piece.
    pub letter: char,
    /// True if the letter is always drawn, as on a sumo.
    pub named: bool,
}

/// Grid board from above.
#[derive(Debug, Clone, PartialEq)]
pub struct GridBoardView {
    /// Cells of the board, in board order.
    pub cells: Vec<CellView>,
    /// Half the width of a cell, as a fraction of the board's width.
    pub radius: f32,
    /// Cells that a person chooses from, by their place in `cells`, each with a letter.
    pub marks: Vec<(usize, char)>,
}

/// Cell of a grid board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellView {
    /// Centre of the cell, from 0 to 1 to the right and downwards.
    pub at: (f32, f32),
    /// Colour and letter of the piece on the cell; `None` if the cell is empty.
    pub piece: Option<(Rgb, char)>,
    /// Colour of the cell's LED; `None` while it is off.
    pub led: Option<Rgb>,
}

impl DemoView {
    /// Creates the view of a moment of a match on a ring.
    #[must_use]
    pub fn of_ring(mut moment: Moment<'_>, names: &Names) -> Self {
        let showing = moment.showing();
        let at = moment.now();
        let ring = moment.ring();
        let leds = leds(ring.profile(), showing, at);
        let referee = ring.referee();
        let game = referee
            .session()
            .game()
            .and_then(AnyGame::get::<kabuto::Match>);
        let colour = |seat: Seat| match game {
            Some(game) => game.terms().colours[seat],
            None => Colour::ALL[seat.index()],
        };
        let world = moment.scene.world();
        let markers =
            ByPost::from_fn(|post| world.markers()[post].map(|marker| colour_of(marker?)));
        let has_posts = game.is_some_and(|game| game.terms().book().has_posts());
        let posts = has_posts
            .then(|| ByPost::from_fn(|post: Post| markers[post].into_iter().flatten().collect()));
        Self {
            at,
            players: game.map_or_else(Vec::new, |game| seated(game, names)),
            posts,
            waiting: waiting(referee, names),
            question: asked(referee, names),
            grounds: grounds(referee, names),
            board: BoardView::Ring(RingView {
                half: world.ring_side() / 2.0,
                gutter: mm(world.catalogue().dimensions.gutter_width),
                discs: discs(world, colour),
                platform: platform(world),
                markers,
                aim: None,
                fingers: fingers(world),
                leds,
            }),
        }
    }
}

/// Returns the actions that the referee waits for as phrases, most urgent first.
#[must_use]
pub fn waiting(referee: &Referee, names: &Names) -> Vec<String> {
    let seat = referee.session().game().map(AnyGame::turn);
    let awaited = Phrasebook::english(names).waiting(&referee.waiting(), seat);
    awaited.into_iter().map(|awaited| awaited.text).collect()
}

/// Returns the referee's open question in words; `None` if there is none.
#[must_use]
pub fn asked(referee: &Referee, names: &Names) -> Option<OpenQuestion> {
    let question = referee.session().question()?;
    let seat = referee.session().game().map(AnyGame::turn);
    let book = Phrasebook::english(names);
    Some(OpenQuestion {
        text: book.question(question, seat),
        answers: book.choices(question),
    })
}

/// Returns the grounds of the referee's last judgements in words, newest first.
#[must_use]
pub fn grounds(referee: &Referee, names: &Names) -> Vec<GroundView> {
    let book = Phrasebook::english(names);
    let all = referee.session().why().grounds();
    all.map(|ground| GroundView {
        seq: ground.seq,
        seen: book.evidence(&ground.evidence.kind),
        certainty: book.certainty(ground.evidence.certainty),
        passed: book.passed_by(ground.passed),
    })
    .collect()
}

/// Returns the colours of the LED strip; `None` for an LED that is off.
#[must_use]
pub fn leds(profile: &Profile, showing: LightState, at: Instant) -> Vec<Option<Rgb>> {
    let lit = bright(profile, showing, at);
    let lit = lit.iter().take(usize::from(profile.leds));
    lit.map(|&led| (led != RGB8::default()).then(|| seen(led, None).map(encoded)))
        .collect()
}

fn seated(game: &kabuto::Match, names: &Names) -> Vec<PlayerView> {
    let book = Phrasebook::english(names);
    let (terms, state) = (game.terms(), game.state());
    let seats = terms.players.seats();
    seats
        .map(|seat| {
            let (side, colour) = (terms.side_of(seat), terms.colours[seat]);
            let opens = state.phase == kabuto::MatchPhase::Opening;
            let acting = if opens {
                terms.players.last()
            } else {
                state.turn.seat
            };
            let role = match game.outcome() {
                Some(outcome) if outcome.winner == side => PlayerStatus::Won,
                Some(_) => PlayerStatus::Out,
                None if state.out.contains(side) => PlayerStatus::Out,
                None if acting == seat => PlayerStatus::Acts,
                None => PlayerStatus::Waits,
            };
            PlayerView {
                letter: palette::letter(colour),
                colour: palette::rgb(colour),
                name: book.names.seat(seat, book.language).subject(),
                holds: book.stock(&state.inventories[side]),
                role,
            }
        })
        .collect()
}

fn discs(world: &World, colour: impl Fn(Seat) -> Colour) -> Vec<DiscView> {
    let catalogue = world.catalogue();
    let mut all: Vec<DiscView> = (world.things())
        .filter_map(|thing| world.thing(thing))
        .map(|(piece, pose)| {
            let [radius, _, thick] = catalogue.halves(piece);
            let axis = pose.rotation * Vec3::Z;
            let lean = axis.truncate();
            let thin = radius * axis.z.abs() + thick * lean.length();
            let (paint, letter) = palette::piece(piece, &colour);
            DiscView {
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
        let there = EdgeRelative { along, out, ..dock };
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
        .map(|solid| {
            let (reach, thick) = match solid.shape {
                Shape::Capsule {
                    half_length,
                    radius,
                } => (Vec3::Z * half_length, radius),
                Shape::Cuboid { half } => (Vec3::ZERO, half.truncate().min_element()),
                Shape::Disc { radius_x, .. } => (Vec3::ZERO, radius_x),
            };
            let reach = (solid.pose.rotation * reach).truncate();
            let at = solid.pose.position.truncate();
            (at - reach, at + reach, thick)
        })
        .collect()
}
