//! The self-test matches that the device plays at every start end on the host as
//! they must end there.

use host_core::data::house_deck;
use rules_core::games::kabuto::Deck;
use rules_core::games::kabuto::selftest::SELFTEST_MATCHES;

/// The deck as the firmware carries it.
const ON_DEVICE: &[u8] = include_bytes!("../../../host-tools/data/house-deck.postcard");

#[test]
fn every_self_test_match_ends_as_written() {
    let deck = house_deck();
    let ends = SELFTEST_MATCHES.map(|it| format!("{:#018x}", it.play(&deck).expect("it begins")));
    let written = SELFTEST_MATCHES.map(|it| format!("{:#018x}", it.end));
    assert_eq!(ends, written, "the first are how they end now");
}

/// If this fails, the house deck was changed: write the bytes anew with
/// `cargo run -- cards encode host-tools/data/house-deck.toml --out host-tools/data/house-deck.postcard`.
#[test]
fn the_device_carries_the_house_deck() {
    let deck: Deck = postcard::from_bytes(ON_DEVICE).expect("the bytes are a deck");
    assert_eq!(deck, house_deck());
}
