//! Matches of a person at a seat, played by keys to their end or for some turns.

use host_core::game::GameArg;
use host_tools::seat::keys::SeatKey;
use host_tools::seat::player::SeatedPerson;
use host_tools::seat::stage::TurnStage;
use rules_core::player::{BySeat, Players};
use virtual_ring::players::Strategy;
use virtual_ring::session::Session;
use virtual_ring::session::script::Script;
use virtual_ring::session::setup::{SeatPlayer, Setup};

fn setup(game: GameArg, persons: usize) -> Setup {
    let other = match game {
        GameArg::Ss | GameArg::Ks => SeatPlayer::Simulated(Strategy::Greedy),
        GameArg::Sumoo | GameArg::Abalone => SeatPlayer::Searching(1),
    };
    Setup {
        seats: BySeat::from_fn(|seat| match seat.index() < persons {
            true => SeatPlayer::Person,
            false => other,
        }),
        ..Setup::new(game, Players::Two)
    }
}

/// Keys of a person who plays by what the screen says, and the sentences that refused one.
struct Player {
    seat: SeatedPerson,
    refusals: Vec<String>,
    /// Turns in which this person pushed or played.
    plays: u32,
}

impl Player {
    fn new(setup: &Setup, seed: u32) -> Self {
        Self {
            seat: SeatedPerson::new(setup, seed).expect("a match"),
            refusals: Vec::new(),
            plays: 0,
        }
    }

    fn press(&mut self, key: SeatKey) {
        self.seat.press(key);
        if let Some(notice) = self.seat.notice() {
            self.refusals.push(notice.to_owned());
        }
    }

    /// Does what is due, and waits a second.
    fn act(&mut self) {
        let stage = self.seat.stage();
        match &stage {
            TurnStage::Over => return,
            TurnStage::Watch | TurnStage::Wait => {}
            TurnStage::Question => self.press(SeatKey::Digit(1)),
            TurnStage::Touch(_) => {
                // The ring counts a touch once it has shown the request for a moment.
                self.seat.step(400);
                self.press(SeatKey::Enter);
                self.seat.step(1_000);
            }
            TurnStage::Repair => self.press(SeatKey::Letter('t')),
            TurnStage::Settle => {
                if self.seat.news().offer("rest").is_some() {
                    self.press(SeatKey::Enter);
                }
            }
            TurnStage::Unmark(posts) | TurnStage::Mark(posts) | TurnStage::DockCorner(posts) => {
                let post = posts[self.plays as usize % posts.len()];
                self.press(SeatKey::Digit(post));
            }
            TurnStage::DockEdge => self.press(SeatKey::Enter),
            TurnStage::Lay if self.seat.news().stock.is_empty() => {
                self.press(SeatKey::Letter('g'));
            }
            TurnStage::Lay => self.press(SeatKey::Digit(1)),
            TurnStage::Push => {
                self.press(SeatKey::Up);
                self.press(SeatKey::Enter);
                self.plays += 1;
                self.seat.step(1_000);
            }
            TurnStage::End => self.press(SeatKey::Letter('e')),
            TurnStage::Move if self.seat.news().plays.is_empty() => {
                self.press(SeatKey::Letter('e'));
            }
            TurnStage::Move => {
                for key in [SeatKey::Up, SeatKey::Enter, SeatKey::Up, SeatKey::Enter] {
                    self.press(key);
                }
                self.plays += 1;
                self.seat.step(1_000);
            }
        }
        self.seat.step(500);
    }

    fn seconds(&self) -> u64 {
        self.seat.session().now().0 / 1_000_000
    }
}

/// Hash of everything that can be seen on the table.
fn poses(session: &mut Session) -> Vec<u32> {
    session
        .poses()
        .iter()
        .map(|number| number.to_bits())
        .collect()
}

#[test]
fn a_match_of_sakura_slam_is_played_by_keys_to_its_end_and_again() {
    let setup = setup(GameArg::Ss, 1);
    let mut player = Player::new(&setup, 5);
    while player.seat.stage() != TurnStage::Over && player.seconds() < 1_500 {
        player.act();
    }
    let told: Vec<&str> = (player.seat.told().iter())
        .map(|told| told.text.as_str())
        .collect();
    let over = player.seat.news().over.clone();
    let over = over.unwrap_or_else(|| panic!("{:?} {told:?}", player.refusals));
    assert!(over.contains(" wins"), "{over}");
    assert!(player.plays >= 3, "{} pushes: {told:?}", player.plays);
    let pushes = told.iter().filter(|line| line.contains(" pushes "));
    assert!(pushes.count() >= 6, "{told:?}");
    // The same set-up, seed and script give the same match.
    let script: Script = player
        .seat
        .session()
        .script()
        .to_string()
        .parse()
        .expect("a script");
    let mut again = Session::replay(&setup, 5, &script).expect("the session");
    let steps = player.seat.session().steps() - again.steps();
    again.step(u32::try_from(steps).expect("a match"));
    let (mine, theirs) = (player.seat.session(), &again);
    let hash = |session: &Session| session.game().map(|game| game.fingerprint());
    assert_eq!(hash(mine), hash(theirs));
    assert_eq!(player.seat.news().over, Some(over));
    let mut replayed = Session::replay(&setup, 5, &script).expect("the session");
    replayed.step(u32::try_from(steps).expect("a match"));
    assert_eq!(poses(&mut again), poses(&mut replayed));
}

#[test]
fn what_fell_is_taken_out_of_the_gutter_after_a_push() {
    let mut player = Player::new(&setup(GameArg::Ss, 2), 5);
    while player.seconds() < 120 && player.seat.stage() != TurnStage::Over {
        player.act();
    }
    assert!(player.plays >= 4, "{} pushes", player.plays);
    let script = player.seat.session().script().to_string();
    let cleared = script.matches("\"clear\"").count();
    assert!(cleared >= 3, "{cleared} of {}", player.plays);
}

#[test]
fn kabuto_sumo_is_played_from_any_place_of_the_edge() {
    let mut player = Player::new(&setup(GameArg::Ks, 2), 3);
    while player.plays < 3 && player.seconds() < 120 {
        player.act();
    }
    player.seat.step(2_000);
    let told: Vec<&str> = (player.seat.told().iter())
        .map(|told| told.text.as_str())
        .collect();
    let pushed = told.iter().filter(|line| line.contains("pushes")).count();
    assert!(pushed >= 2, "{told:?} {:?}", player.refusals);
}

#[test]
fn grid_games_are_played_for_some_turns() {
    for (game, seed) in [(GameArg::Sumoo, 2), (GameArg::Abalone, 3)] {
        let mut player = Player::new(&setup(game, 1), seed);
        while player.plays < 4 && player.seconds() < 240 {
            player.act();
        }
        player.seat.step(8_000);
        let turns = player.seat.told().len();
        let refusals = &player.refusals;
        assert!(player.plays >= 4, "{game:?}: {} {refusals:?}", player.plays);
        assert!(turns >= 5, "{game:?}: {:?}", player.seat.told());
        let is_repaired = player.seat.stage() == TurnStage::Repair;
        assert!(!is_repaired, "{game:?}: {:?}", player.seat.news().waiting);
    }
}

#[test]
fn who_ends_a_turn_need_not_press_the_rings_button_as_well() {
    let mut player = Player::new(&setup(GameArg::Sumoo, 1), 3);
    while player.seat.stage() != TurnStage::Move {
        player.seat.step(100);
    }
    for key in [SeatKey::Enter, SeatKey::Up, SeatKey::Enter] {
        player.press(key);
    }
    player.seat.step(2_000);
    player.press(SeatKey::Letter('e'));
    player.seat.step(2_000);
    assert!(player.refusals.is_empty(), "{:?}", player.refusals);
    assert_eq!(
        player.seat.stage(),
        TurnStage::Watch,
        "{:?}",
        player.seat.told()
    );
    // Giving up and taking back still ask for it.
    player.seat.step(30_000);
    player.press(SeatKey::Letter('z'));
    player.seat.step(1_000);
    assert!(
        matches!(player.seat.stage(), TurnStage::Touch(_)),
        "{:?}",
        player.seat.stage()
    );
}

#[test]
fn a_special_move_is_declared_and_hands_carry_it_out() {
    let setup = Setup::from_json(
        r#"{"game":"ss","seats":["you","you"],"league":"full","cards":["Ember Fly",null]}"#,
    );
    let mut player = Player::new(&setup.expect("a set-up"), 3);
    let mut is_used = false;
    while !is_used && player.seconds() < 240 && player.seat.stage() != TurnStage::Over {
        if player.seat.news().specials().next().is_some()
            && matches!(
                player.seat.stage(),
                TurnStage::Lay | TurnStage::End | TurnStage::DockCorner(_)
            )
        {
            player.press(SeatKey::Letter('x'));
            player.press(SeatKey::Digit(1));
            player.seat.step(500);
        }
        player.act();
        let told = player.seat.told();
        is_used = told.iter().any(|line| line.text.contains(" uses "));
    }
    assert!(is_used, "{:?} {:?}", player.refusals, player.seat.told());
    player.seat.step(4_000);
    let script = player.seat.session().script().to_string();
    assert!(script.contains("\"perform\""), "{script}");
    let is_repaired = player.seat.stage() == TurnStage::Repair;
    assert!(!is_repaired, "{:?}", player.seat.news().waiting);
}
