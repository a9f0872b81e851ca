//! `dohyo serve` with what it cannot do. What it can is in `tests/serve` and
//! in `tests/page`.

use super::bad;
use std::net::TcpListener;

#[test]
fn a_busy_port_is_named_with_the_remedy() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let sentence = bad(&["serve", "--port", &port]);
    assert!(
        sentence.contains(&format!("127.0.0.1:{port}")),
        "{sentence}"
    );
    assert!(sentence.contains("choose another --port"), "{sentence}");
}

#[test]
fn an_address_of_another_machine_is_refused() {
    let sentence = bad(&["serve", "--bind", "192.0.2.1", "--port", "0"]);
    assert!(sentence.contains("--bind"), "{sentence}");
}

#[test]
fn a_speed_that_is_none_is_refused() {
    for speed in ["-1", "NaN", "inf"] {
        let sentence = bad(&["serve", &format!("--speed={speed}")]);
        assert!(sentence.contains("--speed"), "{sentence}");
    }
}
