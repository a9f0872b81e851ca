//! `dohyo play`: plays whole matches on the virtual ring, judged by the referee and by
//! ground truth.

use super::play_seat::{PersonArgs, PersonMatch};
use super::record_simulated::RecordedMatch;
use super::{VerbResult, complain, save, tell_speed};
use crate::shard::{Mergeable, MergedShards, Shard, ShardFile};
use crate::threads::Threads;
use host_core::game::GameArg;
use indicatif::{ProgressBar, ProgressStyle};
use rules_core::board::BoardId;
use rules_core::player::Players;
use serde_json::json;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use virtual_ring::play::batch::{BatchSummary, MatchTrouble};
use virtual_ring::play::certainty_curve::{CertaintyBin, CertaintyCurve};
use virtual_ring::play::certainty_picture;
use virtual_ring::play::{BatchPlan, MatchEnd, TableSetup, play, play_some};
use virtual_ring::players::Strategy;
use virtual_ring::sensors::{Noise, NoiseLevel};

/// Play a match yourself, or measure whole matches of simulated players.
///
/// In a terminal you play seat 1 by keys that the screen explains; with --page you play
/// in a browser. With --matches simulated players play: physics decides what falls, the
/// referee gets raw frames only, and the rules alone judge the ground truth. A match is
/// wrong if the two differ and no question was asked. An option of such a measurement
/// measures one match without --matches, too.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game to play.
    #[arg(long, value_enum, default_value_t = GameArg::Ss)]
    game: GameArg,
    /// Number of players in each match.
    #[arg(long, default_value = "2", value_parser = super::players())]
    players: Players,
    /// Strategy of the players.
    #[arg(long, value_enum, default_value_t = Manner::Mixed)]
    kind: Manner,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Number of matches to measure; a single one is printed line by line [default: you
    /// play].
    #[arg(long)]
    matches: Option<u64>,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Board of the game [default: the one the game is played on].
    #[arg(long, value_parser = super::board())]
    board: Option<BoardId>,
    /// Sensor noise.
    #[arg(long, default_value = "nominal", value_parser = super::noise())]
    noise: NoiseLevel,
    /// Seed of a ring drawn by lot for the first match; each further match has the next [default: nominal parts].
    #[arg(long, value_name = "SEED")]
    build: Option<u64>,
    /// Probability of a player's mistake, 0 to 1.
    #[arg(long, default_value_t = 0.0)]
    mistakes: f32,
    /// Seed of a grid board drawn by lot, sensors and magnets; each further match has the next one [default: nominal parts].
    #[arg(long, value_name = "SEED")]
    build: Option<u64>,
    /// Number of turns after which a match on a grid board ends, 1 to 100.
    #[arg(long, value_name = "TURNS", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=100))]
    max_turns: u16,
    /// Threads [default: all cores].
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
    /// Recording of a single match, as `dohyo record` makes it of a ring.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Output file for the raw frames of a single match.
    #[arg(long, value_name = "FILE")]
    frames: Option<PathBuf>,
    /// SVG file for the certainty that the ring claimed against the truth.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Part I of N of the matches, from 0, as a file for `dohyo merge`.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with_all = ["json", "picture"])]
    shard: Option<Shard>,
    /// Ways to play.
    #[command(flatten)]
    person: PersonArgs,
}

impl Args {
    /// Returns the number of matches to measure.
    fn matches(&self) -> u64 {
        self.matches.unwrap_or(1)
    }

    /// True if an option says that simulated players play.
    fn is_measured(&self) -> bool {
        self.matches.is_some()
            || self.kind != Manner::Mixed
            || self.mistakes != 0.0
            || self.jobs.is_some()
            || self.json
            || self.record.is_some()
            || self.frames.is_some()
            || self.shard.is_some()
    }
}

/// Strategy of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Manner {
    /// Any legal push.
    Random,
    /// The push after which most pieces may fall.
    Greedy,
    /// Safe pushes.
    Careful,
    /// Random strategy for each seat.
    Mixed,
}

impl Manner {
    /// Returns the word that `--kind` accepts.
    const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Careful => "careful",
            Self::Mixed => "mixed",
        }
    }
}

/// Plays the matches and prints the results.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    if args.person.is_given() && args.is_measured() {
        return Ok(complain(
            "a person plays with --game, --players, --junior, --seed and --noise only; leave out \
             the options of a measurement",
        ));
    }
    if !args.is_measured() {
        let played = PersonMatch {
            game: args.game,
            players: args.players,
            league: super::league(args.junior),
            seed: args.seed,
            noise: args.noise,
        };
        return args.person.play(played, out);
    }
    if !(0.0..=1.0).contains(&args.mistakes) {
        return Ok(complain("--mistakes is a share; write 0 to 1"));
    }
    if args.matches() == 0 {
        return Ok(complain("--matches 0 plays nothing; write 1 or more"));
    }
    if args.shard.is_some() && args.matches() == 1 {
        return Ok(complain(
            "--shard splits many matches; give their number with --matches",
        ));
    }
    for (file, option) in [(&args.record, "--record"), (&args.frames, "--frames")] {
        if file.is_some() && args.matches() != 1 {
            return Ok(complain(format_args!(
                "{option} keeps one match; leave out --matches"
            )));
        }
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return Ok(complain(why)),
    };
    let board = plan.table.title.board();
    if args.board.is_some_and(|named| named != board) {
        return Ok(complain(format_args!(
            "{} is not played on that board; leave out --board, or write --board {}",
            args.game.name(),
            board.word()
        )));
    }
    if args.matches() > 1 {
        return play_many(args, &plan, out);
    }
    let recorded = RecordedMatch {
        board: plan.table.title.board(),
        seed: args.seed,
        title: format!("play --game {}", args.game.word()),
    };
    let created = recorded.create(args.record.as_deref(), args.frames.as_deref());
    let (outputs, files) = match created {
        Ok(created) => created,
        Err(why) => return Ok(complain(why)),
    };
    let began = Instant::now();
    let only = play(&plan.table(0), outputs);
    if let Some(code) = files.failed() {
        return Ok(code);
    }
    let sum = BatchSummary::summarise(std::slice::from_ref(&only));
    tell_speed(sum.seconds(), began, 1);
    if let Err(why) = draw(args, &sum) {
        return Ok(complain(why));
    }
    if !args.json {
        for line in &only.lines {
            writeln!(out, "{line}")?;
        }
    }
    let won = match &only.end {
        MatchEnd::Won(how) => Some(how.as_str()),
        _ => None,
    };
    finish(&sum, won, args.json, out)
}

/// Plays many matches, or those of a shard, and prints the sum.
fn play_many(args: &Args, plan: &BatchPlan, out: &mut impl Write) -> VerbResult {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let numbers: Vec<u64> = (0..args.matches()).filter(|&n| shard.has(n)).collect();
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = Threads(args.jobs.map_or(cores, NonZeroUsize::get));
    let bar = ProgressBar::new(numbers.len() as u64).with_style(style());
    let began = Instant::now();
    let all = play_some(plan, &numbers, &threads, &|done| bar.set_position(done));
    bar.finish_and_clear();
    let sum = BatchSummary::summarise(&all);
    tell_speed(sum.seconds(), began, threads.0);
    if let Err(why) = draw(args, &sum) {
        return Ok(complain(why));
    }
    if args.shard.is_none() {
        return finish(&sum, None, args.json, out);
    }
    let mut file = ShardFile::new("play", options(args), args.matches(), shard);
    file.push(0, numbers.len() as u64, &sum)?;
    file.print(out)
}

/// Returns the options on which the results depend.
fn options(args: &Args) -> Vec<String> {
    let mut options = vec![
        format!("--game={}", args.game.word()),
        format!("--players={}", args.players.word()),
        format!("--kind={}", args.kind.word()),
        format!("--matches={}", args.matches()),
        format!("--seed={}", args.seed),
        format!("--noise={}", args.noise.word()),
        format!("--mistakes={}", args.mistakes),
        format!("--max-turns={}", args.max_turns),
    ];
    if let Some(seed) = args.build {
        options.push(format!("--build={seed}"));
    }
    if args.junior {
        options.push("--junior".into());
    }
    options.extend(args.board.map(|board| format!("--board={}", board.word())));
    options.extend(args.build.map(|seed| format!("--build={seed}")));
    options
}

/// Prints what the shards of a campaign add up to.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run_merged(_: &Args, shards: &MergedShards, json: bool, out: &mut impl Write) -> VerbResult {
    match shards.sums::<BatchSummary>(1) {
        Ok(sums) => finish(
            &sums.into_iter().next().unwrap_or_default(),
            None,
            json,
            out,
        ),
        Err(why) => Ok(complain(why)),
    }
}

impl Mergeable for BatchSummary {
    fn merge(&mut self, other: Self) {
        self.add(other);
    }
}

fn style() -> ProgressStyle {
    let template = "{wide_bar} {pos}/{len} matches, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn plan(args: &Args) -> Result<BatchPlan, String> {
    let league = super::league(args.junior);
    args.game.suits(args.players, league)?;
    Ok(BatchPlan {
        table: TableSetup {
            noise: Noise::for_level(args.noise),
            build: args.build,
            mistakes: args.mistakes,
            lot: args.build,
            max_turns: args.max_turns,
            ..TableSetup::for_game(args.game, args.players, league, args.seed)
        },
        kind: match args.kind {
            Manner::Random => Some(Strategy::Random),
            Manner::Greedy => Some(Strategy::Greedy),
            Manner::Careful => Some(Strategy::Careful),
            Manner::Mixed => None,
        },
        matches: args.matches(),
    })
}

/// Prints the sum; the exit code is 1 if a match was wrong or stuck. `won` says how a single
/// match was won.
fn finish(sum: &BatchSummary, won: Option<&str>, json: bool, out: &mut impl Write) -> VerbResult {
    match json {
        true => writeln!(out, "{}", json_of(sum))?,
        false => table(sum, won, out)?,
    }
    Ok(match sum.wrong + sum.stuck {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn json_of(sum: &BatchSummary) -> serde_json::Value {
    json!({
        "simulated": true,
        "matches": sum.matches,
        "won": sum.won,
        "long": sum.long,
        "wrong": sum.wrong,
        "silent_wrong": sum.silent_wrong,
        "waits": sum.waits,
        "troubles_named": sum.troubles_named,
        "undisturbed": sum.undisturbed,
        "stuck": sum.stuck,
        "turns": sum.turns,
        "pushes": sum.pushes,
        "falls": sum.falls,
        "moves": sum.moves,
        "slams": sum.slams,
        "mistakes": sum.mistakes,
        "asked": sum.asked,
        "asked_nothing": sum.asked_nothing,
        "asked_by_kind": sum.asked_by_kind,
        "nothing_by_kind": sum.nothing_by_kind,
        "told": sum.told,
        "repairs": sum.repairs,
        "let_be": sum.settled,
        "certainty": { "pushed": curve(&sum.pushed), "fell": curve(&sum.fell) },
        "seconds": sum.seconds(),
        "troubles": sum.troubles,
    })
}

fn table(sum: &BatchSummary, won: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{name:<25} {value}");
    let each = |count: u64| format!("{count} ({:.1} a match)", count as f64 / sum.matches as f64);
    row(
        "matches",
        format!(
            "{}: {} won, {} over the turn limit, {} wrong, {} of them in silence, {} stuck \
             (simulated)",
            sum.matches, sum.won, sum.long, sum.wrong, sum.silent_wrong, sum.stuck
        ),
    )?;
    row("waiting, as it cannot see", sum.waits.to_string())?;
    row("turns", each(sum.turns))?;
    row("pushes", each(sum.pushes))?;
    row("falls", each(sum.falls))?;
    row(
        "special moves, slams",
        format!("{}, {}", sum.moves, sum.slams),
    )?;
    row("mistakes of players", sum.mistakes.to_string())?;
    interruptions(sum, out)?;
    certainty(sum, out)?;
    let mut row = |name: &str, value: String| writeln!(out, "{name:<25} {value}");
    row("simulated", format!("{:.0} s", sum.seconds()))?;
    if let Some(how) = won {
        row("won", how.to_owned())?;
    }
    for MatchTrouble { seed, why } in &sum.troubles {
        writeln!(out, "seed {seed}: {why}")?;
    }
    Ok(())
}

/// Prints how often people had to do something for the ring: by kind, and in a match, a
/// turn and for a fall.
fn interruptions(sum: &BatchSummary, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<25} {:>6} {:>8} {:>8} {:>8}",
        "", "all", "a match", "a turn", "a fall"
    )?;
    let mut row = |name: &str, count: u64, more: String| {
        let per = |of: u64| match of {
            0 => format!("{:>8}", "-"),
            of => format!("{:>8.2}", count as f64 / of as f64),
        };
        let (by_match, by_turn, by_fall) = (per(sum.matches), per(sum.turns), per(sum.falls));
        writeln!(
            out,
            "{name:<25} {count:>6} {by_match} {by_turn} {by_fall}{more}"
        )
    };
    row("interruptions", sum.interruptions(), String::new())?;
    row("  asked", sum.asked, nothings(sum.asked_nothing))?;
    for (kind, &count) in &sum.asked_by_kind {
        let nothing = sum.nothing_by_kind.get(kind).copied().unwrap_or(0);
        row(&format!("    {kind}"), count, nothings(nothing))?;
    }
    row("  declared by players", sum.told, String::new())?;
    row("  repairs", sum.repairs, String::new())?;
    row("  corrections", sum.settled, String::new())?;
    writeln!(out, "{:<25} {}", "matches without any", sum.undisturbed)
}

/// Returns the words for questions to which the true answer was "nothing".
fn nothings(count: u64) -> String {
    match count {
        0 => String::new(),
        count => format!("   {count} about nothing"),
    }
}

/// Prints what the ring was certain of, in bits, and how often that was wrong.
fn certainty(sum: &BatchSummary, out: &mut impl Write) -> io::Result<()> {
    for (name, curve) in [("pushed", &sum.pushed), ("fell", &sum.fell)] {
        for (bits, bin) in &curve.bins {
            let CertaintyBin { count, wrong, .. } = bin;
            let claimed = bin.claimed() * *count as f64;
            writeln!(
                out,
                "{:<25} {count:>6}, {wrong} wrong, {claimed:.1} by its claim",
                format!("{name}, {bits} bits certain")
            )?;
        }
    }
    Ok(())
}

/// Returns a curve of certainty as JSON.
fn curve(curve: &CertaintyCurve) -> Vec<serde_json::Value> {
    let bins = curve.bins.iter().map(|(bits, bin)| {
        json!({
            "bits": bits,
            "count": bin.count,
            "wrong": bin.wrong,
            "claimed": bin.claimed(),
        })
    });
    bins.collect()
}

/// Draws the certainty that the ring claimed, if that is wanted.
fn draw(args: &Args, sum: &BatchSummary) -> Result<(), String> {
    let Some(file) = &args.picture else {
        return Ok(());
    };
    let title = format!(
        "Certainty in {} matches, noise {} (simulated)",
        sum.matches,
        args.noise.word()
    );
    let curves = [("pushed", &sum.pushed), ("fell", &sum.fell)];
    save(file, certainty_picture::draw(&curves, &title).as_bytes())
}
