//! Stack frames of the image's functions, read from its machine code.

use crate::image;
use host_tools::emulator::stack_frames::stack_frames;

/// Largest frame that a function may take, in bytes. The ring, its sensing, its session
/// and its captures are larger, so that none of them fits on the stack.
const MAX_FRAME: u32 = 4 * 1024;

#[test]
fn no_function_takes_more_than_4_kibibytes_of_stack() {
    let Some(image) = image() else { return };
    let file = std::fs::read(image).expect("the image");
    let frames = stack_frames(&file).expect("frames of its functions");
    for frame in frames.iter().take(10) {
        println!("{frame}");
    }
    let too_large = frames.iter().filter(|frame| frame.bytes > MAX_FRAME);
    let too_large: Vec<String> = too_large.map(ToString::to_string).collect();
    assert!(
        too_large.is_empty(),
        "above {MAX_FRAME} bytes:\n{}",
        too_large.join("\n")
    );
    // The checker itself: no image is as small as that.
    assert!(frames.len() > 500, "{} functions", frames.len());
    let largest = frames.first().map_or(0, |frame| frame.bytes);
    assert!(largest > 1024, "{largest} bytes at most");
}
