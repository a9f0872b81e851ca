//! Page in a real Chromium: `tests/page`, with the `dohyo` of this build.
//!
//! Needs `node`, `npm` and Debian's `chromium`. If one is missing, the test prints a note
//! and is skipped, except in CI.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "what is not there fails the test"
)]

use std::path::Path;
use std::process::Command;

fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}

#[test]
fn the_page_in_a_browser() {
    let missing: Vec<&str> = (["node", "npm", "/usr/bin/chromium"].into_iter())
        .filter(|program| !is_there(program))
        .collect();
    if !missing.is_empty() {
        let sentence = format!(
            "skipped: {} not found; install Debian's nodejs, npm and chromium",
            missing.join(", ")
        );
        assert!(std::env::var_os("CI").is_none(), "{sentence}");
        println!("{sentence}");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = root.join("tests/page");
    if !folder.join("node_modules/playwright-core").is_dir() {
        let installed = Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            .current_dir(&folder)
            .status();
        assert!(installed.expect("npm runs").success(), "npm ci");
    }
    let tested = Command::new("npm")
        .arg("test")
        .current_dir(&folder)
        .env("DOHYO", env!("CARGO_BIN_EXE_dohyo"))
        .env("PICTURES", root.join("target/page-screenshots"))
        .status();
    assert!(tested.expect("npm runs").success(), "see above");
}
