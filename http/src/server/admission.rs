//! Admission: refusals before any byte of a request's body is read (contract §1).
//!
//! Decisions:
//! - Bodies must not be encoded. Any `Content-Encoding` but `identity` is 415 for every method and path, known or not:
//!   decompressed, 395 bytes are a gibibyte, and actix-web decompresses bodies before it checks a limit.
//! - Without a session a body has at most [`STRANGER_BODY`] bytes. A request with a longer body, or one of unknown
//!   length, is authenticated first: under `/api/v1` by its session (401), under `/hooks` by the address itself (404).
//!   No other path accepts more (413).
//! - Public reads are rate limited by address, except files of the web app and pictures, and except for signed-in
//!   people.

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

/// Largest body without a session, in bytes.
pub const STRANGER_BODY: u64 = 16 * 1024;
/// The code of a refused `Content-Encoding`.
pub const ENCODED: &str = "UNSUPPORTED_CONTENT_ENCODING";

/// Middleware for `from_fn`, outside of everything that reads a body.
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

/// Whether the headers name an encoding of the body other than `identity`.
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

/// How much of a body is accepted.
enum Admitted {
    /// As much as the operation accepts.
    Whole,
    /// At most [`STRANGER_BODY`].
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

/// Whether the request has a valid, unexpired token by its signature; the store is not asked.
fn has_session(platform: &Platform, request: &HttpRequest) -> bool {
    presented(request).is_some_and(|shown| platform.secrets.read(shown.token().as_str()).is_some())
}

/// Public reads that the server must compute; not files.
fn is_public_read(request: &HttpRequest) -> bool {
    let path = request.path();
    [Method::GET, Method::HEAD].contains(request.method()) && (is_gathered(path) || pages::is_one(path))
}

/// Whether a path is a public one of the API.
pub fn is_gathered(path: &str) -> bool {
    ["/api/public/", "/ics/", "/widgets/", "/boka/"].iter().any(|root| path.starts_with(root))
}

/// A body that ends with an error when it becomes too long.
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
    fn identity_is_no_content_encoding() {
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
    fn public_reads_exclude_files() {
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
