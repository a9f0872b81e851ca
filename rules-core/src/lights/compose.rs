//! Composition of a whole light state from gestures, the animations of single places. The
//! most important gesture is painted first, because the first paint of an LED stays: see
//! [`super::canvas`].

use super::animation::{AnimationClock, BLIP, LONG, TWICE};
use super::colour::{self, CYAN, ORANGE, WHITE};
use super::layout::{LedLayout, Zone, wrapped};
use super::painter::{Brush, HomeStyle, Painter};
use super::spot::Spot;
use super::state::{
    AnswerList, CalibrationScene, Focus, HostStatus, LightState, PlayScene, Prompt, PromptAction,
    PromptStrength, RepairHint, Scene, Seating,
};
use crate::board::cells::CellMask;
use crate::player::{Seat, Seats};

/// Period of a gesture at a place, in ticks of 20 ms: 1.2 s.
const GESTURE: u16 = 60;
/// Period of swelling and fading, in ticks of 20 ms: 1.6 s.
const BREATH: u16 = 80;
/// Period of one run around the rim, in ticks of 20 ms: 2.4 s.
const ROUND: u16 = 120;
/// Lightness of LEDs that inform but request nothing, from 0 to 255.
const FAINT: u8 = 70;
/// Answers to the request of a host: to agree, which Confirm does, and to refuse.
const REQUEST: AnswerList = AnswerList {
    count: 2,
    selected: Some(0),
};

/// Paints a light state at the time of `clock`.
pub(super) fn paint(layout: LedLayout, state: &LightState, clock: AnimationClock) -> Painter {
    let mut painter = Painter::new(layout, clock);
    if layout.rim < 4 {
        // Too short to be a strip around a board.
        return painter;
    }
    match &state.scene {
        Scene::Boot => {
            painter.around(false);
            painter.host(state.host);
        }
        Scene::Faulty => painter.all(ORANGE, 110),
        Scene::Idle => {
            painter.faults(&state.faults, None);
            painter.host(state.host);
            painter.idle();
        }
        Scene::Resuming(seating) => {
            painter.homes(seating, |_| HomeStyle::Breathes(ROUND));
            painter.around(true);
        }
        Scene::Calibrating(step) => {
            painter.calibration(*step);
            painter.faults(&state.faults, None);
            painter.host(state.host);
        }
        Scene::Playing(play) => painter.play(play, state),
        Scene::Over { seating, winners } if winners.is_empty() => {
            painter.homes(seating, |_| HomeStyle::Breathes(2 * ROUND));
            painter.host(state.host);
        }
        Scene::Over { seating, winners } => painter.won(seating, *winners),
    }
    painter
}

impl Painter {
    fn all(&mut self, ink: smart_leds::RGB8, level: u8) {
        for led in 0..self.layout.leds {
            self.canvas.paint(led, ink, level);
        }
    }

    /// Paints a point that runs around the rim, clockwise unless `backwards` is true.
    fn around(&mut self, backwards: bool) {
        let rim = self.layout.rim;
        let step = self.clock.step(ROUND, ROUND, rim.into());
        let step = self.canvas.follow(step).unwrap_or(0) as u8;
        for behind in 0..rim {
            let place = if backwards {
                wrapped(rim - 1 - step, behind, rim)
            } else {
                wrapped(step, rim - behind, rim)
            };
            let level = match behind {
                0 => 255,
                1 => 150,
                2 => FAINT,
                _ => 0,
            };
            self.canvas.paint(self.layout.led(place), WHITE, level);
        }
    }

    /// Paints a point that swells and fades in the middle of each side.
    fn idle(&mut self) {
        let level = self.canvas.follow(self.clock.breath(2 * BREATH));
        let side = self.layout.rim / 4;
        for n in 0..4 {
            let led = self.layout.led(n * side + side / 2);
            self.canvas.paint(led, WHITE, level / 4 * 3);
        }
    }

    /// Paints the finished steps of a calibration as a bar, clockwise from the
    /// north-west, and the place of the next step.
    fn calibration(&mut self, step: CalibrationScene) {
        if let Some(at) = step.at {
            self.run_inward(self.layout.zone(at), self.brush(WHITE), GESTURE);
        }
        let (rim, steps) = (u16::from(self.layout.rim), u16::from(step.steps.max(1)));
        let done = u16::from(step.done).min(steps) * rim / steps;
        for place in 0..done {
            let led = self.layout.led(place as u8);
            self.canvas.paint(led, CYAN, 130);
        }
    }

    /// Paints the homes of all players who are not out, in the style that `look` returns.
    fn homes(&mut self, seating: &Seating, look: impl Fn(Seat) -> HomeStyle) {
        for seat in seating.players.seats() {
            if !seating.out.contains(seat) {
                self.home(seating, seat, look(seat));
            }
        }
    }

    /// Paints light that repeatedly spreads from the winners' homes over the whole rim.
    fn won(&mut self, seating: &Seating, winners: Seats) {
        let rim = self.layout.rim;
        let mut homes = heapless::Vec::<(Seat, u8, u8), 4>::new();
        for seat in winners.iter() {
            let home = self.layout.home(seating.players, seat);
            // At most four seats, so this fits.
            let _ = homes.push((seat, wrapped(home.middle(), 0, rim), home.len / 2));
        }
        let nearest = |place: u8| {
            let homes = homes.iter().map(|&(seat, middle, reach)| {
                let apart = place.abs_diff(middle);
                (apart.min(rim - apart), seat, reach)
            });
            homes.min()
        };
        let far = (0..rim)
            .filter_map(nearest)
            .map(|home| u16::from(home.0))
            .max();
        let far = far.unwrap_or_default();
        // Spreads for 1.2 s, full for 0.8 s, dark for 0.4 s.
        let spread = self.clock.step(ROUND, ROUND * 5 / 6, far * 5 / 3);
        let spread = self.canvas.follow(spread);
        for place in 0..rim {
            let Some((apart, seat, reach)) = nearest(place) else {
                continue;
            };
            let level = match spread {
                _ if apart < reach => 255,
                Some(spread) if u16::from(apart) <= spread => 150,
                _ => 0,
            };
            let ink = colour::rgb(seating.tints[seat]);
            self.canvas.paint(self.layout.led(place), ink, level);
        }
    }

    /// Paints a running match: the focus first, then faults, homes, last move and host.
    fn play(&mut self, play: &PlayScene, state: &LightState) {
        let seating = &play.seating;
        let turn = play.turn;
        let own = self.brush(colour::rgb(seating.tints[turn]));
        let mut acting = HomeStyle::Acts;
        let mut owner = None;
        let mut wishes: &[Prompt] = &[];
        match &play.focus {
            Focus::Settling => return self.still(play, state),
            Focus::Wishes(all) => {
                wishes = all;
                acting = HomeStyle::Invited;
                for cell in play.cells.lift.iter() {
                    self.run_outward(self.layout.zone(Spot::Cell(cell)), own, GESTURE);
                }
                for cell in play.cells.put.iter() {
                    self.run_inward(self.layout.zone(Spot::Cell(cell)), own, BREATH);
                }
                for wish in all {
                    self.wish(wish, own);
                    if wish.what == PromptAction::Special {
                        acting = HomeStyle::InvitedToMore;
                    }
                }
            }
            Focus::Menu { at, whose, answers } => {
                owner = *whose;
                if let Some(at) = at {
                    self.swing(self.layout.zone(*at), own);
                }
                self.answers(seating, turn, *answers, own);
            }
            Focus::Everyone(answers) => {
                for seat in seating.players.seats() {
                    self.answers(seating, seat, *answers, self.brush(WHITE));
                }
            }
            Focus::Request => {
                for seat in seating.players.seats() {
                    self.answers(seating, seat, REQUEST, self.brush(CYAN));
                }
            }
            Focus::Question { at, answers } => {
                let at = at.map(|at| self.layout.zone(at));
                if let Some(zone) = at {
                    self.swing(zone, self.brush(WHITE));
                }
                self.answers(seating, turn, *answers, self.brush(WHITE));
                acting = HomeStyle::Waits;
            }
            Focus::Wrong { at, fix, whose } => {
                let zone = match at {
                    Some(at) => self.layout.zone(*at),
                    None => self.zone_of_home(seating, turn),
                };
                let piece = whose.map_or(WHITE, |seat| colour::rgb(seating.tints[seat]));
                self.wrong(zone, *fix, self.brush(piece));
                owner = *whose;
            }
        }
        self.faults(&state.faults, Some((seating, turn)));
        if wishes.iter().any(|wish| wish.what == PromptAction::EndTurn) {
            self.hand_on(play);
        }
        self.homes(seating, |seat| match seat {
            seat if owner == Some(seat) => HomeStyle::Breathes(GESTURE),
            seat if seat == turn => acting,
            _ => HomeStyle::Waits,
        });
        self.last(play.cells.last);
        for wish in wishes {
            if wish.what == PromptAction::DockAnywhere {
                self.march(weighed(own, wish.need));
            }
        }
        self.host(state.host);
    }

    /// Paints the gesture of a prompt at its place; prompts without a place paint
    /// nothing.
    fn wish(&mut self, wish: &Prompt, own: Brush) {
        let own = weighed(own, wish.need);
        let at = |painter: &Self, post| painter.layout.zone(Spot::Post(post));
        match wish.what {
            PromptAction::Dock(post) => self.run_inward(at(self, post), own, GESTURE),
            PromptAction::PlaceMarker(post) => self.swell(at(self, post), own, BREATH),
            PromptAction::TakeMarker(post) => self.run_outward(at(self, post), own, GESTURE),
            PromptAction::Push(spot) => self.heartbeat(self.layout.zone(spot), own),
            PromptAction::DockAnywhere | PromptAction::Special | PromptAction::EndTurn => {}
        }
    }

    /// Paints every fourth LED of the rim, one place further clockwise each step.
    fn march(&mut self, brush: Brush) {
        let step = self.canvas.follow(brush.clock.step(40, 40, 4)).unwrap_or(0);
        for place in 0..self.layout.rim {
            let is_lit = (u16::from(place) + 4 - step).is_multiple_of(4);
            let level = if is_lit { brush.level } else { 0 };
            self.canvas.paint(self.layout.led(place), brush.ink, level);
        }
    }

    /// Paints a point that runs from the end of the acting player's home to the middle of
    /// the next player's; once around if all others are out.
    fn hand_on(&mut self, play: &PlayScene) {
        let PlayScene { seating, turn, .. } = play;
        let rim = self.layout.rim;
        let home = self.layout.home(seating.players, *turn);
        let next = self.layout.home(seating.players, seating.after(*turn));
        let from = wrapped(home.start, home.len, rim);
        let to = wrapped(next.middle(), 0, rim);
        let over = if to > from {
            to - from
        } else {
            to + rim - from
        };
        self.run((from, over), ROUND, play, self.brush(WHITE));
    }

    /// Paints two orange flashes at a place, then the gesture of the repair.
    fn wrong(&mut self, zone: Zone, fix: RepairHint, piece: Brush) {
        let (part, clock) = self.clock.part(2, GESTURE);
        let piece = Brush { clock, ..piece };
        let orange = Brush {
            ink: ORANGE,
            ..piece
        };
        match (part, fix, zone) {
            (0, _, _) => self.beat(zone, orange, TWICE),
            (_, RepairHint::Look, _) => self.rest(zone, orange, GESTURE),
            (_, RepairHint::Take, Zone::Cell(_)) => self.beat(zone, piece, LONG),
            (_, RepairHint::Take, Zone::Around { .. }) => self.run_outward(zone, piece, GESTURE),
            (_, RepairHint::Put, _) => self.run_inward(zone, piece, GESTURE),
        }
    }

    fn zone_of_home(&self, seating: &Seating, seat: Seat) -> Zone {
        let home = self.layout.home(seating.players, seat);
        Zone::Around {
            middle: home.middle(),
            reach: home.len / 2,
        }
    }

    /// Paints the match without any motion. While pieces may fall, the strip receives no
    /// data and its current does not change, so that it cannot disturb the curtain.
    fn still(&mut self, play: &PlayScene, state: &LightState) {
        for &spot in &state.faults {
            self.fault_leds(spot, |painter, led, _| {
                painter.canvas.paint(led, ORANGE, FAINT)
            });
        }
        for seat in play.seating.players.seats() {
            if !play.seating.out.contains(seat) {
                self.marks(&play.seating, seat, play.turn);
            }
        }
        self.last(play.cells.last);
        if state.host != HostStatus::Absent {
            self.canvas.paint(self.layout.host(), CYAN, FAINT);
        }
        for place in (0..self.layout.rim).step_by(2) {
            self.canvas.paint(self.layout.led(place), WHITE, FAINT);
        }
    }

    /// Paints the cells of the last move.
    fn last(&mut self, cells: CellMask) {
        for cell in cells.iter() {
            if let Zone::Cell(led) = self.layout.zone(Spot::Cell(cell)) {
                self.canvas.paint(led, WHITE, FAINT);
            }
        }
    }

    /// Paints a short blip at each faulty sensor. Between two blips an LED shows the mark
    /// of the home it lies in.
    fn faults(&mut self, spots: &[Spot], homes: Option<(&Seating, Seat)>) {
        for &spot in spots {
            let level = self.canvas.follow(self.clock.beat(BLIP));
            self.fault_leds(spot, |painter, led, place| {
                let resting = match (homes, place) {
                    (Some((seating, turn)), Some(place)) => painter.resting(seating, turn, place),
                    _ => (WHITE, 0),
                };
                let (ink, level) = if level > 0 { (ORANGE, level) } else { resting };
                painter.canvas.paint(led, ink, level);
            });
        }
    }

    /// Calls `paint` with each LED that shows a fault at `spot`, and its place on the rim
    /// (`None` for an inner cell). These are the two LEDs nearest to a place, both ends
    /// of an edge, or a cell.
    fn fault_leds(&mut self, spot: Spot, mut paint: impl FnMut(&mut Self, u8, Option<u8>)) {
        let rim = self.layout.rim;
        match self.layout.zone(spot) {
            Zone::Cell(cell) => {
                let place = (0..rim).find(|&place| self.layout.led(place) == cell);
                paint(self, cell, place);
            }
            Zone::Around { middle, reach } => {
                let out = match spot {
                    Spot::Edge(_) => reach.saturating_sub(1),
                    _ => 0,
                };
                for place in [middle + rim - 1 - out, middle + out] {
                    let place = wrapped(place, 0, rim);
                    paint(self, self.layout.led(place), Some(place));
                }
            }
        }
    }

    /// Paints the LED that shows the connection to a host.
    fn host(&mut self, host: HostStatus) {
        let level = match host {
            HostStatus::Absent => return,
            HostStatus::Connected => 120,
            HostStatus::Lost => self.canvas.follow(self.clock.breath(2 * ROUND)) / 2,
        };
        self.canvas.paint(self.layout.host(), CYAN, level);
    }
}

/// Returns `brush` adapted to the strength of a prompt: `May` is dimmer and slower than
/// `Must`.
fn weighed(brush: Brush, need: PromptStrength) -> Brush {
    match need {
        PromptStrength::Must => brush,
        PromptStrength::May => Brush {
            level: 130,
            clock: brush.clock.slower(),
            ..brush
        },
    }
}
