//! Favourites, followed places and watched municipalities: `/api/v1/infopoints/{id}/connection`, `/api/v1/me/infopoints`.

use actors::infopoints;
use actors::infopoints::view::{ConnectionDraft, ConnectionView, InfopointView, WatchedView};
use serde::Serialize;
use storage::infopoints::InfopointId;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::answer::Cursored;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(connect).service(disconnect).service(connected).service(watch).service(unwatch);
}

/// A page of the places that I am connected to, and the municipalities that I watch.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyInfopoints {
    #[serde(flatten)]
    page: Listing<InfopointView>,
    /// Those whose new places I am notified of; with every page.
    municipalities: Vec<WatchedView>,
}

/// Make a place one of my favourites (`flFavorite`), or be notified when it changes (`flNotification`); what is absent stays, and
/// is false at first. Done again, it stays so.
#[utoipa::path(tag = "infopoints", request_body = ConnectionDraft, responses((status = 200, body = ConnectionView), Problems))]
#[put("/api/v1/infopoints/{id}/connection")]
async fn connect(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<InfopointId>,
    body: Valid<ConnectionDraft>,
) -> Answer<ConnectionView> {
    Ok(Json(infopoints::connect(&platform, &who.0, *id, body.0).await?))
}

/// No connection to a place any more. Done again, it stays so.
#[utoipa::path(tag = "infopoints", responses((status = 204), Problems))]
#[delete("/api/v1/infopoints/{id}/connection")]
async fn disconnect(platform: Data<Platform>, who: SignedIn, id: Path<InfopointId>) -> Bare {
    infopoints::disconnect(&platform, &who.0, *id).await?;
    Ok(done())
}

/// My favourites and the places that I follow, newest place first; and the municipalities whose new places I am notified of.
#[utoipa::path(tag = "infopoints", params(Cursored), responses((status = 200, body = MyInfopoints), Problems))]
#[get("/api/v1/me/infopoints")]
async fn connected(
    platform: Data<Platform>,
    who: SignedIn,
    wanted: ValidQuery<Cursored>,
) -> Answer<MyInfopoints> {
    let page = infopoints::connected(&platform, &who.0, wanted.asked()).await?;
    let municipalities = infopoints::watched(&platform, &who.0).await?;
    Ok(Json(MyInfopoints { page: Listing::after(page, wanted.limit), municipalities }))
}

/// Be notified of new places in a municipality (its code as a number, as `selectedMunicipalityId`); of at most twenty. Done again,
/// it stays so.
#[utoipa::path(tag = "infopoints", params(("municipality" = i64, Path)), responses((status = 204), Problems))]
#[put("/api/v1/me/infopoints/municipalities/{municipality}")]
async fn watch(platform: Data<Platform>, who: SignedIn, municipality: Path<i64>) -> Bare {
    infopoints::watch(&platform, &who.0, *municipality, true).await?;
    Ok(done())
}

/// Not be notified of new places in a municipality any more. Done again, it stays so.
#[utoipa::path(tag = "infopoints", params(("municipality" = i64, Path)), responses((status = 204), Problems))]
#[delete("/api/v1/me/infopoints/municipalities/{municipality}")]
async fn unwatch(platform: Data<Platform>, who: SignedIn, municipality: Path<i64>) -> Bare {
    infopoints::watch(&platform, &who.0, *municipality, false).await?;
    Ok(done())
}
