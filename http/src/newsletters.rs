//! Newsletters: `/api/v1/entities/{id}/newsletters`, `…/newsletter-drafts`, `…/newsletter-pictures`.

use actix_multipart::Multipart;
use actix_web::{HttpRequest, HttpResponse};
use actors::newsletters;
use actors::newsletters::view::{
    ChangeDraft, DraftView, DraftsView, NewDraft, NewNewsletter, NewsletterView, PictureView,
};
use storage::ids::AttachmentId;
use storage::newsletters::NewsletterId;

use crate::files::{Width, drawn};
use crate::platform::codes::{LIMITED, SCANNED, UNSCANNED};
use crate::platform::upload::{self, ImageForm};
use crate::prelude::*;

const TOO_LOW: &[&str] = &["ROLE_TOO_LOW"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Newsletters of organisations"),
    routes: |config| {
        config.service(sent).service(send).service(newsletter);
        config.service(drafts).service(begin).service(draft).service(change).service(remove);
        config.service(add_picture).service(picture);
    },
    codes: &[
        ("newsletters_newsletters_sent", &[(403, TOO_LOW)]),
        ("newsletters_newsletters_send", &[(403, TOO_LOW), (409, &["STALE"]), (429, &[LIMITED])]),
        ("newsletters_newsletter_drafts_drafts", &[(403, TOO_LOW)]),
        ("newsletters_newsletter_drafts_begin", &[(403, TOO_LOW), (409, &["QUOTA_REACHED"])]),
        ("newsletters_newsletter_drafts_draft", &[(403, TOO_LOW)]),
        ("newsletters_newsletter_drafts_change", &[(403, TOO_LOW), (409, &["STALE"])]),
        ("newsletters_newsletter_drafts_remove", &[(403, TOO_LOW), (409, &["MOVED_ON"])]),
        (
            "newsletters_newsletter_pictures_add_picture",
            &[
                (403, TOO_LOW),
                (409, &["QUOTA_REACHED"]),
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (415, &["NOT_AN_IMAGE"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED, "FILES_UNAVAILABLE"]),
            ],
        ),
        ("newsletters_newsletter_pictures_picture", &[(503, &["FILES_UNAVAILABLE"])]),
    ],
    ..Area::of(&storage::newsletters::AREA, &newsletters::AREA)
};

/// What an organisation has sent, newest first, without texts; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "newsletters", params(Newest), responses((status = 200, body = Listing<NewsletterView>), Problems))]
#[get("/api/v1/entities/{id}/newsletters")]
async fn sent(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    page: ValidQuery<Newest>,
) -> Answer<Listing<NewsletterView>> {
    let before = page.before().map(NewsletterId);
    let found = newsletters::sent(&platform, &who.0, *id, before, page.limit).await?;
    Ok(Json(Listing::newest(found, &page, |one| one.id_newsletter.0)))
}

/// Send a newsletter to those who follow the organisation, belong to it, or both; OWNER and ADMINISTRATOR, three a day. It is
/// stored when this answers, and goes to their bells and, where they have not switched that off, to their mail. With `idDraft` and
/// `version` the draft that it was goes as it is sent; 409 STALE: somebody has changed that, and `current` is what stands.
#[utoipa::path(tag = "newsletters", params(Once), request_body = NewNewsletter, responses((status = 201, body = NewsletterView), Problems))]
#[post("/api/v1/entities/{id}/newsletters")]
async fn send(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<NewNewsletter>,
) -> Bare {
    Ok(HttpResponse::Created().json(newsletters::send(&platform, &who.0, *id, body.0).await?))
}

/// A newsletter, for those whom it is for and who manages the organisation.
#[utoipa::path(tag = "newsletters", responses((status = 200, body = NewsletterView), Problems))]
#[get("/api/v1/entities/{id}/newsletters/{newsletter_id}")]
async fn newsletter(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, NewsletterId)>,
) -> Answer<NewsletterView> {
    let (id, newsletter_id) = path.into_inner();
    Ok(Json(newsletters::newsletter(&platform, &who.0, id, newsletter_id).await?))
}

/// What is being written, newest first, without texts; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "newsletters", responses((status = 200, body = DraftsView), Problems))]
#[get("/api/v1/entities/{id}/newsletter-drafts")]
async fn drafts(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<DraftsView> {
    Ok(Json(DraftsView { content: newsletters::drafts(&platform, &who.0, *id).await? }))
}

/// Begin to write a newsletter; OWNER and ADMINISTRATOR, fifty at a time.
#[utoipa::path(tag = "newsletters", params(Once), request_body = NewDraft, responses((status = 201, body = DraftView), Problems))]
#[post("/api/v1/entities/{id}/newsletter-drafts")]
async fn begin(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>, body: Valid<NewDraft>) -> Bare {
    Ok(HttpResponse::Created().json(newsletters::begin(&platform, &who.0, *id, body.0).await?))
}

/// A draft with its text; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "newsletters", responses((status = 200, body = DraftView), Problems))]
#[get("/api/v1/entities/{id}/newsletter-drafts/{draft}")]
async fn draft(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, NewsletterId)>,
) -> Answer<DraftView> {
    let (id, draft_id) = path.into_inner();
    Ok(Json(newsletters::draft(&platform, &who.0, id, draft_id).await?))
}

/// Save what is written; OWNER and ADMINISTRATOR. 409 STALE: it has another `version` by now; `current` is what stands.
#[utoipa::path(tag = "newsletters", request_body = ChangeDraft, responses((status = 200, body = DraftView), Problems))]
#[put("/api/v1/entities/{id}/newsletter-drafts/{draft}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, NewsletterId)>,
    body: Valid<ChangeDraft>,
) -> Answer<DraftView> {
    let (id, draft_id) = path.into_inner();
    Ok(Json(newsletters::change(&platform, &who.0, id, draft_id, body.0).await?))
}

/// Delete a draft; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "newsletters", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/newsletter-drafts/{draft}")]
async fn remove(platform: Data<Platform>, who: SignedIn, path: Path<(EntityId, NewsletterId)>) -> Bare {
    let (id, draft_id) = path.into_inner();
    newsletters::remove(&platform, &who.0, id, draft_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Bring a picture for an organisation's newsletters (JPEG, PNG or WebP, up to 10 MiB); OWNER and ADMINISTRATOR. It is written
/// anew without metadata, and counts for its sender and the organisation as files of messages do. After a day it is gone unless a
/// draft or a newsletter shows it.
#[utoipa::path(
    tag = "newsletters",
    params(Once),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 201, body = PictureView), Problems)
)]
#[post("/api/v1/entities/{id}/newsletter-pictures")]
async fn add_picture(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>, form: Multipart) -> Bare {
    newsletters::may_picture(&platform, &who.0, *id).await?;
    let image = upload::image(&platform, &who.0, form).await?;
    Ok(HttpResponse::Created().json(newsletters::add_picture(&platform, &who.0, *id, image.bytes).await?))
}

/// A picture as JPEG: for who manages the organisation, and whom a newsletter is for that shows it.
#[utoipa::path(
    tag = "newsletters",
    params(("id" = i64, Path), ("picture" = i64, Path), Width),
    responses((status = 200, content_type = "image/jpeg"), (status = 304), Problems)
)]
#[get("/api/v1/entities/{id}/newsletter-pictures/{picture}")]
async fn picture(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    path: Path<(EntityId, AttachmentId)>,
    width: ValidQuery<Width>,
) -> Bare {
    let (id, picture_id) = path.into_inner();
    let served = newsletters::picture(&platform, &who.0, id, picture_id).await?;
    drawn(&platform, &request, picture_id, &served, width.w).await
}
