//! Plain verbs beside a program that shares a ring: without `--ring` they find `dohyo hub`
//! and `dohyo serve` by themselves, and work at the same time.

use super::computer::Computer;
use super::said;
use super::table::On;
use std::io::{BufRead, BufReader};
use std::thread;
use std::time::Duration;

/// Checks that plain verbs work at once beside a verb that shares its ring.
fn plain_verbs_work_beside(verb: &[&str], name: &str) {
    let computer = Computer::new(name);
    let mut table = On::Host.playing();
    table.act("marker 1 blue");
    let _sharing = computer.share(&[verb, &["--ring", &table.ring]].concat());
    let watching = computer
        .dohyo(&["watch", "--seconds", "9"])
        .spawn()
        .unwrap();
    let programs = computer
        .dohyo(&["watch", "--json", "--seconds", "9"])
        .spawn()
        .unwrap();
    table.act("dock 2 unsure");
    thread::sleep(Duration::from_millis(300));
    let asked = computer.good(&["answer"]);
    assert!(asked.contains("  1 yes, as seen\n"), "{asked}");
    let mut answering = computer.dohyo(&["answer", "as", "seen"]).spawn().unwrap();
    let mut errors = BufReader::new(answering.stderr.take().unwrap()).lines();
    let wish = errors.next().unwrap().unwrap();
    assert!(wish.contains("press Confirm"), "{wish}");
    // While one waits for a touch, others are served.
    let status = computer.good(&["status"]);
    assert!(
        status.contains("question 1   Is the platform at post 2?"),
        "{status}"
    );
    // A press counts once the ring has shown the request for half a second.
    thread::sleep(Duration::from_millis(800));
    table.act("press confirm");
    let answered = answering.wait_with_output().unwrap();
    assert_eq!(said(&answered.stdout), "answered: yes, as seen\n");
    let told = said(&watching.wait_with_output().unwrap().stdout);
    for words in ["Is the platform at post 2?", "sets the platform at post 2"] {
        assert!(told.contains(words), "{told}");
    }
    let objects = said(&programs.wait_with_output().unwrap().stdout);
    let objects = super::live::of_the_schema(&objects);
    let mut events = objects
        .iter()
        .filter_map(|object| object["events"].as_array());
    let is_told = events.any(|events| events.iter().any(|event| event["kind"] == "answered"));
    assert!(is_told, "{objects:?}");
}

#[test]
fn plain_verbs_find_a_hub_and_work_at_once() {
    plain_verbs_work_beside(&["hub"], "beside-hub");
}

#[test]
fn plain_verbs_find_a_hub_with_a_token_and_work_at_once() {
    plain_verbs_work_beside(&["hub", "--token"], "beside-token");
}

#[cfg(feature = "serve")]
#[test]
fn plain_verbs_find_a_page_and_work_at_once() {
    plain_verbs_work_beside(&["serve", "--port", "0"], "beside-page");
}

#[cfg(feature = "serve")]
#[test]
fn a_page_and_plain_verbs_share_the_ring_of_a_hub() {
    let computer = Computer::new("hub-and-page");
    let table = On::Host.playing();
    let hub = computer.share(&["hub", "--ring", &table.ring]);
    let page = computer.start(&["serve", "--port", "0", "--ring", "any"]);
    thread::sleep(Duration::from_millis(500));
    let status = computer.good(&["status"]);
    assert!(status.contains("Ember Fly"), "{status}");
    // The page has not taken the ring, and does not share it a second time.
    drop(hub);
    let output = computer.run(&["status"]);
    assert_eq!(output.status.code(), Some(2));
    let why = said(&output.stderr);
    assert!(why.contains("no ring found"), "{why}");
    drop(page);
}
