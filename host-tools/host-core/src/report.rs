//! Match reports: the referee's events in order, as a self-contained HTML page.

use crate::game::host_game;
use crate::recording::MessageRecording;
use crate::sentences::{self, EventContext, Names, Phrasebook, SentenceKind, SessionEvent};
use crate::svg_text::escaped;
use rules_core::clause::Clause;
use rules_core::games::kabuto::card::Card;
use rules_core::referee::{AnyGame, FollowError, Follower, Session};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Report of a match, computed from a recording.
#[derive(Debug, Default)]
pub struct MatchReport {
    /// Number of journal lines whose state hash was confirmed.
    pub verified: u32,
    /// Events of all journal lines, in order.
    pub events: Vec<SessionEvent>,
    /// Numbers of the journal lines that could not be followed, with the cause.
    pub astray: Vec<(u32, FollowError)>,
    /// Numbers of the journal lines that were recorded again with other contents, which
    /// replaced them.
    pub replaced: Vec<u32>,
    /// Last state of the last match; `None` if the recording contains no match.
    pub game: Option<AnyGame>,
    /// State hash after the last journal line; `None` without lines.
    pub hash: Option<u64>,
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #ccc;vertical-align:top}\
tr.ask td{background:#fff3c4}tr.no td{background:#fde2e1}.n{color:#555;white-space:nowrap}svg{max-width:24rem}";

impl MatchReport {
    /// Computes the report of a recording.
    #[must_use]
    pub fn from_recording(recording: &MessageRecording) -> Self {
        let mut report = Self::default();
        let mut follower = Follower::default();
        let journal = recording.journal();
        report.replaced = journal.replaced.iter().map(|line| line.seq).collect();
        for entry in &journal.lines {
            match follower.apply(entry) {
                Ok(said) => {
                    report.verified += 1;
                    let (seq, at, hash) = (entry.seq, entry.body.at, entry.body.hash);
                    let context = EventContext::new(entry, follower.session());
                    said.events(seq, at, hash, |event| {
                        report.events.push(SessionEvent { event, context });
                    });
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

    /// Returns the names of the players; `cards` are those that can give one.
    #[must_use]
    pub fn names(&self, cards: &[Card]) -> Names {
        let game = self.game.as_ref();
        game.map_or_else(Names::default, |game| Names::new(game, cards))
    }

    /// Writes the report as an HTML page; `cards` gives the players their names.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write_html(&self, cards: &[Card], out: &mut impl Write) -> io::Result<()> {
        let names = self.names(cards);
        let book = Phrasebook::english(&names);
        let title = self.game.as_ref().map_or("No match", AnyGame::name);
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
            write_game(game, &book, out)?;
        }
        writeln!(out, "<h2>Events</h2>\n<table>")?;
        writeln!(out, "<tr><th>Time<th>Clause<th>Event</tr>")?;
        for told in &self.events {
            let sentence = book.event(&told.event.kind, &told.context);
            let class = match sentence.kind {
                SentenceKind::Question => " class=\"ask\"",
                SentenceKind::Refusal => " class=\"no\"",
                _ => "",
            };
            writeln!(
                out,
                "<tr{class}><td class=\"n\">{}<td class=\"n\">{}<td>{}</tr>",
                sentences::clock(told.event.at),
                sentence.clause.map_or("", Clause::id),
                escaped(&sentence.in_full(book.language))
            )?;
        }
        writeln!(out, "</table>")?;
        self.write_clauses(out)?;
        writeln!(out, "</html>")
    }

    /// Writes the clauses that rulings rest on, each once.
    fn write_clauses(&self, out: &mut impl Write) -> io::Result<()> {
        let clauses: BTreeSet<Clause> = self
            .events
            .iter()
            .filter_map(|told| sentences::clause(&told.event.kind))
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

fn write_game(game: &AnyGame, book: &Phrasebook<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "<p><strong>{}</strong></p>",
        escaped(&book.headline(game))
    )?;
    writeln!(out, "<ul>")?;
    for holding in book.holdings(game) {
        writeln!(
            out,
            "<li>{}: {}",
            escaped(&holding.who),
            escaped(&holding.what)
        )?;
    }
    writeln!(out, "</ul>")?;
    writeln!(out, "{}", host_game::svg(game))
}
