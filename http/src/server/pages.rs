//! Public pages without a script: `/inlagg/{uuid}`, `/u/{userName}`, `/{slug}`, `/artiklar…`, `/event/{uuid}`, `/blogg`
//! `/{slug}/boka…` and days of the almanac: the app's page with the public content rendered into it. Of the session only the readable
//! cookie is checked: somebody who is signed in gets the app itself, which shows what they may read.

use actix_web::http::header::{HeaderValue, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
use actors::Platform;
use actors::accounts::names::is_free_slug;
use actors::days::DayType;
use actors::platform::error::RefusalKind;
use jiff::Timestamp;

use crate::articles::page as articles;
use crate::bookings::page as booking;
use crate::calendar::page as events;
use crate::days::page as days;
use crate::feed::page as feed;
use crate::platform::error::ApiError;
use crate::platform::web_app::drawing::{Drawing, HTML, answered};
use crate::platform::web_app::open::{NOINDEX, PRODUCT};
use crate::platform::web_app::{WebApp, is_signed_in, wants_html};

/// The target of a path.
#[derive(Debug, PartialEq, Eq)]
enum Address<'a> {
    Post(&'a str),
    Person(&'a str),
    Entity(&'a str),
    /// An article, or the list of all.
    Article(&'a str),
    Articles,
    /// An event of a calendar.
    Event(&'a str),
    /// The platform's own articles.
    Blog,
    /// A day of the almanac, by kind and slug.
    Day(DayType, &'a str),
    /// What an organisation lets everybody book, or one of them.
    Booking(&'a str, Option<&'a str>),
}

fn read(path: &str) -> Option<Address<'_>> {
    let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
    match parts[..] {
        ["inlagg", uuid] if !uuid.is_empty() => Some(Address::Post(uuid)),
        ["artiklar"] => Some(Address::Articles),
        ["artiklar", uuid] | ["artiklar", uuid, _] if !uuid.is_empty() => Some(Address::Article(uuid)),
        // The page for creating one is a page of the app.
        ["event", name] if !name.is_empty() && name != "create" => Some(Address::Event(name)),
        ["blogg"] => Some(Address::Blog),
        ["u", name] if is_free_slug(name) => Some(Address::Person(name)),
        [slug] if is_free_slug(slug) => Some(Address::Entity(slug)),
        [slug, "boka"] if is_free_slug(slug) => Some(Address::Booking(slug, None)),
        [slug, "boka", name] if is_free_slug(slug) && !name.is_empty() => {
            Some(Address::Booking(slug, Some(name)))
        }
        [kind, name] if !name.is_empty() => {
            let kind = DayType::ALL.into_iter().find(|one| one.page() == kind)?;
            Some(Address::Day(kind, path.trim_start_matches('/')))
        }
        _ => None,
    }
}

/// Whether a path may lead to one of these.
pub fn is_one(path: &str) -> bool {
    read(path).is_some()
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
    let address = read(request.path())?;
    if let Address::Booking(slug, name) = address {
        return Some(booking::serve(request, platform, slug, name).await);
    }
    let drawn = match address {
        Address::Post(uuid) => feed::one(platform, uuid).await,
        Address::Person(name) => feed::of_person(platform, name).await,
        Address::Entity(slug) => feed::of_entity(platform, slug).await,
        Address::Article(uuid) => articles::one(platform, uuid).await,
        Address::Articles => articles::all(platform).await,
        Address::Event(name) => events::one(platform, name).await,
        Address::Blog => articles::blog(platform).await,
        // If it never comes again, the app says so.
        Address::Day(kind, slug) => Ok(days::of_day(&platform.days, kind, slug, Timestamp::now())?),
        // It has a page of its own: for whoever is not signed in the app has none.
        Address::Booking(..) => return None,
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
            wants_html(request).then(|| page(StatusCode::NOT_FOUND, &absent(&address)))
        }
        Err(refusal) => Some(Err(refusal.into())),
    }
}

fn absent(address: &Address<'_>) -> Drawing {
    let said = match address {
        Address::Post(_) => "Inlägget finns inte",
        Address::Person(_) => "Personen finns inte",
        Address::Article(_) => "Artikeln finns inte",
        Address::Event(_) => "Händelsen finns inte",
        Address::Entity(_) | Address::Articles | Address::Blog | Address::Day(..) | Address::Booking(..) => {
            "Sidan finns inte"
        }
    };
    Drawing {
        title: format!("{said} – {PRODUCT}"),
        head: NOINDEX.to_owned(),
        noscript: format!("<h1>{said}</h1><p>Det kan vara borttaget, eller inte till för alla.</p>"),
        ..Drawing::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_are_recognised() {
        assert_eq!(read("/inlagg/a-1"), Some(Address::Post("a-1")));
        assert_eq!(read("/u/anna-ek"), Some(Address::Person("anna-ek")));
        assert_eq!(read("/bjorkskolan"), Some(Address::Entity("bjorkskolan")));
        assert_eq!(read("/event/a-1"), Some(Address::Event("a-1")));
        assert_eq!(read("/artiklar"), Some(Address::Articles));
        assert_eq!(read("/artiklar/a-1"), Some(Address::Article("a-1")));
        assert_eq!(read("/artiklar/a-1/om-varen"), Some(Address::Article("a-1")));
        assert_eq!(read("/blogg"), Some(Address::Blog));
        assert_eq!(read("/bjorkskolan/boka"), Some(Address::Booking("bjorkskolan", None)));
        assert_eq!(read("/bjorkskolan/boka/aulan"), Some(Address::Booking("bjorkskolan", Some("aulan"))));
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
            assert_eq!(read(other), None, "{other}");
        }
    }
}
