//! `dohyo page`, and `dohyo serve` with the page beside the program.

use super::said;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Links the program into a folder of its own, with these files of a page beside it, and
/// returns its path.
fn installed(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join("bin/page").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::create_dir_all(folder.join("bin")).unwrap();
    let program = folder.join("bin/dohyo");
    fs::hard_link(env!("CARGO_BIN_EXE_dohyo"), &program).unwrap();
    program
}

const FILES: [(&str, &str); 3] = [
    ("index.html", "<p>a page"),
    ("play_bg.wasm", "a module"),
    ("draw/ring.js", "// a ring"),
];

#[test]
fn the_page_beside_the_program_is_copied_with_its_folders() {
    let program = installed("page-copied", &FILES);
    let to = program.with_file_name("out");
    let mut copies = Command::new(&program);
    let output = copies.args(["page", "--output"]).arg(&to).output().unwrap();
    assert_eq!(said(&output.stdout), "3 files, 26 bytes\n");
    for (path, text) in FILES {
        assert_eq!(fs::read_to_string(to.join(path)).unwrap(), text);
    }
}

#[test]
fn without_a_page_the_way_to_get_one_is_told() {
    let program = installed("page-missing", &[("index.html", "no module")]);
    let to = program.with_file_name("out");
    let mut copies = Command::new(&program);
    let output = copies.args(["page", "--output"]).arg(&to).output().unwrap();
    let sentence = said(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains("make it with `cargo page`"), "{sentence}");
    assert!(!to.exists());
}

/// Starts a verb that serves, and returns it with its address.
fn serving(program: &Path, args: &[&str]) -> (Child, String) {
    let mut serves = Command::new(program);
    let mut serving = serves.args(args).stdout(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(serving.stdout.take().unwrap()).lines();
    let page = told.find_map(|line| Some(line.ok()?.split("http://").nth(1)?.to_owned()));
    let address = page.unwrap().trim_end_matches('/').to_owned();
    (serving, address)
}

/// Fetches a page and returns its head and body.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_server_has_the_page_under_play() {
    let program = installed("page-served", &FILES);
    let (mut serving, address) = serving(&program, &["serve", "--port", "0", "--matches", "1"]);
    let get = |path: &str| get(&address, path);
    let answer = get("/play/");
    assert!(answer.ends_with("<p>a page"), "{answer}");
    assert!(answer.contains("'wasm-unsafe-eval'"), "{answer}");
    assert!(get("/play/play_bg.wasm").contains("content-type: application/wasm"));
    assert!(get("/play/draw/ring.js").contains("content-type: text/javascript"));
    assert!(get("/play/../Cargo.toml").starts_with("HTTP/1.0 404"));
    let first = get("/");
    assert!(!first.contains("'wasm-unsafe-eval'"));
    assert!(
        first.contains(r#"<a id="to-play" href="/play/""#),
        "{first}"
    );
    serving.kill().unwrap();
    serving.wait().unwrap();
}

#[test]
fn without_a_page_the_first_page_of_the_server_links_to_none() {
    let program = installed("page-unlinked", &[]);
    let (mut serving, address) = serving(&program, &["serve", "--port", "0", "--matches", "1"]);
    let first = get(&address, "/");
    assert!(
        first.contains(r#"<a id="to-play" hidden href="/play/""#),
        "{first}"
    );
    serving.kill().unwrap();
    serving.wait().unwrap();
}

#[test]
fn a_person_who_plays_on_the_page_gets_it_or_is_told_how() {
    let program = installed("page-played", &FILES);
    let (mut serving, address) = serving(&program, &["play", "--page", "--port", "0"]);
    assert!(get(&address, "/play/").ends_with("<p>a page"));
    let first = get(&address, "/");
    assert!(first.contains("location: /play/"), "{first}");
    assert!(get(&address, "/events").starts_with("HTTP/1.0 404"));
    serving.kill().unwrap();
    serving.wait().unwrap();
    let program = installed("page-unplayed", &[]);
    let output = Command::new(&program)
        .args(["play", "--page"])
        .output()
        .unwrap();
    let sentence = said(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains("make it with `cargo page`"), "{sentence}");
}
