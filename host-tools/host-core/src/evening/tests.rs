//! Whole evenings as data: events in, table of results and standings out.

use super::event::{EveningEvent, EveningLine, MatchId, PlannedPair, VERSION};
use super::pairing::{DecidedBy, PairingState};
use super::plan::EveningPlan;
use super::results::{self, read_csv, to_csv};
use super::standings::{Standing, standings, text};
use super::{Evening, trf, trf_read};
use rules_core::rng::Rng;

/// Evening that is told as in `Ann>Bo`: a match at the table of these two, and its winner.
pub(super) struct Told {
    lines: Vec<EveningLine>,
    pub(super) evening: Evening,
    next: u32,
}

impl Told {
    pub(super) fn new(pairing: &str, best_of: u32, people: &[&str]) -> Self {
        let people = people.iter().map(|name| format!("{{ name = \"{name}\" }}"));
        let plan = format!(
            "name = 'Thursday'\npairing = '{pairing}'\nbest_of = {best_of}\nrounds = 3\n\
             table = [{{ name = 'One', ring = 'a' }}, {{ name = 'Two', ring = 'b' }}]\n\
             person = [{}]\n",
            people.collect::<Vec<_>>().join(", ")
        );
        let plan = EveningPlan::read(&plan).unwrap();
        let rounds = Evening::berger_rounds(&plan);
        let begun = line(0, EveningEvent::Begun { plan });
        let mut told = Self {
            evening: Evening::read(std::slice::from_ref(&begun)).unwrap(),
            lines: vec![begun],
            next: 1,
        };
        for (round, pairs) in (1..).zip(rounds) {
            told.apply(paired(round, pairs));
        }
        told
    }

    pub(super) fn apply(&mut self, event: EveningEvent) -> bool {
        let line = line(self.next, event);
        self.next += 1;
        self.lines.push(line.clone());
        self.evening.apply(&line).unwrap()
    }

    pub(super) fn pair(&mut self, pairs: &str) {
        let pairs = pairs.split_whitespace().map(|pair| PlannedPair {
            table: match pair.contains('-') {
                true => "One".into(),
                false => String::new(),
            },
            players: pair.split('-').map(str::to_owned).collect(),
        });
        let round = self.evening.next_round();
        self.apply(paired(round, pairs.collect()));
    }

    /// Begins a match of those two, or more, who are paired next.
    pub(super) fn begin(&mut self, players: &[&str]) -> MatchId {
        let pairing = self.evening.next_of(players[0]).unwrap().clone();
        let id = MatchId {
            ring: pairing.table.clone(),
            journal: "j".into(),
            first: self.next * 10,
        };
        self.apply(EveningEvent::Assigned {
            id: id.clone(),
            round: pairing.round,
            number: pairing.number,
            game: "ss".into(),
            seats: players.iter().map(|&name| name.into()).collect(),
        });
        id
    }

    pub(super) fn end(&mut self, id: &MatchId, last: u32, places: &[&[u8]]) -> bool {
        self.apply(result(id, last, places))
    }

    /// Plays a match: `Ann>Bo`, or `Ann=Bo` for a draw.
    pub(super) fn play(&mut self, matches: &str) {
        for told in matches.split_whitespace() {
            let groups: Vec<Vec<&str>> = told
                .split('>')
                .map(|group| group.split('=').collect())
                .collect();
            let seats: Vec<&str> = groups.iter().flatten().copied().collect();
            let id = self.begin(&seats);
            let mut seat = 0;
            let places = groups.iter().map(|group| {
                let group = group.iter().map(|_| {
                    seat += 1;
                    seat
                });
                group.collect()
            });
            let event = EveningEvent::Result {
                last: id.first + 9,
                id,
                places: places.collect(),
                clause: Some("SS-K5".into()),
                overruled: false,
                hash: format!("{:016x}", self.next),
                seconds: 61,
            };
            assert!(self.apply(event));
        }
    }

    fn correct(&mut self, round: u32, number: u32, places: Option<&[&[&str]]>) {
        let group = |group: &&[&str]| group.iter().map(|&name| name.to_owned()).collect();
        self.apply(EveningEvent::Corrected {
            round,
            number,
            places: places.map(|places| places.iter().map(group).collect()),
            why: "as agreed".into(),
        });
    }

    pub(super) fn standings(&self) -> Vec<Standing> {
        let people = self
            .evening
            .plan()
            .people
            .iter()
            .map(|person| person.name.clone());
        standings(&people.collect::<Vec<_>>(), &results::table(&self.evening))
    }

    fn text(&self) -> String {
        text(&self.standings())
    }

    /// Checks that the lines give this evening again, and the CSV its standings.
    fn check(&self) {
        let again = Evening::read(&self.lines).unwrap();
        assert_eq!(again, self.evening);
        let rows = results::table(&self.evening);
        let read = read_csv(&to_csv(&rows)).unwrap();
        assert_eq!(read, rows);
    }
}

fn line(number: u32, event: EveningEvent) -> EveningLine {
    EveningLine {
        v: VERSION,
        time: format!("2026-11-19T19:{:02}:{:02}.000Z", number / 60, number % 60),
        event,
    }
}

pub(super) fn paired(round: u32, pairs: Vec<PlannedPair>) -> EveningEvent {
    EveningEvent::Paired {
        round,
        pairs,
        by: "test".into(),
    }
}

fn result(id: &MatchId, last: u32, places: &[&[u8]]) -> EveningEvent {
    EveningEvent::Result {
        id: id.clone(),
        last,
        places: places.iter().map(|group| group.to_vec()).collect(),
        clause: None,
        overruled: true,
        hash: "ff".into(),
        seconds: 5,
    }
}

#[test]
fn places_are_told_with_the_rule_that_made_each() {
    let mut told = Told::new("round-robin", 1, &["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]);
    told.play("Ann>Flo Bo>Ed Cy>Di Flo>Di Ed>Cy Bo>Ann Bo>Flo Ann>Cy Di>Ed");
    told.play("Ed=Flo Ann>Di Cy>Bo Cy=Flo Bo>Di Ann>Ed");
    let expected = "\
place  player  points  wins  games  decided by
    1  Bo           4     4      5  mutual result (1 of equal points)
    2  Ann          4     4      5  mutual result (0 of equal points)
    3  Cy          2½     2      5  points
    4  Flo          2     1      5  points
    5  Ed          1½     1      5  points
    6  Di           1     1      5  points
";
    assert_eq!(told.text(), expected);
    told.check();
    // Three who beat each other in a circle.
    let mut told = Told::new("round-robin", 3, &["Ann", "Bo", "Cy"]);
    told.play("Bo>Cy Cy>Bo Bo>Cy Cy>Ann Cy>Ann Ann>Bo Ann>Bo");
    let expected = "\
place  player  points  wins  games  decided by
    1  Cy           1     3      5  games won
    2  Ann          1     2      4  games won
    2  Bo           1     2      5  level
";
    assert_eq!(told.text(), expected);
    told.check();
}

#[test]
fn a_result_counts_once_and_a_later_end_replaces_it() {
    let mut told = Told::new("import", 1, &["Ann", "Bo"]);
    told.pair("Ann-Bo");
    let id = told.begin(&["Ann", "Bo"]);
    assert!(told.end(&id, 90, &[&[1], &[2]]));
    assert!(!told.end(&id, 90, &[&[1], &[2]]));
    assert!(!told.end(&id, 40, &[&[2], &[1]]));
    assert_eq!(results::table(&told.evening).len(), 1);
    assert!(told.evening.is_settled());
    // People take the end back, and the old one comes once more.
    assert!(told.apply(EveningEvent::Reopened { id: id.clone() }));
    assert!(!told.evening.is_settled());
    assert!(!told.end(&id, 90, &[&[1], &[2]]));
    assert!(told.end(&id, 120, &[&[2], &[1]]));
    let rows = results::table(&told.evening);
    assert_eq!((rows.len(), rows[0].winners()), (1, vec!["Bo"]));
    assert_eq!(told.standings()[0].name, "Bo");
    told.check();
}

#[test]
fn a_match_that_is_assigned_twice_or_was_aborted_counts_once() {
    let mut told = Told::new("import", 1, &["Ann", "Bo"]);
    told.pair("Ann-Bo");
    let aborted = told.begin(&["Ann", "Bo"]);
    let pairing = told.evening.due("One").unwrap().clone();
    assert_eq!(
        told.evening.state_of(&pairing),
        PairingState::Playing(aborted.clone())
    );
    told.play("Bo>Ann");
    let again = EveningEvent::Assigned {
        id: aborted,
        round: 1,
        number: 1,
        game: "ss".into(),
        seats: vec!["Ann".into(), "Bo".into()],
    };
    assert!(!told.apply(again));
    assert_eq!(told.evening.due("One"), None);
    assert_eq!(told.standings()[0].wins, 1);
    told.check();
}

#[test]
fn a_series_is_over_once_nobody_can_be_caught_up() {
    let mut told = Told::new("import", 5, &["Ann", "Bo"]);
    told.pair("Ann-Bo");
    told.play("Ann>Bo Bo>Ann Ann=Bo Ann>Bo");
    assert_eq!(told.standings()[0].half_points, 0, "the series goes on");
    assert!(told.evening.due("One").is_some());
    told.play("Ann=Bo");
    let expected = "\
place  player  points  wins  games  decided by
    1  Ann          1     2      5  points
    2  Bo           0     1      5  points
";
    assert_eq!(told.text(), expected);
    told.check();
    let mut told = Told::new("import", 3, &["Ann", "Bo"]);
    told.pair("Ann-Bo");
    told.play("Ann>Bo Ann>Bo");
    assert!(told.evening.is_settled(), "two of three decide");
}

#[test]
fn people_decide_void_and_withdraw() {
    let mut told = Told::new("import", 1, &["Ann", "Bo", "Cy", "Di"]);
    told.pair("Ann-Bo Cy-Di");
    told.pair("Ann-Cy Bo-Di");
    told.play("Ann>Bo Cy>Di");
    told.correct(1, 1, Some(&[&["Bo"], &["Ann"]]));
    told.correct(1, 2, None);
    assert_eq!(
        told.evening.due("One").unwrap().number,
        2,
        "it is played again"
    );
    told.play("Di>Cy");
    told.apply(EveningEvent::Withdrawn {
        player: "Cy".into(),
    });
    let pairing = &told.evening.rounds()[1][0];
    let PairingState::Decided(places, DecidedBy::Walkover) = told.evening.state_of(pairing) else {
        panic!("no walkover");
    };
    assert_eq!(places, [["Ann"], ["Cy"]]);
    told.play("Bo=Di");
    let expected = "\
place  player  points  wins  games  decided by
    1  Bo          1½     1      2  level
    1  Di          1½     1      2  level
    3  Ann          1     0      1  points
    4  Cy           0     0      1  points
";
    assert_eq!(told.text(), expected);
    let counts: Vec<String> = (to_csv(&results::table(&told.evening)).lines())
        .map(|line| {
            line.split(',')
                .skip(7)
                .take(3)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let rows = [
        "places by counts",
        "1>2 ring no",
        "2>1 people yes",
        "1>2 ring no",
        "1>2 ring yes",
    ];
    assert_eq!(counts[..5], rows);
    assert_eq!(counts[5..], ["1>2 walkover yes", "1=2 ring yes"]);
    told.check();
}

#[test]
fn larger_tables_give_points_by_place() {
    let mut told = Told::new("import", 1, &["Ann", "Bo", "Cy", "Di"]);
    told.pair("Ann-Bo-Cy-Di");
    told.play("Cy>Ann=Di>Bo");
    told.pair("Ann-Bo-Cy Di");
    told.play("Bo>Ann>Cy");
    let points: Vec<(String, u32)> = told
        .standings()
        .into_iter()
        .map(|one| (one.name, one.half_points))
        .collect();
    let named = |name: &str, half_points| (name.to_owned(), half_points);
    assert_eq!(
        points,
        [
            named("Cy", 6),
            named("Ann", 5),
            named("Di", 5),
            named("Bo", 4)
        ]
    );
    told.check();
    let why = trf::report(&told.evening, &told.standings(), false).unwrap_err();
    assert!(why.contains("export tables of three and four as CSV"));
}

#[test]
fn what_does_not_follow_is_refused_with_a_sentence() {
    let mut told = Told::new("import", 1, &["Ann", "Bo", "Cy"]);
    told.pair("Ann-Bo");
    let pair = |players: &[&str]| {
        vec![PlannedPair {
            table: "One".into(),
            players: players.iter().map(|&name| name.into()).collect(),
        }]
    };
    let id = MatchId {
        ring: "a".into(),
        journal: "j".into(),
        first: 1,
    };
    let other = EveningEvent::Assigned {
        id: id.clone(),
        round: 1,
        number: 1,
        game: "ss".into(),
        seats: vec!["Ann".into(), "Cy".into()],
    };
    told.apply(EveningEvent::Withdrawn {
        player: "Cy".into(),
    });
    let begun = told.lines[0].event.clone();
    for (event, expected) in [
        (begun, "the evening has begun already"),
        (
            paired(1, pair(&["Ann", "Bo"])),
            "round 1 is paired, and round 2 is next",
        ),
        (
            paired(2, pair(&["Ann", "Ann"])),
            "Ann plays twice in one round",
        ),
        (paired(2, pair(&["Ann", "Cy"])), "Cy has withdrawn"),
        (paired(2, Vec::new()), "a round without pairs"),
        (
            result(&id, 4, &[&[1], &[2]]),
            "no match began in line 1 of journal j of ring a",
        ),
        (other, "pairing 1 of round 1 has other players"),
        (
            EveningEvent::Withdrawn {
                player: "An".into(),
            },
            "no person",
        ),
    ] {
        let why = told.evening.apply(&line(9, event.clone())).unwrap_err();
        assert!(why.starts_with(expected), "{why}");
        let mut lines = told.lines.clone();
        lines.push(line(9, event));
        let why = Evening::read(&lines).unwrap_err();
        assert!(
            why.starts_with(&format!("line {}: {expected}", lines.len())),
            "{why}"
        );
    }
    assert!(
        Evening::read(&[])
            .unwrap_err()
            .contains("dohyo evening begin")
    );
    assert!(
        Evening::read(&told.lines[1..])
            .unwrap_err()
            .contains("line 1 does not begin")
    );
}

/// Whatever happens, points add up: every pairing of two hands out one point.
#[test]
fn points_add_up_in_random_evenings() {
    let names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"];
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let count = 2 + rng.below(6) as usize;
        let best_of = 1 + rng.below(3);
        let mut told = Told::new("round-robin", best_of, &names[..count]);
        while let Some(due) = told.evening.due("One").or_else(|| told.evening.due("Two")) {
            let (a, b) = (due.players[0].clone(), due.players[1].clone());
            let outcome = ["=", ">", ">"][rng.below(3) as usize];
            // One of them may be paired elsewhere first.
            let players = told.evening.next_of(&a).unwrap().players.clone();
            let players = match players.contains(&b) {
                true => vec![a, b],
                false => players,
            };
            told.play(&format!("{}{outcome}{}", players[0], players[1]));
            if rng.below(30) == 0 {
                let player = names[rng.below(count as u32) as usize];
                told.apply(EveningEvent::Withdrawn {
                    player: player.into(),
                });
            }
        }
        told.check();
        let standings = told.standings();
        let sum: u32 = standings.iter().map(|one| one.half_points).sum();
        let decided = told.evening.pairings().filter(|pairing| {
            !matches!(told.evening.state_of(pairing), PairingState::Decided(places, _) if places.is_empty())
        });
        assert_eq!(sum as usize, 2 * decided.count(), "seed {seed}");
        let places: Vec<u32> = standings.iter().map(|one| one.place).collect();
        assert!(places.windows(2).all(|two| two[0] <= two[1]), "{places:?}");
        let report = trf::report(&told.evening, &standings, false).unwrap();
        assert_eq!(trf::check(&report), Ok(()), "seed {seed}");
        assert_eq!(trf_read::read(&trf::write(&report)), Ok(report));
    }
}
