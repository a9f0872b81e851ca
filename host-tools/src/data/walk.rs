//! Walking a TOML document by hand, with the place of every value at hand.
//!
//! serde would stop at the first mistake; here each value is looked at on its
//! own and each mistake is noted where it stands.

use super::mistake::{Broken, Notes, Read};
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of the document, and what it stands for in messages ("a card").
#[derive(Debug, Clone)]
pub(super) struct Table<'a> {
    table: &'a DeTable<'a>,
    /// Byte where it begins.
    pub(super) at: usize,
    what: &'static str,
    /// Keys that are there misspelt, and were noted as such.
    misspelt: Vec<(String, Broken)>,
}

/// A value of the document under its key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    /// The key it stands under.
    pub(super) key: &'a str,
    /// Byte where the value begins.
    pub(super) at: usize,
    value: &'a DeValue<'a>,
}

impl<'a> Table<'a> {
    pub(super) fn new(table: &'a DeTable<'a>, at: usize, what: &'static str) -> Self {
        Self {
            table,
            at,
            what,
            misspelt: Vec::new(),
        }
    }

    /// Notes every key that is not among `known`.
    pub(super) fn only(&mut self, known: &[&str], notes: &mut Notes) {
        let absent = known.iter().filter(|it| !self.table.contains_key(**it));
        let absent: Vec<&str> = absent.copied().collect();
        for (key, value) in self.table.iter() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let near = nearest(name, absent.iter().copied());
            let twin = nearest(name, known.iter().copied());
            let instead = match (near, twin, absent.as_slice()) {
                (Some(near), ..) => format!("write `{near}` instead"),
                (None, Some(twin), _)
                    if matches!(value.get_ref(), DeValue::Array(_) | DeValue::Table(_)) =>
                {
                    format!("put what is in it under `{twin}`, which is there already")
                }
                (None, Some(twin), _) => format!("drop it, `{twin}` is there already"),
                (None, None, []) => "drop it".into(),
                (None, None, absent) => format!("drop it, or write {} instead", one_of(absent)),
            };
            let wrong = format_args!("{} has no key `{name}`", self.what);
            let broken = notes.say(key.span().start, wrong, instead);
            let near = near.map(|it| (it.to_owned(), broken));
            self.misspelt.extend(near);
        }
    }

    /// The value under `key`, if there is one.
    pub(super) fn find(&self, key: &'static str) -> Option<Field<'a>> {
        let value = self.table.get(key)?;
        Some(Field::new(key, value))
    }

    /// The value under `key`, which must be there.
    pub(super) fn need(
        &self,
        key: &'static str,
        instead: impl Display,
        notes: &mut Notes,
    ) -> Read<Field<'a>> {
        self.find(key).ok_or_else(|| {
            if let Some((_, broken)) = self.misspelt.iter().find(|it| it.0 == key) {
                return *broken;
            }
            let wrong = format_args!("{} needs `{key}`", self.what);
            notes.say_missing(self.at, wrong, instead)
        })
    }

    /// Every value, in the order in which they stand in the file.
    pub(super) fn fields(&self) -> Vec<Field<'a>> {
        let mut fields: Vec<_> = self
            .table
            .iter()
            .map(|(key, value)| Field::new(key.get_ref(), value))
            .collect();
        fields.sort_by_key(|it| it.at);
        fields
    }
}

impl<'a> Field<'a> {
    fn new(key: &'a str, value: &'a Spanned<DeValue<'a>>) -> Self {
        Self {
            key,
            at: value.span().start,
            value: value.get_ref(),
        }
    }

    /// The text, if it is one; notes nothing.
    pub(super) fn as_text(&self) -> Option<&'a str> {
        self.value.as_str()
    }

    /// Text between quotation marks.
    pub(super) fn text(&self, notes: &mut Notes) -> Read<&'a str> {
        let Self { key, value, .. } = *self;
        value
            .as_str()
            .ok_or_else(|| self.not_a("text", format_args!("{key} = \"...\""), notes))
    }

    /// One of a closed list of words.
    pub(super) fn word<T>(
        &self,
        words: &[&str],
        parse: impl Fn(&str) -> Option<T>,
        notes: &mut Notes,
    ) -> Read<T> {
        let Some(word) = self.as_text() else {
            let wrong = format_args!("`{}` is {}, but text is wanted", self.key, self.is());
            let instead = format_args!("write {} instead", one_of_quoted(words));
            return Err(notes.say(self.at, wrong, instead));
        };
        parse(word).ok_or_else(|| {
            let instead = match nearest(word, words.iter().copied()) {
                Some(near) => format!("write \"{near}\" instead"),
                None => format!("write {} instead", one_of_quoted(words)),
            };
            notes.say(
                self.at,
                format_args!("`{}` cannot be \"{word}\"", self.key),
                instead,
            )
        })
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, notes: &mut Notes) -> Read<bool> {
        let Self { key, value, .. } = *self;
        value.as_bool().ok_or_else(|| {
            let example = format_args!("{key} = true or {key} = false");
            self.not_a("true or false", example, notes)
        })
    }

    /// A flag that only says something when it is set.
    pub(super) fn set(&self, notes: &mut Notes) -> Read<()> {
        if self.flag(notes)? {
            return Ok(());
        }
        let wrong = format_args!("`{} = false` says nothing", self.key);
        let instead = format_args!("write {} = true, or leave the entry out", self.key);
        Err(notes.say(self.at, wrong, instead))
    }

    /// A whole number within `range`.
    pub(super) fn whole(&self, range: RangeInclusive<u32>, notes: &mut Notes) -> Read<u32> {
        let Self { key, value, .. } = *self;
        let (least, most) = (range.start(), range.end());
        let instead = if least == most {
            format!("write {key} = {least} instead")
        } else {
            format!("write a number from {least} to {most} instead")
        };
        let Some(digits) = value.as_integer() else {
            let wrong = format_args!("`{key}` is {}, but a whole number is wanted", self.is());
            return Err(notes.say(self.at, wrong, instead));
        };
        let number = u32::from_str_radix(digits.as_str(), digits.radix()).ok();
        number
            .filter(|it| range.contains(it))
            .ok_or_else(|| notes.say(self.at, format_args!("`{key}` cannot be {digits}"), instead))
    }

    /// How many of something: from 1 to `most`, where nought is better left out.
    pub(super) fn count(&self, most: u8, notes: &mut Notes) -> Read<u8> {
        let is_zero = self
            .value
            .as_integer()
            .is_some_and(|it| it.as_str().bytes().all(|digit| digit == b'0'));
        if is_zero {
            let wrong = format_args!("`{} = 0` counts nothing", self.key);
            let instead = format_args!("write 1 to {most}, or leave it out");
            return Err(notes.say(self.at, wrong, instead));
        }
        self.whole(1..=u32::from(most), notes)
            .map(|number| u8::try_from(number).unwrap_or(u8::MAX))
    }

    /// A table.
    pub(super) fn table(&self, what: &'static str, notes: &mut Notes) -> Read<Table<'a>> {
        let Self { key, value, at } = *self;
        match value {
            DeValue::Table(table) => Ok(Table::new(table, at, what)),
            _ => Err(self.not_a("a table", format_args!("{key} = {{ ... }}"), notes)),
        }
    }

    /// The tables of a list. Those that are something else are noted and left out.
    pub(super) fn tables(&self, what: &'static str, notes: &mut Notes) -> Vec<Table<'a>> {
        let Self { key, value, .. } = *self;
        let DeValue::Array(array) = value else {
            self.not_a("a list", format_args!("{key} = [ {{ ... }} ]"), notes);
            return Vec::new();
        };
        if array.is_empty() {
            let wrong = format_args!("the list `{key}` is empty and does nothing");
            notes.say(self.at, wrong, "put something in it, or leave it out");
        }
        array
            .iter()
            .filter_map(|entry| Field::new(key, entry).table(what, notes).ok())
            .collect()
    }

    /// What is there, in a word.
    fn is(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    fn not_a(&self, wanted: &str, example: impl Display, notes: &mut Notes) -> Broken {
        let wrong = format_args!("`{}` is {}, but {wanted} is wanted", self.key, self.is());
        notes.say(self.at, wrong, format_args!("write {example} instead"))
    }
}

/// The known word that `word` was most probably meant to be.
pub(super) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    /// Below this likeness (0 to 1) a suggestion would be a guess.
    const ALIKE: f64 = 0.75;
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|it| (strsim::jaro_winkler(&lower, &it.to_lowercase()), it))
        .filter(|&(likeness, _)| likeness > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, it)| it)
}

/// `a`, `b` or `c`.
pub(super) fn one_of(words: &[&str]) -> String {
    list(words, '`')
}

/// "a", "b" or "c".
pub(super) fn one_of_quoted(words: &[&str]) -> String {
    list(words, '"')
}

fn list(words: &[&str], mark: char) -> String {
    let quoted: Vec<String> = words.iter().map(|it| format!("{mark}{it}{mark}")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
