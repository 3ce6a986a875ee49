//! Reminders of events: `/api/v1/event/{id}/reminders`, `/api/v1/me/reminders`. Social §3.

use actors::calendar::reminders;
use actors::calendar::reminders::view::{EventReminders, Moments};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::prelude::*;

/// The routes.
pub fn routes(config: &mut ServiceConfig) {
    config.service(of_event).service(set_of_event).service(usual).service(set_usual);
}

/// When I am reminded of an event, of a series of each one. Off over my own over what is usual with me.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventReminders), Problems))]
#[get("/api/v1/event/{id}/reminders")]
async fn of_event(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventReminders> {
    Ok(Json(reminders::of_event(&platform, &who.0, &id).await?))
}

/// Set it; what is not said is false, and all false is as usual.
#[utoipa::path(tag = "calendar", request_body = EventReminders, responses((status = 200, body = EventReminders), Problems))]
#[put("/api/v1/event/{id}/reminders")]
async fn set_of_event(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<EventReminders>,
) -> Answer<EventReminders> {
    Ok(Json(reminders::set_of_event(&platform, &who.0, &id, body.0).await?))
}

/// When I am reminded of events of which I have said nothing: an hour before, until I say otherwise.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Moments), Problems))]
#[get("/api/v1/me/reminders")]
async fn usual(platform: Data<Platform>, who: SignedIn) -> Answer<Moments> {
    Ok(Json(reminders::usual(&platform, &who.0).await?))
}

/// Set it; what is not said is false.
#[utoipa::path(tag = "calendar", request_body = Moments, responses((status = 200, body = Moments), Problems))]
#[put("/api/v1/me/reminders")]
async fn set_usual(platform: Data<Platform>, who: SignedIn, body: Valid<Moments>) -> Answer<Moments> {
    Ok(Json(reminders::set_usual(&platform, &who.0, body.0).await?))
}
