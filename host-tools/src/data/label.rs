//! Names on cards: one short line, because the device has little room.

use super::mistake::{Notes, Read};
use super::walk::Table;
use rules_core::games::kabuto::card::Label;

/// Bytes in a [`Label`].
const ROOM: usize = 24;

/// A name and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) label: Label,
    pub(super) at: usize,
}

/// Reads the `name` of a card, token or move.
pub(super) fn read(table: &Table, what: &str, notes: &mut Notes) -> Read<Named> {
    let field = table.need("name", "write name = \"...\"", notes)?;
    let name = field.text(notes)?;
    check(name, field.at, what, notes)?;
    let label = Label::try_from(name).map_err(|_| {
        let length = name.len();
        let wrong = format_args!("\"{name}\" is {length} bytes long");
        let instead = format_args!("write a name of at most {ROOM} bytes");
        notes.say(field.at, wrong, instead)
    })?;
    Ok(Named {
        label,
        at: field.at,
    })
}

/// Notes a name that cannot be shown on one line.
pub(super) fn check(name: &str, at: usize, what: &str, notes: &mut Notes) -> Read<()> {
    if name.trim().is_empty() {
        return Err(notes.say(at, format_args!("{what} is empty"), "write a name"));
    }
    if name.trim() != name {
        let wrong = format_args!("{what} has blanks around it");
        return Err(notes.say(at, wrong, format_args!("write \"{}\"", name.trim())));
    }
    if name.chars().any(char::is_control) {
        let wrong = format_args!("{what} has a line break or control character in it");
        return Err(notes.say(at, wrong, "write it on one line"));
    }
    Ok(())
}

/// Notes names that occur twice, however they are capitalised.
pub(super) fn check_distinct(names: &[Named], what: &str, notes: &mut Notes) {
    for (n, named) in names.iter().enumerate() {
        let alike = |other: &&Named| other.label.to_lowercase() == named.label.to_lowercase();
        if names.iter().take(n).any(|other| alike(&other)) {
            let wrong = format_args!("there is another {what} named \"{}\"", named.label);
            notes.say(named.at, wrong, "write a different name");
        }
    }
}
