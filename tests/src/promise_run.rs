//! Runner of promise cases: from raw frames of a simulated table to what the ring
//! reports, shows and stores.

use crate::promise_actions::PromiseTable;
use crate::promise_file::{PromiseCase, Step};
use crate::promise_ring::PromiseRing;
use crate::promise_text::{self as words, fits};
use host_core::file_error::line_of;
use host_core::game::host_game::driver;
use rules_core::board::{BoardId, Profile};
use rules_core::clause::Clause;
use rules_core::piece::Element;
use rules_core::referee::AnyGame;
use std::path::Path;
use virtual_ring::play::sensor_rig::SensorRig;
use virtual_ring::scene::Scene;
use virtual_ring::script::Act;
use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};
use virtual_ring::world::World;

/// Plays a case of the file `text` and lists every difference from what it expects.
#[must_use]
pub fn run(case: &PromiseCase, text: &str, folder: &Path) -> Vec<String> {
    let mut room = match open(case, folder) {
        Ok(room) => room,
        Err(why) => return vec![format!("the set-up is refused: {why}")],
    };
    for step in &case.keys.steps {
        let line = line_of(text.as_bytes(), step.span().start);
        let found = one_step(step.get_ref(), &mut room);
        // Further findings would only echo these.
        if !found.is_empty() {
            let found = found.into_iter();
            return found
                .map(|mistake| format!("line {line}: {mistake}"))
                .collect();
        }
    }
    let mut found: Vec<String> = room.front.no_cut().into_iter().collect();
    found.extend(room.front.read_again().err());
    found
}

/// Lays the table, lets the ring observe it for a while, and begins the match.
fn open(case: &PromiseCase, folder: &Path) -> Result<PromiseTable, String> {
    let profile = Profile::of(BoardId::Ring);
    let (catalogue, pieces) = case.table()?;
    let dimensions = &catalogue.dimensions;
    let world = World::new(dimensions, catalogue.edition, &pieces, case.keys.seed);
    let noise = Noise::for_level(NoiseLevel::Nominal);
    let sensors = Sensors::new(profile, dimensions, noise, &case.faults()?, case.keys.seed);
    let scene = Scene::new("promise", world, Vec::new());
    let mut room = PromiseTable {
        stage: SensorRig::new(profile, scene, sensors, None),
        front: PromiseRing::new(),
    };
    room.run([Act::Settle(3.0), Act::Wait(2.0)]);
    if let Some((_, fell)) = room.stage.scene().truth().falls().next() {
        return Err(format!("the {:?} does not stay on the ring", fell.body));
    }
    let (game, policies) = (case.begin(folder)?, case.policies()?);
    let now = room.front.now();
    let begun = room.front.local_mut().begin(now, &game, policies);
    begun.map_err(|declined| declined.to_string())?;
    room.front.after();
    Ok(room)
}

fn one_step(step: &Step, room: &mut PromiseTable) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(action) = &step.action {
        room.front.heard.clear();
        room.front.seen.clear();
        match room.act(action) {
            Ok(declined) if declined != step.declined => {
                found.push(format!("`{action}` is answered {declined:?}"));
            }
            Ok(_) => {}
            Err(mistake) => found.push(mistake),
        }
    }
    let after = step.action.as_deref().unwrap_or("looking");
    let lists = [
        ("heard", &step.expect, &room.front.heard),
        ("seen", &step.sees, &room.front.seen),
    ];
    for (verb, expected, is) in lists {
        let expected = expected.as_deref();
        found.extend(expected.and_then(|it| compare(verb, after, it, is)));
    }
    found.extend(check_state(step, room));
    found.extend(room.front.laws());
    found.extend(balance(room));
    found
}

fn compare(verb: &str, after: &str, expected: &[String], is: &[String]) -> Option<String> {
    let all = expected.iter().zip(is).all(|(one, other)| fits(one, other));
    (expected.len() != is.len() || !all).then(|| {
        format!(
            "after `{after}` is {verb}\n      {}\n    expected\n      {}",
            lines(is),
            lines(expected)
        )
    })
}

/// Checks the lights, the awaited actions, the grounds, and the state of the game.
fn check_state(step: &Step, room: &mut PromiseTable) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(expected) = &step.shows {
        let shown = words::shown(&room.front.local_mut().showing());
        if !fits(expected, &shown) {
            found.push(format!("the lights show: {shown}"));
        }
    }
    let told = room.front.told().map(words::waiting).unwrap_or_default();
    for expected in step.waiting.iter().flatten() {
        if !told.contains(expected) {
            let told = lines(&told);
            found.push(format!(
                "\"{expected}\" is not waited for, but\n      {told}"
            ));
        }
    }
    let referee = room.front.referee();
    if let Some(expected) = &step.repair {
        let repair = referee.waiting().repair;
        let repair = repair.map_or("nothing".into(), |it| it.to_string());
        if repair != *expected {
            found.push(format!("to be put right is: {repair}"));
        }
    }
    for (clause, expected) in &step.why {
        let ground = Clause::parse(clause);
        let ground = ground.and_then(|clause| referee.session().why().by_clause(clause));
        let why = ground.map_or("nothing was ruled by it".into(), |ground| {
            let evidence = &ground.evidence;
            let margin = evidence.certainty;
            format!("{}, {margin}, {}", evidence.kind, ground.passed)
        });
        if !fits(expected, &why) {
            found.push(format!("why {clause}: {why}"));
        }
    }
    found.extend(state(step, room));
    found
}

fn state(step: &Step, room: &PromiseTable) -> Vec<String> {
    let game = room.front.referee().session().game();
    let table = game.map(driver);
    let mut found = Vec::new();
    for (key, expected) in &step.state {
        let is = match &table {
            None if key == "match" => Some("none".to_owned()),
            Some(_) if key == "match" => Some("running".to_owned()),
            None => None,
            Some(table) => table.state(key),
        };
        let expected = table
            .as_ref()
            .map_or(expected.clone(), |it| it.normal(key, expected));
        if is.as_ref() != Some(&expected) {
            found.push(format!("{key}: expected \"{expected}\", is {is:?}"));
        }
    }
    found
}

/// Checks that no element is lost or added: every one is on the ring, in an inventory
/// or in the reserve.
fn balance(room: &PromiseTable) -> Vec<String> {
    let Some(AnyGame::Kabuto(game)) = room.front.referee().session().game() else {
        return Vec::new();
    };
    let state = game.state();
    let unbalanced = Element::all().filter(|&element| {
        let heaps = [&state.ring, &state.reserve].into_iter();
        let heaps = heaps.chain(&state.inventories.0);
        let count: u32 = heaps.map(|heap| u32::from(heap.count(element))).sum();
        count != u32::from(game.terms().count(element))
    });
    unbalanced
        .map(|element| format!("the ledger does not balance: {element}"))
        .collect()
}

fn lines(all: &[String]) -> String {
    if all.is_empty() {
        "(nothing)".into()
    } else {
        all.join("\n      ")
    }
}
