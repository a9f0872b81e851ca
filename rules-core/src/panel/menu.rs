//! Lists on the panel: the menu of a turn, and the matches that can begin.

use super::game::{self, MenuLine, MenuPage, MenuStep};
use super::input::PanelInput;
use super::intent::QuickStart;
use super::{LIST_STAYS, Panel};
use crate::board::BoardId;
use crate::lights::{AnswerList, Focus};
use crate::player::Players;
use crate::referee::AnyGame;
use crate::time::Instant;
use heapless::Vec;

/// An open menu of a turn. It closes when the state of the match changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Menu {
    /// Hash of the session for which the menu was opened.
    pub hash: u64,
    /// Time at which the menu closes without a press.
    pub until: Instant,
    page: MenuPage,
    selected: u8,
    /// Number of lines on the page, stored because listing them is expensive.
    count: u8,
    /// Selected line, stored because listing the lines is expensive.
    line: MenuLine,
}

impl Menu {
    /// Opens the menu of a turn; returns `None` if there is nothing to declare.
    pub fn open(now: Instant, game: &AnyGame, hash: u64) -> Option<Self> {
        Self::on(now, game, hash, game::first_page(game))
    }

    /// Opens a page of the menu with its first line selected; `None` if it has no line.
    fn on(now: Instant, game: &AnyGame, hash: u64, page: MenuPage) -> Option<Self> {
        let lines = game::lines(game, &page);
        let line = *lines.first()?;
        Some(Self {
            hash,
            until: now + LIST_STAYS,
            page,
            selected: 0,
            count: lines.len() as u8,
            line,
        })
    }

    /// Returns the menu with the next line selected, or the first after the last.
    #[must_use]
    pub fn next(mut self, now: Instant, game: &AnyGame) -> Self {
        self.selected = following(self.selected, self.count);
        self.until = now + LIST_STAYS;
        let lines = game::lines(game, &self.page);
        let line = lines.get(usize::from(self.selected));
        self.line = line.copied().unwrap_or_default();
        self
    }

    /// Chooses the selected line. Returns the menu on another page, or the declared
    /// action; `None` if the line no longer exists.
    pub fn select(&self, now: Instant, game: &AnyGame) -> Option<MenuResult> {
        match game::choose(game, &self.page, self.selected)? {
            MenuStep::To(page) => Self::on(now, game, self.hash, page).map(MenuResult::More),
            MenuStep::Declared(play) => Some(MenuResult::Declared(play)),
        }
    }

    /// Returns the menu for the lights: selected line, its place and its player.
    pub const fn focus(&self) -> Focus {
        Focus::Menu {
            at: self.line.at,
            whose: self.line.whose,
            answers: paged(self.selected, self.count),
        }
    }
}

/// Result of choosing a line of a menu.
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub(super) enum MenuResult {
    /// The line leads to another page of the menu.
    More(Menu),
    /// The line declares this action.
    Declared(crate::referee::AnyAction),
}

/// Returns the index of the next of `count` lines, and 0 after the last.
pub(super) const fn following(selected: u8, count: u8) -> u8 {
    if selected.saturating_add(1) < count {
        selected + 1
    } else {
        0
    }
}

/// Returns the part of a list that the lights show: the group of eight lines that
/// contains the selected one.
pub(super) const fn paged(selected: u8, count: u8) -> AnswerList {
    const PART: u8 = 8;
    let before = selected / PART * PART;
    let left = count.saturating_sub(before);
    AnswerList {
        count: if left < PART { left } else { PART },
        selected: Some(selected - before),
    }
}

/// Matches that can begin without a host: a rematch, and one quick match per number of
/// players.
pub(super) type Starts = Vec<QuickStart, 4, u8>;

impl Panel {
    /// Returns the matches that can begin without a host: the last match again, and quick
    /// matches on a ring.
    pub(super) fn starts(view: &PanelInput<'_>) -> Starts {
        let again = view.last.map(|_| QuickStart::Again);
        let plain: &[Players] = match view.profile.name {
            BoardId::Ring => &Players::ALL,
            BoardId::GridHex | BoardId::GridSquare => &[],
        };
        let plain = plain.iter().map(|&players| QuickStart::Plain(players));
        again.into_iter().chain(plain).collect()
    }
}
