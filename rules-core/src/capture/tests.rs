//! Tests of the memory of captures: chains in a pool.

use super::pool::{CHUNK, Chain, Chunk, Pool};
extern crate std;
use std::boxed::Box;
use std::vec::Vec;

fn read<const N: usize>(pool: &Pool<N>, chain: &Chain, from: u16) -> Vec<u8> {
    pool.pieces(chain, from).flatten().copied().collect()
}

#[test]
fn chains_grow_side_by_side_until_nothing_is_left() {
    let mut pool = Pool::<4>::new();
    let (mut one, mut other) = (Chain::EMPTY, Chain::EMPTY);
    let mut count = 0;
    while pool.push(&mut one, count) && pool.push(&mut other, 100 + count) {
        count += 1;
    }
    assert_eq!(usize::from(count), 2 * CHUNK);
    assert_eq!(pool.left(), 0);
    assert_eq!(read(&pool, &one, 0), (0..count).collect::<Vec<u8>>());
    assert_eq!(
        read(&pool, &other, 35),
        (135..100 + count).collect::<Vec<u8>>()
    );
}

#[test]
fn what_is_given_back_can_be_used_again() {
    let mut pool = Pool::<4>::new();
    for round in 0..10 {
        let (mut one, mut other) = (Chain::EMPTY, Chain::EMPTY);
        for byte in 0..40 {
            assert!(pool.push(&mut one, byte), "round {round}");
        }
        let mut looked = Vec::new();
        let mut look = |bytes: &[u8]| looked.extend_from_slice(bytes);
        assert!(pool.copy(&one, 5, 35, &mut other, &mut look));
        assert_eq!(read(&pool, &other, 0), (5..35).collect::<Vec<u8>>());
        assert_eq!(looked, (5..35).collect::<Vec<u8>>());
        pool.free(&mut one);
        pool.free(&mut other);
        assert_eq!(pool.left(), 4);
    }
}

#[test]
fn a_pool_without_memory_holds_what_is_lent_to_it() {
    let mut pool = Pool::<0>::new();
    let mut chain = Chain::EMPTY;
    assert!(!pool.push(&mut chain, 1), "there is no memory");
    pool.clear();
    assert_eq!(pool.left(), 0);
    pool.lend(Box::leak(Box::new([Chunk::BLANK; 2])));
    assert_eq!(pool.left(), 2);
    let bytes: Vec<u8> = (0..2 * CHUNK as u8).collect();
    assert!(pool.extend(&mut chain, &bytes));
    assert_eq!(read(&pool, &chain, 0), bytes);
    assert!(!pool.push(&mut chain, 1), "it is full");
    pool.clear();
    assert_eq!(pool.left(), 2);
}
