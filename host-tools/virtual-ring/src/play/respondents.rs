//! People at the ring: they answer the referee's questions, truthfully and after a
//! moment. They say nothing that they were not asked.

use super::ring_under_test::{ReportedFallAt, RingUnderTest};
use super::think_time::ThinkTimer;
use super::true_match::{BookedFall, TrueMatch, same_place};
use crate::explain::explain;
use crate::sim_rng::SimRng;
use crate::world::World;
use rules_core::games::kabuto::state::Belt;
use rules_core::games::kabuto::{Match, MatchPhase};
use rules_core::piece::Piece;
use rules_core::place::Post;
use rules_core::referee::evidence::EvidenceKind;
use rules_core::referee::kabuto::markers::side_of;
use rules_core::referee::{AnyGame, Choice, Doubt, Question};
use rules_core::sensing::observation::{Cause, FallId};
use rules_core::time::{Instant, Span};

/// Approximate time from a piece's first dark beam until its middle is well below the
/// surface.
const FALLING: Span = Span::millis(60);

/// Distance of a true fall from a reported one, as [`far`] measures it, up to which people
/// count both as what the report is about.
const BESIDE: f32 = 4.0;

/// Time difference beyond which a reported and a true fall are not the same, us.
const APART: u32 = 400_000;

/// People at the ring who answer the referee's questions.
#[derive(Debug)]
pub(crate) struct Respondents {
    pub(crate) pondering: ThinkTimer,
    /// Topics of the questions since [`Respondents::agreed`].
    topics: Vec<QuestionTopic>,
    /// True falls named since [`Respondents::agreed`] in answers about reported ones.
    named: Vec<BookedFall>,
    /// Reported falls of which people have said since then that they were two.
    two: Vec<FallId>,
    /// Reported falls of which they have named a piece since then.
    told: Vec<FallId>,
}

/// Topic of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionTopic {
    /// The question is about a piece of this kind, pushed or fallen.
    Piece(Piece),
    /// The question is about the markers of this post.
    Post(Post),
    /// The question is about the place of the platform, rest, or the whole table.
    Course,
}

impl Respondents {
    pub(crate) const fn new() -> Self {
        Self {
            pondering: ThinkTimer::new(),
            topics: Vec::new(),
            named: Vec::new(),
            two: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Forgets the topics of earlier questions.
    pub(crate) fn agreed(&mut self) {
        self.topics.clear();
        self.named.clear();
        self.two.clear();
        self.told.clear();
    }

    /// Returns the topics of the questions since [`Respondents::agreed`].
    pub(crate) fn topics(&self) -> &[QuestionTopic] {
        &self.topics
    }

    /// Answers an open question when its time has come.
    pub(crate) fn attend(
        &mut self,
        now: Instant,
        ring: &mut impl RingUnderTest,
        truth: &TrueMatch,
        world: &World,
        rng: &mut SimRng,
    ) {
        let Some(question) = ring.question() else {
            self.pondering.forget();
            return;
        };
        let thinks = || Span::millis(rng.between(500.0, 1_500.0) as u32);
        // No player answers while the push is in progress.
        if !self.pondering.is_due(question, now, thinks) || truth.is_pushing() {
            return;
        }
        let meant = match question.about.kind {
            EvidenceKind::Fell(drop) => {
                // The cause is asked of a piece that has been named.
                let named = match question.doubt {
                    Doubt::Cause(_) | Doubt::Late(_) => &[][..],
                    _ => &self.named,
                };
                let open = missing(ring.game(), truth);
                self.meant(drop.pattern.id, named, &open, (ring.falls(), truth.falls()))
            }
            _ => MeantFalls::default(),
        };
        let choice = answer(question, ring.game(), &meant, truth, world);
        self.topics.extend(topics(question, choice, &meant, truth));
        if let EvidenceKind::Fell(drop) = question.about.kind {
            let id = drop.pattern.id;
            match (choice, meant.first) {
                (Choice::Two, _) => self.two.push(id),
                (Choice::Piece(_), Some(fall)) => {
                    self.named.push(fall);
                    self.told.push(id);
                }
                _ => {}
            }
        }
        explain(|| format!("{now} asked {question:?}; answer {choice}"));
        self.pondering.answer(choice, now, ring);
    }

    /// Finds the true falls that a report can mean, other than those `named` already. If
    /// the ring has counted such a piece, people mean one beside it that it has not: one
    /// of the `open` ones.
    fn meant(
        &self,
        id: FallId,
        named: &[BookedFall],
        open: &[Piece],
        (seen, truth): (&[ReportedFallAt], &[BookedFall]),
    ) -> MeantFalls {
        let is_new = |fall: &BookedFall| !named.contains(fall);
        let mut falls = falls_of(id, seen, truth);
        falls.retain(is_new);
        let is_open = |fall: &BookedFall| is_new(fall) && open.contains(&fall.piece);
        let report = seen.iter().find(|report| report.id == id);
        let near = |fall: &&BookedFall| report.is_some_and(|report| is_beside(report, fall));
        let first = falls.first().map(|first| match is_open(first) {
            true => *first,
            false => *truth
                .iter()
                .filter(near)
                .find(|fall| is_open(fall))
                .unwrap_or(first),
        });
        // Each answer "two" makes one more piece to name.
        let said = self.two.iter().filter(|&&two| two == id).count();
        let told = self.told.iter().filter(|&&told| told == id).count();
        let left = (1 + said).saturating_sub(told);
        MeantFalls {
            first,
            second: falls.get(1).copied().filter(|_| falls.len() > left),
        }
    }
}

/// True falls that a question about a reported one can mean.
#[derive(Debug, Clone, Copy, Default)]
struct MeantFalls {
    /// The fall that the report is about; `None` if nothing fell.
    first: Option<BookedFall>,
    /// A fall at the same place and time that was not reported itself.
    second: Option<BookedFall>,
}

/// Lists the pieces that are on the ring according to the referee but not in truth.
fn missing(judged: Option<&AnyGame>, truth: &TrueMatch) -> Vec<Piece> {
    let Some(judged) = judged.and_then(AnyGame::get::<Match>) else {
        return Vec::new();
    };
    let (judged, actual) = (judged.state(), truth.game().state());
    if matches!(judged.phase, MatchPhase::Over(_)) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (element, count) in judged.ring.kinds() {
        let more = count.saturating_sub(actual.ring.count(element));
        all.extend((0..more).map(|_| Piece::Element(element)));
    }
    let fallen = |piece: Piece| truth.falls().iter().any(|fall| fall.piece == piece);
    all.extend(
        (judged.sumos.iter())
            .filter(|&seat| !actual.sumos.contains(seat))
            .map(Piece::Sumo),
    );
    if judged.belt == Belt::OnRing && actual.belt != Belt::OnRing && fallen(Piece::Belt) {
        all.push(Piece::Belt);
    }
    all
}

/// Determines the true answer to a question; `meant` are the true falls it is about.
fn answer(
    question: &Question,
    judged: Option<&AnyGame>,
    meant: &MeantFalls,
    truth: &TrueMatch,
    world: &World,
) -> Choice {
    let offered = |choice: Choice| question.choices.contains(&choice);
    let first = |list: &[Choice]| {
        let mut fitting = list.iter().copied().filter(|&choice| offered(choice));
        fitting.next().unwrap_or(Choice::Nothing)
    };
    match (question.about.kind, question.doubt) {
        (_, Doubt::AfterCut | Doubt::Overflow) => first(&[Choice::TableIsRight, Choice::Nothing]),
        (EvidenceKind::Fell(_), doubt) => {
            let Some(fall) = meant.first else {
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
                Doubt::Count => match meant.second {
                    Some(_) => first(&[Choice::Two]),
                    None => first(&[Choice::One]),
                },
                // Who sees two lying there looks for that answer.
                Doubt::Which(_)
                    if meant.second.is_some()
                        && (offered(Choice::Two) || offered(Choice::Other)) =>
                {
                    first(&[Choice::Two, Choice::Other])
                }
                // Any piece can be named in answer to this question.
                Doubt::Which(_) => Choice::Piece(fall.piece),
                _ => first(&[Choice::Piece(fall.piece)]),
            }
        }
        // One piece at a time that left the ring without a report.
        (EvidenceKind::Unseen(_), _) => {
            let unseen = missing(judged, truth).into_iter().next();
            unseen.map_or(Choice::Nothing, Choice::Piece)
        }
        (EvidenceKind::Pushed(_), doubt) => {
            let Some((_, piece)) = truth.pushed() else {
                return Choice::Nothing;
            };
            match doubt {
                Doubt::Which(_) => Choice::Piece(piece),
                _ if offered(Choice::Piece(piece)) => Choice::Piece(piece),
                Doubt::Forbidden(_, seen) if seen == piece => first(&[Choice::TableIsRight]),
                _ => Choice::Nothing,
            }
        }
        (EvidenceKind::Marker(change), _) => {
            let there = marker_at(world, change.post, change.slot);
            let side = there.and_then(|marker| side_of(truth.game().terms(), marker));
            match side {
                Some(side) => first(&[Choice::Marker(side), Choice::AsSeen]),
                None => Choice::Nothing,
            }
        }
        (EvidenceKind::Docked(place, _), _) => match world.platform() {
            Some(docking) if same_place(docking.place, place) => first(&[Choice::AsSeen]),
            _ => Choice::Nothing,
        },
        _ => first(&[Choice::AsSeen]),
    }
}

/// Determines the topics of a question and its answer.
fn topics(
    question: &Question,
    choice: Choice,
    meant: &MeantFalls,
    truth: &TrueMatch,
) -> Vec<QuestionTopic> {
    let mut pieces: Vec<Piece> = match question.doubt {
        Doubt::Cause(piece) | Doubt::Late(piece) | Doubt::Forbidden(_, piece) => vec![piece],
        _ => Vec::new(),
    };
    if let Choice::Piece(piece) = choice {
        pieces.push(piece);
    }
    match question.about.kind {
        EvidenceKind::Fell(_) => {
            let falls = meant.first.into_iter().chain(meant.second);
            pieces.extend(falls.map(|fall| fall.piece));
        }
        EvidenceKind::Pushed(_) => pieces.extend(truth.pushed().map(|pushed| pushed.1)),
        EvidenceKind::Marker(change) => return vec![QuestionTopic::Post(change.post)],
        EvidenceKind::Unseen(_) => {}
        _ => return vec![QuestionTopic::Course],
    }
    pieces.into_iter().map(QuestionTopic::Piece).collect()
}

fn marker_at(world: &World, post: Post, slot: u8) -> Option<rules_core::sensing::magnet::Magnet> {
    *world.markers()[post].get(usize::from(slot))?
}

/// Finds the true falls that a report refers to: reports and true falls are paired by time
/// and place, with the smallest total distance. The partner comes first, then falls right
/// beside it that no report is paired with.
pub(crate) fn falls_of(
    id: FallId,
    seen: &[ReportedFallAt],
    truth: &[BookedFall],
) -> Vec<BookedFall> {
    // Cost of a report without a partner.
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
                // A report that already has this partner takes over the other one's.
                let other = partner.iter().position(|&taken| taken == Some(t));
                let before = cost(s, partner[s]) + other.map_or(0.0, |other| cost(other, Some(t)));
                let after = cost(s, Some(t)) + other.map_or(0.0, |other| cost(other, partner[s]));
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
    let Some(meant) = seen.iter().position(|report| report.id == id) else {
        return Vec::new();
    };
    let Some(one) = partner[meant] else {
        return Vec::new();
    };
    let is_alone = |t: &usize| !partner.contains(&Some(*t));
    let is_near = |t: &usize| is_beside(&seen[meant], &truth[*t]);
    let beside = (0..truth.len()).filter(is_alone).filter(is_near);
    [one].into_iter().chain(beside).map(|t| truth[t]).collect()
}

/// True if people count this true fall as what the report is about.
fn is_beside(seen: &ReportedFallAt, truth: &BookedFall) -> bool {
    far(seen, truth).is_some_and(|far| far < BESIDE)
}

/// Returns the distance between a reported and a true fall; `None` if they are too far
/// apart in time.
fn far(seen: &ReportedFallAt, truth: &BookedFall) -> Option<f32> {
    let onset = truth.at - FALLING;
    let apart = onset.since(seen.onset).0 + seen.onset.since(onset).0;
    if apart > APART {
        return None;
    }
    let place = match truth.spot {
        Some((edge, along)) if edge == seen.edge => (along - seen.along as f32).abs() / 15.0,
        // At a corner the two may be assigned to different edges.
        Some(_) => 4.0,
        None => 6.0,
    };
    Some(apart as f32 / 1e5 + place)
}
