//! Effect of each key in each stage of a turn, as data.

use host_tools::seat::choosing::{Choosing, KeyEffect};
use host_tools::seat::keys::SeatKey;
use host_tools::seat::news::SeatNews;
use host_tools::seat::push_plan::LaidElement;
use host_tools::seat::stage::TurnStage;
use host_tools::seat::terminal::key_of;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use serde_json::json;

/// News as a session sends them: a turn of seat 1 with these next actions, offers and
/// answers of a question.
fn news(next: &str, offers: &[&str], answers: &[&str], is_docked: bool) -> SeatNews {
    let next: Vec<_> = (next.split(", ").filter(|action| !action.is_empty()))
        .map(|action| {
            let bare = action.trim_end_matches('!');
            json!({ "do": bare, "owed": bare != action })
        })
        .collect();
    let offers: Vec<_> = (offers.iter())
        .map(|kind| json!({ "say": "Undo", "kind": kind, "text": { "en": kind } }))
        .collect();
    let answers: Vec<_> = (answers.iter())
        .map(|answer| json!({ "choice": "Nothing", "text": { "en": answer } }))
        .collect();
    let question = match answers.is_empty() {
        true => json!(null),
        false => json!({ "number": 4, "text": { "en": "What fell?" }, "answers": answers }),
    };
    let stock = json!([
        { "kind": "small", "count": 3, "text": { "en": "3 small discs" } },
        { "kind": "medium", "count": 0, "text": { "en": "no medium disc" } },
        { "kind": "1a", "count": 1, "text": { "en": "a token" } },
    ]);
    let platform = match is_docked {
        true => json!({ "at": [0.0, 100.0], "in": [0.0, -1.0], "spot": [0.0, 136.0], "room": 8.0 }),
        false => json!(null),
    };
    let lines = [
        json!({ "event": "table", "data": { "kind": "ring", "half": 100.0 } }),
        json!({ "event": "platform", "data": platform }),
        json!({ "event": "now", "data": {
            "view": { "sides": [{ "acts": true, "stock": stock }] },
            "question": question,
            "waiting": [{ "text": { "en": "a push" } }],
        } }),
        json!({ "event": "turn", "data": {
            "seat": 1, "person": true, "name": { "en": "Ember Fly" }, "next": next,
        } }),
        json!({ "event": "offers", "data": offers }),
    ];
    let mut news = SeatNews::default();
    news.hear(&lines.map(|line| line.to_string()).join("\n"));
    news
}

const LAID: LaidElement = LaidElement {
    id: 31,
    at: [0.0, 136.0],
    radius: 10.0,
};

/// Presses the keys of a word, each as a terminal sends it, and tells what the last one
/// did: the input as JSON, the sentence after `!`, or nothing.
fn after(keys: &str, news: &SeatNews, laid: Option<LaidElement>) -> String {
    let mut choosing = Choosing::default();
    let mut told = String::new();
    for sign in keys.chars() {
        let code = match sign {
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '\n' => KeyCode::Enter,
            '~' => KeyCode::Backspace,
            sign => KeyCode::Char(sign),
        };
        let key = key_of(code, KeyModifiers::NONE).expect("a key");
        let stage = TurnStage::of(news, laid.is_some(), choosing.moves_platform);
        told = match choosing.press(key, &stage, news, laid.as_ref()) {
            KeyEffect::Shown => String::new(),
            KeyEffect::Sentence(sentence) => format!("!{sentence}"),
            KeyEffect::Inputs(inputs) => {
                let (_, first) = inputs.first().expect("an input");
                let first = serde_json::to_string(first).expect("JSON");
                match inputs.len() {
                    1 => first,
                    _ => format!("{first} and on"),
                }
            }
        };
    }
    told
}

#[test]
fn each_key_does_what_the_screen_says() {
    let docking = "dock 2!, dock 4!";
    let pushing = "dock 3, push!";
    // NextSteps actions, offers, answers, platform docked, element on it, keys, effect.
    type Row<'a> = (
        &'a str,
        &'a [&'a str],
        &'a [&'a str],
        bool,
        bool,
        &'a str,
        &'a str,
    );
    let table: &[Row<'_>] = &[
        (
            "marker 1!, marker 3!",
            &[],
            &[],
            false,
            false,
            "3",
            r#"{"hand":{"mark":{"post":3}}}"#,
        ),
        (
            "marker 1!, marker 3!",
            &[],
            &[],
            false,
            false,
            "2",
            "!not at post 2 now: press 1 or 3",
        ),
        (
            "marker 1!",
            &[],
            &[],
            true,
            false,
            "\n",
            r#"{"hand":{"mark":{"post":1}}}"#,
        ),
        (
            "take marker 2!",
            &[],
            &[],
            true,
            false,
            "2",
            r#"{"hand":{"unmark":{"post":2}}}"#,
        ),
        (
            docking,
            &[],
            &[],
            false,
            false,
            "4",
            r#"{"hand":{"dock":{"post":4}}}"#,
        ),
        (
            docking,
            &[],
            &[],
            false,
            false,
            "\n",
            "!choose a post by its number: 2 or 4",
        ),
        (
            "dock!",
            &[],
            &[],
            false,
            false,
            "\n",
            r#"{"hand":{"dock":{"edge":"north","at":100}}}"#,
        ),
        (
            "dock!",
            &[],
            &[],
            false,
            false,
            "v>\n",
            r#"{"hand":{"dock":{"edge":"south","at":90}}}"#,
        ),
        (
            "dock!",
            &[],
            &[],
            false,
            false,
            "v\n",
            r#"{"hand":{"dock":{"edge":"south","at":100}}}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            "1",
            r#"{"hand":{"lay":{"piece":"small"}}}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            "2",
            r#"{"hand":{"lay":{"piece":"1a"}}}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            ">>1",
            r#"{"hand":{"lay":{"piece":"small","at":[-4.0,136.0]}}}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            "3",
            "!you hold no element 3: press 1 to 2",
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            "d3",
            r#"{"hand":{"dock":{"post":3}}}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            true,
            "\n",
            r#"{"hand":{"down":[0.0,148.0]}} and on"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            true,
            "~",
            r#"{"hand":{"take":31}}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            true,
            "1",
            "!an element lies there: press Backspace to take it off first",
        ),
        (
            "settle!",
            &[],
            &[],
            true,
            false,
            "\n",
            "!the ring still watches the pieces: wait",
        ),
        (
            "settle!",
            &["rest"],
            &[],
            true,
            false,
            "\n",
            r#"{"say":"Undo"}"#,
        ),
        (
            "move 1, end turn",
            &["end"],
            &[],
            true,
            false,
            "e",
            r#"{"say":"Undo"}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            "e",
            "!the turn cannot end yet: the ring waits for a push",
        ),
        (
            pushing,
            &["submit"],
            &[],
            true,
            false,
            "g",
            r#"{"say":"Undo"}"#,
        ),
        (
            pushing,
            &[],
            &[],
            true,
            false,
            "x",
            "!you have no special move now",
        ),
        (
            pushing,
            &["special", "special"],
            &[],
            true,
            false,
            "x2",
            r#"{"say":"Undo"}"#,
        ),
        (
            pushing,
            &["special"],
            &[],
            true,
            false,
            "x2",
            "!the list has no number 2",
        ),
        (
            pushing,
            &["special"],
            &[],
            true,
            false,
            "x~1",
            r#"{"hand":{"lay":{"piece":"small"}}}"#,
        ),
        (
            pushing,
            &[],
            &["a", "b"],
            true,
            false,
            "2",
            r#"{"answer":{"question":4,"choice":"Nothing"}}"#,
        ),
        (
            pushing,
            &[],
            &["a", "b"],
            true,
            false,
            "3",
            "!there is no answer 3: press 1 to 2",
        ),
        (
            pushing,
            &[],
            &["a", "b"],
            true,
            false,
            "e",
            "!answer the ring by a number first",
        ),
        (
            pushing,
            &["table", "game"],
            &[],
            true,
            false,
            "t",
            r#"{"say":"Undo"}"#,
        ),
        (
            pushing,
            &["table", "game"],
            &[],
            true,
            false,
            "6",
            r#"{"hand":{"unmark":{"post":2}}}"#,
        ),
        (pushing, &[], &[], true, false, "z", r#"{"say":"Undo"}"#),
        (pushing, &[], &[], true, false, "c", r#"{"hand":"clear"}"#),
    ];
    for &(next, offers, answers, is_docked, is_laid, keys, effect) in table {
        let news = news(next, offers, answers, is_docked);
        let found = after(keys, &news, is_laid.then_some(LAID));
        assert_eq!(found, effect, "{keys:?} in {next:?}");
    }
}

#[test]
fn aim_and_force_stay_within_their_ends() {
    let news = news("push!", &[], &[], true);
    let mut choosing = Choosing::default();
    for key in [SeatKey::Right, SeatKey::Up].repeat(9) {
        choosing.press(key, &TurnStage::Push, &news, Some(&LAID));
    }
    assert_eq!((choosing.degrees, choosing.force.word()), (25, "a flick"));
    for key in [SeatKey::Left, SeatKey::Down].repeat(18) {
        choosing.press(key, &TurnStage::Push, &news, Some(&LAID));
    }
    assert_eq!((choosing.degrees, choosing.force.word()), (-25, "gentle"));
}

#[test]
fn who_does_not_act_is_told_to_wait() {
    let mut news = news("push!", &[], &[], true);
    news.turn.as_mut().expect("a turn").is_person = false;
    let told = after("1", &news, None);
    assert_eq!(
        told,
        "!another player is at the table: wait until it is your turn"
    );
    news.touch = Some(true);
    assert_eq!(after("\n", &news, None), r#"{"hand":{"hold":"confirm"}}"#);
    assert_eq!(after("~", &news, None), r#"{"hand":{"press":"undo"}}"#);
}
