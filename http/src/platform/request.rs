//! Applied to every request: an id (header `x-request-id`, `requestId` of refusals, the log's span), and the API's own
//! form for every failure: bare refusals of the framework and panics become problems; a [`Page`] is left alone.

use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::time::Instant;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, ResponseError};
use actors::platform::limits::{Standing, watched};
use futures_util::FutureExt;
use tracing::Instrument;

use crate::platform::current::{CURRENT, Current, HEADER, in_success_family};
use crate::platform::error::{ApiError, PROBLEM_JSON};

/// Headers with the state of a rate limit.
pub const LIMIT: &str = "ratelimit";
const LIMIT_POLICY: &str = "ratelimit-policy";

/// An extension of answers: a page for people, even with an error status.
#[derive(Clone, Copy, Debug)]
pub struct Page;

/// The request's id, as an extension for handlers.
#[derive(Clone, Debug)]
pub struct RequestId(pub Rc<str>);

/// Middleware for `from_fn`; registered after all others except [`crate::platform::operator::measure`], so that it is
/// outside of them.
pub async fn track<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let id: Rc<str> = format!("{:016x}", rand::random::<u64>()).into();
    let current = Current { id: Rc::clone(&id), success_family: in_success_family(request.path()) };
    request.extensions_mut().insert(RequestId(Rc::clone(&id)));
    let span = tracing::info_span!("request", id = &*id, method = %request.method());
    let started = Instant::now();
    let answer = async {
        let (called, standing) = watched(AssertUnwindSafe(next.call(request)).catch_unwind()).await;
        let mut response = match called {
            Ok(Ok(response)) => in_our_form(response),
            Ok(Err(error)) => return Err(of_error(&error).with_request_id(&id).into()),
            Err(_) => {
                tracing::error!("a handler panicked");
                return Err(ApiError::internal().with_request_id(&id).into());
            }
        };
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(HeaderName::from_static(HEADER), value);
        }
        if let Some(standing) = standing {
            say_limit(&mut response, &standing);
        }
        log(&response, started);
        Ok(response)
    };
    CURRENT.scope(current, answer.instrument(span)).await
}

/// The headers of the limit that a call was closest to (draft-ietf-httpapi-ratelimit-headers): the quota, what is left
/// of it, and the seconds until it is restored, or after a 429 until the next try.
fn say_limit<B>(response: &mut ServiceResponse<B>, standing: &Standing) {
    let Standing { name, quota, left, wait } = standing;
    let seconds = |us: u64| us.div_ceil(1_000_000);
    let window = seconds(quota.every_us.saturating_mul(u64::from(quota.burst)));
    let said = [
        (LIMIT, format!("\"{name}\";r={left};t={}", seconds(*wait))),
        (LIMIT_POLICY, format!("\"{name}\";q={};w={window}", quota.burst)),
    ];
    for (header, text) in said {
        if let Ok(value) = HeaderValue::from_str(&text) {
            response.headers_mut().insert(HeaderName::from_static(header), value);
        }
    }
}

/// Logs only the matched pattern: raw paths can contain secrets (`/ics/{token}.ics`).
fn log<B>(response: &ServiceResponse<B>, started: Instant) {
    let route = response.request().match_pattern().unwrap_or_default();
    let status = response.status().as_u16();
    let ms = started.elapsed().as_millis() as u64;
    match status {
        500.. => tracing::error!(route, status, ms, "answered"),
        400.. => tracing::info!(route, status, ms, "answered"),
        _ => tracing::debug!(route, status, ms, "answered"),
    }
}

fn of_error(error: &Error) -> ApiError {
    match error.as_error::<ApiError>() {
        Some(error) => error.clone(),
        None => ApiError::of(error.as_response_error().status_code()),
    }
}

/// Gives a bare refusal (of the router, an extractor, a library) the API's form; other headers stay.
fn in_our_form<B: MessageBody>(response: ServiceResponse<B>) -> ServiceResponse<EitherBody<B>> {
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    let content_type = response.headers().get(header::CONTENT_TYPE);
    let is_problem = content_type.is_some_and(|kind| kind.as_bytes().starts_with(PROBLEM_JSON.as_bytes()));
    let ours = is_problem || response.response().extensions().contains::<Page>();
    if !failed || ours {
        return response.map_into_left_body();
    }
    let mut problem = ApiError::of(status).error_response();
    for (name, value) in response.headers() {
        let about_the_body = [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING];
        if !about_the_body.contains(name) && !problem.headers().contains_key(name) {
            problem.headers_mut().insert(name.clone(), value.clone());
        }
    }
    response.into_response(problem).map_into_right_body()
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service, read_body_json, try_call_service};
    use actix_web::{App, HttpResponse, web};
    use serde_json::Value;

    use super::*;

    fn routes(config: &mut web::ServiceConfig) {
        config
            .service(
                web::resource("/api/v1/chat/x")
                    .route(web::get().to(|| async { HttpResponse::Ok().body("fine") }))
                    .route(web::put().to(|| async { Err::<HttpResponse, _>(ApiError::unauthenticated()) })),
            )
            .route("/panic", web::get().to(panics))
            .route(
                "/odd",
                web::get().to(|| async { HttpResponse::Gone().insert_header(("x-a", "b")).body("gone") }),
            );
    }

    async fn panics() -> HttpResponse {
        panic!("on purpose")
    }

    #[actix_web::test]
    async fn every_answer_has_an_id_and_every_refusal_its_form() {
        let app = init_service(App::new().configure(routes).wrap(from_fn(track))).await;
        let fine = call_service(&app, TestRequest::get().uri("/api/v1/chat/x").to_request()).await;
        assert_eq!(fine.headers().get(HEADER).unwrap().len(), 16);

        let cases = [
            (TestRequest::get().uri("/nowhere"), 404, "NOT_FOUND", false),
            (TestRequest::delete().uri("/api/v1/chat/x"), 405, "METHOD_NOT_ALLOWED", true),
            (TestRequest::put().uri("/api/v1/chat/x"), 401, "UNAUTHENTICATED", true),
            (TestRequest::get().uri("/api/v1/chatter"), 404, "NOT_FOUND", false),
            (TestRequest::get().uri("/odd"), 410, "REFUSED", false),
        ];
        for (request, status, code, family) in cases {
            let response = call_service(&app, request.to_request()).await;
            assert_eq!(response.status().as_u16(), status);
            let id = response.headers().get(HEADER).unwrap().to_str().unwrap().to_owned();
            if status == 410 {
                assert_eq!(response.headers().get("x-a").unwrap(), "b");
            }
            if status == 405 {
                assert!(response.headers().contains_key(header::ALLOW));
            }
            let body: Value = read_body_json(response).await;
            assert_eq!(body["code"], code);
            assert_eq!(body["requestId"], id);
            assert_eq!(body.get("success").is_some(), family, "{body}");
        }
    }

    #[actix_web::test]
    async fn a_panic_is_a_500_of_ours() {
        let app = init_service(App::new().configure(routes).wrap(from_fn(track))).await;
        let error =
            try_call_service(&app, TestRequest::get().uri("/panic").to_request()).await.err().unwrap();
        let response = error.error_response();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(response.headers().contains_key(HEADER));
    }
}
