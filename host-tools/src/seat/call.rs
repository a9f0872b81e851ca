//! Words to a person at a seat: whose turn it is, what to do, and with which keys.

use super::cells;
use super::choosing::{Choosing, LISTED, either};
use super::news::SeatNews;
use super::stage::TurnStage;
use crate::demo::sheet::{LineTone, TextSheet};

/// Keys that mean the same all the time, for the last line.
pub const KEYS: &str = "w why  z take back  p pause  + - speed  q quit";

/// Keys after the match, for the last line.
pub const KEYS_AFTER: &str = "a again  n next seed  w why  q quit";

/// Returns the sheet for a stage; `notice` is the last sentence to the person, and
/// `can_move` says whether the platform may be set down elsewhere.
#[must_use]
pub fn sheet(
    choosing: &Choosing,
    stage: &TurnStage,
    news: &SeatNews,
    notice: Option<&str>,
    can_move: bool,
) -> TextSheet {
    let mut sheet = TextSheet::new(heading(stage, news));
    if let Some(notice) = notice {
        sheet.add(LineTone::Alert, notice);
    }
    if let Some(first) = choosing.specials {
        specials(&mut sheet, first, news);
        return sheet;
    }
    lines(&mut sheet, choosing, stage, news);
    let is_turn = !matches!(
        stage,
        TurnStage::Over
            | TurnStage::Touch(_)
            | TurnStage::Question
            | TurnStage::Watch
            | TurnStage::Wait
    );
    if is_turn {
        if *stage == TurnStage::Lay && can_move {
            sheet.add(LineTone::Soft, "d  set the platform elsewhere");
        }
        let count = news.specials().count();
        if count > 0 {
            sheet.add(LineTone::Key, format!("x  special move ({count})"));
        }
        if news.offer("end").is_some() {
            sheet.add(LineTone::Key, "e  end the turn");
        }
        if news.offer("submit").is_some() {
            sheet.add(LineTone::Key, "g  give up");
        }
    }
    sheet
}

fn heading(stage: &TurnStage, news: &SeatNews) -> String {
    let name = news.turn.as_ref().map(|turn| turn.name.as_str());
    let name = host_core::sentences::capital(name.unwrap_or_default());
    match stage {
        TurnStage::Over => "The match is over".into(),
        TurnStage::Touch(_) => "The ring waits for its button".into(),
        TurnStage::Question => "The ring asks".into(),
        TurnStage::Watch => format!("{name} plays"),
        TurnStage::Wait => "The ring waits".into(),
        _ => format!("{name}: your turn"),
    }
}

fn lines(sheet: &mut TextSheet, choosing: &Choosing, stage: &TurnStage, news: &SeatNews) {
    match stage {
        TurnStage::Over => sheet.add(LineTone::Plain, news.over.clone().unwrap_or_default()),
        TurnStage::Touch(long) => {
            let how = if *long { "hold" } else { "press" };
            sheet.add(LineTone::Key, format!("Enter  {how} Confirm"));
            sheet.add(LineTone::Key, "Backspace  refuse");
        }
        TurnStage::Question => question(sheet, news),
        TurnStage::Watch | TurnStage::Wait => {
            for waiting in &news.waiting {
                sheet.add(LineTone::Soft, waiting.clone());
            }
        }
        TurnStage::Repair => {
            for waiting in news.waiting.iter().take(2) {
                sheet.add(LineTone::Alert, waiting.clone());
            }
            if news.cells.is_empty() {
                sheet.add(LineTone::Key, "1-4  set your marker there");
                sheet.add(LineTone::Key, "5-8  take it off post 1-4");
                sheet.add(LineTone::Key, "l  lift the platform");
            }
            sheet.add(LineTone::Key, "t  the table is right");
            sheet.add(LineTone::Key, "g  the game is right");
        }
        TurnStage::Settle if news.offer("rest").is_some() => {
            sheet.add(LineTone::Key, "Enter  everything rests");
        }
        TurnStage::Settle => sheet.add(LineTone::Plain, "Hands off until everything rests."),
        TurnStage::Unmark(posts) => {
            sheet.add(LineTone::Plain, "Take your marker off a post");
            sheet.add(LineTone::Key, format!("{}  the post", either(posts)));
        }
        TurnStage::Mark(posts) => {
            sheet.add(LineTone::Plain, "Set your marker on a post");
            sheet.add(LineTone::Key, format!("{}  the post", either(posts)));
        }
        TurnStage::DockCorner(posts) => {
            sheet.add(LineTone::Plain, "Set the platform down at a post");
            sheet.add(LineTone::Key, format!("{}  the post", either(posts)));
        }
        TurnStage::DockEdge => {
            let (edge, at) = (choosing.edge.word(), choosing.along(news));
            let place = format!("Set the platform down: {edge} edge, {at} mm");
            sheet.add(LineTone::Plain, place);
            sheet.add(LineTone::Key, "arrows  the place");
            sheet.add(LineTone::Key, "Enter  set it down");
        }
        TurnStage::Lay => {
            sheet.add(LineTone::Plain, "Lay an element on the platform");
            for (number, held) in (1..).zip(&news.stock) {
                sheet.add(LineTone::Key, format!("{number}  {}", held.text));
            }
            let aside = side(choosing.aside, " mm").unwrap_or_else(|| "in the middle".into());
            sheet.add(LineTone::Key, format!("← →  where: {aside}"));
        }
        TurnStage::Push => {
            let angle = side(choosing.degrees, "°").unwrap_or_else(|| "straight".into());
            let force = choosing.force.word();
            sheet.add(LineTone::Plain, "Push it onto the ring");
            sheet.add(LineTone::Key, format!("← →  angle: {angle}"));
            sheet.add(LineTone::Key, format!("↑ ↓  force: {force}"));
            sheet.add(LineTone::Key, "Enter  push");
            sheet.add(LineTone::Soft, "Backspace  take it off again");
        }
        TurnStage::End => sheet.add(
            LineTone::Plain,
            match news.specials().next() {
                Some(_) => "Use a special move, or end your turn.",
                None => "Your turn can end.",
            },
        ),
        TurnStage::Move => play(sheet, choosing, news),
    }
}

/// Returns a choice to the left or right in words; `None` in the middle.
fn side(choice: i8, unit: &str) -> Option<String> {
    let size = choice.unsigned_abs();
    match choice {
        0 => None,
        1.. => Some(format!("{size}{unit} right")),
        _ => Some(format!("{size}{unit} left")),
    }
}

fn question(sheet: &mut TextSheet, news: &SeatNews) {
    let Some(question) = &news.question else {
        return;
    };
    sheet.add(LineTone::Alert, question.text.clone());
    for (number, (_, text)) in (1..).zip(&question.answers) {
        // The tenth answer has the key 0.
        sheet.add(LineTone::Key, format!("{}  {text}", number % 10));
    }
}

fn play(sheet: &mut TextSheet, choosing: &Choosing, news: &SeatNews) {
    let (plays, at) = choosing.cells.plays(news);
    let Some(play) = plays.get(at) else {
        match news.plays.is_empty() {
            true => sheet.add(LineTone::Plain, "Nothing can move."),
            false => {
                sheet.add(LineTone::Plain, "Choose a piece that moves");
                sheet.add(LineTone::Key, "arrows  go to a piece");
                sheet.add(LineTone::Key, "Enter  take it");
            }
        }
        return;
    };
    let (number, count) = (at + 1, plays.len());
    sheet.add(
        LineTone::Plain,
        format!("Play {number} of {count}: {}", cells::words(play, news)),
    );
    sheet.add(LineTone::Key, "arrows  where it goes");
    sheet.add(LineTone::Key, "Enter  play it");
    sheet.add(LineTone::Soft, "Backspace  another piece");
}

fn specials(sheet: &mut TextSheet, first: usize, news: &SeatNews) {
    sheet.add(LineTone::Plain, "Choose a special move");
    let listed = news.specials().skip(first).take(LISTED);
    for (number, offer) in (1..).zip(listed) {
        sheet.add(LineTone::Key, format!("{number}  {}", offer.text));
    }
    let count = news.specials().count();
    if count > LISTED {
        let last = (first + LISTED).min(count);
        let shown = format!("{} to {last} of {count}: x for more", first + 1);
        sheet.add(LineTone::Soft, shown);
    }
    sheet.add(LineTone::Soft, "Backspace  no special move");
}
