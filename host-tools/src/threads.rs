//! Work that is spread over threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does the work of each number below `count` on so many threads. What came of it
/// is in the order of the numbers, whoever was done first. `done` is told how many
/// are done.
///
/// ```
/// use host_tools::threads::on_threads;
///
/// assert_eq!(on_threads(3, 5, |n| n * n, |_| {}), [0, 1, 4, 9, 16]);
/// ```
pub fn on_threads<T: Send>(
    jobs: usize,
    count: u64,
    work: impl Fn(u64) -> T + Sync,
    done: impl Fn(u64) + Sync,
) -> Vec<T> {
    let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    let results = results.lock();
                    let mut results = results.unwrap_or_else(PoisonError::into_inner);
                    results.push((number, result));
                    drop(results);
                    done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let results = results.into_inner();
    let mut results = results.unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|it| it.0);
    results.into_iter().map(|it| it.1).collect()
}
