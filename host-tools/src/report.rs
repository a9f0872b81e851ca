//! A match report: what the referee said, in the order it was said, as a page
//! that needs nothing else.

use crate::client::recording::Recording;
use crate::lettering::escaped;
use crate::wording;
use crate::{abalone, kabuto, sumoo};
use rules_core::clause::Clause;
use rules_core::referee::event::What;
use rules_core::referee::{Astray, Event, Follower, Game, Session};
use rules_core::wire::FromRing;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// A match as it was recorded.
#[derive(Debug, Default)]
pub struct Report {
    /// Lines that lead to the state the ring said.
    pub verified: u32,
    /// All that was said.
    pub events: Vec<Event>,
    /// Lines that could not be followed, by their number.
    pub astray: Vec<(u32, Astray)>,
    /// The last match that was followed, as it stood last.
    pub game: Option<Game>,
    /// The hash of the last state.
    pub hash: Option<u64>,
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #ccc;vertical-align:top}\
tr.ask td{background:#fff3c4}tr.no td{background:#fde2e1}.n{color:#555;white-space:nowrap}svg{max-width:24rem}";

impl Report {
    /// What a recording tells.
    #[must_use]
    pub fn of(recording: &Recording) -> Self {
        let mut report = Self::default();
        let (mut follower, mut last) = (Follower::default(), 0);
        for item in &recording.items {
            let FromRing::Entry(entry) = &item.message else {
                continue;
            };
            // What was recorded again after the line broke is not verified twice.
            if entry.seq <= last {
                continue;
            }
            last = entry.seq;
            match follower.take(entry) {
                Ok(said) => {
                    report.verified += 1;
                    let (seq, at, hash) = (entry.seq, entry.body.at, entry.body.hash);
                    said.events(seq, at, hash, |event| report.events.push(event));
                }
                Err(astray) => report.astray.push((entry.seq, astray)),
            }
            let session = follower.session();
            if let Some(game) = session.and_then(Session::game) {
                report.game = Some(game.clone());
            }
            report.hash = session.map(Session::hash).or(report.hash);
        }
        report
    }

    /// Writes it as a page.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write_html(&self, out: &mut impl Write) -> io::Result<()> {
        let title = self.game.as_ref().map_or("No match", Game::name);
        writeln!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">"
        )?;
        writeln!(
            out,
            "<title>{title}: match report</title>\n<style>{STYLE}</style>"
        )?;
        writeln!(out, "<h1>{title}: match report</h1>")?;
        if let Some(game) = &self.game {
            write_game(game, out)?;
        }
        if let Some(hash) = self.hash {
            writeln!(out, "<p>State at the end: <code>{hash:016x}</code></p>")?;
        }
        writeln!(out, "<h2>What the referee said</h2>\n<table>")?;
        writeln!(out, "<tr><th>Line<th>Time<th>Said</tr>")?;
        for event in &self.events {
            let class = match event.what {
                What::Asked(_) => " class=\"ask\"",
                What::Illegal(_) => " class=\"no\"",
                _ => "",
            };
            writeln!(
                out,
                "<tr{class}><td class=\"n\">{}<td class=\"n\">{}<td>{}</tr>",
                event.seq,
                wording::clock(event.at),
                escaped(&wording::event(&event.what))
            )?;
        }
        writeln!(out, "</table>")?;
        self.write_clauses(out)?;
        writeln!(out, "</html>")
    }

    /// The clauses that were ruled by, each once.
    fn write_clauses(&self, out: &mut impl Write) -> io::Result<()> {
        let clauses: BTreeSet<Clause> = self
            .events
            .iter()
            .filter_map(|event| wording::clause(&event.what))
            .collect();
        if clauses.is_empty() {
            return Ok(());
        }
        writeln!(out, "<h2>The clauses</h2>\n<dl>")?;
        for clause in clauses {
            writeln!(out, "<dt>{clause}<dd>{}", escaped(clause.sentence()))?;
        }
        writeln!(out, "</dl>")
    }
}

fn write_game(game: &Game, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<ul>")?;
    for seat in game.players().seats() {
        let (colour, side) = (game.colour(seat), game.side_of(seat));
        writeln!(out, "<li>player {seat}: {colour}, side {side}")?;
    }
    writeln!(out, "</ul>")?;
    match game.winner() {
        Some(side) => writeln!(out, "<p><strong>Side {side} has won.</strong></p>")?,
        None if game.is_over() => writeln!(out, "<p><strong>Drawn.</strong></p>")?,
        None => writeln!(out, "<p>Not played to its end.</p>")?,
    }
    match game {
        Game::Kabuto(game) => {
            for side in game.terms().players.sides() {
                writeln!(
                    out,
                    "<p>Side {side} holds {}.</p>",
                    game.state().inventories[side]
                )?;
            }
            writeln!(out, "{}", kabuto::svg::draw(game))
        }
        Game::Abalone(game) => writeln!(out, "{}", abalone::picture(game.position())),
        Game::Sumoo(game) => writeln!(out, "{}", sumoo::svg::draw(game.game())),
    }
}
