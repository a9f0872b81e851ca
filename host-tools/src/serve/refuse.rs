//! Refusals: a status, a word for the page, and a sentence with the remedy.

use super::gate::Barred;
use super::http::MOST_BODY;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request is not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is meant for another server.
    NotHere,
    /// It comes from another page.
    Stranger,
    /// It is too long.
    TooLong,
    /// It is no JSON.
    NotJson,
    /// It cannot be read.
    Unreadable(String),
    /// The code or the key is wrong, or it comes too often.
    Barred(Barred),
    /// The referee declines, or there is none.
    Declined(String),
    /// The ring does not answer.
    Silent,
    /// There is no such thing here.
    Nothing,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotHere => StatusCode::MISDIRECTED_REQUEST,
            Self::Stranger | Self::Barred(Barred::WrongCode) => StatusCode::FORBIDDEN,
            Self::Barred(Barred::WrongKey) => StatusCode::UNAUTHORIZED,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unreadable(_) => StatusCode::BAD_REQUEST,
            Self::Barred(Barred::TooOften(_)) => StatusCode::TOO_MANY_REQUESTS,
            Self::Declined(_) => StatusCode::CONFLICT,
            Self::Silent => StatusCode::SERVICE_UNAVAILABLE,
            Self::Nothing => StatusCode::NOT_FOUND,
        }
    }

    /// The word by which the page knows it.
    const fn word(&self) -> &'static str {
        match self {
            Self::NotHere => "not-here",
            Self::Stranger => "stranger",
            Self::TooLong => "too-long",
            Self::NotJson => "not-json",
            Self::Unreadable(_) => "unreadable",
            Self::Barred(Barred::WrongCode) => "wrong-code",
            Self::Barred(Barred::WrongKey) => "wrong-key",
            Self::Barred(Barred::TooOften(_)) => "too-often",
            Self::Declined(_) => "declined",
            Self::Silent => "silent",
            Self::Nothing => "nothing",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::NotHere => {
                "this server does not go by that name: use its number, or start it with --name"
                    .into()
            }
            Self::Stranger => {
                "only the page of this server may speak: open it and try there".into()
            }
            Self::TooLong => format!("that is too long: send at most {MOST_BODY} bytes"),
            Self::NotJson => "send application/json".into(),
            Self::Unreadable(why) => format!("that cannot be read: {why}"),
            Self::Barred(Barred::WrongCode) => {
                "that is not the table code: read it off the terminal in which dohyo serve runs"
                    .into()
            }
            Self::Barred(Barred::WrongKey) => "enter the table code first".into(),
            Self::Barred(Barred::TooOften(wait)) => {
                format!("too often: try again in {} s", wait.as_secs() + 1)
            }
            Self::Declined(why) => why.clone(),
            Self::Silent => "the ring does not answer: look whether it is connected".into(),
            Self::Nothing => "there is nothing here: the page is at /".into(),
        }
    }
}

impl From<Barred> for Refusal {
    fn from(barred: Barred) -> Self {
        Self::Barred(barred)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "refused": self.word(), "sentence": self.sentence() }).to_string();
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status(), json, body).into_response();
        if let Self::Barred(Barred::TooOften(wait)) = self {
            let seconds = HeaderValue::from(wait.as_secs() + 1);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
