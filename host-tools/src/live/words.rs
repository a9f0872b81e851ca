//! What can be done to a ring in words, in place of fingers and sensors.

use super::clear::Clear;
use super::{LiveRing, bent};
use crate::wording;
use rules_core::board::Button;
use rules_core::board::curtain::Plane;
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::Colour;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::referee::{By, Command};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::What;

/// What can be written.
pub const HELP: &str = "write one of: press BUTTON | marker POST COLOUR | unmarked POST COLOUR | \
docked POST [long] [unsure] | lifted | say ACTION | channel NUMBER STEPS | \
unplug SIDE | plug SIDE | darken SIDE PLANE BEAM | light SIDE PLANE BEAM";

/// Something that happens at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A button is pressed, for a moment.
    Press(Button),
    /// A marker of this colour is put into its slot of a post, or taken out.
    Marker(Post, Colour, bool),
    /// The platform is set down at a corner.
    Docked {
        /// Which corner.
        post: Post,
        /// Which way round.
        facing: Facing,
        /// Whether it lies as it should.
        is_sure: bool,
    },
    /// The platform is taken away.
    Lifted,
    /// Somebody at the table says that this happened.
    Say(String),
    /// A channel reads so many steps beside what it read at rest.
    Channel(usize, i16),
    /// The cable of a side is put in, or pulled.
    Plug(Edge, bool),
    /// A beam, counted from 0, is darkened, or let through.
    Shade(Edge, Plane, u8, bool),
}

impl Happening {
    /// Reads what people write.
    ///
    /// # Errors
    /// What was not understood.
    pub fn parse(words: &str) -> Result<Self, String> {
        let all: Vec<&str> = words.split_whitespace().collect();
        Ok(match all.as_slice() {
            ["press", button] => Self::Press(Button::parse(button).ok_or_else(|| {
                let names = Button::ALL.map(Button::word).join(", ");
                format!("there is no button \"{button}\"; press {names}")
            })?),
            ["marker", post, colour] => {
                Self::Marker(self::post(post)?, self::colour(colour)?, true)
            }
            ["unmarked", post, colour] => {
                Self::Marker(self::post(post)?, self::colour(colour)?, false)
            }
            ["docked", post, how @ ..] => Self::Docked {
                post: self::post(post)?,
                facing: match how.contains(&"long") {
                    true => Facing::Long,
                    false => Facing::Short,
                },
                is_sure: !how.contains(&"unsure"),
            },
            ["lifted"] => Self::Lifted,
            ["say", action @ ..] => Self::Say(action.join(" ")),
            ["channel", number, steps] => Self::Channel(
                number.parse().map_err(|_| {
                    format!("\"{number}\" is no channel; write its number, counted from 0")
                })?,
                self::steps(steps)?,
            ),
            [deed @ ("unplug" | "plug"), side] => Self::Plug(edge(side)?, *deed == "plug"),
            [deed @ ("darken" | "light"), side, plane, beam] => {
                let number = beam.parse::<u8>().ok().and_then(|n| n.checked_sub(1));
                let number = number.ok_or_else(|| {
                    format!("\"{beam}\" is no beam; write its number, counted from 1")
                })?;
                Self::Shade(edge(side)?, self::plane(plane)?, number, *deed == "darken")
            }
            _ => return Err(format!("\"{words}\" is not understood; {HELP}")),
        })
    }

    /// Whether a ring that is well says at once that it saw it.
    #[must_use]
    pub const fn is_seen(&self) -> bool {
        matches!(self, Self::Marker(..) | Self::Docked { .. } | Self::Lifted)
    }
}

impl LiveRing {
    /// Does what `words` say.
    ///
    /// # Errors
    /// What was not understood, or why the referee declines.
    pub fn tell(&mut self, words: &str) -> Result<(), String> {
        self.live();
        match Happening::parse(words)? {
            Happening::Press(button) => self.press(button),
            Happening::Marker(post, colour, there) => self.see(What::Marker {
                post,
                slot: slot_of(colour),
                marker: there.then(|| magnet_of(colour)),
                certainty: Certainty::FULL,
            }),
            Happening::Docked {
                post,
                facing,
                is_sure,
            } => self.see(What::Docked {
                place: Place::Corner(post),
                facing,
                certainty: match is_sure {
                    true => Certainty::FULL,
                    false => Certainty::NONE,
                },
            }),
            Happening::Lifted => self.see(What::Lifted),
            Happening::Say(action) => {
                let game = self.local.ring().referee().session().game();
                let game = game.ok_or("no match is running; begin one with `dohyo setup`")?;
                let play = wording::play(game, &action)?;
                let now = self.now();
                self.local
                    .say(now, &Command::Declare(play, By::Table))
                    .map_err(|declined| declined.to_string())?;
            }
            Happening::Channel(number, steps) => {
                let still = self.still.as_mut();
                let still =
                    still.ok_or("this ring has no analog channels; start it with --still")?;
                still.bent.bend(number, steps)?;
            }
            Happening::Plug(edge, is_in) => self.clear()?.plug(edge, is_in),
            Happening::Shade(edge, plane, beam, is_dark) => {
                self.clear()?.shade(edge, plane, beam, is_dark)?;
            }
        }
        Ok(())
    }

    fn clear(&mut self) -> Result<&mut Clear, String> {
        let still = self.still.as_mut();
        let curtain = still.and_then(|still| still.curtain.as_mut());
        curtain.ok_or_else(|| "this ring has no beams; start a ring with --still".to_owned())
    }
}

/// The slot of a post that is for this colour.
#[must_use]
pub fn slot_of(colour: Colour) -> u8 {
    u8::try_from(colour.index()).unwrap_or(0)
}

fn steps(word: &str) -> Result<i16, String> {
    let steps = word.parse().ok();
    let steps = steps.filter(|it| (-bent::MOST..=bent::MOST).contains(it));
    steps.ok_or_else(|| {
        let most = bent::MOST;
        format!("\"{word}\" is no bend of a channel; write steps from -{most} to {most}")
    })
}

fn post(word: &str) -> Result<Post, String> {
    Post::parse(word).ok_or_else(|| format!("\"{word}\" is no post; write 1, 2, 3 or 4"))
}

fn colour(word: &str) -> Result<Colour, String> {
    Colour::parse(word)
        .ok_or_else(|| format!("\"{word}\" is no colour; write red, blue, green or yellow"))
}

fn edge(word: &str) -> Result<Edge, String> {
    Edge::parse(word)
        .ok_or_else(|| format!("\"{word}\" is no side; write north, east, south or west"))
}

fn plane(word: &str) -> Result<Plane, String> {
    Plane::parse(word).ok_or_else(|| format!("\"{word}\" is no plane; write upper or lower"))
}

#[cfg(test)]
mod tests {
    use super::{Happening, LiveRing};
    use rules_core::board::Name;

    #[test]
    fn a_channel_is_bent_as_far_as_the_converter_goes_and_no_further() {
        let mut ring = LiveRing::still(Name::Ring);
        for steps in ["-4095", "0", "4095"] {
            assert_eq!(ring.tell(&format!("channel 4 {steps}")), Ok(()));
            ring.live();
        }
        for steps in ["4096", "-4096", "2000000000", "many"] {
            let said = Happening::parse(&format!("channel 4 {steps}")).unwrap_err();
            let sentence = "is no bend of a channel; write steps from -4095 to 4095";
            assert_eq!(said, format!("\"{steps}\" {sentence}"));
        }
    }

    #[test]
    fn what_is_not_there_is_said_with_what_is() {
        let mut ring = LiveRing::still(Name::Ring);
        let mut said = |words: &str| ring.tell(words).unwrap_err();
        assert!(said("channel x 1").contains("write its number, counted from 0"));
        assert!(said("channel 99 1").contains("write a number below 69"));
        assert!(said("darken north upper 0").contains("write its number, counted from 1"));
        assert!(said("darken north upper 99").contains("in the upper plane; write 1 to "));
    }
}
