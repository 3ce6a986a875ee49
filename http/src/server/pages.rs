//! Pages without a script, of the areas that have some: the app's page with the public content rendered into it. Of the
//! session only the readable cookie is checked: somebody who is signed in gets the app itself, which shows what they may read.

use actix_web::http::header::{HeaderValue, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
use actors::Platform;
use actors::platform::error::RefusalKind;

use crate::areas::AREAS;
use crate::days;
use crate::platform::area::{DrawnPage, PageAt};
use crate::platform::drawn::Drawing;
use crate::platform::error::ApiError;
use crate::platform::web_app::drawing::{HTML, answered};
use crate::platform::web_app::open::{NOINDEX, PRODUCT};
use crate::platform::web_app::{WebApp, is_signed_in, wants_html};

/// The page at a path; none: no area has one there.
fn at(path: &str) -> Option<DrawnPage<'_>> {
    let path: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
    let almanac: PageAt = days::page::at;
    AREAS.iter().map(|area| area.page).chain([almanac]).find_map(|page| page(&path))
}

/// Whether a path leads to one of these.
pub fn is_one(path: &str) -> bool {
    at(path).is_some()
}

/// The page of such a path; none: it is another path. 404 with the app's page if the public may see nothing there:
/// signed-in people may.
pub async fn serve(
    request: &HttpRequest,
    platform: &Platform,
    web_app: &WebApp,
) -> Option<Result<HttpResponse, ApiError>> {
    if ![Method::GET, Method::HEAD].contains(request.method()) || is_signed_in(request) {
        return None;
    }
    let (drawn, absent) = match at(request.path())? {
        DrawnPage::Whole(serve) => return Some(serve(request, platform).await),
        DrawnPage::Content { draw, absent } => (draw(platform).await, absent),
    };
    let framed = web_app.framed(request.path(), false);
    let answers = match &framed {
        Some(framed) if drawn.is_ok() => web_app.first_answers(request, framed).await,
        _ => String::new(),
    };
    let page = |status, drawing: &Drawing| {
        let mut answer = answered(request, status, HTML, web_app.draw(framed.as_ref(), &answers, drawing));
        answer.headers_mut().insert(VARY, HeaderValue::from_static("cookie"));
        Ok(answer)
    };
    match drawn {
        Ok(drawing) => Some(page(StatusCode::OK, &drawing)),
        Err(refusal) if refusal.kind == RefusalKind::NotFound => {
            let absent = absent.filter(|_| wants_html(request))?;
            Some(page(StatusCode::NOT_FOUND, &nothing(absent)))
        }
        Err(refusal) => Some(Err(refusal.into())),
    }
}

/// The page where the public may see nothing.
fn nothing(heading: &str) -> Drawing {
    Drawing {
        title: format!("{heading} – {PRODUCT}"),
        head: NOINDEX.to_owned(),
        noscript: format!("<h1>{heading}</h1><p>Det kan vara borttaget, eller inte till för alla.</p>"),
        ..Drawing::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heading where nothing is; none: a page of its own, or the app says it.
    fn heading(path: &str) -> Option<&'static str> {
        match at(path).unwrap_or_else(|| panic!("no page at {path}")) {
            DrawnPage::Content { absent, .. } => absent,
            DrawnPage::Whole(_) => None,
        }
    }

    #[test]
    fn public_addresses_are_recognised() {
        for (path, expected) in [
            ("/inlagg/a-1", Some("Inlägget finns inte")),
            ("/u/anna-ek", Some("Personen finns inte")),
            ("/bjorkskolan", Some("Sidan finns inte")),
            ("/event/a-1", Some("Händelsen finns inte")),
            ("/artiklar", Some("Sidan finns inte")),
            ("/artiklar/a-1", Some("Artikeln finns inte")),
            ("/artiklar/a-1/om-varen", Some("Artikeln finns inte")),
            ("/blogg", Some("Sidan finns inte")),
            ("/helgdagar/midsommardagen", None),
            ("/bjorkskolan/boka", None),
            ("/bjorkskolan/boka/aulan", None),
        ] {
            assert_eq!(heading(path), expected, "{path}");
        }
        for other in [
            "/",
            "/artiklar/",
            "/event/",
            "/event/create",
            "/artiklar/a-1/b/c",
            "/blogg/a",
            "/feed",
            "/inlagg",
            "/inlagg/",
            "/favicon.svg",
            "/2026",
            "/u/A%20b",
            "/skolan/om",
            "/u",
            "/boka",
            "/boka/7-a",
            "/settings/boka",
            "/bjorkskolan/boka/",
        ] {
            assert!(at(other).is_none(), "{other}");
        }
    }
}
