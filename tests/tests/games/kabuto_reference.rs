//! The engine and the reference model of Kabuto Sumo agree, on legal actions and on
//! arbitrary ones: the same are refused, and the others lead to the same rulings and the
//! same state.

use dohyo_tests::kabuto_random_actions::{Habits, cards, draw, kind, setup};
use dohyo_tests::kabuto_reference::{Picture, ReferenceMatch, picture_of};
use dohyo_tests::test_rng::TestRng;
use rules_core::games::kabuto::action::MoveUse;
use rules_core::games::kabuto::card::{Card, MoveTiming, TurnEffect};
use rules_core::games::kabuto::{Action, Match};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Numbers of occurrences, by what occurred.
#[derive(Default)]
struct Tally {
    steps: u64,
    actions: BTreeMap<String, u64>,
    mechanisms: BTreeMap<String, u64>,
    refusals: BTreeMap<String, u64>,
    rulings: BTreeMap<String, u64>,
    setups: BTreeMap<String, u64>,
}

impl Tally {
    fn print(&self) {
        println!("{} steps", self.steps);
        let parts = [
            ("set-ups", &self.setups),
            ("actions", &self.actions),
            ("mechanisms of accepted moves", &self.mechanisms),
            ("refusing clauses", &self.refusals),
            ("rulings", &self.rulings),
        ];
        for (title, counts) in parts {
            println!("{title}:");
            for (name, number) in counts {
                println!("{number:>8}  {name}");
            }
        }
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: impl Into<String>) {
    *counts.entry(name.into()).or_default() += 1;
}

/// Names the mechanisms that a special move has.
fn mechanisms(game: &Match, special: &MoveUse) -> Vec<String> {
    let Some(rule) = game.terms().move_rule(special.card_of, special.nth) else {
        return Vec::new();
    };
    let first_word = |text: String| text.split(['(', ' ']).next().unwrap_or("").to_owned();
    let mut names = vec![match (rule.when, rule.place) {
        (_, TurnEffect::Replaces) => "time: replaces the turn".to_owned(),
        (MoveTiming::Before, _) => "time: before".to_owned(),
        (MoveTiming::After, _) => "time: after".to_owned(),
        (MoveTiming::Either, _) => "time: either".to_owned(),
    }];
    let words = |part: &str, text: String| format!("{part}: {}", first_word(text));
    names.extend(rule.costs.iter().map(|it| words("cost", format!("{it:?}"))));
    let conditions = rule.conditions.iter();
    names.extend(conditions.map(|it| words("condition", format!("{it:?}"))));
    names.extend(
        rule.effects
            .iter()
            .map(|it| words("effect", format!("{it:?}"))),
    );
    names
}

/// Walks one match on both sides, and returns the difference if there is one.
fn walk(seed: u64, cards: &[Card], tally: &mut Tally) -> Result<(), String> {
    let mut dice = TestRng::new(seed);
    let habits = Habits::draw(&mut dice);
    let (setup, deck, mut game) = setup(&mut dice, cards);
    let mut model = ReferenceMatch::new(&setup, &deck);
    let words = format!(
        "{:?}, {} players, {:?}",
        setup.edition,
        setup.players.len(),
        setup.league
    );
    count(&mut tally.setups, words);
    let mut played = Vec::new();
    let mut after_the_end = 0;
    let report = |played: &[Action], difference: &str, model: &ReferenceMatch, game: &Match| {
        let mut text = format!("seed {seed}: {difference}\n{setup:?}\n");
        for entrant in &setup.players {
            let card = &deck.cards[usize::from(entrant.card)];
            let _ = writeln!(text, "{card:?}");
        }
        let _ = writeln!(text, "actions:");
        for (n, action) in played.iter().enumerate() {
            let _ = writeln!(text, "{n:>4} {action:?}");
        }
        let (mine, engines) = (model.picture(), picture_of(game));
        let _ = writeln!(text, "{:<14} {:<50} engine", "", "model");
        for (name, words) in &mine {
            let other = &engines[name];
            let mark = if words == other { ' ' } else { '*' };
            let _ = writeln!(text, "{mark} {name:<12} {words:<50} {other}");
        }
        text
    };
    if let Some(part) = difference(&model.picture(), &picture_of(&game)) {
        return Err(report(&played, &part, &model, &game));
    }
    for _ in 0..200 {
        let action = draw(&mut dice, &game, &habits);
        played.push(action.clone());
        tally.steps += 1;
        let before = game.clone();
        let (mine, engines) = (model.apply(&action), game.apply(&action));
        let verdict = match (&mine, &engines) {
            (Ok(rulings), Ok(engines)) => {
                let engines: Vec<String> = engines.iter().map(ToString::to_string).collect();
                count(&mut tally.actions, format!("{}, accepted", kind(&action)));
                if let Action::Use(special) = &action {
                    for name in mechanisms(&before, special) {
                        count(&mut tally.mechanisms, name);
                    }
                }
                for ruling in &engines {
                    count(&mut tally.rulings, without_numbers(ruling));
                }
                if *rulings == engines {
                    difference(&model.picture(), &picture_of(&game))
                } else {
                    Some(format!("rulings: model {rulings:#?}, engine {engines:#?}"))
                }
            }
            (Err(clauses), Err(refusal)) => {
                count(&mut tally.actions, format!("{}, refused", kind(&action)));
                let words = format!("{} {}", refusal.clause, kind(&action));
                count(&mut tally.refusals, words);
                let named = clauses.contains(&refusal.clause);
                (!named).then(|| format!("refusal: model {clauses:?}, engine {refusal}"))
            }
            (Ok(rulings), Err(refusal)) => {
                Some(format!("the engine refuses: {refusal}; model {rulings:#?}"))
            }
            (Err(clauses), Ok(rulings)) => {
                let rulings: Vec<String> = rulings.iter().map(ToString::to_string).collect();
                Some(format!(
                    "the engine accepts: {rulings:#?}; model {clauses:?}"
                ))
            }
        };
        if let Some(difference) = verdict {
            return Err(report(&played, &difference, &model, &game));
        }
        if game.outcome().is_some() {
            after_the_end += 1;
            if after_the_end > 3 {
                break;
            }
        }
    }
    Ok(())
}

/// Returns the ruling with every number but those of its clause left out.
fn without_numbers(ruling: &str) -> String {
    let (clause, words) = ruling.split_once(' ').unwrap_or((ruling, ""));
    let words = words
        .split(' ')
        .filter(|word| !word.contains(char::is_numeric));
    let words = words.filter(|word| !["small", "medium", "large", "token"].contains(word));
    format!("{clause} {}", words.collect::<Vec<_>>().join(" "))
}

fn difference(mine: &Picture, engines: &Picture) -> Option<String> {
    let differs = |(name, words): &(&String, &String)| engines.get(*name) != Some(words);
    let found = mine.iter().find(differs);
    found.map(|(name, _)| format!("state: {name}"))
}

/// Walks through matches from `seed` on until there have been `steps` steps.
fn compare(seed: u64, steps: u64) -> Tally {
    let cards = cards();
    let mut tally = Tally::default();
    let mut seed = seed;
    while tally.steps < steps {
        if let Err(report) = walk(seed, &cards, &mut tally) {
            panic!("{report}");
        }
        seed += 1;
    }
    tally
}

#[test]
fn the_model_and_the_engine_agree() {
    let tally = compare(1, 40_000);
    for name in ["use, accepted", "submit, accepted", "take marker, accepted"] {
        assert!(
            tally.actions.contains_key(name),
            "no {name} in all the walks"
        );
    }
}

#[test]
#[ignore = "fifty times as long, with counts: -- --ignored kabuto_reference --nocapture"]
fn the_model_and_the_engine_agree_at_length() {
    compare(1_000_000, 2_000_000).print();
}
