//! `dohyo`: parses the command line and calls one verb of [`host_tools`].

use clap::Parser;
use host_tools::cli::Cli;
use host_tools::verbs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = cli
        .verb
        .run(&mut out)
        .and_then(|code| out.flush().map(|()| code));
    match outcome {
        Ok(code) => code,
        // The reader of a pipe has seen enough: not our failure.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => verbs::complain(format_args!("cannot write the output: {error}")),
    }
}
