//! Laws of recordings, of frames and of messages: what goes in comes out; what is damaged
//! is told, and everything before it still reads. A recording of messages holds one ring.

use host_core::recording::{
    MessageRecorder, MessageRecording, Origin, RecordedMessage, SameRing, is_cut_off_header,
};
use proptest::prelude::*;
use rules_core::board::hall::MAX_CHANNELS;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::referee::{JournalLine, LineBody, LineContent, Note, Record};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;
use rules_core::wire::RingMessage;
use virtual_ring::geometry::{BodyPose, Dipole, Pose, Shape, Solid, WorldView};
use virtual_ring::recording::{
    FrameRecorder, FrameRecording, Header, ReadError, RecordedFrame, WriteError,
};
use virtual_ring::sensors::{Fault, MOMENT_8X3, Noise, NoiseLevel, Sensors};

fn header() -> Header {
    Header::now(BoardId::Ring, Dimensions::ASSUMED, 7)
}

fn record(frames: &[RecordedFrame]) -> Vec<u8> {
    let mut recorder = FrameRecorder::new(Vec::new(), &header()).expect("memory can be written");
    for frame in frames {
        recorder.push(frame).expect("they are in order");
    }
    recorder.finish().expect("memory can be written")
}

/// Everything that reads, and why it ended.
fn replay(file: &[u8]) -> (Vec<RecordedFrame>, Option<ReadError>) {
    let mut frames = Vec::new();
    let recording = match FrameRecording::open(file) {
        Ok(recording) => recording,
        Err(error) => return (frames, Some(error)),
    };
    for frame in recording {
        match frame {
            Ok(frame) => frames.push(frame),
            Err(error) => return (frames, Some(error)),
        }
    }
    (frames, None)
}

/// When a frame begins, in µs, and whether it is a scan: the order of a recording.
fn order(frame: &RecordedFrame) -> (u64, bool) {
    match frame {
        RecordedFrame::Curtain(frame) => (u64::from(frame.index) * 400, false),
        RecordedFrame::Hall(scan) => (u64::from(scan.index) * 690, true),
    }
}

fn at_height(z: f32) -> WorldView {
    let position = glam::Vec3::new(10.0, 120.0, z);
    let rotation = glam::Quat::from_rotation_x(z / 30.0);
    let shape = Shape::Disc {
        radius_x: 21.0,
        radius_y: 19.0,
        half_height: 6.0,
    };
    let pose = Pose { position, rotation };
    let thing = BodyPose {
        solid: Solid { shape, pose },
        magnet: Some(Dipole {
            position,
            moment: rotation * (glam::Vec3::Z * MOMENT_8X3),
        }),
    };
    WorldView {
        things: vec![thing],
        ..WorldView::default()
    }
}

/// Frames of the ring over so many seconds, with a fall of 0.1 s in each of
/// `falls` parts of every second.
fn simulate(level: NoiseLevel, faults: &[Fault], seconds: u32, falls: u32) -> Vec<RecordedFrame> {
    let profile = Profile::of(BoardId::Ring);
    let noise = Noise::for_level(level);
    let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, faults, 3);
    let still = at_height(6.0);
    let view = |micros: u32| {
        let into = micros % 1_000_000;
        if into < falls * 100_000 {
            at_height(6.0 - (into % 100_000) as f32 / 2000.0)
        } else {
            still.clone()
        }
    };
    let mut frames = Vec::new();
    let (mut frame, mut scan) = (0, 0);
    while frame * 400 < seconds * 1_000_000 {
        if frame * 400 <= scan * 690 {
            frames.extend(
                sensors
                    .curtain(frame, &view(frame * 400))
                    .map(RecordedFrame::Curtain),
            );
            frame += 1;
        } else {
            frames.extend(
                sensors
                    .hall(scan, &view(scan * 690))
                    .map(RecordedFrame::Hall),
            );
            scan += 1;
        }
    }
    frames
}

#[test]
fn simulated_frames_replay_bit_for_bit() {
    for word in [
        "",
        "dropped-frames:3@0.1",
        "stall:400@0.1",
        "pwm:1000@0.1",
        "mux-s2:1@0.1",
    ] {
        let words = word.split_whitespace();
        let faults: Vec<Fault> = words.map(|it| it.parse().expect("a fault")).collect();
        for level in [NoiseLevel::Off, NoiseLevel::Nominal, NoiseLevel::Severe] {
            let frames = simulate(level, &faults, 3, 2);
            let (again, error) = replay(&record(&frames));
            assert!(error.is_none(), "{word}: {error:?}");
            assert!(again == frames, "{word}: the replay differs");
        }
    }
}

/// Prints how large recordings are; 5 MB a minute at most, 8 with severe noise. The noise
/// of the Hall sensors is most of it.
#[test]
fn a_minute_takes_little_room() {
    for (what, level, falls) in [
        ("idle, no noise", NoiseLevel::Off, 0),
        ("idle, nominal noise", NoiseLevel::Nominal, 0),
        ("in play, nominal noise", NoiseLevel::Nominal, 3),
        ("in play, severe noise", NoiseLevel::Severe, 3),
    ] {
        let frames = simulate(level, &[], 6, falls);
        let size = record(&frames).len() * 10;
        let raw: usize = frames
            .iter()
            .map(|frame| match frame {
                RecordedFrame::Curtain(_) => 124,
                RecordedFrame::Hall(_) => 4 + 2 * 69,
            })
            .sum();
        let per_scan = size as f64 / 10.0 / (6.0 * 1449.0);
        println!(
            "{what:24} {size:>9} bytes a minute, {per_scan:.1} a scan, raw {}",
            raw * 10
        );
        let most = if level == NoiseLevel::Severe {
            8_000_000
        } else {
            5_000_000
        };
        assert!(size < most, "{what}: {size}");
    }
}

#[test]
fn what_is_no_recording_is_told_in_one_sentence() {
    let told = |file: &[u8]| {
        replay(file)
            .1
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    let nothing = "this is not a recording: it does not begin with \"DOHYOREC\"; \
                   give a file that a recorder wrote";
    assert_eq!(told(b""), nothing);
    assert_eq!(told(b"[board]\nname = \"x\""), nothing);
    let mut file = record(&simulate(NoiseLevel::Off, &[], 1, 0));
    file[8] = 9;
    assert_eq!(
        told(&file),
        "this recording has version 9, this program reads up to 1; update the program"
    );
    let cut = record(&simulate(NoiseLevel::Nominal, &[], 1, 0));
    let cut = &cut[..cut.len() - 3];
    let expected = format!(
        "the recording breaks off at byte {}; everything before that has been read",
        cut.len()
    );
    assert_eq!(told(cut), expected);
}

#[test]
fn frames_out_of_order_are_refused() {
    let frames = simulate(NoiseLevel::Off, &[], 1, 0);
    let mut recorder = FrameRecorder::new(Vec::new(), &header()).expect("memory can be written");
    recorder.push(&frames[0]).expect("the first");
    let error = recorder.push(&frames[0]).expect_err("twice the same");
    assert!(matches!(error, WriteError::OutOfOrder(0)));
}

fn any_frame() -> impl Strategy<Value = [[u32; 6]; 5]> {
    prop_oneof![
        any::<[[u32; 6]; 5]>(),
        // Mostly alike.
        (0_usize..30, 0_u32..32, any::<bool>()).prop_map(|(word, bit, flip)| {
            let mut reads = [[0x0F0F_0F0F; 6]; 5];
            reads[word / 6][word % 6] ^= u32::from(flip) << bit;
            reads
        }),
        Just([[u32::MAX; 6]; 5]),
    ]
}

fn any_sums() -> impl Strategy<Value = [u16; MAX_CHANNELS]> {
    prop_oneof![
        prop::collection::vec(any::<u16>(), MAX_CHANNELS),
        prop::collection::vec(8180_u16..8200, MAX_CHANNELS),
        Just(vec![0; MAX_CHANNELS]),
    ]
    .prop_map(|sums| sums.try_into().expect("as many as there are channels"))
}

/// Frames in order, some of them missing.
fn any_frames() -> impl Strategy<Value = Vec<RecordedFrame>> {
    let gap = || prop_oneof![9 => Just(1_u32), 1 => 2_u32..2000];
    let curtain = prop::collection::vec((gap(), any_frame()), 0..60);
    let hall = prop::collection::vec((gap(), any_sums(), any::<bool>()), 0..40);
    (0_u32..1000, curtain, hall).prop_map(|(first, curtain, hall)| {
        let (mut frame, mut scan) = (first, first / 2);
        let mut frames: Vec<RecordedFrame> = Vec::new();
        for (gap, reads) in curtain {
            frame += gap;
            frames.push(RecordedFrame::Curtain(CurtainFrame {
                index: frame,
                reads,
            }));
        }
        for (gap, sums, overrun) in hall {
            scan += gap;
            let index = scan;
            frames.push(RecordedFrame::Hall(HallScan {
                index,
                sums,
                overrun,
            }));
        }
        frames.sort_by_key(order);
        frames
    })
}

/// Journal line of the ring with this number: no two rings have a line in common.
fn line(ring: u64, seq: u32) -> JournalLine {
    JournalLine {
        seq,
        body: LineBody {
            at: Instant(u64::from(seq)),
            hash: ring << 32 | u64::from(seq),
            line: LineContent::Record(Record::Note(Note::PowerUp)),
        },
    }
}

/// Recording of these lines, as bytes.
fn record_lines(lines: &[JournalLine]) -> Vec<u8> {
    let origin = Origin {
        board: BoardId::Ring,
        firmware: "1.2.3".into(),
        place: "a law".into(),
    };
    let mut recorder = MessageRecorder::begin(Vec::new(), &origin).expect("memory can be written");
    for (at, line) in (0..).zip(lines) {
        let message = RingMessage::Line(line.clone());
        let item = RecordedMessage { at, message };
        recorder.push(&item).expect("memory can be written");
    }
    recorder.finish()
}

fn recording_of(lines: &[JournalLine]) -> MessageRecording {
    MessageRecording::parse(&record_lines(lines)).expect("a recording")
}

/// Parts of a journal as one connection after the other receives them: each begins
/// anywhere before the end of those before.
fn any_journal() -> impl Strategy<Value = Vec<JournalLine>> {
    prop::collection::vec((0_u32..30, 1_u32..30), 1..6).prop_map(|parts| {
        let (mut lines, mut next) = (Vec::new(), 1);
        for (back, count) in parts {
            let from = next - back.min(next - 1);
            lines.extend((from..from + count).map(|seq| line(1, seq)));
            next = next.max(from + count);
        }
        lines
    })
}

proptest! {
    /// What goes in comes out, in the same order.
    #[test]
    fn every_frame_comes_back(frames in any_frames()) {
        let (again, error) = replay(&record(&frames));
        prop_assert!(error.is_none(), "{error:?}");
        prop_assert!(again == frames);
    }

    /// A recording cut anywhere says so and gives a beginning of what was in it.
    #[test]
    fn a_cut_recording_reads_up_to_the_cut(frames in any_frames(), cut in any::<prop::sample::Index>()) {
        let file = record(&frames);
        let (again, error) = replay(&file[..cut.index(file.len())]);
        prop_assert!(error.is_some());
        prop_assert!(again == frames[..again.len()]);
    }

    /// A flipped bit is always noticed.
    #[test]
    fn a_flipped_bit_is_noticed(frames in any_frames(), at in any::<prop::sample::Index>(), bit in 0..8) {
        let mut file = record(&frames);
        let at = at.index(file.len());
        file[at] ^= 1_u8 << bit;
        let (again, error) = replay(&file);
        prop_assert!(error.is_some());
        prop_assert!(again == frames[..again.len()]);
    }

    /// Any bytes at all read without harm.
    #[test]
    fn garbage_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), keep in 0_usize..60) {
        let mut file = record(&[]);
        file.truncate(keep);
        file.extend(bytes);
        let _ = replay(&file);
    }

    /// A journal that was received in parts comes back whole, each line once.
    #[test]
    fn a_journal_received_in_parts_comes_back_whole(lines in any_journal()) {
        let recording = recording_of(&lines);
        let journal = recording.journal();
        let last = lines.iter().map(|line| line.seq).max().unwrap_or(0);
        let whole: Vec<_> = (1..=last).map(|seq| line(1, seq)).collect();
        prop_assert_eq!(journal.lines, whole);
        prop_assert!(journal.replaced.is_empty());
        prop_assert_eq!(recording.origin.map(|origin| origin.place), Some("a law".into()));
    }

    /// No line is dropped in silence, whatever rings a file holds: each is in the journal,
    /// or among those that were replaced.
    #[test]
    fn no_line_is_dropped_in_silence(parts in prop::collection::vec((1_u64..3, 1_u32..20, 1_u32..20), 1..6)) {
        let lines: Vec<_> = parts
            .iter()
            .flat_map(|&(ring, from, count)| (from..from + count).map(move |seq| line(ring, seq)))
            .collect();
        let journal = recording_of(&lines).journal();
        for line in &lines {
            prop_assert!(journal.lines.contains(line) || journal.replaced.contains(line));
        }
        prop_assert!(journal.lines.is_sorted_by(|one, other| one.seq < other.seq));
    }

    /// A recording takes the lines of its own ring again, and none of another ring.
    #[test]
    fn a_recording_takes_one_ring(lines in any_journal(), from in 1_u32..200) {
        let recording = recording_of(&lines);
        let last = lines.iter().map(|line| line.seq).max().unwrap_or(0);
        prop_assert!(SameRing::new(&recording).line(&line(2, from)).is_err());
        let own = SameRing::new(&recording).line(&line(1, from));
        prop_assert_eq!(own.ok(), (from <= last).then_some(false));
    }

    /// A recording of messages cut anywhere behind its header reads up to the cut.
    #[test]
    fn messages_read_up_to_the_cut(lines in any_journal(), cut in any::<prop::sample::Index>()) {
        let bytes = record_lines(&lines);
        let cut = &bytes[..cut.index(bytes.len())];
        if is_cut_off_header(cut) {
            prop_assert!(MessageRecording::parse(cut).is_err());
        } else {
            let read = MessageRecording::parse(cut).expect("the header is whole");
            let whole = recording_of(&lines);
            prop_assert!(whole.items.starts_with(&read.items));
            prop_assert_eq!(read.damage.is_empty(), cut.last() == Some(&0));
        }
    }
}
