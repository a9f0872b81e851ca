//! SUMOO game records: read, written, replayed, and what is said about bad ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

use dohyo_tests::sumoo_play::actions;
use dohyo_tests::test_rng::TestRng;
use host_core::sumoo::record::{self, Line, LineText, Name, PlayerNames, RecordedTurn, Round};
use host_core::sumoo::{check, show, svg, text};
use proptest::prelude::*;
use rules_core::games::sumoo::notation::NotatedAction;
use rules_core::games::sumoo::{Action, Colour, Game};

/// The game every rule book reader replays first.
const EXAMPLE: &str = "\
B = ada@example.org                N = ben@example.org
> 2015-12-24 21:58:35
1   B/1U 2U = /1S 3 = /1E 2E = /      N/1U 2U = /1N 3 = /1E 2E = /
2   B/3 N      /2E U      /2U N      /      N/1U 2U NU/
3   B/3 2E NN/                                N/...
...
> 2015-12-24 22:15:00
# a close one
";

fn checked(text: &str) -> (bool, String) {
    let mut out = Vec::new();
    let legal = check("game.txt", text, &mut out).unwrap();
    (legal, String::from_utf8(out).unwrap())
}

/// Cites: SU-19, SU-20.
#[test]
fn the_example_replays_to_the_known_position() {
    let mut game = Game::new();
    for (_, line) in record::read(EXAMPLE).unwrap() {
        let Line::Round(round) = line else { continue };
        for half in [Some(round.white), round.black].into_iter().flatten() {
            let RecordedTurn::Played(written) = half else {
                continue;
            };
            for written in written {
                game.apply(written.in_position(game.position())).unwrap();
            }
            game.end_turn().unwrap();
        }
    }
    assert_eq!(
        text::write(&game),
        "B 1U(2,2) 1S(3,2) 1E(4,2) 2U(1,5) 3(3,5) 2E(3,4); \
         N 1U(2,7) 1N(3,7) 1E(4,6) 2U(2,6) 3(3,6) 2E(4,5); N to move"
    );
    assert_eq!(
        checked(EXAMPLE),
        (
            true,
            "game 1: ada@example.org - ben@example.org: 5 turns, 11 actions; \
             Black to move, points left: 3\n"
                .to_owned()
        )
    );
}

/// Cites: SU-19.
#[test]
fn names_dates_comments_and_dots_are_kept() {
    let lines: Vec<Line> = record::read(EXAMPLE)
        .unwrap()
        .into_iter()
        .map(|l| l.1)
        .collect();
    let words = |text| LineText::new(text).unwrap();
    let name = |text| Name::new(text).unwrap();
    assert_eq!(
        lines[0],
        Line::Names(PlayerNames::Both(
            name("ada@example.org"),
            name("ben@example.org")
        ))
    );
    assert_eq!(lines[1], Line::Date(words("2015-12-24 21:58:35")));
    assert_eq!(lines[5], Line::Dots);
    assert_eq!(lines[7], Line::Comment(words("a close one")));
    let Line::Round(last) = &lines[4] else {
        panic!("a round")
    };
    assert_eq!(last.black, Some(RecordedTurn::NotYet));
    let again = record::read(&record::write(&lines)).unwrap();
    assert!(again.iter().map(|l| &l.1).eq(&lines));
}

/// Cites: SU-19.
#[test]
fn an_empty_turn_is_two_slashes() {
    let (legal, said) = checked("1 B// N//\n2 B/2U U/\n");
    assert!(legal, "{said}");
    assert_eq!(
        said,
        "game 1: 3 turns, 1 action; Black to move, points left: 3\n"
    );
}

#[test]
fn several_games_in_a_file_are_told_apart() {
    let text = "1 B// N//\n1 B/2U U/ N/...\nB = a\n# second meeting\n1 B/3 S/\n";
    let (legal, said) = checked(text);
    assert!(legal, "{said}");
    assert_eq!(said.lines().count(), 3);
    assert!(said.contains("game 3: a - ?: 1 turn, 1 action;"));
}

/// Cites: SU-6, SU-19.
#[test]
fn the_first_illegal_action_is_shown_with_clause_line_and_board() {
    let (legal, said) = checked("# try\n1 B/3 N/ N//\n");
    assert!(!legal);
    let mut lines = said.lines();
    assert_eq!(
        lines.next(),
        Some("game 1: 0 turns, 0 actions; then it stops")
    );
    assert_eq!(
        lines.next(),
        Some("game.txt:2: White's action `3 N` is refused: 1S of White stands on (3,3), SU-6")
    );
    assert!(said.contains("(1S)"), "{said}");
}

#[test]
fn what_cannot_be_read_gets_its_line_and_a_way_out() {
    for (text, expected) in [
        ("", "there is no game in it; write `1  B/3 S/  N//`"),
        (
            "# only words\n> today\n...",
            "there is no game in it; write",
        ),
        ("1 B/...   N/1U S/", ":1: Black plays after a turn"),
        (
            "1 B/2U NN/",
            ":1: White's action `2U NN` is refused: no enemy stands north of 2U to push, nor south of 2U to pull, SU-8",
        ),
        (
            "1 B/2U 1U NN/",
            ":1: White's action `2U 1U NN` is refused: no enemy stands north of 1U to push, nor south of 2U to pull, SU-8",
        ),
        ("hello", ":1: \"hello\" is not a line of a record"),
        ("1 B/3 S/ N//\n3 B//", ":2: this is round 3; number it 2"),
        ("1 B/3 S", ":1: White's turn is not closed"),
        ("1 B/3 S/ N/3 N", ":1: Black's turn is not closed"),
        ("1 N//", ":1: after the number comes White's turn"),
        ("1 B/", ":1: White's turn has no end"),
        (
            "1 B/3 S//",
            ":1: White's turn has nothing between two slashes",
        ),
        (
            "1 B/1N N/",
            ":1: White's action `1N N` is refused: White has no token 1N; it has 1U 1S 1E 2U 3 2E, SU-2",
        ),
        (
            "1 B/1 N/",
            ":1: White's action `1 N` is refused: White has no token 1N",
        ),
        ("1 B/4 N/", ":1: White's `4 N`: \"4\" makes no sense here"),
        ("1 B/3/", ":1: White's `3`: what does it do?"),
        (
            "1 B/3 =/",
            ":1: White's action `3 =` is refused: = needs two tokens, as in `1U 2U =`, SU-7",
        ),
        (
            "1 B/3 2E N/",
            ":1: White's action `3 2E N` is refused: two tokens cannot move",
        ),
        (
            "1 B/3 NS/",
            ":1: White's action `3 NS` is refused: the second letter",
        ),
        (
            "1 B/3 1U 2U NN/",
            ":1: White's action `3 1U 2U NN` is refused: two tokens at most",
        ),
        ("1 B//\n2 B//", ":2: Black's turn of round 1 is missing"),
        ("1 B/.../ N//", ":1: Black plays after a turn"),
        ("99999999999 B//", ":1: 99999999999 is too large"),
    ] {
        let (legal, said) = checked(text);
        assert!(!legal, "{text}");
        assert!(said.contains(expected), "{text}: {said}");
    }
}

/// What comes before a line that cannot be read is played and reported.
#[test]
fn an_unreadable_action_hides_nothing() {
    let (legal, said) = checked("B = a\n1 B/3 S/ N//\n\nB = c\n1 B/1U N/ N//\n2 B/zzz/ N//");
    assert!(!legal);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "game 1: a - ?: 2 turns, 1 action; White to move, points left: 3",
            "game 2: c - ?: 2 turns, 1 action; then it stops",
            "game.txt:6: White's `zzz`: an action begins with a token: 1U, 2E or 3",
        ]
    );
    // The board after the turns that could be read.
    assert!(
        lines.contains(&" U 4   S  (1U)   M    O    O   E"),
        "{said}"
    );
    assert_eq!(lines.last(), Some(&"White to move, points left: 3"));
}

/// Actions in front of it in the same line are played, too.
#[test]
fn the_line_is_played_up_to_what_cannot_be_read() {
    let (_, said) = checked("1 B/1U N/ N/1E S/zzz/\n2 B// N//\nB = later\n1 B//\n");
    assert!(
        said.starts_with("game 1: 1 turn, 2 actions; then it stops\ngame.txt:1: Black's `zzz`")
    );
    assert!(said.contains("(1U)   M  [1E]"), "{said}");
    assert!(said.contains("Black to move, points left: 2"), "{said}");
    assert!(
        said.ends_with("game 2: later - ?: 1 turn, 0 actions; Black to move, points left: 3\n")
    );
    // An illegal action before it is the first mistake.
    let (_, said) = checked("1 B/3 N/zzz/");
    assert!(
        said.contains(":1: White's action `3 N` is refused"),
        "{said}"
    );
    assert!(!said.contains("zzz"), "{said}");
}

/// Cites: SU-2, SU-6, SU-10, SU-14.
#[test]
fn what_can_be_understood_but_never_be_legal_names_its_clause() {
    for (action, clause) in [
        ("1U 2U 3 NN", ", SU-10\n"),
        ("1U 2U N", ", SU-6\n"),
        ("3 NS", ", SU-13, SU-14\n"),
        ("1N N", ", SU-2\n"),
    ] {
        let (legal, said) = checked(&format!("1 B/{action}/ N//"));
        assert!(!legal);
        let refused = format!(":1: White's action `{action}` is refused: ");
        assert!(said.contains(&refused) && said.contains(clause), "{said}");
        assert!(said.contains("(1S)"), "{said}");
    }
}

#[test]
fn a_byte_order_mark_and_turns_not_yet_played_are_no_mistakes() {
    let (legal, said) = checked("\u{feff}1 B/... N/...\n");
    assert!(legal, "{said}");
    assert_eq!(
        said,
        "game 1: 0 turns, 0 actions; White to move, points left: 3\n"
    );
}

/// A random game to its end, one text for each turn.
fn turns_to_the_end(seed: u64) -> Vec<String> {
    let mut dice = TestRng::new(seed);
    let mut game = Game::new();
    let mut turns = vec![String::new()];
    while game.to_move().is_some() {
        let all = actions(&game);
        let attacks = all.iter().filter(|a| matches!(a, Action::Attack(_)));
        let wish = attacks.chain(&all).nth(dice.below(all.len() + 1));
        match (wish, turns.last_mut()) {
            (Some(&action), Some(turn)) => {
                game.apply(action).unwrap();
                *turn += &format!("{action}/");
            }
            _ => {
                game.end_turn().unwrap();
                turns.push(String::new());
            }
        }
    }
    turns
}

fn record_of(turns: &[String]) -> String {
    let half = |letter, turn: &String| match turn.as_str() {
        "" => format!(" {letter}//"),
        actions => format!(" {letter}/{actions}"),
    };
    (1..)
        .zip(turns.chunks(2))
        .map(|(number, round)| {
            let halves: String = ['B', 'N']
                .into_iter()
                .zip(round)
                .map(|(l, t)| half(l, t))
                .collect();
            format!("{number} {halves}\n")
        })
        .collect()
}

/// Cites: SU-18.
#[test]
fn nothing_is_played_after_the_win() {
    for seed in 0..20 {
        let mut turns = turns_to_the_end(seed);
        let (legal, said) = checked(&record_of(&turns));
        assert!(legal, "{said}");
        assert!(said.contains("has won"), "{said}");
        turns.push(["3 N/", ""][usize::from(seed % 2 == 0)].to_owned());
        let (legal, said) = checked(&record_of(&turns));
        assert!(!legal);
        assert!(
            said.contains("the game is over") && said.contains("SU-18"),
            "{said}"
        );
    }
}

fn any_words() -> impl Strategy<Value = LineText> {
    ".{0,20}|[BN =>#./]{0,10}".prop_filter_map("one line", |text| LineText::new(&text))
}

fn any_name() -> impl Strategy<Value = Name> {
    ".{0,20}|[BN =x]{0,10}".prop_filter_map("a name", |text| Name::new(&text))
}

fn any_half(colour: Colour) -> impl Strategy<Value = RecordedTurn> {
    let action =
        "[123][USNE][123][USNE][=NSUE][NSUE]?|3[123][USNE][NSUE][NSUE]|[123][USNE]?[NSUE]{1,2}"
            .prop_filter_map("an action", move |text| {
                NotatedAction::read(colour, &text).ok()
            });
    prop_oneof![
        Just(RecordedTurn::NotYet),
        proptest::collection::vec(action, 0..4).prop_map(RecordedTurn::Played),
    ]
}

fn any_line() -> impl Strategy<Value = Line> {
    prop_oneof![
        any_words().prop_map(Line::Date),
        any_words().prop_map(Line::Comment),
        any_name().prop_map(|name| Line::Names(PlayerNames::White(name))),
        any_name().prop_map(|name| Line::Names(PlayerNames::Black(name))),
        (any_name(), any_name()).prop_map(|(b, n)| Line::Names(PlayerNames::Both(b, n))),
        Just(Line::Dots),
        (
            any::<u32>(),
            any_half(Colour::White),
            proptest::option::of(any_half(Colour::Black))
        )
            .prop_map(|(number, white, black)| Line::Round(Round {
                number,
                white,
                black
            })),
    ]
}

proptest! {
    /// Cites: SU-19.
    #[test]
    fn records_read_as_written(lines in proptest::collection::vec(any_line(), 0..8)) {
        let text = record::write(&lines);
        let again = record::read(&text);
        prop_assert!(again.is_ok(), "{:?} in {}", again, text);
        let again: Vec<Line> = again.unwrap().into_iter().map(|line| line.1).collect();
        prop_assert_eq!(again, lines, "{}", text);
    }

    #[test]
    fn any_record_is_replayed_or_complained_about(text in "([BN1-3 /=USE.>#\n]|.){0,60}") {
        let (legal, said) = checked(&text);
        prop_assert!(legal || !said.is_empty());
    }
}

#[test]
fn the_start_is_drawn_without_needing_colour() {
    let picture = show(None).unwrap();
    assert_eq!(
        picture,
        "               N
   7   .    .    .    .    .
   6   .  [2U]  [3] [2E]   .
   5   .  [1U] [1N] [1E]   .
 U 4   S    U    M    O    O   E
   3   .  (1U) (1S) (1E)   .
   2   .  (2U)  (3) (2E)   .
   1   .    .    .    .    .
       1    2    3    4    5
               S
White to move, points left: 3
"
    );
    let drawing = svg(None).unwrap();
    assert_eq!(
        drawing.matches("<circle").count(),
        6,
        "White tokens are round"
    );
    assert_eq!(
        drawing.matches("rx=\"5\"").count(),
        6,
        "Black tokens are square"
    );
    assert!(drawing.ends_with("</svg>\n"));
}

#[test]
fn a_bad_position_text_gets_one_sentence() {
    for (text, expected) in [
        ("hello", "a position begins with B or N"),
        ("", "the position is empty; write `start`"),
        (" ; ", "the position is empty; write `start`"),
        (
            "B 9(1,1)",
            "White has no token \"9\"; it has 1U, 1S, 1E, 2U, 3, 2E",
        ),
        ("B 3", "where is 3?"),
        (
            "B 3(6,1)",
            "(6,1) is not a cell; columns are 1 to 5 and rows 1 to 7",
        ),
        (
            "B 3(1,1) 2U(1,1)",
            "both 3 of White and 2U of White are on (1,1)",
        ),
        ("B to go", "\"move\" is missing"),
        ("B to move with 4 points", "0 to 3 points"),
        ("B ; N", "6 tokens of White are out"),
    ] {
        let error = show(Some(text)).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
