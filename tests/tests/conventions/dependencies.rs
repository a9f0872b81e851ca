//! Crates from outside, checked against `deny.toml`: permissive licences only,
//! because a crate may reach the firmware; one registry; no code from a git
//! address; no "any version". `cargo deny check` reads the same file and looks up
//! known weaknesses as well, but it is a program of its own and needs a download;
//! this test needs cargo alone. Only this test knows what reaches the chip.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Beginning of the source of every crate from a registry.
const REGISTRY: &str = "registry+";

/// Lists of `deny.toml` that decide about a crate.
#[derive(Debug, serde::Deserialize)]
struct Policy {
    graph: Graph,
    licenses: Licences,
}

/// Machines that are built for.
#[derive(Debug, serde::Deserialize)]
struct Graph {
    targets: Vec<String>,
}

/// Licences under which code may come in.
#[derive(Debug, serde::Deserialize)]
struct Licences {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

/// Crate with a further licence, for the host only.
#[derive(Debug, serde::Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

impl Policy {
    /// Reads `deny.toml`.
    fn read() -> Self {
        let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml is there");
        toml::from_str(&text).expect("deny.toml has these lists")
    }

    /// Licences that this crate may have. Exceptions do not reach the chip.
    fn licences(&self, name: &str, is_on_chip: bool) -> Vec<&str> {
        let Licences { allow, exceptions } = &self.licenses;
        let exceptions = exceptions
            .iter()
            .filter(|exception| exception.name == name && !is_on_chip);
        let further = exceptions.flat_map(|exception| &exception.allow);
        allow.iter().chain(further).map(String::as_str).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns all packages for the machines that are built for, and their edges.
fn metadata(policy: &Policy) -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let targets = policy.graph.targets.iter();
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version=1"])
        .arg("--all-features")
        .args(targets.map(|target| format!("--filter-platform={target}")))
        .current_dir(root())
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

/// Returns the packages that a package needs, itself among them.
fn needed(metadata: &Value, name: &str) -> BTreeSet<String> {
    let nodes = list(&metadata["resolve"], "nodes");
    let is_named = |package: &&Value| text(package, "name") == name && package["source"].is_null();
    let first = list(metadata, "packages").iter().find(is_named);
    let first = first.unwrap_or_else(|| panic!("there is no package {name}"));
    let mut found = BTreeSet::new();
    let mut open = vec![text(first, "id").to_owned()];
    while let Some(id) = open.pop() {
        let node = nodes.iter().find(|node| text(node, "id") == id);
        if let Some(node) = node.filter(|_| found.insert(id)) {
            let needs = list(node, "dependencies").iter();
            open.extend(needs.filter_map(Value::as_str).map(str::to_owned));
        }
    }
    found
}

/// Returns the objection to a package, if there is one.
fn complaint(policy: &Policy, package: &Value, is_on_chip: bool) -> Option<String> {
    let name = text(package, "name");
    if package["source"].is_null() {
        let is_any = |needs: &&Value| text(needs, "req") == "*" && needs["path"].is_null();
        let any = list(package, "dependencies").iter().find(is_any)?;
        return Some(format!("{name} takes any {}", text(any, "name")));
    }
    if !text(package, "source").starts_with(REGISTRY) {
        return Some(format!("{name} comes from {}", text(package, "source")));
    }
    let licence = text(package, "license");
    let is_allowed = allows(licence, &policy.licences(name, is_on_chip));
    (!is_allowed).then(|| format!("{name} is licensed \"{licence}\""))
}

/// Returns true if a licence can be met with these: SPDX, or as it was once
/// written, with `/` for "or".
fn allows(licence: &str, allowed: &[&str]) -> bool {
    let spaced = licence.replace('/', " OR ").replace('(', " ( ");
    let spaced = spaced.replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest, allowed) && rest.is_empty()
}

fn any_of(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut is_met = all_of(words, allowed);
    while let Some(rest) = words.strip_prefix(&["OR"]) {
        *words = rest;
        is_met |= all_of(words, allowed);
    }
    is_met
}

fn all_of(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut is_met = one(words, allowed);
    while let Some(rest) = words.strip_prefix(&["AND"]) {
        *words = rest;
        is_met &= one(words, allowed);
    }
    is_met
}

fn one(words: &mut &[&str], allowed: &[&str]) -> bool {
    let Some((word, rest)) = words.split_first() else {
        return false;
    };
    *words = rest;
    if *word == "(" {
        let is_met = any_of(words, allowed);
        let is_closed = words.first() == Some(&")");
        *words = words.get(1..).unwrap_or_default();
        return is_met && is_closed;
    }
    // An exception gives more, but it is another licence.
    if let ["WITH", _, rest @ ..] = *words {
        *words = rest;
        return false;
    }
    allowed.contains(word)
}

#[test]
fn everything_from_outside_is_permissive_and_from_one_place() {
    let policy = Policy::read();
    let metadata = metadata(&policy);
    let on_chip = needed(&metadata, "firmware");
    let used = list(&metadata["resolve"], "nodes");
    let used: BTreeSet<&str> = used.iter().map(|node| text(node, "id")).collect();
    let packages = list(&metadata, "packages").iter();
    let packages: Vec<&Value> = packages
        .filter(|package| used.contains(text(package, "id")))
        .collect();
    assert!(packages.len() > 100, "only {} packages", packages.len());
    let complaints: Vec<String> = (packages.iter())
        .filter_map(|package| complaint(&policy, package, on_chip.contains(text(package, "id"))))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let sources = packages
        .iter()
        .filter_map(|package| package["source"].as_str());
    let sources: BTreeSet<&str> = sources.collect();
    assert_eq!(sources.len(), 1, "one registry, not {sources:?}");
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = ["MIT", "Apache-2.0", "Unicode-3.0"];
    for licence in [
        "MIT",
        "Apache-2.0 / MIT",
        "MIT OR GPL-3.0-only",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    ] {
        assert!(allows(licence, &allowed), "{licence}");
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
        assert!(!allows(licence, &allowed), "{licence}");
    }
}

#[test]
fn a_stranger_is_noticed() {
    let policy = Policy::read();
    let complaint = |package, is_on_chip| complaint(&policy, &package, is_on_chip);
    let package = |source: Value, licence: &str| {
        let name = "serialport";
        serde_json::json!({ "name": name, "source": source, "license": licence })
    };
    let registry = || Value::from(REGISTRY);
    assert_eq!(complaint(package(registry(), "MIT"), true), None);
    assert_eq!(complaint(package(registry(), "MPL-2.0"), false), None);
    assert!(complaint(package(registry(), "MPL-2.0"), true).is_some());
    assert!(complaint(package(registry(), "GPL-3.0-only"), false).is_some());
    assert!(complaint(package("git+https://x.org/y".into(), "MIT"), false).is_some());
    let loose = serde_json::json!({
        "name": "ours", "source": null, "dependencies": [{ "name": "x", "req": "*" }]
    });
    assert!(complaint(loose, false).is_some());
}
