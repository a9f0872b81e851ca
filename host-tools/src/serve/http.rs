//! Addresses of the server, and the checks before each.
//!
//! | address | access | content |
//! |---|---|---|
//! | `GET /` and its files | everybody | the page |
//! | `GET /events` | everybody | the match as server-sent events |
//! | `GET /clauses` | everybody | every clause in a sentence |
//! | `GET /play/` and its files | everybody | the page on which one plays, if it is there |
//! | `GET /capture/N` | everybody | the capture of line N as SVG |
//! | `GET /wire/offer` | everybody | whether there is a ring for a page that speaks its wire |
//! | `GET /wire` | everybody | what the ring says to one more program, as server-sent events |
//! | `POST /wire/ID` | own page; with a key if it changes anything | bytes of that program |
//! | `POST /login` | own page | a key for the table code |
//! | `POST /command` | own page, with a key | a command for the referee |
//!
//! Each address may send so many requests in a time, and has so long for each.

use super::accept::Places;
use super::admission::ConnectionId;
use super::auth::{Auth, AuthError};
use super::feed::Feed;
use super::http_error::HttpError;
use super::limits::{LimitedAction, PeerId, RateLimits};
use super::origin_check::{is_known_host, is_same_origin};
use super::source::{RequestResult, SourceError, SourceRequest};
use super::tunnel::Tunnels;
use super::{assets, hall, secrets, stream, tunnel_http};
use crate::built_page::PageFile;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request as Asked, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use rules_core::panel::Touch;
use serde::Deserialize;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, oneshot};

/// Maximum length of a request body, in bytes.
pub const MAX_BODY: usize = 4096;
/// Time for a request from the end of its headers to the start of its answer: its body,
/// its turn, and the ring's answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout of a ring's answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Number of captures that are drawn at once, half of the source's inbox; the other half
/// is left to commands.
pub const MAX_CAPTURES: usize = super::INBOX / 2;
/// Content security policy: only files of this server, pictures included.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Content security policy of the page on which one plays: also a worker, and WebAssembly.
const PLAY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// State that all requests share.
#[derive(Debug)]
pub struct ServerState {
    /// Feed of the spectators.
    pub feed: Arc<Feed>,
    /// Table code and keys.
    pub auth: Mutex<Auth>,
    /// Actions of every address.
    pub rates: Mutex<RateLimits>,
    /// Places of all connections.
    pub places: Arc<Places>,
    /// Turns of those who want a capture drawn.
    pub captures: Semaphore,
    /// Requests to the source.
    pub inbox: SyncSender<SourceRequest>,
    /// Names of the server, besides its IP addresses.
    pub names: Vec<String>,
    /// Number of valid keys.
    pub seated: Arc<AtomicUsize>,
    /// Connections of pages to the hub of the ring.
    pub tunnels: Arc<Tunnels>,
}

/// Creates the router of all addresses.
pub fn router(hall: Arc<ServerState>) -> Router {
    let mut router = Router::new();
    let playing = assets::playing();
    let is_played = !playing.is_empty();
    for asset in assets::ALL {
        let respond = move || async move {
            match asset.path {
                "/" if is_played => assets::with_link(),
                _ => asset.response(),
            }
        };
        router = router.route(asset.path, get(respond));
    }
    router = add_played(router, playing);
    tunnel_http::add(router)
        .route("/events", get(events))
        .route("/clauses", get(|| async { assets::clauses() }))
        .route("/capture/{seq}", get(capture))
        .route("/login", post(login))
        .route("/command", post(command))
        .fallback(|| async { HttpError::Nothing })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(hall.clone(), check))
        .with_state(hall)
}

/// Creates the router of the page on which one plays, without a ring.
pub fn play_router(hall: Arc<ServerState>) -> Router {
    add_played(Router::new(), assets::playing())
        .route("/", get(|| async { Redirect::temporary(assets::PLAY) }))
        .fallback(|| async { HttpError::Nothing })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(hall.clone(), check))
        .with_state(hall)
}

/// Adds the files of the page on which one plays.
fn add_played(
    mut router: Router<Arc<ServerState>>,
    files: Vec<(String, Arc<PageFile>)>,
) -> Router<Arc<ServerState>> {
    for (path, file) in files {
        let respond = move || {
            let file = file.clone();
            async move { assets::response_of(&file) }
        };
        router = router.route(&path, get(respond));
    }
    router
}

/// Creates the router of the page for a hall, which takes no commands.
pub fn hall_router(hall: Arc<ServerState>) -> Router {
    let mut router = Router::new();
    for asset in hall::ASSETS {
        router = router.route(asset.path, get(move || async move { asset.response() }));
    }
    for (path, font) in hall::FONTS {
        let kind = [(header::CONTENT_TYPE, "font/woff2")];
        router = router.route(path, get(move || async move { (kind, font) }));
    }
    router
        .route("/events", get(events))
        .fallback(|| async { HttpError::Nothing })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(hall.clone(), check))
        .with_state(hall)
}

/// Checks host, origin and number of requests, limits their time, and adds headers to
/// every response.
async fn check(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
    asked: Asked,
    next: Next,
) -> Response<Body> {
    let host = header_of(asked.headers(), header::HOST).unwrap_or_default();
    let origin = header_of(asked.headers(), header::ORIGIN);
    let posts = !asked.method().is_safe();
    let policy = match asked.uri().path().starts_with(assets::PLAY) {
        true => PLAY_POLICY,
        false => POLICY,
    };
    let often = hall.spend(from.peer, LimitedAction::Request);
    let refusal = match origin {
        _ if often.is_err() => often.err().map(HttpError::Barred),
        _ if !is_known_host(host, &hall.names) => Some(HttpError::NotHere),
        Some(origin) if !is_same_origin(origin, host) => Some(HttpError::Stranger),
        // A browser names the origin of everything it posts.
        None if posts => Some(HttpError::Stranger),
        _ => None,
    };
    let mut response = match refusal {
        Some(refusal) => refusal.into_response(),
        None => match tokio::time::timeout(REQUEST_TIMEOUT, next.run(asked)).await {
            Ok(response) => response,
            Err(_) => HttpError::TooSlow.into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
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

/// Returns a header that is text; `None` if there is none.
pub(super) fn header_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Query of pages that reopen the stream themselves.
#[derive(Debug, Deserialize)]
struct ResumeQuery {
    after: Option<String>,
}

async fn events(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
    Query(after): Query<ResumeQuery>,
    headers: HeaderMap,
) -> Result<Response<Body>, HttpError> {
    let place = hall.places.start_stream(from).ok_or(HttpError::Crowded)?;
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    let mark = last.or(after.after.as_deref());
    Ok(stream::events(&hall.feed, place, mark))
}

async fn capture(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
    Path(seq): Path<u32>,
) -> Result<Response<Body>, HttpError> {
    hall.spend(from.peer, LimitedAction::FetchCapture)?;
    let _turn = hall.captures.acquire().await;
    let svg = hall.ask(|reply| SourceRequest::Capture(seq, reply)).await?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((kind, svg).into_response())
}

#[derive(Debug, Deserialize)]
struct Login {
    code: String,
}

async fn login(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response<Body>, HttpError> {
    let sit: Login = json_of(&headers, body)?;
    let key = secrets::key();
    hall.auth(|auth| auth.login(Instant::now(), from.peer, &sit.code, &key))?;
    let seated = hall.auth(|auth| auth.key_count());
    hall.seated.store(seated, Ordering::Relaxed);
    Ok(answer(StatusCode::OK, &json!({ "key": key })))
}

async fn command(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response<Body>, HttpError> {
    hall.spend(from.peer, LimitedAction::Command)?;
    hall.check_key(&headers)?;
    let command = json_of(&headers, body)?;
    match hall
        .ask(|reply| SourceRequest::Command(command, reply))
        .await?
    {
        RequestResult::Done => Ok(answer(StatusCode::OK, &json!({ "done": true }))),
        RequestResult::TouchNeeded(touch) => {
            let hold = touch == Touch::Hold;
            Ok(answer(
                StatusCode::ACCEPTED,
                &json!({ "touch": true, "hold": hold }),
            ))
        }
    }
}

/// Returns an answer in JSON.
pub(super) fn answer(status: StatusCode, body: &serde_json::Value) -> Response<Body> {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (status, json, body.to_string()).into_response()
}

/// Returns a body that is not too long.
pub(super) fn body_of(body: Result<Bytes, BytesRejection>) -> Result<Bytes, HttpError> {
    body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => HttpError::TooLong,
        _ => HttpError::Unreadable(why.to_string()),
    })
}

/// Reads a body that must be JSON and be declared as JSON, which an HTML form cannot do.
fn json_of<T: for<'a> Deserialize<'a>>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<T, HttpError> {
    let body = body_of(body)?;
    if header_of(headers, header::CONTENT_TYPE) != Some("application/json") {
        return Err(HttpError::NotJson);
    }
    serde_json::from_slice(&body).map_err(|why| HttpError::Unreadable(why.to_string()))
}

impl ServerState {
    fn auth<T>(&self, with: impl FnOnce(&mut Auth) -> T) -> T {
        with(&mut self.auth.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Checks the key that a request carries.
    pub(super) fn check_key(&self, headers: &HeaderMap) -> Result<(), AuthError> {
        let value = header_of(headers, header::AUTHORIZATION);
        let key = value.and_then(|value| value.strip_prefix("Bearer "));
        self.auth(|auth| auth.check(key.unwrap_or_default()))
    }

    /// Counts an action of a peer.
    pub(super) fn spend(&self, peer: PeerId, action: LimitedAction) -> Result<(), AuthError> {
        let mut rates = self.rates.lock().unwrap_or_else(PoisonError::into_inner);
        let spent = rates.spend(Instant::now(), peer, action);
        spent.map_err(AuthError::TooOften)
    }

    /// Sends a request to the source and waits for its answer.
    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, SourceError>>) -> SourceRequest,
    ) -> Result<T, HttpError> {
        let (reply, answer) = oneshot::channel();
        // A full inbox means that the source does not read it.
        let sent = self.inbox.try_send(request(reply));
        sent.map_err(|_| HttpError::Silent)?;
        match tokio::time::timeout(ANSWER_TIMEOUT, answer).await {
            Ok(Ok(Ok(value))) => Ok(value),
            Ok(Ok(Err(SourceError(why)))) => Err(HttpError::Declined(why)),
            Ok(Err(_)) | Err(_) => Err(HttpError::Silent),
        }
    }
}
