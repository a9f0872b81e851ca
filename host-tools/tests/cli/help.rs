//! `dohyo --help`, `completions` and `man`: descriptions of the verbs.

use super::{bad, good};
use clap::CommandFactory;
use host_tools::cli::Cli;
use host_tools::verb_groups::VERB_GROUPS;
use std::collections::BTreeSet;

/// Returns the verbs of the command line, without `help`.
fn verbs() -> BTreeSet<String> {
    let command = Cli::command();
    let verbs = command.get_subcommands();
    verbs.map(|verb| verb.get_name().to_owned()).collect()
}

#[test]
fn every_verb_is_in_one_group_of_the_help() {
    let listed = VERB_GROUPS.iter().flat_map(|group| group.verbs);
    let listed: Vec<String> = listed.map(|verb| (*verb).to_owned()).collect();
    let unique: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(unique.len(), listed.len(), "a verb is in two groups");
    assert_eq!(unique, verbs(), "groups and verbs differ");
}

#[test]
fn the_help_shows_every_group_with_its_verbs() {
    let help = good(&["--help"]);
    let command = Cli::command();
    for group in VERB_GROUPS {
        assert!(help.contains(&format!("\n{}:\n", group.heading)), "{help}");
        for verb in group.verbs {
            let about = command.find_subcommand(verb).unwrap().get_about();
            let about = about.unwrap().to_string();
            let start: Vec<&str> = about.split_whitespace().take(4).collect();
            let shown = help.lines().any(|line| {
                let mut words = line.split_whitespace();
                words.next() == Some(verb) && words.take(4).eq(start.iter().copied())
            });
            assert!(shown, "{verb}\n{help}");
        }
    }
    let widest = help.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|columns| columns <= 100), "{help}");
    assert_eq!(help, good(&["help"]), "both ways");
}

#[test]
fn completions_name_every_verb_in_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = good(&["completions", shell]);
        for verb in verbs() {
            assert!(script.contains(&verb), "{verb} in {shell}");
        }
    }
    assert!(bad(&["completions", "cmd"]).contains("[possible values: bash, "));
}

#[test]
fn man_pages_are_printed_or_written() {
    let page = good(&["man"]);
    assert!(page.contains(".TH dohyo 1"), "{page}");
    for verb in verbs() {
        assert!(page.contains(&format!("dohyo\\-{verb}(1)")), "{verb}");
    }
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.display().to_string();
    good(&["man", "--write", &path]);
    for verb in verbs() {
        let page = std::fs::read_to_string(folder.join(format!("dohyo-{verb}.1")));
        assert!(page.unwrap().contains(".SH SYNOPSIS"), "{verb}");
    }
    let file = folder.join("dohyo.1").display().to_string();
    assert!(bad(&["man", "--write", &file]).contains("give --write a folder"));
}
