//! Addresses of the tunnels to the ring.

use super::admission::ConnectionId;
use super::http::{ServerState, answer, body_of, header_of};
use super::http_error::HttpError;
use super::limits::LimitedAction;
use super::wire_access::WireAccess;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::routing::{get, post};
use serde_json::json;
use std::sync::Arc;

/// Version of the tunnel, which a page reads before it opens one.
const WIRE: u8 = 1;

/// Kind of the body that a page posts. An HTML form cannot declare it.
const BYTES: &str = "application/octet-stream";

/// Adds the addresses of the tunnels.
pub fn add(router: Router<Arc<ServerState>>) -> Router<Arc<ServerState>> {
    router
        .route("/wire/offer", get(offer))
        .route("/wire", get(open))
        .route("/wire/{id}", post(send))
}

async fn offer(State(hall): State<Arc<ServerState>>) -> Result<Response<Body>, HttpError> {
    match hall.tunnels.are_offered() {
        true => Ok(answer(StatusCode::OK, &json!({ "wire": WIRE }))),
        false => Err(HttpError::Nothing),
    }
}

async fn open(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
) -> Result<Response<Body>, HttpError> {
    if !hall.tunnels.are_offered() {
        return Err(HttpError::Nothing);
    }
    let place = hall.places.start_stream(from).ok_or(HttpError::Crowded)?;
    hall.tunnels.open(from.peer, place).await
}

async fn send(
    State(hall): State<Arc<ServerState>>,
    Extension(from): Extension<ConnectionId>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response<Body>, HttpError> {
    let body = body_of(body)?;
    if header_of(&headers, header::CONTENT_TYPE) != Some(BYTES) {
        return Err(HttpError::NotBytes);
    }
    let batch = hall.tunnels.read(&id, &body)?;
    match batch.needs {
        WireAccess::Watching => {}
        WireAccess::Reading => hall.spend(from.peer, LimitedAction::FetchCapture)?,
        WireAccess::TableCode => {
            hall.spend(from.peer, LimitedAction::Command)?;
            hall.check_key(&headers)?;
        }
    }
    hall.tunnels.send(&id, batch)?;
    Ok(answer(StatusCode::OK, &json!({ "done": true })))
}
