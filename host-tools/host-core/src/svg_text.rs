//! Text in SVG pictures: wrapping and escaping.

/// Breaks a sentence into lines of at most `most` characters; a longer word has a line for
/// itself.
///
/// ```
/// use host_core::svg_text::wrap;
///
/// assert_eq!(wrap("one two three", 8), ["one two", "three"]);
/// ```
#[must_use]
pub fn wrap(sentence: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Escapes the characters that have a meaning in XML.
///
/// ```
/// use host_core::svg_text::escaped;
///
/// assert_eq!(escaped("2 < 3 & 3 > 2"), "2 &lt; 3 &amp; 3 &gt; 2");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
