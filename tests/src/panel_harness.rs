//! Test harness of a referee, a panel and an operator who carries out the panel's
//! intents: the smallest system that can be played with buttons.

use crate::referee_random;
use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::test_rng::TestRng;
use rules_core::board::{BoardId, Button, Profile};
use rules_core::lights::{CalibrationScene, LightSettings, LightState};
use rules_core::panel::{
    ALLOW_WITHIN, CalibrationInput, Intent, Panel, PanelInput, PendingTouch, Press, QuickStart,
    SHOWN_FIRST, TimedPress, Touch, Volume, quick_match,
};
use rules_core::referee::{AnyGame, Policies};

/// Referee and panel under test.
#[derive(Debug, Clone)]
pub struct PanelHarness {
    /// Bench with the referee.
    pub bench: ScriptBench,
    /// Panel under test.
    pub panel: Panel,
    /// Host command that waits for a touch; `None` if there is none.
    pub pending: Option<PendingTouch>,
    /// Calibration in progress; `None` if there is none.
    pub calibrating: Option<CalibrationScene>,
    /// Match that can be repeated; `None` before the first.
    pub last: Option<AnyGame>,
    /// Brightness setting of the lights.
    pub setting: LightSettings,
    /// Volume setting of the buzzer.
    pub volume: Volume,
    /// Board of the match.
    pub board: BoardId,
}

impl PanelHarness {
    /// Creates a harness with this referee.
    #[must_use]
    pub fn new(bench: ScriptBench) -> Self {
        Self {
            bench,
            panel: Panel::default(),
            pending: None,
            calibrating: None,
            last: None,
            setting: LightSettings::DEFAULT,
            volume: Volume::On,
            board: BoardId::Ring,
        }
    }

    /// Begins a fresh match of a random edition and number of players.
    ///
    /// # Panics
    /// If the set-up is not valid, which fails the test.
    #[must_use]
    pub fn begin(dice: &mut TestRng, policies: Policies) -> Self {
        Self::new(referee_random::begin(dice, Some(policies)))
    }

    /// Returns the panel's input.
    #[must_use]
    pub fn view(&self) -> PanelInput<'_> {
        PanelInput {
            setting: self.setting,
            volume: self.volume,
            pending: self.pending,
            calibrating: self.calibrating,
            last: self.last.as_ref(),
            ..PanelInput::new(&self.bench.referee, Profile::of(self.board))
        }
    }

    /// Returns the state of the lights.
    #[must_use]
    pub fn showing(&self) -> LightState {
        self.panel.light_state(self.bench.now(), &self.view())
    }

    /// Describes the state of the lights in words.
    #[must_use]
    pub fn shown(&self) -> String {
        crate::panel_text::shown(&self.showing())
    }

    /// Makes a host command arrive that needs a touch.
    pub fn want(&mut self) {
        let shown = self.bench.now();
        self.pending = Some(PendingTouch {
            shown,
            until: shown + ALLOW_WITHIN,
            touch: Touch::Press,
        });
    }

    /// Presses a button briefly.
    pub fn tap(&mut self, button: Button) -> Option<Intent> {
        self.press(Press::Short(button)).0
    }

    /// Presses a button for long.
    pub fn hold(&mut self, button: Button) -> Option<Intent> {
        self.press(Press::Long(button)).0
    }

    /// Presses buttons and carries out the panel's intent. Returns the intent, and the
    /// referee's objection if it declined.
    ///
    /// # Panics
    /// If a match is begun that does not fit, which fails the test.
    pub fn press(&mut self, press: Press) -> (Option<Intent>, Result<(), String>) {
        let mut panel = self.panel.clone();
        let now = self.bench.now();
        // Pressed once the lights have shown what there is to press for.
        let began = match self.pending {
            Some(pending) => pending.shown + SHOWN_FIRST,
            None => now,
        };
        let deed = panel.press(now, TimedPress { press, began }, &self.view());
        self.panel = panel;
        let mut followed = Ok(());
        match &deed {
            None => {}
            Some(Intent::Command(command)) => {
                followed = self.bench.happen(&ScriptLine::Say(command.clone()))
            }
            Some(Intent::Allow | Intent::Refuse) => self.pending = None,
            Some(Intent::Begin(start)) => {
                let game = match start {
                    QuickStart::Again => self.last.clone(),
                    QuickStart::Plain(players) => {
                        quick_match::game(*players, quick_match::DEFAULT_LAYOUTS[*players])
                    }
                };
                let game = game.expect("it was offered");
                self.last = Some(game.clone());
                let begun = self.bench.begin(self.bench.now(), &game, Policies::DEFAULT);
                followed = begun.map_err(|declined| declined.to_string());
            }
            Some(Intent::Calibrate(CalibrationInput::Begin)) => {
                self.calibrating = Some(CalibrationScene {
                    done: 0,
                    steps: 8,
                    at: None,
                });
            }
            Some(Intent::Calibrate(CalibrationInput::Ready)) => {
                if let Some(step) = &mut self.calibrating {
                    step.done += 1;
                }
            }
            Some(Intent::Calibrate(CalibrationInput::Cancel)) => self.calibrating = None,
            Some(Intent::Brighten(brightness)) => self.setting.brightness = *brightness,
            Some(Intent::Sound(volume)) => self.volume = *volume,
        }
        (deed, followed)
    }
}
