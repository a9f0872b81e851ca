//! Panel side of the games: prompts, menus, repairs and sounds, behind one set of
//! names.
//!
//! [`PanelGame`] says what the panel needs from a game; its defaults suit a game on
//! a grid board, where moves are made on the board and only what no sensor sees is
//! in the menu. Each game implements it in a file beside this one.

use super::grid;
use super::input::PanelInput;
use super::kabuto::menu::{CardPage, MAX_LINES};
use super::sound::Tune;
use crate::board::cells::CellMarks;
use crate::lights::{Prompt, RepairHint, Seating, Spot};
use crate::match_game;
use crate::player::Seat;
use crate::referee::game::{AnyRuling, GamePart, RefereedGame};
use crate::referee::waiting::NextActions;
use crate::referee::{AnyAction, AnyGame, AnyRepair};
use heapless::Vec;

/// Actions that a player owes or may take, most urgent first.
pub(super) type Prompts = Vec<Prompt, 16, u8>;

/// Lines of a menu page.
pub(super) type MenuLines = Vec<MenuLine, MAX_LINES, u8>;

/// Place, kind and owner of a repair, as the lights show it.
pub(super) type RepairSign = (Option<Spot>, RepairHint, Option<Seat>);

/// Panel side of one game.
pub(super) trait PanelGame: RefereedGame {
    /// Returns the players, their colours, and those who are out.
    fn seating(&self) -> Seating {
        grid::seating(self)
    }

    /// True while pieces may still move, so that prompts must wait. On a grid board
    /// a piece in a hand is no reason to hide them.
    fn is_settling(&self) -> bool {
        false
    }

    /// Returns the action that states that everything is at rest; `None` if the
    /// board shows that by itself.
    fn rest_action(&self) -> Option<Self::Action> {
        None
    }

    /// Returns the actions that no sensor sees and that a menu offers, legal or not.
    fn unseen_actions(&self) -> [Option<Self::Action>; 2] {
        [None, None]
    }

    /// Returns the prompts, from what can come next.
    fn prompts(&self, _next: &NextActions, _input: &PanelInput<'_>) -> Prompts {
        grid::prompts(self)
    }

    /// Returns where and how something must be repaired, and whose it is.
    fn repair_sign(&self, repair: &Self::Repair, input: &PanelInput<'_>) -> RepairSign;

    /// Returns the first page of the menu.
    fn first_page(&self) -> MenuPage {
        MenuPage::Unseen
    }

    /// Returns the lines of a page.
    fn lines(&self, _page: &MenuPage) -> MenuLines {
        grid::lines(self)
    }

    /// Returns the page or action that the line with this number leads to; `None` if
    /// there is no such line.
    fn choose(&self, _page: &MenuPage, line: u8) -> Option<MenuStep> {
        grid::choose(self, line)
    }
}

/// Sound of one game's rulings.
pub(super) trait AudibleRuling {
    /// Returns the tune that the buzzer plays; `None` for silence.
    fn tune(&self) -> Option<Tune>;
}

/// A page of a turn's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MenuPage {
    /// Special moves and their choices.
    Card(CardPage),
    /// The only page of a game whose menu offers [`PanelGame::unseen_actions`].
    Unseen,
}

/// One line of a page, as far as the lights show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct MenuLine {
    /// Place it is about.
    pub at: Option<Spot>,
    /// Player it is about.
    pub whose: Option<Seat>,
}

/// Result of choosing a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub(super) enum MenuStep {
    /// Another page.
    To(MenuPage),
    /// An action to declare.
    Declared(AnyAction),
}

/// Returns the players, their colours, and those who are out.
pub(super) fn seating(game: &AnyGame) -> Seating {
    match_game!(AnyGame, game, game => game.seating())
}

/// True while pieces may still move, so that prompts must wait.
pub(super) fn is_settling(game: &AnyGame) -> bool {
    match_game!(AnyGame, game, game => game.is_settling())
}

/// Returns the action that states that everything is at rest; `None` if the board shows
/// that.
pub(super) fn rest_action(game: &AnyGame) -> Option<AnyAction> {
    match_game!(AnyGame, game, game => game.rest_action().map(GamePart::into_any))
}

/// Returns the prompts, from what can come next.
pub(super) fn prompts(game: &AnyGame, next: &NextActions, input: &PanelInput<'_>) -> Prompts {
    match_game!(AnyGame, game, game => game.prompts(next, input))
}

/// Returns the marks on the cells of a grid; a ring has none.
pub(super) fn cells(game: &AnyGame, input: &PanelInput<'_>) -> CellMarks {
    game.cell_marks(input.referee.table()).unwrap_or_default()
}

/// Returns where and how something must be repaired, and whose it is.
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

/// Returns the first page of the menu.
pub(super) fn first_page(game: &AnyGame) -> MenuPage {
    match_game!(AnyGame, game, game => game.first_page())
}

/// Returns the lines of a page.
pub(super) fn lines(game: &AnyGame, page: &MenuPage) -> MenuLines {
    match_game!(AnyGame, game, game => game.lines(page))
}

/// Returns the page or action that the line with this number leads to; `None` if there is
/// no such line.
pub(super) fn choose(game: &AnyGame, page: &MenuPage, line: u8) -> Option<MenuStep> {
    match_game!(AnyGame, game, game => game.choose(page, line))
}
