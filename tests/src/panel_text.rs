//! Descriptions of the light state in words, for tests.

use rules_core::lights::{
    AnswerList, Focus, LightState, Prompt, PromptAction, PromptStrength, RepairHint, Scene, Spot,
};
use std::fmt::Write;

/// Describes the state of the lights in one line.
#[must_use]
pub fn shown(showing: &LightState) -> String {
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
            Focus::Request => "a host's request".into(),
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
        Focus::Request => "a host's request".into(),
        Focus::Question { at, answers } => {
            format!("question {}{}", answer(answers), self::at(*at))
        }
        Focus::Wrong { at, fix, whose } => {
            let mut text = match fix {
                RepairHint::Look => "wrong: look".to_owned(),
                RepairHint::Take => "wrong: take".to_owned(),
                RepairHint::Put => "wrong: put".to_owned(),
            };
            if let Some(seat) = whose {
                let _ = write!(text, " what is of player {seat}");
            }
            text + &self::at(*at)
        }
    }
}

fn answer(answers: &AnswerList) -> String {
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

fn wish(wish: &Prompt) -> String {
    let need = match wish.need {
        PromptStrength::Must => "must",
        PromptStrength::May => "may",
    };
    let what = match wish.what {
        PromptAction::Dock(post) => format!("dock {post}"),
        PromptAction::DockAnywhere => "dock".into(),
        PromptAction::PlaceMarker(post) => format!("mark {post}"),
        PromptAction::TakeMarker(post) => format!("take {post}"),
        PromptAction::Push(spot) => format!("push{}", at(Some(spot))),
        PromptAction::Special => "special".into(),
        PromptAction::EndTurn => "end turn".into(),
    };
    format!("{need} {what}")
}
