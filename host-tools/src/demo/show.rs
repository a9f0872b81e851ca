//! A match in a terminal: pace, keys, and the terminal itself.
//!
//! The match is played in this thread, a little at a time: between two pictures
//! as much of it as the pace asks for, then keys are looked at and time is
//! waited for. A machine that is too slow shows fewer pictures, not another
//! match.

use super::audience::Audience;
use super::colours::Depth;
use super::screen::{Screen, Status};
use super::view::View;
use super::words::{Names, Sort, Told};
use core::ops::ControlFlow;
use ratatui::backend::Backend;
use ratatui::crossterm::event::{self, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Terminal};
use rules_core::games::kabuto::Change;
use rules_core::referee::game::Ruled;
use rules_core::referee::{Event, What};
use rules_core::time::Instant as When;
use std::io;
use std::time::{Duration, Instant};

/// Pictures a second, at most.
const RATE: u32 = 30;

/// The slowest and the fastest pace.
pub const SPEEDS: (f64, f64) = (0.125, 64.0);

/// What somebody presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// Enough.
    Quit,
    /// Stop or go on.
    Pause,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// On to the next turn.
    NextTurn,
    /// Nothing, but the window has another size.
    Resize,
}

/// Where presses come from.
pub trait Keys {
    /// The next one, if it comes in time.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn next(&mut self, wait: Duration) -> io::Result<Option<Press>>;
}

/// The keys of the terminal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keyboard;

impl Keys for Keyboard {
    fn next(&mut self, wait: Duration) -> io::Result<Option<Press>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        let key = match event::read()? {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => key,
            event::Event::Resize(..) => return Ok(Some(Press::Resize)),
            _ => return Ok(None),
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        Ok(match key.code {
            KeyCode::Char('c' | 'd') if control => Some(Press::Quit),
            KeyCode::Char('q') | KeyCode::Esc => Some(Press::Quit),
            KeyCode::Char(' ') => Some(Press::Pause),
            KeyCode::Char('+' | '=') => Some(Press::Faster),
            KeyCode::Char('-') => Some(Press::Slower),
            KeyCode::Char('n') => Some(Press::NextTurn),
            _ => None,
        })
    }
}

/// The terminal while a match is shown: given back as it was, also if the
/// program panics.
#[derive(Debug)]
pub struct Stage {
    terminal: DefaultTerminal,
}

impl Stage {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If it is none.
    pub fn take() -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        Ok(Self { terminal })
    }

    /// The terminal.
    pub const fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.terminal
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// How the match goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Going {
    /// At its pace.
    On,
    /// Not at all.
    Paused,
    /// Not any more.
    Over,
    /// As fast as possible until more turns than these have begun.
    ToTurnAfter(u32),
}

/// A match that is shown.
#[derive(Debug)]
pub struct Show<'a, B: Backend, K> {
    terminal: &'a mut Terminal<B>,
    keys: K,
    names: &'a Names,
    title: String,
    depth: Depth,
    speed: f64,
    going: Going,
    turns: u32,
    told: Vec<Told>,
    last: Option<View>,
    /// When the next picture is due, in the match.
    due: When,
    /// When the last one was drawn.
    drawn: Instant,
    second: (Instant, u32),
    rate: u32,
    failed: Option<io::Error>,
}

impl<'a, B: Backend, K: Keys> Show<'a, B, K>
where
    B::Error: Send + Sync + 'static,
{
    /// A show on this terminal, so many times faster than a real match.
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
            going: Going::On,
            turns: 0,
            told: Vec::new(),
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
            Going::On => format!("speed {}x", self.speed),
            Going::Paused => "paused".into(),
            Going::Over => "over".into(),
            Going::ToTurnAfter(_) => "to the next turn".into(),
        };
        let status = Status {
            pace,
            rate: self.rate,
            keys: match self.going {
                Going::Over => "q quit",
                Going::On | Going::Paused | Going::ToTurnAfter(_) => {
                    "space pause  + - speed  n next turn  q quit"
                }
            },
        };
        let screen = Screen {
            title: &self.title,
            view,
            told: &self.told,
            status: &status,
            depth: self.depth,
        };
        let drawn = self.terminal.draw(|frame| {
            let area = frame.area();
            screen.draw(area, frame.buffer_mut());
        });
        drawn.map(|_| ()).map_err(io::Error::other)
    }

    /// Follows the keys until the next picture is due.
    fn attend(&mut self) -> io::Result<ControlFlow<()>> {
        let period = Duration::from_secs(1) / RATE;
        loop {
            let wait = match self.going {
                Going::On => period.saturating_sub(self.drawn.elapsed()),
                Going::Paused | Going::Over => Duration::from_millis(250),
                Going::ToTurnAfter(_) => Duration::ZERO,
            };
            let press = self.keys.next(wait)?;
            match press {
                Some(Press::Quit) => return Ok(ControlFlow::Break(())),
                Some(press) => {
                    self.follow(press);
                    self.picture()?;
                }
                None => {}
            }
            let over = self.drawn.elapsed() >= period || self.going != Going::On;
            if press.is_none() && self.going != Going::Paused && over {
                self.drawn = Instant::now();
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    fn follow(&mut self, press: Press) {
        match press {
            Press::Pause => {
                self.going = match self.going {
                    Going::Paused => Going::On,
                    Going::Over => Going::Over,
                    Going::On | Going::ToTurnAfter(_) => Going::Paused,
                };
            }
            Press::Faster => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            Press::Slower => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            Press::NextTurn => self.going = Going::ToTurnAfter(self.turns),
            Press::Quit | Press::Resize => {}
        }
    }

    /// The match is over: the last picture stays until somebody quits.
    ///
    /// # Errors
    /// The first thing that went wrong with the terminal.
    pub fn linger(mut self, result: &str) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let at = self.last.as_ref().map_or(When::ZERO, |it| it.at);
        self.told.push(Told {
            at,
            sort: Sort::Answer,
            tag: "result".into(),
            text: result.to_owned(),
            answers: Vec::new(),
        });
        self.going = Going::Over;
        loop {
            self.picture()?;
            if self.keys.next(Duration::from_millis(500))? == Some(Press::Quit) {
                return Ok(());
            }
        }
    }

    /// What went wrong with the terminal, if somebody left.
    ///
    /// # Errors
    /// That.
    pub fn leave(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }
}

impl<B: Backend, K: Keys> Audience for Show<'_, B, K>
where
    B::Error: Send + Sync + 'static,
{
    fn hear(&mut self, event: &Event) {
        let told = self.names.tell(event, &mut self.turns);
        self.told.extend(told);
        if let What::Ruled(Ruled::Kabuto(ruling)) = &event.what
            && let Change::Ended(_) = ruling.change
        {
            // The end is to be seen, whatever the pace.
            self.due = When::ZERO;
        }
    }

    fn wants(&self, now: When) -> bool {
        match self.going {
            Going::On | Going::Paused | Going::Over => now >= self.due,
            Going::ToTurnAfter(turns) => {
                self.turns > turns || self.drawn.elapsed() > Duration::from_millis(100)
            }
        }
    }

    /// Shows a moment, follows the keys, and waits until it is time to go on.
    fn see(&mut self, view: View) -> ControlFlow<()> {
        if let Going::ToTurnAfter(turns) = self.going
            && self.turns > turns
        {
            self.going = Going::On;
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
