//! Command line of `dohyo` with all its verbs. Defined in the library and not in the
//! binary, so that tests can compare the commands in documents with it.

use crate::verb_groups::grouped;
use crate::verbs::{self, VerbResult};
use clap::{Command, CommandFactory, Parser, Subcommand};
use std::io::Write;

/// The referee of tabletop push-off games: everything around the sensing ring.
#[derive(Debug, Parser)]
#[command(name = "dohyo", version, about, arg_required_else_help = true)]
pub struct Cli {
    /// Verb to run.
    #[command(subcommand)]
    pub verb: Verb,
}

/// Each verb is a file of [`verbs`], where its help stands too.
#[derive(Debug, Subcommand)]
#[allow(missing_docs, reason = "a comment here would hide the verb's own help")]
pub enum Verb {
    #[cfg(feature = "physics")]
    Demo(verbs::demo::Args),
    #[cfg(feature = "physics")]
    Simulate(Box<verbs::simulate::Args>),
    #[cfg(feature = "physics")]
    Play(verbs::play::Args),
    Rules(verbs::rules::Args),
    Cards(verbs::cards::Args),
    Scenario(verbs::scenario::Args),
    Perft(verbs::perft::Args),
    Check(verbs::check::Args),
    Show(verbs::show::Args),
    Faults(verbs::faults::Args),
    Merge(verbs::merge::Args),
    Lights(verbs::lights::Args),
    #[cfg(feature = "physics")]
    Bench(verbs::bench::Args),
    #[cfg(feature = "physics")]
    Emulate(verbs::emulate::Args),
    Uf2(verbs::uf2::Args),
    #[cfg(feature = "serial")]
    Flash(verbs::flash::Args),
    Watch(verbs::watch::Args),
    Setup(verbs::setup::Args),
    Declare(verbs::declare::Args),
    Answer(verbs::answer::Args),
    Undo(verbs::undo::Args),
    Redo(verbs::redo::Args),
    Why(verbs::why::Args),
    Status(verbs::status::Args),
    Abort(verbs::abort::Args),
    Challenge(verbs::challenge::Args),
    Wiring(verbs::wiring::Args),
    Configure(verbs::configure::Args),
    Calibrate(verbs::calibrate::Args),
    Doctor(verbs::doctor::Args),
    Identify(verbs::identify::Args),
    Name(verbs::name::Args),
    Info(verbs::info::Args),
    Report(verbs::report::Args),
    #[cfg(feature = "serial")]
    Ports(verbs::ports::Args),
    Record(verbs::record::Args),
    Replay(verbs::replay::Args),
    Export(verbs::export::Args),
    Matches(verbs::matches::Args),
    Ring(verbs::ring::Args),
    Hub(verbs::hub::Args),
    Evening(Box<verbs::evening::Args>),
    Pair(verbs::pair::Args),
    Results(verbs::results::Args),
    Standings(verbs::standings::Args),
    #[cfg(feature = "club")]
    Bridge(verbs::bridge::Args),
    #[cfg(feature = "serve")]
    Serve(verbs::serve::Args),
    Page(verbs::page::Args),
    Completions(verbs::completions::Args),
    Man(verbs::man::Args),
}

/// Returns the command line with its verbs in groups, as the help shows it.
#[must_use]
pub fn command() -> Command {
    grouped(Cli::command())
}

impl Verb {
    /// Runs the verb; its output goes to `out`.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn run(&self, out: &mut impl Write) -> VerbResult {
        match self {
            #[cfg(feature = "physics")]
            Self::Demo(args) => verbs::demo::run(args, out),
            #[cfg(feature = "physics")]
            Self::Simulate(args) => verbs::simulate::run(args, out),
            #[cfg(feature = "physics")]
            Self::Play(args) => verbs::play::run(args, out),
            Self::Rules(args) => verbs::rules::run(args, out),
            Self::Cards(args) => verbs::cards::run(args, out),
            Self::Scenario(args) => verbs::scenario::run(args, out),
            Self::Perft(args) => verbs::perft::run(args, out),
            Self::Check(args) => verbs::check::run(args, out),
            Self::Show(args) => verbs::show::run(args, out),
            Self::Faults(args) => verbs::faults::run(args, out),
            Self::Merge(args) => verbs::merge::run(args, out),
            Self::Lights(args) => verbs::lights::run(args, out),
            #[cfg(feature = "physics")]
            Self::Bench(args) => verbs::bench::run(args, out),
            #[cfg(feature = "physics")]
            Self::Emulate(args) => verbs::emulate::run(args, out),
            Self::Uf2(args) => verbs::uf2::run(args, out),
            #[cfg(feature = "serial")]
            Self::Flash(args) => verbs::flash::run(args, out),
            Self::Watch(args) => verbs::watch::run(args, out),
            Self::Setup(args) => verbs::setup::run(args, out),
            Self::Declare(args) => verbs::declare::run(args, out),
            Self::Answer(args) => verbs::answer::run(args, out),
            Self::Undo(args) => verbs::undo::run(args, out),
            Self::Redo(args) => verbs::redo::run(args, out),
            Self::Why(args) => verbs::why::run(args, out),
            Self::Status(args) => verbs::status::run(args, out),
            Self::Abort(args) => verbs::abort::run(args, out),
            Self::Challenge(args) => verbs::challenge::run(args, out),
            Self::Wiring(args) => verbs::wiring::run(args, out),
            Self::Configure(args) => verbs::configure::run(args, out),
            Self::Calibrate(args) => verbs::calibrate::run(args, out),
            Self::Doctor(args) => verbs::doctor::run(args, out),
            Self::Identify(args) => verbs::identify::run(args, out),
            Self::Name(args) => verbs::name::run(args, out),
            Self::Info(args) => verbs::info::run(args, out),
            Self::Report(args) => verbs::report::run(args, out),
            #[cfg(feature = "serial")]
            Self::Ports(args) => verbs::ports::run(args, out),
            Self::Record(args) => verbs::record::run(args, out),
            Self::Replay(args) => verbs::replay::run(args, out),
            Self::Export(args) => verbs::export::run(args, out),
            Self::Matches(args) => verbs::matches::run(args, out),
            Self::Ring(args) => verbs::ring::run(args, out),
            Self::Hub(args) => verbs::hub::run(args, out),
            Self::Evening(args) => verbs::evening::run(args, out),
            Self::Pair(args) => verbs::pair::run(args, out),
            Self::Results(args) => verbs::results::run(args, out),
            Self::Standings(args) => verbs::standings::run(args, out),
            #[cfg(feature = "club")]
            Self::Bridge(args) => verbs::bridge::run(args, out),
            #[cfg(feature = "serve")]
            Self::Serve(args) => verbs::serve::run(args, out),
            Self::Page(args) => verbs::page::run(args, out),
            Self::Completions(args) => verbs::completions::run(args, command(), out),
            Self::Man(args) => verbs::man::run(args, command(), out),
        }
    }
}
