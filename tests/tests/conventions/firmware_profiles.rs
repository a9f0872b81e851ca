//! Profiles of `cargo run` inside `firmware/`: the image is the one of `cargo fw`.

use toml::{Table, Value};

fn read(file: &str) -> Table {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let text = std::fs::read_to_string(format!("{root}/{file}")).expect(file);
    text.parse().expect(file)
}

fn at<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Value> {
    let (last, before) = path.split_last()?;
    let inner = before
        .iter()
        .try_fold(table, |table, key| table.get(*key)?.as_table())?;
    inner.get(*last)
}

/// Settings of a profile that change the image, and those of the built-in profile `dev`
/// that `release` has otherwise.
const SETTINGS: [&str; 5] = ["opt-level", "debug", "lto", "codegen-units", "panic"];

#[test]
fn dev_and_release_make_the_image_of_the_firmware_profile() {
    let (workspace, folder) = (read("Cargo.toml"), read("firmware/.cargo/config.toml"));
    for profile in ["dev", "release"] {
        for setting in SETTINGS {
            let expected = at(&workspace, &["profile", "firmware", setting]);
            assert!(expected.is_some(), "[profile.firmware] has no {setting}");
            let found = at(&folder, &["profile", profile, setting]);
            assert_eq!(found, expected, "{profile}: {setting}");
        }
        // Every package that the workspace sets apart is set as for the image.
        let general = at(&workspace, &["profile", "firmware", "opt-level"]);
        let apart = at(&workspace, &["profile", profile, "package"]);
        let apart = apart.and_then(Value::as_table).cloned().unwrap_or_default();
        for package in ["rules-core", "sequential-storage", "crc", "cobs"] {
            let path = ["profile", "firmware", "package", package, "opt-level"];
            let expected = at(&workspace, &path).or(general);
            let path = ["profile", profile, "package", package, "opt-level"];
            let found = match at(&folder, &path) {
                None if !apart.contains_key(package) => general,
                found => found,
            };
            assert_eq!(found, expected, "{profile}: {package}");
        }
    }
    for setting in ["debug-assertions", "overflow-checks", "incremental"] {
        let found = at(&folder, &["profile", "dev", setting]);
        assert_eq!(found, Some(&Value::Boolean(false)), "dev: {setting}");
    }
}

/// An array would be joined to the runner of the other file.
#[test]
fn the_runner_in_the_folder_is_plain_and_replaces_the_other() {
    let path = ["target", "thumbv6m-none-eabi", "runner"];
    let folder = read("firmware/.cargo/config.toml");
    let plain = Value::from("probe-rs run --chip RP2040");
    assert_eq!(at(&folder, &path), Some(&plain));
    let root = read(".cargo/config.toml");
    assert!(at(&root, &path).is_some_and(Value::is_str));
}
