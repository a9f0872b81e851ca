//! # Dohyo's brain
//!
//! The rules of four push-off games, the sensing and the referee as pure values: no
//! I/O, no clock, no floats, no allocation, no panics. The same code judges on the
//! device, in the virtual ring and in every test.
//!
//! | module | what it is |
//! |---|---|
//! | [`clause`] | every rule of the printed books, with a number to cite |
//! | [`player`], [`piece`], [`place`] | the closed vocabulary: seats, sides, sizes, elements, posts |
//! | [`time`], [`lots`] | instants that are passed in; numbers that follow from a seed |
//! | [`board`] | how each board is wired, as data |
//! | [`sensing`] | raw frames in, observations with their certainty out |
//! | [`games`] | what is legal, what an action changes, who has won |
//! | [`lights`] | what the LEDs show, as a function of what is to be shown and the time |
//! | [`referee`] | weighs what is seen, decides, asks, and can always be overruled |
//! | [`panel`] | buttons in, wishes of people out; and what the lights are to show |
//! | [`journal`] | what happened, as records that outlive the power |
//! | [`wire`] | payloads to frames and back, for USB; the messages |
//! | `proof` | the raw frames each decision rests on, to be judged again elsewhere (feature `ring`) |
//! | `ring` | all of it together: the whole product between pins and bytes (feature `ring`) |
//!
//! # A game is a value
//!
//! It says what is legal, and if something is not, which clause forbids it:
//!
//! ```
//! use rules_core::games::abalone::{Move, Players, Start};
//!
//! let mut position = Start::usual(Players::Two).position();
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
//! [`referee`] shows one at work: an observation goes in, a ruling with its clause
//! comes out, and the records alone lead to the same state again.
//!
#![cfg_attr(
    feature = "ring",
    doc = r#"# A ring is everything between pins and bytes

It is told what happens, with the time; what it wants done is pulled. Here somebody
sets the opening marker, and what is seen becomes a ruling with its ground:

```
use rules_core::board::Name;
use rules_core::clause::Clause;
use rules_core::panel::plain;
use rules_core::place::Post;
use rules_core::player::{Colour, Players};
use rules_core::referee::Policies;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::ring::{Input, Job, Kept, Recall, Ring};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{Observation, What};
use rules_core::time::Instant;
use rules_core::wire::BootReason;

let kept = Kept::new(Name::RingLite);
let mut ring = Ring::new(kept, Recall::default(), BootReason::PowerUp, "0.0.0");
let game = plain::game(Players::Two, plain::ASSUMED[Players::Two]).unwrap();
let now = Instant(2_000_000);
ring.begin(now, &game, Policies::USUAL).unwrap();

let marker = Some(magnet_of(Colour::Blue));
let what = What::Marker { post: Post::One, slot: 0, marker, certainty: Certainty::FULL };
ring.step(now, Input::Seen(&Observation { at: now, what }));

let why = ring.referee().session().why();
let ground = why.by_clause(Clause::SsS6).unwrap();
let ruled: Vec<String> = why.rulings(ground.seq).map(|it| it.to_string()).collect();
assert_eq!(ruled[0], "SS-S6 marker of side 2 on post 1");
assert_eq!(ground.evidence.seen.to_string(), "marker +weak on post 1");
assert_eq!(ground.passed.to_string(), "accept", "the policy for markers");

assert!(matches!(ring.job(), Some(Job::Append { seq: 1, .. })), "lines for the flash");
assert_eq!(ring.lights(now).len(), 32, "a colour for each LED");
```"#
)]
//!
//! # Features
//!
//! | feature | brings |
//! |---|---|
//! | `ring` | the wire's messages, the evidence, and the ring itself |
//! | `storage` | the journal on a NOR flash |
//! | `serde`, `defmt` | values to be stored or sent, and to be logged |
#![no_std]
#![forbid(unsafe_code)]

pub mod board;
mod checksum;
pub mod clause;
mod closed;
pub mod games;
pub mod journal;
pub mod lights;
pub mod lots;
pub mod panel;
pub mod piece;
pub mod place;
pub mod player;
#[cfg(feature = "ring")]
pub mod proof;
pub mod referee;
#[cfg(feature = "ring")]
pub mod ring;
pub mod sensing;
pub mod time;
pub mod wire;
