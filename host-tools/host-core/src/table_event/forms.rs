//! Forms of words for table events: one table for the parser, its help and the documents.
//! The words that a form begins with are its *lead*.

use super::EventDriver::{self, Device, Emulated, Manual, Physics, Rules, Script};
use super::parse::Reader;
use super::speech::Speech;
use super::{HandEvent, HostEvent, TableEvent, TurnEvent};
use super::{read_device, read_table};

/// Form of words for one kind of event.
#[derive(Debug, Clone, Copy)]
pub struct EventForm {
    /// Words that the form begins with: its lead.
    pub(super) lead: &'static [&'static str],
    /// Older lead that means the same; `None` if there is none.
    pub(super) alias: Option<&'static [&'static str]>,
    /// Syntax of the whole form, as shown to people.
    pub syntax: &'static str,
    /// Meaning of the form, as a clause of a sentence.
    pub meaning: &'static str,
    /// Drivers that understand the form.
    pub drivers: &'static [EventDriver],
    /// Function that reads the words after the lead.
    pub(super) read: Reader,
}

/// Drivers with posts and a platform.
const TABLES: &[EventDriver] = &[Rules, Script, Manual, Emulated, Physics];
/// Drivers at which a marker has a colour.
const COLOURED: &[EventDriver] = &[Script, Manual, Emulated, Physics];
/// Drivers with buttons.
const BUTTONS: &[EventDriver] = &[Script, Manual, Emulated, Physics, Device];
/// Drivers whose sensors can be disturbed while they run.
const TYPED: &[EventDriver] = &[Manual, Emulated];
/// Drivers with a host connected to the ring.
const HOSTED: &[EventDriver] = &[Physics, Device];
/// Drivers whose sensors report exactly what is written.
const SENSED: &[EventDriver] = &[Script, Manual];
/// Drivers with people who talk to the referee.
const SPOKEN: &[EventDriver] = &[Script, Manual, Physics];

/// Builds the table of forms: lead, older lead, drivers, reader, syntax and meaning of
/// each.
macro_rules! forms {
    ($( [$($lead:literal)*] $(/ [$($alias:literal)+])? $drivers:expr => $read:expr,
        $syntax:literal: $meaning:literal; )+) => {
        &[$( EventForm {
            lead: &[$($lead),*],
            alias: forms!(@alias $($($alias)+)?),
            syntax: $syntax,
            meaning: $meaning,
            drivers: $drivers,
            read: $read,
        } ),+]
    };
    (@alias $($alias:literal)+) => { Some(&[$($alias),+]) };
    (@alias) => { None };
}

/// Table of all forms. Of several that fit a text, the one with the longest lead counts.
pub const FORMS: &[EventForm] = forms! {
    ["dock"] / ["docked"] TABLES => read_table::dock,
        "dock POST [long] [unsure]":
        "the platform is set at a corner, `long` the wrong way round";
    ["dock"] TABLES => read_table::dock,
        "dock EDGE MM":
        "the platform is set against an edge";
    ["lift" "platform"] / ["lifted"] COLOURED => |_| Ok(TableEvent::Undock),
        "lift platform":
        "the platform is taken away";
    ["marker"] &[Rules] => read_table::marker,
        "marker POST [by SIDE]":
        "a marker of the side to move, or of another, is set on a post";
    ["marker"] COLOURED => read_table::marker,
        "marker POST COLOUR [in slot N] [unsure]":
        "a marker of this colour is set on a post";
    ["take" "marker"] &[Rules] => read_table::take_marker,
        "take marker POST [by SIDE]":
        "a marker is taken off a post";
    ["take" "marker"] / ["unmarked"] COLOURED => read_table::take_marker,
        "take marker POST COLOUR [unsure]":
        "a marker of this colour is taken off a post";
    ["load"] &[Physics] => read_table::load,
        "load PIECE":
        "an element is put on the platform";
    ["load" "at"] SENSED => read_table::load_at,
        "load at PLACE":
        "the platform at PLACE reports an element on it";
    ["unload"] SENSED => |_| Ok(TableEvent::Unload),
        "unload":
        "the platform reports that it is empty";
    ["push" "starts" "at"] SENSED => read_table::push_start,
        "push starts at PLACE":
        "the element on the platform begins to move";
    ["push"] &[Rules] => read_table::push,
        "push PIECE [+ PIECE...][, flicked | swerved | overrun | off-centre]":
        "elements are pushed from the platform";
    ["push"] SENSED => read_table::push,
        "push BODY [or BODY] at PLACE[, flicked][, unsure]":
        "an element is pushed from the platform at PLACE";
    ["push"] &[Physics] => read_table::push,
        "push, N mm/s, MM mm over":
        "what lies on the platform is pushed at N mm/s until it is MM mm over the edge";
    ["falling"] SENSED => read_table::falling,
        "falling N EDGE":
        "fall N begins over an edge";
    ["fall"] &[Rules] => read_table::fall,
        "fall PIECE":
        "a piece falls because of the push";
    ["accident"] &[Rules] => read_table::accident,
        "accident PIECE":
        "a piece falls for another reason";
    ["fall"] SENSED => read_table::fall,
        "fall N BODY [or BODY] [EDGE][, DETAIL...]":
        "fall N was caused by a push; details: `unsure`, `cause unsure`, `one plane`, `perhaps \
         two`, `unsound`, `plus`, `minus`, `onset MS`";
    ["accident"] SENSED => read_table::accident,
        "accident N BODY [or BODY] [EDGE][, DETAIL...]":
        "fall N had another cause; details as above";
    ["no" "fall"] SENSED => read_table::no_fall,
        "no fall N REASON":
        "fall N turns out not to be a fall";
    ["nudge"] &[Physics] => read_table::nudge,
        "nudge N over EDGE":
        "a thumb moves piece N over an edge, by accident";
    ["put"] &[Physics] => read_table::put,
        "put PIECE at EDGE MM, MM in":
        "a piece is put down on the ring, MM along an edge and MM in from it";
    ["retrieve"] &[Physics] => |_| Ok(TableEvent::Hand(HandEvent::Retrieve)),
        "retrieve":
        "the piece that fell last is taken out of the gutter";
    ["hand"] SENSED => read_table::hand,
        "hand EDGE":
        "a hand is in the gutter";
    ["hand"] &[Physics] => read_table::hand,
        "hand EDGE MM for SECONDS":
        "fingers are in the gutter for a while; the event ends after one second";
    ["hand" "gone"] SENSED => read_table::hand_gone,
        "hand gone EDGE":
        "the hand has left the gutter";
    ["leaning"] SENSED => read_table::leaning,
        "leaning EDGE":
        "a piece leans over an edge";
    ["cleared"] SENSED => read_table::cleared,
        "cleared EDGE":
        "the edge is clear again";
    ["bump"] SENSED => read_table::bump,
        "bump":
        "a player bumps the table";
    ["bump"] &[Physics] => read_table::bump,
        "bump MM":
        "the table moves by MM and back";
    ["blind"] SENSED => read_table::blind,
        "blind EDGE":
        "a side no longer sees small pieces fall";
    ["sighted"] SENSED => read_table::sighted,
        "sighted EDGE":
        "a side sees again";
    ["faulty"] SENSED => read_table::faulty,
        "faulty EDGE PLANE BEAM":
        "a beam, counted from 1, becomes flaky";
    ["working"] SENSED => read_table::working,
        "working EDGE PLANE BEAM":
        "a flaky beam works again";
    ["put"] SENSED => read_table::put,
        "put PIECE on CELL [unsure]":
        "grid boards: a piece is put on a cell; `white` or `black 3` on `e5` or `4,2`";
    ["lift"] SENSED => read_table::lift,
        "lift CELL... [unsure]":
        "grid boards: pieces are lifted";
    ["slide"] SENSED => read_table::slide,
        "slide CELL CELL":
        "grid boards: a piece slides from one cell to another";
    ["mask"] SENSED => read_table::mask,
        "mask CELL":
        "grid boards: the sensor of a cell fails";
    ["settle"] &[Rules] => |_| Ok(TableEvent::Turn(TurnEvent::Settle)),
        "settle":
        "everything has come to rest";
    ["move"] &[Rules] => read_table::special_move,
        "move N [of SEAT][, cost 1|2][, effect 1|2][, pay SEAT][, stack on PIECE][, markers \
         POST...][, target PIECE[ + PIECE]... touching|stacked|apart][, shift SIDE POST \
         POST][, set POST][, remove SIDE POST]":
        "special move N of the own card, or of another player's, with its choices";
    ["end" "turn"] &[Rules] => |_| Ok(TableEvent::Turn(TurnEvent::End)),
        "end turn":
        "the player ends the turn";
    ["submit"] &[Rules] => |_| Ok(TableEvent::Turn(TurnEvent::Submit)),
        "submit":
        "the player submits";
    ["agree" "draw"] &[Rules] => |_| Ok(TableEvent::Turn(TurnEvent::AgreeDraw)),
        "agree draw":
        "SUMOO: both agree on a draw";
    ["pass"] &[Rules] => |_| Ok(TableEvent::Turn(TurnEvent::Pass)),
        "pass":
        "Abalone: the player cannot move";
    [] &[Rules] => read_table::notation,
        "a1b2, 3 N, White: 3 N":
        "grid games: a move in their notation; SUMOO's actions with slashes between them";
    ["press"] BUTTONS => read_device::press,
        "press BUTTON":
        "a button (`confirm`, `undo`, `mode`, `calibrate`) is pressed for a moment";
    ["hold"] BUTTONS => read_device::hold,
        "hold BUTTON | hold both":
        "a button is held for long, or `confirm` and `undo` together";
    ["say"] SPOKEN => read_device::say,
        "say ACTION":
        "tell the referee what happened, in the words of the game";
    ["answer"] SPOKEN => read_device::answer,
        "answer ANSWER":
        "answer the open question with one of the answers it lists";
    ["undo"] SPOKEN => |_| Ok(TableEvent::Speech(Speech::Undo)),
        "undo":
        "undo the last step";
    ["redo"] SPOKEN => |_| Ok(TableEvent::Speech(Speech::Redo)),
        "redo":
        "redo the undone step";
    ["table" "is" "right"] SPOKEN => |_| Ok(TableEvent::Speech(Speech::TableIsRight)),
        "table is right":
        "declare that what lies on the table counts";
    ["referee" "is" "right"] SPOKEN => |_| Ok(TableEvent::Speech(Speech::RefereeIsRight)),
        "referee is right":
        "declare that the referee's state of the game counts";
    ["overrule" "turn"] SPOKEN => read_device::overrule_turn,
        "overrule turn SEAT":
        "declare whose turn it is";
    ["abort"] SPOKEN => |_| Ok(TableEvent::Speech(Speech::Abort)),
        "abort":
        "end the match without a result";
    ["host" "asks"] HOSTED => read_device::host_asks,
        "host asks COMMAND":
        "a host requests what players at the table can declare";
    ["host" "asks" "boot" "loader"] HOSTED => |_| Ok(TableEvent::Host(HostEvent::BootLoader)),
        "host asks boot loader":
        "a host requests a restart into the boot loader";
    ["plug" "host"] HOSTED => |_| Ok(TableEvent::Host(HostEvent::Plug)),
        "plug host":
        "a host connects or reconnects";
    ["unplug" "host"] HOSTED => |_| Ok(TableEvent::Host(HostEvent::Unplug)),
        "unplug host":
        "the host's cable is pulled";
    ["garbage"] HOSTED => read_device::garbage,
        "garbage BYTES":
        "a host sends random bytes";
    ["challenge"] &[Physics] => read_device::challenge,
        "challenge CLAUSE":
        "a host fetches the capture of a ruling and replays it";
    ["power" "cut"] &[Script, Physics, Device] => |_| Ok(TableEvent::PowerCut(None)),
        "power cut":
        "power is lost and returns";
    ["power" "cut" "in" "write"] &[Physics] => read_device::power_cut_in_write,
        "power cut in write N":
        "power is lost within the N-th write to the flash from now on";
    ["wait"] &[Script] => read_device::wait,
        "wait":
        "only time passes";
    ["wait"] HOSTED => read_device::wait,
        "wait SECONDS":
        "time passes, whatever happens";
    ["channel"] TYPED => read_device::channel,
        "channel NUMBER STEPS":
        "an analog channel, counted from 0, reads STEPS more (-4095 to 4095)";
    ["unplug"] TYPED => read_device::unplug,
        "unplug SIDE":
        "the cable of a side is pulled";
    ["plug"] TYPED => read_device::plug,
        "plug SIDE":
        "the cable of a side is plugged in again";
    ["darken"] TYPED => read_device::darken,
        "darken SIDE PLANE BEAM":
        "a beam, counted from 1, stays dark";
    ["light"] TYPED => read_device::light,
        "light SIDE PLANE BEAM":
        "a darkened beam is lit again";
};

impl EventDriver {
    /// All drivers, in the order of the documents.
    pub const ALL: [Self; 6] = [Rules, Script, Manual, Emulated, Physics, Device];

    /// Returns the forms that this driver understands, in the order of [`FORMS`].
    pub fn forms(self) -> impl Iterator<Item = &'static EventForm> {
        let known = move |form: &&EventForm| form.drivers.contains(&self);
        FORMS.iter().filter(known)
    }

    /// Returns the forms that this driver understands as a sentence, for people who wrote
    /// another one.
    #[must_use]
    pub fn help(self) -> String {
        let all: Vec<&str> = self.forms().map(|form| form.syntax).collect();
        format!("write one of: {}", all.join(" | "))
    }
}
