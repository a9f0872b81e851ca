//! Words of promise cases for messages of a ring, and their comparison.

use rules_core::games::kabuto::{ActionStatus, Expectations};
use rules_core::lights::{HostStatus, LightState, Spot};
use rules_core::referee::Waiting;
use rules_core::referee::waiting::{NextActions, RestBlocker};
use rules_core::referee::weighing::{Prior, weigh};
use rules_core::sensing::observation::{
    BodyCount, EdgePoint as Place, Observation, ObservationKind,
};
use rules_core::wire::Response;

/// Largest difference between a number and one written as `~40`.
const ABOUT: f64 = 8.0;

/// True if `said` matches the pattern `expected`. Words are compared one by one; `~40`
/// stands for a number near 40, `>=64` for one that is not less, `*` for any word.
#[must_use]
pub fn fits(expected: &str, said: &str) -> bool {
    let (expected, said): (Vec<&str>, Vec<&str>) = (
        expected.split_whitespace().collect(),
        said.split_whitespace().collect(),
    );
    expected.len() == said.len()
        && expected
            .iter()
            .zip(&said)
            .all(|(one, other)| word(one, other))
}

fn word(expected: &str, said: &str) -> bool {
    let number = |text: &str| text.trim_end_matches(',').parse::<f64>().ok();
    let (about, least) = (expected.strip_prefix('~'), expected.strip_prefix(">="));
    match (about.and_then(number), least.and_then(number), number(said)) {
        (Some(wanted), _, Some(is)) => (wanted - is).abs() <= ABOUT,
        (_, Some(least), Some(is)) => is >= least,
        _ => expected == "*" || expected == said,
    }
}

/// Returns an observation in words: kind, place in mm, and certainty given the pieces
/// that can be on the ring.
#[must_use]
pub fn seen(observation: &Observation, prior: &Prior) -> String {
    match &observation.kind {
        ObservationKind::Falling(id, at) => format!("falling {} {}", id.0, spot(at)),
        ObservationKind::Fell(fall) => {
            let (measured, found) = (&fall.measured, weigh(fall, prior));
            let count = match measured.pattern.count {
                BodyCount::One => "",
                BodyCount::PerhapsTwo => " perhaps two",
            };
            let sound = if measured.pattern.sound {
                ""
            } else {
                " unsound"
            };
            format!(
                "fell {} {}{count} {} by {}, {}{sound}",
                measured.pattern.id.0,
                found.body,
                spot(&measured.spot()),
                fall.cause.kind,
                found.certainty
            )
        }
        ObservationKind::NoFall(id, why) => format!("no fall {} {why}", id.0),
        ObservationKind::Hand(at) => format!("hand {}", spot(at)),
        ObservationKind::HandGone(edge) => format!("hand gone {edge}"),
        ObservationKind::Leaning(at) => format!("leaning {}", spot(at)),
        ObservationKind::Cleared(edge) => format!("cleared {edge}"),
        ObservationKind::Bump => "bump".into(),
        ObservationKind::CoverageLost(edge) => format!("blind {edge}"),
        ObservationKind::CoverageRestored(edge) => format!("sighted {edge}"),
        ObservationKind::Marker {
            post,
            slot,
            marker,
            certainty,
        } => match marker {
            Some(marker) => format!("marker {marker} on post {post}, {certainty}"),
            None => format!("slot {} of post {post} empty, {certainty}", slot + 1),
        },
        ObservationKind::Docked {
            place, certainty, ..
        } => format!("docked {place}, {certainty}"),
        ObservationKind::Undocked => "lifted".into(),
        ObservationKind::Loaded(loaded) => format!("loaded {}", loaded.place),
        ObservationKind::Unloaded => "unloaded".into(),
        ObservationKind::PushStarted(place) => format!("push starts {place}"),
        ObservationKind::Pushed(pushed) => format!(
            "pushed {} {}, {}",
            pushed.place, pushed.body, pushed.certainty
        ),
        ObservationKind::Cell { cell, .. } => format!("cell {cell}"),
        ObservationKind::FaultRaised(sensor, trouble) => format!("{sensor} {trouble}"),
        ObservationKind::FaultCleared(sensor, trouble) => format!("{sensor} no longer {trouble}"),
    }
}

fn spot(at: &Place) -> String {
    format!("{} {}", at.edge, at.along.0 / 1000)
}

/// Returns the awaited actions of a ring in words, one line each.
#[must_use]
pub fn waiting(it: &Waiting) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(it.question.map(|number| format!("question {number}")));
    all.extend(it.repair.map(|repair| format!("repair: {repair}")));
    all.extend(it.unrest.map(|unrest| match unrest {
        RestBlocker::Falling => "rest: something falls".to_owned(),
        RestBlocker::Push => "rest: a push".to_owned(),
        RestBlocker::Hand(edges) => {
            let edges: Vec<&str> = edges.iter().map(|edge| edge.word()).collect();
            format!("rest: a hand {}", edges.join(" "))
        }
        RestBlocker::Until(_) => "rest: quiet".to_owned(),
        RestBlocker::Word => "rest: somebody's word".to_owned(),
    }));
    match &it.next {
        NextActions::Begin => all.push("a match".into()),
        NextActions::Over => all.push("over".into()),
        next => match next.get::<Expectations>() {
            Some(expectations) => all.extend(expectations.iter().map(|it| match it.status {
                ActionStatus::Owed => format!("owed {}", it.action),
                ActionStatus::Possible => format!("possible {}", it.action),
                ActionStatus::Blocked(clause) => format!("blocked {} {clause}", it.action),
            })),
            None => all.push("a move".into()),
        },
    }
    all
}

/// Returns the state of the lights in words, with faults and a missing host.
#[must_use]
pub fn shown(showing: &LightState) -> String {
    let mut text = crate::panel_text::shown(showing);
    for spot in &showing.faults {
        text += &match spot {
            Spot::Post(post) => format!("; trouble at post {post}"),
            Spot::Edge(edge) | Spot::Along(edge, _) => format!("; trouble at the {edge} edge"),
            Spot::Cell(cell) => format!("; trouble at cell {cell}"),
        };
    }
    if showing.host == HostStatus::Lost {
        text += "; host lost";
    }
    text
}

/// Returns the response to a host's request in words.
#[must_use]
pub fn outcome(outcome: &Response) -> String {
    match outcome {
        Response::Done => "host: done".into(),
        Response::From { seq, .. } => format!("host: from line {seq}"),
        Response::TouchNeeded(touch) => format!("host: {touch} needed"),
        Response::Refused(why) => format!("host: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn words_stand_for_themselves_or_for_numbers() {
        assert!(fits("fell 1 ~40, >=64 : 1", "fell 1 44, 128 : 1"));
        assert!(!fits("fell 1 ~40, >=64 : 1", "fell 1 49, 128 : 1"));
        assert!(!fits("fell 1 ~40, >=64 : 1", "fell 1 44, 32 : 1"));
        assert!(!fits("fell 1", "fell 2"));
        assert!(!fits("fell", "fell 2"));
        assert!(fits("fell * north", "fell 2 north"));
    }
}
