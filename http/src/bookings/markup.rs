//! Parts of the pages on which people without an account book: drawn here, without a script.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, RETRY_AFTER,
};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse};
use actors::bookings::view::{FreeTime, TermsView};
use actors::calendar::{day_in_words, in_words};
use actors::platform::time::ZONE;
use futures_util::future::LocalBoxFuture;
use jiff::ToSpan;
use jiff::civil::Date;
use storage::time::Moment;

use crate::calendar::page::HOUR;
use crate::platform::error::ApiError;
use crate::platform::extract::unreadable_body;
use crate::platform::request::Page;
use crate::platform::web_app::drawing::{HTML, escape};
use crate::platform::web_app::open::PRODUCT;

const STYLE: &str = include_str!("page.css");
/// Nothing is loaded; forms go to this server alone, and nobody frames it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// The fields of a form, or of a query.
pub type Fields = BTreeMap<String, String>;

pub fn fields(text: &[u8]) -> Fields {
    form_urlencoded::parse(text).into_owned().collect()
}

const FORM: &str = "application/x-www-form-urlencoded";

/// A posted form. 415: it is none.
pub struct Posted(pub Fields);

impl FromRequest for Posted {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_form = request.content_type() == FORM;
        let bytes = Bytes::from_request(request, payload);
        Box::pin(async move {
            let bytes = bytes.await.map_err(|error| unreadable_body(&error))?;
            if bytes.is_empty() || is_form {
                return Ok(Self(fields(&bytes)));
            }
            Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE))
        })
    }
}

/// The day that is asked for, within the years that the calendar knows.
pub fn day(fields: &Fields) -> Option<Date> {
    let day: Date = fields.get("dag")?.parse().ok()?;
    (2000..=2100).contains(&day.year()).then_some(day)
}

/// A whole page. `head` and `main` are markup.
pub fn document(title: &str, head: &str, main: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"sv\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{head}\
         <title>{title} – {PRODUCT}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>{main}</main></body></html>"
    )
}

/// Gives a page the policy of these pages.
pub fn guarded(mut answer: HttpResponse) -> HttpResponse {
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    answer.extensions_mut().insert(Page);
    answer
}

/// A page for one person, which is kept nowhere and told to nobody.
///
/// The referrer policy is `same-origin`: with `no-referrer` browsers send `Origin: null` with a form, which is refused as
/// that of another site. No other site is told of the address either way.
pub fn private(status: StatusCode, page: String) -> HttpResponse {
    let mut answer = HttpResponse::build(status).content_type(HTML).body(page);
    let headers = answer.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    guarded(answer)
}

/// As [`private`], for a refusal.
pub fn refused(error: &ApiError, page: String) -> HttpResponse {
    let mut answer = private(error.status(), page);
    if let Some(seconds) =
        error.again_in().and_then(|seconds| HeaderValue::from_str(&seconds.to_string()).ok())
    {
        answer.headers_mut().insert(RETRY_AFTER, seconds);
    }
    answer
}

/// What is said of a refusal.
pub fn note(error: &ApiError) -> String {
    let said: Vec<String> = error.sentences().iter().map(|one| format!("<p>{}</p>", escape(one))).collect();
    let said = said.concat();
    format!("<div class=\"note\" role=\"alert\">{said}</div>")
}

/// The free times that a refusal names.
pub fn nearest(error: &ApiError) -> Vec<(Moment, Moment)> {
    let list = error.member("nearest").and_then(|list| list.as_array()).into_iter().flatten();
    let moment = |one: &serde_json::Value, name: &str| serde_json::from_value(one[name].clone()).ok();
    list.filter_map(|one| Some((moment(one, "start")?, moment(one, "end")?))).collect()
}

/// A term and what is said of it; nothing where that is empty.
pub fn row(term: &str, said: &str) -> String {
    if said.is_empty() {
        return String::new();
    }
    format!("<dt>{term}</dt><dd>{}</dd>", escape(said))
}

/// What cancelling costs.
pub fn terms(terms: &TermsView) -> String {
    match (terms.free_until, terms.share) {
        (_, 0) => "Kostar inget".to_owned(),
        (Some(until), share) => {
            format!("Kostar inget till {}, sedan {share} % av priset", in_words(until, ZONE))
        }
        (None, share) => format!("Kostar {share} % av priset"),
    }
}

/// A moment as a clock, with its day where that is not this one.
fn clock(at: Moment, day: Date) -> String {
    let text = in_words(at, ZONE);
    match text.split_once(HOUR) {
        Some((date, clock)) if date == day_in_words(day) => clock.to_owned(),
        _ => text,
    }
}

fn option(value: &str, label: &str, chosen: Option<&String>) -> String {
    let chosen = if chosen.is_some_and(|one| one == value) { " selected" } else { "" };
    format!("<option value=\"{}\"{chosen}>{}</option>", escape(value), escape(label))
}

/// Two lists: from when, and until when.
pub fn times(free: &[FreeTime], day: Date, filled: &Fields) -> String {
    let start = |one: &FreeTime| {
        let clock = clock(one.start, day);
        let label = one.name.as_ref().map_or(clock.clone(), |name| format!("{clock} {name}"));
        option(&one.start.to_string(), &label, filled.get("start"))
    };
    let starts: String = free.iter().map(start).collect();
    let ends: BTreeSet<Moment> = free.iter().flat_map(|one| one.ends.iter().copied()).collect();
    let end = |one: &Moment| option(&one.to_string(), &clock(*one, day), filled.get("end"));
    let ends: String = ends.iter().map(end).collect();
    format!(
        "<div class=\"two\"><div class=\"field\"><label for=\"start\">Från</label>\
         <select id=\"start\" name=\"start\" required>{starts}</select></div>\
         <div class=\"field\"><label for=\"end\">Till</label><select id=\"end\" name=\"end\" required>{ends}</select></div></div>"
    )
}

/// The form by which another day is chosen, with links to its neighbours.
pub fn days(path: &str, day: Date) -> String {
    let path = escape(path);
    let near = |by: i32, label: &str| {
        let other = day.checked_add(by.days()).unwrap_or(day);
        format!("<a href=\"{path}?dag={other}\">{label}</a>")
    };
    format!(
        "<form method=\"get\" action=\"{path}\"><div class=\"field\"><label for=\"dag\">Dag</label>\
         <input id=\"dag\" name=\"dag\" type=\"date\" value=\"{day}\" required></div>\
         <button class=\"quiet\">Visa dagen</button></form><p>{} · {}</p>",
        near(-1, "Dagen före"),
        near(1, "Dagen efter"),
    )
}
