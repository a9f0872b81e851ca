//! The panels of the picture: the board on the left, who plays, what is waited
//! for and what was ruled on the right, time and keys below.

use super::canvas::Canvas;
use super::colours::{self, Depth, Rgb};
use super::view::{Board, Role, Seated, View};
use super::words::{Sort, Told};
use super::{grid, ring};
use crate::lettering::wrap;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// Columns that the words need.
const WORDS: u16 = 36;

/// The least there is room for.
pub const LEAST: (u16, u16) = (80, 24);

/// What the last line says.
#[derive(Debug, Clone, PartialEq)]
pub struct Status {
    /// How much faster than a real match, and whether it goes on.
    pub pace: String,
    /// Pictures drawn in the last second.
    pub rate: u32,
    /// What the keys do.
    pub keys: &'static str,
}

/// Everything that is drawn.
#[derive(Debug)]
pub struct Screen<'a> {
    /// The first line.
    pub title: &'a str,
    /// The moment.
    pub view: &'a View,
    /// What was told so far, oldest first.
    pub told: &'a [Told],
    /// The last line.
    pub status: &'a Status,
    /// How many colours there are.
    pub depth: Depth,
}

impl Screen<'_> {
    /// Draws it.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, self.style(colours::INK));
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let line = format!("please make the terminal {} x {}", LEAST.0, LEAST.1);
            buffer.set_stringn(area.x, area.y, line, usize::from(area.width), Style::new());
            return;
        }
        let wide = usize::from(area.width);
        let heading = self.bold(colours::HEADING);
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
            Board::Ring(it) => ring::draw(it, columns, rows),
            Board::Grid(it) => grid::draw(it, columns, rows),
        }
    }

    fn style(&self, colour: Rgb) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            depth => Style::new()
                .fg(depth.paint(colour))
                .bg(depth.paint(colours::PAGE)),
        }
    }

    fn bold(&self, colour: Rgb) -> Style {
        self.style(colour).add_modifier(Modifier::BOLD)
    }

    fn words(&self, area: Rect, buffer: &mut Buffer) {
        let wide = usize::from(area.width);
        let mut lines: Vec<Line<'_>> = Vec::new();
        for player in &self.view.players {
            self.player(player, wide, &mut lines);
        }
        self.posts(&mut lines);
        lines.push(Line::styled("Waiting for", self.bold(colours::HEADING)));
        for sentence in &self.view.waiting {
            for line in wrap(sentence, wide - 1) {
                lines.push(Line::styled(format!(" {line}"), self.style(colours::INK)));
            }
        }
        if let Some(asked) = &self.view.question {
            let style = self.bold(colours::ALERT);
            for (n, line) in wrap(&asked.text, wide - 3).into_iter().enumerate() {
                let mark = if n == 0 { '?' } else { ' ' };
                lines.push(Line::styled(format!(" {mark} {line}"), style));
            }
            let answers = asked.answers.join(" | ");
            for line in wrap(&answers, wide - 3) {
                let style = self.style(colours::ALERT);
                lines.push(Line::styled(format!("   {line}"), style));
            }
        }
        lines.push(Line::styled("Rulings", self.bold(colours::HEADING)));
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.rulings(wide, room));
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            buffer.set_line(area.x, y, line, area.width);
        }
    }

    fn player(&self, player: &Seated, wide: usize, lines: &mut Vec<Line<'_>>) {
        let (mark, word) = match player.role {
            Role::Acts => ("> ", " acts"),
            Role::Waits => ("  ", ""),
            Role::Out => ("  ", " is out"),
            Role::Won => ("* ", " has won"),
        };
        let name = match player.role {
            Role::Acts | Role::Won => self.bold(colours::INK),
            Role::Waits | Role::Out => self.style(colours::SOFT),
        };
        let badge = self.bold(player.colour).add_modifier(Modifier::REVERSED);
        lines.push(Line::from(vec![
            Span::styled(mark, self.bold(colours::HEADING)),
            Span::styled(format!(" {} ", player.letter), badge),
            Span::styled(format!(" {}{word}", player.name), name),
        ]));
        for line in wrap(&player.holds, wide - 6).into_iter().take(2) {
            lines.push(Line::styled(
                format!("      {line}"),
                self.style(colours::SOFT),
            ));
        }
    }

    fn posts(&self, lines: &mut Vec<Line<'_>>) {
        let Some(posts) = &self.view.posts else {
            return;
        };
        let mut spans = vec![Span::styled("Posts", self.bold(colours::HEADING))];
        for (post, markers) in posts.iter() {
            let text = format!("  {post} ");
            spans.push(Span::styled(text, self.style(colours::SOFT)));
            if markers.is_empty() {
                spans.push(Span::styled("-", self.style(colours::SOFT)));
            }
            for &colour in markers {
                let letter = colours::letter(colour).to_string();
                spans.push(Span::styled(letter, self.bold(colours::of(colour))));
            }
        }
        lines.push(Line::from(spans));
    }

    /// The newest that there is room for, oldest first.
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

    fn told_lines(&self, told: &Told, wide: usize) -> Vec<Line<'static>> {
        if told.sort == Sort::Turn {
            return vec![Line::styled(told.text.clone(), self.bold(colours::INK))];
        }
        let (tag, text) = match told.sort {
            Sort::Turn | Sort::Ruling => (colours::HEADING, colours::INK),
            Sort::Illegal | Sort::Question => (colours::ALERT, colours::ALERT),
            Sort::Answer => (colours::ANSWER, colours::ANSWER),
            Sort::Note => (colours::SOFT, colours::SOFT),
        };
        let rows = wrap(&told.text, wide.saturating_sub(8).max(8));
        let rows = rows.into_iter().enumerate();
        rows.map(|(n, row)| {
            let head = if n == 0 { told.tag.as_str() } else { "" };
            Line::from(vec![
                Span::styled(format!("{head:<7} "), self.style(tag)),
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
        let style = self.style(colours::SOFT);
        buffer.set_stringn(area.x, area.bottom() - 1, line, wide, style);
    }
}
