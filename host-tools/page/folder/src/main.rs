//! Writes the folder of the page for a browser: compiles the crate `page` for
//! WebAssembly, makes its bindings, and copies the files of the page beside them. Any
//! file server can serve the folder.
//!
//! | module | contents |
//! |---|---|
//! | `offline` | list of files for the service worker |
//! | `one_file` | the page as one file that opens from a disk |

mod offline;
mod one_file;

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};
use wasm_bindgen_cli_support::Bindgen;

/// Write the folder of the page for a browser.
#[derive(Debug, Parser)]
struct Args {
    /// Folder to write.
    #[arg(long, value_name = "DIR", default_value = "target/page")]
    output: PathBuf,
    /// Compile with the profile of the tests: quicker to build, slower to run.
    #[arg(long)]
    quick: bool,
    /// WebAssembly only, without the files of the page.
    #[arg(long, conflicts_with = "one_file")]
    bare: bool,
    /// Write the page as one file, too, which opens from a disk without a server.
    #[arg(long, value_name = "FILE")]
    one_file: Option<PathBuf>,
}

/// Target for browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// Name of the outputs.
const NAME: &str = "play";

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(bytes) => {
            println!("{bytes} bytes of WebAssembly");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<u64, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let module = compile(&root, args.quick)?;
    let shown = args.output.display();
    fs::create_dir_all(&args.output)
        .map_err(|error| format!("cannot write {shown}: {error}; give another --output"))?;
    Bindgen::new()
        .input_path(&module)
        .out_name(NAME)
        .typescript(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(&args.output))
        .map_err(|error| format!("no bindings for {}: {error:#}", module.display()))?;
    if !args.bare {
        copy(&root.join("host-tools/page/site"), &args.output)?;
        offline::write(&args.output)?;
    }
    if let Some(path) = &args.one_file {
        let written = one_file::write(&args.output, path)?;
        println!("{written} bytes in {}", path.display());
    }
    let module = args.output.join(format!("{NAME}_bg.wasm"));
    let written = fs::metadata(&module);
    written
        .map(|file| file.len())
        .map_err(|error| format!("{} is missing: {error}", module.display()))
}

/// Compiles the page and returns the path of the module.
fn compile(root: &Path, quick: bool) -> Result<PathBuf, String> {
    let (profile, folder) = if quick {
        ("dev", "debug")
    } else {
        ("web", "web")
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "-p",
            "page",
            "--target",
            TARGET,
            "--profile",
            profile,
        ])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err("the page does not compile; see above".into());
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(TARGET).join(folder).join("page.wasm"))
}

/// Copies the files of a folder, with its folders.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot copy {}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to)?;
        } else {
            fs::copy(&path, &to).map_err(failed)?;
        }
    }
    Ok(())
}
