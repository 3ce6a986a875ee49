//! Push messages to browsers: `/api/v1/push`.

use actix_web::web::{Data, Json};
use actix_web::{delete, get, put};
use actors::push::view::{EndPush, NamePush, PushKey};
use actors::{Platform, push};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::answer::{Answer, Bare, Problems, done};
use crate::platform::area::Area;
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::Valid;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Push messages to browsers"),
    routes: |config| {
        config.service(key).service(subscribe).service(unsubscribe);
    },
    ..Area::of(&storage::push::AREA, &push::AREA)
};

/// What browsers need to subscribe.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushKeyAnswer {
    data: PushKey,
}

/// The key to subscribe with (`applicationServerKey`).
#[utoipa::path(tag = "push", responses((status = 200, body = PushKeyAnswer), Problems))]
#[get("/api/v1/push/key")]
pub async fn key(platform: Data<Platform>, _: SignedIn) -> Answer<PushKeyAnswer> {
    Ok(Json(PushKeyAnswer { data: push::key(&platform) }))
}

/// This browser takes push messages for me until this session ends; at most 20 do, the oldest goes. Only push services
/// that are known here are taken (422 PUSH_SERVICE).
#[utoipa::path(tag = "push", request_body = NamePush, responses((status = 204), Problems))]
#[put("/api/v1/push/subscription")]
pub async fn subscribe(platform: Data<Platform>, who: SignedIn, body: Valid<NamePush>) -> Bare {
    push::subscribe(&platform, &who.0, body.0).await?;
    Ok(done())
}

/// This browser takes none any more; the same when it took none, or is another's.
#[utoipa::path(tag = "push", request_body = EndPush, responses((status = 204), Problems))]
#[delete("/api/v1/push/subscription")]
pub async fn unsubscribe(platform: Data<Platform>, who: SignedIn, body: Valid<EndPush>) -> Bare {
    push::unsubscribe(&platform, &who.0, &body.endpoint).await?;
    Ok(done())
}
