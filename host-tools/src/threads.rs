//! Executor that spreads independent jobs over threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use virtual_ring::executor::Executor;

/// Executor with this number of threads; 0 counts as 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Executor for Threads {
    fn run<T: Send>(
        &self,
        count: u64,
        work: impl Fn(u64) -> T + Sync,
        done: impl Fn(u64) + Sync,
    ) -> Vec<T> {
        on_threads(self.0, count, work, done)
    }
}

/// Runs `work` for each number below `count` on `jobs` threads. Returns the results in the
/// order of the numbers, whichever finished first. Calls `done` with the number of finished
/// jobs.
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
    results.sort_unstable_by_key(|result| result.0);
    results.into_iter().map(|result| result.1).collect()
}
