//! The version is defined in one place.

use super::{files, none, read, root};
use host_core::VERSION;
use std::process::Command;

fn said(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(args)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn program_and_greeting_name_the_same_version() {
    assert_eq!(said(&["--version"]), format!("dohyo {VERSION}\n"));
    let info = said(&["info", "--json", "--ring", "virtual:"]);
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["firmware"], VERSION);
}

#[test]
fn every_package_takes_the_version_of_the_workspace() {
    let workspace: toml::Table = read("Cargo.toml").parse().unwrap();
    let package = &workspace["workspace"]["package"];
    assert_eq!(package["version"].as_str(), Some(VERSION));
    let mut complaints = Vec::new();
    for member in workspace["workspace"]["members"].as_array().unwrap() {
        let file = format!("{}/Cargo.toml", member.as_str().unwrap());
        if !read(&file).contains("\nversion.workspace = true\n") {
            complaints.push(format!("{file}: write `version.workspace = true`"));
        }
    }
    // The `Hello` carries the version of the package that is built.
    for path in files(&root().join("firmware/src"), ".rs") {
        let source = std::fs::read_to_string(&path).unwrap();
        if source.contains("VERSION: &str = \"") {
            complaints.push(format!("{}: a version written out", path.display()));
        }
    }
    none(&complaints);
}

#[test]
fn the_changelog_speaks_of_this_version_or_of_what_comes() {
    let changelog = read("CHANGELOG.md");
    assert!(
        changelog.contains("## [Unreleased]") || changelog.contains(&format!("## [{VERSION}]")),
        "CHANGELOG.md has neither [Unreleased] nor [{VERSION}]"
    );
}
