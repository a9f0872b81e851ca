//! Light state of the panel: the sign of the light language that shows what the match
//! waits for.
//!
//! The lights show one thing at a time, the first of these: a host's request, the abort
//! of the match, a question, an open menu, a repair, pieces that settle, prompts. Listing the next
//! actions is expensive, so the ring computes the light state only after an input or when
//! [`Panel::poll_at`] is due, not for every frame.

use super::input::{PanelInput, SelfTest};
use super::menu::paged;
use super::{Open, Panel, game, intent, spot_lookup};
use crate::board::cells::{CellMarks, CellMask};
use crate::lights::{
    AnswerList, CalibrationScene, Focus, LightState, PlayScene, Scene, Seating, Spot,
};
use crate::player::{Players, Seat};
use crate::referee::{AnyGame, Doubt};
use crate::sensing::cell_scope::unread_cells;
use crate::time::Instant;
use heapless::Vec;

/// Answer list whose only line is yes, selected; Undo means no.
const YES: AnswerList = AnswerList {
    count: 1,
    selected: Some(0),
};

impl Panel {
    /// Returns the present state of the lights.
    #[must_use]
    pub fn light_state(&self, now: Instant, view: &PanelInput<'_>) -> LightState {
        let scene = self.scene(now, view);
        let mut faults: Vec<Spot, 8, u8> = Vec::new();
        let identified = self.identified(now);
        let all = view.referee.table().faults().iter();
        let places = all.filter_map(|&(sensor, _)| {
            spot_lookup::of_sensor(sensor, view.profile, view.dimensions)
        });
        let unread = view.referee.table().faults().iter();
        let unread = unread.fold(CellMask::EMPTY, |all, &fault| {
            unread_cells(fault, view.profile)
                .iter()
                .chain(all.iter())
                .collect()
        });
        let cells = unread.iter().map(Spot::Cell);
        for spot in identified.into_iter().chain(places).chain(cells) {
            if !faults.contains(&spot) && faults.push(spot).is_err() {
                break;
            }
        }
        LightState {
            scene,
            faults,
            host: view.host,
            setting: view.setting,
        }
    }

    fn scene(&self, now: Instant, view: &PanelInput<'_>) -> Scene {
        let open = self.open(now, view);
        let everyone = match open {
            _ if view.pending(now).is_some() => Some(Focus::Request),
            Open::Abort { .. } => Some(Focus::Everyone(YES)),
            _ => None,
        };
        if let Some(focus) = everyone {
            let (seating, turn) = match view.game() {
                Some(game) => (game::seating(game), game.turn()),
                None => (Seating::for_players(Players::Four), Seat::First),
            };
            return playing(seating, turn, focus);
        }
        if let Some(step) = view.calibrating() {
            return Scene::Calibrating(step);
        }
        match view.game() {
            Some(game) if !self.is_idle(view) => self.match_scene(open, game, view),
            _ => self.idle_scene(now, open, view),
        }
    }

    fn idle_scene(&self, now: Instant, open: Open, view: &PanelInput<'_>) -> Scene {
        if let Open::Starts { selected, .. } = open {
            let starts = Self::starts(view);
            let seating = match (starts.get(usize::from(selected)), view.last) {
                (Some(intent::QuickStart::Again), Some(last)) => {
                    let seating = game::seating(last);
                    let out = crate::player::Seats::EMPTY;
                    Seating { out, ..seating }
                }
                (Some(intent::QuickStart::Plain(players)), _) => Seating::for_players(*players),
                _ => Seating::for_players(Players::Two),
            };
            let menu = Focus::Menu {
                at: None,
                whose: None,
                answers: paged(selected, starts.len() as u8),
            };
            return playing(seating, Seat::First, menu);
        }
        match (self.identified(now), view.self_test) {
            (Some(at), _) => Scene::Calibrating(CalibrationScene {
                done: 0,
                steps: 1,
                at: Some(at),
            }),
            (None, SelfTest::Running) => Scene::Boot,
            (None, SelfTest::Failed) => Scene::Faulty,
            (None, SelfTest::Passed) => Scene::Idle,
        }
    }

    /// Returns the scene of a match that is running or over.
    fn match_scene(&self, open: Open, game: &AnyGame, view: &PanelInput<'_>) -> Scene {
        let seating = game::seating(game);
        let turn = game.turn();
        if let Some(question) = view.referee.session().question() {
            let selected = self.selected(question);
            // The first answer resumes the match.
            if question.doubt == Doubt::AfterCut && selected == 0 {
                return Scene::Resuming(seating);
            }
            let question = Focus::Question {
                at: spot_lookup::of_evidence(&question.about.kind, view.dimensions),
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
                let (at, fix, whose) = game::repair_sign(game, &repair, view);
                Focus::Wrong { at, fix, whose }
            }
            (None, Some(_)) if game::is_settling(game) => Focus::Settling,
            (None, _) => Focus::Wishes(game::prompts(game, &waiting.next, view)),
        };
        Scene::Playing(PlayScene {
            seating,
            turn,
            focus,
            cells: game::cells(game, view),
        })
    }
}

fn playing(seating: Seating, turn: Seat, focus: Focus) -> Scene {
    Scene::Playing(PlayScene {
        seating,
        turn,
        focus,
        cells: CellMarks::default(),
    })
}
