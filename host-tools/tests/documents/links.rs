//! Links in the documents: their files and headings exist; external ones at least look like
//! addresses.

use super::markdown::{anchors, links};
use super::{files, none, root};
use std::path::Path;

#[test]
fn every_link_leads_somewhere() {
    let mut complaints = Vec::new();
    let documents = files(&root(), ".md");
    assert!(documents.len() > 8, "the documents are not found");
    for path in documents {
        let text = std::fs::read_to_string(&path).unwrap();
        for (line, target) in links(&text) {
            if let Err(why) = check(&path, &text, &target) {
                let path = path.strip_prefix(root()).unwrap_or(&path).display();
                complaints.push(format!("{path}:{line}: ({target}) {why}"));
            }
        }
    }
    none(&complaints);
}

fn check(document: &Path, text: &str, target: &str) -> Result<(), &'static str> {
    if target.contains("://") {
        return outside(target);
    }
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (target, None),
    };
    let path = match file {
        "" => document.to_owned(),
        file => document.parent().unwrap().join(file),
    };
    if !path.exists() {
        return Err("is not there");
    }
    let Some(anchor) = anchor else {
        return Ok(());
    };
    let text = match file {
        "" => text.to_owned(),
        _ => std::fs::read_to_string(&path).unwrap_or_default(),
    };
    match anchors(&text).iter().any(|known| known == anchor) {
        true => Ok(()),
        false => Err("has no such heading"),
    }
}

fn outside(target: &str) -> Result<(), &'static str> {
    let rest = target.strip_prefix("https://").ok_or("is not https")?;
    let host = rest.split('/').next().unwrap_or_default();
    match host.contains('.') && !target.contains(char::is_whitespace) {
        true => Ok(()),
        false => Err("is no address"),
    }
}

#[test]
fn dead_links_are_noticed() {
    let readme = root().join("README.md");
    let check = |target| check(&readme, "# Here\n", target);
    assert_eq!(check("no-such-file.md"), Err("is not there"));
    assert_eq!(check("#there"), Err("has no such heading"));
    assert_eq!(check("#here"), Ok(()));
    assert_eq!(check("http://example.org"), Err("is not https"));
}
