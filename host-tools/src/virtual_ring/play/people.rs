//! The people at the table: they answer what the referee asks, truthfully and
//! after a moment, and say what it cannot have seen once it has asked about it.

use super::book::{Book, TrueFall, same_place};
use super::explain;
use super::judge::{Judge, SeenFall};
use super::pondering::Pondering;
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::world::World;
use rules_core::games::kabuto::state::Belt;
use rules_core::games::kabuto::{Action, Phase};
use rules_core::piece::Piece;
use rules_core::place::Post;
use rules_core::referee::evidence::Seen;
use rules_core::referee::kabuto::markers::side_of;
use rules_core::referee::waiting::Unrest;
use rules_core::referee::{By, Choice, Command, Doubt, Game, Play, Question};
use rules_core::sensing::observation::{Cause, FallId};
use rules_core::time::{Instant, Span};

/// From a piece's first beam until its middle is well below the surface, about.
const FALLING: Span = Span::millis(60);

/// A fall seen this much earlier or later was another one.
const APART: u32 = 400_000;

/// Who sits at the table.
#[derive(Debug)]
pub(super) struct People {
    pub(super) pondering: Pondering,
    /// What they were asked about since [`People::agreed`].
    topics: Vec<Topic>,
    /// They were asked about a fall of this push, so they look what else fell.
    look: Look,
}

/// What a question was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// Such a piece, pushed or fallen.
    Piece(Piece),
    /// The markers of a post.
    Post(Post),
    /// Where the platform lies, whether everything rests, the whole table.
    Course,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Nobody has reason to.
    No,
    /// At this instant, if nothing is asked then.
    At(Instant),
}

impl People {
    pub(super) const fn new() -> Self {
        Self {
            pondering: Pondering::new(),
            topics: Vec::new(),
            look: Look::No,
        }
    }

    /// What was asked before does not matter any more.
    pub(super) fn agreed(&mut self) {
        self.topics.clear();
    }

    /// What they were asked about.
    pub(super) fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// Listens to the referee.
    pub(super) fn attend(
        &mut self,
        now: Instant,
        judge: &mut impl Judge,
        book: &Book,
        world: &World,
        chance: &mut Chance,
    ) {
        let Some(question) = judge.question() else {
            self.pondering.forget();
            self.tell_missing(now, judge, book);
            return;
        };
        let number = question.number;
        let thinks = || Span::millis(chance.between(500.0, 1_500.0) as u32);
        // Nobody answers while the push goes on.
        if !self.pondering.is_due(number, now, thinks) || book.is_pushing() {
            return;
        }
        let choice = answer(question, (judge.game(), judge.falls()), book, world);
        self.topics
            .extend(topics(question, choice, judge.falls(), book));
        if matches!(question.about.seen, Seen::Fell(_)) {
            self.look = Look::At(now + Span::millis(400));
        }
        explain(|| format!("{now} asked {question:?}; answer {choice}"));
        self.pondering.answer(number, choice, now, judge);
    }

    /// Having been asked about a fall, they name what fell with it unseen.
    fn tell_missing(&mut self, now: Instant, judge: &mut impl Judge, book: &Book) {
        let Look::At(due) = self.look else {
            return;
        };
        if now < due || !matches!(judge.waiting().unrest, Some(Unrest::Until(_)) | None) {
            return;
        }
        self.look = Look::No;
        if book.is_pushing() {
            return;
        }
        for piece in missing(judge.game(), book) {
            let fell = book.falls().iter().rev().find(|it| it.piece == piece);
            let action = match fell.map(|it| it.cause) {
                Some(Cause::Accident) => Action::Accident(piece),
                Some(Cause::Push) => Action::Fall(piece),
                None => continue,
            };
            let declare = Command::Declare(Play::Kabuto(action), By::Table);
            // They know of it because they were asked about another one.
            self.topics.push(Topic::Piece(piece));
            // Too late is too late: the difference shows when states are compared.
            let _ = judge.command(now, &declare);
        }
    }
}

/// Pieces that the judge takes to be on the ring and that are not.
fn missing(judged: Option<&Game>, book: &Book) -> Vec<Piece> {
    let Some(Game::Kabuto(judged)) = judged else {
        return Vec::new();
    };
    let (judged, truth) = (judged.state(), book.game().state());
    if matches!(judged.phase, Phase::Over(_)) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (element, count) in judged.ring.kinds() {
        let more = count.saturating_sub(truth.ring.count(element));
        all.extend((0..more).map(|_| Piece::Element(element)));
    }
    let fallen = |piece: Piece| book.falls().iter().any(|it| it.piece == piece);
    all.extend(
        (judged.sumos.iter())
            .filter(|&seat| !truth.sumos.contains(seat))
            .map(Piece::Sumo),
    );
    if judged.belt == Belt::OnRing && truth.belt != Belt::OnRing && fallen(Piece::Belt) {
        all.push(Piece::Belt);
    }
    all
}

/// What is true.
fn answer(
    question: &Question,
    (judged, seen): (Option<&Game>, &[SeenFall]),
    book: &Book,
    world: &World,
) -> Choice {
    let offered = |choice: Choice| question.choices.contains(&choice);
    let first = |list: &[Choice]| {
        let mut fitting = list.iter().copied().filter(|&it| offered(it));
        fitting.next().unwrap_or(Choice::Nothing)
    };
    match (question.about.seen, question.doubt) {
        (_, Doubt::AfterCut | Doubt::Overflow) => first(&[Choice::TableIsRight, Choice::Nothing]),
        (Seen::Fell(drop), doubt) => {
            let Some(fall) = truth_of(drop.id, seen, book.falls()) else {
                return Choice::Nothing;
            };
            let why = match fall.cause {
                Cause::Push => Choice::ByPush,
                Cause::Accident => Choice::ByAccident,
            };
            match doubt {
                Doubt::Cause(piece) | Doubt::Late(piece) if piece == fall.piece => {
                    first(&[why, Choice::ByAccident])
                }
                Doubt::Cause(_) | Doubt::Late(_) => Choice::Nothing,
                // Any piece can be named to this one.
                Doubt::Which(_) => Choice::Piece(fall.piece),
                _ => first(&[Choice::Piece(fall.piece)]),
            }
        }
        // What is gone from the ring and was not seen to fall: one at a time.
        (Seen::Unseen(_), _) => {
            let unseen = missing(judged, book).into_iter().next();
            unseen.map_or(Choice::Nothing, Choice::Piece)
        }
        (Seen::Pushed(_), doubt) => {
            let Some((_, piece)) = book.pushed() else {
                return Choice::Nothing;
            };
            match doubt {
                Doubt::Which(_) => Choice::Piece(piece),
                _ if offered(Choice::Piece(piece)) => Choice::Piece(piece),
                Doubt::Forbidden(_, seen) if seen == piece => first(&[Choice::TableIsRight]),
                _ => Choice::Nothing,
            }
        }
        (Seen::Marker(change), _) => {
            let there = marker_at(world, change.post, change.slot);
            let side = there.and_then(|it| side_of(book.game().terms(), it));
            match side {
                Some(side) => first(&[Choice::Marker(side), Choice::AsSeen]),
                None => Choice::Nothing,
            }
        }
        (Seen::Docked(place, _), _) => match world.platform() {
            Some(docking) if same_place(docking.place, place) => first(&[Choice::AsSeen]),
            _ => Choice::Nothing,
        },
        _ => first(&[Choice::AsSeen]),
    }
}

/// What a question was about, and what was answered.
fn topics(question: &Question, choice: Choice, seen: &[SeenFall], book: &Book) -> Vec<Topic> {
    let mut pieces: Vec<Piece> = match question.doubt {
        Doubt::Cause(piece) | Doubt::Late(piece) | Doubt::Forbidden(_, piece) => vec![piece],
        _ => Vec::new(),
    };
    if let Choice::Piece(piece) = choice {
        pieces.push(piece);
    }
    match question.about.seen {
        Seen::Fell(drop) => {
            let truth = truth_of(drop.id, seen, book.falls());
            pieces.extend(truth.map(|it| it.piece));
        }
        Seen::Pushed(_) => pieces.extend(book.pushed().map(|it| it.1)),
        Seen::Marker(change) => return vec![Topic::Post(change.post)],
        Seen::Unseen(_) => {}
        _ => return vec![Topic::Course],
    }
    pieces.into_iter().map(Topic::Piece).collect()
}

fn marker_at(world: &World, post: Post, slot: u8) -> Option<rules_core::sensing::magnet::Magnet> {
    *world.markers()[post].get(usize::from(slot))?
}

/// Which fall was meant: those seen and those that were are paired by time and
/// place, so that all pairs together are as close as can be.
fn truth_of(id: FallId, seen: &[SeenFall], truth: &[TrueFall]) -> Option<TrueFall> {
    // What has no partner is as bad as this.
    const ALONE: f32 = 8.0;
    let cost = |s: usize, t: Option<usize>| match t {
        Some(t) => far(&seen[s], &truth[t]).unwrap_or(4.0 * ALONE),
        None => ALONE,
    };
    let mut partner: Vec<Option<usize>> = vec![None; seen.len()];
    let mut better = true;
    while better {
        better = false;
        for s in 0..seen.len() {
            for t in 0..truth.len() {
                // Whoever has it gets what this one had.
                let other = partner.iter().position(|&it| it == Some(t));
                let before = cost(s, partner[s]) + other.map_or(0.0, |it| cost(it, Some(t)));
                let after = cost(s, Some(t)) + other.map_or(0.0, |it| cost(it, partner[s]));
                if other != Some(s) && after + 1e-3 < before {
                    if let Some(other) = other {
                        partner[other] = partner[s];
                    }
                    partner[s] = Some(t);
                    better = true;
                }
            }
        }
    }
    let meant = seen.iter().position(|it| it.id == id)?;
    truth.get(partner[meant]?).copied()
}

/// How far a fall that was seen is from one that was; nothing if too far.
fn far(seen: &SeenFall, truth: &TrueFall) -> Option<f32> {
    let onset = truth.at - FALLING;
    let apart = onset.since(seen.onset).0 + seen.onset.since(onset).0;
    if apart > APART {
        return None;
    }
    let place = match truth.spot {
        Some((edge, along)) if edge == seen.edge => (along - seen.along as f32).abs() / 15.0,
        // Over a corner the two may take different edges.
        Some(_) => 4.0,
        None => 6.0,
    };
    Some(apart as f32 / 1e5 + place)
}
