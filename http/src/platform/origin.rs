//! Refuses calls from pages of other sites (contract §2): changes, and the upgrade to a WebSocket.
//!
//! Decisions:
//! - A sent `Origin` must be ours, whoever sends it: that of the public URL, or of the requested host.
//! - Without `Origin` only a cookie is dangerous, since browsers add it by themselves. Browsers then send
//!   `Sec-Fetch-Site`; a client that sends neither (scripts, load tests) is no browser, and `SameSite=Lax` remains as a
//!   second defence.
//! - Forwarding headers are not trusted: a proxy keeps `Host`, or the public URL is set.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HOST, ORIGIN, UPGRADE};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, ResponseError, web};

use crate::platform::auth::cookie::{Presented, presented};
use crate::platform::error::ApiError;
use crate::platform::texts;

/// The accepted origins.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    public: Option<Origin>,
}

/// Scheme and authority in lower case, without the scheme's default port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    scheme: String,
    authority: String,
}

impl Origin {
    /// `None` for `null` and everything else that is not `scheme://host`.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, authority) = text.trim_end_matches('/').split_once("://")?;
        if authority.is_empty() || authority.contains(['/', '@', '?', '#']) {
            return None;
        }
        let scheme = scheme.to_ascii_lowercase();
        let authority = without_own_port(&scheme, authority);
        Some(Self { scheme, authority })
    }
}

fn without_own_port(scheme: &str, authority: &str) -> String {
    let own = match scheme {
        "https" | "wss" => ":443",
        _ => ":80",
    };
    authority.strip_suffix(own).unwrap_or(authority).to_ascii_lowercase()
}

impl Origins {
    /// `public_url` as in `KALENDER_PUBLIC_URL`.
    pub fn new(public_url: Option<&str>) -> Self {
        Self { public: public_url.and_then(Origin::parse) }
    }

    /// 403 WRONG_ORIGIN if the call comes from another site's page.
    pub fn check(&self, request: &HttpRequest) -> Result<(), ApiError> {
        if !changes_something(request) {
            return Ok(());
        }
        let ours = match request.headers().get(ORIGIN) {
            Some(origin) => origin
                .to_str()
                .ok()
                .and_then(Origin::parse)
                .is_some_and(|origin| self.is_ours(&origin, request)),
            None => match presented(request) {
                Some(Presented::Cookie(_)) => request
                    .headers()
                    .get("sec-fetch-site")
                    .is_none_or(|site| matches!(site.as_bytes(), b"same-origin" | b"none")),
                Some(Presented::Bearer(_)) | None => true,
            },
        };
        if ours {
            Ok(())
        } else {
            Err(ApiError::new(StatusCode::FORBIDDEN, "WRONG_ORIGIN", texts::WRONG_ORIGIN))
        }
    }

    fn is_ours(&self, origin: &Origin, request: &HttpRequest) -> bool {
        if let Some(public) = &self.public {
            if public == origin {
                return true;
            }
            // The public host with another scheme is refused: an http page of an https site can be forged.
            if public.authority == origin.authority {
                return false;
            }
        }
        asked_host(request).is_some_and(|host| without_own_port(&origin.scheme, host) == origin.authority)
    }
}

/// The requested host: `Host`, or HTTP/2's `:authority`.
fn asked_host(request: &HttpRequest) -> Option<&str> {
    let authority = request.uri().authority().map(actix_web::http::uri::Authority::as_str);
    authority.or_else(|| request.headers().get(HOST)?.to_str().ok())
}

fn changes_something(request: &HttpRequest) -> bool {
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    let upgrades = request
        .headers()
        .get(UPGRADE)
        .is_some_and(|upgrade| upgrade.as_bytes().eq_ignore_ascii_case(b"websocket"));
    !reads || upgrades
}

/// Middleware for `from_fn`; needs `web::Data<Origins>`. Registered before [`crate::platform::request::track`], so that it
/// runs inside.
pub async fn guard<B: MessageBody + 'static>(
    origins: web::Data<Origins>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match origins.check(request.request()) {
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
        Err(error) => Ok(request.into_response(error.error_response()).map_into_right_body()),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::cookie::Cookie;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service, read_body_json};
    use actix_web::{App, HttpResponse};
    use proptest::prelude::*;

    use super::*;
    use crate::platform::auth::cookie::SESSION_COOKIE;

    fn allowed(
        public: Option<&str>,
        method: Method,
        cookie: bool,
        headers: &[(&'static str, &'static str)],
    ) -> bool {
        let mut request = TestRequest::with_uri("/api/v1/me").method(method);
        for header in headers {
            request = request.insert_header(*header);
        }
        if cookie {
            request = request.cookie(Cookie::new(SESSION_COOKIE, "t"));
        }
        Origins::new(public).check(&request.to_http_request()).is_ok()
    }

    #[test]
    fn an_origin_must_be_ours() {
        let cases = [
            (None, "k.se", "https://k.se", true),
            (None, "k.se", "http://k.se", true),
            (None, "127.0.0.1:8080", "http://127.0.0.1:8080", true),
            (None, "K.se:443", "https://k.SE", true),
            (None, "k.se:8080", "https://k.se", false),
            (None, "k.se", "https://evil.se", false),
            (None, "k.se", "https://k.se.evil.se", false),
            (None, "k.se", "https://evil.se/k.se", false),
            (None, "k.se", "https://k.se@evil.se", false),
            (None, "k.se", "null", false),
            (None, "k.se", "", false),
            (Some("https://k.se"), "inner:8080", "https://k.se", true),
            (Some("https://k.se"), "inner:8080", "http://inner:8080", true),
            (Some("https://k.se"), "k.se", "http://k.se", false),
            (Some("https://k.se"), "inner:8080", "https://evil.se", false),
        ];
        for (public, host, origin, wanted) in cases {
            for cookie in [false, true] {
                let headers = [("host", host), ("origin", origin)];
                assert_eq!(
                    allowed(public, Method::POST, cookie, &headers),
                    wanted,
                    "{public:?} {host} {origin}"
                );
                assert!(allowed(public, Method::GET, cookie, &headers), "reading is free");
            }
        }
    }

    #[test]
    fn websocket_upgrade_counts_as_a_change() {
        let headers = [("host", "k.se"), ("origin", "https://evil.se"), ("upgrade", "WebSocket")];
        assert!(!allowed(None, Method::GET, true, &headers));
        assert!(allowed(None, Method::GET, true, &[("host", "k.se"), ("upgrade", "websocket")]));
    }

    #[test]
    fn without_origin_only_cookies_are_checked() {
        let cases = [
            (true, &[("sec-fetch-site", "same-origin")][..], true),
            (true, &[("sec-fetch-site", "none")], true),
            (true, &[("sec-fetch-site", "same-site")], false),
            (true, &[("sec-fetch-site", "cross-site")], false),
            (true, &[], true),
            (false, &[("sec-fetch-site", "cross-site")], true),
            (true, &[("authorization", "Bearer t"), ("sec-fetch-site", "cross-site")], true),
        ];
        for (cookie, headers, wanted) in cases {
            assert_eq!(allowed(None, Method::DELETE, cookie, headers), wanted, "{headers:?}");
        }
    }

    #[actix_web::test]
    async fn a_stopped_call_is_a_problem() {
        let app = App::new()
            .app_data(web::Data::new(Origins::default()))
            .route("/x", web::post().to(HttpResponse::NoContent))
            .wrap(from_fn(guard));
        let app = init_service(app).await;
        let request = TestRequest::post().uri("/x").insert_header(("origin", "https://evil.se")).to_request();
        let response = call_service(&app, request).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN);
        let body: serde_json::Value = read_body_json(response).await;
        assert_eq!(body["code"], "WRONG_ORIGIN");
    }

    proptest! {
        #[test]
        fn no_other_host_gets_through(origin in "(https?://)?[a-z.:/@0-9]{0,20}") {
            let mut request = TestRequest::post().insert_header(("host", "k.se"));
            if let Ok(value) = actix_web::http::header::HeaderValue::from_str(&origin) {
                request = request.insert_header((ORIGIN, value));
            }
            let passed = Origins::new(None).check(&request.to_http_request()).is_ok();
            let same = ["http://k.se", "https://k.se", "http://k.se:80", "https://k.se:443"];
            prop_assert_eq!(passed, same.contains(&origin.trim_end_matches('/')));
        }
    }
}
