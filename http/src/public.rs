//! What anybody may ask of the platform itself.

use actix_web::get;
use actix_web::web::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// Which version serves.
#[derive(Debug, Serialize, ToSchema)]
pub struct Version {
    version: &'static str,
}

/// The running version.
#[utoipa::path(tag = "platform", responses((status = 200, body = Version)))]
#[get("/api/public/version")]
pub async fn version() -> Json<Version> {
    Json(Version { version: env!("CARGO_PKG_VERSION") })
}
