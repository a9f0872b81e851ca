//! The front of the ring: buttons, lights, sound.

use super::Ring;
use crate::board::Buttons;
use crate::lights::{self, Frame, Setting, Showing};
use crate::panel::view::Pending as PendingView;
use crate::panel::{Deed, Guidance, Presses, SelfTest, Start, Tune, View, Volume, plain, spots};
use crate::referee::By;
use crate::time::Instant;
use crate::wire::message::Calibrate;

impl Ring {
    /// What the panel looks at.
    fn view(&self) -> View<'_> {
        View {
            referee: &self.referee,
            profile: self.profile,
            dimensions: &self.kept.settings.dimensions,
            host: self.link.host(),
            setting: self.kept.settings.light,
            volume: self.kept.settings.sound,
            pending: self
                .pending
                .as_ref()
                .map(|it| PendingView { until: it.until() }),
            calibrating: self.guide.as_ref().map(spots::of_calibration),
            self_test: self.self_test,
            last: self.last.as_ref(),
        }
    }

    /// The buttons that are down now.
    pub(super) fn touch_buttons(&mut self, down: Buttons) {
        let presses = self.keys.step(self.now, down);
        self.pressed(&presses);
    }

    /// What time brings to buttons that are held.
    pub(super) fn hold_buttons(&mut self) {
        if self.keys.poll_at().is_some_and(|due| self.now >= due) {
            let presses = self.keys.poll(self.now);
            self.pressed(&presses);
        }
    }

    fn pressed(&mut self, presses: &Presses) {
        for press in presses {
            // Taken out for the call: the panel looks at the rest of the ring.
            let mut panel = core::mem::take(&mut self.panel);
            let deed = panel.press(self.now, *press, &self.view());
            self.panel = panel;
            if let Some(deed) = deed {
                self.perform(deed);
            }
            self.stale = true;
            self.stirred = true;
        }
    }

    fn perform(&mut self, deed: Deed) {
        match deed {
            // What does not fit is shown by the lights already.
            Deed::Tell(command) => {
                let _ = self.command(&command, By::Table);
            }
            Deed::Allow => self.touch(true),
            Deed::Refuse => self.touch(false),
            Deed::Begin(Start::Again) => {
                self.again();
            }
            Deed::Begin(Start::Plain(players)) => {
                if let Some(game) = plain::game(players, plain::ASSUMED[players]) {
                    let policies = *self.referee.session().policies();
                    let _ = self.begin(self.now, &game, policies);
                }
            }
            Deed::Calibrate(guidance) => {
                self.calibrate(match guidance {
                    Guidance::Begin => Calibrate::Start,
                    Guidance::Ready => Calibrate::Ready,
                    Guidance::Cancel => Calibrate::Cancel,
                });
            }
            Deed::Brighten(brightness) => {
                let light = &mut self.kept.settings.light;
                *light = Setting {
                    brightness,
                    ..*light
                };
                self.out.keeper.save();
            }
            Deed::Sound(volume) => {
                self.kept.settings.sound = volume;
                self.out.keeper.save();
            }
        }
    }

    /// What the lights are to say.
    pub fn showing(&mut self) -> &Showing {
        if self.is_stale() {
            self.showing = self.panel.showing(self.now, &self.view());
            self.shown_at = self.now;
            self.stale = false;
        }
        &self.showing
    }

    /// Whether the lights may say something else than when they were asked last.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        let due = self.panel.poll_at(self.shown_at);
        self.stale || due.is_some_and(|due| self.now >= due)
    }

    /// What the device found out about itself before it started the ring.
    pub const fn tested(&mut self, found: SelfTest) {
        self.self_test = found;
        self.stale = true;
    }

    /// What the strip shows now.
    pub fn lights(&mut self, now: Instant) -> Frame {
        self.now = self.now.max(now);
        let profile = self.profile;
        lights::frame(profile, self.showing(), now)
    }

    /// What the buzzer is to play, once.
    pub fn take_tune(&mut self) -> Option<Tune> {
        let tune = self.out.tune.take();
        tune.filter(|_| self.kept.settings.sound == Volume::On)
    }
}
