//! Tests of single parts of the curtain; scenes are in the `tests` package.

use super::beams::{NONE, each, gather, lane_mask, lane_of};
use super::isolated;
use super::rows::{Run, runs};
use crate::place::Edge;
use crate::sensing::frame::mask_of;
use std::vec::Vec;

extern crate std;

fn runs_of(row: u32, unseen: u32) -> Vec<(u8, u8)> {
    runs(row, unseen).map(|run| (run.lo, run.hi)).collect()
}

#[test]
fn runs_are_what_is_dark_on_end() {
    assert_eq!(runs_of(0b0111_0010, 0), [(1, 1), (4, 6)]);
    assert_eq!(runs_of(0, u32::MAX), []);
    assert_eq!(runs_of(0x8000_0001, 0), [(0, 0), (31, 31)]);
}

#[test]
fn unseen_beams_count_as_dark_only_between_dark_ones() {
    assert_eq!(runs_of(0b1_0010, 0b0_1100), [(1, 4)]);
    assert_eq!(runs_of(0b1_0010, 0b0_0100), [(1, 1), (4, 4)]);
    assert_eq!(runs_of(0b0_0010, 0b1_1101), [(1, 1)]);
}

#[test]
fn a_run_touches_what_lies_beside_it() {
    let run = |lo, hi| Run { lo, hi };
    assert!(run(2, 4).touches(run(5, 6)) && run(5, 6).touches(run(2, 4)));
    assert!(!run(2, 4).touches(run(6, 6)));
}

#[test]
fn the_bits_of_a_lane_come_in_the_order_of_its_chain() {
    for lane in Edge::ALL {
        let mut words = NONE;
        let places = [0, 1, 7, 8, 20, 31, 40, 47];
        for place in places {
            words[usize::from(place / 8)] |= mask_of(lane, place);
        }
        let chain = places.iter().fold(0_u64, |bits, place| bits | 1 << place);
        for other in Edge::ALL {
            assert_eq!(
                lane_of(&words, other),
                if other == lane { chain } else { 0 }
            );
        }
        let all: Vec<(Edge, u8)> = each(words).collect();
        assert_eq!(all, places.map(|place| (lane, place)));
        assert_eq!(gather(lane_mask(lane), lane), 0xFF);
    }
}

#[test]
fn a_lonely_beam_has_no_dark_neighbour_in_its_chain() {
    let mut words = NONE;
    for place in [3, 7, 8, 30] {
        words[usize::from(place / 8)] |= mask_of(Edge::East, place);
    }
    let mut expected = NONE;
    for place in [3, 30] {
        expected[usize::from(place / 8)] |= mask_of(Edge::East, place);
    }
    assert_eq!(isolated(&words), expected);
}
