//! Groups of bookables of which any is as good: `/api/v1/bookable-groups`. Contract §8.1.

use actix_web::HttpResponse;
use actors::bookings::groups;
use actors::bookings::view::{
    BookableGroupDraft, BookableGroupView, BookableGroupsView, GroupSlotsView, HoldDraft, HoldView,
};
use storage::occupancy::BookableGroupId;
use utoipa_actix_web::service_config::ServiceConfig;

use super::Period;
use crate::prelude::*;

pub(super) fn configure(config: &mut ServiceConfig<'_>) {
    config.service(of_entity).service(make).service(group).service(change).service(remove);
    config.service(group_slots).service(group_hold);
}

/// The groups of an organisation's bookables, by name: those of which the caller may see something.
#[utoipa::path(tag = "bookings", responses((status = 200, body = BookableGroupsView), Problems))]
#[get("/api/v1/entities/{id}/bookable-groups")]
async fn of_entity(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<BookableGroupsView> {
    Ok(Json(groups::list(&platform, &who.0, *id).await?))
}

/// Make a group of bookables of which any is as good; OWNER, ADMINISTRATOR, PRESIDENT and MANAGER.
#[utoipa::path(tag = "bookings", params(Once), request_body = BookableGroupDraft, responses((status = 201, body = BookableGroupView), Problems))]
#[post("/api/v1/bookable-groups")]
async fn make(platform: Data<Platform>, who: SignedIn, body: Valid<BookableGroupDraft>) -> Bare {
    Ok(HttpResponse::Created().json(groups::create(&platform, &who.0, body.0).await?))
}

/// One group.
#[utoipa::path(tag = "bookings", responses((status = 200, body = BookableGroupView), Problems))]
#[get("/api/v1/bookable-groups/{id}")]
async fn group(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableGroupId>,
) -> Answer<BookableGroupView> {
    Ok(Json(groups::get(&platform, &who.0, *id).await?))
}

/// Change a group. 409 STALE: it has another `version` by now; `current` is what stands.
#[utoipa::path(tag = "bookings", request_body = BookableGroupDraft, responses((status = 200, body = BookableGroupView), Problems))]
#[put("/api/v1/bookable-groups/{id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableGroupId>,
    body: Valid<BookableGroupDraft>,
) -> Answer<BookableGroupView> {
    Ok(Json(groups::change(&platform, &who.0, *id, body.0).await?))
}

/// Remove a group; its bookables and their bookings stay.
#[utoipa::path(tag = "bookings", responses((status = 204), Problems))]
#[delete("/api/v1/bookable-groups/{id}")]
async fn remove(platform: Data<Platform>, who: SignedIn, id: Path<BookableGroupId>) -> Bare {
    groups::remove(&platform, &who.0, *id).await?;
    Ok(done())
}

/// When something of a group can be booked: free where any of its bookables is. At most 62 days.
#[utoipa::path(tag = "bookings", params(Period), responses((status = 200, body = GroupSlotsView), Problems))]
#[get("/api/v1/bookable-groups/{id}/slots")]
async fn group_slots(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableGroupId>,
    period: ValidQuery<Period>,
) -> Answer<GroupSlotsView> {
    Ok(Json(groups::slots(&platform, &who.0, *id, (period.from, period.to)).await?))
}

/// Hold a time of the first bookable of a group that is free, in order; three holds at once.
#[utoipa::path(tag = "bookings", params(Once), request_body = HoldDraft, responses((status = 201, body = HoldView), Problems))]
#[post("/api/v1/bookable-groups/{id}/hold")]
async fn group_hold(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableGroupId>,
    body: Valid<HoldDraft>,
) -> Bare {
    Ok(HttpResponse::Created().json(groups::hold(&platform, &who.0, *id, body.0).await?))
}
