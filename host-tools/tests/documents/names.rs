//! Names in the documents' code: files and items of the sources must exist.

use super::markdown::code;
use super::{files, none, read, root};
use std::path::{Path, PathBuf};

/// Documents that name parts of the sources.
const DOCUMENTS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "firmware/README.md"];

/// Folders of the sources.
const SOURCES: [&str; 7] = [
    "rules-core/src",
    "host-tools/src",
    "host-tools/host-core/src",
    "host-tools/ring-client/src",
    "host-tools/virtual-ring/src",
    "firmware/src",
    "tests/src",
];

#[test]
fn what_is_named_exists() {
    let house = House::new();
    let mut complaints = Vec::new();
    let mut checked = 0;
    for document in DOCUMENTS {
        for code in code(&read(document)).iter().filter(|code| code.is_inline) {
            let name = &code.lines[0];
            if name.contains(' ') && !name.contains("::") {
                continue;
            }
            let there = match kind(name) {
                Kind::Item => house.has_item(name),
                Kind::File => house.has_file(document, name),
                Kind::Other => continue,
            };
            checked += 1;
            if !there {
                complaints.push(format!("{document}:{}: `{name}` is not there", code.line));
            }
        }
    }
    none(&complaints);
    assert!(checked > 60, "only {checked} names were found");
}

#[derive(Debug, PartialEq)]
enum Kind {
    Item,
    File,
    Other,
}

fn kind(name: &str) -> Kind {
    let is_path = name.contains('/') && !name.contains([':', '*', '<', ' ']);
    let has_end = [".rs", ".toml", ".md", ".txt", ".svg", ".x"]
        .iter()
        .any(|end| name.ends_with(end));
    let is_placeholder = name.chars().any(|c| c.is_ascii_uppercase())
        && (name.contains("YOURS") || name.contains("FILE"));
    if is_placeholder {
        Kind::Other
    } else if name.contains("::") {
        Kind::Item
    } else if name.starts_with("target/") {
        // File that a command creates.
        Kind::Other
    } else if (is_path || has_end) && !name.starts_with(['/', '.', '-']) {
        Kind::File
    } else {
        Kind::Other
    }
}

/// All sources.
struct House {
    sources: Vec<(PathBuf, String)>,
    all: Vec<String>,
}

impl House {
    fn new() -> Self {
        let mut sources = Vec::new();
        for folder in SOURCES {
            for path in files(&root().join(folder), ".rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                sources.push((path, text));
            }
        }
        let all = files(&root(), "");
        let all = all.iter().map(|path| path.to_string_lossy().into_owned());
        Self {
            sources,
            all: all.collect(),
        }
    }

    /// True if a file or folder exists: from the root, from the document's folder, or as
    /// the end of a path in the sources.
    fn has_file(&self, document: &str, name: &str) -> bool {
        let name = name.trim_end_matches('/');
        let folder = Path::new(document).parent().unwrap();
        let end = format!("/{name}");
        root().join(name).exists()
            || root().join(folder).join(name).exists()
            || self
                .all
                .iter()
                .any(|path| path.ends_with(&end) || path.contains(&format!("{end}/")))
    }

    /// True if `module::Type::function` exists: the modules as files, the other parts
    /// defined in them.
    fn has_item(&self, name: &str) -> bool {
        let bare = name.split(['(', '<', '{']).next().unwrap_or(name);
        let mut below: Vec<&(PathBuf, String)> = self.sources.iter().collect();
        for part in bare
            .split("::")
            .filter(|word| !matches!(*word, "crate" | "super"))
        {
            let module: Vec<_> = below
                .iter()
                .copied()
                .filter(|(path, _)| is_module(path, part))
                .collect();
            if !module.is_empty() {
                below = module;
            } else if is_crate(part) {
                continue;
            } else {
                below.retain(|(_, text)| defines(text, part));
                if below.is_empty() {
                    return false;
                }
                // A method may be in another file than its type, if that file names the
                // type.
                below = self.near(&below);
                below.retain(|(_, text)| has_word(text, part));
            }
        }
        true
    }

    fn near(&self, some: &[&(PathBuf, String)]) -> Vec<&(PathBuf, String)> {
        let folders: Vec<&Path> = some.iter().filter_map(|source| source.0.parent()).collect();
        let near = |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
        self.sources
            .iter()
            .filter(|source| near(&source.0))
            .collect()
    }
}

fn is_crate(part: &str) -> bool {
    matches!(
        part,
        "rules_core" | "host_core" | "host_tools" | "ring_client" | "virtual_ring" | "firmware"
    )
}

fn is_module(path: &Path, part: &str) -> bool {
    let stem = path.file_stem().is_some_and(|stem| stem == part);
    let folder = path.parent().is_some_and(|folder| {
        let below = folder.iter().skip_while(|folder| *folder != "src");
        below.skip(1).any(|folder| folder == part)
    });
    stem || folder
}

/// True if a text contains this word.
fn has_word(text: &str, name: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word == name)
}

/// True if a source defines this name: as an item, as a variant, or in a macro.
fn defines(text: &str, name: &str) -> bool {
    let is_word = |at: usize, end: usize| {
        let before = text[..at].chars().next_back();
        let after = text[end..].chars().next();
        let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !part(before) && !part(after)
    };
    text.match_indices(name).any(|(at, found)| {
        let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = text[line_start..at].trim();
        let after = text[at + found.len()..].trim_start();
        let item = [
            "fn", "struct", "enum", "trait", "mod", "const", "static", "type", "union",
        ]
        .iter()
        .any(|word| before.split_whitespace().next_back() == Some(*word));
        let variant = before.is_empty() && after.starts_with([',', '(', '{', '=']);
        is_word(at, at + found.len()) && (item || variant)
    })
}

#[test]
fn missing_names_are_noticed() {
    let house = House::new();
    assert!(house.has_item("Ring::step(now, Input)"));
    assert!(house.has_item("games::kabuto::Match::apply"));
    assert!(!house.has_item("Ring::no_such_step"));
    assert!(!house.has_item("Core::look"));
    assert!(!house.has_item("no_such::module"));
    assert!(house.has_file("README.md", "rules-core/src/ring"));
    assert!(!house.has_file("README.md", "rules-core/src/wrong.rs"));
}
