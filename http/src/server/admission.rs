//! Admission: what a request is refused for before a byte of its body is read (contract §1).
//!
//! Decisions:
//! - A body comes as it is. Any `Content-Encoding` but `identity` is 415 for every method and path, known or not: unpacked, 395 bytes
//!   are a gibibyte, and actix-web unpacks bodies before any limit is asked.
//! - Who is not signed in sends [`STRANGER_BODY`] at most. Whoever wants to send more, or does not say how much, is recognised first:
//!   under `/api/v1` by their session (401), under `/hooks` by the address itself (404). Nothing else takes more (413).
//! - What anybody may read is limited by address; files of the web app and pictures are not counted, nor are people who are signed in.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderMap, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse, ResponseError as _};
use actors::{Platform, webhooks};
use futures_util::Stream;

use crate::platform::announced::Announced;
use crate::platform::auth::cookie::presented;
use crate::platform::auth::who::{address, recognise};
use crate::platform::error::ApiError;
use crate::platform::texts;
use crate::server::pages;

/// Largest body of somebody who is not signed in, in bytes.
pub const STRANGER_BODY: u64 = 16 * 1024;
/// The code of a refused `Content-Encoding`.
pub const ENCODED: &str = "UNSUPPORTED_CONTENT_ENCODING";

/// Middleware for `from_fn`, outside of whatever reads a body.
pub async fn guard<B: MessageBody + 'static>(
    platform: Data<Platform>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if is_encoded(request.headers()) {
        return Ok(request.into_response(encoded()).map_into_right_body());
    }
    match admit(&platform, request.request()).await {
        Err(refusal) => return Ok(request.into_response(refusal.error_response()).map_into_right_body()),
        Ok(Admitted::Whole) => {}
        Ok(Admitted::Bounded) => {
            let body = Bounded { body: request.take_payload(), left: STRANGER_BODY };
            request.set_payload(Payload::Stream { payload: Box::pin(body) });
        }
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// Whether a head names any encoding of its body but `identity`.
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(CONTENT_ENCODING).any(|value| {
        let codings = value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        codings.into_iter().any(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity"))
    })
}

fn encoded() -> HttpResponse {
    let refusal = ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ENCODED, texts::ENCODED);
    let mut answer = refusal.error_response();
    answer.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    answer
}

/// How much of a body is let in.
enum Admitted {
    /// As much as the operation takes.
    Whole,
    /// [`STRANGER_BODY`], whatever comes.
    Bounded,
}

async fn admit(platform: &Platform, request: &HttpRequest) -> Result<Admitted, ApiError> {
    if is_public_read(request) && !has_session(platform, request) {
        platform.limits.public_read(platform.bus.as_ref(), &address(request)).await?;
    }
    let announced = Announced::of(request.headers());
    if matches!(announced, Announced::Nothing) || matches!(announced, Announced::Bytes(..=STRANGER_BODY)) {
        return Ok(Admitted::Whole);
    }
    let path = request.path();
    if path.starts_with("/api/v1/") {
        recognise(platform, request).await?;
        return Ok(Admitted::Whole);
    }
    if let Some(token) = path.strip_prefix("/hooks/") {
        webhooks::known(platform, token).await?;
        return Ok(Admitted::Whole);
    }
    match announced {
        Announced::Unknown => Ok(Admitted::Bounded),
        _ => Err(ApiError::of(StatusCode::PAYLOAD_TOO_LARGE)),
    }
}

/// Whether a token of ours is shown that is not over yet: its signature is looked at, the store is not.
fn has_session(platform: &Platform, request: &HttpRequest) -> bool {
    presented(request).is_some_and(|shown| platform.secrets.read(shown.token().as_str()).is_some())
}

/// What anybody may read and the server has to gather: no files.
fn is_public_read(request: &HttpRequest) -> bool {
    let path = request.path();
    [Method::GET, Method::HEAD].contains(request.method()) && (is_gathered(path) || pages::is_one(path))
}

/// Whether a path is one of the API's that anybody may read.
pub fn is_gathered(path: &str) -> bool {
    ["/api/public/", "/ics/", "/widgets/"].iter().any(|root| path.starts_with(root))
}

/// A body that ends with an error where it becomes too long.
struct Bounded {
    body: Payload,
    left: u64,
}

impl Stream for Bounded {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        match Pin::new(&mut this.body).poll_next(cx) {
            Poll::Ready(Some(Ok(bytes))) => match this.left.checked_sub(bytes.len() as u64) {
                Some(left) => {
                    this.left = left;
                    Poll::Ready(Some(Ok(bytes)))
                }
                None => Poll::Ready(Some(Err(PayloadError::Overflow))),
            },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn identity_alone_is_no_encoding() {
        let cases: &[(&[&str], bool)] = &[
            (&[], false),
            (&[""], false),
            (&["identity"], false),
            (&["Identity , identity"], false),
            (&["br"], true),
            (&["gzip"], true),
            (&["deflate"], true),
            (&["zstd"], true),
            (&["x-unheard-of"], true),
            (&["identity, br"], true),
            (&["identity", "gzip"], true),
            (&["identity;q=1"], true),
        ];
        for (values, wanted) in cases {
            let mut request = TestRequest::post();
            for value in *values {
                request = request.append_header((CONTENT_ENCODING, *value));
            }
            assert_eq!(is_encoded(request.to_http_request().headers()), *wanted, "{values:?}");
        }
    }

    #[test]
    fn public_reads_are_those_that_gather_something() {
        let cases = [
            (Method::GET, "/api/public/days", true),
            (Method::HEAD, "/ics/calendar/x.ics", true),
            (Method::GET, "/widgets/kalender/x", true),
            (Method::GET, "/u/anna", true),
            (Method::GET, "/artiklar", true),
            (Method::POST, "/api/public/referral", false),
            (Method::GET, "/api/v1/me", false),
            (Method::GET, "/assets/app.js", false),
            (Method::GET, "/img/user/1", false),
            (Method::GET, "/", false),
        ];
        for (method, path, wanted) in cases {
            let request = TestRequest::with_uri(path).method(method).to_http_request();
            assert_eq!(is_public_read(&request), wanted, "{path}");
        }
    }
}
