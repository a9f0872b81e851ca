//! Comma-separated values as RFC 4180 describes them: a field with a comma, a quotation
//! mark or a line break stands in quotation marks, and a quotation mark in it is doubled.

/// Returns one line without its end.
///
/// ```
/// use host_core::evening::csv::{line, read};
///
/// let text = line(["Ann, the first", "say \"hi\"", "7"]);
/// assert_eq!(text, "\"Ann, the first\",\"say \"\"hi\"\"\",7");
/// assert_eq!(read(&text).unwrap(), [(1, vec!["Ann, the first".into(), "say \"hi\"".into(), "7".into()])]);
/// ```
pub fn line<S: AsRef<str>>(fields: impl IntoIterator<Item = S>) -> String {
    let fields = fields.into_iter().map(|field| {
        let text = field.as_ref();
        match text.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        }
    });
    fields.collect::<Vec<_>>().join(",")
}

/// Returns the records of a text with the number of their first line; empty lines are
/// passed over, spaces around a field without quotation marks as well.
///
/// # Errors
/// A sentence with the line whose quotation mark is not closed.
pub fn read(text: &str) -> Result<Vec<(usize, Vec<String>)>, String> {
    let (mut records, mut at, mut number) = (Vec::new(), text.trim_start_matches('\u{feff}'), 1);
    while !at.is_empty() {
        let begun = number;
        let mut fields = Vec::new();
        loop {
            let (field, rest) = field(at, begun)?;
            let taken = &at[..at.len() - rest.len()];
            number += taken.matches('\n').count();
            fields.push(field);
            at = rest;
            match at.strip_prefix(',') {
                Some(rest) => at = rest,
                None => break,
            }
        }
        at = at.strip_prefix('\r').unwrap_or(at);
        at = at.strip_prefix('\n').unwrap_or(at);
        number += 1;
        if fields.iter().any(|field| !field.is_empty()) {
            records.push((begun, fields));
        }
    }
    Ok(records)
}

/// Returns the field at the beginning of a text, and the text after it.
fn field(text: &str, line: usize) -> Result<(String, &str), String> {
    let end_of = |text: &str| text.find([',', '\r', '\n']).unwrap_or(text.len());
    let Some(quoted) = text.trim_start_matches([' ', '\t']).strip_prefix('"') else {
        let (field, rest) = text.split_at(end_of(text));
        return Ok((field.trim().to_owned(), rest));
    };
    let (mut field, mut rest) = (String::new(), quoted);
    loop {
        let Some((part, after)) = rest.split_once('"') else {
            return Err(format!(
                "line {line}: a quotation mark is not closed; write \" behind the field"
            ));
        };
        field.push_str(part);
        rest = after;
        match rest.strip_prefix('"') {
            Some(after) => {
                field.push('"');
                rest = after;
            }
            None => return Ok((field, &rest[end_of(rest)..])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{line, read};

    #[test]
    fn whatever_is_written_is_read_back() {
        let fields = [
            "",
            "a",
            "a,b",
            "\"",
            "\"\"",
            "two\nlines",
            "\r\n",
            "é ",
            "x\"y,z",
        ];
        for one in fields {
            for two in fields {
                let text = format!("{}\r\n{}\n", line(["1", one, two]), line([two, "2"]));
                let records = read(&text).unwrap();
                // Spaces around a field are no part of it.
                assert_eq!(
                    records[0].1,
                    ["1", one.trim_end_matches(' '), two.trim_end_matches(' ')]
                );
                assert_eq!(records[1].1, [two.trim_end_matches(' '), "2"]);
            }
        }
    }

    #[test]
    fn lines_are_counted_as_an_editor_does() {
        let records = read("a,b\n\n\"two\nlines\",c\nd,e").unwrap();
        let lines: Vec<usize> = records.iter().map(|record| record.0).collect();
        assert_eq!(lines, [1, 3, 5]);
        assert!(read("a\nb,\"c\nd").unwrap_err().starts_with("line 2: "));
    }
}
