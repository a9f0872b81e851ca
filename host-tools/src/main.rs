//! `dohyo`: parses the command line and calls one verb of [`host_tools`].

use clap::{Parser, Subcommand};
use host_tools::verbs::{self, Outcome};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// The referee of tabletop push-off games: everything around the sensing ring.
#[derive(Debug, Parser)]
#[command(name = "dohyo", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    #[cfg(feature = "physics")]
    Demo(verbs::demo::Args),
    #[cfg(feature = "physics")]
    Simulate(verbs::simulate::Args),
    #[cfg(feature = "physics")]
    Play(verbs::play::Args),
    Rules(verbs::rules::Args),
    Cards(verbs::cards::Args),
    Scenario(verbs::scenario::Args),
    Perft(verbs::perft::Args),
    Check(verbs::check::Args),
    Show(verbs::show::Args),
    Faults(verbs::faults::Args),
    Lights(verbs::lights::Args),
    #[cfg(feature = "physics")]
    Bench(verbs::bench::Args),
    #[cfg(feature = "physics")]
    Emulate(verbs::emulate::Args),
    Uf2(verbs::uf2::Args),
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
    Calibrate(verbs::calibrate::Args),
    Doctor(verbs::doctor::Args),
    Identify(verbs::identify::Args),
    Info(verbs::info::Args),
    Ports(verbs::ports::Args),
    Record(verbs::record::Args),
    Replay(verbs::replay::Args),
    Export(verbs::export::Args),
    Matches(verbs::matches::Args),
    Ring(verbs::ring::Args),
    #[cfg(feature = "physics")]
    Serve(verbs::serve::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = dispatch(&cli.verb, &mut out).and_then(|code| out.flush().map(|()| code));
    match outcome {
        Ok(code) => code,
        // The reader of a pipe has seen enough: not our failure.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => verbs::complain(format_args!("cannot write the output: {error}")),
    }
}

fn dispatch(verb: &Verb, out: &mut impl Write) -> Outcome {
    match verb {
        #[cfg(feature = "physics")]
        Verb::Demo(args) => verbs::demo::run(args, out),
        #[cfg(feature = "physics")]
        Verb::Simulate(args) => verbs::simulate::run(args, out),
        #[cfg(feature = "physics")]
        Verb::Play(args) => verbs::play::run(args, out),
        Verb::Rules(args) => verbs::rules::run(args, out),
        Verb::Cards(args) => verbs::cards::run(args, out),
        Verb::Scenario(args) => verbs::scenario::run(args, out),
        Verb::Perft(args) => verbs::perft::run(args, out),
        Verb::Check(args) => verbs::check::run(args, out),
        Verb::Show(args) => verbs::show::run(args, out),
        Verb::Faults(args) => verbs::faults::run(args, out),
        Verb::Lights(args) => verbs::lights::run(args, out),
        #[cfg(feature = "physics")]
        Verb::Bench(args) => verbs::bench::run(args, out),
        #[cfg(feature = "physics")]
        Verb::Emulate(args) => verbs::emulate::run(args, out),
        Verb::Uf2(args) => verbs::uf2::run(args, out),
        Verb::Flash(args) => verbs::flash::run(args, out),
        Verb::Watch(args) => verbs::watch::run(args, out),
        Verb::Setup(args) => verbs::setup::run(args, out),
        Verb::Declare(args) => verbs::declare::run(args, out),
        Verb::Answer(args) => verbs::answer::run(args, out),
        Verb::Undo(args) => verbs::undo::run(args, out),
        Verb::Redo(args) => verbs::redo::run(args, out),
        Verb::Why(args) => verbs::why::run(args, out),
        Verb::Status(args) => verbs::status::run(args, out),
        Verb::Abort(args) => verbs::abort::run(args, out),
        Verb::Challenge(args) => verbs::challenge::run(args, out),
        Verb::Calibrate(args) => verbs::calibrate::run(args, out),
        Verb::Doctor(args) => verbs::doctor::run(args, out),
        Verb::Identify(args) => verbs::identify::run(args, out),
        Verb::Info(args) => verbs::info::run(args, out),
        Verb::Ports(args) => verbs::ports::run(args, out),
        Verb::Record(args) => verbs::record::run(args, out),
        Verb::Replay(args) => verbs::replay::run(args, out),
        Verb::Export(args) => verbs::export::run(args, out),
        Verb::Matches(args) => verbs::matches::run(args, out),
        Verb::Ring(args) => verbs::ring::run(args, out),
        #[cfg(feature = "physics")]
        Verb::Serve(args) => verbs::serve::run(args, out),
    }
}
