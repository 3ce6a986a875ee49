//! The bell: `/api/v1/notifications`.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use actors::Platform;
use actors::notifications;
use actors::notifications::view::{NotificationView, ReadNotifications};
use storage::ids::NotificationId;

use crate::answer::{Answer, Count, Listing, Newest, Problems};
use crate::areas::Area;
use crate::auth::who::SignedIn;
use crate::extract::{Valid, ValidQuery};

/// The area as it is reached.
pub static AREA: Area = Area {
    keeps: &storage::notifications::AREA,
    acts: &notifications::AREA,
    routes: |config| {
        config.service(list).service(unread_count).service(mark_read);
    },
    codes: &[],
    places: &[],
    bodies: None,
};

/// My notifications, newest first.
#[utoipa::path(tag = "notifications", params(Newest), responses((status = 200, body = Listing<NotificationView>), Problems))]
#[get("/api/v1/notifications")]
pub async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Newest>,
) -> Answer<Listing<NotificationView>> {
    let before = page.before.map(NotificationId);
    Ok(Listing::newest(notifications::list(&platform, &who.0, before, page.limit).await?, &page))
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
