//! Calendars of local areas: `/api/public/municipalities/{slug}/events`, `/api/public/tatort/slug/{slug}/events`,
//! `/ics/municipality/{slug}.ics`, `/ics/tatort/{slug}.ics`.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpRequest;
use actors::calendar::view::ListedView;
use actors::platform::paging::Asked;
use actors::search::local::{self, LocalArea};
use garde::Validate;
use serde::Deserialize;
use storage::time::Moment;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::ics::{answered, stem};
use crate::platform::auth::who::address;
use crate::prelude::*;

pub fn routes(config: &mut ServiceConfig) {
    config.service(events_of_municipality).service(events_of_locality);
    config.service(file_of_municipality).service(file_of_locality);
}

/// Between which moments.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
struct Stretch {
    /// What ends after this; a date (`YYYY-MM-DD`) is its Swedish midnight.
    #[garde(skip)]
    #[param(value_type = String, format = DateTime, example = "2026-06-01T00:00:00Z")]
    from: Moment,
    /// What begins before this, at most 400 days later; a date is its Swedish midnight.
    #[garde(skip)]
    #[param(value_type = String, format = DateTime, example = "2026-07-01T00:00:00Z")]
    to: Moment,
    /// As the page before gave it; the other parameters stay as they were.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
    /// 1–200 different events; a single day is answered whole.
    #[serde(default = "two_hundred")]
    #[garde(range(min = 1, max = 200))]
    #[param(minimum = 1, maximum = 200)]
    limit: usize,
}

fn two_hundred() -> usize {
    200
}

async fn events(
    platform: &Platform,
    request: &HttpRequest,
    area: LocalArea<'_>,
    within: &Stretch,
) -> Answer<Listing<ListedView>> {
    let Stretch { from, to, cursor, limit } = *within;
    let asked = Asked { limit, cursor };
    let page = local::between(platform, &address(request), area, (from, to), asked).await?;
    Ok(Json(Listing::after(page, limit)))
}

async fn file(platform: &Platform, request: &HttpRequest, area: LocalArea<'_>) -> Bare {
    let outgoing = local::file(platform, &address(request), area).await?;
    let version = outgoing.version.clone();
    Ok(answered(request, version, "public, max-age=300", move || outgoing.pieces()))
}

/// The public events to come that name a municipality (their place, title, calendar or organiser says it), with the occurrences of
/// series, by beginning. `slug`: the last part of the municipality's. A page has the first days of the time asked for that together have at
/// most `limit` different events, so it may be shorter, also empty, before the last. 503 while the search is away.
#[utoipa::path(tag = "calendar", params(("slug" = String, Path), Stretch), responses((status = 200, body = Listing<ListedView>), Problems))]
#[get("/api/public/municipalities/{slug}/events")]
async fn events_of_municipality(
    platform: Data<Platform>,
    request: HttpRequest,
    slug: Path<String>,
    within: ValidQuery<Stretch>,
) -> Answer<Listing<ListedView>> {
    events(&platform, &request, LocalArea::Municipality(&slug), &within).await
}

/// The same of a locality (tätort): what says its name and is in no other municipality, or has a position to which it is the nearest.
/// One with its municipality's name has the municipality's.
#[utoipa::path(tag = "calendar", params(("slug" = String, Path), Stretch), responses((status = 200, body = Listing<ListedView>), Problems))]
#[get("/api/public/tatort/slug/{slug}/events")]
async fn events_of_locality(
    platform: Data<Platform>,
    request: HttpRequest,
    slug: Path<String>,
    within: ValidQuery<Stretch>,
) -> Answer<Listing<ListedView>> {
    events(&platform, &request, LocalArea::Locality(&slug), &within).await
}

/// A municipality's as a calendar file, of all that is to come; its name is the municipality's slug and `.ics`. With an ETag.
#[utoipa::path(
    tag = "calendar",
    params(("file" = String, Path, description = "The last part of a municipality's slug, and `.ics`")),
    responses((status = 200, content_type = "text/calendar"), (status = 304), Problems)
)]
#[get("/ics/municipality/{file}")]
async fn file_of_municipality(platform: Data<Platform>, request: HttpRequest, file: Path<String>) -> Bare {
    self::file(&platform, &request, LocalArea::Municipality(stem(&file)?)).await
}

/// A locality's as a calendar file, of all that is to come; its name is the locality's slug and `.ics`. With an ETag.
#[utoipa::path(
    tag = "calendar",
    params(("file" = String, Path, description = "A locality's slug, and `.ics`")),
    responses((status = 200, content_type = "text/calendar"), (status = 304), Problems)
)]
#[get("/ics/tatort/{file}")]
async fn file_of_locality(platform: Data<Platform>, request: HttpRequest, file: Path<String>) -> Bare {
    self::file(&platform, &request, LocalArea::Locality(stem(&file)?)).await
}
