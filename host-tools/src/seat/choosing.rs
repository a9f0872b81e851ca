//! Choices of a person in the present turn, and the effect of each key on them: no terminal,
//! no clock.

use super::cells::CellChoice;
use super::keys::SeatKey;
use super::news::{Offer, SeatNews};
use super::push_plan::{self, LaidElement, PushForce, TURN, WIDEST};
use super::stage::TurnStage;
use rules_core::place::Edge;
use serde_json::{Value, json};
use virtual_ring::session::input::{DockAt, HandInput, LayPiece, MarkAt, SessionInput};

/// Distance by which one key moves an element or the platform aside, mm.
const ASIDE: i8 = 2;
const SHIFT: u16 = 10;

/// Least distance of the platform's middle from a corner, mm.
const FROM_CORNER: u16 = 30;

/// Special moves that a list shows at once.
pub const LISTED: usize = 6;

/// Effect of a key.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyEffect {
    /// The session gets these inputs, each so many steps after the one before.
    Inputs(Vec<(u64, SessionInput)>),
    /// The key makes no sense now, for this reason.
    Sentence(String),
    /// A choice changed, or nothing did.
    Shown,
}

/// Choices of a person in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choosing {
    /// Force of the next push.
    pub force: PushForce,
    /// Angle of the next push, in degrees to the right of who pushes.
    pub degrees: i8,
    /// Place of the next element on the platform, mm to the right of the best one.
    pub aside: i8,
    /// Edge for the platform.
    pub edge: Edge,
    /// Place of the platform along the edge, mm; `None` for its middle.
    pub along: Option<u16>,
    /// Play on a grid board.
    pub cells: CellChoice,
    /// True while the person wants to set the platform down elsewhere.
    pub moves_platform: bool,
    /// First special move of the list; `None` while no list is shown.
    pub specials: Option<usize>,
}

impl Default for Choosing {
    fn default() -> Self {
        Self {
            force: PushForce::default(),
            degrees: 0,
            aside: 0,
            edge: Edge::North,
            along: None,
            cells: CellChoice::default(),
            moves_platform: false,
            specials: None,
        }
    }
}

fn hand(hand: HandInput) -> KeyEffect {
    KeyEffect::Inputs(vec![(0, SessionInput::Hand(hand))])
}

fn sentence(words: impl Into<String>) -> KeyEffect {
    KeyEffect::Sentence(words.into())
}

/// Returns the input that a page would send as this JSON.
fn input(json: &Value) -> KeyEffect {
    match SessionInput::from_json(&json.to_string()) {
        Ok(input) => KeyEffect::Inputs(vec![(0, input)]),
        Err(mistake) => KeyEffect::Sentence(mistake.0),
    }
}

fn say(offer: &Offer) -> KeyEffect {
    input(&json!({ "say": offer.say }))
}

/// Returns numbers in words: `1, 2 or 4`.
#[must_use]
pub fn either(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} or {last}", first.join(", ")),
        None => "nothing".to_owned(),
    }
}

fn mark(post: u8) -> MarkAt {
    MarkAt { post, seat: None }
}

impl Choosing {
    /// Returns the place along the edge where the platform would be set down.
    #[must_use]
    pub fn along(&self, news: &SeatNews) -> u16 {
        self.along.unwrap_or(news.side as u16 / 2)
    }

    /// Follows a key in a stage.
    pub fn press(
        &mut self,
        key: SeatKey,
        stage: &TurnStage,
        news: &SeatNews,
        laid: Option<&LaidElement>,
    ) -> KeyEffect {
        if let Some(first) = self.specials {
            return self.choose_special(key, first, news);
        }
        match stage {
            TurnStage::Over | TurnStage::Wait => KeyEffect::Shown,
            TurnStage::Watch => match key {
                SeatKey::Resize => KeyEffect::Shown,
                _ => sentence("another player is at the table: wait until it is your turn"),
            },
            TurnStage::Touch(long) => touch(key, *long),
            TurnStage::Question => answer(key, news),
            stage => match self.at_any_time(key, stage, news) {
                Some(effect) => effect,
                None => self.in_turn(key, stage, news, laid),
            },
        }
    }

    /// Follows a key that means the same in all stages of a person's turn.
    fn at_any_time(
        &mut self,
        key: SeatKey,
        stage: &TurnStage,
        news: &SeatNews,
    ) -> Option<KeyEffect> {
        let SeatKey::Letter(letter) = key else {
            return None;
        };
        let offered = |kind: &str, why: &str| match news.offer(kind) {
            Some(offer) => say(offer),
            None => sentence(why),
        };
        let waits = news.waiting.first();
        let waits = waits.map_or(String::new(), |what| format!(": the ring waits for {what}"));
        Some(match letter {
            'e' => offered("end", &format!("the turn cannot end yet{waits}")),
            'g' if *stage != TurnStage::Repair => {
                offered("submit", "nobody can give up now: play on")
            }
            'z' => input(&json!({ "say": "Undo" })),
            'c' => hand(HandInput::Clear),
            'x' if news.specials().next().is_some() => {
                self.specials = Some(0);
                KeyEffect::Shown
            }
            'x' => sentence("you have no special move now"),
            'd' if news.cells.is_empty() => {
                self.moves_platform = !self.moves_platform;
                KeyEffect::Shown
            }
            _ => return None,
        })
    }

    fn in_turn(
        &mut self,
        key: SeatKey,
        stage: &TurnStage,
        news: &SeatNews,
        laid: Option<&LaidElement>,
    ) -> KeyEffect {
        match stage {
            TurnStage::Repair => repair(key, news),
            TurnStage::Settle => match (key, news.offer("rest")) {
                (SeatKey::Enter, Some(offer)) => say(offer),
                (SeatKey::Enter, None) => sentence("the ring still watches the pieces: wait"),
                _ => KeyEffect::Shown,
            },
            TurnStage::Unmark(posts) => post(key, posts, |post| HandInput::Unmark(mark(post))),
            TurnStage::Mark(posts) => post(key, posts, |post| HandInput::Mark(mark(post))),
            TurnStage::DockCorner(posts) => {
                let dock = |post| HandInput::Dock(DockAt::Corner { post });
                let effect = post(key, posts, dock);
                self.docked(effect)
            }
            TurnStage::DockEdge => self.dock_along(key, news),
            TurnStage::Lay => self.lay(key, news),
            TurnStage::Push => match laid {
                Some(laid) => self.push(key, news, laid),
                None => KeyEffect::Shown,
            },
            TurnStage::End => match key {
                SeatKey::Enter => sentence("press e to end your turn"),
                _ => KeyEffect::Shown,
            },
            TurnStage::Move => match self.cells.press(key, news) {
                Some(play) => hand(HandInput::Slide(play)),
                None => KeyEffect::Shown,
            },
            _ => KeyEffect::Shown,
        }
    }

    /// Notes that the platform is on its way.
    fn docked(&mut self, effect: KeyEffect) -> KeyEffect {
        if let KeyEffect::Inputs(_) = effect {
            self.moves_platform = false;
            (self.aside, self.degrees) = (0, 0);
        }
        effect
    }

    fn dock_along(&mut self, key: SeatKey, news: &SeatNews) -> KeyEffect {
        if key == SeatKey::Enter {
            let (edge, at) = (self.edge, self.along(news));
            return self.docked(hand(HandInput::Dock(DockAt::Along { edge, at })));
        }
        let edge = match key {
            SeatKey::Up => Edge::North,
            SeatKey::Right => Edge::East,
            SeatKey::Down => Edge::South,
            SeatKey::Left => Edge::West,
            _ => return KeyEffect::Shown,
        };
        // Places along an edge are counted clockwise.
        let is_forward = match (self.edge, edge) {
            (Edge::North, Edge::East)
            | (Edge::East, Edge::South)
            | (Edge::South, Edge::West)
            | (Edge::West, Edge::North) => true,
            (Edge::North, Edge::West)
            | (Edge::East, Edge::North)
            | (Edge::South, Edge::East)
            | (Edge::West, Edge::South) => false,
            _ => {
                self.edge = edge;
                return KeyEffect::Shown;
            }
        };
        let along = self.along(news);
        let longest = (news.side as u16).saturating_sub(FROM_CORNER);
        let moved = match is_forward {
            true => along + SHIFT,
            false => along.saturating_sub(SHIFT),
        };
        // Beyond its end the next edge begins.
        match (FROM_CORNER..=longest).contains(&moved) {
            true => self.along = Some(moved),
            false => (self.edge, self.along) = (edge, None),
        }
        KeyEffect::Shown
    }

    fn lay(&mut self, key: SeatKey, news: &SeatNews) -> KeyEffect {
        let Some(platform) = news.platform else {
            return KeyEffect::Shown;
        };
        let room = platform.room as i8;
        match key {
            SeatKey::Left => self.aside = (self.aside - ASIDE).max(-room),
            SeatKey::Right => self.aside = (self.aside + ASIDE).min(room),
            SeatKey::Digit(number) => {
                let held = usize::from(number).checked_sub(1);
                let Some(held) = held.and_then(|n| news.stock.get(n)) else {
                    let count = news.stock.len();
                    return sentence(match count {
                        0 => "you hold nothing to push".to_owned(),
                        _ => format!("you hold no element {number}: press 1 to {count}"),
                    });
                };
                self.degrees = 0;
                let at = (self.aside != 0).then(|| {
                    let [x, y] = push_plan::direction(platform.ahead, 90);
                    let aside = f32::from(self.aside);
                    [platform.spot[0] + x * aside, platform.spot[1] + y * aside]
                });
                let piece = held.kind.clone();
                return hand(HandInput::Lay(LayPiece { piece, at }));
            }
            SeatKey::Enter => {
                return sentence("choose an element by its number first");
            }
            _ => {}
        }
        KeyEffect::Shown
    }

    fn push(&mut self, key: SeatKey, news: &SeatNews, laid: &LaidElement) -> KeyEffect {
        match key {
            SeatKey::Left => self.degrees = (self.degrees - TURN).max(-WIDEST),
            SeatKey::Right => self.degrees = (self.degrees + TURN).min(WIDEST),
            SeatKey::Up => self.force = self.force.beside(true),
            SeatKey::Down => self.force = self.force.beside(false),
            SeatKey::Back => return hand(HandInput::Take(laid.id)),
            SeatKey::Enter => {
                if let Some(platform) = &news.platform {
                    let push = push_plan::push(laid, platform, self.degrees, self.force);
                    return KeyEffect::Inputs(push);
                }
            }
            SeatKey::Digit(_) => {
                return sentence("an element lies there: press Backspace to take it off first");
            }
            _ => {}
        }
        KeyEffect::Shown
    }

    fn choose_special(&mut self, key: SeatKey, first: usize, news: &SeatNews) -> KeyEffect {
        let count = news.specials().count();
        match key {
            SeatKey::Digit(number @ 1..) => {
                let at = first + usize::from(number) - 1;
                let offer = news.specials().nth(at);
                let Some(offer) = offer.filter(|_| usize::from(number) <= LISTED) else {
                    return sentence(format!("the list has no number {number}"));
                };
                self.specials = None;
                say(offer)
            }
            SeatKey::Letter('x') => {
                let next = first + LISTED;
                self.specials = Some(if next < count { next } else { 0 });
                KeyEffect::Shown
            }
            SeatKey::Resize => KeyEffect::Shown,
            _ => {
                self.specials = None;
                KeyEffect::Shown
            }
        }
    }
}

fn touch(key: SeatKey, long: bool) -> KeyEffect {
    match key {
        SeatKey::Enter if long => hand(HandInput::Hold("confirm".into())),
        SeatKey::Enter => hand(HandInput::Press("confirm".into())),
        SeatKey::Back => hand(HandInput::Press("undo".into())),
        SeatKey::Resize => KeyEffect::Shown,
        _ => sentence("the ring waits for its button: Enter confirms, Backspace refuses"),
    }
}

fn answer(key: SeatKey, news: &SeatNews) -> KeyEffect {
    let Some(question) = &news.question else {
        return KeyEffect::Shown;
    };
    let SeatKey::Digit(digit) = key else {
        return match key {
            SeatKey::Resize => KeyEffect::Shown,
            SeatKey::Letter('z') => input(&json!({ "say": "Undo" })),
            _ => sentence("answer the ring by a number first"),
        };
    };
    let at = if digit == 0 {
        9
    } else {
        usize::from(digit) - 1
    };
    match question.answers.get(at) {
        Some((choice, _)) => {
            let answer = json!({ "question": question.number, "choice": choice });
            input(&json!({ "answer": answer }))
        }
        None => {
            let count = question.answers.len();
            sentence(format!("there is no answer {digit}: press 1 to {count}"))
        }
    }
}

fn post(key: SeatKey, posts: &[u8], act: impl Fn(u8) -> HandInput) -> KeyEffect {
    match key {
        SeatKey::Digit(number) if posts.contains(&number) => hand(act(number)),
        SeatKey::Digit(number) => {
            let posts = either(posts);
            sentence(format!("not at post {number} now: press {posts}"))
        }
        SeatKey::Enter => match posts {
            [only] => hand(act(*only)),
            posts => sentence(format!("choose a post by its number: {}", either(posts))),
        },
        _ => KeyEffect::Shown,
    }
}

fn repair(key: SeatKey, news: &SeatNews) -> KeyEffect {
    let offer = |kind| news.offer(kind).map_or(KeyEffect::Shown, say);
    match key {
        SeatKey::Letter('t') => offer("table"),
        SeatKey::Letter('g') => offer("game"),
        SeatKey::Letter('l') => hand(HandInput::Lift),
        SeatKey::Digit(number @ 1..=4) => hand(HandInput::Mark(mark(number))),
        SeatKey::Digit(number @ 5..=8) => hand(HandInput::Unmark(mark(number - 4))),
        _ => KeyEffect::Shown,
    }
}
