//! Where what the referee says goes: lines to the keeper, tunes to the buzzer.

use super::keeper::Keeper;
use crate::panel::{Tune, Volume};
use crate::referee::{Entry, Event, Sink};

/// What has been said and not been passed on yet.
#[derive(Debug)]
pub(super) struct Out {
    pub(super) keeper: Keeper,
    pub(super) tune: Option<Tune>,
}

impl Sink for Out {
    fn entry(&mut self, entry: Entry) {
        self.keeper.keep(&entry);
    }

    fn event(&mut self, event: Event) {
        let tune = Tune::of(&event.what, Volume::On);
        self.tune = self.tune.max(tune);
    }
}
