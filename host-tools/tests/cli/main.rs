//! `dohyo` as people call it, one file for each verb or game.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

mod abalone;
#[path = "../shared/at_socket.rs"]
mod at_socket;
mod builder;
mod builds;
mod campaigns;
#[path = "../shared/computer.rs"]
mod computer;
mod demo;
mod emulated;
mod evening;
mod faults;
mod flash;
mod help;
mod hostile;
mod interruptions;
mod lights;
mod live;
mod names;
mod one_format;
mod page;
mod reach;
mod records;
mod report;
mod rules;
mod scenario;
mod serve;
mod sharing;
mod simulate;
mod starts;
mod sumoo;
mod table;
mod wiring;

use std::process::{Command, Output};

fn dohyo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(args)
        .output()
        .unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs a command that must succeed and returns its output.
fn good(args: &[&str]) -> String {
    let output = dohyo(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        said(&output.stderr)
    );
    said(&output.stdout)
}

/// Runs a command that must be refused and returns the sentence with the reason.
fn bad(args: &[&str]) -> String {
    let output = dohyo(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let sentence = said(&output.stderr);
    assert!(!sentence.contains("panicked"), "{sentence}");
    sentence
}
