//! Tests of LED positions, and of the conversion from lightness to duty. The properties
//! of the light language are tested in the `tests` package.

extern crate std;

use super::animation::{AnimationClock, BLINK, BLIP, CHOSEN, LONG, TWICE};
use super::canvas::Canvas;
use super::colour::{self, LIGHT};
use super::layout::{LedLayout, Zone, marks};
use super::{LightSettings, Milliamperes, RGB8, Sign, Spot, TICK};
use crate::board::{BoardId, Profile};
use crate::games::{abalone, sumoo};
use crate::place::Post;
use crate::player::{Players, Seat};
use crate::time::Instant;
use std::collections::BTreeSet;
use std::vec::Vec;

fn layouts() -> [(BoardId, LedLayout); 3] {
    BoardId::ALL.map(|name| (name, LedLayout::from_profile(Profile::of(name))))
}

fn home(layout: &LedLayout, players: Players, seat: Seat) -> BTreeSet<u8> {
    let places = layout.home(players, seat).places();
    places.map(|place| layout.led(place)).collect()
}

#[test]
fn homes_posts_and_host_are_apart() {
    for (name, layout) in layouts() {
        for players in Players::ALL {
            let mut seen = BTreeSet::from([layout.host()]);
            if name == BoardId::GridSquare && players != Players::Two {
                continue;
            }
            for seat in players.seats() {
                for led in home(&layout, players, seat) {
                    assert!(seen.insert(led), "{name}, {players}: LED {led} twice");
                }
            }
        }
    }
}

#[test]
fn posts_lie_between_the_sides() {
    let zones = |name| {
        let layout = LedLayout::from_profile(Profile::of(name));
        Post::ALL.map(|post| match layout.zone(Spot::Post(post)) {
            Zone::Around { middle, reach } => (layout.led(middle), reach),
            Zone::Cell(_) => panic!("a post is no cell"),
        })
    };
    assert_eq!(zones(BoardId::Ring), [(16, 3), (32, 3), (48, 3), (0, 3)]);
}

#[test]
fn two_sit_opposite_and_turns_go_clockwise() {
    let layout = LedLayout::from_profile(Profile::of(BoardId::Ring));
    let middles = |players: Players| -> Vec<u8> {
        let seats = players.seats();
        seats
            .map(|seat| layout.home(players, seat).middle())
            .collect()
    };
    assert_eq!(middles(Players::Two), [40, 8]);
    assert_eq!(middles(Players::Three), [40, 56, 8]);
    assert_eq!(middles(Players::Four), [40, 56, 8, 24]);
}

#[test]
fn the_rim_of_the_hexagon_goes_from_neighbour_to_neighbour() {
    let layout = LedLayout::from_profile(Profile::of(BoardId::GridHex));
    let cells: Vec<abalone::Cell> = abalone::Cell::all().collect();
    let rim: Vec<abalone::Cell> = (0..layout.rim)
        .map(|place| cells[usize::from(layout.led(place))])
        .collect();
    for (n, cell) in rim.iter().enumerate() {
        let next = rim[(n + 1) % rim.len()];
        assert!(cell.direction_to(next).is_some(), "{cell} to {next}");
    }
    assert_eq!(rim.iter().collect::<BTreeSet<_>>().len(), 24);
    assert_eq!(layout.beside(31), [Some(30), Some(32)], "e6");
    assert_eq!(layout.beside(0), [None, Some(1)], "a1");
    assert_eq!(layout.beside(60), [Some(59), None], "i9");
}

#[test]
fn the_rim_of_the_arena_goes_from_neighbour_to_neighbour() {
    let layout = LedLayout::from_profile(Profile::of(BoardId::GridSquare));
    let cells: Vec<sumoo::Cell> = sumoo::Cell::all().collect();
    let rim: Vec<(i8, i8)> = (0..layout.rim)
        .map(|place| cells[usize::from(layout.led(place))])
        .map(|cell| (cell.column() as i8, cell.row() as i8))
        .collect();
    for (n, at) in rim.iter().enumerate() {
        let next = rim[(n + 1) % rim.len()];
        let apart = (at.0 - next.0).abs() + (at.1 - next.1).abs();
        assert_eq!(apart, 1, "{at:?} to {next:?}");
    }
    assert_eq!(rim.iter().collect::<BTreeSet<_>>().len(), 20);
}

#[test]
fn a_seat_has_as_many_marks_as_its_number() {
    for len in [4, 5, 10] {
        for seat in Seat::ALL {
            let marks = marks(len, seat);
            assert_eq!(marks >> len, 0, "{len} LEDs, seat {seat}");
            let lit = |n: u8| n < len && (marks >> n) & 1 == 1;
            let begun = (0..len).filter(|&n| lit(n) && (n == 0 || !lit(n - 1)));
            let bars = begun.count();
            let points = marks.count_ones() as usize;
            let number = seat.index() + 1;
            // Where there is no room for gaps, points are counted.
            assert!(bars == number || points == number, "{marks:010b}");
        }
    }
}

#[test]
fn half_the_level_looks_half_as_light() {
    assert!(LIGHT.is_sorted());
    assert_eq!((LIGHT[0], LIGHT[255]), (0, u16::MAX));
    // L* = 50 is 18.4 % of the light.
    let percent = u32::from(LIGHT[127]) * 1000 / 65_535;
    assert!((180..=186).contains(&percent), "{percent}");
}

#[test]
fn a_slow_clock_holds_twice_as_long() {
    for tick in 0..480 {
        let clock = AnimationClock::at(Instant(tick * u64::from(TICK.0)));
        let slow = clock.slower();
        for rhythm in [BLINK, TWICE, LONG] {
            let held = slow.beat(rhythm);
            let then = Instant((tick + u64::from(held.ticks)) * u64::from(TICK.0));
            let before = Instant(then.0 - 1);
            assert_eq!(
                AnimationClock::at(before).slower().beat(rhythm).now,
                held.now
            );
            assert_ne!(AnimationClock::at(then).slower().beat(rhythm).now, held.now);
        }
    }
}

#[test]
fn rhythms_last_until_they_say() {
    for rhythm in [BLINK, TWICE, LONG, BLIP, CHOSEN] {
        let mut at = Instant::ZERO;
        for _ in 0..40 {
            let held = AnimationClock::at(at).beat(rhythm);
            let then = Instant(at.0 + u64::from(held.ticks) * u64::from(TICK.0));
            assert_eq!(
                AnimationClock::at(Instant(then.0 - 1)).beat(rhythm).now,
                held.now
            );
            assert_ne!(AnimationClock::at(then).beat(rhythm).now, held.now);
            at = then;
        }
    }
}

#[test]
fn the_table_says_everything_in_its_own_words() {
    let rows = Sign::ALL.map(Sign::entry);
    for (n, row) in rows.iter().enumerate() {
        for text in [row.place, row.colour, row.motion, row.meaning] {
            assert!(!text.is_empty());
        }
        let same = rows[..n].iter().find(|other| other.meaning == row.meaning);
        assert_eq!(same, None);
        let looks = (row.place, row.motion);
        let same = rows[..n]
            .iter()
            .find(|other| (other.place, other.motion) == looks);
        assert_eq!(same, None, "place or motion differ, not only the colour");
    }
}

#[test]
fn the_documentation_has_the_table() {
    let documentation = include_str!("mod.rs");
    for sign in Sign::ALL {
        let entry = sign.entry();
        let cells = [
            sign.word(),
            entry.place,
            entry.colour,
            entry.motion,
            entry.meaning,
        ];
        let row = std::format!("//! | {} |\n", cells.join(" | "));
        assert!(documentation.contains(&row), "missing: {row}");
    }
}

#[test]
fn a_ring_has_no_cells_and_no_cell_is_too_large() {
    let ring = LedLayout::from_profile(Profile::of(BoardId::Ring));
    assert_eq!(ring.zone(Spot::Cell(5)), Zone::Cell(u8::MAX));
    for (_, layout) in layouts() {
        for cell in 0..=u8::MAX {
            let [left, right] = layout.beside(cell);
            assert!(left.is_none_or(|left| left < cell));
            assert!(right.is_none_or(|right| right > cell));
        }
    }
}

/// The duties are those of the gamma table of `smart-leds`, exponent 2.8.
#[test]
fn a_fully_lit_led_shows_its_ink_corrected_for_the_eye() {
    let mut canvas = Canvas::new(3);
    canvas.paint(0, colour::ORANGE, 255);
    canvas.paint(2, colour::WHITE, 255);
    let setting = LightSettings {
        brightness: 255,
        budget: Milliamperes(u16::MAX),
    };
    let shown = colour::to_duty(&canvas, setting);
    let expected = [
        RGB8::new(255, 48, 0),
        RGB8::new(0, 0, 0),
        RGB8::new(241, 215, 191),
    ];
    assert_eq!(shown, expected);
}
