//! What I choose about notifications, and my phone. Contract §11.3.

use actors::notifications::phone::{self, EnterCode, NamePhone, PhoneView};
use actors::notifications::settings::{self, ChangeSettings, SettingView};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::{LIMITED, OperationCodes};
use crate::platform::extract::ValidList;
use crate::prelude::*;

const CELLS: &[&str] = &["CHANNEL", "DIGEST", "DUPLICATE", "ENTITY", "PHONE"];

pub(super) const CODES: &[OperationCodes] = &[
    ("notifications_notification_settings_of_entity", &[(403, &["ACCESS_DENIED"])]),
    (
        "notifications_notification_settings_change_of_entity",
        &[(403, &["ACCESS_DENIED"]), (409, &["QUOTA_REACHED"]), (422, CELLS)],
    ),
    ("notifications_apply_to_all_entity_to_all", &[(403, &["ACCESS_DENIED"])]),
    ("notifications_notification_settings_change_mine", &[(422, CELLS)]),
    ("notifications_phone_name_phone", &[(422, &["PHONE"]), (429, &[LIMITED])]),
    ("notifications_verify_verify_phone", &[(422, &["CODE"])]),
];

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(of_entity).service(change_of_entity).service(entity_to_all);
    config.service(mine).service(change_mine).service(mine_to_all);
    config.service(my_phone).service(name_phone).service(verify_phone).service(remove_phone);
}

/// How notifications of an organisation reach me: every type and channel, and whose choice it is. For everybody who has a
/// relation to it.
#[utoipa::path(tag = "notifications", responses((status = 200, body = Vec<SettingView>), Problems))]
#[get("/api/v1/entities/{id}/notification-settings")]
pub async fn of_entity(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<Vec<SettingView>> {
    Ok(Json(settings::list(&platform, &who.0, Some(*id)).await?))
}

/// Changes some of them, all or none; answers all. What is not named stays.
#[utoipa::path(tag = "notifications", request_body = ChangeSettings, responses((status = 200, body = Vec<SettingView>), Problems))]
#[put("/api/v1/entities/{id}/notification-settings")]
pub async fn change_of_entity(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: ValidList<ChangeSettings>,
) -> Answer<Vec<SettingView>> {
    Ok(Json(settings::change(&platform, &who.0, Some(*id), &body.0.0).await?))
}

/// What I chose for this organisation becomes my choice everywhere: what I chose for others is forgotten.
#[utoipa::path(tag = "notifications", responses((status = 200, body = Vec<SettingView>), Problems))]
#[post("/api/v1/entities/{id}/notification-settings/apply-to-all")]
pub async fn entity_to_all(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<Vec<SettingView>> {
    Ok(Json(settings::apply_to_all(&platform, &who.0, Some(*id)).await?))
}

/// How notifications that belong to no organisation reach me. They hold in organisations too, where I chose nothing else.
#[utoipa::path(tag = "notifications", responses((status = 200, body = Vec<SettingView>), Problems))]
#[get("/api/v1/me/notification-settings")]
pub async fn mine(platform: Data<Platform>, who: SignedIn) -> Answer<Vec<SettingView>> {
    Ok(Json(settings::list(&platform, &who.0, None).await?))
}

/// Changes some of them, all or none; answers all. What is not named stays.
#[utoipa::path(tag = "notifications", request_body = ChangeSettings, responses((status = 200, body = Vec<SettingView>), Problems))]
#[put("/api/v1/me/notification-settings")]
pub async fn change_mine(
    platform: Data<Platform>,
    who: SignedIn,
    body: ValidList<ChangeSettings>,
) -> Answer<Vec<SettingView>> {
    Ok(Json(settings::change(&platform, &who.0, None, &body.0.0).await?))
}

/// They hold everywhere: what I chose for organisations is forgotten.
#[utoipa::path(tag = "notifications", responses((status = 200, body = Vec<SettingView>), Problems))]
#[post("/api/v1/me/notification-settings/apply-to-all")]
pub async fn mine_to_all(platform: Data<Platform>, who: SignedIn) -> Answer<Vec<SettingView>> {
    Ok(Json(settings::apply_to_all(&platform, &who.0, None).await?))
}

/// The phone that text messages go to.
#[utoipa::path(tag = "notifications", responses((status = 200, body = PhoneView), Problems))]
#[get("/api/v1/me/phone")]
pub async fn my_phone(platform: Data<Platform>, who: SignedIn) -> Answer<PhoneView> {
    Ok(Json(phone::phone(&platform, &who.0).await?))
}

/// Sends a code to a number, good for ten minutes; an earlier number stays until the code is entered.
#[utoipa::path(tag = "notifications", request_body = NamePhone, responses((status = 200, body = PhoneView), Problems))]
#[put("/api/v1/me/phone")]
pub async fn name_phone(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<NamePhone>,
) -> Answer<PhoneView> {
    Ok(Json(phone::name(&platform, &who.0, &body).await?))
}

/// Enters the code, at most five times.
#[utoipa::path(tag = "notifications", request_body = EnterCode, responses((status = 200, body = PhoneView), Problems))]
#[post("/api/v1/me/phone/verify")]
pub async fn verify_phone(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<EnterCode>,
) -> Answer<PhoneView> {
    Ok(Json(phone::verify(&platform, &who.0, &body).await?))
}

/// Removes my number, and one that waits for its code.
#[utoipa::path(tag = "notifications", responses((status = 204), Problems))]
#[delete("/api/v1/me/phone")]
pub async fn remove_phone(platform: Data<Platform>, who: SignedIn) -> Bare {
    phone::remove(&platform, &who.0).await?;
    Ok(done())
}
