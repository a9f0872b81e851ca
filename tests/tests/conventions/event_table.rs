//! The table of events in `tests/EVENTS.md` is that of the parser.

use host_core::table_event::forms::{EventForm, FORMS};
use host_core::table_event::{EventDriver, TableEvent};
use std::path::Path;

/// Title of a driver's column.
const fn title(driver: EventDriver) -> &'static str {
    match driver {
        EventDriver::Rules => "rules",
        EventDriver::Script => "table scripts",
        EventDriver::Manual => "`ring`",
        EventDriver::Emulated => "`ring --emulated`",
        EventDriver::Physics => "promises",
        EventDriver::Device => "emulator",
    }
}

/// One row: the form, its meaning, and a mark for each driver that knows it.
fn row(form: &EventForm) -> String {
    let marks = EventDriver::ALL.map(|driver| match form.drivers.contains(&driver) {
        true => "x",
        false => "",
    });
    // A bar would end the cell.
    let syntax = form.syntax.replace('|', "\\|");
    format!("| `{syntax}` | {} | {} |", form.meaning, marks.join(" | "))
}

fn table() -> String {
    let titles = EventDriver::ALL.map(title).join(" | ");
    let mut lines = vec![
        format!("| words | meaning | {titles} |"),
        format!("|{}", "---|".repeat(2 + EventDriver::ALL.len())),
    ];
    lines.extend(FORMS.iter().map(row));
    lines.join("\n")
}

#[test]
fn the_document_has_every_form_of_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("EVENTS.md");
    let text = std::fs::read_to_string(&path).expect("readable");
    let start = text.find("| words |").expect("the table begins");
    let end = text[start..]
        .find("\n\n")
        .map_or(text.len(), |at| start + at);
    let table = table();
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        let written = [&text[..start], &table, text[end..].trim_end(), "\n"].concat();
        std::fs::write(&path, written).expect("writable");
    } else {
        let differs = text[start..end].lines().zip(table.lines());
        for (line, wanted) in differs {
            assert_eq!(line, wanted, "DOHYO_WRITE_GOLDEN=1 writes the table");
        }
        assert_eq!(text[start..end].lines().count(), table.lines().count());
    }
}

#[test]
fn a_word_means_one_thing_to_all_who_know_it() {
    for text in [
        "dock 2 long",
        "dock north 120",
        "lift platform",
        "marker 1",
        "marker 1 blue",
        "take marker 1 blue",
        "push small, flicked",
        "fall medium",
        "accident small",
        "bump",
        "press confirm",
        "hold both",
        "undo",
        "answer as seen",
        "power cut",
        "unplug north",
        "unplug host",
    ] {
        let parsed = EventDriver::ALL.map(|driver| TableEvent::parse(text, driver).ok());
        let mut parsed = parsed.into_iter().flatten();
        let first = parsed.next().expect(text);
        assert!(parsed.all(|other| other == first), "{text}");
    }
}

#[test]
fn what_a_driver_does_not_know_is_refused_with_what_it_knows() {
    for driver in EventDriver::ALL {
        let refused = TableEvent::parse("dance", driver).expect_err("nobody dances");
        assert!(refused.starts_with("\"dance\" is not understood; write one of: "));
        assert!(refused.ends_with(&driver.help()), "{refused}");
    }
    let refused = TableEvent::parse("nudge 1 over west", EventDriver::Rules);
    assert!(refused.is_err_and(|sentence| sentence.contains("is not understood")));
}
