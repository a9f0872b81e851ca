//! Parser of the Markdown that the documents use: code blocks, inline code, links and
//! headings.

/// Code in a document.
#[derive(Debug, Clone)]
pub struct Code {
    /// Number of its first line, from 1.
    pub line: usize,
    /// Lines of the code, without Markdown markers.
    pub lines: Vec<String>,
    /// Text of the comment before it; `None` without one.
    pub mark: Option<String>,
    /// True if it is inline code.
    pub is_inline: bool,
}

/// Returns all code of a document, in order.
pub fn code(text: &str) -> Vec<Code> {
    let mut found = Vec::new();
    let mut mark: Option<String> = None;
    let mut block: Option<Code> = None;
    let mut is_fenced = false;
    let mut was_blank = true;
    for (n, line) in (1..).zip(text.lines()) {
        let is_fence = line.trim_start().starts_with("```");
        let is_indented = line.starts_with("    ") && !is_fenced;
        if is_fence {
            match is_fenced {
                true => found.extend(block.take()),
                false => block = Some(Code::new(n, mark.take())),
            }
            is_fenced = !is_fenced;
        } else if is_fenced {
            if let Some(block) = &mut block {
                block.lines.push(line.trim_start_matches("   ").to_owned());
            }
        } else if is_indented && (was_blank || block.is_some()) {
            let block = block.get_or_insert_with(|| Code::new(n, mark.take()));
            block.lines.push(line.trim().to_owned());
        } else {
            if !line.trim().is_empty() {
                found.extend(block.take());
            }
            let comment = line.trim().strip_prefix("<!-- ");
            if let Some(comment) = comment.and_then(|comment| comment.strip_suffix(" -->")) {
                mark = Some(comment.to_owned());
            } else if !line.trim().is_empty() {
                mark = None;
            }
        }
        was_blank = line.trim().is_empty();
    }
    found.extend(block);
    found.extend(inline(text));
    found.sort_by_key(|code| code.line);
    found
}

impl Code {
    fn new(line: usize, mark: Option<String>) -> Self {
        Self {
            line,
            lines: Vec::new(),
            mark,
            is_inline: false,
        }
    }
}

/// Returns the inline code, which may continue over the end of a line.
fn inline(text: &str) -> Vec<Code> {
    let prose = prose(text);
    let mut found = Vec::new();
    let mut line = 1;
    for (n, part) in prose.split('`').enumerate() {
        if n % 2 == 1 {
            let words: Vec<&str> = part.split_whitespace().collect();
            found.push(Code {
                line,
                lines: vec![words.join(" ")],
                mark: None,
                is_inline: true,
            });
        }
        line += part.matches('\n').count();
    }
    found
}

/// Returns the document with its code blocks and comments blanked out.
pub fn prose(text: &str) -> String {
    let mut is_fenced = false;
    let mut was_blank = true;
    let mut in_block = false;
    let lines = text.lines().map(|line| {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence {
            is_fenced = !is_fenced;
        }
        let is_indented = line.starts_with("    ") && (was_blank || in_block);
        in_block = is_indented || (in_block && line.trim().is_empty());
        was_blank = line.trim().is_empty();
        let is_comment = line.trim().starts_with("<!--");
        match is_fence || is_fenced || is_indented || is_comment {
            true => "",
            false => line,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the target of each link, with its line.
pub fn links(text: &str) -> Vec<(usize, String)> {
    let prose = prose(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = prose[at..].find("](") {
        let start = at + next + 2;
        let end = start + prose[start..].find(')').unwrap();
        let line = prose[..start].matches('\n').count() + 1;
        found.push((line, prose[start..end].trim().to_owned()));
        at = end;
    }
    found
}

/// Returns the anchors of a document's headings.
pub fn anchors(text: &str) -> Vec<String> {
    let prose = prose(text);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn code_and_links_are_found_where_they_are() {
    let text = "# One: two\n\nsee `dohyo\ninfo` [x](a.md#b).\n\n    cargo test\n    done\n\n\
                <!-- ring grid-hex: -->\n```console\n$ dohyo doctor\nall well\n```\n";
    let code = code(text);
    let lines: Vec<_> = code
        .iter()
        .map(|code| (code.line, code.lines.clone()))
        .collect();
    assert_eq!(
        lines,
        [
            (3, vec!["dohyo info".to_owned()]),
            (6, vec!["cargo test".into(), "done".into()]),
            (10, vec!["$ dohyo doctor".into(), "all well".into()]),
        ]
    );
    assert_eq!(code[2].mark.as_deref(), Some("ring grid-hex:"));
    assert_eq!(links(text), [(4, "a.md#b".to_owned())]);
    assert_eq!(anchors(text), ["one-two"]);
}
