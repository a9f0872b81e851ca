//! Light curtains for tests: frames from pictures, rasters of beams over time,
//! and discs that fall as the table of the physics says.

use rules_core::board::curtain::{Bit, Curtain, Plane};
use rules_core::board::{Dimensions, Micrometres, Name, Profile};
use rules_core::lots::Lots;
use rules_core::place::{ByEdge, Edge};
use rules_core::sensing::curtain::{CurtainWatch, Passage, Sight};
use rules_core::sensing::frame::{CurtainFrame, Read, WORDS, mask_of};
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::time::Instant;

/// A ring whose gutter is so shallow that a large disc on its edge leans in the
/// beams.
pub const SHALLOW: Dimensions = Dimensions {
    gutter_depth: Micrometres::mm(45),
    ..Dimensions::ASSUMED
};

/// What stands in the light of one side: one bit a beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Picture {
    /// Dark beams of the upper row, the first lowest.
    pub upper: u32,
    /// Dark beams of the lower row.
    pub lower: u32,
    /// Dark guards, upper and lower.
    pub guards: [bool; 2],
    /// Beams of the upper row that foreign light reaches.
    pub sun: u32,
}

/// The frame that a curtain in order delivers.
#[must_use]
pub fn frame(curtain: &Curtain, index: u32, pictures: &ByEdge<Picture>) -> CurtainFrame {
    let mut reads = [[0_u32; WORDS]; 5];
    for lane in Edge::ALL {
        let picture = &pictures[lane];
        for place in 0..curtain.bits {
            let Some(bit) = curtain.bit(lane, place) else {
                continue;
            };
            let (blocked, sun) = match bit {
                Bit::Beam(Plane::Upper, n) => (picture.upper >> n & 1, picture.sun >> n & 1),
                Bit::Beam(Plane::Lower, n) => (picture.lower >> n & 1, 0),
                Bit::Guard(plane) => (u32::from(picture.guards[plane.index()]), 0),
                Bit::Strap(high) => (u32::from(high), 0),
            };
            for (n, read) in reads.iter_mut().enumerate() {
                let own = curtain.phase(bit).map(|phase| phase.index() + 1);
                let dark = match bit {
                    Bit::Strap(high) => high,
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

/// A curtain, a watch over it, and all it has said.
#[derive(Debug)]
pub struct Rig {
    /// How the curtain is wired.
    pub curtain: Curtain,
    /// The watch.
    pub watch: CurtainWatch,
    /// The next frame's number.
    pub index: u32,
    /// All that was said.
    pub said: Vec<(Instant, Sight)>,
    /// Bits that flip in each read by chance, in a million; and the dice.
    pub noise: Option<(u32, Lots)>,
    beams: Read,
}

impl Rig {
    /// A rig of this board, warm: its first frames were quiet.
    ///
    /// # Panics
    /// If the board has no curtain.
    #[must_use]
    pub fn new(name: Name) -> Self {
        let mut rig = Self::cold(name);
        rig.quiet(50);
        rig
    }

    /// A rig that has not seen a frame yet.
    ///
    /// # Panics
    /// If the board has no curtain.
    #[must_use]
    pub fn cold(name: Name) -> Self {
        let profile = Profile::of(name);
        let curtain = profile.curtain.expect("a board with a curtain");
        let mut beams = [0; WORDS];
        for lane in Edge::ALL {
            for place in 0..curtain.bits {
                if !matches!(curtain.bit(lane, place), Some(Bit::Strap(_)) | None) {
                    beams[usize::from(place / 8)] |= mask_of(lane, place);
                }
            }
        }
        Self {
            curtain,
            watch: CurtainWatch::new(profile, &SHALLOW).expect("a curtain"),
            index: 0,
            said: Vec::new(),
            noise: None,
            beams,
        }
    }

    /// Shows a frame as it is.
    pub fn show_raw(&mut self, frame: &CurtainFrame) {
        let said = &mut self.said;
        self.watch
            .step(frame, &mut |at, sight| said.push((at, sight)));
        self.index = frame.index.saturating_add(1);
    }

    /// Shows what stands in the light, with noise if there is any.
    pub fn show(&mut self, pictures: &ByEdge<Picture>) {
        let mut frame = frame(&self.curtain, self.index, pictures);
        if let Some((ppm, lots)) = &mut self.noise {
            for read in &mut frame.reads {
                for (word, beams) in read.iter_mut().zip(self.beams) {
                    *word ^= flips(*ppm, lots) & beams;
                }
            }
        }
        self.show_raw(&frame);
    }

    /// So many frames with nothing in the light.
    pub fn quiet(&mut self, frames: u32) {
        self.hold(frames, &ByEdge::default());
    }

    /// The same for so many frames.
    pub fn hold(&mut self, frames: u32, pictures: &ByEdge<Picture>) {
        for _ in 0..frames {
            self.show(pictures);
        }
    }

    /// Plays a raster on one side. Each line is how many frames it lasts, the
    /// upper row, and the lower row or nothing: `.` is lit, `#` dark, `*`
    /// reached by foreign light; a `|` behind a row is its guard, dark.
    ///
    /// ```text
    ///   20  ....##....  ..........
    ///   10  ....##...|  ....##...|
    /// ```
    ///
    /// # Panics
    /// If a line does not begin with a number.
    pub fn play(&mut self, edge: Edge, raster: &str) {
        for line in raster.lines().filter(|line| !line.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let frames = words.next().and_then(|it| it.parse().ok());
            let frames = frames.expect("a line begins with its number of frames");
            let mut picture = Picture::default();
            let row = |word: &str, of: char| {
                let beams = word.chars().filter(|&it| it != '|').enumerate();
                let marked = beams.filter(|&(_, it)| it == of);
                marked.fold(0_u32, |bits, (n, _)| bits | 1 << n)
            };
            if let Some(upper) = words.next() {
                picture.upper = row(upper, '#');
                picture.sun = row(upper, '*');
                picture.guards[0] = upper.contains('|');
            }
            if let Some(lower) = words.next() {
                picture.lower = row(lower, '#');
                picture.guards[1] = lower.contains('|');
            }
            let mut pictures = ByEdge::default();
            pictures[edge] = picture;
            self.hold(frames, &pictures);
        }
    }

    /// Lets bodies fall, and quiet after them.
    pub fn fall(&mut self, bodies: &[Body]) {
        let start = f64::from(self.index) * 0.4;
        let end = bodies.iter().map(Body::end).fold(0.0, f64::max);
        for _ in 0..(end / 0.4) as u32 + 300 {
            let at = f64::from(self.index) * 0.4 - start;
            let mut pictures = ByEdge::<Picture>::default();
            for body in bodies {
                body.shade(&self.curtain, at, &mut pictures[body.edge]);
            }
            self.show(&pictures);
        }
    }

    /// The falls that were said.
    #[must_use]
    pub fn passed(&self) -> Vec<Passage> {
        let passed = self.said.iter().filter_map(|(_, sight)| match sight {
            Sight::Passed(passage) => Some(*passage),
            _ => None,
        });
        passed.collect()
    }

    /// The troubles that were said.
    #[must_use]
    pub fn troubles(&self) -> Vec<(Sensor, Trouble)> {
        let all = self.said.iter().filter_map(|(_, sight)| match sight {
            Sight::Trouble(sensor, trouble) => Some((*sensor, *trouble)),
            _ => None,
        });
        all.collect()
    }

    /// What was said, as words without figures.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.said.iter().map(|(_, sight)| word(sight)).collect()
    }

    /// Forgets what was said.
    pub fn forget(&mut self) {
        self.said.clear();
    }
}

fn word(sight: &Sight) -> String {
    match sight {
        Sight::Falling(id, _) => format!("falling {}", id.0),
        Sight::Passed(it) if it.sound => format!("passed {}", it.id.0),
        Sight::Passed(it) => format!("passed {}?", it.id.0),
        Sight::NoFall(id, why) => format!("{why} {}", id.0),
        Sight::Hand(spot) => format!("hand {}", spot.edge),
        Sight::HandGone(edge) => format!("hand gone {edge}"),
        Sight::Leaning(spot) => format!("leaning {}", spot.edge),
        Sight::Cleared(edge) => format!("cleared {edge}"),
        Sight::Bump => "bump".to_owned(),
        Sight::Trouble(sensor, trouble) => format!("{sensor}: {trouble}"),
        Sight::Mended(sensor, trouble) => format!("{sensor}: no longer {trouble}"),
        Sight::Blind(edge) => format!("blind {edge}"),
        Sight::Sighted(edge) => format!("sighted {edge}"),
    }
}

/// Bits of a word that flip, each with this chance in a million.
fn flips(ppm: u32, lots: &mut Lots) -> u32 {
    // The chance that any of 32 flips, then which: right for small chances.
    if lots.below(1_000_000) >= ppm.saturating_mul(32).min(1_000_000) {
        return 0;
    }
    1 << lots.below(32)
}

/// A falling body: a disc that goes through one plane and then the other.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// The side.
    pub edge: Edge,
    /// Its middle along the side, in mm.
    pub along: f64,
    /// Across, in mm.
    pub diameter: f64,
    /// When it breaks the upper plane, and for how long, in ms.
    pub upper: (f64, f64),
    /// The same for the lower plane.
    pub lower: (f64, f64),
    /// It lies flat: all of its width at once.
    pub flat: bool,
}

impl Body {
    /// Durations of a toppling disc for pushes of 20, 100, 300 and 600 mm/s:
    /// upper, lower, and from the one to the other.
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

    /// A disc that falls flat.
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

    /// Half its width in a plane at a time.
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

    /// Darkens the beams that it stands in.
    pub fn shade(&self, curtain: &Curtain, at: f64, picture: &mut Picture) {
        let ring = SHALLOW;
        for (plane, when) in [(Plane::Upper, self.upper), (Plane::Lower, self.lower)] {
            let Some(reach) = self.reach(when, at) else {
                continue;
            };
            picture.guards[plane.index()] |= reach > 0.0 && self.diameter > 25.0;
            for beam in 0..curtain.rows[plane] {
                let beam_at = f64::from(curtain.along(&ring, plane, beam).0) / 1000.0;
                if (beam_at - self.along).abs() < reach {
                    match plane {
                        Plane::Upper => picture.upper |= 1 << beam,
                        Plane::Lower => picture.lower |= 1 << beam,
                    }
                }
            }
            if curtain.rows[Plane::Lower] == 0 {
                picture.guards[plane.index()] = true;
            }
        }
    }
}
