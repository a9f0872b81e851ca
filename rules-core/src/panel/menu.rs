//! Lists to choose from: the menu of a turn, and what can be begun.

use super::deed::Start;
use super::game::{self, Line, Page, Turned};
use super::view::View;
use super::{LIST_STAYS, Panel};
use crate::board::Name;
use crate::lights::{Answers, Focus};
use crate::player::Players;
use crate::referee::Game;
use crate::time::Instant;
use heapless::Vec;

/// An open menu. It is about one moment of the match, and gone with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Menu {
    /// The session it is about.
    pub hash: u64,
    /// It closes then, if nobody touches it.
    pub until: Instant,
    page: Page,
    selected: u8,
    /// Lines of the page, and what the chosen one is about; kept because
    /// listing them takes time.
    count: u8,
    line: Line,
}

impl Menu {
    /// The menu of a turn; nothing if there is nothing to declare.
    pub fn open(now: Instant, game: &Game, hash: u64) -> Option<Self> {
        Self::on(now, game, hash, game::first_page(game))
    }

    fn on(now: Instant, game: &Game, hash: u64, page: Page) -> Option<Self> {
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

    /// The same with the next line chosen.
    #[must_use]
    pub fn next(mut self, now: Instant, game: &Game) -> Self {
        self.selected = following(self.selected, self.count);
        self.until = now + LIST_STAYS;
        let lines = game::lines(game, &self.page);
        let line = lines.get(usize::from(self.selected));
        self.line = line.copied().unwrap_or_default();
        self
    }

    /// Takes the chosen line: another page, or something declared.
    pub fn take(&self, now: Instant, game: &Game) -> Option<Taken> {
        match game::choose(game, &self.page, self.selected)? {
            Turned::To(page) => Self::on(now, game, self.hash, page).map(Taken::More),
            Turned::Declared(play) => Some(Taken::Declared(play)),
        }
    }

    /// As the lights show it.
    pub const fn focus(&self) -> Focus {
        Focus::Menu {
            at: self.line.at,
            whose: self.line.whose,
            answers: paged(self.selected, self.count),
        }
    }
}

/// What taking a line brings.
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub(super) enum Taken {
    /// More to choose.
    More(Menu),
    /// This is declared.
    Declared(crate::referee::Play),
}

/// The line after this one, going round.
pub(super) const fn following(selected: u8, count: u8) -> u8 {
    if selected.saturating_add(1) < count {
        selected + 1
    } else {
        0
    }
}

/// Eight at a time: a longer list is shown in parts.
pub(super) const fn paged(selected: u8, count: u8) -> Answers {
    const PART: u8 = 8;
    let before = selected / PART * PART;
    let left = count.saturating_sub(before);
    Answers {
        count: if left < PART { left } else { PART },
        selected: Some(selected - before),
    }
}

/// What can be begun.
pub(super) type Starts = Vec<Start, 4, u8>;

impl Panel {
    /// What can be begun without a host: the last match again, and plain ones
    /// where a board has them.
    pub(super) fn starts(view: &View<'_>) -> Starts {
        let again = view.last.map(|_| Start::Again);
        let plain: &[Players] = match view.profile.name {
            Name::Ring | Name::RingLite => &Players::ALL,
            Name::GridHex | Name::GridSquare => &[],
        };
        let plain = plain.iter().map(|&players| Start::Plain(players));
        again.into_iter().chain(plain).collect()
    }
}
