//! Errors of requests: a status, a word for the page, and a sentence with the remedy.

use super::auth::AuthError;
use super::http::MAX_BODY;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use host_core::page::json_text;
use serde_json::json;

/// Reason why a request is not executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpError {
    /// `Host` header names another server.
    NotHere,
    /// Request comes from the page of another server.
    Stranger,
    /// Body exceeds the limit.
    TooLong,
    /// Body is not declared as JSON.
    NotJson,
    /// Body is not declared as bytes.
    NotBytes,
    /// Body cannot be parsed, for this reason.
    Unreadable(String),
    /// Code or key is wrong, or requests come too often.
    Barred(AuthError),
    /// Referee or source refuses, for this reason.
    Declined(String),
    /// Request does not arrive in time.
    TooSlow,
    /// Address has too many streams of events.
    Crowded,
    /// Ring does not answer in time.
    Silent,
    /// Tunnel to the ring has ended.
    TunnelOver,
    /// Address or capture does not exist.
    Nothing,
}

impl HttpError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotHere => StatusCode::MISDIRECTED_REQUEST,
            Self::Stranger | Self::Barred(AuthError::WrongCode) => StatusCode::FORBIDDEN,
            Self::Barred(AuthError::WrongKey) => StatusCode::UNAUTHORIZED,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson | Self::NotBytes => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unreadable(_) => StatusCode::BAD_REQUEST,
            Self::Barred(AuthError::TooOften(_)) | Self::Crowded => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Declined(_) => StatusCode::CONFLICT,
            Self::Silent => StatusCode::SERVICE_UNAVAILABLE,
            Self::TunnelOver | Self::Nothing => StatusCode::NOT_FOUND,
        }
    }

    /// Returns the word by which the page recognises the error.
    const fn word(&self) -> &'static str {
        match self {
            Self::NotHere => "not-here",
            Self::Stranger => "stranger",
            Self::TooLong => "too-long",
            Self::NotJson => "not-json",
            Self::NotBytes => "not-bytes",
            Self::Unreadable(_) => "unreadable",
            Self::Barred(AuthError::WrongCode) => "wrong-code",
            Self::Barred(AuthError::WrongKey) => "wrong-key",
            Self::Barred(AuthError::TooOften(_)) => "too-often",
            Self::Declined(_) => "declined",
            Self::TooSlow => "too-slow",
            Self::Crowded => "crowded",
            Self::Silent => "silent",
            Self::TunnelOver => "tunnel-over",
            Self::Nothing => "nothing",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::NotHere => {
                "unknown host name: use the IP address, or start the server with --name".into()
            }
            Self::Stranger => {
                "only this server's own page may send commands: open it and try there".into()
            }
            Self::TooLong => format!("that is too long: send at most {MAX_BODY} bytes"),
            Self::NotJson => "send application/json".into(),
            Self::NotBytes => "send application/octet-stream".into(),
            Self::Unreadable(why) => format!("that cannot be read: {why}"),
            Self::Barred(AuthError::WrongCode) => {
                "that is not the table code: read it off the terminal in which dohyo serve runs"
                    .into()
            }
            Self::Barred(AuthError::WrongKey) => "enter the table code first".into(),
            Self::Barred(AuthError::TooOften(wait)) => {
                format!("too often: try again in {} s", wait.as_secs() + 1)
            }
            Self::Declined(why) => why.clone(),
            Self::TooSlow => "the request took too long: try again".into(),
            Self::Crowded => "too many pages are open at your address: close some of them".into(),
            Self::Silent => "the ring does not answer: check its connection".into(),
            Self::TunnelOver => "this connection to the ring has ended: open /wire again".into(),
            Self::Nothing => "there is nothing here: the page is at /".into(),
        }
    }
}

impl From<AuthError> for HttpError {
    fn from(barred: AuthError) -> Self {
        Self::Barred(barred)
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = json_text(&json!({ "refused": self.word(), "sentence": self.sentence() }));
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status(), json, body).into_response();
        match self {
            Self::Barred(AuthError::TooOften(wait)) => {
                let seconds = HeaderValue::from(wait.as_secs() + 1);
                response.headers_mut().insert(header::RETRY_AFTER, seconds);
            }
            // The rest of the request is not waited for.
            Self::TooSlow => {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
            }
            _ => {}
        }
        response
    }
}
