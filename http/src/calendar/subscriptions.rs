//! Calendar subscriptions to addresses outside: `/api/v1/calendars/{uuid}/refresh`. Contract §7.

use actix_web::HttpResponse;
use actors::calendar::subscriptions;
use actors::calendar::view::CalendarView;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::{LIMITED, OperationCodes};
use crate::prelude::*;

pub const CODES: &[OperationCodes] = &[(
    "calendar_refresh_refresh",
    &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "NOT_SUBSCRIBED"]), (429, &[LIMITED])],
)];

pub fn routes(config: &mut ServiceConfig) {
    config.service(refresh);
}

/// Have a calendar that is fetched from elsewhere fetched now; its person, or OWNER and ADMINISTRATOR, once a minute.
///
/// It is done beside the answer: `sourceState.fetching` says until when.
#[utoipa::path(tag = "calendar", responses((status = 202, body = CalendarView), Problems))]
#[post("/api/v1/calendars/{uuid}/refresh")]
async fn refresh(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Bare {
    Ok(HttpResponse::Accepted().json(subscriptions::refresh(&platform, &who.0, &uuid).await?))
}
