//! From what is to be shown to gestures at places. Paints what matters most
//! first: see [`super::canvas`].

use super::ink::{self, CYAN, ORANGE, WHITE};
use super::layout::{Layout, Zone, wrapped};
use super::motion::{BLIP, Clock, LONG, TWICE};
use super::painter::{Brush, Look, Painter};
use super::showing::{
    Calibration, Fix, Focus, Host, Need, Play, Scene, Seating, Showing, What, Wish,
};
use super::spot::{Cells, Spot};
use crate::player::{Seat, Seats};

/// Gestures at a place repeat after so many ticks: 1.2 s.
const GESTURE: u16 = 60;
/// Swelling and fading, 1.6 s.
const BREATH: u16 = 80;
/// Once around the rim, 2.4 s.
const ROUND: u16 = 120;
/// Things that are there but ask for nothing.
const FAINT: u8 = 70;

/// Paints everything there is to show.
pub(super) fn paint(layout: Layout, showing: &Showing, clock: Clock) -> Painter {
    let mut it = Painter::new(layout, clock);
    if layout.rim < 4 {
        // Not a strip around anything.
        return it;
    }
    match &showing.scene {
        Scene::Boot => {
            it.around(false);
            it.host(showing.host);
        }
        Scene::Faulty => it.all(ORANGE, 110),
        Scene::Idle => {
            it.troubles(&showing.troubles, None);
            it.host(showing.host);
            it.idle();
        }
        Scene::Resuming(seating) => {
            it.homes(seating, |_| Look::Breathes(ROUND));
            it.around(true);
        }
        Scene::Calibrating(step) => {
            it.calibration(*step);
            it.troubles(&showing.troubles, None);
            it.host(showing.host);
        }
        Scene::Playing(play) => it.play(play, showing),
        Scene::Over { seating, winners } if winners.is_empty() => {
            it.homes(seating, |_| Look::Breathes(2 * ROUND));
            it.host(showing.host);
        }
        Scene::Over { seating, winners } => it.won(seating, *winners),
    }
    it
}

impl Painter {
    fn all(&mut self, ink: smart_leds_trait::RGB8, level: u8) {
        for led in 0..self.layout.leds {
            self.canvas.paint(led, ink, level);
        }
    }

    /// A point runs around the rim, or backwards.
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

    /// A point in the middle of each side swells and fades.
    fn idle(&mut self) {
        let level = self.canvas.follow(self.clock.breath(2 * BREATH));
        let side = self.layout.rim / 4;
        for n in 0..4 {
            let led = self.layout.led(n * side + side / 2);
            self.canvas.paint(led, WHITE, level / 4 * 3);
        }
    }

    /// What is done, clockwise from the north-west, and where to go on.
    fn calibration(&mut self, step: Calibration) {
        if let Some(at) = step.at {
            self.bring(self.layout.zone(at), self.brush(WHITE), GESTURE);
        }
        let (rim, steps) = (u16::from(self.layout.rim), u16::from(step.steps.max(1)));
        let done = u16::from(step.done).min(steps) * rim / steps;
        for place in 0..done {
            let led = self.layout.led(place as u8);
            self.canvas.paint(led, CYAN, 130);
        }
    }

    fn homes(&mut self, seating: &Seating, look: impl Fn(Seat) -> Look) {
        for seat in seating.players.seats() {
            if !seating.out.contains(seat) {
                self.home(seating, seat, look(seat));
            }
        }
    }

    /// The winners' light spreads over the whole rim, again and again.
    fn won(&mut self, seating: &Seating, winners: Seats) {
        let rim = self.layout.rim;
        let mut homes = heapless::Vec::<(Seat, u8, u8), 4>::new();
        for seat in winners.iter() {
            let home = self.layout.home(seating.players, seat);
            // Four seats at most.
            let _ = homes.push((seat, wrapped(home.middle(), 0, rim), home.len / 2));
        }
        let nearest = |place: u8| {
            let homes = homes.iter().map(|&(seat, middle, reach)| {
                let apart = place.abs_diff(middle);
                (apart.min(rim - apart), seat, reach)
            });
            homes.min()
        };
        let far = (0..rim).filter_map(nearest).map(|it| u16::from(it.0)).max();
        let far = far.unwrap_or_default();
        // 1.2 s to the far side, 0.8 s full, 0.4 s dark.
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
            let ink = ink::of(seating.tints[seat]);
            self.canvas.paint(self.layout.led(place), ink, level);
        }
    }

    fn play(&mut self, play: &Play, showing: &Showing) {
        let seating = &play.seating;
        let turn = play.turn;
        let own = self.brush(ink::of(seating.tints[turn]));
        let mut acting = Look::Acts;
        let mut owner = None;
        let mut wishes: &[Wish] = &[];
        match &play.focus {
            Focus::Settling => return self.still(play, showing),
            Focus::Wishes(all) => {
                wishes = all;
                acting = Look::Invited;
                for cell in play.cells.lift.iter() {
                    self.take(self.layout.zone(Spot::Cell(cell)), own, GESTURE);
                }
                for cell in play.cells.put.iter() {
                    self.bring(self.layout.zone(Spot::Cell(cell)), own, BREATH);
                }
                for wish in all {
                    self.wish(wish, own);
                    if wish.what == What::Special {
                        acting = Look::InvitedToMore;
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
            Focus::Question { at, answers } => {
                let at = at.map(|at| self.layout.zone(at));
                if let Some(zone) = at {
                    self.swing(zone, self.brush(WHITE));
                }
                self.answers(seating, turn, *answers, self.brush(WHITE));
                acting = Look::Waits;
            }
            Focus::Wrong { at, fix, whose } => {
                let zone = match at {
                    Some(at) => self.layout.zone(*at),
                    None => self.zone_of_home(seating, turn),
                };
                let piece = whose.map_or(WHITE, |seat| ink::of(seating.tints[seat]));
                self.wrong(zone, *fix, self.brush(piece));
                owner = *whose;
            }
        }
        self.troubles(&showing.troubles, Some((seating, turn)));
        if wishes.iter().any(|wish| wish.what == What::EndTurn) {
            self.hand_on(play);
        }
        self.homes(seating, |seat| match seat {
            seat if owner == Some(seat) => Look::Breathes(GESTURE),
            seat if seat == turn => acting,
            _ => Look::Waits,
        });
        self.last(play.cells.last);
        for wish in wishes {
            if wish.what == What::DockAnywhere {
                self.march(weighed(own, wish.need));
            }
        }
        self.host(showing.host);
    }

    /// What stands at its place.
    fn wish(&mut self, wish: &Wish, own: Brush) {
        let own = weighed(own, wish.need);
        let at = |painter: &Self, post| painter.layout.zone(Spot::Post(post));
        match wish.what {
            What::Dock(post) => self.bring(at(self, post), own, GESTURE),
            What::PlaceMarker(post) => self.swell(at(self, post), own, BREATH),
            What::TakeMarker(post) => self.take(at(self, post), own, GESTURE),
            What::Push(spot) => self.heartbeat(self.layout.zone(spot), own),
            What::DockAnywhere | What::Special | What::EndTurn => {}
        }
    }

    /// Every fourth light of what is left of the rim, one place further each
    /// step.
    fn march(&mut self, brush: Brush) {
        let step = self.canvas.follow(brush.clock.step(40, 40, 4)).unwrap_or(0);
        for place in 0..self.layout.rim {
            let is_lit = (u16::from(place) + 4 - step).is_multiple_of(4);
            let level = if is_lit { brush.level } else { 0 };
            self.canvas.paint(self.layout.led(place), brush.ink, level);
        }
    }

    /// A point runs from the end of the home of who acts to the middle of the
    /// next; all around if there is nobody else.
    fn hand_on(&mut self, play: &Play) {
        let Play { seating, turn, .. } = play;
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

    /// Twice orange, then what to do about it.
    fn wrong(&mut self, zone: Zone, fix: Fix, piece: Brush) {
        let (part, clock) = self.clock.part(2, GESTURE);
        let piece = Brush { clock, ..piece };
        let orange = Brush {
            ink: ORANGE,
            ..piece
        };
        match (part, fix, zone) {
            (0, _, _) => self.beat(zone, orange, TWICE),
            (_, Fix::Look, _) => self.rest(zone, orange, GESTURE),
            (_, Fix::Take, Zone::Cell(_)) => self.beat(zone, piece, LONG),
            (_, Fix::Take, Zone::Around { .. }) => self.take(zone, piece, GESTURE),
            (_, Fix::Put, _) => self.bring(zone, piece, GESTURE),
        }
    }

    fn zone_of_home(&self, seating: &Seating, seat: Seat) -> Zone {
        let home = self.layout.home(seating.players, seat);
        Zone::Around {
            middle: home.middle(),
            reach: home.len / 2,
        }
    }

    /// Nothing moves while things move: no data on the strip, no step in its
    /// current, as long as the curtain has to see falls.
    fn still(&mut self, play: &Play, showing: &Showing) {
        for &spot in &showing.troubles {
            self.trouble_leds(spot, |it, led, _| it.canvas.paint(led, ORANGE, FAINT));
        }
        for seat in play.seating.players.seats() {
            if !play.seating.out.contains(seat) {
                self.marks(&play.seating, seat, play.turn);
            }
        }
        self.last(play.cells.last);
        if showing.host != Host::Absent {
            self.canvas.paint(self.layout.host(), CYAN, FAINT);
        }
        for place in (0..self.layout.rim).step_by(2) {
            self.canvas.paint(self.layout.led(place), WHITE, FAINT);
        }
    }

    fn last(&mut self, cells: Cells) {
        for cell in cells.iter() {
            if let Zone::Cell(led) = self.layout.zone(Spot::Cell(cell)) {
                self.canvas.paint(led, WHITE, FAINT);
            }
        }
    }

    /// A short blip now and then; between blips the marks of a home stay.
    fn troubles(&mut self, spots: &[Spot], homes: Option<(&Seating, Seat)>) {
        for &spot in spots {
            let level = self.canvas.follow(self.clock.beat(BLIP));
            self.trouble_leds(spot, |it, led, place| {
                let resting = match (homes, place) {
                    (Some((seating, turn)), Some(place)) => it.resting(seating, turn, place),
                    _ => (WHITE, 0),
                };
                let (ink, level) = if level > 0 { (ORANGE, level) } else { resting };
                it.canvas.paint(led, ink, level);
            });
        }
    }

    /// The two LEDs at a place, both ends of an edge, or a cell; with their
    /// places on the rim.
    fn trouble_leds(&mut self, spot: Spot, mut paint: impl FnMut(&mut Self, u8, Option<u8>)) {
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

    fn host(&mut self, host: Host) {
        let level = match host {
            Host::Absent => return,
            Host::Connected => 120,
            Host::Lost => self.canvas.follow(self.clock.breath(2 * ROUND)) / 2,
        };
        self.canvas.paint(self.layout.host(), CYAN, level);
    }
}

/// What may be done is dimmer, and slower, than what must be.
fn weighed(brush: Brush, need: Need) -> Brush {
    match need {
        Need::Must => brush,
        Need::May => Brush {
            level: 130,
            clock: brush.clock.slower(),
            ..brush
        },
    }
}
