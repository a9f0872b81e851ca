//! Rust sources as text: their modules, and the paths they refer to.

use std::fs;
use std::path::{Path, PathBuf};

/// Source file without comments and tests.
pub struct Source {
    /// File, from the source folder of its crate.
    pub file: PathBuf,
    /// Module path from the root of its crate.
    pub module: Vec<String>,
    code: String,
    /// Byte ranges of inline modules.
    inline: Vec<(usize, usize)>,
}

/// Returns the sources of a crate's source folder, from the workspace root, without those
/// that only tests compile.
pub fn sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let mut files = Vec::new();
    walk(&root, &mut files);
    assert!(!files.is_empty(), "no sources in {folder}");
    files
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("readable");
            let file = path.strip_prefix(&root).expect("below the folder");
            Source::new(file.to_owned(), &text)
        })
        .collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem == "tests" || stem.ends_with("_tests") {
            continue;
        }
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

impl Source {
    /// Source of this text.
    pub fn new(file: PathBuf, text: &str) -> Self {
        let mut module: Vec<String> = (file.with_extension("").iter())
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        module.pop_if(|last| matches!(last.as_str(), "lib" | "main" | "mod"));
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let lines: Vec<&str> = lines.collect();
        let code = without_tests(&lines.join("\n"));
        let inline = inline_modules(&code);
        Self {
            file,
            module,
            code,
            inline,
        }
    }

    /// Returns all paths of this crate that the source names, from the crate's root.
    pub fn references(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for (at, word) in self.code.match_indices("crate::") {
            if is_start(&self.code, at) {
                let rest = &self.code[at + word.len()..];
                found.extend(paths(rest));
            }
        }
        for (at, _) in self.code.match_indices("super::") {
            // Of a chain only the first counts.
            if !is_start(&self.code, at) {
                continue;
            }
            let mut rest = &self.code[at..];
            let mut ups = 0;
            while let Some(after) = rest.strip_prefix("super::") {
                rest = after;
                ups += 1;
            }
            let depth = (self.inline.iter()).filter(|(start, end)| (*start..*end).contains(&at));
            let levels = self.module.len() + depth.count();
            let Some(kept) = levels.checked_sub(ups) else {
                continue;
            };
            // What stays in an inline module is of this file.
            if let Some(base) = self.module.get(..kept) {
                found.extend(paths(rest).into_iter().map(|path| [base, &path].concat()));
            }
        }
        found
    }
}

/// True if a path starts here: `$crate` counts, `xcrate` and `a::super` do not.
fn is_start(code: &str, at: usize) -> bool {
    let before = code[..at].chars().next_back();
    before.is_none_or(|c| !(c.is_alphanumeric() || c == '_' || c == ':'))
}

/// Returns the paths at the start of `rest`: one, or one for each branch of a `use` tree.
fn paths(rest: &str) -> Vec<Vec<String>> {
    if let Some(tree) = rest.strip_prefix('{') {
        return branches(tree).iter().flat_map(|it| paths(it)).collect();
    }
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    if name.is_empty() {
        return Vec::new();
    }
    let deeper = after.strip_prefix("::").map(paths).unwrap_or_default();
    if deeper.is_empty() {
        return vec![vec![name.to_owned()]];
    }
    let with_name = |path: Vec<String>| [vec![name.to_owned()], path].concat();
    deeper.into_iter().map(with_name).collect()
}

/// Splits the inside of a `use` tree, up to its closing brace, at its own commas.
fn branches(tree: &str) -> Vec<&str> {
    let (mut level, mut start, mut all) = (0, 0, Vec::new());
    for (at, c) in tree.char_indices() {
        match c {
            '{' => level += 1,
            '}' if level == 0 => {
                all.push(tree[start..at].trim());
                return all;
            }
            '}' => level -= 1,
            ',' if level == 0 => {
                all.push(tree[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all
}

/// Leaves out what stands below `#[cfg(test)]` or `#[cfg(all(test, ...))]`.
fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let attribute = line.trim_start();
        if !attribute.starts_with("#[cfg(test)]") && !attribute.starts_with("#[cfg(all(test") {
            kept += line;
            kept.push('\n');
            continue;
        }
        // Up to the end of the item: a semicolon, or a brace as deep as its start.
        let indent = line.len() - attribute.len();
        for line in lines.by_ref() {
            let is_as_deep = line.len() - line.trim_start().len() == indent;
            let ends = line.trim_end();
            if is_as_deep && (ends.ends_with(';') || ends.ends_with(',') || ends.ends_with('}')) {
                break;
            }
        }
    }
    kept
}

/// Returns the byte ranges of modules that stand in the file itself.
fn inline_modules(code: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let item = line.trim_end();
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_module = item.ends_with('{') && item.split_whitespace().any(|word| word == "mod");
        if is_module {
            let end = code[at..].find(&format!("\n{indent}}}"));
            found.push((at, end.map_or(code.len(), |end| at + end)));
        }
        at += line.len();
    }
    found
}
