//! Comments of events: `/api/v1/event/{id}/comments`. They are written and read by the calls of chat.

use actors::calendar::comments::{self, EventComments};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::prelude::*;

pub fn routes(config: &mut ServiceConfig) {
    config.service(event_comments).service(begin_comments);
}

/// Where the comments of an event are, how many, and what I may do there. They are a thread of chat: read, write and follow them
/// by `channelId` and `parentMessageId` once they have `begun`.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventComments), Problems))]
#[get("/api/v1/event/{id}/comments")]
async fn event_comments(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventComments> {
    Ok(Json(comments::comments(&platform, &who.0, &id).await?))
}

/// Begin the comments of an event, before the first is written. Done again, it stays so. 403 for who only reads there.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventComments), Problems))]
#[put("/api/v1/event/{id}/comments")]
async fn begin_comments(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventComments> {
    Ok(Json(comments::begin(&platform, &who.0, &id).await?))
}
