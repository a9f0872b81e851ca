//! Shared parts of the tests: random play, reference implementations, rigs, and the file
//! formats of scripts and promises.

use std::path::{Path, PathBuf};

pub mod abalone_play;
pub mod abalone_reference;
pub mod capture_rig;
pub mod curtain_rig;
pub mod journal_model;
pub mod journal_rig;
pub mod kabuto_play;
pub mod kabuto_random_actions;
pub mod kabuto_reference;
pub mod panel_harness;
pub mod panel_text;
pub mod promise_actions;
pub mod promise_file;
pub mod promise_ring;
pub mod promise_run;
pub mod promise_text;
pub mod referee_grid;
pub mod referee_grid_random;
pub mod referee_grid_table;
pub mod referee_random;
pub mod referee_random_laws;
pub mod referee_script;
pub mod referee_script_parse;
pub mod referee_table;
pub mod ring_host;
pub mod ring_replay;
pub mod sumoo_inference;
pub mod sumoo_play;
pub mod sumoo_reference;
pub mod sumoo_tracker;
pub mod test_rng;

/// Returns the scenario files in a folder of `tests/scenarios`, or in `.`, and in its
/// subfolders, in order.
///
/// # Panics
/// If there are fewer than `least`: who finds none shows nothing.
#[must_use]
pub fn scenarios(folder: &str, least: usize) -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut found = Vec::new();
    let mut folders = vec![all.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "toml") {
                found.push(path);
            }
        }
    }
    assert!(found.len() >= least, "only {} scenarios", found.len());
    found.sort();
    found
}
