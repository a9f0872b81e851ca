//! Test of the winner that the lights show. Everything else about the panel is tested in
//! the `tests` package.

use super::{Panel, PanelInput};
use crate::board::{BoardId, Profile};
use crate::games::abalone::{DrawRules, Setup};
use crate::lights::Scene;
use crate::player::{Seat, Seats};
use crate::referee::grid::MagnetCoding;
use crate::referee::{
    AnyAction, AnyGame, Command, Event, JournalLine, Policies, Referee, Sink, Speaker, abalone,
};
use crate::time::Instant;

struct NullSink;

impl Sink for NullSink {
    fn entry(&mut self, _: JournalLine) {}
    fn event(&mut self, _: Event) {}
}

/// Plays the winning move of an Abalone match, in which black ejects the last red marble
/// that is needed. Returns the scene that the lights show then.
fn won(teams: &str) -> Scene {
    let now = Instant(1_000_000);
    let mut text = heapless::String::<64>::new();
    text.push_str("g4/6/7/8/6bbr/8/7/6/4w b 5-0 ")
        .expect("room");
    text.push_str(teams).expect("room");
    let setup = Setup::read(&text).expect("a position");
    let position = setup.study().expect("a study");
    let game = abalone::Match::new(position, DrawRules::default(), MagnetCoding::Class);
    let mut referee = Referee::default();
    let begun = referee.begin(
        now,
        &AnyGame::Abalone(game),
        Policies::DEFAULT,
        &mut NullSink,
    );
    begun.expect("no match runs");
    let push = AnyAction::Abalone("e7e8".parse().expect("a move"));
    let pushed = referee.command(now, &Command::Declare(push, Speaker::Table), &mut NullSink);
    pushed.expect("two push one");
    let view = PanelInput::new(&referee, Profile::of(BoardId::GridHex));
    Panel::default().light_state(now, &view).scene
}

#[test]
fn partners_who_sit_side_by_side_win_together() {
    for (teams, partner) in [("bw-rg", Seat::Second), ("bg-wr", Seat::Fourth)] {
        let both = Seats::of(Seat::First).with(partner);
        let scene = won(teams);
        assert!(
            matches!(scene, Scene::Over { winners, .. } if winners == both),
            "{teams}: {scene:?}"
        );
    }
}
