//! Invitations to organisations: `/api/v1/entities/{id}/invitations`, `/api/v1/invitations`, `/api/public/invitations`, and
//! links. Contract §11.2.

mod batches;

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use actors::entities::view::MembershipView;
use actors::invitations;
use actors::invitations::view::{
    EntityInvitationView, LinkView, NewInvitation, NewInviteLink, OpenInvitationView,
};
use garde::Validate;
use serde::Deserialize;
use storage::invitations::{InvitationId, InviteLinkId};
use utoipa::IntoParams;

use crate::platform::codes::LIMITED;
use crate::prelude::*;

const TOO_LOW: &[&str] = &["ROLE_TOO_LOW"];
const ENDED: &[&str] = &["EXPIRED", "REVOKED", "USED"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Invitations to organisations: by mail, by a link, many at once"),
    routes: |config| {
        config.service(list).service(invite).service(resend).service(revoke);
        config.service(open).service(accept).service(decline);
        config.service(leave).service(unsubscribe);
        config.service(links).service(create_link).service(revoke_link);
        // The fixed names before `{id}`.
        config.service(batches::preview).service(batches::list).service(batches::send);
        config.service(batches::table).service(batches::cancel).service(batches::look);
    },
    codes: &[
        ("invitations_invitations_list", &[(403, TOO_LOW)]),
        ("invitations_invitations_invite", &[(403, TOO_LOW), (429, &[LIMITED])]),
        (
            "invitations_resend_resend",
            &[(403, TOO_LOW), (409, &["RESENT_ENOUGH"]), (410, ENDED), (429, &[LIMITED])],
        ),
        ("invitations_invitations_revoke", &[(403, TOO_LOW), (410, ENDED)]),
        ("invitations_invitations_open", &[(410, ENDED)]),
        (
            "invitations_accept_accept",
            &[
                (403, &["BANNED", "EMAIL_MISMATCH"]),
                (409, &["ALREADY_MEMBER", "BANNED", "INVITER_LOST_RIGHT", "MOVED_ON"]),
                (410, ENDED),
            ],
        ),
        ("invitations_decline_decline", &[(403, &["EMAIL_MISMATCH"]), (410, ENDED)]),
        ("invitations_invite_links_links", &[(403, TOO_LOW)]),
        ("invitations_invite_links_create_link", &[(403, TOO_LOW), (409, &["QUOTA_REACHED"])]),
        ("invitations_invite_links_revoke_link", &[(403, TOO_LOW)]),
        ("invitations_preview_preview", &[(403, TOO_LOW), (429, &[LIMITED])]),
        ("invitations_invitation_batches_list", &[(403, TOO_LOW)]),
        ("invitations_invitation_batches_send", &[(403, TOO_LOW), (429, &[LIMITED])]),
        ("invitations_invitation_batches_look", &[(403, TOO_LOW)]),
        ("invitations_rows.csv_table", &[(403, TOO_LOW)]),
        ("invitations_cancel_cancel", &[(403, TOO_LOW)]),
    ],
    ..Area::of(&storage::invitations::AREA, &invitations::AREA)
};

/// Which page of an organisation's invitations.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// `cursor` of the page before.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    cursor: Option<InvitationId>,
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
}

fn fifty() -> usize {
    50
}

/// Whom the organisation has invited; OWNER and ADMINISTRATOR. On the first page the people here who have not answered, then
/// addresses, the newest first, however their invitations stand, for three months after they ended.
#[utoipa::path(tag = "invitations", params(Page), responses((status = 200, body = Listing<EntityInvitationView>), Problems))]
#[get("/api/v1/entities/{id}/invitations")]
async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    page: ValidQuery<Page>,
) -> Answer<Listing<EntityInvitationView>> {
    let (content, has_more) = invitations::list(&platform, &who.0, *id, page.cursor, page.limit).await?;
    let last = content.iter().rev().find_map(|one| one.id_entity_invitation);
    let cursor = last.map(|id| id.0).filter(|_| has_more);
    Ok(Json(Listing { content, page: 0, size: page.limit, has_more, cursor }))
}

/// Invite an address: 201, and it gets a mail. 200 with the invitation that stands already; it is not mailed again. The
/// answer is the same whether the address has an account or not. 422 SELF.
#[utoipa::path(
    tag = "invitations",
    params(Once),
    request_body = NewInvitation,
    responses((status = 201, body = EntityInvitationView), (status = 200, body = EntityInvitationView), Problems)
)]
#[post("/api/v1/entities/{id}/invitations")]
async fn invite(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<NewInvitation>,
) -> Bare {
    let (invitation, is_new) = invitations::invite(&platform, &who.0, *id, body.0).await?;
    let mut answer = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer.json(invitation))
}

/// Mail an invitation again, with the same link and 30 days from now; three times.
#[utoipa::path(tag = "invitations", params(Once), responses((status = 200, body = EntityInvitationView), Problems))]
#[post("/api/v1/invitations/{id}/resend")]
async fn resend(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<InvitationId>,
) -> Answer<EntityInvitationView> {
    Ok(Json(invitations::resend(&platform, &who.0, *id).await?))
}

/// Revoke an invitation that was not answered; its link leads nowhere from then on.
#[utoipa::path(tag = "invitations", responses((status = 204), Problems))]
#[delete("/api/v1/invitations/{id}")]
async fn revoke(platform: Data<Platform>, who: SignedIn, id: Path<InvitationId>) -> Bare {
    invitations::revoke(&platform, &who.0, *id).await?;
    Ok(done())
}

/// What the link of an invitation leads to; nothing is changed by looking.
#[utoipa::path(tag = "invitations", params(("token" = String, Path)), responses((status = 200, body = OpenInvitationView), Problems))]
#[get("/api/public/invitations/{token}")]
async fn open(platform: Data<Platform>, token: Path<String>) -> Answer<OpenInvitationView> {
    Ok(Json(invitations::show(&platform, &token).await?))
}

/// Accept an invitation, or come in by a link: I have its relation then. What I had is never lowered (409 ALREADY_MEMBER). An
/// invitation by mail is for the account with its address (403 EMAIL_MISMATCH). Accepting again answers the same.
#[utoipa::path(tag = "invitations", params(("token" = String, Path)), responses((status = 200, body = MembershipView), Problems))]
#[post("/api/v1/invitations/{token}/accept")]
async fn accept(platform: Data<Platform>, who: SignedIn, token: Path<String>) -> Answer<MembershipView> {
    Ok(Json(invitations::accept(&platform, &who.0, &token).await?))
}

/// Decline an invitation; who invited is not told. A link is not changed by it.
#[utoipa::path(tag = "invitations", params(("token" = String, Path)), responses((status = 204), Problems))]
#[post("/api/v1/invitations/{token}/decline")]
async fn decline(platform: Data<Platform>, who: SignedIn, token: Path<String>) -> Bare {
    invitations::decline(&platform, &who.0, &token).await?;
    Ok(done())
}

/// Mail no more invitations to the address that this link was mailed to, from any organisation: its page asks so, or the
/// mail program (RFC 8058). May be repeated.
#[utoipa::path(tag = "invitations", params(("token" = String, Path)), responses((status = 204), Problems))]
#[post("/api/public/invitation-mails/{token}/unsubscribe")]
async fn unsubscribe(platform: Data<Platform>, token: Path<String>) -> Bare {
    invitations::unsubscribe(&platform, &token).await?;
    Ok(done())
}

/// The same address opened in a browser leads to the page that asks: what is only looked at ends nothing.
#[utoipa::path(tag = "invitations", params(("token" = String, Path)), responses((status = 303), Problems))]
#[get("/api/public/invitation-mails/{token}/unsubscribe")]
async fn leave(platform: Data<Platform>, token: Path<String>) -> Bare {
    invitations::is_leaving(&platform, &token)?;
    // What has been opened is made of letters, digits, `-` and `_`.
    let page = format!("/inbjudan/avanmal/{token}");
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, page)).finish())
}

/// The links by which people come into the organisation, the newest first; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "invitations", responses((status = 200, body = Whole<LinkView>), Problems))]
#[get("/api/v1/entities/{id}/invite-links")]
async fn links(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Whole<LinkView>> {
    Ok(Whole::of(invitations::links(&platform, &who.0, *id).await?))
}

/// Make a link by which up to `maxUses` people come in, each counted once. Fifty may be open. 422 NOT_BY_LINK: nobody becomes
/// OWNER, ADMINISTRATOR or MODERATOR by a link.
#[utoipa::path(tag = "invitations", request_body = NewInviteLink, responses((status = 201, body = LinkView), Problems))]
#[post("/api/v1/entities/{id}/invite-links")]
async fn create_link(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<NewInviteLink>,
) -> Bare {
    Ok(HttpResponse::Created().json(invitations::create_link(&platform, &who.0, *id, body.0).await?))
}

/// Revoke a link; who came in by it stays.
#[utoipa::path(tag = "invitations", responses((status = 204), Problems))]
#[delete("/api/v1/invite-links/{id}")]
async fn revoke_link(platform: Data<Platform>, who: SignedIn, id: Path<InviteLinkId>) -> Bare {
    invitations::revoke_link(&platform, &who.0, *id).await?;
    Ok(done())
}
