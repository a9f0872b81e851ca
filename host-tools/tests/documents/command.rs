//! Interpretation of the command lines in documents.

use super::{read, root};
use clap::{CommandFactory, Parser};
use host_tools::cli::Cli;

/// Treatment of a command by the test.
#[derive(Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Run `dohyo` with these arguments.
    Run(Vec<String>),
    /// Run `dohyo` at a ring, which may refuse.
    AtARing(Vec<String>),
    /// Run `dohyo` until it prints the address at which it listens.
    Serving(Vec<String>),
    /// Run `dohyo` with the firmware image.
    WithImage(Vec<String>),
    /// Run `dohyo` if Node is installed.
    WithNode(Vec<String>),
    /// Copy a file of the repository to the folder of the test.
    Copied(String, String),
    /// Only parse the command; running it would need something that a test does not have.
    Understood,
}

/// Verb that builds and runs the image.
const EMULATED: &str = "emulate";

/// Verb that measures the image; `.ci/run` runs it.
const MEASURED: &str = "bench";

/// Verbs that serve until they are stopped.
const SERVING: [&str; 2] = ["ring", "serve"];

/// Verbs that write the firmware.
const WRITING: [&str; 2] = ["flash", "uf2"];

/// Options of runs that would be long or disturb each other, and their values in this test,
/// whether they are given or not.
const SET: [(&str, &str, &str); 14] = [
    // Long enough to notice a change at a ring, on an emulated Pico as well.
    ("doctor", "--seconds", "6"),
    ("emulate", "--seconds", "3"),
    ("simulate", "--pushes", "2"),
    ("simulate", "--scenes", "0"),
    ("simulate", "--idle-hours", "0.001"),
    ("play", "--matches", "1"),
    ("faults", "--rounds", "1"),
    ("demo", "--plain", ""),
    ("watch", "--seconds", "1"),
    ("record", "--seconds", "1"),
    ("ring", "--listen", "127.0.0.1:0"),
    ("serve", "--port", "0"),
    ("flash", "--drive", BOARD),
    ("flash", "--patience", "0"),
];

/// Folder that looks like a board in boot-loader mode.
pub const BOARD: &str = "RPI-RP2";

/// Options that name a file to write, which goes to the folder of the test instead.
const WRITTEN: [&str; 5] = ["--picture", "--svg", "--write", "--out", "--output"];

/// Programs of other projects.
const FOREIGN: [&str; 7] = [
    "rustup",
    "probe-rs",
    "git",
    "cd",
    "sha256sum",
    "picotool",
    "python3",
];

/// Tasks of cargo that need no further check.
const CARGO: [&str; 9] = [
    "test", "bench", "doc", "fmt", "clippy", "build", "install", "deny", "publish",
];

/// Parses a command line; `None` if it is not one. Inline, a bare verb is only mentioned,
/// not called.
///
/// # Errors
/// A sentence with the fault of the command.
pub fn read_line(line: &str, is_inline: bool) -> Option<Result<Treatment, String>> {
    let line = line.strip_prefix("$ ").unwrap_or(line);
    let line = line.split(" #").next().unwrap_or(line).trim();
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["dohyo", args @ ..] if !args.is_empty() => Some(dohyo(args, is_inline)),
        ["cargo", "run", rest @ ..] => Some(cargo_run(rest)),
        ["cargo", task, ..] => Some(cargo(task)),
        ["cp", from, to] => Some(match root().join(from).is_file() {
            true => Ok(Treatment::Copied((*from).to_owned(), (*to).to_owned())),
            false => Err(format!("there is no file {from}")),
        }),
        ["bash" | "sh", script, ..] => Some(match root().join(script).is_file() {
            true => Ok(Treatment::Understood),
            false => Err(format!("there is no script {script}")),
        }),
        [program, _, ..] if FOREIGN.contains(program) => Some(Ok(Treatment::Understood)),
        _ => None,
    }
}

fn cargo(task: &str) -> Result<Treatment, String> {
    let aliases = read(".cargo/config.toml");
    match CARGO.contains(&task) || aliases.contains(&format!("\n{task} = ")) {
        true => Ok(Treatment::Understood),
        false => Err(format!("there is no `cargo {task}`")),
    }
}

fn cargo_run(rest: &[&str]) -> Result<Treatment, String> {
    let at = rest
        .iter()
        .position(|arg| *arg == "--")
        .unwrap_or(rest.len());
    let (before, args) = (&rest[..at], rest.get(at + 1..).unwrap_or_default());
    if let Some(named) = before.iter().position(|arg| *arg == "--example") {
        let name = before.get(named + 1).unwrap_or(&"");
        let folders = ["rules-core", "host-tools/ring-client"];
        let file = format!("examples/{name}.rs");
        return match folders
            .iter()
            .any(|folder| root().join(folder).join(&file).is_file())
        {
            true => Ok(Treatment::Understood),
            false => Err(format!("there is no example {name}")),
        };
    }
    if let Some(named) = before.iter().position(|arg| *arg == "--bin") {
        let name = before.get(named + 1).unwrap_or(&"");
        let there = root().join("tests/src/bin").join(name).is_dir();
        return match there {
            true => Ok(Treatment::Understood),
            false => Err(format!("there is no program {name}")),
        };
    }
    match args {
        [] => Ok(Treatment::Understood),
        args => dohyo(args, false),
    }
}

fn dohyo(args: &[&str], is_spoken_of: bool) -> Result<Treatment, String> {
    // Of `ss|ks` the first is taken; NAME, FILE and the like are placeholders.
    let given: Vec<String> = args
        .iter()
        .map(|name| name.split('|').next().unwrap_or(name).to_owned())
        .collect();
    let is_filled_in = |word: &String| {
        let last = word.rsplit('/').next().unwrap_or(word);
        let bare = last.split('.').next().unwrap_or(last);
        bare.len() > 1 && bare.chars().all(|c| c.is_ascii_uppercase() || c == ':')
    };
    let filled: Vec<String> = given
        .iter()
        .map(|word| match word.as_str() {
            "NAME" => "ring".to_owned(),
            "N" => "1".to_owned(),
            _ => word.clone(),
        })
        .collect();
    let verb = given[0].as_str();
    let is_verb = Cli::command().find_subcommand(verb).is_some();
    if given.len() == 1 && is_verb && is_spoken_of {
        return Ok(Treatment::Understood);
    }
    let line = std::iter::once("dohyo".to_owned()).chain(filled.iter().cloned());
    Cli::try_parse_from(line).map_err(|error| error.to_string())?;
    let has = |option: &str| given.iter().any(|word| word == option);
    // A person plays, in a terminal that a test does not have.
    let is_seat = has("--you") || (verb == "play" && !has("--matches"));
    if verb.starts_with('-') || verb == MEASURED || is_seat || given.iter().any(is_filled_in) {
        return Ok(Treatment::Understood);
    }
    let mut args = set(verb, filled);
    for at in 0..args.len() {
        let is_output = WRITTEN.contains(&args[at].as_str()) || args[at] == "-o";
        if is_output && let Some(file) = args.get_mut(at + 1) {
            *file = file.rsplit('/').next().unwrap_or(file).to_owned();
        }
    }
    if SERVING.contains(&verb) {
        return Ok(Treatment::Serving(args));
    }
    if WRITING.contains(&verb) {
        return Ok(Treatment::WithImage(args));
    }
    if verb == EMULATED {
        return Ok(Treatment::WithNode(args));
    }
    let at = args.iter().position(|arg| arg == "--ring");
    let is_elsewhere = at.is_none_or(|at| args[at + 1].starts_with("tcp:"));
    if !takes_a_ring(verb) || !is_elsewhere {
        return Ok(Treatment::Run(args));
    }
    if let Some(at) = at {
        args.drain(at..at + 2);
    }
    Ok(Treatment::AtARing(args))
}

/// True if a verb has the option `--ring`.
fn takes_a_ring(verb: &str) -> bool {
    Cli::command()
        .find_subcommand(verb)
        .is_some_and(|command| command.get_arguments().any(|arg| arg.get_id() == "ring"))
}

fn set(verb: &str, mut args: Vec<String>) -> Vec<String> {
    for (_, option, short) in SET.iter().filter(|set| set.0 == verb) {
        if let Some(at) = args.iter().position(|arg| arg == option) {
            if let Some(value) = args.get_mut(at + 1).filter(|_| !short.is_empty()) {
                *value = (*short).to_owned();
            }
        } else if verb == "demo" && args.iter().any(|arg| arg == "--picture") {
            // A single picture needs none of the options of a whole demo.
        } else {
            args.push((*option).to_owned());
            args.extend((!short.is_empty()).then(|| (*short).to_owned()));
        }
    }
    args
}

/// Returns all options of all verbs.
pub fn options() -> Vec<String> {
    // The last one belongs to the program that breaks clauses.
    let mut all = ["--help", "--version", "--clause"]
        .map(str::to_owned)
        .to_vec();
    let cli = Cli::command();
    let verbs = cli.get_subcommands();
    let deeper = verbs.flat_map(|verb| std::iter::once(verb).chain(verb.get_subcommands()));
    for verb in deeper {
        let longs = verb.get_arguments().filter_map(|arg| arg.get_long());
        all.extend(longs.map(|long| format!("--{long}")));
    }
    all
}

#[test]
fn an_unknown_verb_or_option_is_noticed() {
    let wrong = |line: &str| matches!(read_line(line, false), Some(Err(_)));
    assert!(wrong("dohyo rulez"));
    assert!(wrong("cargo run -- rules --gaem ss"));
    assert!(wrong("dohyo wiring --board NAMES"));
    assert!(wrong("cargo no-such-task"));
    assert!(wrong("bash .ci/no-such-script"));
    assert!(wrong("cp host-tools/data/no-such-file.toml mine.toml"));
    assert!(wrong("cargo run -p dohyo-tests --bin nothing -- x"));
    assert!(wrong("cargo run -p rules-core --example nothing"));
    assert_eq!(read_line("all sensors work", false), None);
}

#[test]
fn commands_are_read_as_people_mean_them() {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        read_line("cargo run -- rules --game ss|ks   # clauses", false),
        Some(Ok(Treatment::Run(words("rules --game ss"))))
    );
    assert_eq!(
        read_line("$ dohyo doctor --ring tcp:127.0.0.1:7070", false),
        Some(Ok(Treatment::AtARing(words("doctor --seconds 6"))))
    );
    assert_eq!(
        read_line(
            "cargo run --release -- simulate --pushes 18500 --picture a/b.svg",
            false
        ),
        Some(Ok(Treatment::Run(words(
            "simulate --pushes 2 --picture b.svg --scenes 0 --idle-hours 0.001"
        ))))
    );
    assert_eq!(
        read_line("dohyo watch", false),
        Some(Ok(Treatment::AtARing(words("watch --seconds 1"))))
    );
    assert_eq!(
        read_line("cargo run -- ring --listen 127.0.0.1:7070", false),
        Some(Ok(Treatment::Serving(words("ring --listen 127.0.0.1:0"))))
    );
    assert_eq!(
        read_line("dohyo flash", false),
        Some(Ok(Treatment::WithImage(words(
            "flash --drive RPI-RP2 --patience 0"
        ))))
    );
    assert_eq!(
        read_line("cargo run -- emulate --seed 1", false),
        Some(Ok(Treatment::WithNode(words(
            "emulate --seed 1 --seconds 3"
        ))))
    );
    for seat in ["dohyo demo --you 1", "cargo run -- play --game ss"] {
        assert_eq!(
            read_line(seat, false),
            Some(Ok(Treatment::Understood)),
            "{seat}"
        );
    }
    assert_eq!(
        read_line("cargo run -- play --matches 500 --game ss", false),
        Some(Ok(Treatment::Run(words("play --matches 1 --game ss"))))
    );
    assert_eq!(
        read_line("dohyo declare", true),
        Some(Ok(Treatment::Understood)),
        "spoken of"
    );
    assert_eq!(
        read_line("cargo run -- bench device", false),
        Some(Ok(Treatment::Understood)),
        "run elsewhere"
    );
    assert!(read(".ci/run").contains("dohyo bench device"));
}
