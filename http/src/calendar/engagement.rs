//! Engagements with events: `/api/v1/event/{id}/bookmark` …, `/api/v1/event-bookmarks`, `/api/public/events/promoted`.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpResponse;
use actors::calendar::engagement::{self, BookmarkView, EventStats, ReactionView, Sharing};
use actors::calendar::promoted::{self, PromotedView};
use actors::calendar::view::EventView;
use actors::calendar::{self, Republish};
use serde::Serialize;
use storage::ids::EngagementId;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::answer::HowMany;
use crate::prelude::*;

pub fn routes(config: &mut ServiceConfig) {
    config.service(bookmarks).service(promoted_events);
    config.service(bookmark).service(unbookmark).service(bookmarked).service(share).service(stats);
    config.service(like).service(unlike).service(attend).service(stay_away);
    config.service(reactions).service(react).service(take_reaction);
    config.service(save).service(republish).service(promote).service(demote);
}

/// By how many an event is kept in mind, and whether I do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bookmarked {
    total_bookmarks: i64,
    is_bookmarked: bool,
}

/// Whether I keep an event in mind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IsBookmarked {
    is_bookmarked: bool,
}

/// How often an event was shared, and by how many.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shared {
    total_shares: i64,
    unique_sharers: i64,
}

/// How many like an event, and whether I do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventLiked)]
pub struct Liked {
    liked: bool,
    nr_likes: i64,
}

/// How many come to an event, and whether I do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attending {
    attending: bool,
    nr_attending: i64,
}

/// Keep an event in mind. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Bookmarked), Problems))]
#[post("/api/v1/event/{id}/bookmark")]
async fn bookmark(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Bookmarked> {
    let total_bookmarks = engagement::bookmark(&platform, &who.0, &id, true).await?;
    Ok(Json(Bookmarked { total_bookmarks, is_bookmarked: true }))
}

/// Keep it in mind no longer. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Bookmarked), Problems))]
#[delete("/api/v1/event/{id}/bookmark")]
async fn unbookmark(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Bookmarked> {
    let total_bookmarks = engagement::bookmark(&platform, &who.0, &id, false).await?;
    Ok(Json(Bookmarked { total_bookmarks, is_bookmarked: false }))
}

/// Whether I keep an event in mind.
#[utoipa::path(tag = "calendar", responses((status = 200, body = IsBookmarked), Problems))]
#[get("/api/v1/event/{id}/bookmarked")]
async fn bookmarked(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<IsBookmarked> {
    let is_bookmarked = engagement::is_bookmarked(&platform, &who.0, &id).await?;
    Ok(Json(IsBookmarked { is_bookmarked }))
}

/// What I keep in mind and may see now, newest first; `before`: the `idBookmark` where the last page ended.
#[utoipa::path(tag = "calendar", params(Newest), responses((status = 200, body = Listing<BookmarkView>), Problems))]
#[get("/api/v1/event-bookmarks")]
async fn bookmarks(
    platform: Data<Platform>,
    who: SignedIn,
    asked: ValidQuery<Newest>,
) -> Answer<Listing<BookmarkView>> {
    let before = asked.before().map(EngagementId);
    let found = engagement::bookmarks(&platform, &who.0, before, asked.limit).await?;
    Ok(Json(Listing::newest(found, &asked, |one| one.id_bookmark.0)))
}

/// I have passed an event on. Each time counts; `uniqueSharers` counts people.
#[utoipa::path(tag = "calendar", params(Once), request_body = Sharing, responses((status = 200, body = Shared), Problems))]
#[post("/api/v1/event/{id}/share")]
async fn share(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<Sharing>,
) -> Answer<Shared> {
    let (total_shares, unique_sharers) = engagement::share(&platform, &who.0, &id, body.0).await?;
    Ok(Json(Shared { total_shares, unique_sharers }))
}

/// What has been done with an event; how it was shared is told to who may change it.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventStats), Problems))]
#[get("/api/v1/event/{id}/stats")]
async fn stats(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventStats> {
    Ok(Json(engagement::stats(&platform, &who.0, &id).await?))
}

/// Like an event. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Liked), Problems))]
#[put("/api/v1/event/{id}/like")]
async fn like(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Liked> {
    Ok(Json(Liked { liked: true, nr_likes: engagement::like(&platform, &who.0, &id, true).await? }))
}

/// Like it no longer. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Liked), Problems))]
#[delete("/api/v1/event/{id}/like")]
async fn unlike(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Liked> {
    Ok(Json(Liked { liked: false, nr_likes: engagement::like(&platform, &who.0, &id, false).await? }))
}

/// Say that I come. Done again, it stays so. In an event in which one enrols one does that instead: 409 ENROLLMENT_REQUIRED.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Attending), Problems))]
#[put("/api/v1/event/{id}/attend")]
async fn attend(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Attending> {
    let nr_attending = engagement::attend(&platform, &who.0, &id, true).await?;
    Ok(Json(Attending { attending: true, nr_attending }))
}

/// I do not come after all. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Attending), Problems))]
#[delete("/api/v1/event/{id}/attend")]
async fn stay_away(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Attending> {
    let nr_attending = engagement::attend(&platform, &who.0, &id, false).await?;
    Ok(Json(Attending { attending: false, nr_attending }))
}

/// The reactions to an event, the most frequent first.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Whole<ReactionView>), Problems))]
#[get("/api/v1/event/{id}/reactions")]
async fn reactions(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<Whole<ReactionView>> {
    Ok(Whole::of(engagement::reactions(&platform, &who.0, &id).await?))
}

/// React to an event; 40 different emoji at most. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Whole<ReactionView>), Problems))]
#[put("/api/v1/event/{id}/reactions/{emoji}")]
async fn react(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(String, String)>,
) -> Answer<Whole<ReactionView>> {
    let (id, emoji) = &*path;
    Ok(Whole::of(engagement::react(&platform, &who.0, id, emoji, true).await?))
}

/// Take a reaction back. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = Whole<ReactionView>), Problems))]
#[delete("/api/v1/event/{id}/reactions/{emoji}")]
async fn take_reaction(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(String, String)>,
) -> Answer<Whole<ReactionView>> {
    let (id, emoji) = &*path;
    Ok(Whole::of(engagement::react(&platform, &who.0, id, emoji, false).await?))
}

fn copied((view, is_new): (EventView, bool)) -> HttpResponse {
    let mut answer = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    answer.json(view)
}

/// Copy an event into my own private calendar: 201 the copy, whose `savedFrom` is the event's `eventUUID`. Done again: 200, the
/// copy that is there.
#[utoipa::path(tag = "calendar", params(Once), responses((status = 200, body = EventView), (status = 201, body = EventView), Problems))]
#[post("/api/v1/event/{id}/save")]
async fn save(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Bare {
    Ok(copied(calendar::save(&platform, &who.0, &id).await?))
}

/// Copy what everybody sees into a public calendar: the one named, or the first public one of the organisation, or of mine. Answers
/// as `save`.
#[utoipa::path(tag = "calendar", params(Once), request_body = Republish, responses((status = 200, body = EventView), (status = 201, body = EventView), Problems))]
#[post("/api/v1/event/{id}/republish")]
async fn republish(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<Republish>,
) -> Bare {
    Ok(copied(calendar::republish(&platform, &who.0, &id, body.0).await?))
}

/// Show an organisation's public event to everybody; who writes in its calendar. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventView), Problems))]
#[put("/api/v1/event/{id}/promoted")]
async fn promote(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventView> {
    Ok(Json(promoted::promote(&platform, &who.0, &id, true).await?))
}

/// Show it to everybody no longer. Done again, it stays so.
#[utoipa::path(tag = "calendar", responses((status = 200, body = EventView), Problems))]
#[delete("/api/v1/event/{id}/promoted")]
async fn demote(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EventView> {
    Ok(Json(promoted::promote(&platform, &who.0, &id, false).await?))
}

/// What organisations show to everybody and is to come within a year, soonest first.
#[utoipa::path(tag = "calendar", params(HowMany), responses((status = 200, body = Whole<PromotedView>), Problems))]
#[get("/api/public/events/promoted")]
async fn promoted_events(platform: Data<Platform>, how: ValidQuery<HowMany>) -> Answer<Whole<PromotedView>> {
    Ok(Whole::of(promoted::promoted(&platform, how.limit).await?))
}
