//! Names on cards: a single short line, since the device has little room.

use super::diagnostics::{Diagnostics, Parsed};
use super::toml_cursor::TomlTable;
use crate::printable::is_unprintable;
use rules_core::games::kabuto::card::Label;

/// Capacity of a [`Label`], in bytes.
const ROOM: usize = 24;

/// Name of a card, token or move, with its byte offset in the file.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) label: Label,
    pub(super) at: usize,
}

/// Reads the `name` of a card, token or move.
pub(super) fn read(table: &TomlTable, what: &str, diagnostics: &mut Diagnostics) -> Parsed<Named> {
    let field = table.need("name", "write name = \"...\"", diagnostics)?;
    let name = field.text(diagnostics)?;
    check(name, field.at, what, diagnostics)?;
    let label = Label::try_from(name).map_err(|_| {
        let length = name.len();
        let wrong = format_args!("\"{name}\" is {length} bytes long");
        let instead = format_args!("write a name of at most {ROOM} bytes");
        diagnostics.report(field.at, wrong, instead)
    })?;
    Ok(Named {
        label,
        at: field.at,
    })
}

/// Reports a name that cannot be shown on one line.
pub(super) fn check(
    name: &str,
    at: usize,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Parsed<()> {
    if name.trim().is_empty() {
        return Err(diagnostics.report(at, format_args!("{what} is empty"), "write a name"));
    }
    if name.trim() != name {
        let wrong = format_args!("{what} has blanks around it");
        return Err(diagnostics.report(at, wrong, format_args!("write \"{}\"", name.trim())));
    }
    if name.chars().any(char::is_control) {
        let wrong = format_args!("{what} has a line break or control character in it");
        return Err(diagnostics.report(at, wrong, "write it on one line"));
    }
    if let Some(hidden) = name.chars().find(|c| is_unprintable(*c)) {
        let number = u32::from(hidden);
        let wrong =
            format_args!("{what} has a character in it that cannot be seen, U+{number:04X}");
        return Err(diagnostics.report(at, wrong, "write it without"));
    }
    Ok(())
}

/// Reports names that occur twice, in any capitalisation.
pub(super) fn check_distinct(names: &[Named], what: &str, diagnostics: &mut Diagnostics) {
    for (n, named) in names.iter().enumerate() {
        let alike = |other: &&Named| other.label.to_lowercase() == named.label.to_lowercase();
        if names.iter().take(n).any(|other| alike(&other)) {
            let wrong = format_args!("there is another {what} named \"{}\"", named.label);
            diagnostics.report(named.at, wrong, "write a different name");
        }
    }
}
