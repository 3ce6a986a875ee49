//! Minimum pace of request bodies, else 408: a peer that sends a byte now and then would occupy a request, and a gate's
//! permit, for as long as it likes.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpMessage as _};
use futures_util::{FutureExt, Stream};
use tokio::time::{Instant, Sleep, sleep_until};

/// The time allowed for a body: `patience`, plus a second for every `per_second` bytes received.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pub patience: Duration,
    pub per_second: u64,
}

impl Default for Pace {
    /// Slower than any usable network: a picture of 10 MiB may take eleven minutes.
    fn default() -> Self {
        Self { patience: Duration::from_secs(15), per_second: 16 * 1024 }
    }
}

/// Middleware for `from_fn`.
pub async fn keep<B: MessageBody>(
    pace: Data<Pace>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let has_body =
        [CONTENT_LENGTH, TRANSFER_ENCODING].iter().any(|name| request.headers().contains_key(name));
    if has_body {
        let body = Paced::new(request.take_payload(), *pace.get_ref());
        request.set_payload(Payload::Stream { payload: Box::pin(body) });
    }
    next.call(request).await
}

/// Whether a body ended because it came too slowly.
pub fn was_too_slow(error: &PayloadError) -> bool {
    matches!(error, PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

struct Paced {
    body: Payload,
    pace: Pace,
    began: Instant,
    come: u64,
    end: Pin<Box<Sleep>>,
}

impl Paced {
    fn new(body: Payload, pace: Pace) -> Self {
        let began = Instant::now();
        Self { body, pace, began, come: 0, end: Box::pin(sleep_until(began + pace.patience)) }
    }
}

impl Stream for Paced {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        match Pin::new(&mut this.body).poll_next(cx) {
            Poll::Ready(Some(Ok(bytes))) => {
                this.come += bytes.len() as u64;
                let earned =
                    Duration::from_millis(this.come.saturating_mul(1_000) / this.pace.per_second.max(1));
                this.end.as_mut().reset(this.began + this.pace.patience + earned);
                Poll::Ready(Some(Ok(bytes)))
            }
            Poll::Pending if this.end.poll_unpin(cx).is_ready() => {
                Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App, web};
    use futures_util::StreamExt as _;
    use futures_util::stream;

    use super::*;
    use crate::platform::extract::Valid;

    #[derive(serde::Deserialize, garde::Validate)]
    struct Body {
        #[garde(skip)]
        n: u8,
    }

    async fn answer(pace: Pace, body: impl Stream<Item = Bytes> + 'static) -> (StatusCode, String) {
        let app = App::new()
            .app_data(Data::new(pace))
            .configure(crate::platform::extract::configure)
            .route("/", web::post().to(async |Valid(body): Valid<Body>| body.n.to_string()))
            .wrap(from_fn(keep));
        let service = init_service(app).await;
        let request = TestRequest::post()
            .uri("/")
            .insert_header(("content-type", "application/json"))
            .insert_header(("transfer-encoding", "chunked"))
            .to_request();
        let payload: actix_http::BoxedPayloadStream = Box::pin(body.map(Ok));
        let payload = Payload::Stream { payload };
        let answer = call_service(&service, request.replace_payload(payload).0).await;
        let status = answer.status();
        (status, String::from_utf8_lossy(&read_body(answer).await).into_owned())
    }

    #[actix_web::test]
    async fn a_body_that_does_not_come_ends_its_request() {
        let pace = Pace { patience: Duration::from_millis(20), per_second: 1_000_000 };
        let body = stream::iter([Bytes::from_static(b"{\"n\":")]).chain(stream::pending());
        let (status, text) = answer(pace, body).await;
        assert_eq!(status, StatusCode::REQUEST_TIMEOUT, "{text}");
        assert!(text.contains("\"TIMEOUT\""), "{text}");
    }

    #[actix_web::test]
    async fn body_at_the_pace_may_exceed_the_patience() {
        // Each byte adds a second: `patience` is over after the first wait, the allowed time is not.
        let pace = Pace { patience: Duration::from_secs(1), per_second: 1 };
        let body =
            stream::iter(b"{\"n\":7}".map(|byte| Bytes::copy_from_slice(&[byte]))).then(async |byte| {
                tokio::time::sleep(Duration::from_millis(200)).await;
                byte
            });
        assert_eq!(answer(pace, body).await, (StatusCode::OK, "7".to_owned()));
    }
}
