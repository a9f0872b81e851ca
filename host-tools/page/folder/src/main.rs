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

/// One WebAssembly output: its name, and the features that it is compiled with.
struct Output {
    name: &'static str,
    features: &'static [&'static str],
}

/// The virtual ring with its physics, and the line to a real ring without them.
const OUTPUTS: [Output; 2] = [
    Output {
        name: "play",
        features: &["--features", "physics"],
    },
    Output {
        name: "line",
        features: &[],
    },
];

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
    let shown = args.output.display();
    fs::create_dir_all(&args.output)
        .map_err(|error| format!("cannot write {shown}: {error}; give another --output"))?;
    let mut bytes = 0;
    for output in &OUTPUTS {
        bytes += output.write(&root, args)?;
    }
    if !args.bare {
        copy(&root.join("host-tools/page/site"), &args.output)?;
        offline::write(&args.output)?;
    }
    if let Some(path) = &args.one_file {
        let written = one_file::write(&args.output, path)?;
        println!("{written} bytes in {}", path.display());
    }
    Ok(bytes)
}

impl Output {
    /// Compiles the output, writes it with its bindings, and returns its size in bytes.
    fn write(&self, root: &Path, args: &Args) -> Result<u64, String> {
        let module = self.compile(root, args.quick)?;
        Bindgen::new()
            .input_path(&module)
            .out_name(self.name)
            .typescript(true)
            .web(true)
            .and_then(|bindgen| bindgen.generate(&args.output))
            .map_err(|error| format!("no bindings for {}: {error:#}", module.display()))?;
        let written = args.output.join(format!("{}_bg.wasm", self.name));
        let size = fs::metadata(&written).map(|file| file.len());
        size.map_err(|error| format!("{} is missing: {error}", written.display()))
    }

    /// Compiles the crate and returns the path of the module, which the next output
    /// replaces.
    fn compile(&self, root: &Path, quick: bool) -> Result<PathBuf, String> {
        let (profile, folder) = if quick {
            ("dev", "debug")
        } else {
            ("web", "web")
        };
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args(["build", "-p", "page", "--no-default-features"])
            .args(self.features)
            .args(["--target", TARGET, "--profile", profile])
            .current_dir(root)
            .status()
            .map_err(|error| format!("cannot start cargo: {error}"))?;
        if !status.success() {
            return Err("the page does not compile; see above".into());
        }
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        Ok(target.join(TARGET).join(folder).join("page.wasm"))
    }
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
