//! Rings for the commands of a document: the real image on an emulated Pico, or a ring on
//! the host if Node is missing.

use super::at_socket::AtSocket;
use host_tools::emulator::image;

/// Starts an empty board and executes these commands at it.
pub fn start(board: &str, words: &[String]) -> AtSocket {
    let mut args = vec!["--board", board];
    match image::for_tests().unwrap() {
        Some(image) => args.extend(["--emulated", "--elf", image.to_str().unwrap()]),
        None => args.push("--idle-sensors"),
    }
    let mut ring = AtSocket::start(&args);
    for word in words {
        ring.act(word);
    }
    ring
}
