//! A page carries the answers to what it asks first: a phone need not wait for the script before it asks.
//!
//! Decisions:
//! - Which page asks what is said once, where the app is built (`web/scripts/pages.ts`): `framed/pages.json` comes with it.
//! - The calls pass the very routes that the app's own calls pass, with the request's own cookies, inside this process: every
//!   right is looked at by the same handlers, and what they answer is what stands in the page.
//! - A page waits [`PATIENCE`] for them and no longer. What is not there by then, or is no 200, is left out: the app asks for it.
//! - With somebody's answers in it a page is theirs alone: no cache may keep it, and it has no ETag. For who is not signed in the
//!   calls are made without any cookie, so that nothing of a person can come into a page that is the same for everybody.

use std::time::Duration;

use actix_http::Request;
use actix_service::Service as _;
use actix_service::boxed::RcService;
use actix_web::body::{self, BoxBody, EitherBody};
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderValue,
    IF_MODIFIED_SINCE, IF_NONE_MATCH, RANGE, TRANSFER_ENCODING,
};
use actix_web::http::{StatusCode, Uri};
use actix_web::{Error, HttpRequest};
use futures_util::future::join_all;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::app::{self, Parts};

/// What a page waits for its answers at most: about what a phone's network takes for one question.
pub(crate) const PATIENCE: Duration = Duration::from_millis(150);
/// Longer answers are asked for by the app.
const LONGEST: usize = 256 * 1024;

/// The routes of a worker, for calls from within.
pub type Inside = RcService<Request, ServiceResponse<EitherBody<BoxBody>>, Error>;

/// One per worker; its routes are made when they are first needed.
pub struct FirstAnswers {
    parts: Parts,
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
    pub fn new(parts: Parts) -> Self {
        Self { parts, inside: OnceCell::new() }
    }

    /// The element with what is there in time, by address; empty when nothing is.
    pub async fn element(&self, request: &HttpRequest, calls: &[String], whose: Whose) -> String {
        let Ok(inside) = self.inside.get_or_try_init(|| app::inside(&self.parts)).await else {
            return String::new();
        };
        let asked = calls.iter().map(|call| async move {
            let answer = timeout(self.parts.patience, ask(inside, request, call, whose)).await;
            Some((call.as_str(), answer.ok()??))
        });
        let answers: Vec<_> = join_all(asked).await.into_iter().flatten().collect();
        if answers.is_empty() { String::new() } else { element(&answers) }
    }
}

/// The text of a 200 in JSON; none: anything else.
async fn ask(inside: &Inside, request: &HttpRequest, call: &str, whose: Whose) -> Option<String> {
    let answer = inside.call(asking(request, call, whose)?).await.ok()?;
    let is_json = answer
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if answer.status() != StatusCode::OK || !is_json {
        return None;
    }
    let bytes = body::to_bytes_limited(answer.into_body(), LONGEST).await.ok()?.ok()?;
    String::from_utf8(bytes.into()).ok()
}

/// The call that the app would make in the place of this request.
fn asking(request: &HttpRequest, call: &str, whose: Whose) -> Option<Request> {
    let mut asking = Request::new();
    let head = asking.head_mut();
    head.uri = call.parse::<Uri>().ok()?;
    head.peer_addr = request.peer_addr();
    head.headers = request.headers().clone();
    let of_the_page =
        [ACCEPT_ENCODING, IF_NONE_MATCH, IF_MODIFIED_SINCE, RANGE, CONTENT_LENGTH, TRANSFER_ENCODING];
    let of_a_person = [COOKIE, AUTHORIZATION];
    for name in of_the_page.iter().chain(of_a_person.iter().filter(|_| whose == Whose::Anybodys)) {
        head.headers.remove(name);
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
    use actix_web::HttpMessage as _;

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

    #[test]
    fn nobodys_calls_carry_nothing_of_a_person() {
        let request = actix_web::test::TestRequest::default()
            .insert_header((COOKIE, "kalender_jwt=t"))
            .insert_header((AUTHORIZATION, "Bearer t"))
            .insert_header((IF_NONE_MATCH, "*"))
            .to_http_request();
        let theirs = asking(&request, "/api/v1/me?a=b", Whose::Theirs).unwrap();
        assert_eq!(theirs.uri().path_and_query().unwrap(), "/api/v1/me?a=b");
        assert!(theirs.headers().contains_key(COOKIE) && !theirs.headers().contains_key(IF_NONE_MATCH));
        let nobodys = asking(&request, "/api/v1/me", Whose::Anybodys).unwrap();
        assert!(!nobodys.headers().contains_key(COOKIE) && !nobodys.headers().contains_key(AUTHORIZATION));
        assert!(asking(&request, "no address", Whose::Anybodys).is_none());
    }
}
