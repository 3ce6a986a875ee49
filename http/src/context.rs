//! Contexts: `/api/v1/context`.

use actix_web::get;
use actix_web::web::{Data, Json, Path};
use actors::Platform;
use actors::context::{self, ContextView};

use crate::platform::answer::{Answer, Problems};
use crate::platform::auth::who::SignedIn;

/// The organisation or person with an address. 404 with `detail` "Entity not found".
#[utoipa::path(tag = "context", params(("slug" = String, Path)), responses((status = 200, body = ContextView), Problems))]
#[get("/api/v1/context/slug/{slug}")]
pub async fn by_slug(platform: Data<Platform>, who: SignedIn, slug: Path<String>) -> Answer<ContextView> {
    Ok(Json(context::by_slug(&platform, &who.0, &slug).await?))
}

/// The context of a type (`user`, `organization`) and id. 404 with `detail` "User not found", "Entity not found" or,
/// for another type, "Context not found".
#[utoipa::path(tag = "context", params(("type" = String, Path), ("id" = i64, Path)), responses((status = 200, body = ContextView), Problems))]
#[get("/api/v1/context/{type}/{id}")]
pub async fn by_id(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(String, i64)>,
) -> Answer<ContextView> {
    let (kind, id) = path.into_inner();
    Ok(Json(context::by_id(&platform, &who.0, &kind, id).await?))
}
