//! Cursor over a TOML document that knows the byte offset of every value.
//!
//! serde would stop at the first mistake. This cursor reads each value separately, so that
//! every mistake is reported where it stands.

use super::diagnostics::{Diagnostics, ErrorReported, Parsed};
use crate::spelling::nearest;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Table of the document, with its name in messages ("a card").
#[derive(Debug, Clone)]
pub(super) struct TomlTable<'a> {
    table: &'a DeTable<'a>,
    /// Byte offset of the table's start.
    pub(super) at: usize,
    what: &'static str,
    /// Known keys that are present under a misspelt name, each with the receipt for its
    /// report.
    misspelt: Vec<(String, ErrorReported)>,
}

/// Value of the document under its key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    /// Key of the value.
    pub(super) key: &'a str,
    /// Byte offset of the value's start.
    pub(super) at: usize,
    value: &'a DeValue<'a>,
}

impl<'a> TomlTable<'a> {
    pub(super) fn new(table: &'a DeTable<'a>, at: usize, what: &'static str) -> Self {
        Self {
            table,
            at,
            what,
            misspelt: Vec::new(),
        }
    }

    /// Reports every key that is not among `known`.
    pub(super) fn only(&mut self, known: &[&str], diagnostics: &mut Diagnostics) {
        let absent = known.iter().filter(|key| !self.table.contains_key(**key));
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
            let broken = diagnostics.report(key.span().start, wrong, instead);
            let near = near.map(|key| (key.to_owned(), broken));
            self.misspelt.extend(near);
        }
    }

    /// Returns the value under `key`; `None` if the key is missing.
    pub(super) fn find(&self, key: &'static str) -> Option<Field<'a>> {
        let value = self.table.get(key)?;
        Some(Field::new(key, value))
    }

    /// Returns the value under `key`; reports a missing key, unless a misspelt one was
    /// reported.
    pub(super) fn need(
        &self,
        key: &'static str,
        instead: impl Display,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<Field<'a>> {
        self.find(key).ok_or_else(|| {
            if let Some((_, broken)) = self.misspelt.iter().find(|entry| entry.0 == key) {
                return *broken;
            }
            let wrong = format_args!("{} needs `{key}`", self.what);
            diagnostics.report_missing(self.at, wrong, instead)
        })
    }

    /// Returns all values in file order.
    pub(super) fn fields(&self) -> Vec<Field<'a>> {
        let mut fields: Vec<_> = self
            .table
            .iter()
            .map(|(key, value)| Field::new(key.get_ref(), value))
            .collect();
        fields.sort_by_key(|field| field.at);
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

    /// Returns the value as text; `None`, without a report, if it is not text.
    pub(super) fn as_text(&self) -> Option<&'a str> {
        self.value.as_str()
    }

    /// Returns the value as a table; `None`, without a report, if it is not one.
    pub(super) fn as_table(&self, what: &'static str) -> Option<TomlTable<'a>> {
        match self.value {
            DeValue::Table(table) => Some(TomlTable::new(table, self.at, what)),
            _ => None,
        }
    }

    /// Reads the value as text.
    pub(super) fn text(&self, diagnostics: &mut Diagnostics) -> Parsed<&'a str> {
        let Self { key, value, .. } = *self;
        value
            .as_str()
            .ok_or_else(|| self.not_a("text", format_args!("{key} = \"...\""), diagnostics))
    }

    /// Reads the value as a word of a closed list.
    pub(super) fn word<T>(
        &self,
        words: &[&str],
        parse: impl Fn(&str) -> Option<T>,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<T> {
        let Some(word) = self.as_text() else {
            let wrong = format_args!("`{}` is {}, but text is wanted", self.key, self.is());
            let instead = format_args!("write {} instead", one_of_quoted(words));
            return Err(diagnostics.report(self.at, wrong, instead));
        };
        parse(word).ok_or_else(|| {
            let instead = match nearest(word, words.iter().copied()) {
                Some(near) => format!("write \"{near}\" instead"),
                None => format!("write {} instead", one_of_quoted(words)),
            };
            diagnostics.report(
                self.at,
                format_args!("`{}` cannot be \"{word}\"", self.key),
                instead,
            )
        })
    }

    /// Reads the value as `true` or `false`.
    pub(super) fn flag(&self, diagnostics: &mut Diagnostics) -> Parsed<bool> {
        let Self { key, value, .. } = *self;
        value.as_bool().ok_or_else(|| {
            let example = format_args!("{key} = true or {key} = false");
            self.not_a("true or false", example, diagnostics)
        })
    }

    /// Reads the value as a flag that must be `true`; reports `false`, which would have
    /// no effect.
    pub(super) fn set(&self, diagnostics: &mut Diagnostics) -> Parsed<()> {
        if self.flag(diagnostics)? {
            return Ok(());
        }
        let wrong = format_args!("`{} = false` has no effect", self.key);
        let instead = format_args!("write {} = true, or leave the entry out", self.key);
        Err(diagnostics.report(self.at, wrong, instead))
    }

    /// Reads the value as a whole number within `range`.
    pub(super) fn whole(
        &self,
        range: RangeInclusive<u32>,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<u32> {
        let Self { key, value, .. } = *self;
        let (least, most) = (range.start(), range.end());
        let instead = if least == most {
            format!("write {key} = {least} instead")
        } else {
            format!("write a number from {least} to {most} instead")
        };
        let Some(digits) = value.as_integer() else {
            let wrong = format_args!("`{key}` is {}, but a whole number is wanted", self.is());
            return Err(diagnostics.report(self.at, wrong, instead));
        };
        let number = u32::from_str_radix(digits.as_str(), digits.radix()).ok();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                diagnostics.report(self.at, format_args!("`{key}` cannot be {digits}"), instead)
            })
    }

    /// Reads the value as a count from 1 to `most`; reports zero, which should be left
    /// out.
    pub(super) fn count(&self, most: u8, diagnostics: &mut Diagnostics) -> Parsed<u8> {
        let is_zero = self
            .value
            .as_integer()
            .is_some_and(|digits| digits.as_str().bytes().all(|digit| digit == b'0'));
        if is_zero {
            let wrong = format_args!("`{} = 0` counts nothing", self.key);
            let instead = format_args!("write 1 to {most}, or leave it out");
            return Err(diagnostics.report(self.at, wrong, instead));
        }
        self.whole(1..=u32::from(most), diagnostics)
            .map(|number| u8::try_from(number).unwrap_or(u8::MAX))
    }

    /// Reads the value as a table.
    pub(super) fn table(
        &self,
        what: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Parsed<TomlTable<'a>> {
        let Self { key, value, at } = *self;
        match value {
            DeValue::Table(table) => Ok(TomlTable::new(table, at, what)),
            _ => Err(self.not_a("a table", format_args!("{key} = {{ ... }}"), diagnostics)),
        }
    }

    /// Reads the value as a list of tables; reports entries that are not tables and
    /// leaves them out.
    pub(super) fn tables(
        &self,
        what: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Vec<TomlTable<'a>> {
        let Self { key, value, .. } = *self;
        let DeValue::Array(array) = value else {
            self.not_a("a list", format_args!("{key} = [ {{ ... }} ]"), diagnostics);
            return Vec::new();
        };
        if array.is_empty() {
            let wrong = format_args!("the list `{key}` is empty and does nothing");
            diagnostics.report(self.at, wrong, "put something in it, or leave it out");
        }
        array
            .iter()
            .filter_map(|entry| Field::new(key, entry).table(what, diagnostics).ok())
            .collect()
    }

    /// Returns the name of the value's type for messages.
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

    fn not_a(
        &self,
        wanted: &str,
        example: impl Display,
        diagnostics: &mut Diagnostics,
    ) -> ErrorReported {
        let wrong = format_args!("`{}` is {}, but {wanted} is wanted", self.key, self.is());
        diagnostics.report(self.at, wrong, format_args!("write {example} instead"))
    }
}

/// Joins words as `a`, `b` or `c`, in backticks.
pub(super) fn one_of(words: &[&str]) -> String {
    list(words, '`')
}

/// Joins words as "a", "b" or "c", in quotation marks.
pub(super) fn one_of_quoted(words: &[&str]) -> String {
    list(words, '"')
}

fn list(words: &[&str], mark: char) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| format!("{mark}{word}{mark}"))
        .collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
