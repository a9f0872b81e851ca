//! `dohyo play` without `--matches`: a person plays, in the terminal or on the page.

#[cfg(feature = "terminal")]
use super::demo_view::is_terminal;
#[cfg(feature = "terminal")]
use super::seat::{SeatedMatch, seat};
use super::{VerbResult, complain};
#[cfg(feature = "serve")]
use crate::serve::play_page::ServedPlay;
use host_core::game::GameArg;
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
#[cfg(feature = "terminal")]
use rules_core::player::Seat;
use std::io::Write;
#[cfg(feature = "serve")]
use std::net::{Ipv4Addr, SocketAddr};
#[cfg(feature = "serve")]
use std::process::ExitCode;
use virtual_ring::sensors::NoiseLevel;

/// Ways for a person to play.
#[derive(Debug, clap::Args)]
pub struct PersonArgs {
    /// Seats of persons at this terminal, such as 1 or 1,2 [default: 1].
    #[cfg(feature = "terminal")]
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = seat, conflicts_with = "matches")]
    you: Vec<Seat>,
    /// Play on the page in a browser: serve it to this machine.
    #[cfg(feature = "serve")]
    #[arg(long, conflicts_with = "matches")]
    page: bool,
    /// Port of the page; 0 picks a free one.
    #[cfg(feature = "serve")]
    #[arg(long, default_value_t = 8080, requires = "page")]
    port: u16,
}

/// Match that a person plays.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "terminal"),
    allow(dead_code, reason = "only a seat in a terminal needs all of it")
)]
pub(super) struct PersonMatch {
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
}

impl PersonArgs {
    /// True if an option says that a person plays.
    pub(super) fn is_given(&self) -> bool {
        #[cfg(feature = "serve")]
        if self.page {
            return true;
        }
        #[cfg(feature = "terminal")]
        if !self.you.is_empty() {
            return true;
        }
        false
    }

    /// Lets a person play.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub(super) fn play(&self, played: PersonMatch, out: &mut impl Write) -> VerbResult {
        if let Err(why) = played.game.suits(played.players, played.league) {
            return Ok(complain(why));
        }
        #[cfg(feature = "serve")]
        if self.page {
            return serve(self.port, out);
        }
        self.at_terminal(played, out)
    }

    #[cfg(feature = "terminal")]
    fn at_terminal(&self, played: PersonMatch, out: &mut impl Write) -> VerbResult {
        if !is_terminal() {
            return Ok(complain(
                "a seat needs a terminal: call it there, or give --page to play in a browser, or \
                 --matches to measure simulated players",
            ));
        }
        let you = match self.you.is_empty() {
            true => vec![Seat::First],
            false => self.you.clone(),
        };
        let PersonMatch {
            game,
            players,
            league,
            seed,
            noise,
        } = played;
        let seated = SeatedMatch {
            game,
            players,
            league,
            seed,
            noise,
            you,
            speed: super::demo_view::SPEED,
        };
        seated.play(out)
    }

    #[cfg(not(feature = "terminal"))]
    fn at_terminal(&self, _: PersonMatch, _: &mut impl Write) -> VerbResult {
        Ok(complain(
            "this program was built without seats in a terminal: give --matches to measure \
             simulated players",
        ))
    }
}

/// Serves the page to this machine until the program is interrupted.
#[cfg(feature = "serve")]
fn serve(port: u16, out: &mut impl Write) -> VerbResult {
    if crate::built_page::find().is_none() {
        return Ok(complain(super::page::MISSING));
    }
    let bind = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let served = match ServedPlay::start(bind) {
        Ok(served) => served,
        Err(error) => {
            return Ok(complain(format_args!(
                "cannot listen at {bind}: {error}; choose another --port"
            )));
        }
    };
    writeln!(out, "page        http://{}/", served.address())?;
    writeln!(out, "Ends with Ctrl-C.")?;
    out.flush()?;
    served.wait();
    Ok(ExitCode::FAILURE)
}
