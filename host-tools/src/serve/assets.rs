//! The page's files, which are part of the program.

use axum::body::Body;
use axum::http::{Response, header};
use axum::response::IntoResponse;
use rules_core::clause::Game;
use serde_json::{Map, json};

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    /// Its address.
    pub path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// All of them.
pub const ALL: [Asset; 9] = [
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
    Asset {
        path: "/page.js",
        kind: SCRIPT,
        text: include_str!("page/page.js"),
    },
    Asset {
        path: "/draw.js",
        kind: SCRIPT,
        text: include_str!("page/draw.js"),
    },
    Asset {
        path: "/words.js",
        kind: SCRIPT,
        text: include_str!("page/words.js"),
    },
    Asset {
        path: "/english.js",
        kind: SCRIPT,
        text: include_str!("page/english.js"),
    },
    Asset {
        path: "/french.js",
        kind: SCRIPT,
        text: include_str!("page/french.js"),
    },
    Asset {
        path: "/clauses.fr.js",
        kind: SCRIPT,
        text: include_str!("page/clauses.fr.js"),
    },
    Asset {
        path: "/favicon.ico",
        kind: "image/svg+xml",
        text: include_str!("page/icon.svg"),
    },
];

impl Asset {
    /// It, to be sent.
    #[must_use]
    pub fn response(self) -> Response<Body> {
        ([(header::CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}

/// Every clause in a sentence, with our reading of it.
#[must_use]
pub fn clauses() -> Response<Body> {
    let games = [
        Game::SakuraSlam,
        Game::KabutoSumo,
        Game::Sumoo,
        Game::Abalone,
    ];
    let all: Map<String, serde_json::Value> = (games.iter())
        .flat_map(|game| game.clauses())
        .map(|it| (it.id().to_owned(), json!([it.sentence(), it.reading()])))
        .collect();
    let text = serde_json::Value::Object(all).to_string();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
