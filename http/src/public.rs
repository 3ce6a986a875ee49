//! Public questions about the platform itself.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, get, post};
use actors::Platform;
use actors::accounts::names;
use actors::referrals::{self, Referral};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::answer::{Bare, Problems, done};
use crate::platform::auth::who::address;
use crate::platform::extract::Valid;

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

/// First segments of addresses.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reserved {
    segments: &'static [&'static str],
}

/// First path segments that no person or organisation may have as a name.
#[utoipa::path(tag = "platform", responses((status = 200, body = Reserved)))]
#[get("/api/public/reserved")]
pub async fn reserved() -> Json<Reserved> {
    Json(Reserved { segments: names::RESERVED })
}

/// Where a visitor came from. Logged without anything personal: the referring host and the area that was opened.
/// 30 a minute from an address.
#[utoipa::path(tag = "platform", request_body = Referral, responses((status = 204), Problems))]
#[post("/api/public/referral")]
pub async fn referral(platform: Data<Platform>, request: HttpRequest, body: Valid<Referral>) -> Bare {
    referrals::note(&platform, &body, &address(&request)).await?;
    Ok(done())
}
