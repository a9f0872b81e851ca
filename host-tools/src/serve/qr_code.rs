//! QR code in a terminal, so that a phone need not type the address.
//!
//! Two modules share a character: the upper and the lower half of a block. A scanner
//! needs dark modules on light ground and a light border of four modules, whatever the
//! colours of the terminal are.

use qrcodegen::{QrCode, QrCodeEcc};

/// Width of the light border, in modules; the standard asks for four.
const BORDER: i32 = 4;

/// Returns lines of half blocks in which the light modules are drawn, for terminals that
/// write light on dark; `None` if the text is too long for a QR code.
///
/// ```
/// let lines = host_tools::serve::qr_code::lines("http://192.168.0.7:8080/").unwrap();
/// assert_eq!(lines.len(), 17);
/// assert!(lines.iter().all(|line| line.chars().count() == 33));
/// ```
#[must_use]
pub fn lines(text: &str) -> Option<Vec<String>> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let (first, end) = (-BORDER, code.size() + BORDER);
    // Beyond the code all modules are light.
    let is_light = |x: i32, y: i32| y < end && !code.get_module(x, y);
    let line = |y: i32| -> String {
        let half = |x: i32| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (first..end).map(half).collect()
    };
    Some((first..end).step_by(2).map(line).collect())
}

/// Colours a line for a terminal: light modules white, dark ones black, whatever the
/// terminal's own colours are.
#[must_use]
pub fn coloured(line: &str) -> String {
    format!("\u{1b}[38;5;231;48;5;16m{line}\u{1b}[0m")
}

#[cfg(test)]
mod tests {
    use super::{BORDER, lines};

    /// Returns the modules of lines; true is dark.
    fn modules(lines: &[String]) -> Vec<Vec<bool>> {
        let half = |is_upper: bool| {
            move |line: &String| -> Vec<bool> {
                let dark = |c: char| match c {
                    '█' => false,
                    '▀' => !is_upper,
                    '▄' => is_upper,
                    _ => true,
                };
                line.chars().map(dark).collect()
            }
        };
        lines
            .iter()
            .flat_map(|line| [half(true)(line), half(false)(line)])
            .collect()
    }

    /// Reads a QR code of version 2, level L, as ISO/IEC 18004 says, and returns its text.
    fn read(lines: &[String]) -> String {
        let all = modules(lines);
        let (border, size) = (BORDER as usize, 25);
        let at = |x: usize, y: usize| all[border + y][border + x];
        // Format: five bits beside the upper left finder, of which three are the mask.
        let mask = (2..5).fold(0, |bits, x| bits << 1 | usize::from(at(x, 8))) ^ 0b101;
        let flips = |x: usize, y: usize| {
            let pattern = match mask {
                0 => (x + y) % 2,
                1 => y % 2,
                2 => x % 3,
                3 => (x + y) % 3,
                4 => (x / 3 + y / 2) % 2,
                5 => x * y % 2 + x * y % 3,
                6 => (x * y % 2 + x * y % 3) % 2,
                _ => ((x + y) % 2 + x * y % 3) % 2,
            };
            pattern == 0
        };
        let is_function = |x: usize, y: usize| {
            let is_finder = |x: usize, y: usize| x < 9 && y < 9;
            is_finder(x, y)
                || (x >= size - 8 && y < 9)
                || (x < 9 && y >= size - 8)
                || x == 6
                || y == 6
                || ((16..21).contains(&x) && (16..21).contains(&y))
        };
        let mut bits = Vec::new();
        let columns = (0..size).rev().filter(|x| *x != 6).collect::<Vec<_>>();
        for (n, pair) in columns.chunks(2).enumerate() {
            for row in 0..size {
                let y = [size - 1 - row, row][n % 2];
                for &x in pair {
                    if !is_function(x, y) {
                        bits.push(at(x, y) ^ flips(x, y));
                    }
                }
            }
        }
        let number = |from: usize, count: usize| {
            let taken = bits[from..from + count].iter();
            taken.fold(0_usize, |number, bit| number << 1 | usize::from(*bit))
        };
        assert_eq!(number(0, 4), 0b0100, "bytes");
        let bytes = (0..number(4, 8)).map(|n| number(12 + 8 * n, 8) as u8);
        String::from_utf8(bytes.collect()).unwrap()
    }

    #[test]
    fn an_address_is_read_back_from_the_blocks() {
        for text in [
            "http://192.168.0.7:8080/",
            "http://10.0.0.1:1/",
            "http://[2001:db8::7]:80/",
        ] {
            let lines = lines(text).unwrap();
            assert_eq!(lines.len(), 17, "{text}");
            assert_eq!(read(&lines), text);
            let all = modules(&lines);
            // The last half line is below the border and, in a terminal, no module.
            let is_light = |row: &Vec<bool>| row.iter().all(|dark| !dark);
            assert!(all[..4].iter().all(is_light) && all[29..33].iter().all(is_light));
            assert!(all[..33].iter().all(|row| !row[3] && !row[29]));
        }
    }

    #[test]
    fn what_does_not_fit_has_no_code() {
        assert_eq!(lines(&"x".repeat(5_000)), None);
    }
}
