//! All senses of a board together: frames in, observations out.

use super::calibration::Calibration;
#[cfg(feature = "ring")]
use super::carry::Carrier;
use super::cause::Causes;
use super::certainty::Certainty;
use super::curtain::{CurtainWatch, Passage, Sight};
use super::frame::{CurtainFrame, HallScan};
#[cfg(feature = "ring")]
use super::hall::ChannelMemory;
use super::hall::HallWatch;
use super::identity::{Prior, Shadow, costs, identify, linger};
use super::observation::{Count, Fall, Observation, What};
use super::sensor::{Sensor, Trouble};
use crate::board::hall::{BANK, INPUTS, Role};
use crate::board::{Dimensions, Profile};
use crate::place::{Place, Posts};
use crate::time::{Instant, Span};

/// What a board sees.
///
/// Frames of both streams are given in the order in which they were taken. What
/// can be on the ring is told with [`Sensing::expect`], by whoever keeps the
/// ledger.
#[derive(Debug, Clone)]
pub struct Sensing {
    dimensions: Dimensions,
    curtain: Option<CurtainWatch>,
    hall: HallWatch,
    causes: Causes,
    prior: Prior,
    /// When something was last said.
    last: Instant,
    /// In a replay that has not all channels: whether a push could go unseen.
    presumed: Option<bool>,
}

/// What a fall is judged by beside its frames: what other observations and the
/// ledger have established.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Known {
    /// What can be on the ring.
    pub prior: Prior,
    /// What pushes, hands and bumps there were.
    pub causes: Causes,
    /// A push could go unseen.
    pub motion_doubtful: bool,
}

/// How long before its first beam a magnet can be near the edge row.
const BEFORE: Span = Span::millis(30);

impl Sensing {
    /// The senses of a board, from what is stored about it; nothing is learnt
    /// from the first frames, because the table may be full of pieces then.
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        calibration: &Calibration,
    ) -> Self {
        Self {
            dimensions: *dimensions,
            curtain: CurtainWatch::new(profile, dimensions),
            hall: HallWatch::new(profile, dimensions, calibration),
            causes: Causes::default(),
            prior: Prior::ANYTHING,
            last: Instant::ZERO,
            presumed: None,
        }
    }

    /// What can be on the ring from now on.
    pub fn expect(&mut self, prior: Prior) {
        self.prior = prior;
    }

    /// What is known beside the frames, as far as it matters to what was said.
    #[must_use]
    pub fn known(&self, said: &What) -> Known {
        // To find out takes a chip as long as several frames.
        let doubt = || {
            self.presumed
                .unwrap_or_else(|| is_motion_doubtful(&self.hall))
        };
        Known {
            prior: self.prior,
            causes: self.causes,
            motion_doubtful: matches!(said, What::Fell(_)) && doubt(),
        }
    }

    /// Why something falls now.
    #[must_use]
    pub const fn causes(&self) -> &Causes {
        &self.causes
    }

    /// Takes this for known, as in a replay of which only some channels are
    /// there.
    pub fn presume(&mut self, known: &Known) {
        self.prior = known.prior;
        self.causes = known.causes;
        self.presumed = Some(known.motion_doubtful);
    }

    /// The posts whose slots are being decoded, or wait for their turn.
    #[must_use]
    pub fn decoding(&self) -> Posts {
        self.hall.decoding()
    }

    /// Whether readings of a channel are corrected by those of another, because
    /// of crosstalk.
    #[must_use]
    pub fn has_crosstalk(&self) -> bool {
        self.hall.has_crosstalk()
    }

    /// Not all channels are fed any more, as in a replay: what compares them
    /// with each other stays as it is.
    pub fn do_with_some_channels(&mut self) {
        self.hall.do_with_some_channels();
    }

    /// Hands over all of the analog channels that is not known from board, dimensions
    /// and calibration, and not of one channel.
    #[cfg(feature = "ring")]
    pub fn carry_hall(&mut self, carrier: &mut impl Carrier) {
        self.hall.carry(carrier);
    }

    /// Hands over the same of the curtain, and when something was said last.
    #[cfg(feature = "ring")]
    pub fn carry_curtain(&mut self, carrier: &mut impl Carrier) {
        if let Some(curtain) = &mut self.curtain {
            curtain.carry(carrier);
        }
        carrier.carry(&mut self.last);
    }

    /// Hands over what is known of one channel; after [`Sensing::carry_hall`].
    #[cfg(feature = "ring")]
    pub fn carry_channel(&mut self, channel: u8, carrier: &mut impl Carrier) {
        self.hall.carry_channel(channel, carrier);
    }

    /// Whether the curtain sees something, or has just seen it.
    #[cfg(feature = "ring")]
    pub(crate) fn is_stirring(&self) -> bool {
        self.curtain.as_ref().is_some_and(CurtainWatch::is_awake)
    }

    /// What is known of every channel now.
    #[cfg(feature = "ring")]
    pub(crate) fn remember_channels(&self, memory: &mut ChannelMemory) {
        self.hall.remember(memory);
    }

    /// Takes a frame of the curtain.
    pub fn curtain(&mut self, frame: &CurtainFrame, say: &mut impl FnMut(Observation)) {
        let mut eye = Eye {
            dimensions: &self.dimensions,
            hall: &self.hall,
            causes: &mut self.causes,
            prior: &self.prior,
            last: &mut self.last,
            presumed: self.presumed,
        };
        if let Some(curtain) = &mut self.curtain {
            curtain.expect(eye.causes.expect_falls(curtain.time_of(frame)));
            curtain.step(frame, &mut |at, sight| eye.see(at, sight, say));
        }
    }

    /// Takes a scan of the analog channels.
    pub fn hall(&mut self, scan: &HallScan, say: &mut impl FnMut(Observation)) {
        let (causes, last) = (&mut self.causes, &mut self.last);
        self.hall.step(scan, &mut |at, what| {
            match what {
                What::PushStarted(_) => causes.push_began(at),
                What::Pushed(pushed) => causes.push_left(pushed.began, at),
                // Away from the docks no optics see the element: it may move.
                What::Loaded(_)
                | What::Docked {
                    place: Place::Along { .. },
                    ..
                } => causes.loaded(),
                What::Unloaded | What::Lifted => causes.unloaded(at),
                _ => {}
            }
            utter(last, at, what, say);
        });
    }

    /// Every sensor in trouble now.
    pub fn troubles(&self) -> impl Iterator<Item = (Sensor, Trouble)> {
        let curtain = self.curtain.iter().flat_map(CurtainWatch::troubles);
        curtain.chain(self.hall.troubles())
    }
}

/// What is needed to complete what the light saw: all but the light itself.
struct Eye<'a> {
    dimensions: &'a Dimensions,
    hall: &'a HallWatch,
    causes: &'a mut Causes,
    prior: &'a Prior,
    last: &'a mut Instant,
    presumed: Option<bool>,
}

impl Eye<'_> {
    fn see(&mut self, at: Instant, sight: Sight, say: &mut impl FnMut(Observation)) {
        let what = match sight {
            Sight::Falling(id, spot) => What::Falling(id, spot),
            Sight::Passed(passage) => What::Fell(self.judge(at, &passage)),
            Sight::NoFall(id, why) => What::NoFall(id, why),
            Sight::Hand(spot) => {
                self.causes.hand(spot.edge);
                What::Hand(spot)
            }
            Sight::HandGone(edge) => {
                self.causes.hand_gone(edge, at);
                What::HandGone(edge)
            }
            Sight::Leaning(spot) => What::Leaning(spot),
            Sight::Cleared(edge) => What::Cleared(edge),
            Sight::Bump => {
                self.causes.bump(at);
                What::Bump
            }
            Sight::Trouble(sensor, trouble) => What::Trouble(sensor, trouble),
            Sight::Mended(sensor, trouble) => What::Mended(sensor, trouble),
            Sight::Blind(edge) => What::Blind(edge),
            Sight::Sighted(edge) => What::Sighted(edge),
        };
        utter(self.last, at, what, say);
    }

    /// Completes a passage: who it was and why it fell.
    fn judge(&self, at: Instant, passage: &Passage) -> Fall {
        let magnetism = self.hall.passing(passage.spot, passage.onset - BEFORE, at);
        let drop = passage.drop.filter(|_| passage.count == Count::One);
        let shadow = Shadow {
            width: passage.width,
            doubt: passage.width_doubt,
            linger: drop.and_then(|drop| linger(passage.dark, drop)),
        };
        let costs = costs(shadow, magnetism, self.dimensions, self.prior.belt_on);
        let mut identity = identify(&costs, self.prior);
        let (cause, mut cause_certainty) = self.causes.of_fall(passage.spot.edge, passage.onset);
        if !passage.sound {
            identity.certainty = identity.certainty.and(Certainty::LOW);
        }
        if self
            .presumed
            .unwrap_or_else(|| is_motion_doubtful(self.hall))
        {
            cause_certainty = Certainty::NONE;
        }
        Fall {
            id: passage.id,
            onset: passage.onset,
            spot: passage.spot,
            width: passage.width,
            drop: passage.drop,
            dark: passage.dark,
            count: passage.count,
            magnet: magnetism.magnet(),
            costs,
            identity,
            cause,
            cause_certainty,
            sound: passage.sound,
        }
    }
}

/// Whether a push could go unseen: then no fall can be called an accident.
/// Three bad channels behind one multiplexer, or its divider off its level, may
/// be the multiplexer.
fn is_motion_doubtful(hall: &HallWatch) -> bool {
    if hall.is_well() {
        return false;
    }
    let mut behind = [0_u8; 2 * INPUTS];
    let mut doubtful = false;
    for (sensor, trouble) in hall.troubles() {
        match sensor {
            _ if trouble == Trouble::Weak => {}
            Sensor::Channel(_, Role::Optic(..) | Role::Dock(..) | Role::Divider)
            | Sensor::AddressLine(_)
            | Sensor::Input(_)
            | Sensor::HallScans => doubtful = true,
            Sensor::Channel(channel, _) => {
                let (address, input) =
                    (usize::from(channel) / INPUTS, usize::from(channel) % INPUTS);
                if let Some(count) = behind.get_mut(2 * input + usize::from(address >= BANK)) {
                    *count = count.saturating_add(1);
                }
            }
            _ => {}
        }
    }
    doubtful || behind.iter().any(|&count| count >= 3)
}

/// Says something, never before what was said last.
fn utter(last: &mut Instant, at: Instant, what: What, say: &mut impl FnMut(Observation)) {
    *last = at.max(*last);
    say(Observation { at: *last, what });
}

#[cfg(test)]
mod tests {
    use super::Sensing;

    #[test]
    fn all_that_is_seen_with_fits_into_24_kibibytes() {
        let size = size_of::<Sensing>();
        assert!(size <= 24 * 1024, "{size} bytes");
    }
}
