//! Test rig of the light curtain: frames from pictures, rasters of beams over time, and
//! discs that fall with the timing of the physics model.

use rules_core::board::curtain::{ChainBit, Curtain, Plane};
use rules_core::board::{BoardId, Dimensions, Micrometres, Profile};
use rules_core::place::{ByEdge, Edge};
use rules_core::rng::Rng;
use rules_core::sensing::curtain::{CurtainEvent, CurtainFall, CurtainTracker};
use rules_core::sensing::frame::{CurtainFrame, CurtainRead, WORDS, mask_of};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::Instant;

/// Dimensions of a ring whose gutter is so shallow that a large disc on its edge leans in
/// the beams.
pub const SHALLOW: Dimensions = Dimensions {
    gutter_depth: Micrometres::mm(45),
    ..Dimensions::ASSUMED
};

/// Dark and dazzled beams of one side of the curtain, one bit per beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SidePattern {
    /// Dark beams of the upper row, the lowest bit for the first beam.
    pub upper: u32,
    /// Dark beams of the lower row, the lowest bit for the first beam.
    pub lower: u32,
    /// Beams of the upper row that foreign light reaches.
    pub sun: u32,
}

/// Returns the frame that a faultless curtain delivers.
#[must_use]
pub fn frame(curtain: &Curtain, index: u32, pictures: &ByEdge<SidePattern>) -> CurtainFrame {
    let mut reads = [[0_u32; WORDS]; 5];
    for lane in Edge::ALL {
        let picture = &pictures[lane];
        for place in 0..curtain.bits {
            let Some(bit) = curtain.bit(lane, place) else {
                continue;
            };
            let (blocked, sun) = match bit {
                ChainBit::Beam(Plane::Upper, n) => (picture.upper >> n & 1, picture.sun >> n & 1),
                ChainBit::Beam(Plane::Lower, n) => (picture.lower >> n & 1, 0),
                ChainBit::Strap(high) => (u32::from(high), 0),
            };
            for (n, read) in reads.iter_mut().enumerate() {
                let own = curtain.phase(bit).map(|phase| phase.index() + 1);
                let dark = match bit {
                    ChainBit::Strap(high) => high,
                    _ if sun == 1 => false,
                    _ if own == Some(n) => blocked == 1,
                    _ => true,
                };
                if dark {
                    read[usize::from(place / 8)] |= mask_of(lane, place);
                }
            }
        }
    }
    CurtainFrame { index, reads }
}

/// Light curtain, its tracker, and all events that the tracker has reported.
#[derive(Debug)]
pub struct Rig {
    /// Wiring of the curtain.
    pub curtain: Curtain,
    /// Tracker of the curtain.
    pub watch: CurtainTracker,
    /// Number of the next frame.
    pub index: u32,
    /// Events reported so far, with their times.
    pub said: Vec<(Instant, CurtainEvent)>,
    /// Probability that a bit flips in a read, in parts per million, with the random
    /// generator; `None` without noise.
    pub noise: Option<(u32, Rng)>,
    beams: CurtainRead,
    /// Time until which a push can make pieces fall; `None` without a push.
    pub falls_expected_until: Option<Instant>,
    /// Beams that read dark whatever is in the light.
    dead: ByEdge<SidePattern>,
}

impl Rig {
    /// Creates a warmed-up rig of this board: its first frames were quiet.
    ///
    /// # Panics
    /// If the board has no curtain.
    #[must_use]
    pub fn new(name: BoardId) -> Self {
        let mut rig = Self::cold(name);
        rig.quiet(50);
        rig
    }

    /// Creates a warmed-up rig with the gutter of the reference ring, which no disc
    /// bridges from its floor to both planes.
    ///
    /// # Panics
    /// If the board has no curtain.
    #[must_use]
    pub fn deep(name: BoardId) -> Self {
        let mut rig = Self::assemble(name, &Dimensions::ASSUMED);
        rig.quiet(50);
        rig
    }

    /// Creates a rig that has not seen a frame yet.
    ///
    /// # Panics
    /// If the board has no curtain.
    #[must_use]
    pub fn cold(name: BoardId) -> Self {
        Self::assemble(name, &SHALLOW)
    }

    fn assemble(name: BoardId, dimensions: &Dimensions) -> Self {
        let profile = Profile::of(name);
        let curtain = profile.curtain.expect("a board with a curtain");
        let mut beams = [0; WORDS];
        for lane in Edge::ALL {
            for place in 0..curtain.bits {
                if !matches!(curtain.bit(lane, place), Some(ChainBit::Strap(_)) | None) {
                    beams[usize::from(place / 8)] |= mask_of(lane, place);
                }
            }
        }
        Self {
            curtain,
            watch: CurtainTracker::new(profile, dimensions).expect("a curtain"),
            index: 0,
            said: Vec::new(),
            noise: None,
            beams,
            falls_expected_until: None,
            dead: ByEdge::default(),
        }
    }

    /// Passes a frame to the tracker unchanged.
    pub fn show_raw(&mut self, frame: &CurtainFrame) {
        let said = &mut self.said;
        let expected = self.falls_expected_until;
        self.watch
            .step(frame, expected, &mut |at, sight| said.push((at, sight)));
        self.index = frame.index.saturating_add(1);
    }

    /// Passes a frame of these patterns to the tracker, with noise if there is any.
    pub fn show(&mut self, pictures: &ByEdge<SidePattern>) {
        let mut pictures = *pictures;
        for (picture, dead) in pictures.0.iter_mut().zip(self.dead.0) {
            picture.upper |= dead.upper;
            picture.lower |= dead.lower;
        }
        let mut frame = frame(&self.curtain, self.index, &pictures);
        if let Some((ppm, lots)) = &mut self.noise {
            for read in &mut frame.reads {
                for (word, beams) in read.iter_mut().zip(self.beams) {
                    *word ^= flips(*ppm, lots) & beams;
                }
            }
        }
        self.show_raw(&frame);
    }

    /// Makes a beam fail dark, and waits until the tracker reports it.
    ///
    /// # Panics
    /// If it is not reported.
    pub fn kill(&mut self, edge: Edge, plane: Plane, beam: u8) {
        match plane {
            Plane::Upper => self.dead[edge].upper |= 1 << beam,
            Plane::Lower => self.dead[edge].lower |= 1 << beam,
        }
        let fault = (Sensor::Beam(edge, plane, beam), SensorFault::StuckDark);
        let limit = self.index + 25_000;
        while !self.watch.faults().any(|raised| raised == fault) {
            assert!(self.index < limit, "{fault:?} was not reported");
            self.quiet(50);
        }
    }

    /// Makes a dead beam work again, and waits until the tracker reports it.
    ///
    /// # Panics
    /// If it is not reported.
    pub fn revive(&mut self, edge: Edge, plane: Plane, beam: u8) {
        match plane {
            Plane::Upper => self.dead[edge].upper &= !(1 << beam),
            Plane::Lower => self.dead[edge].lower &= !(1 << beam),
        }
        let fault = (Sensor::Beam(edge, plane, beam), SensorFault::StuckDark);
        let limit = self.index + 250_000;
        while self.watch.faults().any(|raised| raised == fault) {
            assert!(self.index < limit, "{fault:?} was not cleared");
            self.quiet(50);
        }
    }

    /// Shows this many frames with a clear light path.
    pub fn quiet(&mut self, frames: u32) {
        self.hold(frames, &ByEdge::default());
    }

    /// Shows the same patterns for this many frames.
    pub fn hold(&mut self, frames: u32, pictures: &ByEdge<SidePattern>) {
        for _ in 0..frames {
            self.show(pictures);
        }
    }

    /// Plays a raster on one side. Each line is the number of frames it lasts, the upper
    /// row, and the lower row or nothing: `.` is lit, `#` dark, `*` reached by foreign
    /// light.
    ///
    /// ```text
    ///   20  ....##....  ..........
    ///   10  ....##....  ....##....
    /// ```
    ///
    /// # Panics
    /// If a line does not begin with a number.
    pub fn play(&mut self, edge: Edge, raster: &str) {
        for line in raster.lines().filter(|line| !line.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let frames = words.next().and_then(|it| it.parse().ok());
            let frames = frames.expect("a line begins with its number of frames");
            let mut picture = SidePattern::default();
            let row = |word: &str, of: char| {
                let beams = word.chars().enumerate();
                let marked = beams.filter(|&(_, it)| it == of);
                marked.fold(0_u32, |bits, (n, _)| bits | 1 << n)
            };
            if let Some(upper) = words.next() {
                picture.upper = row(upper, '#');
                picture.sun = row(upper, '*');
            }
            if let Some(lower) = words.next() {
                picture.lower = row(lower, '#');
            }
            let mut pictures = ByEdge::default();
            pictures[edge] = picture;
            self.hold(frames, &pictures);
        }
    }

    /// Shows the frames of falling bodies, followed by quiet frames.
    pub fn fall(&mut self, bodies: &[Body]) {
        let start = f64::from(self.index) * 0.4;
        let end = bodies.iter().map(Body::end).fold(0.0, f64::max);
        for _ in 0..(end / 0.4) as u32 + 300 {
            let at = f64::from(self.index) * 0.4 - start;
            let mut pictures = ByEdge::<SidePattern>::default();
            for body in bodies {
                body.shade(&self.curtain, at, &mut pictures[body.edge]);
            }
            self.show(&pictures);
        }
    }

    /// Returns the falls reported so far.
    #[must_use]
    pub fn passed(&self) -> Vec<CurtainFall> {
        let passed = self.said.iter().filter_map(|(_, sight)| match sight {
            CurtainEvent::Passed(passage) => Some(*passage),
            _ => None,
        });
        passed.collect()
    }

    /// Returns the sensor faults reported so far.
    #[must_use]
    pub fn faults(&self) -> Vec<(Sensor, SensorFault)> {
        let all = self.said.iter().filter_map(|(_, sight)| match sight {
            CurtainEvent::FaultRaised(sensor, trouble) => Some((*sensor, *trouble)),
            _ => None,
        });
        all.collect()
    }

    /// Returns the reported events as words without figures.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.said.iter().map(|(_, sight)| word(sight)).collect()
    }

    /// Clears the reported events.
    pub fn forget(&mut self) {
        self.said.clear();
    }
}

fn word(sight: &CurtainEvent) -> String {
    match sight {
        CurtainEvent::Falling(id, _) => format!("falling {}", id.0),
        CurtainEvent::Passed(fall) if fall.pattern.sound => {
            format!("passed {}", fall.pattern.id.0)
        }
        CurtainEvent::Passed(fall) => format!("passed {}?", fall.pattern.id.0),
        CurtainEvent::NoFall(id, why) => format!("{why} {}", id.0),
        CurtainEvent::Hand(spot) => format!("hand {}", spot.edge),
        CurtainEvent::HandGone(edge) => format!("hand gone {edge}"),
        CurtainEvent::Leaning(spot) => format!("leaning {}", spot.edge),
        CurtainEvent::Cleared(edge) => format!("cleared {edge}"),
        CurtainEvent::Bump => "bump".to_owned(),
        CurtainEvent::FaultRaised(sensor, trouble) => format!("{sensor}: {trouble}"),
        CurtainEvent::FaultCleared(sensor, trouble) => format!("{sensor}: no longer {trouble}"),
        CurtainEvent::CoverageLost(edge) => format!("blind {edge}"),
        CurtainEvent::CoverageRestored(edge) => format!("sighted {edge}"),
    }
}

/// Draws the bits of a word that flip, each with this chance in a million.
fn flips(ppm: u32, lots: &mut Rng) -> u32 {
    // Decides first if any of the 32 bits flips, then which one: right for small
    // chances.
    if lots.below(1_000_000) >= ppm.saturating_mul(32).min(1_000_000) {
        return 0;
    }
    1 << lots.below(32)
}

/// Falling disc that crosses one plane of beams and then the other.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// Side of the board that the disc falls from.
    pub edge: Edge,
    /// Position of the disc's centre along the side, in mm.
    pub along: f64,
    /// Diameter of the disc, in mm.
    pub diameter: f64,
    /// Start and duration of the shadow in the upper plane, in ms.
    pub upper: (f64, f64),
    /// Start and duration of the shadow in the lower plane, in ms.
    pub lower: (f64, f64),
    /// True if the disc falls flat and so covers its whole width at once.
    pub flat: bool,
}

impl Body {
    /// Creates a toppling disc. The durations are those of pushes of 20, 100, 300 and
    /// 600 mm/s: upper plane, lower plane, and from the one to the other.
    #[must_use]
    pub fn toppling(edge: Edge, along: f64, diameter: u32, push: usize, at: f64) -> Self {
        let table = match diameter {
            0..25 => [
                (48., 30., 30.),
                (48., 29., 28.),
                (37., 30., 25.),
                (28., 23., 22.),
            ],
            25..35 => [
                (73., 47., 38.),
                (69., 45., 35.),
                (48., 41., 28.),
                (35., 30., 24.),
            ],
            _ => [
                (97., 64., 47.),
                (89., 63., 43.),
                (58., 51., 32.),
                (41., 37., 26.),
            ],
        };
        let (upper, lower, drop) = table[push % 4];
        Self {
            edge,
            along,
            diameter: f64::from(diameter),
            upper: (at, upper),
            lower: (at + drop, lower),
            flat: false,
        }
    }

    /// Creates a disc that falls flat.
    #[must_use]
    pub fn flat(edge: Edge, along: f64, diameter: u32, at: f64) -> Self {
        Self {
            edge,
            along,
            diameter: f64::from(diameter),
            upper: (at, 17.0),
            lower: (at + 22.0, 13.0),
            flat: true,
        }
    }

    fn end(&self) -> f64 {
        (self.lower.0 + self.lower.1).max(self.upper.0 + self.upper.1)
    }

    /// Returns half the disc's width in a plane at a time, or `None` if it is not in
    /// the plane.
    fn reach(&self, (from, lasts): (f64, f64), at: f64) -> Option<f64> {
        let share = (at - from) / lasts;
        if !(0.0..1.0).contains(&share) {
            return None;
        }
        let radius = self.diameter / 2.0;
        let off = 2.0 * share - 1.0;
        Some(match self.flat {
            true => radius,
            false => radius * (1.0 - off * off).max(0.0).sqrt(),
        })
    }

    /// Darkens the beams that the disc interrupts at a time.
    pub fn shade(&self, curtain: &Curtain, at: f64, picture: &mut SidePattern) {
        let ring = SHALLOW;
        for (plane, when) in [(Plane::Upper, self.upper), (Plane::Lower, self.lower)] {
            let Some(reach) = self.reach(when, at) else {
                continue;
            };
            for beam in 0..curtain.rows[plane] {
                let beam_at = f64::from(curtain.along(&ring, plane, beam).0) / 1000.0;
                if (beam_at - self.along).abs() < reach {
                    match plane {
                        Plane::Upper => picture.upper |= 1 << beam,
                        Plane::Lower => picture.lower |= 1 << beam,
                    }
                }
            }
        }
    }
}
