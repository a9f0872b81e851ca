//! Panels of the demo screen: the board on the left; players, awaited actions and rulings
//! on the right; time and keys below.

use super::canvas::Canvas;
use super::colours::Depth;
use super::sheet::{LineTone, TextSheet};
use super::{grid, ring};
use host_core::narration::Narration;
use host_core::palette::{self, Rgb};
use host_core::sentences::SentenceKind;
use host_core::svg_text::wrap;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use virtual_ring::demo::view::{BoardView, DemoView, PlayerStatus, PlayerView};

/// Width of the text panel, in columns.
const WORDS: u16 = 36;

/// Smallest terminal in columns and rows.
pub const MIN_SIZE: (u16, u16) = (80, 24);

/// Contents of the screen's last line.
#[derive(Debug, Clone, PartialEq)]
pub struct Status {
    /// Speed relative to a real match, or the state of the playback, in words.
    pub pace: String,
    /// Number of pictures drawn in the last second.
    pub rate: u32,
    /// Keys and their effects, in words.
    pub keys: &'static str,
}

/// Contents of the whole demo screen.
#[derive(Debug)]
pub struct Screen<'a> {
    /// Text of the screen's first line.
    pub title: &'a str,
    /// Moment of the match to show.
    pub view: &'a DemoView,
    /// Narration so far, oldest first.
    pub told: &'a [Narration],
    /// Contents of the screen's last line.
    pub status: &'a Status,
    /// Number of colours of the terminal.
    pub depth: Depth,
    /// Sheet in place of what the ring waits for; `None` to show that.
    pub sheet: Option<&'a TextSheet>,
}

impl Screen<'_> {
    /// Draws the picture into `area`, or a note if the terminal is too small.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, self.style(palette::INK));
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            let line = format!("please make the terminal {} x {}", MIN_SIZE.0, MIN_SIZE.1);
            buffer.set_stringn(area.x, area.y, line, usize::from(area.width), Style::new());
            return;
        }
        let wide = usize::from(area.width);
        let heading = self.bold(palette::HEADING);
        buffer.set_stringn(area.x + 1, area.y, self.title, wide - 2, heading);
        let rows = area.height - 2;
        let columns = (rows * 2).min(area.width - WORDS - 1);
        let board = Rect {
            x: area.x,
            y: area.y + 1,
            width: columns,
            height: columns / 2,
        };
        self.board(board.width, board.height)
            .draw(board, self.depth, buffer);
        let words = Rect {
            x: area.x + columns + 1,
            y: area.y + 1,
            width: area.width - columns - 2,
            height: rows,
        };
        self.words(words, buffer);
        self.status(area, buffer);
    }

    fn board(&self, columns: u16, rows: u16) -> Canvas {
        match &self.view.board {
            BoardView::Ring(view) => ring::draw(view, columns, rows),
            BoardView::Grid(view) => grid::draw(view, columns, rows),
        }
    }

    fn style(&self, colour: Rgb) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            depth => Style::new()
                .fg(depth.paint(colour))
                .bg(depth.paint(palette::PAGE)),
        }
    }

    fn bold(&self, colour: Rgb) -> Style {
        self.style(colour).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of a player's letter, readable on the player's colour.
    fn badge(&self, colour: Rgb) -> Style {
        let bold = self.bold(colour).add_modifier(Modifier::REVERSED);
        match self.depth {
            Depth::None => bold,
            depth => bold.bg(depth.paint(palette::ink_on(colour))),
        }
    }

    fn words(&self, area: Rect, buffer: &mut Buffer) {
        let wide = usize::from(area.width);
        let mut lines: Vec<Line<'_>> = Vec::new();
        for player in &self.view.players {
            self.player(player, wide, &mut lines);
        }
        self.posts(&mut lines);
        match self.sheet {
            Some(sheet) => self.sheet(sheet, wide, &mut lines),
            None => self.waiting(wide, &mut lines),
        }
        if lines.len() + 1 >= usize::from(area.height) {
            // A long sheet leaves no room for rulings.
            for (line, y) in lines.iter().zip(area.y..area.bottom()) {
                buffer.set_line(area.x, y, line, area.width);
            }
            return;
        }
        lines.push(Line::styled("Rulings", self.bold(palette::HEADING)));
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.rulings(wide, room));
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            buffer.set_line(area.x, y, line, area.width);
        }
    }

    /// Appends what the ring waits for, and its question.
    fn waiting(&self, wide: usize, lines: &mut Vec<Line<'_>>) {
        lines.push(Line::styled("Waiting for", self.bold(palette::HEADING)));
        for sentence in &self.view.waiting {
            for line in wrap(sentence, wide - 1) {
                lines.push(Line::styled(format!(" {line}"), self.style(palette::INK)));
            }
        }
        if let Some(asked) = &self.view.question {
            let style = self.bold(palette::ALERT);
            for (n, line) in wrap(&asked.text, wide - 3).into_iter().enumerate() {
                let mark = if n == 0 { '?' } else { ' ' };
                lines.push(Line::styled(format!(" {mark} {line}"), style));
            }
            let answers = asked.answers.join(" | ");
            for line in wrap(&answers, wide - 3) {
                let style = self.style(palette::ALERT);
                lines.push(Line::styled(format!("   {line}"), style));
            }
        }
    }

    /// Appends the lines of a sheet.
    fn sheet(&self, sheet: &TextSheet, wide: usize, lines: &mut Vec<Line<'_>>) {
        for line in wrap(&sheet.heading, wide) {
            lines.push(Line::styled(line, self.bold(palette::HEADING)));
        }
        for (tone, text) in &sheet.lines {
            let style = match tone {
                LineTone::Alert => self.bold(tone.colour()),
                _ => self.style(tone.colour()),
            };
            for (n, line) in wrap(text, wide - 3).into_iter().enumerate() {
                let indent = if n == 0 { " " } else { "   " };
                lines.push(Line::styled(format!("{indent}{line}"), style));
            }
        }
    }

    fn player(&self, player: &PlayerView, wide: usize, lines: &mut Vec<Line<'_>>) {
        let (mark, word) = match player.role {
            PlayerStatus::Acts => ("> ", " to play"),
            PlayerStatus::Waits => ("  ", ""),
            PlayerStatus::Out => ("  ", " is out"),
            PlayerStatus::Won => ("* ", " has won"),
        };
        let name = match player.role {
            PlayerStatus::Acts | PlayerStatus::Won => self.bold(palette::INK),
            PlayerStatus::Waits | PlayerStatus::Out => self.style(palette::SOFT),
        };
        let badge = self.badge(player.colour);
        lines.push(Line::from(vec![
            Span::styled(mark, self.bold(palette::HEADING)),
            Span::styled(format!(" {} ", player.letter), badge),
            Span::styled(format!(" {}{word}", player.name), name),
        ]));
        // Beside a sheet there is room for what two players hold.
        let is_crowded = self.sheet.is_some() && self.view.players.len() > 2;
        let rows = match player.role {
            PlayerStatus::Acts => 2,
            _ if is_crowded => 0,
            _ => 2,
        };
        for line in wrap(&player.holds, wide - 6).into_iter().take(rows) {
            lines.push(Line::styled(
                format!("      {line}"),
                self.style(palette::SOFT),
            ));
        }
    }

    fn posts(&self, lines: &mut Vec<Line<'_>>) {
        let Some(posts) = &self.view.posts else {
            return;
        };
        let mut spans = vec![Span::styled("Posts", self.bold(palette::HEADING))];
        for (post, markers) in posts.iter() {
            let text = format!("  {post} ");
            spans.push(Span::styled(text, self.style(palette::SOFT)));
            if markers.is_empty() {
                spans.push(Span::styled("-", self.style(palette::SOFT)));
            }
            for &colour in markers {
                let letter = palette::letter(colour).to_string();
                spans.push(Span::styled(letter, self.bold(palette::rgb(colour))));
            }
        }
        lines.push(Line::from(spans));
    }

    /// Returns the newest narration that fits, oldest first.
    fn rulings(&self, wide: usize, room: usize) -> Vec<Line<'static>> {
        let mut lines: Vec<Line<'static>> = Vec::new();
        for told in self.told.iter().rev() {
            let mut some = self.told_lines(told, wide);
            if lines.len() + some.len() > room {
                break;
            }
            some.extend(lines);
            lines = some;
        }
        lines
    }

    fn told_lines(&self, told: &Narration, wide: usize) -> Vec<Line<'static>> {
        if told.kind == SentenceKind::Turn {
            return vec![Line::styled(told.text.clone(), self.bold(palette::INK))];
        }
        let (tag, text) = match told.kind {
            SentenceKind::Start
            | SentenceKind::Turn
            | SentenceKind::TurnEnd
            | SentenceKind::Ruling => (palette::HEADING, palette::INK),
            SentenceKind::Refusal | SentenceKind::Question => (palette::ALERT, palette::ALERT),
            SentenceKind::Answer => (palette::ANSWER, palette::ANSWER),
            SentenceKind::Note | SentenceKind::Trace => (palette::SOFT, palette::SOFT),
        };
        let rows = wrap(&told.text, wide.saturating_sub(9).max(8));
        let rows = rows.into_iter().enumerate();
        rows.map(|(n, row)| {
            let head = if n == 0 { told.label.as_str() } else { "" };
            Line::from(vec![
                Span::styled(format!("{head:<8} "), self.style(tag)),
                Span::styled(row, self.style(text)),
            ])
        })
        .collect()
    }

    fn status(&self, area: Rect, buffer: &mut Buffer) {
        let seconds = self.view.at.0 / 1_000_000;
        let Status { pace, rate, keys } = self.status;
        let line = format!(
            " {}:{:02}  {pace}  {rate} fps   {keys}",
            seconds / 60,
            seconds % 60
        );
        let wide = usize::from(area.width);
        let style = self.style(palette::SOFT);
        buffer.set_stringn(area.x, area.bottom() - 1, line, wide, style);
    }
}
