//! Controls of the ring: buttons, lights and sound.

use super::Ring;
use super::requests::PendingRequest;
use crate::board::Buttons;
use crate::lights::{self, LedFrame, LightSettings, LightState};
use crate::panel::{
    CalibrationInput, Intent, PanelInput, Presses, QuickStart, SelfTest, Tune, Volume, quick_match,
    spot_lookup,
};
use crate::player::Players;
use crate::referee::Speaker;
use crate::time::Instant;
use crate::wire::message::CalibrationCommand;

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Returns the state that the panel reads: match, settings, host and calibration.
    fn view(&self) -> PanelInput<'_> {
        PanelInput {
            referee: &self.referee,
            profile: self.profile,
            dimensions: &self.config.settings.dimensions,
            host: self.link.host(),
            setting: self.config.settings.light,
            volume: self.config.settings.sound,
            pending: self.pending.as_ref().map(PendingRequest::view),
            calibrating: self.guide.as_ref().map(spot_lookup::of_calibration),
            self_test: self.self_test,
            last: self.last_match.as_ref(),
        }
    }

    /// Debounces the buttons that are down now, and acts on the resulting presses.
    pub(super) fn touch_buttons(&mut self, down: Buttons) {
        let presses = self.keys.step(self.now, down);
        self.pressed(&presses);
    }

    /// Acts on presses that become due by time alone: long presses and debounced
    /// releases.
    pub(super) fn hold_buttons(&mut self) {
        if self.keys.poll_at().is_some_and(|due| self.now >= due) {
            let presses = self.keys.poll(self.now);
            self.pressed(&presses);
        }
    }

    #[inline(never)]
    fn pressed(&mut self, presses: &Presses) {
        for press in presses {
            // Taken out for the call, because the panel reads the rest of the ring.
            let mut panel = core::mem::take(&mut self.panel);
            let intent = panel.press(self.now, *press, &self.view());
            self.panel = panel;
            if let Some(intent) = intent {
                self.perform(intent);
            }
            self.lights_dirty = true;
            self.state_dirty = true;
        }
    }

    #[inline(never)]
    fn perform(&mut self, intent: Intent) {
        match intent {
            // The lights show already what does not fit.
            Intent::Command(command) => {
                let _ = self.command(&command, Speaker::Table);
            }
            Intent::Allow => self.touch(true),
            Intent::Refuse => self.touch(false),
            Intent::Begin(QuickStart::Again) => {
                self.rematch();
            }
            Intent::Begin(QuickStart::Plain(players)) => self.begin_plain(players),
            Intent::Calibrate(guidance) => {
                self.calibrate(match guidance {
                    CalibrationInput::Begin => CalibrationCommand::Start,
                    CalibrationInput::Ready => CalibrationCommand::Ready,
                    CalibrationInput::Cancel => CalibrationCommand::Cancel,
                });
            }
            Intent::Brighten(brightness) => {
                let light = &mut self.config.settings.light;
                *light = LightSettings {
                    brightness,
                    ..*light
                };
                self.out.journal.save();
            }
            Intent::Sound(volume) => {
                self.config.settings.sound = volume;
                self.out.journal.save();
            }
        }
    }

    /// Begins a plain match of this number of players.
    #[inline(never)]
    fn begin_plain(&mut self, players: Players) {
        if let Some(game) = quick_match::game(players, quick_match::DEFAULT_LAYOUTS[players]) {
            let policies = *self.referee.session().policies();
            let _ = self.begin(self.now, &game, policies);
        }
    }

    /// Returns the light state; computes it again if it may be out of date.
    pub fn showing(&mut self) -> &LightState {
        if self.is_stale() {
            self.showing = self.panel.light_state(self.now, &self.view());
            self.lights_at = self.now;
            self.lights_dirty = false;
        }
        &self.showing
    }

    /// True if the light state must be recomputed before the next LED frame.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        let due = self.panel.poll_at(self.lights_at);
        self.lights_dirty || due.is_some_and(|due| self.now >= due)
    }

    /// Sets the result of the boot self-test, which the lights show.
    pub const fn set_self_test(&mut self, found: SelfTest) {
        self.self_test = found;
        self.lights_dirty = true;
    }

    /// Returns the colours of all LEDs at the time `now`.
    pub fn lights(&mut self, now: Instant) -> LedFrame {
        self.now = self.now.max(now);
        let profile = self.profile;
        lights::frame(profile, self.showing(), now)
    }

    /// Removes and returns the tune that the buzzer must play; `None` if there is none or
    /// the sound is muted.
    pub fn take_tune(&mut self) -> Option<Tune> {
        let tune = self.out.tune.take();
        tune.filter(|_| self.config.settings.sound == Volume::On)
    }
}
