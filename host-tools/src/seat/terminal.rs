//! Seat in a terminal: the pace of the match, pictures, and keys.
//!
//! The match runs in the same thread: between two pictures as much as the pace requires,
//! then keys are polled. A slow machine shows a slower match, never another one.

use super::call::{KEYS, KEYS_AFTER};
use super::keys::SeatKey;
use super::player::SeatedPerson;
use super::stage::TurnStage;
use crate::after_match::AfterMatch;
use crate::demo::colours::Depth;
use crate::demo::screen::{Screen, Status};
use crate::demo::terminal::{Keyboard, SPEEDS};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::crossterm::event::{self, KeyCode, KeyEventKind, KeyModifiers};
use std::io;
use std::time::{Duration, Instant};

/// Pictures per second.
const RATE: u32 = 30;

/// Duration of a step of the session.
const STEP: Duration = Duration::from_millis(2);

/// Factor by which the match is slower while pieces move, so that people see their push.
const PUSHES: f64 = 4.0;

/// Longest time that the match lags behind; more is left out.
const LAG: Duration = Duration::from_millis(100);

/// Source of a player's keys.
pub trait SeatKeys {
    /// Returns the next key within `wait`; `None` if there is none.
    ///
    /// # Errors
    /// `io::Error` if the terminal is gone.
    fn next(&mut self, wait: Duration) -> io::Result<Option<SeatKey>>;
}

impl SeatKeys for Keyboard {
    fn next(&mut self, wait: Duration) -> io::Result<Option<SeatKey>> {
        if !event::poll(wait)? {
            return Ok(None);
        }
        let key = match event::read()? {
            event::Event::Key(key) if key.kind != KeyEventKind::Release => key,
            event::Event::Resize(..) => return Ok(Some(SeatKey::Resize)),
            _ => return Ok(None),
        };
        Ok(key_of(key.code, key.modifiers))
    }
}

/// Returns the key of a terminal's event; `None` if it means nothing here.
#[must_use]
pub fn key_of(code: KeyCode, modifiers: KeyModifiers) -> Option<SeatKey> {
    let control = modifiers.contains(KeyModifiers::CONTROL);
    Some(match code {
        KeyCode::Char('c' | 'd') if control => SeatKey::Interrupt,
        _ if control => return None,
        KeyCode::Char(' ') | KeyCode::Enter => SeatKey::Enter,
        KeyCode::Char(sign) => match sign.to_digit(10) {
            Some(digit) => SeatKey::Digit(digit as u8),
            None => SeatKey::Letter(sign.to_ascii_lowercase()),
        },
        KeyCode::Up => SeatKey::Up,
        KeyCode::Down => SeatKey::Down,
        KeyCode::Left => SeatKey::Left,
        KeyCode::Right => SeatKey::Right,
        KeyCode::Backspace | KeyCode::Esc | KeyCode::Delete => SeatKey::Back,
        _ => return None,
    })
}

/// Match of a person in a terminal.
#[derive(Debug)]
pub struct SeatTerminal<'a, B: Backend, K> {
    terminal: &'a mut Terminal<B>,
    keys: K,
    title: String,
    depth: Depth,
    speed: f64,
    is_paused: bool,
    /// True while the grounds of rulings are shown.
    is_why: bool,
    /// True after the first wish to leave a match that is not over.
    is_leaving: bool,
}

impl<'a, B: Backend, K: SeatKeys> SeatTerminal<'a, B, K>
where
    B::Error: Send + Sync + 'static,
{
    /// Creates a match in this terminal, `speed` times as fast as a real one.
    pub const fn new(
        terminal: &'a mut Terminal<B>,
        keys: K,
        title: String,
        (depth, speed): (Depth, f64),
    ) -> Self {
        Self {
            terminal,
            keys,
            title,
            depth,
            speed,
            is_paused: false,
            is_why: false,
            is_leaving: false,
        }
    }

    /// Plays until the person leaves or wants another match.
    ///
    /// # Errors
    /// The first `io::Error` of the terminal.
    pub fn run(&mut self, seat: &mut SeatedPerson) -> io::Result<AfterMatch> {
        let period = Duration::from_secs(1) / RATE;
        let mut last = Instant::now();
        let mut owed = 0.0;
        loop {
            let passed = last.elapsed().min(LAG);
            last = Instant::now();
            if !self.is_paused {
                let speed = match seat.is_restless() {
                    true => self.speed / PUSHES,
                    false => self.speed,
                };
                owed += passed.as_secs_f64() * speed / STEP.as_secs_f64();
                seat.step(owed as u32);
                owed = owed.fract();
            }
            self.picture(seat)?;
            // All keys that were typed meanwhile, then the rest of the period.
            let mut wait = period.saturating_sub(last.elapsed());
            while let Some(key) = self.keys.next(wait)? {
                if let Some(after) = self.press(key, seat) {
                    return Ok(after);
                }
                wait = Duration::ZERO;
            }
        }
    }

    /// Follows a key; returns what comes after the match if it is left.
    fn press(&mut self, key: SeatKey, seat: &mut SeatedPerson) -> Option<AfterMatch> {
        let is_over = seat.stage() == TurnStage::Over;
        let was_leaving = std::mem::take(&mut self.is_leaving);
        match key {
            SeatKey::Interrupt => return Some(AfterMatch::Quit),
            SeatKey::Letter('q') if is_over || was_leaving => return Some(AfterMatch::Quit),
            SeatKey::Letter('q') => {
                self.is_leaving = true;
                seat.notify("press q once more to leave the match");
            }
            SeatKey::Letter('a') if is_over => return Some(AfterMatch::Again),
            SeatKey::Letter('n') if is_over => return Some(AfterMatch::NextSeed),
            SeatKey::Letter('w') => self.is_why = !self.is_why,
            SeatKey::Letter('p') => self.is_paused = !self.is_paused,
            SeatKey::Letter('+' | '=') => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            SeatKey::Letter('-') => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            _ if self.is_why && key != SeatKey::Resize => self.is_why = false,
            _ if self.is_paused && key != SeatKey::Resize => {
                seat.notify("the match is paused: press p to go on");
            }
            key => seat.press(key),
        }
        None
    }

    fn picture(&mut self, seat: &mut SeatedPerson) -> io::Result<()> {
        let view = seat.view();
        let sheet = if self.is_why {
            seat.why(&view)
        } else {
            seat.call()
        };
        let status = Status {
            pace: match self.is_paused {
                true => "paused".into(),
                false => format!("speed {}x", self.speed),
            },
            rate: RATE,
            keys: match seat.stage() {
                TurnStage::Over => KEYS_AFTER,
                _ => KEYS,
            },
        };
        let screen = Screen {
            title: &self.title,
            view: &view,
            told: seat.told(),
            status: &status,
            depth: self.depth,
            sheet: Some(&sheet),
        };
        let drawn = self.terminal.draw(|frame| {
            let area = frame.area();
            screen.draw(area, frame.buffer_mut());
        });
        drawn.map(|_| ()).map_err(io::Error::other)
    }
}
