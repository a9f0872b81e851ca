//! Whole games as players write them (SU-19).
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
//! Names, dates and comments are any words on one line. A numbered line holds a
//! turn of White and then one of Black; `N//` is an empty turn, three dots are
//! one not yet played. Three dots alone on a line say that the game goes on.
//! Blank lines and spaces are free. What the actions do to a position is not
//! looked at here; [`super::check`](mod@super::check) replays them.

use crate::mistake::Mistake;
use rules_core::games::sumoo::Colour;
use rules_core::games::sumoo::notation::Written;
use std::fmt;

/// Words that fit on one line, without spaces around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    /// The words, if they fit on one line; spaces around them are dropped.
    #[must_use]
    pub fn new(words: &str) -> Option<Self> {
        let words = words.trim();
        (!words.contains('\n')).then(|| Self(words.to_owned()))
    }
}

/// A player's name, pseudonym or address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(Words);

impl Name {
    /// The name, unless it would read as the beginning of Black's.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let words = Words::new(name)?;
        blacks_name(&words.0).is_none().then_some(Self(words))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.0)
    }
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// Only White is named.
    White(Name),
    /// Only Black is named.
    Black(Name),
    /// White and Black.
    Both(Name, Name),
}

/// A turn as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Half {
    /// Its actions; none for an empty turn.
    Played(Vec<Written>),
    /// Three dots.
    NotYet,
}

/// A numbered line: White's turn and Black's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The number in front.
    pub number: u32,
    /// White's turn.
    pub white: Half,
    /// Black's turn; missing if White has won.
    pub black: Option<Half>,
}

/// A line of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// `B = name  N = name`
    Names(Names),
    /// `> date time`
    Date(Words),
    /// `# comment`
    Comment(Words),
    /// `1  B/3 S/  N//`
    Round(Round),
    /// `...`: the game goes on.
    Dots,
}

/// A line that cannot be read, as far as it can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// What could be read.
    pub readable: Readable,
    /// What is wrong and what to write instead.
    pub message: String,
}

/// What could be read of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readable {
    /// Nothing to go by.
    Nothing,
    /// It names players.
    Names,
    /// A round up to the first thing that cannot be read; its last turn is not
    /// complete.
    Round(Round),
}

/// Reads a record line by line; each comes with its number, from 1. Blank lines
/// are left out, and so is a byte order mark.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, Result<Line, Broken>)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| (number, read_line(line)))
}

/// Reads a record as [`lines`] does, if all of it can be read.
///
/// # Errors
/// The first line that cannot be read.
pub fn read(text: &str) -> Result<Vec<(usize, Line)>, Mistake> {
    lines(text)
        .map(|(number, line)| match line {
            Ok(line) => Ok((number, line)),
            Err(broken) => Err(Mistake {
                line: number,
                message: broken.message,
            }),
        })
        .collect()
}

/// Writes a record, a line for each of its lines.
#[must_use]
pub fn write<'a>(lines: impl IntoIterator<Item = &'a Line>) -> String {
    lines
        .into_iter()
        .map(|line| format!("{}\n", line.to_string().trim_end()))
        .collect()
}

fn read_line(line: &str) -> Result<Line, Broken> {
    let broken = |readable: Readable| move |message: String| Broken { readable, message };
    let nothing = |message: String| broken(Readable::Nothing)(message);
    let words =
        |text: &str| Words::new(text).ok_or_else(|| nothing("a line cannot be broken".into()));
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
            "\"{line}\" is no line of a record; begin it with a number, B =, N =, > or #"
        ))),
    }
}

/// The text after `letter` and `=`.
fn after_equals(line: &str, letter: char) -> Option<&str> {
    line.strip_prefix(letter)?.trim_start().strip_prefix('=')
}

/// Where, within White's name, Black's begins: at a free-standing `N =`.
fn blacks_name(text: &str) -> Option<(&str, &str)> {
    text.match_indices('N').find_map(|(at, _)| {
        let (before, rest) = text.split_at(at);
        let free = before.is_empty() || before.ends_with(char::is_whitespace);
        let name = after_equals(rest, 'N').filter(|_| free)?;
        Some((before, name))
    })
}

fn read_names(line: &str) -> Option<Result<Names, String>> {
    let name = |text: &str| {
        Name::new(text).ok_or_else(|| "Black's name is given twice; keep one `N =`".to_owned())
    };
    if let Some(black) = after_equals(line, 'N') {
        return Some(name(black).map(Names::Black));
    }
    let white = after_equals(line, 'B')?;
    Some(match blacks_name(white) {
        None => name(white).map(Names::White),
        Some((white, black)) => name(white).and_then(|white| Ok(Names::Both(white, name(black)?))),
    })
}

fn is_dots(text: &str) -> bool {
    matches!(text.trim(), "..." | "\u{2026}")
}

fn read_round(number: u32, turns: &str) -> Result<Round, Broken> {
    let mut round = Round {
        number,
        white: Half::Played(Vec::new()),
        black: None,
    };
    match fill_round(&mut round, turns) {
        Ok(()) => Ok(round),
        Err(message) => Err(Broken {
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
    // An action begins with a digit, so a lone N can only begin Black's turn.
    let border = rest.iter().position(|part| part.eq_ignore_ascii_case("N"));
    let (white, black) = match border {
        // The slash before N closes White's turn.
        Some(at) => (rest.get(..at), rest.get(at + 1..)),
        None => (open(rest), None),
    };
    let white = white.ok_or("White's turn is not closed; end it with /")?;
    read_half(Colour::White, white, &mut round.white)?;
    if let Some(parts) = black {
        let black = round.black.insert(Half::Played(Vec::new()));
        let parts = open(parts).ok_or("Black's turn is not closed; end it with /")?;
        read_half(Colour::Black, parts, black)?;
    }
    Ok(())
}

/// What stands between two slashes. Dots need no slash behind them, so Black's
/// letter may follow.
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

/// The parts of the last turn on a line, without the nothing behind its last
/// slash; dots need no slash behind them.
fn open<'a, 'b>(parts: &'a [&'b str]) -> Option<&'a [&'b str]> {
    match parts {
        [before @ .., ""] => Some(before),
        [dots] if is_dots(dots) => Some(parts),
        _ => None,
    }
}

/// Reads a turn into an empty one, as far as it can be read.
fn read_half(colour: Colour, parts: &[&str], half: &mut Half) -> Result<(), String> {
    let letter = colour.letter();
    match parts {
        [] => {
            return Err(format!(
                "{colour}'s turn has no end; an empty turn is written {letter}//"
            ));
        }
        [""] => {}
        [dots] if is_dots(dots) => *half = Half::NotYet,
        actions => {
            let mut read = Vec::new();
            let all = actions.iter().try_for_each(|action| {
                read.push(read_action(colour, action)?);
                Ok(())
            });
            *half = Half::Played(read);
            return all;
        }
    }
    Ok(())
}

fn read_action(colour: Colour, action: &str) -> Result<Written, String> {
    let letter = colour.letter();
    if action.is_empty() {
        return Err(format!(
            "{colour}'s turn has nothing between two slashes; only {letter}// may"
        ));
    }
    Written::read(colour, action).map_err(|error| {
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
            Self::Names(Names::White(white)) => write!(f, "B = {white}"),
            Self::Names(Names::Black(black)) => write!(f, "N = {black}"),
            Self::Names(Names::Both(white, black)) => write!(f, "B = {white:<30} N = {black}"),
            Self::Date(Words(date)) => write!(f, "> {date}"),
            Self::Comment(Words(comment)) => write!(f, "# {comment}"),
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

fn half(letter: char, half: &Half) -> String {
    match half {
        Half::NotYet => format!("{letter}/.../ "),
        Half::Played(actions) if actions.is_empty() => format!("{letter}// "),
        Half::Played(actions) => {
            let actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
            format!("{letter}/{}/ ", actions.join("/"))
        }
    }
}
