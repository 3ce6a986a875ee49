//! Guides: `/api/v1/guides`.

use actix_web::web::{Data, Json, Path};
use actix_web::{get, post};
use actors::Platform;
use actors::guides;
use actors::guides::rules::Event;
use actors::guides::view::{GuideView, GuidesView, SkipGuide};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::answer::{Answer, Problems};
use crate::platform::area::Area;
use crate::platform::auth::who::SignedIn;
use crate::platform::codes::Codes;
use crate::platform::extract::Valid;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Guides through the product"),
    routes: |config| {
        config
            .service(statuses)
            .service(can_dismiss)
            .service(status)
            .service(start)
            .service(complete)
            .service(skip)
            .service(reset);
    },
    codes: &[
        ("guides_start_start", TOO_MANY),
        ("guides_complete_complete", TOO_MANY),
        ("guides_skip_skip", TOO_MANY),
        ("guides_reset_reset", TOO_MANY),
    ],
    ..Area::of(&storage::guides::AREA, &guides::AREA)
};

const TOO_MANY: Codes = &[(409, &["TOO_MANY_GUIDES"])];

/// How far I have come.
#[derive(Debug, Serialize, ToSchema)]
pub struct GuidesStatus {
    status: GuidesView,
}

/// Whether guides may be closed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CanDismiss {
    can_dismiss: bool,
}

/// How far I have come in every guide.
#[utoipa::path(tag = "guides", responses((status = 200, body = GuidesStatus), Problems))]
#[get("/api/v1/guides/status")]
pub async fn statuses(platform: Data<Platform>, who: SignedIn) -> Answer<GuidesStatus> {
    Ok(Json(GuidesStatus { status: guides::statuses(&platform, &who.0).await? }))
}

/// Whether I may close guides: true once the menu guide is completed.
#[utoipa::path(tag = "guides", responses((status = 200, body = CanDismiss), Problems))]
#[get("/api/v1/guides/can-dismiss")]
pub async fn can_dismiss(platform: Data<Platform>, who: SignedIn) -> Answer<CanDismiss> {
    Ok(Json(CanDismiss { can_dismiss: guides::can_dismiss(&platform, &who.0).await? }))
}

/// How far I have come in one guide. Ids may end in `-guide`; one that is none is 422 UNKNOWN_GUIDE.
#[utoipa::path(tag = "guides", params(("guide_id" = String, Path)), responses((status = 200, body = GuideView), Problems))]
#[get("/api/v1/guides/{guide_id}/status")]
pub async fn status(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<GuideView> {
    Ok(Json(guides::status(&platform, &who.0, &id).await?))
}

/// I begin a guide. A completed one stays completed.
#[utoipa::path(tag = "guides", params(("guide_id" = String, Path)), responses((status = 200, body = GuideView), Problems))]
#[post("/api/v1/guides/{guide_id}/start")]
pub async fn start(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<GuideView> {
    Ok(Json(guides::happens(&platform, &who.0, &id, Event::Start, None).await?))
}

/// I have seen a guide to its end.
#[utoipa::path(tag = "guides", params(("guide_id" = String, Path)), responses((status = 200, body = GuideView), Problems))]
#[post("/api/v1/guides/{guide_id}/complete")]
pub async fn complete(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<GuideView> {
    Ok(Json(guides::happens(&platform, &who.0, &id, Event::Complete, None).await?))
}

/// I do not want a guide. Skipping a mandatory one completes it.
#[utoipa::path(tag = "guides", params(("guide_id" = String, Path)), request_body = SkipGuide, responses((status = 200, body = GuideView), Problems))]
#[post("/api/v1/guides/{guide_id}/skip")]
pub async fn skip(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<SkipGuide>,
) -> Answer<GuideView> {
    Ok(Json(guides::happens(&platform, &who.0, &id, Event::Skip, body.0.reason).await?))
}

/// I begin a guide anew: it is as if I had never seen it.
#[utoipa::path(tag = "guides", params(("guide_id" = String, Path)), responses((status = 200, body = GuideView), Problems))]
#[post("/api/v1/guides/{guide_id}/reset")]
pub async fn reset(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<GuideView> {
    Ok(Json(guides::reset(&platform, &who.0, &id).await?))
}
