//! `dohyo`: parses the command line and calls one verb of [`host_tools`].

use clap::FromArgMatches;
use host_tools::cli::{Cli, command};
use host_tools::terminal_output::TerminalOutput;
use host_tools::verbs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut grouped = command();
    let matches = grouped.get_matches_mut();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.format(&mut grouped).exit(),
    };
    // Prints everything that a simulation observes, does and asks.
    if std::env::var_os("DOHYO_EXPLAIN").is_some() {
        virtual_ring::explain::to(|line| eprintln!("    {line}"));
    }
    let mut out = TerminalOutput::new(BufWriter::new(io::stdout().lock()));
    let outcome = cli
        .verb
        .run(&mut out)
        .and_then(|code| out.flush().map(|()| code));
    match outcome {
        Ok(code) => code,
        // The reader of a pipe has stopped reading, which is not a failure.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => verbs::complain(format_args!("cannot write the output: {error}")),
    }
}
