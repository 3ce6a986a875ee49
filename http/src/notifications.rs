//! Notifications: `/api/v1/notifications`, and unsubscribing from its mails: `/api/public/mails/…`.

mod settings;

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, get, post};
use actors::Platform;
use actors::notifications;
use actors::notifications::view::{NotificationView, ReadNotifications};
use storage::ids::NotificationId;

use crate::platform::answer::{Answer, Bare, Count, Listing, Newest, Problems, done};
use crate::platform::area::{Area, bodies};
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::{Valid, ValidQuery};

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("The bell"),
    routes: |config| {
        config.service(list).service(unread_count).service(mark_read).service(unsubscribe).service(leave);
        settings::configure(config);
    },
    codes: settings::CODES,
    personal: Some(bodies::<actors::notifications::personal::PersonalEvent>),
    ..Area::of(&storage::notifications::AREA, &notifications::AREA)
};

/// My notifications, newest first.
#[utoipa::path(tag = "notifications", params(Newest), responses((status = 200, body = Listing<NotificationView>), Problems))]
#[get("/api/v1/notifications")]
pub async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Newest>,
) -> Answer<Listing<NotificationView>> {
    let before = page.before().map(NotificationId);
    let found = notifications::list(&platform, &who.0, before, page.limit).await?;
    Ok(Json(Listing::newest(found, &page, |one| one.id.0)))
}

/// How many are unread, up to 100.
#[utoipa::path(tag = "notifications", responses((status = 200, body = Count), Problems))]
#[get("/api/v1/notifications/unread-count")]
pub async fn unread_count(platform: Data<Platform>, who: SignedIn) -> Answer<Count> {
    Ok(Json(Count { data: notifications::unread(&platform, who.0.user_id).await? }))
}

/// I have read some (`ids`) or all; answers how many are left.
#[utoipa::path(tag = "notifications", request_body = ReadNotifications, responses((status = 200, body = Count), Problems))]
#[post("/api/v1/notifications/read")]
pub async fn mark_read(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<ReadNotifications>,
) -> Answer<Count> {
    let ids = if body.all { None } else { Some(body.ids.as_slice()) };
    Ok(Json(Count { data: notifications::mark_read(&platform, &who.0, ids).await? }))
}

/// Ends the mails in which this address stands, for whom they went to: their own mail program asks so (RFC 8058). May be
/// repeated.
#[utoipa::path(tag = "notifications", responses((status = 204), Problems))]
#[post("/api/public/mails/{token}/unsubscribe")]
pub async fn unsubscribe(platform: Data<Platform>, token: Path<String>) -> Bare {
    notifications::unsubscribe(&platform, &token).await?;
    Ok(done())
}

/// The same address opened in a browser leads to the setting: what is only looked at ends nothing.
#[utoipa::path(tag = "notifications", responses((status = 303), Problems))]
#[get("/api/public/mails/{token}/unsubscribe")]
pub async fn leave(platform: Data<Platform>, token: Path<String>) -> Bare {
    let page = notifications::page_of_link(&platform, &token)?;
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, page)).finish())
}
