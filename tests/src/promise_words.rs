//! What a ring says over the wire, in the words of promise scenarios.

use rules_core::games::kabuto::Need;
use rules_core::lights::{Host, Showing, Spot};
use rules_core::referee::Waiting;
use rules_core::referee::waiting::{Next, Unrest};
use rules_core::sensing::observation::{Count, Observation, Spot as Place, What};
use rules_core::wire::Outcome;

/// Numbers this close are about the same.
const ABOUT: f64 = 8.0;

/// Whether `said` is what `expected` says. Words are compared one by one; `~40`
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

/// Something seen: what, where in mm, how sure.
#[must_use]
pub fn seen(observation: &Observation) -> String {
    match &observation.what {
        What::Falling(id, at) => format!("falling {} {}", id.0, spot(at)),
        What::Fell(fall) => {
            let count = match fall.count {
                Count::One => "",
                Count::PerhapsTwo => " perhaps two",
            };
            let sound = if fall.sound { "" } else { " unsound" };
            format!(
                "fell {} {}{count} {} by {}, {}{sound}",
                fall.id.0,
                fall.identity.body,
                spot(&fall.spot),
                fall.cause,
                fall.identity.certainty
            )
        }
        What::NoFall(id, why) => format!("no fall {} {why}", id.0),
        What::Hand(at) => format!("hand {}", spot(at)),
        What::HandGone(edge) => format!("hand gone {edge}"),
        What::Leaning(at) => format!("leaning {}", spot(at)),
        What::Cleared(edge) => format!("cleared {edge}"),
        What::Bump => "bump".into(),
        What::Blind(edge) => format!("blind {edge}"),
        What::Sighted(edge) => format!("sighted {edge}"),
        What::Marker {
            post,
            slot,
            marker,
            certainty,
        } => match marker {
            Some(marker) => format!("marker {marker} on post {post}, {certainty}"),
            None => format!("slot {} of post {post} empty, {certainty}", slot + 1),
        },
        What::Docked {
            place, certainty, ..
        } => format!("docked {place}, {certainty}"),
        What::Lifted => "lifted".into(),
        What::Loaded(loaded) => format!("loaded {}", loaded.place),
        What::Unloaded => "unloaded".into(),
        What::PushStarted(place) => format!("push starts {place}"),
        What::Pushed(pushed) => format!(
            "pushed {} {}, {}",
            pushed.place, pushed.body, pushed.certainty
        ),
        What::Cell { cell, .. } => format!("cell {cell}"),
        What::Trouble(sensor, trouble) => format!("{sensor} {trouble}"),
        What::Mended(sensor, trouble) => format!("{sensor} no longer {trouble}"),
    }
}

fn spot(at: &Place) -> String {
    format!("{} {}", at.edge, at.along.0 / 1000)
}

/// What is waited for, one line each.
#[must_use]
pub fn waiting(it: &Waiting) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(it.question.map(|number| format!("question {number}")));
    all.extend(it.repair.map(|repair| format!("repair: {repair}")));
    all.extend(it.unrest.map(|unrest| match unrest {
        Unrest::Falling => "rest: something falls".to_owned(),
        Unrest::Push => "rest: a push".to_owned(),
        Unrest::Hand(edges) => {
            let edges: Vec<&str> = edges.iter().map(|edge| edge.word()).collect();
            format!("rest: a hand {}", edges.join(" "))
        }
        Unrest::Until(_) => "rest: quiet".to_owned(),
        Unrest::Word => "rest: somebody's word".to_owned(),
    }));
    match &it.next {
        Next::Begin => all.push("a match".into()),
        Next::Over => all.push("over".into()),
        Next::Kabuto(expectations) => all.extend(expectations.iter().map(|it| match it.need {
            Need::Owed => format!("owed {}", it.wish),
            Need::Possible => format!("possible {}", it.wish),
            Need::Blocked(clause) => format!("blocked {} {clause}", it.wish),
        })),
        Next::Abalone { .. } | Next::Sumoo { .. } => all.push("a move".into()),
    }
    all
}

/// What the lights show, with troubles and a host that is gone.
#[must_use]
pub fn shown(showing: &Showing) -> String {
    let mut text = crate::panel_words::shown(showing);
    for spot in &showing.troubles {
        text += &match spot {
            Spot::Post(post) => format!("; trouble at post {post}"),
            Spot::Edge(edge) | Spot::Along(edge, _) => format!("; trouble at the {edge} edge"),
            Spot::Cell(cell) => format!("; trouble at cell {cell}"),
        };
    }
    if showing.host == Host::Lost {
        text += "; host lost";
    }
    text
}

/// The answer to a host's request.
#[must_use]
pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done => "host: done".into(),
        Outcome::From { seq, .. } => format!("host: from line {seq}"),
        Outcome::TouchNeeded => "host: touch needed".into(),
        Outcome::Refused(why) => format!("host: {why}"),
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
