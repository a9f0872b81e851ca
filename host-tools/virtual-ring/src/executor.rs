//! Executors of independent jobs.

/// Executor of independent jobs: one after the other, or several at once.
pub trait Executor {
    /// Runs `work` for each number below `count` and returns the results in the order of
    /// the numbers. Calls `done` with the number of finished jobs.
    fn run<T: Send>(
        &self,
        count: u64,
        work: impl Fn(u64) -> T + Sync,
        done: impl Fn(u64) + Sync,
    ) -> Vec<T>;
}

/// Executor that runs one job after the other on the caller's thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sequential;

impl Executor for Sequential {
    fn run<T: Send>(
        &self,
        count: u64,
        work: impl Fn(u64) -> T + Sync,
        done: impl Fn(u64) + Sync,
    ) -> Vec<T> {
        let finished = |number| {
            let result = work(number);
            done(number + 1);
            result
        };
        (0..count).map(finished).collect()
    }
}
