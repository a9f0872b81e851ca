//! Figures of the journal: what an append costs the flash, what opening and
//! resuming read, how sectors wear, and what one queue over all sectors would
//! do instead. No stop-watch: operations and bytes are counted in a mock flash.
//! `cargo bench -p dohyo-tests --bench journal`.

use dohyo_tests::journal_model::{opened, reclaim_all};
use rules_core::journal::RecordKind;
use rules_core::journal::settings_store::BoardSettingsStore;
use rules_core::journal::store::BoardJournal;
use rules_core::wire::Deframer;
use sequential_storage::cache::Cache;
use sequential_storage::queue::{QueueConfig, QueueStorage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use virtual_ring::mock_flash::{FlashStats, MockFlash, SECTOR, Tear, now};

/// Sectors of the region JOURNAL.
const SECTORS: usize = 56;

/// As the driver of a Pico reads with DMA: words of 4 bytes.
type Flash = MockFlash<4>;

fn main() {
    println!(
        "state: journal {} bytes, calibrations {} bytes, deframer {} bytes",
        size_of::<BoardJournal>(),
        size_of::<BoardSettingsStore>(),
        size_of::<Deframer>()
    );
    appends();
    long_run();
    one_queue();
}

fn fresh() -> (Flash, BoardJournal) {
    let mut flash = Flash::new(SECTORS);
    let mut journal = opened(&mut flash);
    reclaim_all(&mut journal, &mut flash);
    (flash, journal)
}

fn since(before: FlashStats, after: FlashStats) -> FlashStats {
    FlashStats {
        reads: after.reads - before.reads,
        read_bytes: after.read_bytes - before.read_bytes,
        writes: after.writes - before.writes,
        written_bytes: after.written_bytes - before.written_bytes,
        programs: after.programs - before.programs,
        erases: after.erases - before.erases,
    }
}

/// What one append costs, over 200 of them.
fn appends() {
    for length in [0, 16, 60, 200] {
        let (mut flash, mut journal) = fresh();
        let mut most = FlashStats::default();
        let start = flash.done();
        for index in 0..200 {
            let kind = if index == 0 {
                RecordKind::Begin
            } else {
                RecordKind::Entry
            };
            let before = flash.done();
            now(journal.append(&mut flash, kind, &vec![0x5a; length])).expect("there is room");
            let cost = since(before, flash.done());
            most.writes = most.writes.max(cost.writes);
            most.programs = most.programs.max(cost.programs);
            most.read_bytes = most.read_bytes.max(cost.read_bytes);
            most.erases = most.erases.max(cost.erases);
        }
        let all = since(start, flash.done());
        println!(
            "append of {length} bytes: {} writes and {}.{:02} pages programmed on average, {} bytes written, \
             {} read; at most {} writes, {} pages, {} bytes read, {} erases",
            all.writes / 200,
            all.programs / 200,
            all.programs % 200 / 2,
            all.written_bytes / 200,
            all.read_bytes / 200,
            most.writes,
            most.programs,
            most.read_bytes,
            most.erases,
        );
    }
}

/// A thousand matches of 300 records, a snapshot every 50.
fn long_run() {
    let (mut flash, mut journal) = fresh();
    let mut waits = 0;
    for _ in 0..1000 {
        for index in 0..300 {
            let kind = match index {
                0 => RecordKind::Begin,
                _ if index % 50 == 0 => RecordKind::Snapshot,
                _ => RecordKind::Entry,
            };
            let length = if kind == RecordKind::Entry { 28 } else { 160 };
            if now(journal.append(&mut flash, kind, &vec![0x5a; length])).is_err() {
                waits += 1;
            }
        }
        reclaim_all(&mut journal, &mut flash);
    }
    let mut matches = 0;
    now(journal.matches(&mut flash, |_| matches += 1)).expect("it can be read");
    println!(
        "1000 matches of 300 records, reclaimed after each: {matches} kept, {waits} appends refused"
    );
    println!("erases by sector: {:?}", flash.erases());

    let before = flash.done();
    let mut journal: BoardJournal = opened(&mut flash);
    let open = since(before, flash.done());
    let before = flash.done();
    let mut records = 0;
    now(journal.resume(&mut flash, |_| records += 1)).expect("it can be read");
    let resume = since(before, flash.done());
    println!(
        "open: {} reads, {} bytes of {}; resume: {records} records, {} reads, {} bytes",
        open.reads,
        open.read_bytes,
        SECTORS * SECTOR,
        resume.reads,
        resume.read_bytes
    );
}

/// What a single queue of `sequential-storage` over 6 sectors does.
fn one_queue() {
    const RANGE: std::ops::Range<u32> = 0..6 * SECTOR as u32;
    let config = || QueueConfig::try_new(RANGE).expect("whole sectors");
    let mut flash = Flash::new(6);
    now(erase_all(&mut flash));
    let mut item = [0; 64];

    let start = flash.done();
    let mut queue = QueueStorage::new(&mut flash, config(), Cache::new_uncached());
    for index in 0..1000u32 {
        item[..4].copy_from_slice(&index.to_le_bytes());
        now(queue.push(&item, true)).expect("old data may go");
    }
    println!(
        "one queue: {} erases within 1000 pushes",
        since(start, flash.done()).erases
    );

    // The push that erases is cut, in many states of the erase.
    let (mut cuts, mut lost, mut weak) = (0, 0, 0);
    std::panic::set_hook(Box::new(|_| {}));
    for seed in 0..200u64 {
        for tear in [
            Tear::ErasedFront(seed as usize * 20),
            Tear::ErasedBack(seed as usize * 20),
            Tear::ErasedBut(seed as usize, seed),
            Tear::Sprinkled(seed),
        ] {
            cuts += 1;
            match one_queue_cut(flash.clone(), tear) {
                Some(0) => {}
                Some(_) => lost += 1,
                None => weak += 1,
            }
        }
    }
    let _ = std::panic::take_hook();
    println!(
        "one queue, an erase cut {cuts} times: {lost} times records of other sectors or later ones are lost, \
         {weak} times a sector is written that is not erased"
    );
}

async fn erase_all(flash: &mut Flash) {
    use embedded_storage_async::nor_flash::NorFlash;
    for start in (0..6 * SECTOR as u32).step_by(SECTOR) {
        flash
            .erase(start, start + SECTOR as u32)
            .await
            .expect("it works");
    }
}

/// How many of the records that must be there are not, or `None` if a sector
/// was written that is not erased.
fn one_queue_cut(mut flash: Flash, tear: Tear) -> Option<usize> {
    catch_unwind(AssertUnwindSafe(|| {
        let config = || QueueConfig::try_new(0..6 * SECTOR as u32).expect("whole sectors");
        let mut item = [0; 64];
        let mut last = 1000u32;
        // On to the push that erases, and cut it there.
        loop {
            let mut copy = flash.clone();
            let erases = copy.done().erases;
            let mut queue = QueueStorage::new(&mut copy, config(), Cache::new_uncached());
            item[..4].copy_from_slice(&last.to_le_bytes());
            now(queue.push(&item, true)).expect("old data may go");
            if copy.done().erases > erases {
                break;
            }
            flash = copy;
            last += 1;
        }
        flash.cut_after(0, tear);
        let mut queue = QueueStorage::new(&mut flash, config(), Cache::new_uncached());
        let _ = now(queue.push(&item, true));
        flash.power_up();
        // 56 records a sector: the five other sectors hold at least these.
        let mut expected: Vec<u32> = (last - 4 * 56..last).collect();
        let mut queue = QueueStorage::new(&mut flash, config(), Cache::new_uncached());
        for later in last + 1..last + 50 {
            item[..4].copy_from_slice(&later.to_le_bytes());
            if now(queue.push(&item, true)).is_ok() {
                expected.push(later);
            }
        }
        let mut buffer = [0; 64];
        let Ok(mut items) = now(queue.iter()) else {
            return expected.len();
        };
        while let Ok(Some(item)) = now(items.next(&mut buffer)) {
            let number = u32::from_le_bytes([item[0], item[1], item[2], item[3]]);
            expected.retain(|&e| e != number);
        }
        expected.len()
    }))
    .ok()
}
