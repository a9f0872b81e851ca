//! Panel functions of all games: prompts, menus, repairs and sounds.
//!
//! [`PanelGame`] states what the panel needs from a game. Its defaults suit a grid board,
//! where moves are made on the board and the menu offers only actions that no sensor
//! sees. Each game implements the trait in its own file. The functions below call it for
//! the game in an [`AnyGame`].

use super::grid;
use super::input::PanelInput;
use super::kabuto::menu::{CardPage, MAX_LINES};
use super::sound::Tune;
use crate::board::cells::CellMarks;
use crate::lights::{Prompt, RepairHint, Seating, Spot};
use crate::match_game;
use crate::player::Seat;
use crate::referee::game::{AnyRuling, RefereedGame};
use crate::referee::waiting::NextActions;
use crate::referee::{AnyAction, AnyGame, AnyRepair};
use heapless::Vec;

/// Actions that a player must or may take, most urgent first.
pub(super) type Prompts = Vec<Prompt, 16, u8>;

/// Lines of a menu page, with their places and players.
pub(super) type MenuLines = Vec<MenuLine, MAX_LINES, u8>;

/// Repair as the lights show it: its place, its kind, and the owner of the piece.
pub(super) type RepairSign = (Option<Spot>, RepairHint, Option<Seat>);

/// Panel functions of one game.
pub(super) trait PanelGame: RefereedGame {
    /// Returns the players of the match, their colours, and those who are out.
    fn seating(&self) -> Seating {
        grid::seating(self)
    }

    /// True while pieces may still move after a push, so that the panel shows no prompts.
    /// Always false on a grid board: a piece in a hand is no reason to hide the prompts.
    fn is_settling(&self) -> bool {
        false
    }

    /// Returns the actions that no sensor sees and that the menu offers, legal or not.
    fn unseen_actions(&self) -> [Option<Self::Action>; 2] {
        [None, None]
    }

    /// Returns the prompts for the next actions of the match.
    fn prompts(&self, _next: &NextActions, _input: &PanelInput<'_>) -> Prompts {
        grid::prompts(self)
    }

    /// Returns the place and kind of a repair, and the owner of the piece.
    fn repair_sign(&self, repair: &Self::Repair, input: &PanelInput<'_>) -> RepairSign;

    /// Returns the first page of a turn's menu.
    fn first_page(&self) -> MenuPage {
        MenuPage::Unseen
    }

    /// Returns the lines of a menu page.
    fn lines(&self, _page: &MenuPage) -> MenuLines {
        grid::lines(self)
    }

    /// Returns the page or action that the menu line with this index leads to; `None` if
    /// there is no such line.
    fn choose(&self, _page: &MenuPage, line: u8) -> Option<MenuStep> {
        grid::choose(self, line)
    }
}

/// Ruling of a game, for which the buzzer may play a tune.
pub(super) trait AudibleRuling {
    /// Returns the tune that the buzzer plays to this ruling; `None` for silence.
    fn tune(&self) -> Option<Tune>;
}

/// A page of a turn's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MenuPage {
    /// Page of special moves or of their choices, in Kabuto Sumo and Sakura Slam.
    Card(CardPage),
    /// Only page of a grid game, whose menu offers [`PanelGame::unseen_actions`].
    Unseen,
}

/// A menu line, as the lights show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct MenuLine {
    /// Place that the line refers to; `None` if it refers to none.
    pub at: Option<Spot>,
    /// Player that the line refers to; `None` if it refers to none.
    pub whose: Option<Seat>,
}

/// Result of choosing a menu line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub(super) enum MenuStep {
    /// The line leads to this page.
    To(MenuPage),
    /// The line declares this action.
    Declared(AnyAction),
}

/// Returns the players of a match, their colours, and those who are out.
pub(super) fn seating(game: &AnyGame) -> Seating {
    match_game!(AnyGame, game, game => game.seating())
}

/// True while pieces may still move after a push, so that the panel shows no prompts.
pub(super) fn is_settling(game: &AnyGame) -> bool {
    match_game!(AnyGame, game, game => game.is_settling())
}

/// Returns the prompts for the next actions of a match.
pub(super) fn prompts(game: &AnyGame, next: &NextActions, input: &PanelInput<'_>) -> Prompts {
    match_game!(AnyGame, game, game => game.prompts(next, input))
}

/// Returns the cells of a grid board to highlight; a ring has none.
pub(super) fn cells(game: &AnyGame, input: &PanelInput<'_>) -> CellMarks {
    game.cell_marks(input.referee.table()).unwrap_or_default()
}

/// Returns the place and kind of a repair, and the owner of the piece.
pub(super) fn repair_sign(
    game: &AnyGame,
    repair: &AnyRepair,
    input: &PanelInput<'_>,
) -> RepairSign {
    fn sign<G: PanelGame>(game: &G, repair: &AnyRepair, input: &PanelInput<'_>) -> RepairSign {
        let repair = repair.get::<G::Repair>();
        let elsewhere = (None, RepairHint::Look, None);
        repair.map_or(elsewhere, |repair| game.repair_sign(repair, input))
    }
    match_game!(AnyGame, game, game => sign(game, repair, input))
}

/// Returns the tune that the buzzer plays to a ruling; `None` for silence.
pub(super) fn tune(ruling: &AnyRuling) -> Option<Tune> {
    match_game!(AnyRuling, ruling, ruling => ruling.tune())
}

/// Returns the first page of a turn's menu.
pub(super) fn first_page(game: &AnyGame) -> MenuPage {
    match_game!(AnyGame, game, game => game.first_page())
}

/// Returns the lines of a menu page.
pub(super) fn lines(game: &AnyGame, page: &MenuPage) -> MenuLines {
    match_game!(AnyGame, game, game => game.lines(page))
}

/// Returns the page or action that the menu line with this index leads to; `None` if
/// there is no such line.
pub(super) fn choose(game: &AnyGame, page: &MenuPage, line: u8) -> Option<MenuStep> {
    match_game!(AnyGame, game, game => game.choose(page, line))
}
