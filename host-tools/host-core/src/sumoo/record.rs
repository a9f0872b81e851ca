//! Game records of SUMOO as players write them (SU-19).
//!
//! ```text
//! B = Ada                 N = Ben
//! > 2024-05-01 20:00
//! 1   B/1U 2U =/1S 3 =/   N//
//! 2   B/3 N/              N/...
//! ...
//! # to be continued
//! ```
//!
//! Names, dates and comments are any words on one line. A numbered line holds a turn of
//! White and then one of Black; `N//` is an empty turn, and three dots stand for a turn not
//! yet played. Three dots alone on a line mean that the game continues. Blank lines and
//! spaces are free. The effect of actions on a position is not checked here;
//! [`super::check`](mod@super::check) replays them.

use crate::file_error::FileError;
use rules_core::games::sumoo::Colour;
use rules_core::games::sumoo::notation::NotatedAction;
use std::fmt;

/// Words that fit on one line, without spaces around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineText(String);

impl LineText {
    /// Trims the words; returns `None` if they contain a line break.
    #[must_use]
    pub fn new(words: &str) -> Option<Self> {
        let words = words.trim();
        (!words.contains('\n')).then(|| Self(words.to_owned()))
    }
}

/// Name, pseudonym or address of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(LineText);

impl Name {
    /// Creates a name; `None` if it contains a line break or would read as the start of
    /// Black's name.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let words = LineText::new(name)?;
        blacks_name(&words.0).is_none().then_some(Self(words))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.0)
    }
}

/// Names of the players in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerNames {
    /// Only White is named.
    White(Name),
    /// Only Black is named.
    Black(Name),
    /// White's name and Black's name.
    Both(Name, Name),
}

/// Turn as written in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordedTurn {
    /// Actions of a played turn; empty for an empty turn.
    Played(Vec<NotatedAction>),
    /// Turn not yet played, written as three dots.
    NotYet,
}

/// Numbered line of a record: White's turn and Black's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Number of the round, at the start of its line.
    pub number: u32,
    /// Turn of White.
    pub white: RecordedTurn,
    /// Turn of Black; `None` if the line has none because White has won.
    pub black: Option<RecordedTurn>,
}

/// Line of a game record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Players: `B = name  N = name`.
    Names(PlayerNames),
    /// Date and time: `> date time`.
    Date(LineText),
    /// Comment: `# comment`.
    Comment(LineText),
    /// Round: `1  B/3 S/  N//`.
    Round(Round),
    /// Three dots alone, `...`: the game continues.
    Dots,
}

/// Line of a record that cannot be read completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// Readable part of the line.
    pub readable: Readable,
    /// Sentence with the fault and what to write instead.
    pub message: String,
}

/// Readable part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readable {
    /// No part of the line can be used.
    Nothing,
    /// The line names players.
    Names,
    /// Round up to the first unreadable part; its last turn is incomplete.
    Round(Round),
}

/// Reads a record line by line, each with its number from 1. Blank lines and a byte order
/// mark are skipped.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, Result<Line, BadLine>)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| (number, read_line(line)))
}

/// Reads a whole record like [`lines`].
///
/// # Errors
/// `FileError` for the first line that cannot be read.
pub fn read(text: &str) -> Result<Vec<(usize, Line)>, FileError> {
    lines(text)
        .map(|(number, line)| match line {
            Ok(line) => Ok((number, line)),
            Err(broken) => Err(FileError {
                line: number,
                message: broken.message,
            }),
        })
        .collect()
}

/// Writes a record, one text line for each of `lines`.
#[must_use]
pub fn write<'a>(lines: impl IntoIterator<Item = &'a Line>) -> String {
    lines
        .into_iter()
        .map(|line| format!("{}\n", line.to_string().trim_end()))
        .collect()
}

fn read_line(line: &str) -> Result<Line, BadLine> {
    let broken = |readable: Readable| move |message: String| BadLine { readable, message };
    let nothing = |message: String| broken(Readable::Nothing)(message);
    let words =
        |text: &str| LineText::new(text).ok_or_else(|| nothing("a line cannot be broken".into()));
    if let Some(comment) = line.strip_prefix('#') {
        return Ok(Line::Comment(words(comment)?));
    }
    if let Some(date) = line.strip_prefix('>') {
        return Ok(Line::Date(words(date)?));
    }
    if is_dots(line) {
        return Ok(Line::Dots);
    }
    if let Some(names) = read_names(line) {
        return names.map(Line::Names).map_err(broken(Readable::Names));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, turns) = line.split_at(digits);
    match number.parse() {
        Ok(number) => read_round(number, turns).map(Line::Round),
        Err(_) if digits > 0 => Err(nothing(format!("{number} is too large for a round"))),
        Err(_) => Err(nothing(format!(
            "\"{line}\" is not a line of a record; begin it with a number, B =, N =, > or #"
        ))),
    }
}

/// Returns the text after `letter` and `=`; `None` if the line does not start with them.
fn after_equals(line: &str, letter: char) -> Option<&str> {
    line.strip_prefix(letter)?.trim_start().strip_prefix('=')
}

/// Splits White's name where Black's starts, at a separate `N =`; `None` if there is none.
fn blacks_name(text: &str) -> Option<(&str, &str)> {
    text.match_indices('N').find_map(|(at, _)| {
        let (before, rest) = text.split_at(at);
        let free = before.is_empty() || before.ends_with(char::is_whitespace);
        let name = after_equals(rest, 'N').filter(|_| free)?;
        Some((before, name))
    })
}

fn read_names(line: &str) -> Option<Result<PlayerNames, String>> {
    let name = |text: &str| {
        Name::new(text).ok_or_else(|| "Black's name is given twice; keep one `N =`".to_owned())
    };
    if let Some(black) = after_equals(line, 'N') {
        return Some(name(black).map(PlayerNames::Black));
    }
    let white = after_equals(line, 'B')?;
    Some(match blacks_name(white) {
        None => name(white).map(PlayerNames::White),
        Some((white, black)) => {
            name(white).and_then(|white| Ok(PlayerNames::Both(white, name(black)?)))
        }
    })
}

fn is_dots(text: &str) -> bool {
    matches!(text.trim(), "..." | "\u{2026}")
}

fn read_round(number: u32, turns: &str) -> Result<Round, BadLine> {
    let mut round = Round {
        number,
        white: RecordedTurn::Played(Vec::new()),
        black: None,
    };
    match fill_round(&mut round, turns) {
        Ok(()) => Ok(round),
        Err(message) => Err(BadLine {
            readable: Readable::Round(round),
            message,
        }),
    }
}

/// Reads turns into an empty round, as far as they can be read.
fn fill_round(round: &mut Round, turns: &str) -> Result<(), String> {
    let parts: Vec<&str> = turns.split('/').flat_map(apart).collect();
    let [first, rest @ ..] = parts.as_slice() else {
        return Err("a turn is missing".into());
    };
    if !first.eq_ignore_ascii_case("B") {
        return Err(format!(
            "after the number comes White's turn, as in `{}  B/3 S/  N//`",
            round.number
        ));
    }
    // An action starts with a digit, so a lone N can only start Black's turn.
    let border = rest.iter().position(|part| part.eq_ignore_ascii_case("N"));
    let (white, black) = match border {
        // The slash before N closes White's turn.
        Some(at) => (rest.get(..at), rest.get(at + 1..)),
        None => (open(rest), None),
    };
    let white = white.ok_or("White's turn is not closed; end it with /")?;
    read_half(Colour::White, white, &mut round.white)?;
    if let Some(parts) = black {
        let black = round.black.insert(RecordedTurn::Played(Vec::new()));
        let parts = open(parts).ok_or("Black's turn is not closed; end it with /")?;
        read_half(Colour::Black, parts, black)?;
    }
    Ok(())
}

/// Splits the text between two slashes. Dots need no slash after them, so Black's letter
/// may follow.
fn apart(part: &str) -> impl Iterator<Item = &str> {
    let part = part.trim();
    let letter = part
        .char_indices()
        .next_back()
        .filter(|(at, last)| last.eq_ignore_ascii_case(&'N') && is_dots(&part[..*at]));
    let (dots, rest) = part.split_at(letter.map_or(0, |(at, _)| at));
    let dots = (!dots.is_empty()).then_some(dots.trim());
    dots.into_iter().chain([rest])
}

/// Returns the parts of the last turn on a line, without the empty part after its last
/// slash; `None` if the turn is not closed. Dots need no slash after them.
fn open<'a, 'b>(parts: &'a [&'b str]) -> Option<&'a [&'b str]> {
    match parts {
        [before @ .., ""] => Some(before),
        [dots] if is_dots(dots) => Some(parts),
        _ => None,
    }
}

/// Reads a turn into an empty one, as far as it can be read.
fn read_half(colour: Colour, parts: &[&str], half: &mut RecordedTurn) -> Result<(), String> {
    let letter = colour.letter();
    match parts {
        [] => {
            return Err(format!(
                "{colour}'s turn has no end; an empty turn is written {letter}//"
            ));
        }
        [""] => {}
        [dots] if is_dots(dots) => *half = RecordedTurn::NotYet,
        actions => {
            let mut read = Vec::new();
            let all = actions.iter().try_for_each(|action| {
                read.push(read_action(colour, action)?);
                Ok(())
            });
            *half = RecordedTurn::Played(read);
            return all;
        }
    }
    Ok(())
}

fn read_action(colour: Colour, action: &str) -> Result<NotatedAction, String> {
    let letter = colour.letter();
    if action.is_empty() {
        return Err(format!(
            "{colour}'s turn has nothing between two slashes; only {letter}// may"
        ));
    }
    NotatedAction::read(colour, action).map_err(|error| {
        let clauses: String = error.clauses().iter().map(|c| format!(", {c}")).collect();
        if clauses.is_empty() {
            format!("{colour}'s `{action}`: {error}")
        } else {
            format!("{colour}'s action `{action}` is refused: {error}{clauses}")
        }
    })
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Names(PlayerNames::White(white)) => write!(f, "B = {white}"),
            Self::Names(PlayerNames::Black(black)) => write!(f, "N = {black}"),
            Self::Names(PlayerNames::Both(white, black)) => {
                write!(f, "B = {white:<30} N = {black}")
            }
            Self::Date(LineText(date)) => write!(f, "> {date}"),
            Self::Comment(LineText(comment)) => write!(f, "# {comment}"),
            Self::Round(round) => {
                let white = half('B', &round.white);
                write!(f, "{:<3} {white:<32}", round.number)?;
                match &round.black {
                    Some(black) => f.write_str(&half('N', black)),
                    None => Ok(()),
                }
            }
            Self::Dots => f.write_str("..."),
        }
    }
}

fn half(letter: char, half: &RecordedTurn) -> String {
    match half {
        RecordedTurn::NotYet => format!("{letter}/.../ "),
        RecordedTurn::Played(actions) if actions.is_empty() => format!("{letter}// "),
        RecordedTurn::Played(actions) => {
            let actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
            format!("{letter}/{}/ ", actions.join("/"))
        }
    }
}
