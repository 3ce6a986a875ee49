//! First answers: a page contains the answers to its first requests, so that a phone need not wait for the script
//! before it asks.
//!
//! Decisions:
//! - Which page asks what is declared once, where the app is built (`web/scripts/pages.ts`), and shipped as
//!   `framed/pages.json`.
//! - The calls pass through the app's own routes, with the request's cookies, inside this process: the same handlers
//!   check every right, and their answers are put into the page.
//! - A page waits at most [`PATIENCE`]. Answers that are missing by then, or are not 200, are left out: the app fetches
//!   them.
//! - A call is a GET with the request's cookies and client address, nothing else. It counts in no request metric but
//!   the page's, and the called routes have no limits that it could count in.
//! - A request with an expired session gets a page without answers: the app asks, is told so, and shows it.
//! - A page with a person's answers is private: no cache may store it, and it has no ETag. For visitors the calls are
//!   made without any cookie, so that no personal data can get into a page that is the same for everybody.

use std::time::Duration;

use actix_http::Request;
use actix_service::Service as _;
use actix_service::boxed::RcService;
use actix_web::body::{self, BoxBody, EitherBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{
    ACCEPT, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue, USER_AGENT, X_FORWARDED_FOR,
};
use actix_web::http::{Method, StatusCode, Uri, Version};
use actix_web::{Error, HttpRequest};
use futures_util::future::{LocalBoxFuture, join_all};
use tokio::sync::OnceCell;
use tokio::time::timeout;

/// Longest time that a page waits for its answers: about one round trip of a phone's network.
pub(crate) const PATIENCE: Duration = Duration::from_millis(150);
/// Longer answers, in bytes, are left to the app.
const LONGEST: usize = 256 * 1024;

/// The routes of a worker, for internal calls.
pub type Inside = RcService<Request, ServiceResponse<EitherBody<BoxBody>>, Error>;

/// One per worker; its routes are created on first use.
pub struct FirstAnswers {
    patience: Duration,
    routes: Box<dyn Fn() -> LocalBoxFuture<'static, Result<Inside, ()>>>,
    inside: OnceCell<Inside>,
}

/// On whose behalf the calls are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The request's person.
    Theirs,
    /// Nobody: public data.
    Anybodys,
}

impl FirstAnswers {
    /// `patience`: longest wait of a page. `routes` creates the worker's routes.
    pub fn new(
        patience: Duration,
        routes: impl Fn() -> LocalBoxFuture<'static, Result<Inside, ()>> + 'static,
    ) -> Self {
        Self { patience, routes: Box::new(routes), inside: OnceCell::new() }
    }

    /// The element with the answers that came in time, by address; empty if there are none.
    pub async fn element(&self, request: &HttpRequest, calls: &[String], whose: Whose) -> String {
        let Ok(inside) = self.inside.get_or_try_init(&self.routes).await else {
            return String::new();
        };
        gathered(inside, self.patience, request, calls, whose).await
    }
}

/// Result of a call.
#[derive(Debug)]
enum Brought {
    /// The body of a 200 in JSON.
    Answer(String),
    /// 401.
    SessionOver,
    Nothing,
}

/// Makes all calls at once, so that the page waits `patience` in all.
async fn gathered(
    inside: &Inside,
    patience: Duration,
    request: &HttpRequest,
    calls: &[String],
    whose: Whose,
) -> String {
    let asked = calls.iter().map(|call| timeout(patience, ask(inside, request, call, whose)));
    let mut answers = Vec::new();
    for (call, brought) in calls.iter().zip(join_all(asked).await) {
        match brought {
            Ok(Brought::Answer(text)) => answers.push((call.as_str(), text)),
            Ok(Brought::SessionOver) => return String::new(),
            Ok(Brought::Nothing) | Err(_) => {}
        }
    }
    if answers.is_empty() { String::new() } else { element(&answers) }
}

async fn ask(inside: &Inside, request: &HttpRequest, call: &str, whose: Whose) -> Brought {
    let Some(asking) = asking(request, call, whose) else { return Brought::Nothing };
    let Ok(answer) = inside.call(asking).await else { return Brought::Nothing };
    let is_json = answer
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    match answer.status() {
        StatusCode::UNAUTHORIZED => Brought::SessionOver,
        StatusCode::OK if is_json => match body::to_bytes_limited(answer.into_body(), LONGEST).await {
            Ok(Ok(bytes)) => String::from_utf8(bytes.into()).map_or(Brought::Nothing, Brought::Answer),
            _ => Brought::Nothing,
        },
        _ => Brought::Nothing,
    }
}

/// The call that the app would make instead of this request.
fn asking(request: &HttpRequest, call: &str, whose: Whose) -> Option<Request> {
    let mut asking = Request::new();
    let head = asking.head_mut();
    // Request heads are pooled and keep data of earlier requests.
    head.method = Method::GET;
    head.version = Version::HTTP_11;
    head.uri = call.parse::<Uri>().ok()?;
    head.peer_addr = request.peer_addr();
    let kept: &[HeaderName] = match whose {
        Whose::Theirs => &[USER_AGENT, X_FORWARDED_FOR, COOKIE],
        Whose::Anybodys => &[USER_AGENT, X_FORWARDED_FOR],
    };
    for name in kept {
        for value in request.headers().get_all(name) {
            head.headers.append(name.clone(), value.clone());
        }
    }
    head.headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    Some(asking)
}

/// A data element, not a script: no content can close it.
fn element(answers: &[(&str, String)]) -> String {
    let answers: Vec<String> =
        answers.iter().map(|(call, body)| format!("{}:{body}", serde_json::Value::from(*call))).collect();
    let data = format!("{{{}}}", answers.join(","));
    // In JSON these occur only in strings, where they may be escaped.
    let data = data.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("<script type=\"application/json\" id=\"answers\">{data}</script>")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::future::pending;

    use actix_service::boxed::rc_service;
    use actix_service::fn_service;
    use actix_web::error::ErrorBadGateway;
    use actix_web::http::header::{AUTHORIZATION, IF_NONE_MATCH, RANGE};
    use actix_web::test::TestRequest;
    use actix_web::{HttpMessage as _, HttpResponse};

    use super::*;

    #[test]
    fn no_text_ends_the_element() {
        let hostile = "</script><script>alert(1)</script><!--<script>\u{2028}\u{2029}]]>\\u003c";
        let body = serde_json::json!({ "name": hostile }).to_string();
        let element = element(&[("/api/v1/me", body), ("/api/</script>", "[1]".to_owned())]);
        assert_eq!(element.matches('<').count(), 2, "{element}");
        assert!(!element.contains(['\u{2028}', '\u{2029}']), "{element}");
        let data = element.split_once('>').unwrap().1.strip_suffix("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["/api/v1/me"]["name"], hostile);
        assert_eq!(data["/api/</script>"][0], 1);
    }

    /// A page's request, with everything that a browser or another client may send.
    fn of_a_page() -> HttpRequest {
        TestRequest::default()
            .insert_header((COOKIE, "kalender_jwt=t"))
            .insert_header((AUTHORIZATION, "Bearer t"))
            .insert_header((IF_NONE_MATCH, "*"))
            .insert_header((RANGE, "bytes=0-1"))
            .insert_header((X_FORWARDED_FOR, "192.0.2.1"))
            .to_http_request()
    }

    fn names(request: &Request) -> BTreeSet<&str> {
        request.headers().keys().map(HeaderName::as_str).collect()
    }

    #[test]
    fn call_has_only_cookies_and_public_call_has_none() {
        let theirs = asking(&of_a_page(), "/api/v1/me?a=b", Whose::Theirs).unwrap();
        assert_eq!(theirs.uri().path_and_query().unwrap(), "/api/v1/me?a=b");
        assert_eq!(names(&theirs), ["accept", "cookie", "x-forwarded-for"].into());
        let nobodys = asking(&of_a_page(), "/api/v1/me", Whose::Anybodys).unwrap();
        assert_eq!(names(&nobodys), ["accept", "x-forwarded-for"].into());
        assert!(asking(&of_a_page(), "no address", Whose::Anybodys).is_none());
    }

    #[test]
    fn call_is_a_get_on_a_reused_head() {
        let page = of_a_page();
        // Its head is reused for the next request.
        let mut before = Request::new();
        before.head_mut().method = Method::DELETE;
        before.head_mut().version = Version::HTTP_2;
        before.head_mut().headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer of-somebody-else"));
        before.head_mut().peer_addr = Some(([192, 0, 2, 9], 1).into());
        drop(before);
        let call = asking(&page, "/api/v1/me", Whose::Theirs).unwrap();
        assert_eq!((call.method(), call.version()), (&Method::GET, Version::HTTP_11));
        assert_eq!(names(&call), ["accept", "cookie", "x-forwarded-for"].into());
        assert_eq!(call.peer_addr(), None);
    }

    /// Routes that answer as their paths say.
    fn inside() -> Inside {
        let answer = |request: Request| async move {
            let answer = match request.path() {
                "/fine" => HttpResponse::Ok().json([1]),
                "/page" => HttpResponse::Ok().content_type("text/html").body("[2]"),
                "/long" => HttpResponse::Ok().json("a".repeat(LONGEST)),
                "/no-text" => HttpResponse::Ok().content_type("application/json").body(&b"\"\xff\""[..]),
                "/absent" => HttpResponse::NotFound().json([3]),
                "/broken" => HttpResponse::InternalServerError().json([4]),
                "/over" => HttpResponse::Unauthorized().json([5]),
                "/slow" => pending().await,
                _ => return Err(ErrorBadGateway("broken")),
            };
            let request = TestRequest::default().to_http_request();
            Ok(ServiceResponse::new(request, answer.map_into_left_body()))
        };
        rc_service(fn_service::<_, _, _, _, _, ()>(answer))
    }

    async fn asked(calls: &[&str]) -> String {
        let calls: Vec<String> = calls.iter().map(|&call| call.to_owned()).collect();
        gathered(&inside(), Duration::from_millis(50), &of_a_page(), &calls, Whose::Theirs).await
    }

    #[actix_web::test]
    async fn page_waits_only_its_patience_for_answers() {
        let fine = element(&[("/fine", "[1]".to_owned())]);
        let rest = ["/page", "/long", "/no-text", "/absent", "/broken", "/slow", "/fails", "no address"];
        assert_eq!(asked(&[&["/fine"], &rest[..]].concat()).await, fine);
        assert_eq!(asked(&rest).await, "");
        assert_eq!(asked(&[]).await, "");
    }

    #[actix_web::test]
    async fn expired_session_gets_no_first_answers() {
        assert_eq!(asked(&["/fine", "/over", "/slow"]).await, "");
    }
}
