//! Match in which persons take seats, in a terminal: for `dohyo demo --you` and `dohyo play`.

use super::{VerbResult, complain};
use crate::after_match::AfterMatch;
use crate::demo::colours::Depth;
use crate::demo::terminal::{Keyboard, RawTerminal};
use crate::seat::player::SeatedPerson;
use crate::seat::terminal::SeatTerminal;
use host_core::game::GameArg;
use rules_core::games::kabuto::terms::League;
use rules_core::player::{BySeat, Players, Seat};
use std::io::Write;
use std::process::ExitCode;
use virtual_ring::play::PlayedGame;
use virtual_ring::players::Strategy;
use virtual_ring::sensors::NoiseLevel;
use virtual_ring::session::setup::{SeatPlayer, Setup};

/// Depth to which simulated opponents search a grid game.
const LOOKS_AHEAD: u8 = 2;

/// Set-up of a match in which persons take seats.
#[derive(Debug, Clone)]
pub(super) struct SeatedMatch {
    /// Game of the match.
    pub game: GameArg,
    /// Number of players.
    pub players: Players,
    /// League.
    pub league: League,
    /// Seed of all random choices.
    pub seed: u64,
    /// Sensor noise.
    pub noise: NoiseLevel,
    /// Seats of persons.
    pub you: Vec<Seat>,
    /// Speed, as a multiple of a real match.
    pub speed: f64,
}

/// Returns a clap parser for the number of a seat.
pub(super) fn seat(word: &str) -> Result<Seat, String> {
    Seat::parse(word).ok_or_else(|| "write the numbers of seats, such as 1 or 1,2".into())
}

impl SeatedMatch {
    /// Returns the set-up of the session and its seed; the error is a sentence with a
    /// remedy.
    fn setup(&self) -> Result<(Setup, u32), String> {
        self.game.suits(self.players, self.league)?;
        let count = self.players.count();
        if let Some(seat) = self.you.iter().find(|seat| seat.index() >= count) {
            return Err(format!(
                "there is no seat {seat} in a match of {count}; give --you 1 to {count}, or more \
                 --players"
            ));
        }
        let seed = u32::try_from(self.seed).map_err(|_| {
            let most = u32::MAX;
            format!("a match with a person has a seed up to {most}; give a smaller --seed")
        })?;
        let other = match PlayedGame::from_game(self.game, self.league) {
            PlayedGame::Ring(..) => SeatPlayer::Simulated(Strategy::Greedy),
            PlayedGame::Grid(_) => SeatPlayer::Searching(LOOKS_AHEAD),
        };
        let seats = BySeat::from_fn(|seat| match self.you.contains(&seat) {
            true => SeatPlayer::Person,
            false => other,
        });
        let setup = Setup {
            seats,
            league: self.league,
            noise: self.noise,
            ..Setup::new(self.game, self.players)
        };
        Ok((setup, seed))
    }

    fn title(&self) -> String {
        let (game, players, seed) = (self.game.name(), self.players, self.seed);
        format!("{game}, {players} players, seed {seed} (simulated)")
    }

    /// Plays in the terminal, and again as long as the persons want to.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub(super) fn play(mut self, out: &mut impl Write) -> VerbResult {
        loop {
            let made = self.setup().and_then(|(setup, seed)| {
                SeatedPerson::new(&setup, seed).map_err(|mistake| mistake.0)
            });
            let mut seat = match made {
                Ok(seat) => seat,
                Err(why) => return Ok(complain(why)),
            };
            let after = match self.show(&mut seat) {
                Ok(after) => after,
                Err(why) => {
                    return Ok(complain(format_args!(
                        "cannot use the terminal: {why}; leave out --you to watch with --plain"
                    )));
                }
            };
            writeln!(out, "{}.", self.title())?;
            match &seat.news().over {
                Some(end) => writeln!(out, "Result: {end}.")?,
                None => writeln!(out, "Left before the end.")?,
            }
            match after {
                AfterMatch::Quit => return Ok(ExitCode::SUCCESS),
                AfterMatch::Again => {}
                AfterMatch::NextSeed => self.seed += 1,
            }
        }
    }

    fn show(&self, seat: &mut SeatedPerson) -> std::io::Result<AfterMatch> {
        let mut raw = RawTerminal::enter()?;
        let look = (Depth::of_environment(), self.speed);
        SeatTerminal::new(raw.terminal(), Keyboard, self.title(), look).run(seat)
    }
}
