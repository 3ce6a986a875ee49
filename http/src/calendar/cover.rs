//! An event's cover picture: `/api/v1/event/{id}/cover`.

use actix_multipart::Multipart;
use actors::calendar::cover;
use actors::calendar::view::EventView;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::upload::{self, ImageForm};
use crate::prelude::*;

pub fn routes(config: &mut ServiceConfig) {
    config.service(set_cover).service(remove_cover);
}

/// A picture over an event or a whole series (JPEG, PNG or WebP, up to 10 MiB), in the place of the one that it had; who may change
/// it. It is written anew without metadata, and `coverImage` says where it is.
#[utoipa::path(
    tag = "calendar",
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = EventView), Problems)
)]
#[put("/api/v1/event/{id}/cover")]
async fn set_cover(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    form: Multipart,
) -> Answer<EventView> {
    cover::may_cover(&platform, &who.0, &id).await?;
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(Json(cover::set_cover(&platform, &who.0, &id, image.bytes).await?))
}

/// No picture over an event any more. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventView), Problems))]
#[delete("/api/v1/event/{id}/cover")]
async fn remove_cover(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventView> {
    Ok(Json(cover::remove_cover(&platform, &who.0, &id).await?))
}
