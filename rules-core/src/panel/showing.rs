//! What the lights show: from the session to the words of the light language.
//! Whatever the match waits for is to be seen.
//!
//! One thing at a time, the first of these: what everybody is asked, a question,
//! a menu that somebody has open, something wrong, things that settle, wishes.
//! To list what can come next takes time, so this is asked when something has
//! happened or [`Panel::poll_at`] is due, not for every frame.

use super::menu::paged;
use super::view::{SelfTest, View};
use super::{Open, Panel, deed, game, spots};
use crate::lights::{Answers, Calibration, CellMarks, Focus, Play, Scene, Seating, Showing, Spot};
use crate::player::{Players, Seat};
use crate::referee::{Doubt, Game};
use crate::time::Instant;
use heapless::Vec;

/// Yes is chosen; no is another button.
const YES: Answers = Answers {
    count: 1,
    selected: Some(0),
};

impl Panel {
    /// What the lights show now.
    #[must_use]
    pub fn showing(&self, now: Instant, view: &View<'_>) -> Showing {
        let scene = self.scene(now, view);
        let mut troubles: Vec<Spot, 8, u8> = Vec::new();
        let sought = self.sought(now);
        let all = view.referee.table().troubles().iter();
        let places =
            all.filter_map(|&(sensor, _)| spots::of_sensor(sensor, view.profile, view.dimensions));
        for spot in sought.into_iter().chain(places) {
            if !troubles.contains(&spot) && troubles.push(spot).is_err() {
                break;
            }
        }
        Showing {
            scene,
            troubles,
            host: view.host,
            setting: view.setting,
        }
    }

    fn scene(&self, now: Instant, view: &View<'_>) -> Scene {
        let open = self.open(now, view);
        if view.pending(now).is_some() || matches!(open, Open::Abort { .. }) {
            let (seating, turn) = match view.game() {
                Some(game) => (game::seating(game), game.turn()),
                None => (Seating::of(Players::Four), Seat::First),
            };
            return playing(seating, turn, Focus::Everyone(YES));
        }
        if let Some(step) = view.calibrating() {
            return Scene::Calibrating(step);
        }
        match view.game() {
            Some(game) if !self.is_idle(view) => self.match_scene(open, game, view),
            _ => self.idle_scene(now, open, view),
        }
    }

    fn idle_scene(&self, now: Instant, open: Open, view: &View<'_>) -> Scene {
        if let Open::Starts { selected, .. } = open {
            let starts = Self::starts(view);
            let seating = match (starts.get(usize::from(selected)), view.last) {
                (Some(deed::Start::Again), Some(last)) => {
                    let seating = game::seating(last);
                    let out = crate::player::Seats::EMPTY;
                    Seating { out, ..seating }
                }
                (Some(deed::Start::Plain(players)), _) => Seating::of(*players),
                _ => Seating::of(Players::Two),
            };
            let menu = Focus::Menu {
                at: None,
                whose: None,
                answers: paged(selected, starts.len() as u8),
            };
            return playing(seating, Seat::First, menu);
        }
        match (self.sought(now), view.self_test) {
            (Some(at), _) => Scene::Calibrating(Calibration {
                done: 0,
                steps: 1,
                at: Some(at),
            }),
            (None, SelfTest::Running) => Scene::Boot,
            (None, SelfTest::Failed) => Scene::Faulty,
            (None, SelfTest::Passed) => Scene::Idle,
        }
    }

    /// A match, running or over.
    fn match_scene(&self, open: Open, game: &Game, view: &View<'_>) -> Scene {
        let seating = game::seating(game);
        let turn = game.turn();
        if let Some(question) = view.referee.session().question() {
            let selected = self.selected(question);
            // A match is found, and its first answer is to go on.
            if question.doubt == Doubt::AfterCut && selected == 0 {
                return Scene::Resuming(seating);
            }
            let question = Focus::Question {
                at: spots::of_evidence(&question.about.seen, view.dimensions),
                answers: paged(selected, question.choices.len() as u8),
            };
            return playing(seating, turn, question);
        }
        if game.is_over() {
            let has_won = |seat: &Seat| Some(game.side_of(*seat)) == game.winner();
            let winners = game.players().seats().filter(has_won).collect();
            return Scene::Over { seating, winners };
        }
        if let Open::Menu(menu) = open {
            return playing(seating, turn, menu.focus());
        }
        let waiting = view.referee.waiting();
        let focus = match (waiting.repair, waiting.unrest) {
            (Some(repair), _) => {
                let (at, fix, whose) = game::wrong(game, &repair, view);
                Focus::Wrong { at, fix, whose }
            }
            (None, Some(_)) if game::settles(game) => Focus::Settling,
            (None, _) => Focus::Wishes(game::wishes(game, &waiting.next, view)),
        };
        Scene::Playing(Play {
            seating,
            turn,
            focus,
            cells: game::cells(game, view),
        })
    }
}

fn playing(seating: Seating, turn: Seat, focus: Focus) -> Scene {
    Scene::Playing(Play {
        seating,
        turn,
        focus,
        cells: CellMarks::default(),
    })
}
