//! What a builder needs of a board, made from its [`Profile`]: parts, power,
//! pins, plugs, holes and magnets.
//!
//! Nothing here is typed twice. A pin, a channel or a beam that changes in
//! [`rules_core::board`] changes here, and the test `generated_documents` fails
//! until the files beside the builder's guide are written anew:
//!
//! ```text
//! dohyo wiring --write firmware/boards
//! ```
//!
//! What a part is called, which resistor goes with it and how much it draws is
//! said in [`parts`] and [`power`]: these figures are calculated from data sheets
//! and nobody has measured them on a built board yet.

pub mod emitters;
pub mod magnets;
pub mod parts;
pub mod pins;
pub mod plan;
pub mod plugs;
pub mod power;
pub mod registers;
mod sheet;
pub mod stencil;
mod stencil_cells;
mod stencil_corner;
mod stencil_dock;
mod stencil_magnets;
mod stencil_side;
pub mod text;

use rules_core::board::{Dimensions, Name, Profile};

/// A board that somebody builds: how it is wired, and how large it is.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// How it is wired.
    pub profile: &'static Profile,
    /// The owner's dimensions; a grid board has only its own.
    pub dimensions: Dimensions,
}

impl Build {
    /// A board of these dimensions.
    #[must_use]
    pub const fn new(board: Name, dimensions: Dimensions) -> Self {
        Self {
            profile: Profile::of(board),
            dimensions,
        }
    }

    /// The name of its board.
    #[must_use]
    pub const fn board(&self) -> Name {
        self.profile.name
    }
}

/// A file that is made from a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its name, without a folder.
    pub file: String,
    /// What is in it.
    pub content: String,
}

/// Every file of a board: one to read, and its pictures.
///
/// ```
/// use host_tools::wiring::{Build, documents};
/// use rules_core::board::{Dimensions, Name};
///
/// let all = documents(&Build::new(Name::GridHex, Dimensions::ASSUMED));
/// assert_eq!(all[0].file, "grid-hex.md");
/// assert!(all[0].content.contains("| 61 |"), "a sensor for each cell");
/// ```
#[must_use]
pub fn documents(build: &Build) -> Vec<Document> {
    let board = build.board();
    let mut all = vec![
        Document {
            file: format!("{board}.md"),
            content: text::page(build),
        },
        Document {
            file: format!("{board}-wiring.svg"),
            content: plan::svg(build),
        },
    ];
    all.extend(stencil::of(build).into_iter().map(|stencil| Document {
        file: format!("{board}-{}.svg", stencil.name),
        content: stencil.svg,
    }));
    all
}
