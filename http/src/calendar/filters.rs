//! Saved selections of calendars: `/api/v1/event-filters`.

use actix_web::HttpResponse;
use actors::calendar::filters::{self, FilterDraft, FilterView};
use storage::ids::EventFilterId;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::prelude::*;

pub fn routes(config: &mut ServiceConfig) {
    config.service(all).service(active).service(create_filter);
    config.service(change_filter).service(remove_filter).service(activate);
}

/// My choices of calendars, in the order in which they were made.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Whole<FilterView>), Problems))]
#[get("/api/v1/event-filters")]
async fn all(platform: Data<Platform>, who: SignedIn) -> Answer<Whole<FilterView>> {
    Ok(Whole::of(filters::filters(&platform, &who.0).await?))
}

/// The choice that is applied. 204: none is.
#[utoipa::path(tag = "calendar", responses((status = 200, body = FilterView), (status = 204), Problems))]
#[get("/api/v1/event-filters/active")]
async fn active(platform: Data<Platform>, who: SignedIn) -> Bare {
    let active = filters::active(&platform, &who.0).await?;
    Ok(active.map_or_else(done, |filter| HttpResponse::Ok().json(filter)))
}

/// Make a choice of calendars that I may look at; 50 at most. With `isActive` it is applied, and no other.
#[utoipa::path(tag = "calendar", params(Once), request_body = FilterDraft, responses((status = 201, body = FilterView), Problems))]
#[post("/api/v1/event-filters")]
async fn create_filter(platform: Data<Platform>, who: SignedIn, body: Valid<FilterDraft>) -> Bare {
    Ok(HttpResponse::Created().json(filters::create(&platform, &who.0, body.0).await?))
}

/// Change a choice of mine. With `isActive` it is applied, and no other; without, it is not.
#[utoipa::path(tag = "calendar", request_body = FilterDraft, responses((status = 200, body = FilterView), Problems))]
#[put("/api/v1/event-filters/{id_filter}")]
async fn change_filter(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EventFilterId>,
    body: Valid<FilterDraft>,
) -> Answer<FilterView> {
    Ok(Json(filters::update(&platform, &who.0, *id, body.0).await?))
}

/// Remove a choice of mine; was it applied, none is.
#[utoipa::path(tag = "calendar", responses((status = 204), Problems))]
#[delete("/api/v1/event-filters/{id_filter}")]
async fn remove_filter(platform: Data<Platform>, who: SignedIn, id: Path<EventFilterId>) -> Bare {
    filters::remove(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Apply a choice of mine, and no other from then on.
#[utoipa::path(tag = "calendar", responses((status = 200, body = FilterView), Problems))]
#[post("/api/v1/event-filters/{id_filter}/activate")]
async fn activate(platform: Data<Platform>, who: SignedIn, id: Path<EventFilterId>) -> Answer<FilterView> {
    Ok(Json(filters::apply(&platform, &who.0, *id).await?))
}
