//! The gestures of the light language: what light does at one place.

use super::canvas::Canvas;
use super::ink::WHITE;
use super::layout::{Layout, Zone, marks, wrapped};
use super::motion::{BLINK, Clock, Rhythm, TWICE};
use super::showing::{Answers, Play, Seating};
use crate::player::Seat;
use smart_leds_trait::RGB8;

/// Homes of players who wait.
const WAITING: u8 = 120;
/// The home of the player who acts.
const ACTING: u8 = 210;
/// Behind a moving point.
const TAIL: u8 = 90;
/// Answers that are not chosen.
const OFFERED: u8 = 120;

/// One colour, one tempo, one strength: what a gesture is made with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brush {
    pub ink: RGB8,
    pub clock: Clock,
    /// The level of its brightest moment.
    pub level: u8,
}

impl Brush {
    fn scaled(self, level: u8) -> u8 {
        // 255 of 255 stays as it is.
        ((u16::from(level) * (u16::from(self.level) + 1)) >> 8) as u8
    }
}

/// How a home looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Dim marks.
    Waits,
    /// Bright marks.
    Acts,
    /// Bright marks, and points that run in to the middle.
    Invited,
    /// As invited, and the points run out again.
    InvitedToMore,
    /// Marks that swell and fade, in so many ticks.
    Breathes(u16),
}

/// A board being painted.
#[derive(Debug)]
pub(super) struct Painter {
    pub layout: Layout,
    pub clock: Clock,
    pub canvas: Canvas,
}

impl Painter {
    pub fn new(layout: Layout, clock: Clock) -> Self {
        Self {
            layout,
            clock,
            canvas: Canvas::new(layout.leds),
        }
    }

    pub fn brush(&self, ink: RGB8) -> Brush {
        Brush {
            ink,
            clock: self.clock,
            level: 255,
        }
    }

    fn place(&mut self, place: u8, ink: RGB8, level: u8) {
        self.canvas.paint(self.layout.led(place), ink, level);
    }

    /// Paints a zone in pairs; `level` gets the distance from the middle, from 0.
    fn pairs(&mut self, zone: Zone, brush: Brush, level: impl Fn(u8) -> u8) {
        match zone {
            Zone::Cell(cell) => self.canvas.paint(cell, brush.ink, brush.scaled(level(0))),
            Zone::Around { middle, reach } => {
                let before = middle + self.layout.rim;
                for depth in 0..reach {
                    let shown = brush.scaled(level(depth));
                    self.place(before - 1 - depth, brush.ink, shown);
                    self.place(middle + depth, brush.ink, shown);
                }
            }
        }
    }

    /// Light runs in to the middle: bring something here. A cell swells and
    /// fades.
    pub fn bring(&mut self, zone: Zone, brush: Brush, period: u16) {
        let Zone::Around { reach, .. } = zone else {
            return self.swell(zone, brush, period);
        };
        let steps = brush.clock.step(period, period * 2 / 3, reach.into());
        let step = self.canvas.follow(steps);
        self.pairs(zone, brush, |depth| match step {
            Some(step) => tail(step, reach.saturating_sub(1).saturating_sub(depth).into()),
            None => 0,
        });
    }

    /// Light runs out from the middle: take something away from here. A cell
    /// blinks.
    pub fn take(&mut self, zone: Zone, brush: Brush, period: u16) {
        let Zone::Around { reach, .. } = zone else {
            return self.beat(zone, brush, BLINK);
        };
        let steps = brush.clock.step(period, period * 2 / 3, reach.into());
        let step = self.canvas.follow(steps);
        self.pairs(zone, brush, |depth| {
            step.map_or(0, |step| tail(step, depth.into()))
        });
    }

    /// All of it swells and fades.
    pub fn swell(&mut self, zone: Zone, brush: Brush, period: u16) {
        let level = self.canvas.follow(brush.clock.breath(period));
        self.pairs(zone, brush, |_| level);
    }

    /// All of it is switched on and off.
    pub fn beat(&mut self, zone: Zone, brush: Brush, rhythm: Rhythm) {
        let level = self.canvas.follow(brush.clock.beat(rhythm));
        self.pairs(zone, brush, |_| level);
    }

    /// Dark until the part of the motion is over.
    pub fn rest(&mut self, zone: Zone, brush: Brush, period: u16) {
        self.canvas.follow(brush.clock.step(period, 0, 0));
        self.pairs(zone, brush, |_| 0);
    }

    /// The outer LEDs stand still, the inner ones beat twice: push here.
    pub fn heartbeat(&mut self, zone: Zone, brush: Brush) {
        let beat = self.canvas.follow(brush.clock.beat(TWICE));
        self.pairs(zone, brush, |depth| if depth == 0 { beat } else { 120 });
    }

    /// One light swings from side to side: which?
    pub fn swing(&mut self, zone: Zone, brush: Brush) {
        const PERIOD: u16 = 96;
        match zone {
            Zone::Cell(cell) => {
                let step = brush.clock.step(PERIOD, PERIOD, 4);
                let step = self.canvas.follow(step).unwrap_or(0);
                let [left, right] = self.layout.beside(cell);
                let lit = |at: bool| if at { brush.level } else { 0 };
                self.canvas.paint(cell, brush.ink, lit(step % 2 == 1));
                for (beside, at) in [(left, 0), (right, 2)] {
                    if let Some(beside) = beside {
                        self.canvas.paint(beside, brush.ink, lit(step == at));
                    }
                }
            }
            Zone::Around { middle, reach } => {
                // At most six blocks, so that none lights up twice too soon
                // where the swing turns.
                let places = 2 * u16::from(reach);
                let blocks = places.clamp(1, 6);
                let steps = (2 * blocks - 2).max(1);
                let step = brush.clock.step(PERIOD, PERIOD, steps);
                let step = self.canvas.follow(step).unwrap_or(0);
                let at = if step < blocks { step } else { steps - step };
                let first = middle + self.layout.rim - reach;
                for n in 0..places {
                    let level = if n * blocks / places == at {
                        brush.level
                    } else {
                        0
                    };
                    self.place(first + n as u8, brush.ink, level);
                }
            }
        }
    }

    /// A row of answers in front of a player, the chosen one winking.
    pub fn answers(&mut self, seating: &Seating, seat: Seat, answers: Answers, brush: Brush) {
        let home = self.layout.home(seating.players, seat);
        let count = answers.count.clamp(1, 8);
        let stride = if 2 * count - 1 <= home.len { 2 } else { 1 };
        let width = (count - 1) * stride + 1;
        let rim = self.layout.rim;
        let mut first = home.middle() + rim - width / 2;
        let is_free = |first: u8| {
            (0..width).all(|n| {
                !self
                    .canvas
                    .is_taken(self.layout.led(wrapped(first, n, rim)))
            })
        };
        if !is_free(first) {
            // The place in question is there: answer on the opposite side.
            first = wrapped(first, rim / 2, rim);
        }
        let chosen = self.canvas.follow(brush.clock.beat(super::motion::CHOSEN));
        for n in 0..width {
            let level = match (n % stride, answers.selected) {
                (0, Some(selected)) if selected == n / stride => chosen,
                (0, _) => OFFERED,
                _ => 0,
            };
            self.place(wrapped(first, n, rim), brush.ink, level);
        }
        for place in home.places() {
            self.place(place, brush.ink, 0);
        }
    }

    /// The marks of a seat in its home.
    pub fn home(&mut self, seating: &Seating, seat: Seat, look: Look) {
        let home = self.layout.home(seating.players, seat);
        let ink = super::ink::of(seating.tints[seat]);
        let marks = marks(home.len, seat);
        let half = u16::from(home.len.div_ceil(2));
        let level = match look {
            Look::Waits => WAITING,
            Look::Breathes(period) => self.canvas.follow(self.clock.breath(period)),
            Look::Acts | Look::Invited | Look::InvitedToMore => ACTING,
        };
        // How far the running points are from the ends of the home.
        let points = match look {
            Look::Invited => self.canvas.follow(self.clock.step(80, 40, half)),
            Look::InvitedToMore => {
                let step = self.canvas.follow(self.clock.step(80, 64, 2 * half));
                step.map(|step| step.min((2 * half - 1).saturating_sub(step)))
            }
            _ => None,
        };
        for (n, place) in (0..).zip(home.places()) {
            let from_end = u16::from(n.min(home.len - 1 - n));
            if points == Some(from_end) {
                self.place(place, WHITE, 255);
            } else {
                let is_mark = n < 16 && (marks >> n) & 1 == 1;
                self.place(place, ink, if is_mark { level } else { 0 });
            }
        }
    }

    /// The marks of a home alone, without the gaps between them.
    pub fn marks(&mut self, seating: &Seating, seat: Seat, turn: Seat) {
        let home = self.layout.home(seating.players, seat);
        let (ink, level) = marked(seating, seat, turn);
        let marks = marks(home.len, seat);
        for (n, place) in (0..16).zip(home.places()) {
            if (marks >> n) & 1 == 1 {
                self.place(place, ink, level);
            }
        }
    }

    /// The mark of a home at this place of the rim, if one is there, as it
    /// stands still.
    pub fn resting(&self, seating: &Seating, turn: Seat, place: u8) -> (RGB8, u8) {
        let rim = self.layout.rim;
        for seat in seating.players.seats() {
            let home = self.layout.home(seating.players, seat);
            let along = wrapped(place, rim - wrapped(home.start, 0, rim), rim);
            if along < home.len.min(16)
                && (marks(home.len, seat) >> along) & 1 == 1
                && !seating.out.contains(seat)
            {
                return marked(seating, seat, turn);
            }
        }
        (WHITE, 0)
    }

    /// A point runs along the rim, from one place over so many others, in the
    /// first two thirds of a period; it passes over the marks of homes.
    pub fn run(&mut self, (from, over): (u8, u8), period: u16, play: &Play, brush: Brush) {
        let step = brush.clock.step(period, period * 2 / 3, over.into());
        let step = self.canvas.follow(step);
        let rim = self.layout.rim;
        for n in 0..over {
            let place = wrapped(from, n, rim);
            let level = step.map_or(0, |step| brush.scaled(tail(step, n.into())));
            let resting = self.resting(&play.seating, play.turn, place);
            // A tail darker than the mark below it would be a second flash.
            let (ink, level) = if level > resting.1 {
                (brush.ink, level)
            } else {
                resting
            };
            self.place(place, ink, level);
        }
    }
}

/// The marks of a seat, when somebody's turn it is.
fn marked(seating: &Seating, seat: Seat, turn: Seat) -> (RGB8, u8) {
    let level = if turn == seat { ACTING } else { WAITING };
    (super::ink::of(seating.tints[seat]), level)
}

/// The level at a place of a track whose point has come so far.
fn tail(point: u16, place: u16) -> u8 {
    match point.checked_sub(place) {
        Some(0) => 255,
        Some(1) => TAIL,
        _ => 0,
    }
}
