//! Files of the page, which are part of the program.

use crate::built_page::{self, PageFile};
use axum::body::{Body, Bytes};
use axum::http::{Response, header};
use axum::response::IntoResponse;
use host_core::page::json_text;
use rules_core::clause::GameId;
use serde_json::{Map, json};
use std::sync::{Arc, LazyLock};

/// File of the page.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// Path of its address.
    pub path: &'static str,
    /// Kind of contents, as a header says it.
    pub(super) kind: &'static str,
    /// Contents.
    pub(super) text: &'static str,
}

/// Returns a script of the page.
pub(super) const fn script(path: &'static str, text: &'static str) -> Asset {
    Asset {
        path,
        kind: "text/javascript; charset=utf-8",
        text,
    }
}

/// All files of the page.
pub const ALL: [Asset; 12] = [
    Asset {
        path: "/",
        kind: "text/html; charset=utf-8",
        text: include_str!("page/index.html"),
    },
    Asset {
        path: "/page.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("page/page.css"),
    },
    script("/page.js", include_str!("page/page.js")),
    script("/state.js", include_str!("page/state.js")),
    script("/panels.js", include_str!("page/panels.js")),
    script("/history.js", include_str!("page/history.js")),
    script("/speak.js", include_str!("page/speak.js")),
    script("/draw.js", include_str!("page/draw.js")),
    script("/english.js", include_str!("page/english.js")),
    script("/french.js", include_str!("page/french.js")),
    script("/clauses.fr.js", include_str!("page/clauses.fr.js")),
    Asset {
        path: "/favicon.ico",
        kind: "image/svg+xml",
        text: include_str!("page/icon.svg"),
    },
];

impl Asset {
    /// Creates the HTTP response with this file.
    #[must_use]
    pub fn response(self) -> Response<Body> {
        ([(header::CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}

/// Link to the page on which one plays, in the first page; it is shown if the page is there.
const LINK: &str = r#"id="to-play" hidden"#;

/// Creates the HTTP response with the first page, with the link to the page on which one
/// plays.
#[must_use]
pub fn with_link() -> Response<Body> {
    let [page, ..] = ALL;
    let text = page.text.replacen(LINK, r#"id="to-play""#, 1);
    ([(header::CONTENT_TYPE, page.kind)], text).into_response()
}

/// Path of the page on which one plays.
pub const PLAY: &str = "/play/";

/// Returns the files of the page on which one plays, by their addresses; none if the page
/// is not beside the program.
pub fn playing() -> Vec<(String, Arc<PageFile>)> {
    let folder = built_page::find();
    let files = folder.and_then(|folder| built_page::read(&folder).ok());
    let mut routes = Vec::new();
    for file in files.unwrap_or_default() {
        let file = Arc::new(file);
        if file.path == "index.html" {
            routes.push((PLAY.to_owned(), file.clone()));
        }
        routes.push((format!("{PLAY}{}", file.path), file));
    }
    routes
}

/// Creates the HTTP response with a file of the page on which one plays.
#[must_use]
pub fn response_of(file: &PageFile) -> Response<Body> {
    let bytes = Bytes::copy_from_slice(&file.bytes);
    ([(header::CONTENT_TYPE, file.kind())], bytes).into_response()
}

/// Sentence of every clause, and our reading of it, as JSON.
static CLAUSES: LazyLock<String> = LazyLock::new(|| {
    let all: Map<String, serde_json::Value> = (GameId::ALL.into_iter())
        .flat_map(GameId::clauses)
        .map(|clause| {
            (
                clause.id().to_owned(),
                json!([clause.sentence(), clause.reading()]),
            )
        })
        .collect();
    json_text(&serde_json::Value::Object(all))
});

/// Creates the response with the sentence of every clause, and our reading of it.
#[must_use]
pub fn clauses() -> Response<Body> {
    let text = CLAUSES.as_str();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
