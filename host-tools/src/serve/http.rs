//! The server's addresses, and what is checked before each.
//!
//! | address | who | what |
//! |---|---|---|
//! | `GET /` and its files | everybody | the page |
//! | `GET /events` | everybody | the match as server-sent events |
//! | `GET /clauses` | everybody | every clause in a sentence |
//! | `GET /proof/N` | everybody, not too often | the evidence of line N as SVG |
//! | `POST /sit` | the own page, few guesses | the table code for a key |
//! | `POST /say` | the own page, with a key | a command for the referee |

use super::door::Peer;
use super::feed::Feed;
use super::gate::{Deed, Gate};
use super::origin::{is_here, is_own};
use super::refuse::Refusal;
use super::source::{Followed, Refused, Request};
use super::{assets, secret, stream};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request as Asked, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The longest body.
pub const MOST_BODY: usize = 4096;
/// How long a ring may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Nothing but this server's own files; pictures too.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What all requests share.
#[derive(Debug)]
pub struct Hall {
    /// What spectators are told.
    pub feed: Arc<Feed>,
    /// Who may speak.
    pub gate: Mutex<Gate>,
    /// To the source.
    pub inbox: SyncSender<Request>,
    /// Names the server goes by beside its numbers.
    pub names: Vec<String>,
    /// Keys given out.
    pub seated: Arc<AtomicUsize>,
}

/// All addresses.
pub fn router(hall: Arc<Hall>) -> Router {
    let mut router = Router::new();
    for asset in assets::ALL {
        router = router.route(asset.path, get(move || async move { asset.response() }));
    }
    router
        .route("/events", get(events))
        .route("/clauses", get(|| async { assets::clauses() }))
        .route("/proof/{seq}", get(proof))
        .route("/sit", post(sit))
        .route("/say", post(say))
        .fallback(|| async { Refusal::Nothing })
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(hall.clone(), check))
        .with_state(hall)
}

/// What holds for every request, and headers for every response.
async fn check(State(hall): State<Arc<Hall>>, asked: Asked, next: Next) -> Response<Body> {
    let host = header_of(asked.headers(), header::HOST).unwrap_or_default();
    let origin = header_of(asked.headers(), header::ORIGIN);
    let posts = !asked.method().is_safe();
    let refusal = match origin {
        _ if !is_here(host, &hall.names) => Some(Refusal::NotHere),
        Some(origin) if !is_own(origin, host) => Some(Refusal::Stranger),
        // A browser names the origin of everything it posts.
        None if posts => Some(Refusal::Stranger),
        _ => None,
    };
    let mut response = match refusal {
        Some(refusal) => refusal.into_response(),
        None => next.run(asked).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-cache"));
    response
}

fn header_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|it| it.to_str().ok())
}

/// For pages that open the stream anew by themselves.
#[derive(Debug, Deserialize)]
struct After {
    after: Option<String>,
}

async fn events(
    State(hall): State<Arc<Hall>>,
    Query(after): Query<After>,
    headers: HeaderMap,
) -> Response<Body> {
    let last = headers.get("last-event-id").and_then(|it| it.to_str().ok());
    stream::events(&hall.feed, last.or(after.after.as_deref()))
}

async fn proof(
    State(hall): State<Arc<Hall>>,
    Extension(Peer(from)): Extension<Peer>,
    Path(seq): Path<u32>,
) -> Result<Response<Body>, Refusal> {
    hall.gate(|gate| gate.pass(Instant::now(), from, Deed::Look))?;
    let svg = hall.ask(|reply| Request::Proof(seq, reply)).await?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((kind, svg).into_response())
}

#[derive(Debug, Deserialize)]
struct Sit {
    code: String,
}

async fn sit(
    State(hall): State<Arc<Hall>>,
    Extension(Peer(from)): Extension<Peer>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response<Body>, Refusal> {
    let sit: Sit = json_of(&headers, body)?;
    let key = secret::key();
    hall.gate(|gate| gate.sit(Instant::now(), from, &sit.code, &key))?;
    let seated = hall.gate(|gate| gate.seated());
    hall.seated.store(seated, Ordering::Relaxed);
    Ok(answer(StatusCode::OK, &json!({ "key": key })))
}

async fn say(
    State(hall): State<Arc<Hall>>,
    Extension(Peer(from)): Extension<Peer>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response<Body>, Refusal> {
    hall.gate(|gate| gate.pass(Instant::now(), from, Deed::Say))?;
    let key = header_of(&headers, header::AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
    hall.gate(|gate| gate.check(key.unwrap_or_default()))?;
    let command = json_of(&headers, body)?;
    match hall.ask(|reply| Request::Say(command, reply)).await? {
        Followed::Done => Ok(answer(StatusCode::OK, &json!({ "done": true }))),
        Followed::TouchNeeded => Ok(answer(StatusCode::ACCEPTED, &json!({ "touch": true }))),
    }
}

fn answer(status: StatusCode, body: &serde_json::Value) -> Response<Body> {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (status, json, body.to_string()).into_response()
}

/// Reads a body that must be JSON, and must say so: no form can send that.
fn json_of<T: for<'a> Deserialize<'a>>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, Refusal> {
    let body = body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLong,
        _ => Refusal::Unreadable(why.to_string()),
    })?;
    if header_of(headers, header::CONTENT_TYPE) != Some("application/json") {
        return Err(Refusal::NotJson);
    }
    serde_json::from_slice(&body).map_err(|why| Refusal::Unreadable(why.to_string()))
}

impl Hall {
    fn gate<T>(&self, with: impl FnOnce(&mut Gate) -> T) -> T {
        with(&mut self.gate.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the source and waits for its answer.
    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, Refused>>) -> Request,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        // A full inbox is that of a source that does not look into it.
        let sent = self.inbox.try_send(request(reply));
        sent.map_err(|_| Refusal::Silent)?;
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(Refused(why)))) => Err(Refusal::Declined(why)),
            Ok(Err(_)) | Err(_) => Err(Refusal::Silent),
        }
    }
}
