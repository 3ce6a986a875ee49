//! A page carries the answers to what it asks first: a phone need not wait for the script before it asks.
//!
//! Decisions:
//! - Which page asks what is said once, where the app is built (`web/scripts/pages.ts`): `framed/pages.json` comes with it.
//! - The calls pass the very routes that the app's own calls pass, with the request's own cookies, inside this process: every
//!   right is looked at by the same handlers, and what they answer is what stands in the page.
//! - A page waits [`PATIENCE`] for them and no longer. What is not there by then, or is no 200, is left out: the app asks for it.
//! - A call is a GET, and of the request it has the cookies and where it came from, nothing else. It is in no metric of requests but
//!   the page's own, and what is asked has no limit that it could count in.
//! - Who shows a session that is over gets a page without answers: the app asks, hears so and says it.
//! - With somebody's answers in it a page is theirs alone: no cache may keep it, and it has no ETag. For who is not signed in the
//!   calls are made without any cookie, so that nothing of a person can come into a page that is the same for everybody.

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

/// What a page waits for its answers at most: about what a phone's network takes for one question.
pub(crate) const PATIENCE: Duration = Duration::from_millis(150);
/// Longer answers are asked for by the app.
const LONGEST: usize = 256 * 1024;

/// The routes of a worker, for calls from within.
pub type Inside = RcService<Request, ServiceResponse<EitherBody<BoxBody>>, Error>;

/// One per worker; its routes are made when they are first needed.
pub struct FirstAnswers {
    patience: Duration,
    routes: Box<dyn Fn() -> LocalBoxFuture<'static, Result<Inside, ()>>>,
    inside: OnceCell<Inside>,
}

/// Whose answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Of whoever sent the request.
    Theirs,
    /// Of nobody: what anybody may read.
    Anybodys,
}

impl FirstAnswers {
    /// `patience`: what a page waits at most. `routes` makes the worker's routes.
    pub fn new(
        patience: Duration,
        routes: impl Fn() -> LocalBoxFuture<'static, Result<Inside, ()>> + 'static,
    ) -> Self {
        Self { patience, routes: Box::new(routes), inside: OnceCell::new() }
    }

    /// The element with what is there in time, by address; empty when nothing is.
    pub async fn element(&self, request: &HttpRequest, calls: &[String], whose: Whose) -> String {
        let Ok(inside) = self.inside.get_or_try_init(&self.routes).await else {
            return String::new();
        };
        gathered(inside, self.patience, request, calls, whose).await
    }
}

/// What a call brought.
#[derive(Debug)]
enum Brought {
    /// The text of a 200 in JSON.
    Answer(String),
    /// 401.
    SessionOver,
    Nothing,
}

/// All are asked at once, so that the page waits `patience` in all.
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

/// The call that the app would make in the place of this request.
fn asking(request: &HttpRequest, call: &str, whose: Whose) -> Option<Request> {
    let mut asking = Request::new();
    let head = asking.head_mut();
    // Heads are used again and keep what earlier requests had.
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

/// Data, no script: nothing in it can end it, whatever people have written.
fn element(answers: &[(&str, String)]) -> String {
    let answers: Vec<String> =
        answers.iter().map(|(call, body)| format!("{}:{body}", serde_json::Value::from(*call))).collect();
    let data = format!("{{{}}}", answers.join(","));
    // In JSON these stand in texts alone, where they may be written so.
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

    /// A page's own request, with everything that a browser or a client of its own may send along.
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
    fn a_call_carries_cookies_alone_and_nobodys_none() {
        let theirs = asking(&of_a_page(), "/api/v1/me?a=b", Whose::Theirs).unwrap();
        assert_eq!(theirs.uri().path_and_query().unwrap(), "/api/v1/me?a=b");
        assert_eq!(names(&theirs), ["accept", "cookie", "x-forwarded-for"].into());
        let nobodys = asking(&of_a_page(), "/api/v1/me", Whose::Anybodys).unwrap();
        assert_eq!(names(&nobodys), ["accept", "x-forwarded-for"].into());
        assert!(asking(&of_a_page(), "no address", Whose::Anybodys).is_none());
    }

    #[test]
    fn a_call_is_a_get_whatever_came_before() {
        let page = of_a_page();
        // Its head is the next one's.
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
    async fn a_page_waits_for_no_answer_that_does_not_come_and_needs_none() {
        let fine = element(&[("/fine", "[1]".to_owned())]);
        let rest = ["/page", "/long", "/no-text", "/absent", "/broken", "/slow", "/fails", "no address"];
        assert_eq!(asked(&[&["/fine"], &rest[..]].concat()).await, fine);
        assert_eq!(asked(&rest).await, "");
        assert_eq!(asked(&[]).await, "");
    }

    #[actix_web::test]
    async fn a_session_that_is_over_gets_no_answer_at_all() {
        assert_eq!(asked(&["/fine", "/over", "/slow"]).await, "");
    }
}
