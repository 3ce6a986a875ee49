//! `/widgets/boka/{slug}`: the free times of a bookable, for frames in other sites' pages. As the calendar's widget it has
//! no script and no form: what it links to opens outside of the frame.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actors::bookings::for_page;
use actors::bookings::view::PublicPage;
use actors::platform::error::RefusalKind;
use actors::platform::time::ZONE;

use crate::calendar::page::when;
use crate::calendar::widget::{Look, document, framable};
use crate::platform::web_app::drawing::{HTML, answered, escape};
use crate::prelude::*;

/// The free times of the next day that has some within two weeks, of a bookable that guests or everybody may book, as a page without
/// a script that other pages may show in a frame. 404: there is no such bookable for everybody; also a page.
#[utoipa::path(
    tag = "bookings",
    params(Look),
    responses((status = 200, content_type = "text/html"), (status = 304), (status = 404, content_type = "text/html"), Problems)
)]
#[get("/widgets/boka/{slug}")]
pub async fn widget(
    platform: Data<Platform>,
    request: HttpRequest,
    slug: Path<String>,
    look: ValidQuery<Look>,
) -> Bare {
    let theme = look.theme;
    match for_page(&platform, None, &slug, None).await {
        Ok(page) => {
            let page = document(&page.bookable.name, &listed(&page, look.limit), theme);
            Ok(framable(answered(&request, StatusCode::OK, HTML, page)))
        }
        Err(refusal) if refusal.kind == RefusalKind::NotFound => {
            let absent = "<p>Det finns inte, eller så är det inte till för alla.</p>";
            let page = document("Går inte att boka", absent, theme);
            Ok(framable(answered(&request, StatusCode::NOT_FOUND, HTML, page)))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

fn listed(page: &PublicPage, limit: usize) -> String {
    let one = &page.bookable;
    let path = escape(&format!("/{}/boka/{}?dag={}", one.entity_slug, one.slug, page.day));
    let time = |free: &actors::bookings::view::FreeTime| {
        let end = free.ends.first().copied().unwrap_or(free.start);
        let when = escape(&when((free.start, end), false, ZONE));
        format!("<li><a href=\"{path}\" target=\"_blank\" rel=\"noopener\">{when}</a></li>")
    };
    let list: String = page.free.iter().take(limit).map(time).collect();
    let list = if list.is_empty() {
        "<p>Inget är ledigt de närmaste två veckorna.</p>".to_owned()
    } else {
        format!("<ol>{list}</ol>")
    };
    format!("{list}<p class=\"foot\"><a href=\"{path}\" target=\"_blank\" rel=\"noopener\">Boka</a></p>")
}
