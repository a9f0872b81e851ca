//! Typed table events, such as `press confirm`, executed on a [`ManualRing`].

use super::ManualRing;
use super::idle_curtain::IdleCurtain;
use host_core::table_event::observation::{Certainties, observations};
use host_core::table_event::{Disturbance, EventDriver, TableEvent, buttons_of};

impl ManualRing {
    /// Executes the table event that `words` describe.
    ///
    /// # Errors
    /// A sentence if the words are not understood or the referee refuses the event.
    pub fn execute(&mut self, words: &str) -> Result<(), String> {
        self.catch_up();
        match TableEvent::parse(words, EventDriver::Manual)? {
            TableEvent::Press(press) => {
                let (down, time) = buttons_of(press);
                self.hold(down, time);
            }
            TableEvent::Speech(speech) => {
                let command = speech.command(self.local.ring().referee().session())?;
                let now = self.now();
                self.local
                    .command(now, &command)
                    .map_err(|declined| declined.to_string())?;
            }
            TableEvent::Disturbance(Disturbance::Channel(number, steps)) => {
                let still = self.still.as_mut();
                let still = still
                    .ok_or("this ring has no analog channels; start it with --idle-sensors")?;
                still.bent.set_offset(number, steps)?;
            }
            TableEvent::Disturbance(Disturbance::Cable(edge, is_in)) => {
                self.clear()?.set_connected(edge, is_in);
            }
            TableEvent::Disturbance(Disturbance::Beam(edge, plane, beam, is_dark)) => {
                self.clear()?.set_dark(edge, plane, beam, is_dark)?;
            }
            TableEvent::Cell(event) if event.board().is_some_and(|board| board != self.board()) => {
                return Err(format!("the {} has no such cell", self.board()));
            }
            event => {
                let referee = self.local.ring().referee();
                let all = observations(&event, self.now(), referee, Certainties::EXTREME)?;
                for kind in all {
                    self.inject(kind);
                }
            }
        }
        Ok(())
    }

    fn clear(&mut self) -> Result<&mut IdleCurtain, String> {
        let still = self.still.as_mut();
        let curtain = still.and_then(|still| still.curtain.as_mut());
        curtain.ok_or_else(|| "this ring has no beams; start a ring with --idle-sensors".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::ManualRing;
    use host_core::table_event::{EventDriver, TableEvent};
    use rules_core::board::BoardId;
    use std::time::Duration;

    #[test]
    fn a_channel_is_bent_as_far_as_the_converter_goes_and_no_further() {
        let mut ring = ManualRing::still(BoardId::Ring, || Duration::ZERO);
        for steps in ["-4095", "0", "4095"] {
            assert_eq!(ring.execute(&format!("channel 4 {steps}")), Ok(()));
            ring.catch_up();
        }
        for steps in ["4096", "-4096", "2000000000", "many"] {
            let text = format!("channel 4 {steps}");
            let said = TableEvent::parse(&text, EventDriver::Manual).unwrap_err();
            let sentence = "is not an offset; write steps from -4095 to 4095";
            assert_eq!(said, format!("\"{steps}\" {sentence}"));
        }
    }

    #[test]
    fn what_is_not_there_is_said_with_what_is() {
        let mut ring = ManualRing::still(BoardId::Ring, || Duration::ZERO);
        let mut said = |words: &str| ring.execute(words).unwrap_err();
        assert!(said("channel x 1").contains("write its number, counted from 0"));
        assert!(said("channel 99 1").contains("write a number below 69"));
        assert!(said("darken north upper 0").contains("write its number, counted from 1"));
        assert!(said("darken north upper 99").contains("in the upper plane; write 1 to "));
    }

    #[test]
    fn pieces_are_put_on_the_cells_of_their_board_alone() {
        let words = ["put white on e5", "lift e5", "put white 3 on 4,2"];
        for (board, done) in [
            (BoardId::GridHex, [true, true, false]),
            (BoardId::GridSquare, [false, false, true]),
            (BoardId::Ring, [false, false, false]),
        ] {
            let mut ring = ManualRing::new(board, || Duration::ZERO);
            assert_eq!(
                words.map(|words| ring.execute(words).is_ok()),
                done,
                "{board}"
            );
        }
    }

    #[test]
    fn people_at_the_table_are_answered() {
        let mut ring = ManualRing::new(BoardId::Ring, || Duration::ZERO);
        let answer = ring.execute("say end turn").unwrap_err();
        assert!(answer.starts_with("no match is running"), "{answer}");
        assert!(ring.execute("undo").is_err());
        assert_eq!(ring.execute("hold both"), Ok(()));
    }

    #[test]
    fn older_words_for_the_platform_and_markers_mean_the_same() {
        let parsed = |words: &str| TableEvent::parse(words, EventDriver::Manual).unwrap();
        for (old, new) in [
            ("docked 2 long unsure", "dock 2 long unsure"),
            ("lifted", "lift platform"),
            ("unmarked 1 blue", "take marker 1 blue"),
        ] {
            assert_eq!(parsed(old), parsed(new));
        }
    }
}
