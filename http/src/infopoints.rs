//! Places: `/api/v1/infopoints`, `/api/public/infopoints`, `/api/v1/me/infopoints`. Contract §11.1.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

mod following;
mod pictures;

use actix_web::{HttpRequest, HttpResponse};
use actors::infopoints::view::{
    ChangeInfopoint, DraftInput, DraftView, InfopointView, MapView, NewInfopoint, SavedView,
};
use actors::infopoints::{self, Question};
use garde::Validate;
use serde::Deserialize;
use storage::infopoints::InfopointId;
use utoipa::IntoParams;

use crate::platform::answer::{Cursored, Own};
use crate::platform::auth::who::{MaybeSignedIn, address};
use crate::platform::codes::{LIMITED, SCANNED, UNSCANNED};
use crate::prelude::*;

/// Codes for people who may not change the place.
const NOT_MINE: &[&str] = &["NOT_AUTHOR", "ROLE_TOO_LOW"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("A guide to places on the map"),
    routes: |config| {
        config.service(public).service(public_infopoint).service(draft).service(create).service(mine);
        config.service(infopoint).service(change).service(remove).service(of_entity);
        pictures::configure(config);
        following::configure(config);
    },
    codes: &[
        ("infopoints_infopoints_public", &[(429, &[LIMITED]), (503, &["SEARCH_UNAVAILABLE"])]),
        (
            "infopoints_infopoints_create",
            &[(403, &["ROLE_TOO_LOW"]), (404, &["NOT_FOUND"]), (409, &["QUOTA_REACHED"]), (429, &[LIMITED])],
        ),
        ("infopoints_infopoints_mine", &[(404, &["NOT_FOUND"])]),
        ("infopoints_infopoints_of_entity", &[(404, &["NOT_FOUND"])]),
        ("infopoints_infopoints_change", &[(403, NOT_MINE), (409, &["STALE"])]),
        ("infopoints_infopoints_remove", &[(403, NOT_MINE)]),
        (
            "infopoints_pictures_add",
            &[
                (403, NOT_MINE),
                (409, &["QUOTA_REACHED"]),
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (415, &["NOT_AN_IMAGE"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED]),
            ],
        ),
        ("infopoints_pictures_remove", &[(403, NOT_MINE)]),
        ("infopoints_connection_connect", &[(409, &["QUOTA_REACHED"])]),
        ("infopoints_municipalities_watch", &[(409, &["QUOTA_REACHED"])]),
    ],
    ..Area::of(&storage::infopoints::AREA, &infopoints::AREA)
};

/// Which part of the map; one of `bbox`, `near` and `q`.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// A rectangle `west,south,east,north` in degrees; west beyond east: it crosses 180°.
    #[garde(inner(length(chars, max = 120)))]
    #[param(max_length = 120, example = "15.5,58.3,15.8,58.5")]
    bbox: Option<String>,
    /// A position `longitude,latitude` in degrees. Three decimals of a device's are enough.
    #[garde(inner(length(chars, max = 60)))]
    #[param(max_length = 60)]
    near: Option<String>,
    /// With `near`: metres, 1–50000.
    #[serde(default = "nearby")]
    #[garde(range(min = 1, max = actors::infopoints::rules::FARTHEST))]
    #[param(minimum = 1, maximum = 50000)]
    radius: i64,
    /// Words of the name.
    #[garde(inner(length(chars, min = 1, max = 100)))]
    #[param(min_length = 1, max_length = 100)]
    q: Option<String>,
    /// One kind of place (`idType`) or several, separated by commas.
    #[serde(default, rename = "type")]
    #[garde(length(chars, max = 500))]
    #[param(max_length = 500, example = "PLAYGROUND,PARK")]
    types: String,
    /// 1–200.
    #[serde(default = "hundred")]
    #[garde(range(min = 1, max = 200))]
    #[param(minimum = 1, maximum = 200)]
    limit: usize,
}

fn nearby() -> i64 {
    actors::infopoints::rules::NEAR
}

fn hundred() -> usize {
    100
}

/// Places of the map, for everybody: in a rectangle (`bbox`), near a position with distances, nearest first (`near` and `radius`),
/// or by words of their names (`q`). A rectangle that is too large or holds too many answers `clusters` in the place of `content`:
/// how many places stand together, of all kinds, also some just beyond its edges. 422 on `bbox`: none of the three or several
/// (`ONE_OF`), south north of north (`ORDER`), decimal commas (`DECIMAL_COMMA`). Who is signed in is spared places of those
/// between whom and them a block stands, and sees their own connection to each.
#[utoipa::path(tag = "infopoints", params(Wanted), responses((status = 200, body = MapView), Problems))]
#[get("/api/public/infopoints")]
async fn public(
    platform: Data<Platform>,
    request: HttpRequest,
    who: MaybeSignedIn,
    wanted: ValidQuery<Wanted>,
) -> Answer<MapView> {
    let Wanted { bbox, near, radius, q, types, limit } = wanted.0;
    let asked = Question { bbox, near, q, radius, types, limit };
    let who = who.0;
    let asks = who.as_ref().map_or_else(|| address(&request), |who| format!("u {}", who.user_id));
    Ok(Json(infopoints::public(&platform, &asks, who.as_ref(), &asked).await?))
}

/// A place, without signing in.
#[utoipa::path(tag = "infopoints", responses((status = 200, body = InfopointView), Problems))]
#[get("/api/public/infopoints/{id}")]
async fn public_infopoint(
    platform: Data<Platform>,
    who: MaybeSignedIn,
    id: Path<InfopointId>,
) -> Answer<InfopointView> {
    Ok(Json(infopoints::infopoint(&platform, who.0.as_ref(), *id).await?))
}

/// What of a place to make is known so far: its step (0; 1 once name and coordinates are given), what there is to say about its
/// position, and places like it. Nothing is stored. What is given must be valid (422).
#[utoipa::path(tag = "infopoints", request_body = DraftInput, responses((status = 200, body = DraftView), Problems))]
#[post("/api/v1/infopoints/draft")]
async fn draft(platform: Data<Platform>, who: SignedIn, body: Valid<DraftInput>) -> Answer<DraftView> {
    Ok(Json(infopoints::draft(&platform, &who.0, body.0).await?))
}

/// Make a place, as myself or in an organisation's name (OWNER, ADMINISTRATOR and EDITOR). 30 an hour, posts of the feed among
/// them. It is made whatever the answer's `warnings`, `swapped` and `similar` say. A coordinate is a number, or a text of one with
/// a decimal point; with a comma it is 422 `DECIMAL_COMMA`.
#[utoipa::path(tag = "infopoints", params(Once), request_body = NewInfopoint, responses((status = 201, body = SavedView), Problems))]
#[post("/api/v1/infopoints")]
async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewInfopoint>) -> Bare {
    Ok(HttpResponse::Created().json(infopoints::create(&platform, &who.0, body.0).await?))
}

/// My own places, newest first; or an organisation's (`idEntity`). What its reader may not see is left out: a page may hold fewer
/// than were asked for though there are more.
#[utoipa::path(tag = "infopoints", params(Own, Cursored), responses((status = 200, body = Listing<InfopointView>), Problems))]
#[get("/api/v1/infopoints")]
async fn mine(
    platform: Data<Platform>,
    who: SignedIn,
    whose: ValidQuery<Own>,
    wanted: ValidQuery<Cursored>,
) -> Answer<Listing<InfopointView>> {
    let page = infopoints::mine(&platform, &who.0, whose.entity(), wanted.asked()).await?;
    Ok(Json(Listing::after(page, wanted.limit)))
}

/// An organisation's places, newest first, for everybody. What its reader may not see is left out: a page may hold fewer than were
/// asked for though there are more.
#[utoipa::path(
    tag = "infopoints",
    params(Cursored),
    responses((status = 200, body = Listing<InfopointView>), Problems)
)]
#[get("/api/public/entities/{id}/infopoints")]
async fn of_entity(
    platform: Data<Platform>,
    who: MaybeSignedIn,
    id: Path<EntityId>,
    wanted: ValidQuery<Cursored>,
) -> Answer<Listing<InfopointView>> {
    let page = infopoints::of_entity(&platform, who.0.as_ref(), *id, wanted.asked()).await?;
    Ok(Json(Listing::after(page, wanted.limit)))
}

/// A place, with my connection to it.
#[utoipa::path(tag = "infopoints", responses((status = 200, body = InfopointView), Problems))]
#[get("/api/v1/infopoints/{id}")]
async fn infopoint(platform: Data<Platform>, who: SignedIn, id: Path<InfopointId>) -> Answer<InfopointView> {
    Ok(Json(infopoints::infopoint(&platform, Some(&who.0), *id).await?))
}

/// Change a place; a person's who made it, an organisation's OWNER, ADMINISTRATOR and EDITOR. What is absent stays, an empty text
/// goes; longitude and latitude are given together. Who follows it is notified.
///
/// `version` is the one that was read. 409 STALE: it has another by now; `current` is the place as it stands, and nothing is
/// written.
#[utoipa::path(
    tag = "infopoints",
    request_body = ChangeInfopoint,
    responses((status = 200, body = SavedView), Problems)
)]
#[put("/api/v1/infopoints/{id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<InfopointId>,
    body: Valid<ChangeInfopoint>,
) -> Answer<SavedView> {
    Ok(Json(infopoints::change(&platform, &who.0, *id, body.0).await?))
}

/// Remove a place with its pictures and everybody's connections to it; whoever may change it.
#[utoipa::path(tag = "infopoints", responses((status = 204), Problems))]
#[delete("/api/v1/infopoints/{id}")]
async fn remove(platform: Data<Platform>, who: SignedIn, id: Path<InfopointId>) -> Bare {
    infopoints::remove(&platform, &who.0, *id).await?;
    Ok(done())
}
