//! Accounts: `/api/public/auth`, `/api/v1/auth`, `/api/v1/me`.

use actix_multipart::Multipart;
use actix_web::body::BodyStream;
use actix_web::http::header::ContentEncoding;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, put};
use actors::accounts::availability::{self, QuietInput};
use actors::accounts::profile::{self as profiles, ProfileView};
use actors::accounts::view::{
    AskForReset, ChangeProfile, Login, ResetPassword, SessionView, SignUp, UserView, VerifyEmail,
};
use actors::accounts::{Caller, Signed, erasure, export as exports};
use actors::entities::view::MembershipView;
use actors::{Platform, accounts, chat, contacts, entities, messages, notifications};
use serde::Serialize;
use storage::accounts::{Quiet, Status};
use storage::ids::SessionId;
use utoipa::ToSchema;

use crate::platform::answer::{Answer, Bare, Problems, Whole, done};
use crate::platform::auth::cookie::{SessionCookies, Token, known_device};
use crate::platform::auth::who::{MaybeSignedIn, SignedIn, address, user_agent};
use crate::platform::error::ApiError;
use crate::platform::extract::Valid;
use crate::platform::upload;

/// What a sign-up is answered with, whether the address is known or not.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedUp {
    message: &'static str,
}

/// Sign up. The same answer whether the address is known or not; what happened is in the mail.
#[utoipa::path(tag = "accounts", request_body = SignUp, responses((status = 201, body = SignedUp), Problems))]
#[post("/api/public/auth/signup")]
pub async fn sign_up(platform: Data<Platform>, request: HttpRequest, body: Valid<SignUp>) -> Bare {
    accounts::sign_up(&platform, body.0, &address(&request)).await?;
    Ok(HttpResponse::Created().json(SignedUp { message: "Kolla din e-post: vi har skickat en länk." }))
}

/// Confirm the address with the mailed token; does not sign in.
#[utoipa::path(tag = "accounts", request_body = VerifyEmail, responses((status = 200, body = UserView), Problems))]
#[post("/api/public/auth/verify")]
pub async fn verify(platform: Data<Platform>, body: Valid<VerifyEmail>) -> Answer<UserView> {
    let user = accounts::verify(&platform, &body.token).await?;
    Ok(Json(UserView::from(&user)))
}

/// Who has signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoggedIn {
    user: UserView,
}

/// Sign in: the session's token comes as the HttpOnly cookie `kalender_jwt`.
///
/// Failures are limited: 10 a minute to an account from an address, 100 a minute from an address. An account that has failed
/// 100 times within an hour answers 403 `SIGN_IN_BY_LINK` to devices that it does not know (cookie `kalender_device`),
/// whatever the password, and mails a link (`…/login/link`) if it was right. Devices it knows are never locked out.
#[utoipa::path(tag = "accounts", request_body = Login, responses((status = 200, body = LoggedIn), Problems))]
#[post("/api/public/auth/login")]
pub async fn log_in(
    platform: Data<Platform>,
    cookies: Data<SessionCookies>,
    request: HttpRequest,
    body: Valid<Login>,
) -> Bare {
    let (address, device) = (address(&request), known_device(&request));
    let from = Caller { user_agent: user_agent(&request), address: &address, device: device.as_deref() };
    let signed = accounts::log_in(&platform, &body.email, &body.password, &from).await?;
    logged_in(**cookies, &signed)
}

/// Sign in with the mailed link of a sign-in that was refused with `SIGN_IN_BY_LINK`; answers as signing in does.
#[utoipa::path(tag = "accounts", request_body = VerifyEmail, responses((status = 200, body = LoggedIn), Problems))]
#[post("/api/public/auth/login/link")]
pub async fn log_in_by_link(
    platform: Data<Platform>,
    cookies: Data<SessionCookies>,
    request: HttpRequest,
    body: Valid<VerifyEmail>,
) -> Bare {
    let (address, device) = (address(&request), known_device(&request));
    let from = Caller { user_agent: user_agent(&request), address: &address, device: device.as_deref() };
    let signed = accounts::log_in_by_link(&platform, &body.token, &from).await?;
    logged_in(**cookies, &signed)
}

/// Sets the session's cookies and the device cookie.
fn logged_in(cookies: SessionCookies, signed: &Signed) -> Bare {
    let token = Token::new(&signed.token).ok_or_else(ApiError::internal)?;
    let mut answer = HttpResponse::Ok();
    for cookie in cookies.set(&token) {
        answer.cookie(cookie);
    }
    if let Some(device) = &signed.device {
        answer.cookie(cookies.device(device));
    }
    Ok(answer.json(LoggedIn { user: UserView::from(&signed.user) }))
}

/// Ask for a link to set a new password. 204 whether the address is known or not.
#[utoipa::path(tag = "accounts", request_body = AskForReset, responses((status = 204), Problems))]
#[post("/api/public/auth/reset/request")]
pub async fn ask_for_reset(platform: Data<Platform>, request: HttpRequest, body: Valid<AskForReset>) -> Bare {
    accounts::ask_for_reset(&platform, &body.email, &address(&request)).await?;
    Ok(done())
}

/// Set a new password with the mailed token; ends all sessions there are.
#[utoipa::path(tag = "accounts", request_body = ResetPassword, responses((status = 204), Problems))]
#[post("/api/public/auth/reset")]
pub async fn reset(platform: Data<Platform>, body: Valid<ResetPassword>) -> Bare {
    accounts::reset(&platform, &body.token, &body.password).await?;
    Ok(done())
}

/// Sign out: the session is over on every node, and so are its open connections.
#[utoipa::path(tag = "accounts", responses((status = 204), Problems))]
#[post("/api/v1/auth/logout")]
pub async fn log_out(platform: Data<Platform>, cookies: Data<SessionCookies>, who: SignedIn) -> Bare {
    accounts::log_out(&platform, &who.0).await?;
    let mut answer = HttpResponse::NoContent();
    for cookie in cookies.clear() {
        answer.cookie(cookie);
    }
    Ok(answer.finish())
}

/// Everywhere I am signed in, newest first.
#[utoipa::path(tag = "accounts", responses((status = 200, body = Whole<SessionView>), Problems))]
#[get("/api/v1/auth/sessions")]
pub async fn sessions(platform: Data<Platform>, who: SignedIn) -> Answer<Whole<SessionView>> {
    Ok(Whole::of(accounts::sessions(&platform, &who.0).await?))
}

/// End one of my sessions.
#[utoipa::path(tag = "accounts", responses((status = 204), Problems))]
#[delete("/api/v1/auth/sessions/{id}")]
pub async fn end_session(platform: Data<Platform>, who: SignedIn, id: Path<SessionId>) -> Bare {
    accounts::end_session(&platform, &who.0, *id).await?;
    Ok(done())
}

/// My account.
#[utoipa::path(tag = "accounts", responses((status = 200, body = UserView), Problems))]
#[get("/api/v1/me")]
pub async fn me(platform: Data<Platform>, who: SignedIn) -> Answer<UserView> {
    let user = accounts::me(&platform, &who.0).await?;
    Ok(Json(UserView::from(&user)))
}

/// A person's page with what they allow; 404 unless they are `findable` or we share an organisation.
#[utoipa::path(tag = "accounts", params(("user_name" = String, Path)), responses((status = 200, body = ProfileView), Problems))]
#[get("/api/public/users/{user_name}")]
pub async fn person(platform: Data<Platform>, who: MaybeSignedIn, name: Path<String>) -> Answer<ProfileView> {
    let viewer = who.0.map(|who| who.user_id);
    Ok(Json(profiles::by_name(&platform, viewer, &name).await?))
}

/// Change my profile; what is absent stays.
#[utoipa::path(tag = "accounts", request_body = ChangeProfile, responses((status = 200, body = UserView), Problems))]
#[patch("/api/v1/me")]
pub async fn change_profile(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<ChangeProfile>,
) -> Answer<UserView> {
    let user = accounts::change_profile(&platform, &who.0, body.0).await?;
    Ok(Json(UserView::from(&user)))
}

/// Erase my account: after 14 days, unless I take it back. What I wrote and sent in organisations' channels and in conversations stays,
/// without my name and what my files were called, because it is others' history as well; so does what I published in an organisation's
/// name. 409 OWNER_STAYS while I own an organisation.
#[utoipa::path(tag = "accounts", responses((status = 200, body = UserView), Problems))]
#[delete("/api/v1/me")]
pub async fn erase(platform: Data<Platform>, who: SignedIn) -> Answer<UserView> {
    let user = erasure::ask(&platform, &who.0).await?;
    Ok(Json(UserView::from(&user)))
}

/// Keep my account after all. 404 when it was not to be erased.
#[utoipa::path(tag = "accounts", responses((status = 200, body = UserView), Problems))]
#[delete("/api/v1/me/erasure")]
pub async fn keep(platform: Data<Platform>, who: SignedIn) -> Answer<UserView> {
    let user = erasure::cancel(&platform, &who.0).await?;
    Ok(Json(UserView::from(&user)))
}

/// Everything held about me: a zip of JSON files, my own files and pictures, and a manifest with the size and SHA-256 of each. Of
/// conversations both sides. Sent while it is written: without its end it is not whole. 3 an hour.
#[utoipa::path(tag = "accounts", responses((status = 200, content_type = "application/zip", body = Vec<u8>), Problems))]
#[get("/api/v1/me/export")]
pub async fn export(platform: Data<Platform>, who: SignedIn) -> Bare {
    let zip = exports::export(&platform, &who.0).await?;
    let named = ("content-disposition", "attachment; filename=\"kalender-export.zip\"");
    Ok(HttpResponse::Ok()
        .content_type("application/zip")
        .insert_header(named)
        .insert_header(("cache-control", "no-store"))
        .insert_header(ContentEncoding::Identity)
        .body(BodyStream::new(Box::pin(zip))))
}

/// A new profile picture: JPEG, PNG or WebP of at most 10 MiB in the multipart field `image`.
#[utoipa::path(
    tag = "accounts",
    request_body(content = upload::ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UserView), Problems)
)]
#[put("/api/v1/me/image")]
pub async fn set_image(platform: Data<Platform>, who: SignedIn, form: Multipart) -> Answer<UserView> {
    let image = upload::image(&platform, &who.0, form).await?;
    let user = accounts::set_image(&platform, &who.0, image.bytes).await?;
    Ok(Json(UserView::from(&user)))
}

/// What I say of myself for a while, shown to those who share a workspace with me and told to them live (`STATUS_CHANGED`).
/// Without text and emoji: nothing.
#[utoipa::path(tag = "accounts", request_body = chat::StatusInput, responses((status = 200, body = Status), Problems))]
#[put("/api/v1/me/status")]
pub async fn set_status(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<chat::StatusInput>,
) -> Answer<Status> {
    Ok(Json(chat::set_status(&platform, &who.0, body.0).await?))
}

/// When I am left alone: in these hours, by the clock in Sweden, or until a moment within a year. The bell keeps everything; no
/// push message goes out, and a mail about what I have not seen waits until then.
#[utoipa::path(tag = "accounts", request_body = QuietInput, responses((status = 200, body = Quiet), Problems))]
#[put("/api/v1/me/quiet")]
pub async fn set_quiet(platform: Data<Platform>, who: SignedIn, body: Valid<QuietInput>) -> Answer<Quiet> {
    Ok(Json(availability::set_quiet(&platform, &who.0, body.0).await?))
}

/// My organisations, by name.
#[utoipa::path(tag = "accounts", responses((status = 200, body = Whole<MembershipView>), Problems))]
#[get("/api/v1/me/entities")]
pub async fn my_entities(platform: Data<Platform>, who: SignedIn) -> Answer<Whole<MembershipView>> {
    Ok(Whole::of(entities::memberships(&platform, &who.0).await?))
}

/// Everything unread, in one call.
#[derive(Debug, Serialize, ToSchema)]
pub struct Unread {
    /// Conversations with something unread that are not muted, up to 100.
    messages: usize,
    /// Channels with something unread that are not muted, in all workspaces.
    chat: usize,
    /// Waiting contact requests, up to 100.
    contacts: usize,
    /// The bell, up to 100.
    notifications: usize,
}

/// Everything unread.
#[utoipa::path(tag = "accounts", responses((status = 200, body = Unread), Problems))]
#[get("/api/v1/me/unread")]
pub async fn unread(platform: Data<Platform>, who: SignedIn) -> Answer<Unread> {
    let chat = chat::unread_of_all(&platform, who.0.user_id).await?;
    let notifications = notifications::unread(&platform, who.0.user_id).await?;
    let messages = messages::unread(&platform, who.0.user_id).await?;
    let contacts = contacts::waiting(&platform, who.0.user_id).await?;
    Ok(Json(Unread { messages, chat, contacts, notifications }))
}

/// A token for one live connection.
#[derive(Debug, Serialize, ToSchema)]
pub struct SocketToken {
    token: String,
}

/// A single-use token (60 s) for the header `token` of CONNECT, for clients that send no cookie.
#[utoipa::path(tag = "accounts", responses((status = 200, body = SocketToken), Problems))]
#[post("/api/v1/websocket/token")]
pub async fn socket_token(platform: Data<Platform>, who: SignedIn) -> Answer<SocketToken> {
    Ok(Json(SocketToken { token: accounts::socket_token(&platform, &who.0).await? }))
}
