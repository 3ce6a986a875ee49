//! Pages in their frames: the place of everything is drawn when the app is built, with the styles in it, and the app comes once
//! that is painted. `framed/pages.json` says which address has which frame, and what it asks first ([`super::first`]).

use actix_web::dev::{Path, ResourceDef};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse};
use actors::accounts::names::is_free_slug;
use actors::platform::time::ZONE;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde::Deserialize;

use super::WebApp;
use super::drawing::answered;
use super::first::{FirstAnswers, Whose};

/// Files that are no address themselves.
pub(super) const FRAMED: &str = "framed/";
pub(super) const PAGES: &str = "framed/pages.json";
const HTML: &str = "text/html; charset=utf-8";
/// In a row's path: somebody's name.
const SLUG: &str = "slug";

/// One row of `framed/pages.json`.
#[derive(Debug, Deserialize)]
struct Row {
    /// As routes have it: `/konversation/{ws}`.
    path: String,
    /// What it asks first; the same names stand for what stands in the address, those of [`dates`] for days.
    asks: Vec<String>,
    /// Whether it is for who is signed in, or for who is not.
    own: bool,
    /// The frame's file.
    file: String,
}

/// Every page that has a frame.
#[derive(Debug, Default)]
pub(super) struct Pages(Vec<(ResourceDef, Row)>);

/// How a page is served.
#[derive(Debug, PartialEq, Eq)]
pub struct Framed<'a> {
    /// A path of [`WebApp::files`].
    pub file: &'a str,
    pub calls: Vec<String>,
    pub whose: Whose,
}

impl Pages {
    /// Of the file's text; none where there is no such file.
    pub(super) fn read(text: Option<&[u8]>) -> Self {
        let rows: Vec<Row> = text.and_then(|text| serde_json::from_slice(text).ok()).unwrap_or_default();
        Self(rows.into_iter().map(|row| (ResourceDef::new(row.path.as_str()), row)).collect())
    }

    /// The first that has this address. Who has a page of their own has a name that is free for people to take: the product's own
    /// pages are none of those.
    fn find(&self, path: &str, own: bool, now: Timestamp) -> Option<Framed<'_>> {
        let trimmed = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        self.0.iter().filter(|(_, row)| row.own == own).find_map(|(pattern, row)| {
            let mut found = Path::new(trimmed);
            let fits = pattern.capture_match_info(&mut found) && found.get(SLUG).is_none_or(is_free_slug);
            let calls = row.asks.iter().map(|ask| {
                found
                    .iter()
                    .fold(ask.clone(), |ask, (name, value)| ask.replace(&format!("{{{name}}}"), value))
            });
            let calls = calls.map(|ask| with_dates(ask, now));
            let whose = if own { Whose::Theirs } else { Whose::Anybodys };
            fits.then(|| Framed { file: &row.file, calls: calls.collect(), whose })
        })
    }
}

/// A question with the days in it that it names; one that names none stays as it is.
fn with_dates(ask: String, now: Timestamp) -> String {
    if !ask.contains('{') {
        return ask;
    }
    dates(now).iter().fold(ask, |ask, (name, value)| ask.replace(name, value))
}

/// Days as the app asks for them, by the clock in Sweden: who reads by another one asks anew. Moments stand as in an address.
fn dates(now: Timestamp) -> [(&'static str, String); 7] {
    let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
    let today = now.to_zoned(zone.clone()).date();
    let after = |days: i64| today.saturating_add(days.days());
    let begins = |days: i64| {
        let begins = after(days).to_zoned(zone.clone()).map_or(now, |day| day.timestamp());
        begins.strftime("%Y-%m-%dT%H%%3A%M%%3A%S.000Z").to_string()
    };
    [
        ("{today}", today.to_string()),
        ("{tomorrow}", after(1).to_string()),
        ("{in-a-year}", today.saturating_add(1.year()).saturating_sub(1.day()).to_string()),
        ("{year-begins}", today.first_of_year().to_string()),
        ("{year-ends}", today.last_of_year().to_string()),
        ("{today-begins}", begins(0)),
        ("{tomorrow-ends}", begins(2)),
    ]
}

impl WebApp {
    /// The frame of this path's page; none: it has none.
    pub fn framed(&self, path: &str, own: bool) -> Option<Framed<'_>> {
        self.pages.find(path, own, Timestamp::now()).filter(|framed| self.files.contains_key(framed.file))
    }

    /// The element with a page's first answers ([`FirstAnswers::element`]); empty when there are none.
    pub async fn first_answers(&self, request: &HttpRequest, framed: &Framed<'_>) -> String {
        match request.app_data::<FirstAnswers>() {
            Some(first) => first.element(request, &framed.calls, framed.whose).await,
            None => String::new(),
        }
    }

    /// The frame with what it asks first. Somebody's own page is kept by no cache, with or without answers in it.
    pub(super) async fn answer_framed(&self, request: &HttpRequest, framed: &Framed<'_>) -> HttpResponse {
        let answers = self.first_answers(request, framed).await;
        let page = self.put_into(framed.file, &answers);
        let mut answer = match framed.whose {
            Whose::Anybodys => answered(request, StatusCode::OK, HTML, page),
            Whose::Theirs => HttpResponse::Ok()
                .insert_header((CACHE_CONTROL, "private, no-store"))
                // Nor may another site load it as a part of its own.
                .insert_header(("cross-origin-resource-policy", "same-origin"))
                .content_type(HTML)
                .body(page),
        };
        answer.headers_mut().insert(VARY, HeaderValue::from_static("cookie"));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"[
        {"path":"/konversation/{ws}/{channel}","own":true,"file":"framed/chat.html","asks":["/api/v1/me","/api/c/{channel}?w={ws}"]},
        {"path":"/","own":true,"file":"framed/home.html","asks":[]},
        {"path":"/{slug}","own":true,"file":"framed/own-slug.html","asks":["/api/public/entities/{slug}"]},
        {"path":"/{slug}","own":false,"file":"framed/slug.html","asks":["/api/public/entities/{slug}"]},
        {"path":"/{rest}*","own":true,"file":"framed/any.html","asks":["/api/v1/me"]}
    ]"#;

    /// In Sweden it is the first of March already, and the clocks go forward at the end of it.
    fn now() -> Timestamp {
        "2026-02-28T23:30:00Z".parse().unwrap()
    }

    #[test]
    fn what_is_asked_names_days_by_the_clock_in_sweden() {
        let asked = |ask: &str| with_dates(ask.to_owned(), now());
        assert_eq!(asked("?from={today}&to={tomorrow}"), "?from=2026-03-01&to=2026-03-02");
        assert_eq!(asked("?from={today}&to={in-a-year}"), "?from=2026-03-01&to=2027-02-28");
        // With a leap day in it, it is as long as days are told at once.
        let leap = with_dates("{today} {in-a-year}".to_owned(), "2027-03-01T12:00:00Z".parse().unwrap());
        assert_eq!(leap, "2027-03-01 2028-02-29");
        assert_eq!(asked("?from={year-begins}&to={year-ends}"), "?from=2026-01-01&to=2026-12-31");
        assert_eq!(
            asked("?from={today-begins}&to={tomorrow-ends}"),
            "?from=2026-02-28T23%3A00%3A00.000Z&to=2026-03-02T23%3A00%3A00.000Z"
        );
        assert_eq!(asked("/api/v1/me"), "/api/v1/me");
        // The night in which an hour is left out.
        assert_eq!(
            with_dates("{today-begins} {tomorrow-ends}".to_owned(), "2026-03-28T12:00:00Z".parse().unwrap()),
            "2026-03-27T23%3A00%3A00.000Z 2026-03-29T22%3A00%3A00.000Z"
        );
    }

    #[test]
    fn a_page_is_found_by_its_address() {
        let pages = Pages::read(Some(ROWS.as_bytes()));
        let found = |path, own| {
            pages
                .find(path, own, now())
                .map(|it| (it.file.to_owned(), it.calls.join(" "), it.whose == Whose::Theirs))
        };
        let row = |file: &str, calls: &str, theirs| Some((file.to_owned(), calls.to_owned(), theirs));
        assert_eq!(
            found("/konversation/7/9", true),
            row("framed/chat.html", "/api/v1/me /api/c/9?w=7", true)
        );
        assert_eq!(
            found("/konversation/7/9/", true),
            row("framed/chat.html", "/api/v1/me /api/c/9?w=7", true)
        );
        assert_eq!(found("/konversation/7", true), row("framed/any.html", "/api/v1/me", true));
        assert_eq!(found("/", true), row("framed/home.html", "", true));
        assert_eq!(found("/eken", true), row("framed/own-slug.html", "/api/public/entities/eken", true));
        assert_eq!(found("/eken", false), row("framed/slug.html", "/api/public/entities/eken", false));
        assert_eq!(found("/a/b", false), None);
        // The product's own pages, and what can be nobody's name.
        for path in ["/artiklar", "/login", "/search", "/..", "/%2e%2e", "/a%2Fb", "/Eken"] {
            assert_eq!(found(path, false), None);
            assert_eq!(found(path, true), row("framed/any.html", "/api/v1/me", true));
        }
        assert_eq!(Pages::read(None).find("/", true, now()), None);
        assert_eq!(Pages::read(Some(b"no json")).find("/", true, now()), None);
    }
}
