//! `cargo run` inside `firmware/` hands the image to probe-rs.

use crate::{directory, image};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

#[test]
fn cargo_run_in_the_folder_calls_probe_rs_with_the_image() {
    let Some(image) = image() else { return };
    let folder = directory("flashing");
    let probe = folder.join("probe-rs");
    std::fs::write(&probe, "#!/bin/sh\necho \"$@\"\n").expect("a program");
    std::fs::set_permissions(&probe, PermissionsExt::from_mode(0o755)).expect("a program");
    let path = std::env::var("PATH").expect("a path");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // With the profile of the image that is there already, so that nothing is compiled.
    let ran = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--profile", "firmware"])
        .current_dir(root.join("firmware"))
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo");
    let (said, complained) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    let words: Vec<&str> = said.split_whitespace().collect();
    let ["run", "--chip", "RP2040", flashed] = words[..] else {
        panic!("{said}{complained}");
    };
    let whole = |path: &Path| path.canonicalize().expect("an image");
    assert_eq!(whole(Path::new(flashed)), whole(image));
}
