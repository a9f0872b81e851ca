//! Commands in the documents: each is run, or at least parsed if running it needs something
//! that a test does not have. The output is compared where a document shows it.
//!
//! In a block that starts with `$ `, the lines below a command are its expected output;
//! `...` stands for anything. Commands for a ring run against the real image on an emulated
//! Pico; a comment before the block, `<!-- ring BOARD: WORDS; WORDS -->`, names the board
//! and the commands typed at it. Without Node they run against a ring on the host, and
//! commands that write the firmware are skipped; in CI that fails.

use super::at_socket::AtSocket;
use super::command::{BOARD, Treatment, options, read_line};
use super::markdown::{Code, code};
use super::{GUIDES, none, read, ring, root};
use host_tools::emulator::image;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Creates a folder in which every file of the repository is found and none can be changed.
fn workshop(name: &str) -> PathBuf {
    let folders = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let folder = folders.join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for entry in ["host-tools", "tests", "rules-core", "firmware"] {
        let from = std::fs::canonicalize(root().join(entry)).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(from, folder.join(entry)).unwrap();
        #[cfg(windows)]
        std::os::windows::fs::symlink_dir(from, folder.join(entry)).unwrap();
    }
    std::fs::create_dir_all(folder.join(BOARD)).unwrap();
    std::fs::write(folder.join(BOARD).join("INFO_UF2.TXT"), "a board").unwrap();
    folder
}

/// Runs the commands of a document, of which there must be at least `least`, in a separate
/// folder.
fn every_command_works(document: &str, least: usize) {
    let folder = workshop(&document.replace('/', "-"));
    let mut complaints = Vec::new();
    let mut run = 0;
    for block in code(&read(document)) {
        run += try_block(document, &block, &folder, &mut complaints);
    }
    none(&complaints);
    println!("{run} commands of {document} were run");
    assert!(run >= least, "only {run} commands were run");
}

#[test]
fn every_command_in_the_readme_works() {
    every_command_works("README.md", 12);
}

#[test]
fn every_command_of_the_figures_works() {
    every_command_works("tests/FIGURES.md", 8);
}

#[test]
fn every_command_in_the_guide_works() {
    every_command_works("firmware/README.md", 20);
}

#[test]
fn every_command_in_the_architecture_works() {
    every_command_works("ARCHITECTURE.md", 0);
}

#[test]
fn every_command_in_the_recipes_works() {
    every_command_works("CONTRIBUTING.md", 5);
}

/// Runs the commands of a block and returns their number.
fn try_block(document: &str, block: &Code, folder: &Path, complaints: &mut Vec<String>) -> usize {
    let mut ring: Option<AtSocket> = None;
    let mut run = 0;
    for (n, line) in block.lines.iter().enumerate() {
        let place = format!("{document}:{}: {line}", block.line + n);
        let treatment = match read_line(line, block.is_inline) {
            None => continue,
            Some(Err(why)) => {
                complaints.push(format!("{place}\n  {why}"));
                continue;
            }
            Some(Ok(treatment)) => treatment,
        };
        let told = match treatment {
            Treatment::Understood => continue,
            Treatment::Copied(from, to) => std::fs::copy(folder.join(from), folder.join(to))
                .map(|_| String::new())
                .map_err(|error| error.to_string()),
            Treatment::Run(args) => {
                // The requirements on every fault are meant for long runs.
                let most = i32::from(args.iter().any(|arg| arg == "each"));
                outcome(&dohyo(&args, folder), &args, most)
            }
            Treatment::AtARing(mut args) => {
                let ring = ring.get_or_insert_with(|| start(block));
                args.extend(["--ring".to_owned(), ring.address.clone()]);
                outcome(&dohyo(&args, folder), &args, worst(&args))
            }
            Treatment::Serving(args) => serves(&args, folder),
            Treatment::WithImage(args) => match image::for_tests().unwrap() {
                Some(image) => writes(&args, image, folder),
                None => continue,
            },
            Treatment::WithNode(args) => match image::for_tests().unwrap() {
                Some(_) => outcome(&dohyo(&args, folder), &args, 0),
                None => continue,
            },
        };
        run += 1;
        let told = match told {
            Ok(told) => told,
            Err(why) => {
                complaints.push(format!("{place}\n  {why}"));
                continue;
            }
        };
        let shown = shown_below(block, n);
        if !shown.is_empty() && !agree(&shown, &told.lines().collect::<Vec<_>>()) {
            complaints.push(format!("{place}\n  prints something else:\n{told}"));
        }
    }
    run
}

/// Runs `dohyo` to its end, with a person who presses Enter twice and then quits.
fn dohyo(args: &[String], folder: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A verb that asks nothing does not read it.
    let _ = child.stdin.take().unwrap().write_all(b"\n\nq\n");
    child.wait_with_output().unwrap()
}

/// Returns the highest exit code allowed for a verb at a ring. The ring may lack the match
/// that the verb needs, and a calibration is not completed.
fn worst(args: &[String]) -> i32 {
    match args[0].as_str() {
        "calibrate" => 2,
        _ => 1,
    }
}

/// Returns the output, or the reason why the run failed.
fn outcome(output: &Output, args: &[String], most: i32) -> Result<String, String> {
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.code().is_none_or(|code| code > most) {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{args:?} ends badly: {why}{told}"));
    }
    Ok(told)
}

/// Runs `dohyo` until it prints its address, and stops it.
fn serves(args: &[String], folder: &Path) -> Result<String, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dohyo"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.map_while(Result::ok).next().unwrap_or_default();
    child.kill().unwrap();
    child.wait().unwrap();
    // On a network the first line has an address of this machine there.
    match first.contains("127.0.0.1:") || first.starts_with("page        http://") {
        true => Ok(first),
        false => Err(format!("{args:?} does not say where it listens: {first}")),
    }
}

/// Runs a verb that writes the firmware, for a board that never reconnects.
fn writes(args: &[String], image: &Path, folder: &Path) -> Result<String, String> {
    let mut args = args.to_vec();
    args.extend(["--elf".to_owned(), image.display().to_string()]);
    let is_flash = args[0] == "flash";
    let output = dohyo(&args, folder);
    let told = outcome(&output, &args, if is_flash { 2 } else { 0 })?;
    let why = String::from_utf8_lossy(&output.stderr);
    if is_flash && !why.contains("the board did not come back") {
        return Err(format!("{args:?} ends otherwise: {why}"));
    }
    let parent = if is_flash { BOARD } else { "." };
    let file = folder.join(parent).join("dohyo.uf2");
    let bytes = std::fs::read(&file).unwrap_or_default();
    // Blocks of 512 bytes that start with "UF2\n", for a program of at least a quarter of a
    // megabyte.
    match bytes.len() > 1 << 19 && bytes.len().is_multiple_of(512) && bytes.starts_with(b"UF2\n") {
        true => Ok(told),
        false => Err(format!("{args:?} wrote {} bytes", bytes.len())),
    }
}

fn start(block: &Code) -> AtSocket {
    let mark = block.mark.as_deref().unwrap_or_default();
    let (board, words) = match mark
        .strip_prefix("ring ")
        .and_then(|ring| ring.split_once(':'))
    {
        Some((board, words)) => (board, words),
        None => ("ring", ""),
    };
    let words = words.split(';').map(|word| word.trim().to_owned());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    ring::start(board, &words)
}

/// Returns the lines between a command with `$ ` and the next one.
fn shown_below(block: &Code, n: usize) -> Vec<&str> {
    if !block.lines[n].starts_with("$ ") {
        return Vec::new();
    }
    let below = block.lines[n + 1..].iter().map(String::as_str);
    let mut shown: Vec<&str> = below.take_while(|line| !line.starts_with("$ ")).collect();
    while shown.last().is_some_and(|line| line.is_empty()) {
        shown.pop();
    }
    shown
}

/// True if the shown lines match the printed ones; `...` stands for any lines if alone, and
/// for any letters within a line.
fn agree(shown: &[&str], told: &[&str]) -> bool {
    match (shown, told) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=told.len()).any(|from| agree(rest, &told[from..])),
        ([line, shown @ ..], [said, told @ ..]) => alike(line, said) && agree(shown, told),
        _ => false,
    }
}

fn alike(line: &str, said: &str) -> bool {
    match line.split_once("...") {
        None => line.trim_end() == said.trim_end(),
        Some((head, rest)) => said.strip_prefix(head).is_some_and(|tail| {
            tail.char_indices()
                .map(|(at, _)| at)
                .chain([tail.len()])
                .any(|at| alike(rest, &tail[at..]))
        }),
    }
}

#[test]
fn every_option_in_words_exists() {
    let options = options();
    let mut complaints = Vec::new();
    for document in GUIDES {
        for code in code(&read(document)).iter().filter(|code| code.is_inline) {
            let option = code.lines[0].split([' ', '=']).next().unwrap_or_default();
            if option.starts_with("--") && option.len() > 2 && !options.contains(&option.to_owned())
            {
                complaints.push(format!("{document}:{}: no verb has {option}", code.line));
            }
        }
    }
    none(&complaints);
}

#[test]
fn the_same_is_recognised_and_something_else_is_not() {
    assert!(agree(&["a ... c", "..."], &["a b c", "d", "e"]));
    assert!(agree(&["..."], &[]));
    assert!(!agree(&["a"], &["a", "b"]));
    assert!(!agree(&["a ... d"], &["a b c"]));
}

#[test]
fn every_reading_of_a_clause_is_told() {
    let readme = read("README.md");
    let untold: Vec<String> = rules_core::clause::GameId::ALL
        .iter()
        .flat_map(|game| game.clauses())
        .filter(|clause| clause.reading().is_some())
        .map(|clause| clause.id().to_owned())
        .filter(|id| !readme.contains(id.as_str()))
        .map(|id| format!("README.md does not tell our reading of {id}"))
        .collect();
    none(&untold);
}
