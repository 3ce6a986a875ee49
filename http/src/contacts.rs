//! Contacts: `/api/v1/contacts`.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, delete, get, post, put};
use actors::Platform;
use actors::contacts;
use actors::contacts::view::{
    Accepted, BlockView, Blocked, Brought, CardView, ChangePrivacy, ContactView, Followed, Imported,
    InviteByMail, InviteBySms, LinkView, NewBlock, NewFollow, NewRequest, RequestView, Requested, StatusView,
    SuggestedPerson, TokenView, Told, Waiting,
};
use serde::Serialize;
use storage::contacts::TieKind;
use storage::ids::{BlockId, ContactId, RequestId, UserId};
use utoipa::ToSchema;

use crate::platform::answer::{Answer, At, Bare, HowMany, Listing, Pages, Paging, Problems, Whole, done};
use crate::platform::area::{Area, bodies};
use crate::platform::auth::who::SignedIn;
use crate::platform::codes::LIMITED;
use crate::platform::error::ApiError;
use crate::platform::extract::{Valid, ValidQuery, unreadable_body};
use crate::platform::idempotency::Once;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Whom people know, and whom they have blocked"),
    routes: |config| {
        config
            .service(all)
            .service(status)
            .service(incoming)
            .service(outgoing)
            .service(count)
            .service(ask)
            .service(accept)
            .service(reject)
            .service(cancel)
            .service(card)
            .service(suggestions)
            .service(dismiss)
            .service(blocked)
            .service(block)
            .service(unblock)
            .service(following)
            .service(follow)
            .service(unfollow)
            .service(follow_requests)
            .service(followers)
            .service(approve_follower)
            .service(remove_follower)
            .service(by_mail)
            .service(by_sms)
            .service(new_link)
            .service(link)
            .service(withdraw_link)
            .service(look)
            .service(open)
            .service(import)
            .service(set_privacy)
            .service(remove);
    },
    codes: &[
        ("contacts_block_block", &[(409, &["QUOTA_REACHED"])]),
        ("contacts_link_link", &[(404, &["NOT_FOUND"])]),
        ("contacts_import_import", &[(429, &[LIMITED])]),
        ("contacts_email_by_mail", &[(429, &[LIMITED])]),
        ("contacts_sms_by_sms", &[(429, &[LIMITED])]),
        ("contacts_follow_follow", &[(409, &["QUOTA_REACHED"])]),
        (
            "contacts_requests_ask",
            &[(409, &["ALREADY_CONTACT", "ALREADY_REQUESTED"]), (429, &[LIMITED, "REJECTED_RECENTLY"])],
        ),
    ],
    personal: Some(bodies::<actors::contacts::personal::PersonalEvent>),
    ..Area::of(&storage::contacts::AREA, &contacts::AREA)
};

/// A page of contacts; `contacts` is the same list as `content`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactsPage {
    content: Vec<ContactView>,
    contacts: Vec<ContactView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// With `hasMore`: ask on with this `cursor`, and the same `limit`.
    cursor: Option<i64>,
}

/// A page of requests; `requests` is the same list as `content`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestsPage {
    content: Vec<RequestView>,
    requests: Vec<RequestView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// With `hasMore`: ask on with this `cursor`, and the same `limit`.
    cursor: Option<i64>,
}

/// My contacts, by name as Swedish sorts it; `q` keeps to those of whose name a word begins so.
#[utoipa::path(tag = "contacts", params(Paging), responses((status = 200, body = ContactsPage), Problems))]
#[get("/api/v1/contacts")]
pub async fn all(platform: Data<Platform>, who: SignedIn, page: ValidQuery<Paging>) -> Answer<ContactsPage> {
    let at @ At { page: number, size } = page.at();
    let (content, has_more) = contacts::contacts(&platform, &who.0, &page.q, at.offset(), size).await?;
    let cursor = at.next(has_more);
    Ok(Json(ContactsPage { contacts: content.clone(), content, page: number, size, has_more, cursor }))
}

/// We are contacts no more, neither of us. The other's list is without me from then on.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/{id}")]
pub async fn remove(platform: Data<Platform>, who: SignedIn, id: Path<ContactId>) -> Bare {
    contacts::remove(&platform, &who.0, *id).await?;
    Ok(done())
}

/// What a contact may see of mine; what is absent stays.
#[utoipa::path(tag = "contacts", request_body = ChangePrivacy, responses((status = 200, body = ContactView), Problems))]
#[put("/api/v1/contacts/{id}/privacy")]
pub async fn set_privacy(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ContactId>,
    body: Valid<ChangePrivacy>,
) -> Answer<ContactView> {
    Ok(Json(contacts::set_privacy(&platform, &who.0, *id, body.0).await?))
}

/// What somebody is to me, the first that holds: self, blocked, contact, request_received, request_sent, follower (I follow
/// them), none. Whom the other has blocked sees none, and may not ask.
#[utoipa::path(tag = "contacts", responses((status = 200, body = StatusView), Problems))]
#[get("/api/v1/contacts/status/{id}")]
pub async fn status(platform: Data<Platform>, who: SignedIn, id: Path<UserId>) -> Answer<StatusView> {
    Ok(Json(contacts::status(&platform, &who.0, *id).await?))
}

async fn page_of(platform: &Platform, who: &SignedIn, kind: TieKind, page: &Pages) -> Answer<RequestsPage> {
    let at @ At { page, size } = page.at();
    let (content, has_more) = contacts::requests(platform, &who.0, kind, at.offset(), size).await?;
    let cursor = at.next(has_more);
    Ok(Json(RequestsPage { requests: content.clone(), content, page, size, has_more, cursor }))
}

/// Requests that wait for my answer, newest first.
#[utoipa::path(tag = "contacts", params(Pages), responses((status = 200, body = RequestsPage), Problems))]
#[get("/api/v1/contacts/requests/incoming")]
pub async fn incoming(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<RequestsPage> {
    page_of(&platform, &who, TieKind::Incoming, &page).await
}

/// Requests of mine that wait for an answer, newest first.
#[utoipa::path(tag = "contacts", params(Pages), responses((status = 200, body = RequestsPage), Problems))]
#[get("/api/v1/contacts/requests/outgoing")]
pub async fn outgoing(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<RequestsPage> {
    page_of(&platform, &who, TieKind::Outgoing, &page).await
}

/// How many requests wait for my answer, up to 100.
#[utoipa::path(tag = "contacts", responses((status = 200, body = Waiting), Problems))]
#[get("/api/v1/contacts/requests/count")]
pub async fn count(platform: Data<Platform>, who: SignedIn) -> Answer<Waiting> {
    Ok(Json(Waiting { count: contacts::waiting(&platform, who.0.user_id).await? }))
}

/// Ask somebody to become contacts: 201. Who had asked me is accepted by it: 200, with the contacts that we are.
///
/// One request stands between two people, whoever asks. Who was told no may ask again after 7 days (429 `REJECTED_RECENTLY`
/// with Retry-After). Requests and invitations together are limited to 20 an hour. Who is blocked, erased or unknown is 404.
#[utoipa::path(tag = "contacts", params(Once), request_body = NewRequest, responses((status = 200, body = Requested), (status = 201, body = Requested), Problems))]
#[post("/api/v1/contacts/requests")]
pub async fn ask(platform: Data<Platform>, who: SignedIn, body: Valid<NewRequest>) -> Bare {
    let (requested, is_new) = contacts::ask(&platform, &who.0, body.0).await?;
    let mut answer = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer.json(requested))
}

/// Say yes to a request.
#[utoipa::path(tag = "contacts", responses((status = 200, body = Accepted), Problems))]
#[post("/api/v1/contacts/requests/{id}/accept")]
pub async fn accept(platform: Data<Platform>, who: SignedIn, id: Path<RequestId>) -> Answer<Accepted> {
    Ok(Json(contacts::accept(&platform, &who.0, *id).await?))
}

/// Say no to a request; the other may ask again after 7 days.
#[utoipa::path(tag = "contacts", responses((status = 200, body = Told), Problems))]
#[post("/api/v1/contacts/requests/{id}/reject")]
pub async fn reject(platform: Data<Platform>, who: SignedIn, id: Path<RequestId>) -> Answer<Told> {
    contacts::reject(&platform, &who.0, *id).await?;
    Ok(Json(Told { message: "Kontaktförfrågan avvisad" }))
}

/// Take a request of mine back.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/requests/{id}")]
pub async fn cancel(platform: Data<Platform>, who: SignedIn, id: Path<RequestId>) -> Bare {
    contacts::cancel(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Somebody's card: organisations and contacts in common, and what they are to me. 404 where they have blocked me; whom I have
/// blocked has a name here and nothing else.
#[utoipa::path(tag = "contacts", responses((status = 200, body = CardView), Problems))]
#[get("/api/v1/contacts/card/{id}")]
pub async fn card(platform: Data<Platform>, who: SignedIn, id: Path<UserId>) -> Answer<CardView> {
    Ok(Json(contacts::card(&platform, &who.0, *id).await?))
}

/// People I may know: of the same organisations, and contacts' contacts, those with the most in common first. Only who allows it
/// (`discoverable`); nobody who was asked or dismissed, and nobody between whom and me a block stands.
#[utoipa::path(tag = "contacts", params(HowMany), responses((status = 200, body = Whole<SuggestedPerson>), Problems))]
#[get("/api/v1/contacts/suggestions")]
pub async fn suggestions(
    platform: Data<Platform>,
    who: SignedIn,
    how: ValidQuery<HowMany>,
) -> Answer<Whole<SuggestedPerson>> {
    Ok(Whole::of(contacts::suggestions(&platform, &who.0, how.limit).await?))
}

/// Do not suggest somebody to me again.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/suggestions/{id}")]
pub async fn dismiss(platform: Data<Platform>, who: SignedIn, id: Path<UserId>) -> Bare {
    contacts::dismiss(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Whom I have blocked, newest first.
#[utoipa::path(tag = "contacts", responses((status = 200, body = Whole<BlockView>), Problems))]
#[get("/api/v1/contacts/blocked")]
pub async fn blocked(platform: Data<Platform>, who: SignedIn) -> Answer<Whole<BlockView>> {
    Ok(Whole::of(contacts::blocked(&platform, &who.0).await?))
}

/// Block somebody: contacts, requests and following between us are over, and nothing passes between us from then on. They are not
/// told. Done again, the first block stands.
#[utoipa::path(tag = "contacts", params(Once), request_body = NewBlock, responses((status = 200, body = Blocked), Problems))]
#[post("/api/v1/contacts/block")]
pub async fn block(platform: Data<Platform>, who: SignedIn, body: Valid<NewBlock>) -> Answer<Blocked> {
    Ok(Json(Blocked { block_id: contacts::block(&platform, &who.0, body.0).await? }))
}

/// Take a block of mine back. What was before is not restored.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/block/{id}")]
pub async fn unblock(platform: Data<Platform>, who: SignedIn, id: Path<BlockId>) -> Bare {
    contacts::unblock(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Whom I follow, newest first.
#[utoipa::path(tag = "contacts", params(Pages), responses((status = 200, body = Listing<Followed>), Problems))]
#[get("/api/v1/contacts/following")]
pub async fn following(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<Listing<Followed>> {
    follows(&platform, &who, TieKind::Following, &page).await
}

async fn follows(
    platform: &Platform,
    who: &SignedIn,
    kind: TieKind,
    page: &Pages,
) -> Answer<Listing<Followed>> {
    let at = page.at();
    let found = contacts::follows(platform, &who.0, kind, at.offset(), at.size).await?;
    Ok(Json(Listing::numbered(found, at)))
}

/// Who follows me, newest first.
#[utoipa::path(tag = "contacts", params(Pages), responses((status = 200, body = Listing<Followed>), Problems))]
#[get("/api/v1/contacts/followers")]
pub async fn followers(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<Listing<Followed>> {
    follows(&platform, &who, TieKind::Follower, &page).await
}

/// Who has asked to follow me and waits for my answer (`approveFollowers`), newest first.
#[utoipa::path(tag = "contacts", params(Pages), responses((status = 200, body = Listing<Followed>), Problems))]
#[get("/api/v1/contacts/followers/requests")]
pub async fn follow_requests(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Pages>,
) -> Answer<Listing<Followed>> {
    follows(&platform, &who, TieKind::FollowAsked, &page).await
}

/// Let somebody follow me who has asked. Done again, it stays so.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[post("/api/v1/contacts/followers/{id}/approve")]
pub async fn approve_follower(platform: Data<Platform>, who: SignedIn, id: Path<UserId>) -> Bare {
    contacts::approve_follower(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Somebody is to follow me no more, or may not, who has asked. It is no block, and they are not told.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/followers/{id}")]
pub async fn remove_follower(platform: Data<Platform>, who: SignedIn, id: Path<UserId>) -> Bare {
    contacts::remove_follower(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Follow somebody; who approves their followers is asked first (`followAsked`). Done again, it stays so.
#[utoipa::path(tag = "contacts", params(Once), request_body = NewFollow, responses((status = 200, body = Told), Problems))]
#[post("/api/v1/contacts/follow")]
pub async fn follow(platform: Data<Platform>, who: SignedIn, body: Valid<NewFollow>) -> Answer<Told> {
    let follows = contacts::follow(&platform, &who.0, body.to_user_id).await?;
    Ok(Json(Told {
        message: if follows { "Du följer nu denna användare" } else { "Din förfrågan väntar på svar" },
    }))
}

/// Follow somebody no more, and ask to no more.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/follow/{id}")]
pub async fn unfollow(platform: Data<Platform>, who: SignedIn, id: Path<UserId>) -> Bare {
    contacts::unfollow(&platform, &who.0, *id).await?;
    Ok(done())
}

/// Invite whoever has an address to become a contact. The answer is the same whether it belongs to an account. The link in the
/// mail brings my request to whoever opens it first, within 30 days.
#[utoipa::path(tag = "contacts", params(Once), request_body = InviteByMail, responses((status = 200, body = Told), Problems))]
#[post("/api/v1/contacts/invite/email")]
pub async fn by_mail(platform: Data<Platform>, who: SignedIn, body: Valid<InviteByMail>) -> Answer<Told> {
    contacts::by_mail(&platform, &who.0, body.0).await?;
    Ok(Json(Told { message: "Inbjudan skickad" }))
}

/// Invite whoever has a telephone number; otherwise as by mail.
#[utoipa::path(tag = "contacts", params(Once), request_body = InviteBySms, responses((status = 200, body = Told), Problems))]
#[post("/api/v1/contacts/invite/sms")]
pub async fn by_sms(platform: Data<Platform>, who: SignedIn, body: Valid<InviteBySms>) -> Answer<Told> {
    contacts::by_sms(&platform, &who.0, body.0).await?;
    Ok(Json(Told { message: "SMS-inbjudan skickad" }))
}

/// A new link of mine, for 7 days; the one before is over. Whoever opens it becomes a contact of mine.
#[utoipa::path(tag = "contacts", responses((status = 201, body = LinkView), Problems))]
#[post("/api/v1/contacts/link")]
pub async fn new_link(platform: Data<Platform>, who: SignedIn) -> Bare {
    Ok(HttpResponse::Created().json(contacts::new_link(&platform, &who.0).await?))
}

/// My link. 404: none stands.
#[utoipa::path(tag = "contacts", responses((status = 200, body = LinkView), Problems))]
#[get("/api/v1/contacts/link")]
pub async fn link(platform: Data<Platform>, who: SignedIn) -> Answer<LinkView> {
    Ok(Json(contacts::link(&platform, &who.0).await?))
}

/// Withdraw my link.
#[utoipa::path(tag = "contacts", responses((status = 204), Problems))]
#[delete("/api/v1/contacts/link")]
pub async fn withdraw_link(platform: Data<Platform>, who: SignedIn) -> Bare {
    contacts::withdraw_link(&platform, &who.0).await?;
    Ok(done())
}

/// What a link or an invitation is, for whoever has it. 404: unknown, used, withdrawn or over.
#[utoipa::path(tag = "contacts", params(("token" = String, Path)), responses((status = 200, body = TokenView), Problems))]
#[get("/api/public/contacts/tokens/{token}")]
pub async fn look(platform: Data<Platform>, token: Path<String>) -> Answer<TokenView> {
    Ok(Json(contacts::show(&platform, &token).await?))
}

/// Open a link or an invitation: a link makes us contacts, of an invitation the request waits for me (once: for whoever opens it
/// first). Who had asked the other is a contact at once.
#[utoipa::path(tag = "contacts", params(("token" = String, Path)), responses((status = 200, body = Brought), Problems))]
#[post("/api/v1/contacts/tokens/{token}")]
pub async fn open(platform: Data<Platform>, who: SignedIn, token: Path<String>) -> Answer<Brought> {
    Ok(Json(contacts::open(&platform, &who.0, &token).await?))
}

/// Largest list of people, in bytes.
const LIST_LIMIT: usize = 1 << 20;

/// The format of a list of people, by its content type.
fn kind_of(request: &HttpRequest) -> Result<contacts::ListFormat, ApiError> {
    match request.content_type() {
        "text/vcard" | "text/x-vcard" | "text/directory" => Ok(contacts::ListFormat::VCard),
        "text/csv" => Ok(contacts::ListFormat::Csv),
        _ => Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    }
}

/// Who of a list of people is here: vCard (3.0, 4.0) or CSV with headings, up to 1 MiB and 1,000 people.
///
/// Somebody is found by a verified address alone, if they allow it (`discoverable`) and I may know of them anyway: a contact,
/// somebody of an organisation of mine, or whom everybody may find. The file is read and forgotten.
#[utoipa::path(tag = "contacts", request_body(content = String, content_type = "text/vcard"), responses((status = 200, body = Imported), Problems))]
#[post("/api/v1/contacts/import")]
pub async fn import(
    platform: Data<Platform>,
    who: SignedIn,
    request: HttpRequest,
    body: Payload,
) -> Answer<Imported> {
    let kind = kind_of(&request)?;
    let too_large = |_| ApiError::of(StatusCode::PAYLOAD_TOO_LARGE);
    let file = body.to_bytes_limited(LIST_LIMIT).await.map_err(too_large)?;
    let file = file.map_err(|error| unreadable_body(&error))?;
    Ok(Json(contacts::import(&platform, &who.0, kind, file.to_vec()).await?))
}
