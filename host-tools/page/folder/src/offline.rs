//! Service worker of the page: it keeps the files of the folder, so that the page opens
//! without a network after the first time. Written here is what only the finished folder
//! knows: the list of its files, and a version that changes with them.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::Path;

/// Name of the service worker in the folder.
const NAME: &str = "offline.js";

/// Lines of the service worker that stand for the list of files and their version.
const FILES: &str = "const FILES = [];";
const VERSION: &str = "const VERSION = '';";

/// Fills in the list of files of a folder, and their version.
pub fn write(folder: &Path) -> Result<(), String> {
    let path = folder.join(NAME);
    let failed = |error| format!("cannot write {}: {error}", path.display());
    let mut files = Vec::new();
    list(folder, "", &mut files)?;
    // Those that a browser never asks for.
    files.retain(|name| name != NAME && !name.ends_with(".d.ts") && !name.ends_with(".txt"));
    files.sort();
    let text = fs::read_to_string(&path).map_err(failed)?;
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    for name in &files {
        hasher.write(name.as_bytes());
        hasher.write(&fs::read(folder.join(name)).map_err(failed)?);
    }
    if !text.contains(FILES) || !text.contains(VERSION) {
        return Err(format!("{NAME} has no lines `{FILES}` and `{VERSION}`"));
    }
    let names: Vec<String> = files
        .iter()
        .map(|name| format!("  './{name}',\n"))
        .collect();
    let filled = text
        .replace(FILES, &format!("const FILES = [\n{}];", names.concat()))
        .replace(
            VERSION,
            &format!("const VERSION = '{:016x}';", hasher.finish()),
        );
    fs::write(&path, filled).map_err(failed)
}

/// Appends the files below a folder, with `/` between the names.
fn list(folder: &Path, prefix: &str, into: &mut Vec<String>) -> Result<(), String> {
    let failed = |error| format!("cannot read {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => list(&entry.path(), &format!("{name}/"), into)?,
            false => into.push(name),
        }
    }
    Ok(())
}
