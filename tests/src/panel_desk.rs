//! A referee, a panel and somebody who does what the panel says: the smallest
//! thing that can be played with buttons.

use crate::dice::Dice;
use crate::referee_script::Bench;
use crate::referee_soup;
use crate::referee_words::Doing;
use rules_core::board::{Button, Name, Profile};
use rules_core::lights::{Calibration, Setting, Showing};
use rules_core::panel::{
    ALLOW_WITHIN, Deed, Guidance, Panel, Pending, Press, Start, View, Volume, plain,
};
use rules_core::referee::{Game, Policies};

/// A desk.
#[derive(Debug, Clone)]
pub struct Desk {
    /// The referee.
    pub bench: Bench,
    /// The panel.
    pub panel: Panel,
    /// A host's command that waits.
    pub pending: Option<Pending>,
    /// The calibration under way.
    pub calibrating: Option<Calibration>,
    /// The match that can be repeated.
    pub last: Option<Game>,
    /// Brightness.
    pub setting: Setting,
    /// Sound.
    pub volume: Volume,
    /// The board.
    pub board: Name,
}

impl Desk {
    /// A ring with this referee.
    #[must_use]
    pub fn of(bench: Bench) -> Self {
        Self {
            bench,
            panel: Panel::default(),
            pending: None,
            calibrating: None,
            last: None,
            setting: Setting::USUAL,
            volume: Volume::On,
            board: Name::Ring,
        }
    }

    /// A fresh match, of any edition and number of players.
    ///
    /// # Panics
    /// If the set-up is not valid, which fails the test.
    #[must_use]
    pub fn begin(dice: &mut Dice, policies: Policies) -> Self {
        Self::of(referee_soup::begin(dice, Some(policies)))
    }

    /// What the panel looks at.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View {
            setting: self.setting,
            volume: self.volume,
            pending: self.pending,
            calibrating: self.calibrating,
            last: self.last.as_ref(),
            ..View::of(&self.bench.referee, Profile::of(self.board))
        }
    }

    /// What the lights show.
    #[must_use]
    pub fn showing(&self) -> Showing {
        self.panel.showing(self.bench.now(), &self.view())
    }

    /// The same in words.
    #[must_use]
    pub fn shown(&self) -> String {
        crate::panel_words::shown(&self.showing())
    }

    /// A host's command comes that needs a touch.
    pub fn want(&mut self) {
        let until = self.bench.now() + ALLOW_WITHIN;
        self.pending = Some(Pending { until });
    }

    /// A short press.
    pub fn tap(&mut self, button: Button) -> Option<Deed> {
        self.press(Press::Short(button)).0
    }

    /// A long press.
    pub fn hold(&mut self, button: Button) -> Option<Deed> {
        self.press(Press::Long(button)).0
    }

    /// Presses, and does what is wanted; says what that was and whether the
    /// referee followed.
    ///
    /// # Panics
    /// If a match is begun that does not fit, which fails the test.
    pub fn press(&mut self, press: Press) -> (Option<Deed>, Result<(), String>) {
        let mut panel = self.panel.clone();
        let deed = panel.press(self.bench.now(), press, &self.view());
        self.panel = panel;
        let mut followed = Ok(());
        match &deed {
            None => {}
            Some(Deed::Tell(command)) => followed = self.bench.happen(&Doing::Say(command.clone())),
            Some(Deed::Allow | Deed::Refuse) => self.pending = None,
            Some(Deed::Begin(start)) => {
                let game = match start {
                    Start::Again => self.last.clone(),
                    Start::Plain(players) => plain::game(*players, plain::ASSUMED[*players]),
                };
                let game = game.expect("it was offered");
                self.last = Some(game.clone());
                let begun = self.bench.begin(self.bench.now(), &game, Policies::USUAL);
                followed = begun.map_err(|declined| declined.to_string());
            }
            Some(Deed::Calibrate(Guidance::Begin)) => {
                self.calibrating = Some(Calibration {
                    done: 0,
                    steps: 8,
                    at: None,
                });
            }
            Some(Deed::Calibrate(Guidance::Ready)) => {
                if let Some(step) = &mut self.calibrating {
                    step.done += 1;
                }
            }
            Some(Deed::Calibrate(Guidance::Cancel)) => self.calibrating = None,
            Some(Deed::Brighten(brightness)) => self.setting.brightness = *brightness,
            Some(Deed::Sound(volume)) => self.volume = *volume,
        }
        (deed, followed)
    }
}
