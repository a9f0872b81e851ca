//! # Rules, sensing and referee of Dohyo
//!
//! The rules of four push-off games, the sensing and the referee as pure values: no I/O, no
//! clock, no floats, no allocation, no panics. The same code runs on the device, in the
//! virtual ring and in every test.
//!
//! | module | content |
//! |---|---|
//! | [`clause`] | every rule of the printed books, with a number to cite |
//! | [`player`], [`piece`], [`place`] | the closed vocabulary: seats, sides, sizes, elements, posts |
//! | [`time`], [`rng`] | instants that are passed in; random numbers from a seed |
//! | [`board`] | wiring of each board, as data |
//! | `sensing` | raw frames to observations with their certainty |
//! | [`games`] | legal actions, their effects, winners |
//! | `lights` | LED colours as a function of the state to show and the time |
//! | `referee` | judges evidence, asks, and can always be overruled |
//! | `panel` | button presses to intents of people; the state the lights show |
//! | `journal` | records that survive a power cut |
//! | `wire` | payloads to frames and back, for USB; the messages |
//! | `capture` | raw frames that each decision rests on, for replay elsewhere |
//! | `ring` | all modules together: the whole product between pins and bytes |
//!
//! # A game is a value
//!
//! A game states what is legal, and for any other action the clause that forbids it:
//!
//! ```
//! use rules_core::games::abalone::{Move, Players, StartPosition};
//!
//! let mut position = StartPosition::usual(Players::Two).position();
//! let step: Move = "c3d3".parse()?;
//! position.play(step)?;
//!
//! let again: Move = "c4d4".parse()?;
//! let refused = position.play(again).expect_err("it is White's turn");
//! assert_eq!(refused.clause.id(), "AB-2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A referee is a fold over records
//!
//! `referee` shows one at work: an observation goes in, a ruling with its clause comes out,
//! and the records alone lead to the same state again.
//!
#![cfg_attr(
    feature = "ring",
    doc = r#"# A ring is everything between pins and bytes

Inputs go in with their time; outputs are pulled. Here a player sets the opening marker, and
the observation becomes a ruling with its ground:

```
use rules_core::board::BoardId;
use rules_core::clause::Clause;
use rules_core::panel::quick_match;
use rules_core::place::Post;
use rules_core::player::{Colour, Players};
use rules_core::referee::Policies;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::ring::{Input, Job, Ring, StoredConfig};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{Observation, ObservationKind};
use rules_core::time::Instant;
use rules_core::wire::BootReason;

let config = StoredConfig::new(BoardId::Ring);
let mut ring = Ring::new(&config, BootReason::PowerUp, "0.0.0");
let layout = quick_match::DEFAULT_LAYOUTS[Players::Two];
let game = quick_match::game(Players::Two, layout).unwrap();
let now = Instant(2_000_000);
ring.begin(now, &game, Policies::DEFAULT).unwrap();

let marker = Some(magnet_of(Colour::Blue));
let certainty = Certainty::FULL;
let kind = ObservationKind::Marker { post: Post::One, slot: 0, marker, certainty };
ring.step(now, Input::Seen(&Observation::external(now, kind)));

let why = ring.referee().session().why();
let ground = why.by_clause(Clause::SsS6).unwrap();
let rulings: Vec<String> = why.rulings(ground.seq).map(|ruling| ruling.to_string()).collect();
assert_eq!(rulings[0], "SS-S6 marker of side 2 on post 1");
assert_eq!(ground.evidence.kind.to_string(), "marker +weak on post 1");
assert_eq!(ground.passed.to_string(), "accept", "the policy for markers");

assert!(matches!(ring.job(), Some(Job::Append { seq: 1, .. })), "lines for the flash");
assert_eq!(ring.lights(now).len(), 64, "a colour for each LED");
```"#
)]
//!
//! # Features
//!
//! Without any feature: the vocabulary, the boards and the games, with no crate but
//! `heapless`.
//!
//! | feature | content |
//! |---|---|
//! | `sensing` | `sensing` |
//! | `lights` | `lights` |
//! | `referee` | `referee`, with `sensing` |
//! | `panel` | `panel`, with `referee` and `lights` |
//! | `journal` | the record format of `journal` |
//! | `storage` | the journal on a NOR flash |
//! | `wire` | the frames of `wire` |
//! | `ring` | `ring` and `capture`, the messages of `wire`, and all of the above but `storage` |
//! | `serde`, `defmt` | serialisation of values, and logging of values |
#![no_std]
#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic)]

pub mod board;
#[cfg(feature = "ring")]
pub mod capture;
#[cfg(any(feature = "journal", feature = "wire"))]
mod checksum;
pub mod clause;
mod closed_enum;
pub mod games;
mod hash;
#[cfg(feature = "journal")]
pub mod journal;
#[cfg(feature = "lights")]
pub mod lights;
#[cfg(feature = "panel")]
pub mod panel;
pub mod piece;
pub mod place;
pub mod player;
#[cfg(feature = "referee")]
pub mod referee;
#[cfg(feature = "ring")]
pub mod ring;
pub mod rng;
#[cfg(feature = "sensing")]
pub mod sensing;
pub mod time;
#[cfg(feature = "wire")]
pub mod wire;
