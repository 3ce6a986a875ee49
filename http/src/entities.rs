//! Organisations: `/api/public/entities`, `/api/v1/entities`.

use actix_multipart::Multipart;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, patch, post, put};
use actors::Platform;
use actors::entities;
use actors::entities::view::{
    ApplicationView, Apply, ChangeEntity, Deny, EntityView, InvitationView, Liked, MembershipView, NewEntity,
    PutRelation, RelationView, Transfer,
};
use storage::ids::{EntityId, UserId};

use crate::platform::answer::{Answer, Bare, Listing, Paging, Problems, Whole, done};
use crate::platform::auth::who::{MaybeSignedIn, SignedIn};
use crate::platform::extract::{Valid, ValidQuery};
use crate::platform::idempotency::Once;
use crate::platform::upload;

/// Make an organisation: I own it, and it begins with a workspace and the channel `allmänt`.
#[utoipa::path(tag = "entities", params(Once), request_body = NewEntity, responses((status = 201, body = EntityView), Problems))]
#[post("/api/v1/entities")]
pub async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewEntity>) -> Bare {
    Ok(HttpResponse::Created().json(entities::create(&platform, &who.0, body.0).await?))
}

/// An organisation; signed in, also what I am to it and what I may do.
#[utoipa::path(tag = "entities", params(("slug" = String, Path)), responses((status = 200, body = EntityView), Problems))]
#[get("/api/public/entities/{slug}")]
pub async fn by_slug(platform: Data<Platform>, who: MaybeSignedIn, slug: Path<String>) -> Answer<EntityView> {
    let user = who.0.map(|who| who.user_id);
    Ok(Json(entities::by_slug(&platform, &slug, user).await?))
}

/// Change an organisation; OWNER and ADMINISTRATOR. What is absent stays.
#[utoipa::path(tag = "entities", request_body = ChangeEntity, responses((status = 200, body = EntityView), Problems))]
#[patch("/api/v1/entities/{id}")]
pub async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<ChangeEntity>,
) -> Answer<EntityView> {
    Ok(Json(entities::change(&platform, &who.0, *id, body.0).await?))
}

/// A new picture of the organisation, as for people.
#[utoipa::path(
    tag = "entities",
    request_body(content = upload::ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = EntityView), Problems)
)]
#[put("/api/v1/entities/{id}/image")]
pub async fn set_image(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    form: Multipart,
) -> Answer<EntityView> {
    entities::may_change(&platform, &who.0, *id).await?;
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(Json(entities::set_image(&platform, &who.0, *id, image.bytes).await?))
}

/// Offer the organisation to one of its members: 204, and nothing changes until they accept
/// (`POST /api/v1/me/invitations/{id}/accept`, within 7 days). Then they are OWNER and I am ADMINISTRATOR.
#[utoipa::path(tag = "entities", params(Once), request_body = Transfer, responses((status = 204), Problems))]
#[post("/api/v1/entities/{id}/transfer")]
pub async fn transfer(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<Transfer>,
) -> Bare {
    entities::transfer(&platform, &who.0, *id, body.user_id).await?;
    Ok(done())
}

/// The people of an organisation, by name; for those who belong to it.
#[utoipa::path(tag = "entities", params(Paging), responses((status = 200, body = Listing<RelationView>), Problems))]
#[get("/api/v1/entities/{id}/relations")]
pub async fn relations(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    paging: ValidQuery<Paging>,
) -> Answer<Listing<RelationView>> {
    let at = paging.at();
    let found = entities::relations(&platform, &who.0, *id, &paging.q, at.page, at.size).await?;
    Ok(Json(Listing::numbered(found, at)))
}

/// Give a person a relation. Only OWNER makes and changes ADMINISTRATOR; nobody grants above their own level.
///
/// Who belongs to the organisation is changed at once (`state` ACTIVE). Anybody else, followers and customers too, is
/// invited (`state` INVITED): told by bell and mail, and nothing to the organisation until they accept
/// (`GET /api/v1/me/invitations`, within 30 days). Their name is answered only if they let themselves be found.
/// 409 BANNED: lift the ban first.
#[utoipa::path(tag = "entities", request_body = PutRelation, responses((status = 200, body = RelationView), Problems))]
#[put("/api/v1/entities/{id}/relations/{user_id}")]
pub async fn put_relation(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, UserId)>,
    body: Valid<PutRelation>,
) -> Answer<RelationView> {
    let (id, user_id) = path.into_inner();
    Ok(Json(entities::put_relation(&platform, &who.0, id, user_id, body.tx_relation_type).await?))
}

/// End a person's relation, or leave; the OWNER stays until the organisation is handed over. An invitation that was not
/// answered is taken back.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/relations/{user_id}")]
pub async fn remove_relation(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, UserId)>,
) -> Bare {
    let (id, user_id) = path.into_inner();
    entities::remove_relation(&platform, &who.0, id, user_id).await?;
    Ok(done())
}

/// Who is barred, the last one first; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "entities", responses((status = 200, body = Whole<ApplicationView>), Problems))]
#[get("/api/v1/entities/{id}/bans")]
pub async fn bans(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<Whole<ApplicationView>> {
    Ok(Whole::of(entities::bans(&platform, &who.0, *id).await?))
}

/// Bar somebody who belongs, follows or has applied: their relation ends, and they can neither follow nor apply.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[put("/api/v1/entities/{id}/bans/{user_id}")]
pub async fn ban(platform: Data<Platform>, who: SignedIn, path: Path<(EntityId, UserId)>) -> Bare {
    let (id, user_id) = path.into_inner();
    entities::ban(&platform, &who.0, id, user_id).await?;
    Ok(done())
}

/// Lift a ban: the person may follow and apply again.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/bans/{user_id}")]
pub async fn unban(platform: Data<Platform>, who: SignedIn, path: Path<(EntityId, UserId)>) -> Bare {
    let (id, user_id) = path.into_inner();
    entities::unban(&platform, &who.0, id, user_id).await?;
    Ok(done())
}

/// What organisations ask me, the newest first: to belong to them (`kind` MEMBERSHIP) or to own one (OWNERSHIP).
#[utoipa::path(tag = "entities", responses((status = 200, body = Whole<InvitationView>), Problems))]
#[get("/api/v1/me/invitations")]
pub async fn invitations(platform: Data<Platform>, who: SignedIn) -> Answer<Whole<InvitationView>> {
    Ok(Whole::of(entities::invitations(&platform, &who.0).await?))
}

/// Accept an invitation of either kind; 404 when it was taken back or is over.
#[utoipa::path(tag = "entities", responses((status = 200, body = MembershipView), Problems))]
#[post("/api/v1/me/invitations/{id}/accept")]
pub async fn accept(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<MembershipView> {
    Ok(Json(entities::accept(&platform, &who.0, *id).await?))
}

/// Decline an invitation of either kind; who asked is not told.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[post("/api/v1/me/invitations/{id}/decline")]
pub async fn decline(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Bare {
    entities::decline(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Mail an imported person a link to take over their account.
#[utoipa::path(tag = "entities", params(Once), responses((status = 204), Problems))]
#[post("/api/v1/entities/{id}/relations/{user_id}/invite")]
pub async fn invite_imported(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, UserId)>,
) -> Bare {
    let (id, user_id) = path.into_inner();
    entities::invite_imported(&platform, &who.0, id, user_id).await?;
    Ok(done())
}

/// Follow an organisation.
#[utoipa::path(tag = "entities", params(Once), responses((status = 204), Problems))]
#[post("/api/v1/entities/{id}/follow")]
pub async fn follow(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Bare {
    entities::follow(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Follow it no more.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/follow")]
pub async fn unfollow(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Bare {
    entities::unfollow(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Like an organisation; idempotent. 403 BANNED.
#[utoipa::path(tag = "entities", params(Once), responses((status = 200, body = Liked), Problems))]
#[post("/api/v1/entities/{id}/like")]
pub async fn like(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Liked> {
    Ok(Json(entities::like(&platform, &who.0, *id, true).await?))
}

/// Like it no more; idempotent.
#[utoipa::path(tag = "entities", responses((status = 200, body = Liked), Problems))]
#[delete("/api/v1/entities/{id}/like")]
pub async fn unlike(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Liked> {
    Ok(Json(entities::like(&platform, &who.0, *id, false).await?))
}

/// The people who follow an organisation, by name; for those who belong to it. Whom a block parts from me is left out,
/// unless I manage the organisation, so a page may hold fewer than were asked for.
#[utoipa::path(tag = "entities", params(Paging), responses((status = 200, body = Listing<RelationView>), Problems))]
#[get("/api/v1/entities/{id}/followers")]
pub async fn followers(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    paging: ValidQuery<Paging>,
) -> Answer<Listing<RelationView>> {
    let at = paging.at();
    let found = entities::followers(&platform, &who.0, *id, &paging.q, at.page, at.size).await?;
    Ok(Json(Listing::numbered(found, at)))
}

/// Apply for membership; where it is OPEN one is a member at once.
#[utoipa::path(tag = "entities", params(Once), request_body = Apply, responses((status = 201, body = ApplicationView), Problems))]
#[post("/api/v1/entities/{id}/applications")]
pub async fn apply(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>, body: Valid<Apply>) -> Bare {
    Ok(HttpResponse::Created().json(entities::apply(&platform, &who.0, *id, body.0.message).await?))
}

/// The applications that wait, oldest first; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "entities", responses((status = 200, body = Whole<ApplicationView>), Problems))]
#[get("/api/v1/entities/{id}/applications")]
pub async fn applications(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<Whole<ApplicationView>> {
    Ok(Whole::of(entities::applications(&platform, &who.0, *id).await?))
}

/// Take my application back.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/applications")]
pub async fn withdraw(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Bare {
    entities::withdraw(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Let an applicant in; a second decision is 409.
#[utoipa::path(tag = "entities", responses((status = 200, body = ApplicationView), Problems))]
#[post("/api/v1/entities/{id}/applications/{user_id}/approve")]
pub async fn approve(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, UserId)>,
) -> Answer<ApplicationView> {
    let (id, user_id) = path.into_inner();
    Ok(Json(entities::approve(&platform, &who.0, id, user_id).await?))
}

/// Turn an applicant down; a second decision is 409. With `ban` for good, whatever became of the application: a relation
/// there is ends (see also `PUT …/bans/{user_id}`).
#[utoipa::path(tag = "entities", request_body = Deny, responses((status = 200, body = ApplicationView), Problems))]
#[post("/api/v1/entities/{id}/applications/{user_id}/deny")]
pub async fn deny(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, UserId)>,
    body: Valid<Deny>,
) -> Answer<ApplicationView> {
    let (id, user_id) = path.into_inner();
    Ok(Json(entities::deny(&platform, &who.0, id, user_id, body.ban).await?))
}
