//! Lists to choose from: the menu of a turn, and the matches that can begin.

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

/// An open menu. It belongs to one state of the match, and closes when that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Menu {
    /// Hash of the session it belongs to.
    pub hash: u64,
    /// Time at which it closes without a press.
    pub until: Instant,
    page: MenuPage,
    selected: u8,
    /// Number of lines on the page; `line` is the selected one. Stored because listing
    /// them takes time.
    count: u8,
    line: MenuLine,
}

impl Menu {
    /// Opens the menu of a turn; `None` if there is nothing to declare.
    pub fn open(now: Instant, game: &AnyGame, hash: u64) -> Option<Self> {
        Self::on(now, game, hash, game::first_page(game))
    }

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

    /// Returns the menu with the next line selected.
    #[must_use]
    pub fn next(mut self, now: Instant, game: &AnyGame) -> Self {
        self.selected = following(self.selected, self.count);
        self.until = now + LIST_STAYS;
        let lines = game::lines(game, &self.page);
        let line = lines.get(usize::from(self.selected));
        self.line = line.copied().unwrap_or_default();
        self
    }

    /// Chooses the selected line. Returns another page or a declaration; `None` if the
    /// line is gone.
    pub fn select(&self, now: Instant, game: &AnyGame) -> Option<MenuResult> {
        match game::choose(game, &self.page, self.selected)? {
            MenuStep::To(page) => Self::on(now, game, self.hash, page).map(MenuResult::More),
            MenuStep::Declared(play) => Some(MenuResult::Declared(play)),
        }
    }

    /// Returns the menu as the lights show it.
    pub const fn focus(&self) -> Focus {
        Focus::Menu {
            at: self.line.at,
            whose: self.line.whose,
            answers: paged(self.selected, self.count),
        }
    }
}

/// Result of choosing a line.
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub(super) enum MenuResult {
    /// Another page.
    More(Menu),
    /// A declaration.
    Declared(crate::referee::AnyAction),
}

/// Returns the line after this one, and the first after the last.
pub(super) const fn following(selected: u8, count: u8) -> u8 {
    if selected.saturating_add(1) < count {
        selected + 1
    } else {
        0
    }
}

/// Returns the part of a list that the lights show: eight lines at a time.
pub(super) const fn paged(selected: u8, count: u8) -> AnswerList {
    const PART: u8 = 8;
    let before = selected / PART * PART;
    let left = count.saturating_sub(before);
    AnswerList {
        count: if left < PART { left } else { PART },
        selected: Some(selected - before),
    }
}

/// Matches that can begin.
pub(super) type Starts = Vec<QuickStart, 4, u8>;

impl Panel {
    /// Returns the matches that can begin without a host: the last match again, and quick
    /// matches where a board has them.
    pub(super) fn starts(view: &PanelInput<'_>) -> Starts {
        let again = view.last.map(|_| QuickStart::Again);
        let plain: &[Players] = match view.profile.name {
            BoardId::Ring | BoardId::RingLite => &Players::ALL,
            BoardId::GridHex | BoardId::GridSquare => &[],
        };
        let plain = plain.iter().map(|&players| QuickStart::Plain(players));
        again.into_iter().chain(plain).collect()
    }
}
