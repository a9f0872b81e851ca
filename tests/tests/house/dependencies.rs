//! What may come in from outside: permissive licences only, because it may reach
//! the firmware; one registry; no code from a git address; no "any version".
//! Known weaknesses of crates are not looked up: that would need a download from
//! elsewhere.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Licences under which code may come in.
const ALLOWED: [&str; 5] = ["MIT", "Apache-2.0", "BSD-3-Clause", "Unicode-3.0", "Zlib"];

/// Crates with another licence, for the host only.
///
/// serialport: its source stays as it is. The permissive serial2 lists ports
/// without saying what is plugged in there: no ring could be found by itself.
const FOR_THE_HOST: [(&str, &str); 1] = [("serialport", "MPL-2.0")];

/// What the source of a crate from a registry begins with.
const REGISTRY: &str = "registry+";

/// All packages on the machines we build for, and who needs whom.
fn metadata() -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version=1"])
        .args([
            "--all-features",
            "--filter-platform=x86_64-unknown-linux-gnu",
        ])
        .arg("--filter-platform=thumbv6m-none-eabi")
        .current_dir(root)
        .output()
        .expect("cargo runs");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {why}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// The packages a package needs, itself among them.
fn needed(metadata: &Value, name: &str) -> BTreeSet<String> {
    let nodes = list(&metadata["resolve"], "nodes");
    let named = |it: &&Value| text(it, "name") == name && it["source"].is_null();
    let first = list(metadata, "packages").iter().find(named);
    let first = first.unwrap_or_else(|| panic!("there is no package {name}"));
    let mut found = BTreeSet::new();
    let mut open = vec![text(first, "id").to_owned()];
    while let Some(id) = open.pop() {
        let node = nodes.iter().find(|it| text(it, "id") == id);
        if let Some(node) = node.filter(|_| found.insert(id)) {
            let needs = list(node, "dependencies").iter();
            open.extend(needs.filter_map(Value::as_str).map(str::to_owned));
        }
    }
    found
}

/// What is wrong with a package.
fn complaint(package: &Value, is_on_chip: bool) -> Option<String> {
    let name = text(package, "name");
    if package["source"].is_null() {
        let any = |it: &&Value| text(it, "req") == "*" && it["path"].is_null();
        let any = list(package, "dependencies").iter().find(any)?;
        return Some(format!("{name} takes any {}", text(any, "name")));
    }
    if !text(package, "source").starts_with(REGISTRY) {
        return Some(format!("{name} comes from {}", text(package, "source")));
    }
    let licence = text(package, "license");
    let excepted = FOR_THE_HOST.contains(&(name, licence)) && !is_on_chip;
    (!excepted && !allows(licence)).then(|| format!("{name} is licensed \"{licence}\""))
}

/// Whether a licence can be met with those that are allowed: SPDX, or as it was
/// once written, with `/` for "or".
fn allows(licence: &str) -> bool {
    let spaced = licence.replace('/', " OR ").replace('(', " ( ");
    let spaced = spaced.replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest) && rest.is_empty()
}

fn any_of(words: &mut &[&str]) -> bool {
    let mut is_met = all_of(words);
    while let Some(rest) = words.strip_prefix(&["OR"]) {
        *words = rest;
        is_met |= all_of(words);
    }
    is_met
}

fn all_of(words: &mut &[&str]) -> bool {
    let mut is_met = one(words);
    while let Some(rest) = words.strip_prefix(&["AND"]) {
        *words = rest;
        is_met &= one(words);
    }
    is_met
}

fn one(words: &mut &[&str]) -> bool {
    let Some((word, rest)) = words.split_first() else {
        return false;
    };
    *words = rest;
    if *word == "(" {
        let is_met = any_of(words);
        let is_closed = words.first() == Some(&")");
        *words = words.get(1..).unwrap_or_default();
        return is_met && is_closed;
    }
    // An exception gives more, but it is another licence.
    if let ["WITH", _, rest @ ..] = *words {
        *words = rest;
        return false;
    }
    ALLOWED.contains(word)
}

#[test]
fn everything_from_outside_is_permissive_and_from_one_place() {
    let metadata = metadata();
    let on_chip = needed(&metadata, "firmware");
    let used = list(&metadata["resolve"], "nodes");
    let used: BTreeSet<&str> = used.iter().map(|it| text(it, "id")).collect();
    let packages = list(&metadata, "packages").iter();
    let packages: Vec<&Value> = packages
        .filter(|it| used.contains(text(it, "id")))
        .collect();
    assert!(packages.len() > 100, "only {} packages", packages.len());
    let complaints: Vec<String> = (packages.iter())
        .filter_map(|it| complaint(it, on_chip.contains(text(it, "id"))))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let sources = packages.iter().filter_map(|it| it["source"].as_str());
    let sources: BTreeSet<&str> = sources.collect();
    assert_eq!(sources.len(), 1, "one registry, not {sources:?}");
}

#[test]
fn licences_are_read_as_they_are_meant() {
    for licence in [
        "MIT",
        "Apache-2.0 / MIT",
        "MIT OR GPL-3.0-only",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    ] {
        assert!(allows(licence), "{licence}");
    }
    for licence in [
        "",
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "(MIT OR Apache-2.0) AND MPL-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "MIT GPL-3.0-only",
        "(MIT",
    ] {
        assert!(!allows(licence), "{licence}");
    }
}

#[test]
fn a_stranger_is_noticed() {
    let package = |source: Value, licence: &str| {
        let name = "serialport";
        serde_json::json!({ "name": name, "source": source, "license": licence })
    };
    let registry = || Value::from(REGISTRY);
    assert_eq!(complaint(&package(registry(), "MIT"), true), None);
    assert_eq!(complaint(&package(registry(), "MPL-2.0"), false), None);
    assert!(complaint(&package(registry(), "MPL-2.0"), true).is_some());
    assert!(complaint(&package("git+https://x.org/y".into(), "MIT"), false).is_some());
    let loose = serde_json::json!({
        "name": "ours", "source": null, "dependencies": [{ "name": "x", "req": "*" }]
    });
    assert!(complaint(&loose, false).is_some());
}
