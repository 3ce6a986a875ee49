//! Pages with frames: the layout is prerendered at build time, with its styles, and the app loads once it is painted.
//! `framed/pages.json` maps addresses to frames and to their first requests ([`super::first`]).

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
use super::drawing::{HTML, answered};
use super::first::{FirstAnswers, Whose};

/// The folder of files without an address of their own.
pub(super) const FRAMED: &str = "framed/";
pub(super) const PAGES: &str = "framed/pages.json";
/// The path parameter for a person's or organisation's name.
const SLUG: &str = "slug";

/// A row of `framed/pages.json`.
#[derive(Debug, Deserialize)]
struct Row {
    /// The path as in routes: `/konversation/{ws}`.
    path: String,
    /// Its first requests; names in braces are replaced by the address's parameters, or by the days of [`dates`].
    asks: Vec<String>,
    /// Whether it is for signed-in people or for visitors.
    own: bool,
    /// The frame's file.
    file: String,
}

/// All pages with a frame.
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
    /// Parses the file; empty if there is none.
    pub(super) fn read(text: Option<&[u8]>) -> Self {
        let rows: Vec<Row> = text.and_then(|text| serde_json::from_slice(text).ok()).unwrap_or_default();
        Self(rows.into_iter().map(|row| (ResourceDef::new(row.path.as_str()), row)).collect())
    }

    /// The first row that matches this address. A page at a name requires a name that people may take, which excludes
    /// the product's own pages.
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

/// Inserts the days that a request names.
fn with_dates(ask: String, now: Timestamp) -> String {
    if !ask.contains('{') {
        return ask;
    }
    dates(now).iter().fold(ask, |ask, (name, value)| ask.replace(name, value))
}

/// The days that the app uses, by the clock in Sweden: clients in other zones ask again. Times are URL-encoded.
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

    /// The element with a page's first answers ([`FirstAnswers::element`]); empty if there are none.
    pub async fn first_answers(&self, request: &HttpRequest, framed: &Framed<'_>) -> String {
        match request.app_data::<FirstAnswers>() {
            Some(first) => first.element(request, &framed.calls, framed.whose).await,
            None => String::new(),
        }
    }

    /// The frame with its first answers. A personal page is never cached, with or without answers.
    pub(super) async fn answer_framed(&self, request: &HttpRequest, framed: &Framed<'_>) -> HttpResponse {
        let answers = self.first_answers(request, framed).await;
        let page = self.put_into(framed.file, &answers);
        let mut answer = match framed.whose {
            Whose::Anybodys => answered(request, StatusCode::OK, HTML, page),
            Whose::Theirs => HttpResponse::Ok()
                .insert_header((CACHE_CONTROL, "private, no-store"))
                // Other sites may not embed it either.
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

    /// In Sweden it is the first of March already, and the clocks change at the end of that month.
    fn now() -> Timestamp {
        "2026-02-28T23:30:00Z".parse().unwrap()
    }

    #[test]
    fn first_requests_use_days_in_sweden() {
        let asked = |ask: &str| with_dates(ask.to_owned(), now());
        assert_eq!(asked("?from={today}&to={tomorrow}"), "?from=2026-03-01&to=2026-03-02");
        assert_eq!(asked("?from={today}&to={in-a-year}"), "?from=2026-03-01&to=2027-02-28");
        // Including a leap day, the longest span that days are served in at once.
        let leap = with_dates("{today} {in-a-year}".to_owned(), "2027-03-01T12:00:00Z".parse().unwrap());
        assert_eq!(leap, "2027-03-01 2028-02-29");
        assert_eq!(asked("?from={year-begins}&to={year-ends}"), "?from=2026-01-01&to=2026-12-31");
        assert_eq!(
            asked("?from={today-begins}&to={tomorrow-ends}"),
            "?from=2026-02-28T23%3A00%3A00.000Z&to=2026-03-02T23%3A00%3A00.000Z"
        );
        assert_eq!(asked("/api/v1/me"), "/api/v1/me");
        // The night in which an hour is skipped.
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
        // The product's own pages, and names that nobody can have.
        for path in ["/artiklar", "/login", "/search", "/..", "/%2e%2e", "/a%2Fb", "/Eken"] {
            assert_eq!(found(path, false), None);
            assert_eq!(found(path, true), row("framed/any.html", "/api/v1/me", true));
        }
        assert_eq!(Pages::read(None).find("/", true, now()), None);
        assert_eq!(Pages::read(Some(b"no json")).find("/", true, now()), None);
    }
}
