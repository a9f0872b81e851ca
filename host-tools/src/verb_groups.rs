//! Groups of verbs in `dohyo --help`, from one table.
//!
//! Clap knows one list of subcommands. The table below orders it by purpose, and
//! the lines beside the verbs are the first lines of their own help.

use clap::Command;
use std::fmt::Write;

/// Group of verbs with one purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerbGroup {
    /// Heading of the group in the help.
    pub heading: &'static str,
    /// Verbs of the group, in the order in which they are first needed.
    pub verbs: &'static [&'static str],
}

/// All groups; every verb is in one of them. Verbs of features that are off are left out.
pub const VERB_GROUPS: [VerbGroup; 6] = [
    VerbGroup {
        heading: "Try it without hardware",
        verbs: &["demo", "play", "serve", "page", "ring", "rules", "lights"],
    },
    VerbGroup {
        heading: "Play at a ring",
        verbs: &[
            "setup",
            "watch",
            "status",
            "why",
            "answer",
            "declare",
            "undo",
            "redo",
            "challenge",
            "abort",
            "matches",
            "record",
            "replay",
            "export",
        ],
    },
    VerbGroup {
        heading: "Play with many",
        verbs: &[
            "hub",
            #[cfg(feature = "club")]
            "bridge",
            "evening",
            "pair",
            "results",
            "standings",
        ],
    },
    VerbGroup {
        heading: "Build a ring",
        verbs: &[
            "wiring",
            "flash",
            "uf2",
            "ports",
            "info",
            "configure",
            "identify",
            "name",
            "calibrate",
            "doctor",
            "report",
            "cards",
        ],
    },
    VerbGroup {
        heading: "Measure it",
        verbs: &["simulate", "faults", "merge", "emulate", "bench"],
    },
    VerbGroup {
        heading: "Develop it",
        verbs: &["scenario", "check", "show", "perft", "completions", "man"],
    },
];

/// Widest line of the help, in columns.
const WIDTH: usize = 100;

/// Returns the command line with its verbs in groups.
#[must_use]
pub fn grouped(command: Command) -> Command {
    let style = *command.get_styles().get_header();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}\
         {style}Options:{style:#}\n{{options}}{{after-help}}",
        listing(&command)
    );
    command
        .help_template(template)
        .after_help("`dohyo help VERB` explains a verb and its options.")
}

/// Returns the help paragraphs, one for each group.
fn listing(command: &Command) -> String {
    let (header, literal) = {
        let styles = command.get_styles();
        (*styles.get_header(), *styles.get_literal())
    };
    let names = VERB_GROUPS.iter().flat_map(|group| group.verbs);
    let indent = names.map(|verb| verb.len()).max().unwrap_or(0) + 4;
    let mut text = String::new();
    for group in VERB_GROUPS {
        let _ = writeln!(text, "{header}{}:{header:#}", group.heading);
        for verb in group.verbs {
            let Some(command) = command.find_subcommand(verb) else {
                continue;
            };
            let about = command.get_about().map(ToString::to_string);
            let gap = indent - verb.len() - 2;
            let about = wrapped(&about.unwrap_or_default(), indent);
            let _ = writeln!(text, "  {literal}{verb}{literal:#}{:gap$}{about}", "");
        }
        text.push('\n');
    }
    text
}

/// Returns the text with line breaks, to be printed from column `indent` on.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut column = indent;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if column > indent && column + 1 + letters > WIDTH {
            let _ = write!(lines, "\n{:indent$}", "");
            column = indent;
        } else if column > indent {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += letters;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_lines_are_broken_at_words() {
        let text = "word ".repeat(30);
        let lines = wrapped(&text, 40);
        let widest = lines.lines().map(str::len).max();
        assert_eq!(lines.lines().count(), 3);
        assert!(widest.is_some_and(|columns| columns <= 100), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 30);
    }
}
