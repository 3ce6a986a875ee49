//! The bell: `/api/v1/notifications`.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use actors::Platform;
use actors::notifications;
use actors::notifications::view::{NotificationView, ReadNotifications};
use garde::Validate;
use serde::Deserialize;
use storage::ids::NotificationId;
use utoipa::IntoParams;

use crate::answer::{Answer, Count, Listing, Problems};
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
};

/// Which notifications.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichNotifications {
    /// Those before this one.
    #[garde(skip)]
    before: Option<NotificationId>,
    /// 1–100.
    #[serde(default = "thirty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
}

fn thirty() -> usize {
    30
}

/// My notifications, newest first.
#[utoipa::path(tag = "notifications", params(WhichNotifications), responses((status = 200, body = Listing<NotificationView>), Problems))]
#[get("/api/v1/notifications")]
pub async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    which: ValidQuery<WhichNotifications>,
) -> Answer<Listing<NotificationView>> {
    let (content, has_more) = notifications::list(&platform, &who.0, which.before, which.limit).await?;
    Ok(Json(Listing { content, page: 0, size: which.limit, has_more }))
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
