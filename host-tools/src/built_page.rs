//! Folder of the page for a browser, as `cargo page` writes it: found beside the program,
//! because the WebAssembly in it is made by a compiler of its own.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// File without which a folder is not the page.
const MODULE: &str = "play_bg.wasm";

/// Name of the folder.
const NAME: &str = "page";

/// File of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// Path in the folder, with `/` between its parts.
    pub path: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl PageFile {
    /// Returns the media type of the file.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match Path::new(&self.path)
            .extension()
            .and_then(|end| end.to_str())
        {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json" | "webmanifest") => "application/json",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("wasm") => "application/wasm",
            Some("woff2") => "font/woff2",
            _ => "application/octet-stream",
        }
    }
}

/// Finds the folder beside the running program, or one folder above, where it lies in a
/// source tree; `None` if there is none.
#[must_use]
pub fn find() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let beside = program.ancestors().skip(1).take(2);
    beside
        .map(|folder| folder.join(NAME))
        .find(|folder| folder.join(MODULE).is_file())
}

/// Reads all files of a folder, in order of their paths.
///
/// # Errors
/// `io::Error` if one cannot be read.
pub fn read(folder: &Path) -> io::Result<Vec<PageFile>> {
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

fn walk(folder: &Path, path: &str, files: &mut Vec<PageFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{path}{name}");
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else {
            let bytes = fs::read(entry.path())?;
            files.push(PageFile { path, bytes });
        }
    }
    Ok(())
}
