//! Documents for builders of a board, generated from its [`Profile`]: parts, power, pins,
//! plugs, timing, holes and magnets.
//!
//! Every pin, channel and beam comes from [`rules_core::board`]. After a change there,
//! the test `generated_documents` fails until the files beside the builder's guide are
//! written again:
//!
//! ```text
//! dohyo wiring --write firmware/boards
//! ```
//!
//! Part names, resistor values and currents are stated in [`bom`] and [`power`]. They are
//! calculated from data sheets and have not been measured on a built board yet.

pub mod bom;
pub mod emitters;
pub mod magnets;
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
pub mod timing;

use rules_core::board::{BoardId, Dimensions, Profile};

/// Board to build: its wiring and its dimensions.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// Wiring of the board.
    pub profile: &'static Profile,
    /// Dimensions of the owner's ring; not used for a grid board, which has fixed ones.
    pub dimensions: Dimensions,
}

impl Build {
    /// Creates a build of this kind of board with these dimensions.
    #[must_use]
    pub const fn new(board: BoardId, dimensions: Dimensions) -> Self {
        Self {
            profile: Profile::of(board),
            dimensions,
        }
    }

    /// Returns the kind of the board.
    #[must_use]
    pub const fn board(&self) -> BoardId {
        self.profile.name
    }
}

/// File generated for builders of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// File name, without a folder.
    pub file: String,
    /// Contents of the file.
    pub content: String,
}

/// Generates all files of a board: a page of text first, then its drawings.
///
/// ```
/// use host_tools::wiring::{Build, documents};
/// use rules_core::board::{BoardId, Dimensions};
///
/// let all = documents(&Build::new(BoardId::GridHex, Dimensions::ASSUMED));
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
    all.extend(
        stencil::stencils_for(build)
            .into_iter()
            .map(|stencil| Document {
                file: format!("{board}-{}.svg", stencil.name),
                content: stencil.svg,
            }),
    );
    all
}
