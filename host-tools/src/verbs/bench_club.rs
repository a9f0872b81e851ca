//! `dohyo bench club`: a hall of simulated rings at one broker, on this computer.

use super::{VerbResult, complain};
use crate::club::load::{self, LoadFigures, LoadPlan};
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use virtual_ring::measure::tally::{Percentiles, Samples};

/// Publish as the bridges of many rings do, at a mosquitto that this verb starts.
///
/// Connections, windows, cursors and reader are those of `dohyo bridge` and of an archive;
/// the rings are stand-ins that say the lines of one simulated match. Everything stays on
/// loopback and ends by itself. Exits with 1 if the rate was not held or a line is missing.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Number of rings.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    rings: u32,
    /// Lines a second of each ring.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=50))]
    rate: u32,
    /// Seconds of the measurement.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
}

/// Open files that a connection needs: a socket, and those of its thread.
const FILES_EACH: u64 = 8;

/// Longest wait for the broker to listen.
const PATIENCE: Duration = Duration::from_secs(5);

/// Share of the lines that must be acknowledged in the worst full second, in percent.
const DEMANDED: u64 = 90;

/// Broker of a measurement; it ends with it, and its folder goes.
struct LoadBroker {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl LoadBroker {
    fn start() -> Result<Self, String> {
        let folder = memory_folder().join(format!("dohyo-club-{}", std::process::id()));
        let trouble = |error: io::Error| format!("cannot use {}: {error}", folder.display());
        std::fs::create_dir_all(&folder).map_err(trouble)?;
        let socket = TcpListener::bind("127.0.0.1:0").map_err(trouble)?;
        let port = socket.local_addr().map_err(trouble)?.port();
        drop(socket);
        let config = format!(
            "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n\
             max_queued_messages 10000\n"
        );
        let path = folder.join("mosquitto.conf");
        std::fs::write(&path, config).map_err(trouble)?;
        let start = |program: &str| {
            Command::new(program)
                .arg("-c")
                .arg(&path)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
        };
        let child = start("mosquitto").or_else(|_| start("/usr/sbin/mosquitto"));
        let child = child.map_err(|_| {
            let _ = std::fs::remove_dir_all(&folder);
            "mosquitto is missing: install the package mosquitto".to_owned()
        })?;
        let broker = Self {
            child,
            port,
            folder,
        };
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() >= until {
                return Err("mosquitto does not listen; run it alone and see what it says".into());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(broker)
    }
}

impl Drop for LoadBroker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Returns a folder in memory if the system has one, or else that for temporary files.
fn memory_folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => memory.to_owned(),
        false => std::env::temp_dir(),
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let files = u64::from(args.rings) * FILES_EACH + 256;
    let has = rlimit::increase_nofile_limit(files).unwrap_or(0);
    if has < files {
        return Ok(complain(format_args!(
            "{} rings need {files} open files, and {has} are allowed: raise `ulimit -n`, or \
             give fewer --rings",
            args.rings
        )));
    }
    let broker = match LoadBroker::start() {
        Ok(broker) => broker,
        Err(why) => return Ok(complain(why)),
    };
    let plan = LoadPlan {
        rings: args.rings,
        rate: args.rate,
        seconds: args.seconds,
    };
    let pids = [std::process::id(), broker.child.id()];
    let before = pids.map(processor_time);
    let began = Instant::now();
    let figures = match load::run(plan, broker.port, &broker.folder) {
        Ok(figures) => figures,
        Err(why) => return Ok(complain(why)),
    };
    let wall = began.elapsed().as_secs_f64();
    let usage = [0, 1].map(|at| {
        let time = processor_time(pids[at])
            .zip(before[at])
            .map(|(now, then)| format!("{:.0} % of a core", (now - then) / wall * 100.0));
        let memory = memory(pids[at]).map(|most| format!("{:.1} MB at most", most / 1e3));
        [time, memory].map(|word| word.unwrap_or_else(|| "-".into()))
    });
    print(args, &figures, &usage, out)?;
    let demanded = u64::from(args.rings) * u64::from(args.rate) * DEMANDED / 100;
    let is_held = lowest(args, &figures) >= demanded
        && figures.delivered == figures.due
        && figures.acknowledged == figures.due;
    Ok(match is_held {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns the acknowledgements of the worst second; the first and the last are not full.
fn lowest(args: &Args, figures: &LoadFigures) -> u64 {
    let full = (args.seconds as usize).saturating_sub(1).max(1);
    let seconds = figures.each_second.iter().take(full).skip(1);
    seconds
        .min()
        .or(figures.each_second.first())
        .copied()
        .unwrap_or(0)
}

fn print(
    args: &Args,
    figures: &LoadFigures,
    usage: &[[String; 2]; 2],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<26} {value}");
    let Args {
        rings,
        rate,
        seconds,
    } = args;
    row(
        "rings, lines, time",
        format!("{rings} (simulated), {rate} a second each, {seconds} s"),
    )?;
    let each = figures.bytes / figures.due.max(1);
    row(
        "due",
        format!("{} lines of {each} bytes on average", figures.due),
    )?;
    row(
        "acknowledged by the broker",
        format!(
            "{}; {} in the worst second of {}",
            figures.acknowledged,
            lowest(args, figures),
            rings * rate
        ),
    )?;
    row(
        "read",
        format!(
            "{} once and in order, {} twice, {} too early",
            figures.delivered, figures.doubled, figures.early
        ),
    )?;
    row(
        "waited for room",
        format!("{} lines of a ring at most", figures.waited),
    )?;
    row("due to acknowledged", times(&figures.until_acknowledged))?;
    row("due to read", times(&figures.until_read))?;
    let [[time, memory], [broker_time, broker_memory]] = usage;
    row(
        "all bridges and the reader",
        format!("{memory}, {time}: one process"),
    )?;
    row("mosquitto", format!("{broker_memory}, {broker_time}"))
}

fn times(samples: &Samples) -> String {
    match samples.spread() {
        Some(Percentiles { p50, p99, max }) => {
            format!("p50 {p50:.1}, p99 {p99:.1}, max {max:.1} ms")
        }
        None => "-".into(),
    }
}

/// Returns the largest resident memory of a process in kB; `None` where the system does
/// not say so.
fn memory(pid: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the processor time of a process in seconds; `None` where the system does not
/// say so.
fn processor_time(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let rest = stat.rsplit_once(')')?.1;
    let mut fields = rest.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    // Clock ticks, of which Linux tells a hundred a second.
    Some((user + system) / 100.0)
}
