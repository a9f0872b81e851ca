//! `dohyo page --output DIR`: writes the page for a browser to a folder.

use super::{VerbResult, complain};
use crate::built_page::{find, read};
use crate::files::shown;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Sentence about a page that is not there.
pub(super) const MISSING: &str = "the folder `page` is not beside this program: take it from the \
                                  release, or make it with `cargo page` in the source tree";

/// Write the page on which anybody plays in a browser, for any file server.
///
/// The folder needs no server of its own and loads nothing from elsewhere.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write.
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
}

/// Copies the page that lies beside the program.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let Some(folder) = find() else {
        return Ok(complain(MISSING));
    };
    match copy(&folder, &args.output) {
        Ok((files, bytes)) => {
            writeln!(out, "{files} files, {bytes} bytes")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            let name = shown(&args.output);
            Ok(complain(format_args!(
                "cannot write {name}: {why}; give another --output"
            )))
        }
    }
}

/// Copies all files and returns their number and size.
fn copy(from: &Path, to: &Path) -> io::Result<(usize, usize)> {
    let files = read(from)?;
    for file in &files {
        let path = to.join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &file.bytes)?;
    }
    Ok((files.len(), files.iter().map(|file| file.bytes.len()).sum()))
}
