//! Sessions driven as a page drives them: by news in JSON, with inputs of a hand.

use super::input::SessionInput;
use super::script::Script;
use super::setup::Setup;
use super::{Mistake, Session};
use crate::sim_rng::SimRng;
use serde_json::{Value, json};

/// Page that drives a session: what it knows from the news.
struct Page {
    session: Session,
    table: Value,
    now: Value,
    turn: Value,
    platform: Value,
    offers: Value,
    plays: Value,
    over: Value,
    touch: Value,
    /// Events so far, by name and text.
    heard: Vec<(String, Value)>,
}

impl Page {
    fn new(setup: &str, seed: u32) -> Self {
        let setup = Setup::from_json(setup).expect("a set-up");
        Self::of(Session::new(&setup, seed).expect("a session"))
    }

    fn of(session: Session) -> Self {
        let mut page = Self {
            session,
            table: Value::Null,
            now: Value::Null,
            turn: Value::Null,
            platform: Value::Null,
            offers: Value::Null,
            plays: Value::Null,
            over: Value::Null,
            touch: Value::Null,
            heard: Vec::new(),
        };
        page.hear();
        page
    }

    fn hear(&mut self) {
        for line in self.session.news().lines() {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            let data = line["data"].take();
            let event = line["event"].as_str().expect("a name").to_owned();
            match event.as_str() {
                "table" => self.table = data.clone(),
                "now" => self.now = data.clone(),
                "turn" => self.turn = data.clone(),
                "platform" => self.platform = data.clone(),
                "offers" => self.offers = data.clone(),
                "plays" => self.plays = data.clone(),
                "over" => self.over = data.clone(),
                "touch" => self.touch = data.clone(),
                _ => {}
            }
            self.heard.push((event, data));
        }
    }

    fn wait(&mut self, seconds: f32) {
        self.session.step((seconds * 500.0) as u32);
        self.hear();
    }

    fn try_input(&mut self, input: &Value) -> Result<(), Mistake> {
        let input = SessionInput::from_json(&input.to_string()).expect("an input");
        let done = self.session.input(input);
        self.hear();
        done
    }

    fn hand(&mut self, hand: &Value) {
        let input = json!({ "hand": hand });
        let done = self.try_input(&input);
        assert_eq!(done, Ok(()), "{hand} at {}", self.session.now());
    }

    fn point(at: &Value) -> [f64; 2] {
        [0, 1].map(|n| at[n].as_f64().expect("a number"))
    }

    /// Moves the pointer at this speed from behind the spot to `way` mm beyond it, in
    /// jumps as a screen has them.
    fn push(&mut self, speed: f64, way: f64) {
        let (spot, ahead) = (
            Self::point(&self.platform["spot"]),
            Self::point(&self.platform["in"]),
        );
        let at = |far: f64| [0, 1].map(|n| spot[n] + ahead[n] * far);
        let mut far = -4.0;
        self.hand(&json!({ "down": at(far) }));
        self.wait(0.1);
        while far < way {
            far += speed * 0.016;
            self.hand(&json!({ "move": at(far) }));
            self.session.step(8);
        }
        self.wait(0.1);
        self.hand(&json!("up"));
        self.wait(0.3);
    }

    fn kinds(&self) -> Vec<String> {
        let said = self.heard.iter().filter(|heard| heard.0 == "said");
        said.map(|heard| heard.1["text"]["en"].as_str().unwrap_or_default().into())
            .collect()
    }

    fn said(&self, words: &str) -> bool {
        self.kinds().iter().any(|said| said.contains(words))
    }

    /// What the rules allow next that begins with this word.
    fn next(&self, word: &str, owed: bool) -> Vec<String> {
        let all = self.turn["next"].as_array().cloned().unwrap_or_default();
        let all = all.iter().filter(|it| !owed || it["owed"] == true);
        all.filter_map(|it| it["do"].as_str())
            .filter(|it| it.starts_with(word))
            .map(Into::into)
            .collect()
    }

    fn offer(&self, kind: &str) -> Option<Value> {
        let all = self.offers.as_array()?;
        let offer = all.iter().find(|offer| offer["kind"] == kind)?;
        Some(offer["say"].clone())
    }
}

/// Number of the post at the end of a word.
fn post(word: &str) -> u8 {
    word.chars()
        .last()
        .and_then(|digit| digit.to_digit(10))
        .expect("a post") as u8
}

/// Does one thing that the page offers a person on the ring.
fn act(page: &mut Page, rng: &mut SimRng) {
    if let Some(answers) = page.now["question"]["answers"].as_array() {
        let choice = answers[0]["choice"].clone();
        let question = page.now["question"]["number"].clone();
        let answer = json!({ "answer": { "question": question, "choice": choice } });
        page.try_input(&answer).expect("the ring's own answer");
    } else if page.turn["person"] != true {
    } else if let Some(rest) = page.offer("rest").or_else(|| page.offer("table")) {
        page.try_input(&json!({ "say": rest })).expect("an offer");
        touch(page);
    } else if let Some(marker) = page.next("marker", true).first() {
        page.hand(&json!({ "mark": { "post": post(marker) } }));
    } else if let Some(marker) = page.next("take marker", true).first() {
        page.hand(&json!({ "unmark": { "post": post(marker) } }));
    } else if !page.next("push", true).is_empty() && !page.platform.is_null() {
        push_any(page, rng);
    } else if let Some(dock) = page
        .next("dock", false)
        .first()
        .filter(|_| page.offer("end").is_none())
    {
        let at = if dock == "dock" {
            json!({ "edge": "north", "at": rng.whole(60, 140) })
        } else {
            json!({ "post": rng.whole(1, 4) })
        };
        page.hand(&json!({ "dock": at }));
        page.wait(1.0);
    } else if let Some(end) = page.offer("end").or_else(|| page.offer("submit")) {
        page.try_input(&json!({ "say": end })).expect("an offer");
        touch(page);
    }
    page.wait(1.0);
}

/// Touches the ring if the last command waits for that.
fn touch(page: &mut Page) {
    page.wait(1.5);
    if !page.touch.is_null() {
        let hold = page.touch["hold"] == true;
        let touch = if hold { "hold" } else { "press" };
        page.hand(&json!({ touch: "confirm" }));
        page.wait(2.5);
    }
}

/// Lays the first element of the inventory on the platform and pushes it.
fn push_any(page: &mut Page, rng: &mut SimRng) {
    let sides = page.now["view"]["sides"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let own = sides
        .iter()
        .find(|side| side["acts"] == true)
        .expect("a side acts");
    let stock = own["stock"].as_array().cloned().unwrap_or_default();
    let Some(held) = stock.first() else {
        let submit = page.offer("submit").expect("nothing to push");
        page.try_input(&json!({ "say": submit })).expect("an offer");
        return;
    };
    assert!(held["count"].as_u64() > Some(0), "{held}");
    let laid = page.try_input(&json!({ "hand": { "lay": { "piece": held["kind"] } } }));
    if laid.is_ok() {
        page.wait(0.5);
        page.push(
            f64::from(rng.between(80.0, 300.0)),
            f64::from(rng.between(50.0, 62.0)),
        );
        page.wait(2.0);
    }
    page.hand(&json!("clear"));
    page.wait(4.0);
}

const TWO: &str = r#"{"game":"ss","seats":["you","you"]}"#;

/// A match of two persons in which the first marker is set and the platform lies at post 1.
fn docked(seed: u32) -> Page {
    let mut page = Page::new(TWO, seed);
    page.wait(0.2);
    page.hand(&json!({ "mark": { "post": 3 } }));
    page.wait(0.8);
    page.hand(&json!({ "dock": { "post": 1 } }));
    page.wait(1.0);
    page.hand(&json!({ "mark": { "post": 1 } }));
    page.wait(0.8);
    page
}

#[test]
fn the_ring_rules_what_a_pointer_pushes() {
    let mut ruled = 0;
    for seed in 0..12 {
        let mut page = docked(seed);
        assert!(page.said("sets the platform"), "{:?}", page.kinds());
        page.hand(&json!({ "lay": { "piece": "small" } }));
        page.wait(0.5);
        page.push(60.0 + 26.0 * f64::from(seed), 52.0);
        page.wait(2.0);
        ruled += u32::from(page.said("pushes a small disc"));
    }
    assert_eq!(ruled, 12);
}

#[test]
fn a_flick_is_noticed_and_a_push_is_not_taken_for_one() {
    let warned = |speed: f64, seed: u32| {
        let mut page = docked(seed);
        page.hand(&json!({ "lay": { "piece": "small" } }));
        page.wait(0.5);
        page.push(speed, 70.0);
        page.wait(3.0);
        assert!(page.said("pushes a small disc"), "{:?}", page.kinds());
        page.said("flick")
    };
    for seed in 0..4 {
        assert!(warned(1_400.0, seed), "seed {seed}: a flick");
        assert!(!warned(400.0, seed), "seed {seed}: a push");
    }
}

#[test]
fn chosen_cards_are_dealt_and_their_moves_are_offered_by_name() {
    let setup = r#"{"game":"ss","seats":["you","you"],"league":"full","cards":["Ember Fly",null]}"#;
    let mut page = Page::new(setup, 3);
    page.wait(0.2);
    page.hand(&json!({ "mark": { "post": 3 } }));
    page.wait(1.0);
    let specials = page.offers.as_array().expect("offers").iter();
    let specials: Vec<_> = specials.filter(|it| it["kind"] == "special").collect();
    assert!(!specials.is_empty(), "{}", page.offers);
    for special in specials {
        assert_eq!(special["card"], "Ember Fly", "{special}");
        assert!(special["move"]["en"].is_string(), "{special}");
    }
    let said = |setup: &str| Setup::from_json(setup).expect_err("a mistake").0;
    assert!(
        said(r#"{"game":"ss","cards":["Nobody"]}"#)
            .starts_with("no card here is called \"Nobody\"; give one of: ")
    );
    assert!(
        said(r#"{"game":"ss","cards":["Ember Fly","Ember Fly"]}"#)
            .starts_with("\"Ember Fly\" is taken twice")
    );
    assert!(said(r#"{"game":"abalone","cards":["Ember Fly"]}"#).starts_with("no card here"));
    let kept = Setup::from_json(setup).expect("a set-up");
    let again = Setup::from_json(&kept.to_json().to_string());
    assert_eq!(again, Ok(kept));
}

#[test]
fn a_person_and_a_simulated_player_play_to_the_end() {
    let mut page = Page::new(r#"{"game":"ss","seats":["you","greedy"]}"#, 5);
    let mut rng = SimRng::new(5, 99);
    while page.over.is_null() && page.session.now().0 < 1_500_000_000 {
        act(&mut page, &mut rng);
    }
    assert!(page.over["side"].as_u64().is_some(), "{:?}", page.kinds());
    assert!(page.heard.iter().any(|heard| heard.0 == "fell"));
    // The whole session again.
    let (setup, seed) = (page.session.setup().clone(), page.session.seed());
    let script: Script = page.session.script().to_string().parse().expect("a script");
    assert_eq!(&script, page.session.script());
    let mut again = Page::of(Session::replay(&setup, seed, &script).expect("a session"));
    let steps = page.session.steps() - again.session.steps();
    again.session.step(steps as u32);
    again.hear();
    assert_eq!(
        again.session.poses().to_vec(),
        page.session.poses().to_vec()
    );
    assert_eq!(again.heard, page.heard);
}

#[test]
fn what_cannot_be_is_said_and_changes_nothing() {
    let mut page = docked(1);
    let script = page.session.script().clone();
    for (hand, sentence) in [
        (
            json!({ "lay": { "piece": "huge" } }),
            "no element is called \"huge\"",
        ),
        (
            json!({ "lay": { "piece": "small", "at": [0, 0] } }),
            "this is not on the platform",
        ),
        (
            json!({ "mark": { "post": 5 } }),
            "there is no post 5; give 1 to 4",
        ),
        (
            json!({ "take": 999 }),
            "that piece is not on the table any more",
        ),
        (json!({ "grab": 3 }), "this board has no cells"),
        (
            json!({ "press": "reset" }),
            "the ring has no button \"reset\"",
        ),
        (json!({ "down": [9e9, 0] }), "this point is off the table"),
        (
            json!({ "dock": { "edge": "north", "at": 3 } }),
            "the platform does not fit there",
        ),
    ] {
        let Err(Mistake(said)) = page.try_input(&json!({ "hand": hand })) else {
            panic!("{hand} is possible");
        };
        assert!(said.starts_with(sentence), "{said}");
    }
    assert_eq!(page.session.script(), &script);
    let mistake = |setup: &str| Setup::from_json(setup).expect_err("a mistake").0;
    assert!(mistake("{}").contains("missing field `game`"));
    assert!(mistake(r#"{"game":"go"}"#).starts_with("no game is called \"go\"; give ss"));
    assert!(mistake(r#"{"game":"sumoo","players":3}"#).contains("set \"players\" to 2"));
    assert!(mistake(r#"{"game":"ss","seats":["you"]}"#).starts_with("1 seats for 2 players"));
    assert!(
        mistake(r#"{"game":"ss","seats":["you","me"]}"#).starts_with("nobody is called \"me\"")
    );
    assert!("7 nonsense".parse::<Script>().is_err());
    assert!("7 u\n6 u".parse::<Script>().is_err(), "back in time");
}

#[test]
fn a_request_that_needs_a_touch_waits_for_one() {
    let mut page = docked(2);
    page.try_input(&json!({ "say": "Undo" }))
        .expect("a command");
    page.wait(0.5);
    assert_eq!(page.touch, json!({ "hold": true }));
    page.hand(&json!({ "hold": "confirm" }));
    page.wait(2.5);
    assert_eq!(page.touch, Value::Null);
    assert!(!page.said("nothing") && page.heard.iter().all(|heard| heard.0 != "refused"));
}

#[test]
fn marbles_are_slid_and_lifted_by_hand() {
    for lifted in [false, true] {
        let mut page = Page::new(r#"{"game":"abalone","seats":["you","greedy"]}"#, 3);
        page.wait(0.5);
        let plays = page.plays.as_array().cloned().expect("plays");
        assert_eq!(page.table["cells"].as_array().map(Vec::len), Some(61));
        let single = plays
            .iter()
            .find(|play| play["slide"].as_array().map(Vec::len) == Some(1));
        let slide = single.expect("a move of one marble")["slide"].clone();
        if lifted {
            page.hand(&json!({ "grab": slide[0][0] }));
            page.wait(0.3);
            page.hand(&json!({ "drop": slide[0][1] }));
        } else {
            page.hand(&json!({ "slide": slide }));
        }
        page.wait(12.0);
        assert!(
            page.now["view"]["sides"][0]["acts"] == true,
            "the other has answered"
        );
        let moved = page.heard.iter().filter(|heard| heard.0 == "turn").count();
        assert!(moved >= 3, "{:?}", page.kinds());
    }
}

#[test]
fn while_a_heap_trembles_play_goes_on() {
    let recipe = include_str!("../../../../tests/hashes/sessions/trembling.json");
    let recipe: Value = serde_json::from_str(recipe).expect("a recording");
    let setup = Setup::from_json(&recipe["setup"].to_string()).expect("a set-up");
    let script: Script = (recipe["text"].as_str().expect("a script"))
        .parse()
        .expect("inputs");
    let seed = recipe["seed"].as_u64().expect("a seed") as u32;
    let mut page = Page::of(Session::replay(&setup, seed, &script).expect("a session"));
    while page.session.is_replaying() {
        page.wait(0.1);
    }
    page.wait(4.0);
    let before = page.session.poses().to_vec();
    page.wait(0.002);
    assert_ne!(page.session.poses(), before, "pieces still move");
    page.wait(30.0);
    assert!(page.platform["place"]["post"].as_u64().is_some());
    assert!(page.said("platform at"), "the other player has acted");
}
