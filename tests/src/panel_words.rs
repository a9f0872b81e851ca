//! What the panel shows and what is pressed, in words.

use rules_core::board::Button;
use rules_core::lights::{Answers, Fix, Focus, Need, Scene, Showing, Spot, What, Wish};
use rules_core::panel::Press;
use std::fmt::Write;

/// Reads `press confirm`, `hold undo` or `hold both`.
#[must_use]
pub fn press(text: &str) -> Option<Press> {
    match text.split_once(' ')? {
        ("press", button) => Button::parse(button).map(Press::Short),
        ("hold", "both") => Some(Press::Both),
        ("hold", button) => Button::parse(button).map(Press::Long),
        _ => None,
    }
}

/// What is shown, in a line.
#[must_use]
pub fn shown(showing: &Showing) -> String {
    match &showing.scene {
        Scene::Boot => "boot".into(),
        Scene::Faulty => "faulty".into(),
        Scene::Idle => "idle".into(),
        Scene::Resuming(_) => "resuming".into(),
        Scene::Calibrating(it) => format!("calibration {} of {}{}", it.done, it.steps, at(it.at)),
        Scene::Over { winners, .. } if winners.is_empty() => "draw".into(),
        Scene::Over { winners, .. } => {
            let seats: Vec<String> = winners.iter().map(|it| it.to_string()).collect();
            format!("won by player {}", seats.join(", "))
        }
        Scene::Playing(play) => match &play.focus {
            Focus::Everyone(_) => "everyone is asked".into(),
            focus => format!("player {}: {}", play.turn, self::focus(focus)),
        },
    }
}

fn focus(focus: &Focus) -> String {
    match focus {
        Focus::Wishes(wishes) => {
            let words: Vec<String> = wishes.iter().map(wish).collect();
            words.join(", ")
        }
        Focus::Settling => "settling".into(),
        Focus::Menu { at, whose, answers } => {
            let of = whose.map_or(String::new(), |seat| format!(" of player {seat}"));
            format!("menu {}{of}{}", answer(answers), self::at(*at))
        }
        Focus::Everyone(answers) => format!("everyone {}", answer(answers)),
        Focus::Question { at, answers } => {
            format!("question {}{}", answer(answers), self::at(*at))
        }
        Focus::Wrong { at, fix, whose } => {
            let mut text = match fix {
                Fix::Look => "wrong: look".to_owned(),
                Fix::Take => "wrong: take".to_owned(),
                Fix::Put => "wrong: put".to_owned(),
            };
            if let Some(seat) = whose {
                let _ = write!(text, " what is of player {seat}");
            }
            text + &self::at(*at)
        }
    }
}

fn answer(answers: &Answers) -> String {
    match answers.selected {
        Some(selected) => format!("{} of {}", selected + 1, answers.count),
        None => format!("none of {}", answers.count),
    }
}

fn at(spot: Option<Spot>) -> String {
    match spot {
        None => String::new(),
        Some(Spot::Post(post)) => format!(" at post {post}"),
        Some(Spot::Edge(edge)) => format!(" at the {edge} edge"),
        Some(Spot::Along(edge, share)) => format!(" at the {edge} edge, {}/256", share.0),
        Some(Spot::Cell(cell)) => format!(" at cell {cell}"),
    }
}

fn wish(wish: &Wish) -> String {
    let need = match wish.need {
        Need::Must => "must",
        Need::May => "may",
    };
    let what = match wish.what {
        What::Dock(post) => format!("dock {post}"),
        What::DockAnywhere => "dock".into(),
        What::PlaceMarker(post) => format!("mark {post}"),
        What::TakeMarker(post) => format!("take {post}"),
        What::Push(spot) => format!("push{}", at(Some(spot))),
        What::Special => "special".into(),
        What::EndTurn => "end turn".into(),
    };
    format!("{need} {what}")
}
