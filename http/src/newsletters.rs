//! Newsletters: `/api/v1/entities/{id}/newsletters`.

use actix_web::HttpResponse;
use actors::newsletters;
use actors::newsletters::view::{NewNewsletter, NewsletterView};
use storage::newsletters::NewsletterId;

use crate::platform::codes::LIMITED;
use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Newsletters of organisations"),
    routes: |config| {
        config.service(sent).service(send).service(newsletter);
    },
    codes: &[
        ("newsletters_newsletters_sent", &[(403, &["ROLE_TOO_LOW"])]),
        ("newsletters_newsletters_send", &[(403, &["ROLE_TOO_LOW"]), (429, &[LIMITED])]),
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
/// stored when this answers, and goes to their bells and, where they have not switched that off, to their mail.
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
