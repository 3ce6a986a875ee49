//! `/widgets/kalender/{uuid}`: the coming events of a public calendar, for frames in other sites' pages.
//!
//! It and the one of bookings are the only pages that other sites may frame. So it has no script and no actions, and reads no cookie: everybody
//! sees what a stranger sees, and a click cannot do any harm.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use actors::calendar;
use actors::calendar::view::{CalendarView, ListedView};
use actors::platform::error::RefusalKind;
use garde::Validate;
use serde::Deserialize;
use storage::calendar::EventStatus;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::given;
use super::page::when;
use crate::platform::request::Page;
use crate::platform::security::Framable;
use crate::platform::web_app::ASK_AGAIN;
use crate::platform::web_app::drawing::{HTML, answered, escape};
use crate::prelude::*;

const STYLE: &str = include_str!("widget.css");
/// Nothing is loaded or sent; any page may frame it.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *";

pub fn routes(config: &mut ServiceConfig) {
    config.service(widget);
}

/// Which colours.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the reader's device has it.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    fn scheme(self) -> &'static str {
        match self {
            Self::Auto => "light dark",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// How it looks.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Look {
    /// Events that are shown at most, 1–50.
    #[serde(default = "ten")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    pub limit: usize,
    #[serde(default)]
    #[garde(skip)]
    #[param(inline)]
    pub theme: Theme,
}

fn ten() -> usize {
    10
}

/// What is to come within a year in a calendar that is PUBLIC or UNLISTED, as a page without a script that other pages may show in a
/// frame. Whoever asks sees what a stranger sees. 404: there is no such calendar for everybody; also a page.
#[utoipa::path(
    tag = "calendar",
    params(Look),
    responses((status = 200, content_type = "text/html"), (status = 304), (status = 404, content_type = "text/html"), Problems)
)]
#[get("/widgets/kalender/{uuid}")]
async fn widget(
    platform: Data<Platform>,
    request: HttpRequest,
    uuid: Path<String>,
    look: ValidQuery<Look>,
) -> Bare {
    let Look { limit, theme } = *look;
    let drawn =
        move |of: &CalendarView, events: &[ListedView]| document(&of.name, &listed(of, events), theme);
    match calendar::widget(&platform, &uuid, limit, theme.scheme(), drawn).await {
        Ok(kept) => Ok(framable(given(&request, kept, HTML, ASK_AGAIN))),
        Err(refusal) if refusal.kind == RefusalKind::NotFound => {
            let absent = "<p>Kalendern finns inte, eller så är den inte till för alla.</p>";
            let page = document("Kalendern finns inte", absent, theme);
            Ok(framable(answered(&request, StatusCode::NOT_FOUND, HTML, page)))
        }
        Err(refusal) => Err(refusal.into()),
    }
}

pub fn framable(mut answer: HttpResponse) -> HttpResponse {
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    answer.extensions_mut().insert(Framable);
    answer.extensions_mut().insert(Page);
    answer
}

pub fn document(title: &str, main: &str, theme: Theme) -> String {
    let (scheme, title) = (theme.scheme(), escape(title));
    format!(
        "<!doctype html><html lang=\"sv\" style=\"color-scheme:{scheme}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title}</title><style>{STYLE}</style></head><body><main aria-labelledby=\"name\"><h1 id=\"name\">{title}</h1>{main}</main></body></html>"
    )
}

/// Links open outside of the frame: the linked pages may not be framed.
fn listed(calendar: &CalendarView, events: &[ListedView]) -> String {
    let one = |event: &ListedView| {
        let when = escape(&when((event.start, event.end), event.all_day, &event.time_zone));
        let place = event.place.as_ref().map_or_else(String::new, |place| {
            format!("<span class=\"place\">{}</span>", escape(&place.name))
        });
        let cancelled =
            if event.event_status == EventStatus::Cancelled { "<strong>Inställt</strong> " } else { "" };
        format!(
            "<li><a href=\"/event/{}\" target=\"_blank\" rel=\"noopener\">{cancelled}{}</a>\
             <time datetime=\"{}\">{when}</time>{place}</li>",
            escape(&event.event_uuid),
            escape(&event.title),
            event.start,
        )
    };
    let list: String = events.iter().map(one).collect();
    let list = if list.is_empty() {
        "<p>Inget på gång just nu.</p>".to_owned()
    } else {
        format!("<ol>{list}</ol>")
    };
    let uuid = escape(&calendar.calendar_uuid);
    format!(
        "{list}<p class=\"foot\"><a href=\"/ics/calendar/{uuid}.ics\" target=\"_blank\" rel=\"noopener\">Prenumerera</a> · <a href=\"/\" target=\"_blank\" rel=\"noopener\">Kalender</a></p>"
    )
}
