//! Demo match in a terminal: pace, keys, and the terminal itself.
//!
//! The match is played in the same thread in small parts: between two pictures as much as
//! the pace requires, then the keys are polled and the rest of the time is waited. A slow
//! machine shows fewer pictures, not another match.

use super::colours::Depth;
use super::screen::{Screen, Status};
use super::sheet::RulingLog;
use crate::after_match::AfterMatch;
use core::ops::ControlFlow;
use host_core::narration::{Narration, narrate};
use host_core::sentences::{Names, Phrasebook, SentenceKind, SessionEvent};
use ratatui::backend::Backend;
use ratatui::crossterm::event::{self, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Terminal};
use rules_core::games::kabuto::Change;
use rules_core::referee::EventKind;
use rules_core::referee::game::AnyRuling;
use rules_core::time::Instant as When;
use std::io;
use std::time::{Duration, Instant};
use virtual_ring::demo::view::DemoView;
use virtual_ring::demo::viewer::Viewer;

/// Maximum number of pictures per second.
const RATE: u32 = 30;

/// Keys during a match and their effects, in words.
pub const KEYS: &str = "space pause  + - speed  n next turn  w why  q quit";

/// Slowest and fastest pace, relative to a real match.
pub const SPEEDS: (f64, f64) = (0.125, 64.0);

/// Key that a viewer pressed, by its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPress {
    /// The viewer ends the demo.
    Quit,
    /// The viewer pauses or continues.
    Pause,
    /// The viewer doubles the speed.
    Faster,
    /// The viewer halves the speed.
    Slower,
    /// The viewer skips to the next turn; after a match, to the one with the next seed.
    NextTurn,
    /// The viewer wants the match again.
    Again,
    /// The viewer wants to see the grounds of the last rulings, or no longer.
    Why,
    /// No key was pressed, but the window was resized.
    Resize,
}

/// Source of key presses.
pub trait KeySource {
    /// Returns the next key press within `wait`; `None` if there is none.
    ///
    /// # Errors
    /// `io::Error` if the terminal is gone.
    fn next(&mut self, wait: Duration) -> io::Result<Option<KeyPress>>;
}

/// Keyboard of the terminal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keyboard;

impl KeySource for Keyboard {
    fn next(&mut self, wait: Duration) -> io::Result<Option<KeyPress>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        let key = match event::read()? {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => key,
            event::Event::Resize(..) => return Ok(Some(KeyPress::Resize)),
            _ => return Ok(None),
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Ok(match key.code {
            KeyCode::Char('c' | 'd') if control => Some(KeyPress::Quit),
            KeyCode::Char('q') | KeyCode::Esc => Some(KeyPress::Quit),
            KeyCode::Char(' ') => Some(KeyPress::Pause),
            KeyCode::Char('+' | '=') => Some(KeyPress::Faster),
            KeyCode::Char('-') => Some(KeyPress::Slower),
            KeyCode::Char('n') => Some(KeyPress::NextTurn),
            KeyCode::Char('a') => Some(KeyPress::Again),
            KeyCode::Char('w') => Some(KeyPress::Why),
            _ => None,
        })
    }
}

/// Terminal in raw mode, which is restored on drop, also if the program panics.
#[derive(Debug)]
pub struct RawTerminal {
    terminal: DefaultTerminal,
}

impl RawTerminal {
    /// Switches the terminal to raw mode.
    ///
    /// # Errors
    /// `io::Error` if the output is not a terminal.
    pub fn enter() -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        Ok(Self { terminal })
    }

    /// Returns the terminal.
    pub const fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.terminal
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// State of the playback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaybackState {
    /// The match plays at its pace.
    On,
    /// The match is paused.
    Paused,
    /// The match is over.
    Over,
    /// The match plays as fast as possible until more than this number of turns have
    /// begun.
    ToTurnAfter(u32),
}

/// Viewer that shows a match in a terminal.
#[derive(Debug)]
pub struct TerminalViewer<'a, B: Backend, K> {
    terminal: &'a mut Terminal<B>,
    keys: K,
    names: &'a Names,
    title: String,
    depth: Depth,
    speed: f64,
    going: PlaybackState,
    turns: u32,
    told: Vec<Narration>,
    rulings: RulingLog,
    /// True while the grounds of rulings are shown.
    is_why: bool,
    last: Option<DemoView>,
    /// Match time at which the next picture is due.
    due: When,
    /// Real time at which the last picture was drawn.
    drawn: Instant,
    second: (Instant, u32),
    rate: u32,
    failed: Option<io::Error>,
}

impl<'a, B: Backend, K: KeySource> TerminalViewer<'a, B, K>
where
    B::Error: Send + Sync + 'static,
{
    /// Creates a viewer on this terminal that plays `speed` times as fast as a real match.
    pub fn new(
        terminal: &'a mut Terminal<B>,
        keys: K,
        names: &'a Names,
        title: String,
        (depth, speed): (Depth, f64),
    ) -> Self {
        let now = Instant::now();
        Self {
            terminal,
            keys,
            names,
            title,
            depth,
            speed,
            going: PlaybackState::On,
            turns: 0,
            told: Vec::new(),
            rulings: RulingLog::default(),
            is_why: false,
            last: None,
            due: When::ZERO,
            drawn: now,
            second: (now, 0),
            rate: 0,
            failed: None,
        }
    }

    fn picture(&mut self) -> io::Result<()> {
        let Some(view) = &self.last else {
            return Ok(());
        };
        let (since, count) = self.second;
        self.second.1 = count + 1;
        if since.elapsed() >= Duration::from_secs(1) {
            self.rate = count;
            self.second = (Instant::now(), 0);
        }
        let pace = match self.going {
            PlaybackState::On => format!("speed {}x", self.speed),
            PlaybackState::Paused => "paused".into(),
            PlaybackState::Over => "over".into(),
            PlaybackState::ToTurnAfter(_) => "to the next turn".into(),
        };
        let status = Status {
            pace,
            rate: self.rate,
            keys: match self.going {
                PlaybackState::Over => "a again  n next seed  w why  q quit",
                PlaybackState::On | PlaybackState::Paused | PlaybackState::ToTurnAfter(_) => KEYS,
            },
        };
        let why = self.is_why.then(|| self.rulings.why(&view.grounds));
        let screen = Screen {
            title: &self.title,
            view,
            told: &self.told,
            status: &status,
            depth: self.depth,
            sheet: why.as_ref(),
        };
        let drawn = self.terminal.draw(|frame| {
            let area = frame.area();
            screen.draw(area, frame.buffer_mut());
        });
        drawn.map(|_| ()).map_err(io::Error::other)
    }

    /// Handles keys until the next picture is due.
    fn attend(&mut self) -> io::Result<ControlFlow<()>> {
        let period = Duration::from_secs(1) / RATE;
        loop {
            let wait = match self.going {
                PlaybackState::On => period.saturating_sub(self.drawn.elapsed()),
                PlaybackState::Paused | PlaybackState::Over => Duration::from_millis(250),
                PlaybackState::ToTurnAfter(_) => Duration::ZERO,
            };
            let press = self.keys.next(wait)?;
            match press {
                Some(KeyPress::Quit) => return Ok(ControlFlow::Break(())),
                Some(press) => {
                    self.follow(press);
                    self.picture()?;
                }
                None => {}
            }
            let over = self.drawn.elapsed() >= period || self.going != PlaybackState::On;
            if press.is_none() && self.going != PlaybackState::Paused && over {
                self.drawn = Instant::now();
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    fn follow(&mut self, press: KeyPress) {
        match press {
            KeyPress::Pause => {
                self.going = match self.going {
                    PlaybackState::Paused => PlaybackState::On,
                    PlaybackState::Over => PlaybackState::Over,
                    PlaybackState::On | PlaybackState::ToTurnAfter(_) => PlaybackState::Paused,
                };
            }
            KeyPress::Faster => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            KeyPress::Slower => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            KeyPress::NextTurn => self.going = PlaybackState::ToTurnAfter(self.turns),
            KeyPress::Why => self.is_why = !self.is_why,
            KeyPress::Again | KeyPress::Quit | KeyPress::Resize => {}
        }
    }

    /// Shows the last picture of a finished match until the viewer says what comes next.
    ///
    /// # Errors
    /// The first `io::Error` of the terminal.
    pub fn linger(mut self, result: &str) -> io::Result<AfterMatch> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let at = self.last.as_ref().map_or(When::ZERO, |view| view.at);
        self.told.push(Narration {
            at,
            kind: SentenceKind::Answer,
            label: "result".into(),
            text: result.to_owned(),
            answers: Vec::new(),
        });
        self.going = PlaybackState::Over;
        loop {
            self.picture()?;
            match self.keys.next(Duration::from_millis(500))? {
                Some(KeyPress::Quit) => return Ok(AfterMatch::Quit),
                Some(KeyPress::Again) => return Ok(AfterMatch::Again),
                Some(KeyPress::NextTurn) => return Ok(AfterMatch::NextSeed),
                Some(KeyPress::Why) => self.is_why = !self.is_why,
                _ => {}
            }
        }
    }

    /// Ends the output after the viewer left.
    ///
    /// # Errors
    /// The first `io::Error` of the terminal.
    pub fn leave(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }
}

impl<B: Backend, K: KeySource> Viewer for TerminalViewer<'_, B, K>
where
    B::Error: Send + Sync + 'static,
{
    fn on_event(&mut self, event: &SessionEvent) {
        self.turns = event.context.turn.unwrap_or(self.turns);
        let narration = narrate(&Phrasebook::english(self.names), event);
        self.told.extend(narration);
        self.rulings
            .on_event(&Phrasebook::english(self.names), event);
        if let EventKind::Ruled(AnyRuling::Kabuto(ruling)) = &event.event.kind
            && let Change::Ended(_) = ruling.change
        {
            // The end is shown at any pace.
            self.due = When::ZERO;
        }
    }

    fn wants(&self, now: When) -> bool {
        match self.going {
            PlaybackState::On | PlaybackState::Paused | PlaybackState::Over => now >= self.due,
            PlaybackState::ToTurnAfter(turns) => {
                self.turns > turns || self.drawn.elapsed() > Duration::from_millis(100)
            }
        }
    }

    /// Shows a moment, handles keys, and waits until the match may continue.
    fn on_view(&mut self, view: DemoView) -> ControlFlow<()> {
        if let PlaybackState::ToTurnAfter(turns) = self.going
            && self.turns > turns
        {
            self.going = PlaybackState::On;
        }
        let now = view.at;
        self.last = Some(view);
        let shown = self.picture().and_then(|()| self.attend());
        let period = self.speed / f64::from(RATE);
        self.due = When(now.0 + (period * 1e6) as u64);
        match shown {
            Ok(flow) => flow,
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
