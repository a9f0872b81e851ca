//! `dohyo demo`: what people see of a match, as plain lines and in a terminal.
//!
//! The expected texts are in `tests/demo`; `DOHYO_WRITE_GOLDEN=1` writes them
//! again, to be read before they are kept.

use clap::Parser;
use core::ops::ControlFlow;
use host_core::narration::{Narration, narrate};
use host_core::sentences::{Names, Phrasebook, SentenceKind, SessionEvent};
use host_tools::after_match::AfterMatch;
use host_tools::demo::colours::Depth;
use host_tools::demo::screen::{Screen, Status};
use host_tools::demo::terminal::{KeyPress, KeySource, TerminalViewer};
use host_tools::verbs::demo;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
use rules_core::time::Instant;
use std::io;
use std::path::Path;
use std::time::Duration;
use virtual_ring::demo::demo_match::{DemoMatch, DemoOptions, GameArg};
use virtual_ring::demo::view::{BoardView, DemoView};
use virtual_ring::demo::viewer::Viewer;
use virtual_ring::play::sensor_rig::MatchOutputs;
use virtual_ring::play::{Equipment, names, play, play_watched};
use virtual_ring::sensors::NoiseLevel;

/// The command line of the verb.
#[derive(Debug, Parser)]
struct Cli {
    #[command(flatten)]
    args: demo::Args,
}

fn scratch(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demo");
    std::fs::create_dir_all(&folder).expect("a folder for what is recorded");
    folder.join(name).display().to_string()
}

/// What the verb prints in a pipe; the recording goes to a file of its own.
fn plain(words: &[&str], name: &str) -> String {
    let file = scratch(name);
    let fixed = ["demo", "--plain", "--record", &file];
    let cli = Cli::parse_from(fixed.iter().chain(words));
    let mut said = Vec::new();
    demo::run(&cli.args, &mut said).expect("a vector takes everything");
    let size = std::fs::metadata(&file).expect("it was recorded").len();
    assert!(size > 1_000, "the recording has {size} bytes only");
    let said = String::from_utf8(said).expect("words");
    assert!(said.contains(&file), "where the recording is, is said");
    said.replace(&file, "FILE")
}

/// Compares with what is kept.
fn as_kept(name: &str, found: &str) {
    let file = Path::new("demo").join(name);
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        std::fs::write(&file, found).expect("the text is written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    for (number, (found, kept)) in (1..).zip(found.lines().zip(kept.lines())) {
        assert_eq!(found, kept, "line {number} of {name}");
    }
    assert_eq!(found.lines().count(), kept.lines().count(), "{name}");
}

fn wishes(game: GameArg, seed: u64) -> DemoOptions {
    DemoOptions {
        game,
        players: Players::Two,
        league: League::Full,
        seed,
        board: None,
        noise: NoiseLevel::Nominal,
        faults: Vec::new(),
    }
}

/// A match of Sakura Slam that is soon over.
const SHORT: u64 = 3;

#[test]
fn plain_lines_tell_the_whole_match() {
    let said = plain(&["--seed", "3"], "short.rec");
    as_kept("sakura-slam.txt", &said);
}

#[test]
fn plain_lines_of_a_grid_game_tell_it_to_its_end() {
    let said = plain(&["--game", "sumoo", "--seed", "1"], "sumoo.rec");
    as_kept("sumoo.txt", &said);
    assert!(said.contains("Result: White wins"), "{said}");
}

/// Keeps some moments of a match.
struct Moments {
    names: Names,
    told: Vec<Narration>,
    /// When, in seconds.
    at: Vec<u64>,
    kept: Vec<(DemoView, Vec<Narration>)>,
}

impl Viewer for Moments {
    fn on_event(&mut self, event: &SessionEvent) {
        let narration = narrate(&Phrasebook::english(&self.names), event);
        self.told.extend(narration);
    }

    fn wants(&self, now: Instant) -> bool {
        let due = self.at.get(self.kept.len());
        due.is_some_and(|&due| now.0 >= due * 1_000_000)
    }

    fn on_view(&mut self, view: DemoView) -> ControlFlow<()> {
        self.kept.push((view, self.told.clone()));
        if self.kept.len() == self.at.len() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn moments(programme: &DemoMatch, at: &[u64]) -> Vec<(DemoView, Vec<Narration>)> {
    let mut moments = Moments {
        names: programme.names.clone(),
        told: Vec::new(),
        at: at.to_vec(),
        kept: Vec::new(),
    };
    programme.play(MatchOutputs::default(), &mut moments);
    assert_eq!(moments.kept.len(), at.len(), "the match is over too soon");
    moments.kept
}

fn text(buffer: &Buffer) -> String {
    let rows = buffer.content().chunks(usize::from(buffer.area.width));
    rows.map(|row| {
        let row: String = row.iter().map(|cell| cell.symbol()).collect();
        format!("{}\n", row.trim_end())
    })
    .collect()
}

/// A moment on a terminal of this size, without colours.
fn on_terminal(title: &str, (view, told): &(DemoView, Vec<Narration>), size: (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal");
    let status = Status {
        pace: "speed 4x".into(),
        rate: 30,
        keys: "q quit",
    };
    let screen = Screen {
        title,
        view,
        told,
        status: &status,
        depth: Depth::None,
        sheet: None,
    };
    let draw = terminal.draw(|frame| screen.draw(frame.area(), frame.buffer_mut()));
    draw.expect("it is drawn");
    text(terminal.backend().buffer())
}

#[test]
fn three_moments_look_as_kept_on_two_terminals() {
    let programme = DemoMatch::new(&wishes(GameArg::Ss, SHORT)).expect("it is played");
    let moments = moments(&programme, &[5, 17, 30]);
    for (number, moment) in (1..).zip(&moments) {
        for (wide, high) in [(80, 24), (120, 40)] {
            let found = on_terminal(&programme.title, moment, (wide, high));
            as_kept(&format!("moment-{number}-{wide}x{high}.txt"), &found);
        }
    }
}

#[test]
fn a_small_terminal_is_told_so() {
    let programme = DemoMatch::new(&wishes(GameArg::Abalone, 1)).expect("it is played");
    let moments = moments(&programme, &[1]);
    let found = on_terminal("", &moments[0], (60, 20));
    assert!(found.contains("make the terminal 80 x 24"), "{found}");
}

#[test]
fn somebody_who_looks_on_changes_nothing() {
    let programme = DemoMatch::new(&wishes(GameArg::Ss, SHORT)).expect("it is played");
    let table = programme.ring_table().expect("it is on a ring");
    let alone = play(table, MatchOutputs::default());
    let mut crowd = virtual_ring::demo::viewer::RingViewer {
        audience: &mut Moments {
            names: names(table),
            told: Vec::new(),
            // Looks at every moment of the first ten thousand seconds.
            at: (0..10_000).collect(),
            kept: Vec::new(),
        },
        names: &programme.names,
    };
    let watched = play_watched(
        table,
        &Equipment::default(),
        MatchOutputs::default(),
        &mut crowd,
    );
    assert_eq!(alone, watched);
    assert!(crowd.audience.kept.len() > 10);
}

/// Presses keys one after the other, one for each picture.
struct Fingers(Vec<Option<KeyPress>>);

impl KeySource for Fingers {
    fn next(&mut self, _wait: Duration) -> io::Result<Option<KeyPress>> {
        Ok(if self.0.is_empty() {
            Some(KeyPress::Quit)
        } else {
            self.0.remove(0)
        })
    }
}

/// What is on the screen when somebody has pressed these and then quits.
fn after(presses: &[Option<KeyPress>]) -> String {
    let programme = DemoMatch::new(&wishes(GameArg::Ss, SHORT)).expect("it is played");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    let look = (Depth::None, 4.0);
    let keys = Fingers(presses.to_vec());
    let title = programme.title.clone();
    let mut show = TerminalViewer::new(&mut terminal, keys, &programme.names, title, look);
    let result = programme.play(MatchOutputs::default(), &mut show);
    assert!(result.was_left());
    show.leave().expect("the terminal is well");
    text(terminal.backend().buffer())
}

#[test]
fn keys_do_what_the_last_line_says() {
    assert!(after(&[Some(KeyPress::Faster), None]).contains("speed 8x"));
    assert!(after(&[Some(KeyPress::Slower), None]).contains("speed 2x"));
    assert!(after(&[Some(KeyPress::Pause)]).contains("paused"));
    let again = after(&[Some(KeyPress::Pause), Some(KeyPress::Pause), None]);
    assert!(again.contains("speed 4x"), "{again}");
    let mut presses = vec![Some(KeyPress::NextTurn)];
    presses.extend([None; 400]);
    let next = after(&presses);
    assert!(next.contains("Turn 1: "), "{next}");
}

/// What a watched match shows at its end after these keys, and what comes next.
fn at_the_end(presses: &[KeyPress]) -> (String, AfterMatch) {
    let programme = DemoMatch::new(&wishes(GameArg::Ss, SHORT)).expect("it is played");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    let keys = Late {
        waits: Duration::from_millis(500),
        presses: presses.to_vec(),
    };
    let title = programme.title.clone();
    let look = (Depth::None, 64.0);
    let mut show = TerminalViewer::new(&mut terminal, keys, &programme.names, title, look);
    let result = programme.play(MatchOutputs::default(), &mut show);
    let after = show.linger(&result.end()).expect("the terminal is well");
    (text(terminal.backend().buffer()), after)
}

/// Presses keys once the match is over: only then are keys waited for so long.
struct Late {
    waits: Duration,
    presses: Vec<KeyPress>,
}

impl KeySource for Late {
    fn next(&mut self, wait: Duration) -> io::Result<Option<KeyPress>> {
        let is_due = wait >= self.waits && !self.presses.is_empty();
        Ok(is_due.then(|| self.presses.remove(0)))
    }
}

#[test]
fn after_a_watched_match_it_goes_on_as_wanted() {
    for (press, wish) in [
        (KeyPress::Again, AfterMatch::Again),
        (KeyPress::NextTurn, AfterMatch::NextSeed),
        (KeyPress::Quit, AfterMatch::Quit),
    ] {
        let (shown, after) = at_the_end(&[KeyPress::Resize, press]);
        assert_eq!(after, wish);
        assert!(
            shown.contains("a again  n next seed  w why  q quit"),
            "{shown}"
        );
    }
    let (shown, _) = at_the_end(&[KeyPress::Why, KeyPress::Resize, KeyPress::Quit]);
    assert!(shown.contains("Why? The last rulings"), "{shown}");
    assert!(shown.contains("seen: "), "{shown}");
}

#[test]
fn a_ring_is_drawn_with_its_lights_and_pieces() {
    let programme = DemoMatch::new(&wishes(GameArg::Ss, SHORT)).expect("it is played");
    let (view, told) = &moments(&programme, &[20])[0];
    let BoardView::Ring(ring) = &view.board else {
        panic!("Sakura Slam is played on a ring");
    };
    assert_eq!(ring.leds.len(), 64);
    assert!(ring.leds.iter().flatten().count() > 0, "the strip is dark");
    assert_eq!(ring.discs.iter().filter(|it| it.named).count(), 2);
    assert!(told.iter().any(|it| it.kind == SentenceKind::Turn));
}

#[test]
fn the_picture_in_the_readme_is_what_the_command_draws() {
    let file = scratch("demo.svg");
    let words = ["demo", "--picture", &file, "--at", "16"];
    let cli = Cli::parse_from(words);
    demo::run(&cli.args, &mut Vec::new()).expect("a vector takes everything");
    let drawn = std::fs::read_to_string(&file).expect("it was drawn");
    let picture = Path::new("../host-tools/pictures/demo.svg");
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        std::fs::write(picture, &drawn).expect("the picture is written");
    }
    let kept = std::fs::read_to_string(picture);
    assert!(kept.is_ok_and(|it| it == drawn), "draw it again: {words:?}");
}
