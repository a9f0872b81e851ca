//! What the ring says and waits for, as sentences with the names at the table.

use crate::game::Game as Named;
use rules_core::games::kabuto::Change;
use rules_core::games::kabuto::card::Card;
use rules_core::games::kabuto::expect::{Expectations, Need, Wish};
use rules_core::lights::Cells;
use rules_core::piece::{Element, Piece, Stock};
use rules_core::player::Seat;
use rules_core::referee::abalone::ruling::Change as MarbleChange;
use rules_core::referee::game::Ruled;
use rules_core::referee::sumoo::ruling::Change as SumooChange;
use rules_core::referee::waiting::{Next, Unrest};
use rules_core::referee::{Choice, Doubt, Event, Game, Question, Seen, Waiting, What};
use rules_core::time::Instant;

/// Something told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// When.
    pub at: Instant,
    /// What sort of thing.
    pub sort: Sort,
    /// The clause it rests on, or one word.
    pub tag: String,
    /// The sentence.
    pub text: String,
    /// The answers that are offered, to a question.
    pub answers: Vec<String>,
}

/// Sorts of things told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A turn began.
    Turn,
    /// A ruling.
    Ruling,
    /// The rules forbid it.
    Illegal,
    /// People are asked.
    Question,
    /// They answered, or need not any more.
    Answer,
    /// Worth knowing.
    Note,
}

/// The names at the table, in turn order.
#[derive(Debug, Clone)]
pub struct Names {
    cards: Vec<Card>,
    start: Start,
}

/// How a match starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The first turn begins later, and that is ruled.
    Opening,
    /// With the first turn.
    AtOnce,
    /// Turns are not told.
    Untold,
}

impl Start {
    /// How a match of this game does.
    #[must_use]
    pub const fn of(game: Named) -> Self {
        match game {
            Named::Ss => Self::Opening,
            Named::Ks => Self::AtOnce,
            Named::Sumoo | Named::Abalone => Self::Untold,
        }
    }
}

impl Names {
    /// Wrestlers by the cards that were dealt; a grid game has none.
    #[must_use]
    pub const fn new(cards: Vec<Card>, start: Start) -> Self {
        Self { cards, start }
    }

    /// Who sits there.
    #[must_use]
    pub fn of(&self, seat: Seat) -> String {
        match self.cards.get(seat.index()) {
            Some(card) => card.name.to_string(),
            None => format!("player {seat}"),
        }
    }

    fn element(&self, element: Element) -> String {
        let Element::Token(token) = element else {
            return element.to_string();
        };
        let kinds = self.cards.get(token.owner.index()).map(|card| &card.tokens);
        match kinds.and_then(|list| list.get(token.slot.index())) {
            Some(kind) => kind.name.to_string(),
            None => element.to_string(),
        }
    }

    /// A piece.
    #[must_use]
    pub fn piece(&self, piece: Piece) -> String {
        match piece {
            Piece::Element(element) => self.element(element),
            Piece::Sumo(seat) => format!("sumo of {}", self.of(seat)),
            Piece::Belt => "belt".into(),
        }
    }

    /// What a side holds.
    #[must_use]
    pub fn stock(&self, stock: &Stock) -> String {
        let all: Vec<String> = (stock.kinds())
            .filter(|it| it.1 > 0)
            .map(|(element, count)| format!("{count} {}", self.element(element)))
            .collect();
        if all.is_empty() {
            "nothing".into()
        } else {
            all.join(", ")
        }
    }

    /// An answer.
    #[must_use]
    pub fn choice(&self, choice: &Choice) -> String {
        match choice {
            Choice::Piece(piece) => self.piece(*piece),
            Choice::ByPush => "the push".into(),
            Choice::ByAccident => "an accident".into(),
            other => other.to_string(),
        }
    }

    /// A question as people would ask it.
    #[must_use]
    pub fn question(&self, question: &Question) -> String {
        let piece = |it| self.piece(it);
        let seen = seen(&question.about.seen);
        match question.doubt {
            Doubt::Unsure | Doubt::OneSensor => match question.about.seen {
                Seen::Fell(_) => format!("{seen}: what was it?"),
                _ => format!("{seen}: is that so?"),
            },
            Doubt::Policy => format!("{seen}: does it count?"),
            Doubt::Which(_) => match question.about.seen {
                Seen::Unseen(_) => format!("{seen}: did something fall there, and what?"),
                _ => format!("{seen}: which piece was it?"),
            },
            Doubt::Whose => format!("{seen}: whose is it?"),
            Doubt::Cause(it) => format!("{} fell: what made it fall?", piece(it)),
            Doubt::Late(it) => format!("{} fell late: what made it fall?", piece(it)),
            Doubt::Forbidden(clause, it) => {
                format!("{clause} forbids to push {}: what counts?", piece(it))
            }
            Doubt::Group => format!("{seen}: one element or the group?"),
            Doubt::Count => format!("{seen}: one piece or two?"),
            Doubt::Passed => "has the player passed?".into(),
            Doubt::Overflow => "more happened than was kept: what counts?".into(),
            Doubt::AfterCut => "the power was gone: what counts?".into(),
        }
    }

    /// An event as a line; nothing if nobody at the table needs it.
    #[must_use]
    pub fn tell(&self, event: &Event, turns: &mut u32) -> Option<Told> {
        let mut answers = Vec::new();
        let (sort, tag, text) = match &event.what {
            What::Began if self.start == Start::AtOnce => {
                (Sort::Turn, String::new(), self.turn(Seat::First, turns))
            }
            What::Ruled(ruled) => self.ruling(ruled, turns)?,
            What::Illegal(objection) => {
                let tag = objection.clause().map(|it| it.to_string());
                let text = objection.to_string();
                // The clause stands at the side already.
                let bare = tag.as_deref().and_then(|it| text.strip_prefix(it));
                let bare = bare.map_or(text.as_str(), |it| it.trim_start_matches([':', ' ']));
                let tag = tag.clone().unwrap_or_else(|| "illegal".into());
                (Sort::Illegal, tag, format!("not allowed: {bare}"))
            }
            What::Asked(question) => {
                answers.extend(question.choices.iter().map(|it| self.choice(it)));
                (Sort::Question, "asks".into(), self.question(question))
            }
            What::Answered(choice, _) => (Sort::Answer, "answer".into(), self.choice(choice)),
            What::Withdrawn => {
                let text = "the table answers by itself".into();
                (Sort::Answer, "answer".into(), text)
            }
            What::Began | What::Logged(_) | What::Held(_) | What::PoliciesSet => return None,
            other => (Sort::Note, "note".into(), other.to_string()),
        };
        Some(Told {
            at: event.at,
            sort,
            tag,
            text,
            answers,
        })
    }

    /// One turn more begins.
    fn turn(&self, seat: Seat, turns: &mut u32) -> String {
        *turns += 1;
        format!("Turn {turns}: player {seat}, {}", self.of(seat))
    }

    fn ruling(&self, ruled: &Ruled, turns: &mut u32) -> Option<(Sort, String, String)> {
        let tag = ruled.clause().to_string();
        *turns += u32::from(ends_turn(ruled));
        let Ruled::Kabuto(ruling) = ruled else {
            let text = ruled.to_string();
            let bare = text.strip_prefix(&tag).unwrap_or(&text).trim_start();
            return Some((Sort::Ruling, tag, bare.to_owned()));
        };
        let text = match ruling.change {
            Change::TurnBegan(seat) => {
                return Some((Sort::Turn, tag, self.turn(seat, turns)));
            }
            Change::TurnEnded(_) => return None,
            Change::MoveUsed(seat, nth) => {
                let moves = self.cards.get(seat.index()).map(|card| &card.moves);
                let title = moves.and_then(|list| list.get(nth.index()));
                let title = title.map_or("a special move", |it| it.name.as_str());
                format!("{} uses {title}", self.of(seat))
            }
            Change::Moved(count, element, from, to) => {
                format!("{count} {}: {from} -> {to}", self.element(element))
            }
            Change::KnockedOff(piece) => format!("{} knocked off", self.piece(piece)),
            Change::PutBack(piece) => format!("{} goes back", self.piece(piece)),
            change => change.to_string(),
        };
        Some((Sort::Ruling, tag, text))
    }

    /// What is waited for, most urgent first.
    #[must_use]
    pub fn waiting(&self, waiting: &Waiting, game: Option<&Game>) -> Vec<String> {
        if waiting.question.is_some() {
            return vec!["an answer".into()];
        }
        if let Some(repair) = waiting.repair {
            return vec![format!("the table to be put right: {repair}")];
        }
        if let Some(unrest) = waiting.unrest {
            return vec![in_words(unrest)];
        }
        match &waiting.next {
            Next::Begin => vec!["a match to begin".into()],
            Next::Over => vec!["nothing: the match is over".into()],
            Next::Kabuto(list) => {
                let who = match game {
                    Some(Game::Kabuto(game)) => match game.state().phase {
                        rules_core::games::kabuto::Phase::Opening => {
                            self.of(game.terms().players.last())
                        }
                        _ => self.of(game.state().turn.seat),
                    },
                    _ => "the player".into(),
                };
                expected(&who, list)
            }
            Next::Abalone { player, lift } if *lift == Cells::EMPTY => {
                vec![format!("{player} to pass")]
            }
            Next::Abalone { player, .. } => vec![format!("a move of {player}")],
            Next::Sumoo { colour, left, .. } => {
                vec![format!("{colour} to act or to end the turn; {left} left")]
            }
        }
    }
}

/// Whether a ruling of a grid game ends a turn.
const fn ends_turn(ruled: &Ruled) -> bool {
    match ruled {
        Ruled::Kabuto(_) => false,
        Ruled::Sumoo(ruling) => matches!(ruling.change, SumooChange::Turn(_)),
        Ruled::Abalone(ruling) => matches!(
            ruling.change,
            MarbleChange::InLine(..) | MarbleChange::Sideways(..) | MarbleChange::Passed(_)
        ),
    }
}

fn in_words(unrest: Unrest) -> String {
    match unrest {
        Unrest::Falling => "what falls to land".into(),
        Unrest::Push => "the push to end".into(),
        Unrest::Hand(edges) => {
            let edges: Vec<&str> = edges.iter().map(|it| it.word()).collect();
            format!("the hand to leave the {} gutter", edges.join(" and "))
        }
        Unrest::Until(_) => "everything to rest: hands off".into(),
        Unrest::Word => "somebody to say that all is at rest".into(),
    }
}

fn expected(who: &str, list: &Expectations) -> Vec<String> {
    let those = |need: Need| {
        let wishes = list.iter().filter(move |it| it.need == need);
        wishes.map(|it| it.wish)
    };
    let (owed, may) = (phrases(those(Need::Owed)), phrases(those(Need::Possible)));
    match (owed.is_empty(), may.is_empty()) {
        (false, true) => vec![format!("{who} to {owed}")],
        (false, false) => vec![format!("{who} to {owed}"), format!("or to {may}")],
        (true, false) => vec![format!("{who}, who may {may}")],
        (true, true) => vec![who.to_owned()],
    }
}

/// Wishes as one phrase; posts of one sort of wish are named together.
fn phrases(wishes: impl Iterator<Item = Wish>) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for wish in wishes {
        let (verb, place) = match wish {
            Wish::DockAtCorner(post) => ("dock at post", Some(post)),
            Wish::DockAtEdge => ("dock anywhere", None),
            Wish::PlaceMarker(post) => ("set a marker on post", Some(post)),
            Wish::TakeMarker(post) => ("take the marker off post", Some(post)),
            Wish::Push => ("push", None),
            Wish::Settle => ("let everything rest", None),
            Wish::Use(_) => ("use a special move", None),
            Wish::EndTurn => ("end the turn", None),
            // Always possible, and seldom wanted.
            Wish::Submit => continue,
        };
        let place = place.map(|it| it.to_string());
        match groups.iter_mut().find(|it| it.0 == verb) {
            Some(group) => group.1.extend(place),
            None => groups.push((verb, place.into_iter().collect())),
        }
    }
    let all: Vec<String> = groups
        .into_iter()
        .map(|(verb, places)| match &places[..] {
            [] => verb.to_owned(),
            [only] => format!("{verb} {only}"),
            [most @ .., last] => format!("{verb} {} or {last}", most.join(", ")),
        })
        .collect();
    all.join(", ")
}

/// What was seen, as people would say it.
fn seen(seen: &Seen) -> String {
    match seen {
        Seen::Docked(place, _) => format!("the platform lies at {place}"),
        Seen::Lifted => "the platform is gone".into(),
        Seen::Pushed(shove) => format!("something was pushed from {}", shove.place),
        Seen::Fell(drop) => format!("something fell over the {} edge", drop.edge),
        Seen::Marker(change) => format!("a marker changed at post {}", change.post),
        Seen::Unseen(edge) => format!("the {edge} side could not see everything"),
        other => other.to_string(),
    }
}
