//! Screen of a person at a seat, and the keys around a match.

use host_core::game::GameArg;
use host_tools::after_match::AfterMatch;
use host_tools::demo::colours::Depth;
use host_tools::seat::keys::SeatKey;
use host_tools::seat::player::SeatedPerson;
use host_tools::seat::stage::TurnStage;
use host_tools::seat::terminal::{SeatKeys, SeatTerminal};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rules_core::player::Players;
use std::io;
use std::time::Duration;
use virtual_ring::session::setup::Setup;

/// Presses keys one after the other, one for each picture, and then nothing.
struct Fingers(Vec<SeatKey>);

impl SeatKeys for Fingers {
    fn next(&mut self, wait: Duration) -> io::Result<Option<SeatKey>> {
        if wait.is_zero() {
            return Ok(None);
        }
        match self.0.is_empty() {
            true => Ok(Some(SeatKey::Interrupt)),
            false => Ok(Some(self.0.remove(0))),
        }
    }
}

/// Plays these keys, one for each picture, and returns what the screen showed last and
/// what comes next.
fn shown(seat: &mut SeatedPerson, keys: &[SeatKey]) -> (String, AfterMatch) {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    let fingers = Fingers(keys.to_vec());
    let look = (Depth::None, 1.0);
    let mut show = SeatTerminal::new(&mut terminal, fingers, "a match".into(), look);
    let after = show.run(seat).expect("the terminal is well");
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(usize::from(buffer.area.width));
    let rows = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n");
    (rows.collect(), after)
}

fn first(game: GameArg) -> SeatedPerson {
    let mut seat = SeatedPerson::new(&Setup::new(game, Players::Two), 2).expect("a match");
    for _ in 0..60 {
        if !matches!(seat.stage(), TurnStage::Watch | TurnStage::Wait) {
            break;
        }
        seat.step(500);
    }
    seat
}

#[test]
fn the_screen_says_what_to_do_and_with_which_keys() {
    let mut seat = first(GameArg::Ss);
    let (text, after) = shown(&mut seat, &[]);
    assert_eq!(after, AfterMatch::Quit);
    for words in [
        "your turn",
        "Set the platform down at a post",
        "q quit",
        "z take back",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let TurnStage::DockCorner(posts) = seat.stage() else {
        panic!("{:?}", seat.stage());
    };
    let (text, _) = shown(&mut seat, &[SeatKey::Digit(9)]);
    assert!(text.contains("not at post 9 now"), "{text}");
    seat.press(SeatKey::Digit(posts[0]));
    seat.step(1_500);
    let (text, _) = shown(&mut seat, &[SeatKey::Letter('w')]);
    assert!(text.contains("Why?"), "{text}");
    assert!(text.contains("seen:"), "{text}");
}

#[test]
fn a_cell_under_the_cursor_is_marked() {
    for game in [GameArg::Sumoo, GameArg::Abalone] {
        let mut seat = first(game);
        let (text, _) = shown(&mut seat, &[]);
        assert!(text.contains("Choose a piece that moves"), "{text}");
        let (text, _) = shown(&mut seat, &[SeatKey::Up, SeatKey::Enter]);
        assert!(text.contains("Play 1 of "), "{text}");
    }
}

#[test]
fn a_match_that_goes_on_is_left_by_two_keys() {
    let mut seat = first(GameArg::Ss);
    let quit = SeatKey::Letter('q');
    let keys = [quit, SeatKey::Letter('p'), SeatKey::Digit(1)];
    let (text, _) = shown(&mut seat, &keys);
    assert!(text.contains("the match is paused"), "{text}");
    let (text, after) = shown(&mut seat, &[quit]);
    assert!(text.contains("press q once more"), "{text}");
    assert_eq!(after, AfterMatch::Quit);
    assert_eq!(shown(&mut seat, &[quit, quit]).1, AfterMatch::Quit);
    // Only a match that is over can be played again.
    let (_, after) = shown(&mut seat, &[SeatKey::Letter('a'), SeatKey::Letter('n')]);
    assert_eq!(after, AfterMatch::Quit);
}

#[test]
fn after_the_match_it_goes_on_as_wanted() {
    let setup = Setup::from_json(r#"{"game":"ss","seats":["greedy","greedy"]}"#);
    let mut seat = SeatedPerson::new(&setup.expect("a set-up"), 5).expect("a match");
    while seat.stage() != TurnStage::Over && seat.session().now().0 < 1_500_000_000 {
        seat.step(2_500);
    }
    for (key, wish) in [
        ('a', AfterMatch::Again),
        ('n', AfterMatch::NextSeed),
        ('q', AfterMatch::Quit),
    ] {
        let (text, after) = shown(&mut seat, &[SeatKey::Resize, SeatKey::Letter(key)]);
        assert_eq!(after, wish, "{key}: {text}");
        assert!(text.contains("The match is over"), "{text}");
        assert!(
            text.contains("a again  n next seed  w why  q quit"),
            "{text}"
        );
    }
}
