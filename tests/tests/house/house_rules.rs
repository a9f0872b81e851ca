//! What this house promises about its own sources, where no compiler checks it.
#![allow(
    clippy::unwrap_used,
    reason = "a source that cannot be read fails the test"
)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file below `folder` that people wrote.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !matches!(name.as_ref(), "target" | "node_modules" | ".git") {
                found.extend(files(&path));
            }
        } else if name != ".git" {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of `source` that ends up in the product: no comments, no string
/// contents, no items behind `#[cfg(test)]`.
fn product_code(source: &str) -> String {
    without_tests(&without_text(source))
}

/// Blanks out comments and what stands in strings and character literals.
fn without_text(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            string_length(rest)
        } else if c == '\'' {
            character_length(rest)
        } else {
            0
        };
        if skipped == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

/// Length of the string literal that `text` begins with.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of the character literal that `text` begins with; 0 for a lifetime.
fn character_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some(_)) => chars
            .find(|&(_, c)| c == '\'')
            .map_or(text.len(), |(at, _)| at + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

/// Cuts out each item behind `#[cfg(test)]`: up to its `;` or its closing brace.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        kept.push_str(&rest[..at]);
        rest = &rest[at + MARK.len()..];
        let mut depth = 0;
        let end = rest.char_indices().find_map(|(at, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            (depth == 0 && matches!(c, ';' | '}')).then_some(at + 1)
        });
        rest = &rest[end.unwrap_or(rest.len())..];
    }
    kept + rest
}

/// The words of `code`: names, keywords and numbers such as `1.5`.
fn words(code: &str) -> Vec<&str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .flat_map(|word| {
            if is_decimal(word) {
                vec![word]
            } else {
                word.split('.').collect()
            }
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// `1.5` is one, `pair.0.1` and `0..5` are not.
fn is_decimal(word: &str) -> bool {
    word.split_once('.').is_some_and(|(whole, part)| {
        whole.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

/// The sources of the rules core that are part of the product.
fn rules_core() -> Vec<(PathBuf, String)> {
    let folder = root().join("rules-core/src");
    let sources: Vec<_> = files(&folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .filter(|path| {
            let below = path.strip_prefix(&folder).unwrap();
            !below
                .iter()
                .any(|part| part == "tests" || part == "tests.rs")
        })
        .map(|path| {
            let source = fs::read_to_string(&path).unwrap();
            (path, product_code(&source))
        })
        .collect();
    assert!(!sources.is_empty(), "there is nothing to check");
    sources
}

#[test]
fn the_scanner_sees_code_and_only_code() {
    let source = r#"
        // f32 in a comment
        const A: &str = "unsafe \" std";
        const B: (char, &'static u8) = ('"', &0);
        fn real(pair: ((u8, u8),)) { pair.0.1; 0..5; 2.5 }
        #[cfg(test)]
        mod tests { extern crate std; fn x() { if true {} } }
        #[cfg(test)]
        mod more;
        fn last() {}
    "#;
    let code = product_code(source);
    let words = words(&code);
    for absent in ["f32", "unsafe", "std", "x", "more", "0.1"] {
        assert!(!words.contains(&absent), "{absent} in {code}");
    }
    for present in ["A", "static", "real", "pair", "2.5", "last"] {
        assert!(words.contains(&present), "{present} not in {code}");
    }
}

#[test]
fn the_rules_core_computes_without_floats() {
    for (path, code) in rules_core() {
        for word in words(&code) {
            assert!(
                !matches!(word, "f32" | "f64") && !is_decimal(word),
                "{} uses the float `{word}`; the chip has none",
                path.display()
            );
        }
    }
}

#[test]
fn the_rules_core_has_neither_unsafe_code_nor_an_allocator() {
    let lib = fs::read_to_string(root().join("rules-core/src/lib.rs")).unwrap();
    assert!(lib.contains("#![no_std]") && lib.contains("#![forbid(unsafe_code)]"));
    for (path, code) in rules_core() {
        for word in words(&code) {
            assert!(
                !matches!(word, "unsafe" | "std" | "alloc"),
                "{} says `{word}` outside its tests",
                path.display()
            );
        }
    }
}

#[test]
fn nothing_names_the_machine_it_was_written_on() {
    // In two halves, so that this file does not name them either.
    let forbidden = [
        ("/ho", "me/"),
        ("/ro", "ot/"),
        ("/Us", "ers/"),
        ("/wo", "rk/"),
        ("C:\\Us", "ers"),
    ]
    .map(|(a, b)| format!("{a}{b}"));
    for path in files(&root()) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            for name in &forbidden {
                let named = line.match_indices(name.as_str()).any(|(at, _)| {
                    !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.')
                });
                assert!(
                    !named,
                    "{}:{} names {name}, which exists on one machine only",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}
