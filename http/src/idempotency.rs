//! `Idempotency-Key` on creating calls: the same key from the same person within 24 h answers the first result.

use actix_web::body::{BodySize, BoxBody, MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, ResponseError};
use actors::Platform;
use actors::error::Refusal;
use actors::time::now;
use storage::idempotency::Begin;

use crate::auth::who::recognise;
use crate::error::{ApiError, FieldError};

/// Says that an answer is a repeated one.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// Longest key, in bytes, and largest answer that is kept.
pub const KEY_MAX: usize = 128;
const BODY_MAX: u64 = 64 * 1024;

fn key_of(request: &ServiceRequest) -> Option<Result<String, ApiError>> {
    let header = request.headers().get("idempotency-key")?;
    if !takes_key(request.method(), request.path()) {
        return None;
    }
    let text = header.to_str().unwrap_or_default();
    let fits = (1..=KEY_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    Some(if fits {
        Ok(text.to_owned())
    } else {
        Err(ApiError::invalid(vec![FieldError {
            field: "Idempotency-Key".into(),
            code: "LENGTH".into(),
            message: "Ska vara 1–128 synliga tecken.".into(),
        }]))
    })
}

/// Whether a call heeds the header; `path` as called, or as a pattern.
pub fn takes_key(method: &Method, path: &str) -> bool {
    *method == Method::POST && path.starts_with("/api/v1/") && !is_secret(path)
}

/// Answers that are not kept: a message's text must be gone when it is deleted (messages have `clientMessageId`, and a
/// decision is made once anyway), and of a socket's token only the hash is stored.
fn is_secret(path: &str) -> bool {
    let of_a_message = path.starts_with("/api/v1/chat/messages/")
        || path.starts_with("/api/v1/chat/channels/") && path.ends_with("/messages");
    of_a_message || path == "/api/v1/websocket/token"
}

/// Middleware for `from_fn`, inside [`crate::request::track`].
pub async fn once<B: MessageBody + 'static>(
    platform: Data<Platform>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(key) = key_of(&request) else { return Ok(next.call(request).await?.map_into_boxed_body()) };
    let began = async {
        let key = key?;
        let who = recognise(&platform, request.request()).await?;
        let scope = request.path().to_owned();
        let begin = platform.storage.idempotency.begin(who.user_id, &key, &scope, now()).await;
        Ok::<_, ApiError>((key, who, begin.map_err(Refusal::from)?))
    };
    let (key, who, begin) = match began.await {
        Ok(began) => began,
        Err(error) => return Ok(request.into_response(error.error_response())),
    };
    match begin {
        Begin::First => {}
        Begin::Running => {
            let message = "Samma begäran behandlas redan.";
            let error = ApiError::new(StatusCode::CONFLICT, "IDEMPOTENCY_RUNNING", message);
            return Ok(request.into_response(error.retry_after(Some(1)).error_response()));
        }
        Begin::OtherScope => {
            let message = "Nyckeln har redan använts för något annat.";
            let error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "IDEMPOTENCY_REUSED", message);
            return Ok(request.into_response(error.error_response()));
        }
        Begin::Done { status, body } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            let mut answer = HttpResponse::build(status);
            answer.insert_header((REPLAYED, HeaderValue::from_static("true")));
            answer.insert_header((CONTENT_TYPE, "application/json"));
            return Ok(request.into_response(answer.body(body)));
        }
    }
    let response = match next.call(request).await {
        Ok(response) => response.map_into_boxed_body(),
        Err(error) => {
            // Nothing was created: the key is free for another try.
            let _ = platform.storage.idempotency.abandon(who.user_id, &key).await;
            return Err(error);
        }
    };
    let small = matches!(response.response().body().size(), BodySize::Sized(n) if n <= BODY_MAX);
    if !response.status().is_success() || !small {
        let _ = platform.storage.idempotency.abandon(who.user_id, &key).await;
        return Ok(response);
    }
    let status = response.status();
    let (request, response) = response.into_parts();
    let (head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body).await else {
        return Ok(ServiceResponse::new(request, ApiError::internal().error_response()));
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if let Err(error) = platform.storage.idempotency.finish(who.user_id, &key, status.as_u16(), &text).await {
        tracing::warn!(%error, "a repeated call would be carried out again");
    }
    Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(bytes))))
}
