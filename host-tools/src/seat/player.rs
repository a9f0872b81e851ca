//! Person at a seat: a session, what the person knows of it, and what the keys have chosen.

use super::call;
use super::choosing::{Choosing, KeyEffect};
use super::keys::SeatKey;
use super::news::SeatNews;
use super::push_plan::{LaidElement, direction};
use super::stage::TurnStage;
use crate::demo::sheet::{RulingLog, TextSheet};
use glam::Vec2;
use host_core::narration::{Narration, narrate};
use host_core::sentences::Phrasebook;
use rules_core::games::kabuto::{Action, Change, Ruling};
use rules_core::place::Place;
use rules_core::referee::game::AnyRuling;
use rules_core::referee::{AnyAction, Command, EventKind};
use std::collections::VecDeque;
use virtual_ring::arena::dock_point;
use virtual_ring::demo::view::{BoardView, DemoView};
use virtual_ring::geometry::EdgeRelative;
use virtual_ring::play::ring_under_test::RingUnderTest;
use virtual_ring::session::input::{HandInput, SessionInput};
use virtual_ring::session::setup::Setup;
use virtual_ring::session::{Mistake, Session};

/// Numbers of one thing in the session's poses.
const POSE: usize = 12;

/// First kind of a thing that is no element.
const SUMOS: f32 = 20.0;

/// Farthest that the middle of an element on the platform is from the ring's edge, mm, and
/// from the platform's middle line.
const PLATFORM: (f32, f32) = (80.0, 30.0);

/// Steps between two looks whether everything rests: 0.1 s.
const LOOK: u64 = 50;

/// Steps before a touch of the button: the ring counts one only once it has shown for
/// half a second what it is for.
const BEFORE_TOUCH: u64 = 400;

/// Length of the line by which a person aims, mm.
const AIM: f32 = 60.0;

/// Person at a seat.
#[derive(Debug)]
pub struct SeatedPerson {
    session: Session,
    news: SeatNews,
    choosing: Choosing,
    /// Inputs to come, each with its step.
    coming: VecDeque<(u64, SessionInput)>,
    told: Vec<Narration>,
    rulings: RulingLog,
    /// Last sentence to the person.
    notice: Option<String>,
    /// True from a push of the person until the ring has seen everything at rest.
    cleans: bool,
    /// True while the ring has seen something move since that push.
    is_restless: bool,
    /// True from a special move of the person until the ring has ruled it.
    declared: bool,
    /// True from a declaration of the person until the next key: the hand that made it
    /// also presses the ring's button.
    confirms: bool,
}

impl SeatedPerson {
    /// Sets up a table and begins the match.
    ///
    /// # Errors
    /// [`Mistake`] if the game cannot be set up like this.
    pub fn new(setup: &Setup, seed: u32) -> Result<Self, Mistake> {
        let mut session = Session::new(setup, seed)?;
        session.keep_events();
        let mut seat = Self {
            session,
            news: SeatNews::default(),
            choosing: Choosing::default(),
            coming: VecDeque::new(),
            told: Vec::new(),
            rulings: RulingLog::default(),
            notice: None,
            cleans: false,
            is_restless: false,
            declared: false,
            confirms: false,
        };
        seat.hear();
        Ok(seat)
    }

    /// Returns the session.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns what the person knows.
    #[must_use]
    pub const fn news(&self) -> &SeatNews {
        &self.news
    }

    /// Returns the narration of the match so far.
    #[must_use]
    pub fn told(&self) -> &[Narration] {
        &self.told
    }

    /// Returns the last sentence to the person; `None` if there is none.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Says a sentence to the person.
    pub fn notify(&mut self, sentence: impl Into<String>) {
        self.notice = Some(sentence.into());
    }

    /// Returns what the person can do now.
    #[must_use]
    pub fn stage(&mut self) -> TurnStage {
        let laid = self.laid().is_some();
        TurnStage::of(&self.news, laid, self.choosing.moves_platform)
    }

    /// True while a push is under way, or the ring waits for rest after one.
    #[must_use]
    pub fn is_restless(&self) -> bool {
        !self.coming.is_empty() || self.session.ring().waiting().unrest.is_some()
    }

    /// Follows a key.
    pub fn press(&mut self, key: SeatKey) {
        if key != SeatKey::Resize {
            self.notice = None;
        }
        if !self.coming.is_empty() {
            if key != SeatKey::Resize {
                self.notify("your hand is still at it: wait");
            }
            return;
        }
        let stage = self.stage();
        let laid = self.laid();
        let effect = self.choosing.press(key, &stage, &self.news, laid.as_ref());
        match effect {
            KeyEffect::Sentence(sentence) => self.notify(sentence),
            KeyEffect::Shown => {}
            KeyEffect::Inputs(inputs) => {
                if stage == TurnStage::Push && inputs.len() > 1 {
                    (self.cleans, self.is_restless) = (true, false);
                }
                let mut step = self.session.steps();
                self.confirms = false;
                for (pause, input) in inputs {
                    self.declared |= is_special(&input);
                    self.confirms |= is_declaration(&input);
                    step += pause;
                    self.coming.push_back((step, input));
                }
                self.give_due();
                self.hear();
            }
        }
    }

    /// Advances the match by steps of 2 ms.
    pub fn step(&mut self, count: u32) {
        for _ in 0..count {
            self.give_due();
            self.session.step(1);
            if self.session.steps().is_multiple_of(LOOK) {
                self.clean();
            }
        }
        self.hear();
    }

    /// Gives the session the inputs that are due.
    fn give_due(&mut self) {
        let now = self.session.steps();
        while let Some((_, input)) = self.coming.pop_front_if(|next| next.0 <= now) {
            if let Err(mistake) = self.session.input(input) {
                self.coming.clear();
                self.notify(mistake.0);
            }
        }
    }

    /// Takes what fell out of the gutter once the push of the person is over.
    fn clean(&mut self) {
        if !self.cleans {
            return;
        }
        let waiting = self.session.ring().waiting();
        let is_restless = waiting.unrest.is_some();
        self.is_restless |= is_restless;
        if self.is_restless && !is_restless && waiting.question.is_none() {
            self.cleans = false;
            // Whose turn it is now does not matter: nobody refuses.
            let _ = self.session.hand(HandInput::Clear);
        }
    }

    /// Hears what the ring has said.
    fn hear(&mut self) {
        self.news.hear(&self.session.news());
        if let Some(long) = self.news.touch
            && std::mem::take(&mut self.confirms)
        {
            let button = "confirm".to_owned();
            let touch = match long {
                true => HandInput::Hold(button),
                false => HandInput::Press(button),
            };
            let step = self.session.steps() + BEFORE_TOUCH;
            self.coming.push_back((step, SessionInput::Hand(touch)));
        }
        if let Some(refused) = self.news.refused.take() {
            self.declared = false;
            self.notify(refused);
        }
        let names = self.session.names();
        let book = Phrasebook::english(&names);
        for event in self.session.events() {
            self.told.extend(narrate(&book, &event));
            self.rulings.on_event(&book, &event);
            if let EventKind::Ruled(AnyRuling::Kabuto(Ruling {
                change: Change::MoveUsed(..),
                ..
            })) = event.event.kind
                && std::mem::take(&mut self.declared)
                && let Err(mistake) = self.session.hand(HandInput::Perform)
            {
                self.notice = Some(mistake.0);
            }
        }
    }

    /// Returns the element on the platform; `None` if none lies there.
    #[must_use]
    pub fn laid(&mut self) -> Option<LaidElement> {
        let platform = self.news.platform?;
        let (edge, ahead) = (Vec2::from(platform.at), Vec2::from(platform.ahead));
        let things = self.session.poses().chunks_exact(POSE);
        let mut elements = things.filter_map(|pose| {
            let &[id, kind, radius, _, _, x, y, z, ..] = pose else {
                return None;
            };
            let off = Vec2::new(x, y) - edge;
            let (out, aside) = (-off.dot(ahead), off.perp_dot(ahead).abs());
            let lies = z > 0.0 && out > 0.0 && out < PLATFORM.0 && aside < PLATFORM.1;
            (kind < SUMOS && lies).then_some(LaidElement {
                id: id as u16,
                at: [x, y],
                radius,
            })
        });
        elements.next()
    }

    /// Returns what is said to the person.
    #[must_use]
    pub fn call(&mut self) -> TextSheet {
        let stage = self.stage();
        let can_move =
            TurnStage::of(&self.news, false, true) != TurnStage::of(&self.news, false, false);
        let notice = self.notice.as_deref();
        call::sheet(&self.choosing, &stage, &self.news, notice, can_move)
    }

    /// Returns the sheet with the grounds of the last rulings.
    #[must_use]
    pub fn why(&self, view: &DemoView) -> TextSheet {
        self.rulings.why(&view.grounds)
    }

    /// Returns the table and the match as a picture, with what the person aims at.
    pub fn view(&mut self) -> DemoView {
        let stage = self.stage();
        let mut view = self.session.view();
        let is_busy = !self.coming.is_empty();
        match &mut view.board {
            BoardView::Grid(grid) if stage == TurnStage::Move => {
                grid.marks = self.choosing.cells.marks(&self.news);
            }
            BoardView::Ring(ring) if !is_busy => ring.aim = self.aim(&stage),
            _ => {}
        }
        view
    }

    /// Returns the line by which the person aims.
    fn aim(&mut self, stage: &TurnStage) -> Option<(Vec2, Vec2)> {
        match stage {
            TurnStage::Push => {
                let (laid, platform) = (self.laid()?, self.news.platform?);
                let ahead = Vec2::from(direction(platform.ahead, self.choosing.degrees));
                let from = Vec2::from(laid.at) + ahead * laid.radius;
                Some((from, from + ahead * AIM))
            }
            TurnStage::Lay => {
                let platform = self.news.platform?;
                let right = Vec2::from(direction(platform.ahead, 90));
                let ahead = Vec2::from(platform.ahead);
                let aside = right * f32::from(self.choosing.aside);
                let from = Vec2::from(platform.spot) + aside;
                Some((from, from + ahead * AIM))
            }
            TurnStage::DockEdge => {
                let (edge, along) = (self.choosing.edge, self.choosing.along(&self.news));
                let at_mm = along;
                let dock = dock_point(Place::Along { edge, at_mm });
                let side = self.news.side;
                let at = |out: f32| {
                    let there = EdgeRelative { out, ..dock };
                    there.at_height(side, 0.0).truncate()
                };
                Some((at(0.0), at(AIM / 2.0)))
            }
            _ => None,
        }
    }
}

/// True if an input declares an action that the person would not take back: not giving up.
const fn is_declaration(input: &SessionInput) -> bool {
    match input {
        SessionInput::Say(Command::Declare(AnyAction::Kabuto(action), _)) => {
            !matches!(action, Action::Submit)
        }
        SessionInput::Say(Command::Declare(..)) => true,
        _ => false,
    }
}

/// True if an input declares a special move.
const fn is_special(input: &SessionInput) -> bool {
    matches!(
        input,
        SessionInput::Say(Command::Declare(AnyAction::Kabuto(Action::Use(_)), _))
    )
}
