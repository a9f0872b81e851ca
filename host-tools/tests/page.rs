//! Pages in a real Chromium: `tests/page`, with the `dohyo` and the page of this build.
//!
//! Needs `node`, `npm` and Debian's `chromium`. If one is missing, the tests print a note
//! and are skipped, except in CI.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "what is not there fails the test"
)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Installs the packages of the tests once; false if a program is missing.
fn is_ready() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| {
        let missing: Vec<&str> = (["node", "npm", "/usr/bin/chromium"].into_iter())
            .filter(|program| !is_there(program))
            .collect();
        if !missing.is_empty() {
            let sentence = format!(
                "skipped: {} not found; install Debian's nodejs, npm and chromium",
                missing.join(", ")
            );
            assert!(env::var_os("CI").is_none(), "{sentence}");
            println!("{sentence}");
            return false;
        }
        let folder = root().join("tests/page");
        let packages = ["playwright-core", "axe-core"];
        if !(packages.iter()).all(|name| folder.join("node_modules").join(name).is_dir()) {
            let installed = Command::new("npm")
                .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
                .current_dir(&folder)
                .status();
            assert!(installed.expect("npm runs").success(), "npm ci");
        }
        true
    })
}

/// Runs a script of `tests/page/package.json`.
fn npm(script: &str, page: Option<&Path>, image: Option<&Path>) {
    let mut npm = Command::new("npm");
    npm.args(["run", script])
        .current_dir(root().join("tests/page"))
        .env("DOHYO", env!("CARGO_BIN_EXE_dohyo"))
        .env("PICTURES", root().join("target/page-screenshots"));
    if let Some(page) = page {
        npm.env("PAGE", page);
    }
    if let Some(image) = image {
        npm.env("ELF", image);
    }
    assert!(npm.status().expect("npm runs").success(), "see above");
}

#[test]
fn the_page_in_a_browser() {
    if is_ready() {
        npm("test", None, None);
    }
}

/// Makes the page once, as `cargo page --quick` does: what is made already is not made
/// again.
fn built_page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let folder = root().join("target/page-quick");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["run", "-p", "page-folder", "--", "--quick", "--output"])
            .arg(&folder)
            .arg("--one-file")
            .arg(folder.with_extension("html"))
            .current_dir(root())
            .status();
        assert!(built.expect("cargo runs").success(), "see above");
        folder
    })
}

#[test]
fn the_page_on_which_people_play() {
    if is_ready() {
        npm("play", Some(built_page()), None);
    }
}

/// The firmware's image behind a stand-in for the browser's serial ports.
#[cfg(feature = "physics")]
#[test]
fn the_page_with_a_ring_on_an_emulated_pico() {
    if !is_ready() {
        return;
    }
    let image = host_tools::emulator::image::for_tests();
    if let Some(image) = image.expect("the image is there") {
        npm("pico", Some(built_page()), Some(image));
    }
}
