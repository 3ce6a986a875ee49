//! Organisations: `/api/public/entities`, `/api/v1/entities`.

use actix_multipart::Multipart;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, patch, post, put};
use actors::Platform;
use actors::entities;
use actors::entities::view::{
    ApplicationView, Apply, ChangeEntity, Deny, EntityView, NewEntity, PutRelation, RelationView, Transfer,
};
use storage::ids::{EntityId, UserId};

use crate::answer::{Answer, Bare, Listing, Paging, Problems, done};
use crate::auth::who::{MaybeSignedIn, SignedIn};
use crate::extract::{Valid, ValidQuery};
use crate::upload;

/// Make an organisation: I own it, and it begins with a workspace and the channel `allmänt`.
#[utoipa::path(tag = "entities", request_body = NewEntity, responses((status = 201, body = EntityView), Problems))]
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
    let image = upload::image(form).await?;
    Ok(Json(entities::set_image(&platform, &who.0, *id, image).await?))
}

/// Hand the organisation over to one of its members; I become ADMINISTRATOR.
#[utoipa::path(tag = "entities", request_body = Transfer, responses((status = 204), Problems))]
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
    let Paging { q, page, size } = paging.0;
    let (content, has_more) = entities::relations(&platform, &who.0, *id, &q, page, size).await?;
    Ok(Json(Listing { content, page, size, has_more }))
}

/// Give a person a relation. Only OWNER makes and changes ADMINISTRATOR; nobody grants above their own level.
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

/// End a person's relation, or leave; the OWNER stays until the organisation is handed over.
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

/// Mail an imported person a link to take over their account.
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
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
#[utoipa::path(tag = "entities", responses((status = 204), Problems))]
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

/// Apply for membership; where it is OPEN one is a member at once.
#[utoipa::path(tag = "entities", request_body = Apply, responses((status = 201, body = ApplicationView), Problems))]
#[post("/api/v1/entities/{id}/applications")]
pub async fn apply(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>, body: Valid<Apply>) -> Bare {
    Ok(HttpResponse::Created().json(entities::apply(&platform, &who.0, *id, body.0.message).await?))
}

/// The applications that wait, oldest first; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "entities", responses((status = 200, body = Listing<ApplicationView>), Problems))]
#[get("/api/v1/entities/{id}/applications")]
pub async fn applications(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<Listing<ApplicationView>> {
    Ok(Listing::whole(entities::applications(&platform, &who.0, *id).await?))
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

/// Turn an applicant down, with `ban` for good; a second decision is 409.
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
