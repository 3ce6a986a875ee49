//! Calendars of local areas: `/api/public/municipalities/{slug}/events`, `/ics/municipality/{slug}.ics`.

use actix_web::HttpRequest;
use actors::calendar::view::ListedView;
use actors::search::local;
use garde::Validate;
use serde::Deserialize;
use storage::time::Moment;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::ics::{answered, stem};
use crate::platform::auth::who::address;
use crate::prelude::*;

pub fn routes(config: &mut ServiceConfig) {
    config.service(local_events).service(local_file);
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
}

/// The public events to come that name a municipality (their place, title, calendar or organiser says it), with the occurrences of
/// series. `slug`: the last part of the municipality's. At most 200 different ones; 503 while the search is away.
#[utoipa::path(tag = "calendar", params(("slug" = String, Path), Stretch), responses((status = 200, body = Whole<ListedView>), Problems))]
#[get("/api/public/municipalities/{slug}/events")]
async fn local_events(
    platform: Data<Platform>,
    request: HttpRequest,
    slug: Path<String>,
    within: ValidQuery<Stretch>,
) -> Answer<Whole<ListedView>> {
    let window = (within.from, within.to);
    Ok(Whole::of(local::between(&platform, &address(&request), &slug, window).await?))
}

/// The same as a calendar file, of all that is to come; its name is the municipality's slug and `.ics`. With an ETag.
#[utoipa::path(
    tag = "calendar",
    params(("file" = String, Path, description = "The last part of a municipality's slug, and `.ics`")),
    responses((status = 200, content_type = "text/calendar"), (status = 304), Problems)
)]
#[get("/ics/municipality/{file}")]
async fn local_file(platform: Data<Platform>, request: HttpRequest, file: Path<String>) -> Bare {
    let outgoing = local::file(&platform, &address(&request), stem(&file)?).await?;
    let version = outgoing.version.clone();
    Ok(answered(&request, version, "public, max-age=300", move || outgoing.pieces()))
}
