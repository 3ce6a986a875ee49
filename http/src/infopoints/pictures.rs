//! Pictures of places: `/api/v1/infopoints/{id}/pictures`.

use actix_multipart::Multipart;
use actix_web::HttpResponse;
use actors::infopoints::view::InfopointView;
use actors::infopoints::{add_picture, may_picture, remove_picture};
use storage::infopoints::InfopointId;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::upload::{self, ImageForm};
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(add).service(remove);
}

/// A picture of a place (JPEG, PNG or WebP, up to 10 MiB), behind those that it has, at most eight; who may change it. It is
/// written anew without metadata. The same picture again changes nothing. Order and alternative texts are changed with the place.
#[utoipa::path(
    tag = "infopoints",
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 201, body = InfopointView), Problems)
)]
#[post("/api/v1/infopoints/{id}/pictures")]
async fn add(platform: Data<Platform>, who: SignedIn, id: Path<InfopointId>, form: Multipart) -> Bare {
    may_picture(&platform, &who.0, *id).await?;
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(HttpResponse::Created().json(add_picture(&platform, &who.0, *id, image.bytes).await?))
}

/// Take a picture of a place away. 404: it is gone already.
#[utoipa::path(tag = "infopoints", responses((status = 200, body = InfopointView), Problems))]
#[delete("/api/v1/infopoints/{id}/pictures/{picture}")]
async fn remove(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(InfopointId, String)>,
) -> Answer<InfopointView> {
    Ok(Json(remove_picture(&platform, &who.0, path.0, &path.1).await?))
}
