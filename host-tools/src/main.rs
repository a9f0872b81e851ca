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
    }
}
