//! What can be done to a ring in words, in place of fingers and sensors.

use super::LiveRing;
use super::clear::Clear;
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

impl LiveRing {
    /// Does what `words` say.
    ///
    /// # Errors
    /// What was not understood, or why the referee declines.
    pub fn tell(&mut self, words: &str) -> Result<(), String> {
        self.live();
        let all: Vec<&str> = words.split_whitespace().collect();
        match all.as_slice() {
            ["press", button] => {
                let button = Button::parse(button).ok_or_else(|| {
                    let names = Button::ALL.map(Button::word).join(", ");
                    format!("there is no button \"{button}\"; press {names}")
                })?;
                self.press(button);
            }
            ["marker", post, colour] => self.marker(post, colour, true)?,
            ["unmarked", post, colour] => self.marker(post, colour, false)?,
            ["docked", post, how @ ..] => {
                let place = Place::Corner(self::post(post)?);
                self.see(What::Docked {
                    place,
                    facing: match how.contains(&"long") {
                        true => Facing::Long,
                        false => Facing::Short,
                    },
                    certainty: match how.contains(&"unsure") {
                        true => Certainty::NONE,
                        false => Certainty::FULL,
                    },
                });
            }
            ["lifted"] => self.see(What::Lifted),
            ["say", action @ ..] => {
                let game = self.local.ring().referee().session().game();
                let game = game.ok_or("no match is running; begin one with `dohyo setup`")?;
                let play = wording::play(game, &action.join(" "))?;
                let now = self.now();
                self.local
                    .say(now, &Command::Declare(play, By::Table))
                    .map_err(|declined| declined.to_string())?;
            }
            ["channel", number, steps] => {
                let still = self.still.as_mut();
                let still =
                    still.ok_or("this ring has no analog channels; start it with --still")?;
                let number = number.parse().map_err(|_| "a channel has a number")?;
                let steps = steps.parse().map_err(|_| "steps are a whole number")?;
                if !still.bend(number, steps) {
                    return Err(format!("there is no channel {number} on this board"));
                }
            }
            [deed @ ("unplug" | "plug"), side] => {
                let edge = edge(side)?;
                self.clear()?.plug(edge, *deed == "plug");
            }
            [deed @ ("darken" | "light"), side, plane, beam] => {
                let (edge, plane) = (edge(side)?, self::plane(plane)?);
                let number = beam.parse::<u8>().ok().and_then(|n| n.checked_sub(1));
                let number = number.ok_or("beams are counted from 1")?;
                if !self.clear()?.shade(edge, plane, number, *deed == "darken") {
                    return Err(format!("there is no beam {beam} in the {plane} plane"));
                }
            }
            _ => return Err(format!("\"{words}\" is not understood; {HELP}")),
        }
        Ok(())
    }

    fn clear(&mut self) -> Result<&mut Clear, String> {
        let still = self.still.as_mut();
        let curtain = still.and_then(|still| still.curtain.as_mut());
        curtain.ok_or_else(|| "this ring has no beams; start a ring with --still".to_owned())
    }

    fn marker(&mut self, post: &str, colour: &str, there: bool) -> Result<(), String> {
        let post = self::post(post)?;
        let colour = Colour::parse(colour).ok_or_else(|| {
            format!("\"{colour}\" is no colour; write red, blue, green or yellow")
        })?;
        let slot = u8::try_from(colour.index()).unwrap_or(0);
        self.see(What::Marker {
            post,
            slot,
            marker: there.then(|| magnet_of(colour)),
            certainty: Certainty::FULL,
        });
        Ok(())
    }
}

fn post(word: &str) -> Result<Post, String> {
    Post::parse(word).ok_or_else(|| format!("\"{word}\" is no post; write 1, 2, 3 or 4"))
}

fn edge(word: &str) -> Result<Edge, String> {
    Edge::parse(word)
        .ok_or_else(|| format!("\"{word}\" is no side; write north, east, south or west"))
}

fn plane(word: &str) -> Result<Plane, String> {
    Plane::parse(word).ok_or_else(|| format!("\"{word}\" is no plane; write upper or lower"))
}
