//! Painter of gestures: motions of light at one place, of which the light language is
//! made.

use super::animation::{AnimationClock, BLINK, BlinkPattern, TWICE};
use super::canvas::Canvas;
use super::colour::WHITE;
use super::layout::{LedLayout, Zone, marks, wrapped};
use super::state::{AnswerList, PlayScene, Seating};
use crate::player::Seat;
use smart_leds::RGB8;

/// Lightness of the marks in homes of waiting players, from 0 to 255.
const WAITING: u8 = 120;
/// Lightness of the marks in the home of the acting player, from 0 to 255.
const ACTING: u8 = 210;
/// Lightness of the LED behind a moving point, from 0 to 255.
const TAIL: u8 = 90;
/// Lightness of answers that are not selected, from 0 to 255.
const OFFERED: u8 = 120;

/// Colour, tempo and lightness of a gesture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brush {
    pub ink: RGB8,
    pub clock: AnimationClock,
    /// Lightness at the brightest moment, from 0 to 255.
    pub level: u8,
}

impl Brush {
    /// Returns a lightness in proportion to the level of the brush.
    fn scaled(self, level: u8) -> u8 {
        // A level of 255 leaves the value unchanged.
        ((u16::from(level) * (u16::from(self.level) + 1)) >> 8) as u8
    }
}

/// Appearance of a home, the stretch of LEDs in front of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HomeStyle {
    /// Dim marks, for a player who waits.
    Waits,
    /// Bright marks, for the player who acts.
    Acts,
    /// Bright marks, and points that run in to the middle: the player may act.
    Invited,
    /// Bright marks, and points that run in to the middle and out again: the player may
    /// also use a special move.
    InvitedToMore,
    /// Marks that swell and fade, with this period in ticks.
    Breathes(u16),
}

/// Painter of one frame: layout of the board, time, and canvas.
#[derive(Debug)]
pub(super) struct Painter {
    pub layout: LedLayout,
    pub clock: AnimationClock,
    pub canvas: Canvas,
}

impl Painter {
    pub fn new(layout: LedLayout, clock: AnimationClock) -> Self {
        Self {
            layout,
            clock,
            canvas: Canvas::new(layout.leds),
        }
    }

    /// Returns a brush of this colour, with full lightness and tempo.
    pub fn brush(&self, ink: RGB8) -> Brush {
        Brush {
            ink,
            clock: self.clock,
            level: 255,
        }
    }

    /// Paints the LED at a place of the rim.
    fn place(&mut self, place: u8, ink: RGB8, level: u8) {
        self.canvas.paint(self.layout.led(place), ink, level);
    }

    /// Paints a zone symmetrically. `level` gets the distance from the middle, from 0,
    /// and returns the lightness.
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

    /// Paints light that runs in to the middle of a zone, which means bring something
    /// here. A cell swells and fades.
    pub fn run_inward(&mut self, zone: Zone, brush: Brush, period: u16) {
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

    /// Paints light that runs out from the middle of a zone, which means take something
    /// away. A cell blinks.
    pub fn run_outward(&mut self, zone: Zone, brush: Brush, period: u16) {
        let Zone::Around { reach, .. } = zone else {
            return self.beat(zone, brush, BLINK);
        };
        let steps = brush.clock.step(period, period * 2 / 3, reach.into());
        let step = self.canvas.follow(steps);
        self.pairs(zone, brush, |depth| {
            step.map_or(0, |step| tail(step, depth.into()))
        });
    }

    /// Paints a zone that swells and fades as a whole.
    pub fn swell(&mut self, zone: Zone, brush: Brush, period: u16) {
        let level = self.canvas.follow(brush.clock.breath(period));
        self.pairs(zone, brush, |_| level);
    }

    /// Paints a zone that blinks as a whole, in this rhythm.
    pub fn beat(&mut self, zone: Zone, brush: Brush, rhythm: BlinkPattern) {
        let level = self.canvas.follow(brush.clock.beat(rhythm));
        self.pairs(zone, brush, |_| level);
    }

    /// Paints a zone dark until the period is over.
    pub fn rest(&mut self, zone: Zone, brush: Brush, period: u16) {
        self.canvas.follow(brush.clock.step(period, 0, 0));
        self.pairs(zone, brush, |_| 0);
    }

    /// Paints a zone whose outer LEDs are steady and whose inner ones flash twice, which
    /// means push here.
    pub fn heartbeat(&mut self, zone: Zone, brush: Brush) {
        let beat = self.canvas.follow(brush.clock.beat(TWICE));
        self.pairs(zone, brush, |depth| if depth == 0 { beat } else { 120 });
    }

    /// Paints one light that swings from side to side of a zone, which marks the place of
    /// a question.
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
                // At most six blocks, so that none lights up twice too soon where the
                // swing turns back.
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

    /// Paints a row of answers in a player's home; the selected one blinks.
    pub fn answers(&mut self, seating: &Seating, seat: Seat, answers: AnswerList, brush: Brush) {
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
        let chosen = self
            .canvas
            .follow(brush.clock.beat(super::animation::CHOSEN));
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

    /// Paints the home of a seat: its marks, the gaps between them, and moving points.
    pub fn home(&mut self, seating: &Seating, seat: Seat, look: HomeStyle) {
        let home = self.layout.home(seating.players, seat);
        let ink = super::colour::rgb(seating.tints[seat]);
        let marks = marks(home.len, seat);
        let half = u16::from(home.len.div_ceil(2));
        let level = match look {
            HomeStyle::Waits => WAITING,
            HomeStyle::Breathes(period) => self.canvas.follow(self.clock.breath(period)),
            HomeStyle::Acts | HomeStyle::Invited | HomeStyle::InvitedToMore => ACTING,
        };
        // Distance of the running points from the ends of the home.
        let points = match look {
            HomeStyle::Invited => self.canvas.follow(self.clock.step(80, 40, half)),
            HomeStyle::InvitedToMore => {
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

    /// Paints only the marks of a home, without the gaps between them.
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

    /// Returns the mark of a home at this place of the rim as it looks without motion;
    /// dark if there is none.
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

    /// Paints a point that runs along the rim from `from` over `over` places, in the
    /// first two thirds of a period. The point passes over the marks of homes.
    pub fn run(&mut self, (from, over): (u8, u8), period: u16, play: &PlayScene, brush: Brush) {
        let step = brush.clock.step(period, period * 2 / 3, over.into());
        let step = self.canvas.follow(step);
        let rim = self.layout.rim;
        for n in 0..over {
            let place = wrapped(from, n, rim);
            let level = step.map_or(0, |step| brush.scaled(tail(step, n.into())));
            let resting = self.resting(&play.seating, play.turn, place);
            // A tail darker than the mark below it would look like a second flash.
            let (ink, level) = if level > resting.1 {
                (brush.ink, level)
            } else {
                resting
            };
            self.place(place, ink, level);
        }
    }
}

/// Returns colour and lightness of a seat's marks while it is the turn of `turn`.
fn marked(seating: &Seating, seat: Seat, turn: Seat) -> (RGB8, u8) {
    let level = if turn == seat { ACTING } else { WAITING };
    (super::colour::rgb(seating.tints[seat]), level)
}

/// Returns the lightness at `place` of a track whose moving point is at `point`.
fn tail(point: u16, place: u16) -> u8 {
    match point.checked_sub(place) {
        Some(0) => 255,
        Some(1) => TAIL,
        _ => 0,
    }
}
