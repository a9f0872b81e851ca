//! Exports of an evening: the report of FIDE, links for a diary, the page of the hall.

use super::event::{EveningEvent, PlannedPair};
use super::seating::MatchSeat;
use super::tests::{Told, paired};
use super::{bg_stats, engine, hall, results, trf, trf_read};
use std::collections::BTreeMap;

fn seat(colour: &str, card: &str) -> MatchSeat {
    MatchSeat {
        colour: colour.into(),
        card: card.into(),
    }
}

/// The pairs are those that bbpPairings 6.0.0 wrote for the example.
#[test]
fn the_pairs_of_a_real_engine_are_read() {
    let pairs = engine::read_pairs("2\n4 1\n2 5\n", 5);
    assert_eq!(pairs.unwrap(), [(4, Some(1)), (2, Some(5))]);
}

#[test]
fn the_report_of_an_evening_is_that_of_the_specification() {
    let mut told = Told::new("import", 1, &["Ann", "Zoë", "Cy", "Di", "Ed"]);
    told.pair("Ann-Zoë Cy-Di Ed");
    told.pair("Ed-Ann Zoë-Cy Di");
    told.pair("Ann-Di");
    told.play("Ann>Zoë Cy=Di Ann>Ed");
    told.apply(EveningEvent::Withdrawn {
        player: "Cy".into(),
    });
    let report = trf::report(&told.evening, &told.standings(), true).unwrap();
    let text = trf::write(&report);
    assert_eq!(text, include_str!("example.trf"));
    assert_eq!(trf_read::read(&text).as_ref(), Ok(&report));
    assert_eq!(trf::check(&report), Ok(()));
    // Columns as the specification numbers them, from 1.
    let ann = text
        .lines()
        .find(|line| line.starts_with("001    1"))
        .unwrap();
    let columns = |from: usize, to: usize| &ann[from - 1..to];
    assert_eq!(
        (columns(15, 17), columns(81, 84), columns(86, 89)),
        ("Ann", " 2.0", "   1")
    );
    assert_eq!(
        (columns(92, 95), columns(97, 97), columns(99, 99)),
        ("0002", "w", "1")
    );
    assert_eq!(
        (columns(102, 105), columns(107, 107), columns(109, 109)),
        ("0005", "b", "1")
    );
}

#[test]
fn a_link_for_the_diary_holds_the_match() {
    let mut told = Told::new("import", 1, &["Ann", "Bo & Co"]);
    told.apply(paired(
        1,
        vec![PlannedPair {
            table: "One".into(),
            players: vec!["Ann".into(), "Bo & Co".into()],
        }],
    ));
    let id = told.begin(&["Bo & Co", "Ann"]);
    told.end(&id, id.first + 5, &[&[2], &[1]]);
    let row = &results::table(&told.evening)[0];
    let link = bg_stats::link(&told.evening, row).unwrap();
    let data = link
        .strip_prefix("https://app.bgstatsapp.com/createPlay.html?data=")
        .unwrap();
    let mut bytes = Vec::new();
    let mut rest = data.bytes();
    while let Some(byte) = rest.next() {
        assert!(byte == b'%' || byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    let play: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(play["players"][0]["name"], "Bo & Co");
    assert_eq!(play["players"][0]["startPlayer"], true);
    assert_eq!(play["players"][1]["winner"], true);
    assert_eq!(play["players"][1]["rank"], 1);
    assert_eq!(play["playDate"], "2026-11-19 19:00:03");
    assert_eq!(play["durationMin"], 1);
}

#[test]
fn the_hall_says_who_plays_where_and_who_waits() {
    let mut told = Told::new("round-robin", 1, &["Ann", "Bo", "Cy", "Di", "Ed"]);
    told.play("Bo>Ed");
    let running = told.begin(&["Cy", "Di"]);
    let mut live = BTreeMap::new();
    let mut two = hall::LiveTable {
        running: Some(running),
        seats: vec![seat("red", "Ember Fly"), seat("blue", "Web Spinner")],
        turn: Some(2),
        headline: "Turn 3: Web Spinner to play".into(),
        concerns: Vec::new(),
    };
    assert!(two.concern("question", Some("What fell?".into()), "t1"));
    assert!(!two.concern("question", Some("What fell?".into()), "t2"));
    live.insert("Two".to_owned(), two);
    let hall = hall::contents(&told.evening, &live);
    let (one, two) = (&hall["tables"][0], &hall["tables"][1]);
    assert_eq!(
        (&one["state"], &two["state"]),
        (&"waits".into(), &"playing".into())
    );
    assert_eq!(two["headline"], "Turn 3: Di to play");
    assert_eq!(two["players"][1]["turn"], true);
    assert_eq!(two["players"][1]["colour"], "blue");
    assert_eq!(two["attention"][0]["since"], "t1");
    assert_eq!(hall["round"], 1);
    let waiting: Vec<String> = (hall["waiting"].as_array().unwrap().iter())
        .map(|one| format!("{} {} {}", one["name"], one["table"], one["call"]))
        .collect();
    let expected = [
        "\"Ann\" \"Two\" false",
        "\"Bo\" \"Two\" false",
        "\"Ed\" \"One\" false",
    ];
    assert_eq!(waiting, expected);
    // Ed's table is free, and Cy still plays elsewhere.
    assert_eq!(one["awaited"][0]["name"], "Cy");
    assert_eq!(one["awaited"][0]["table"], "Two");
    told.play("Cy>Di");
    live.clear();
    let hall = hall::contents(&told.evening, &live);
    let calls = hall["waiting"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["call"] == true);
    assert_eq!(calls.collect::<Vec<_>>(), [true, true, true, false, true]);
}
