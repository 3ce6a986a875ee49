//! Answers that fit into one packet are not compressed: they would arrive no sooner, and compressing a kilobyte on
//! another thread costs more than most answers.

use actix_web::Error;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_ENCODING, HeaderValue};
use actix_web::middleware::Next;

/// Largest body in bytes that fits into a packet (1,460 of Ethernet's) together with a head.
const FITS: u64 = 1_000;
const AS_IT_IS: HeaderValue = HeaderValue::from_static("identity");

/// Middleware for `from_fn`, inside the compressing one, which leaves answers with an encoding alone.
pub async fn spare<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(request).await?;
    let fits = matches!(answer.response().body().size(), BodySize::Sized(1..=FITS));
    if fits && !answer.headers().contains_key(CONTENT_ENCODING) {
        answer.headers_mut().insert(CONTENT_ENCODING, AS_IT_IS);
    }
    Ok(answer)
}

/// Middleware around the compressing one: removes `identity` as an encoding (RFC 9110, 12.5.3).
pub async fn tidy<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(request).await?;
    if answer.headers().get(CONTENT_ENCODING) == Some(&AS_IT_IS) {
        answer.headers_mut().remove(CONTENT_ENCODING);
    }
    Ok(answer)
}
