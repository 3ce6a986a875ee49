//! Notices: `/api/v1/entities/{id}/notices`.

use kalender::prelude::*;

use super::actors::{self as board, Draft, NoticeView};
use super::storage::NoticeId;

/// The area as it is reached.
pub static AREA: Area = Area {
    about: Some("Notice boards of organisations"),
    routes: |config| {
        config.service(list).service(create).service(change).service(remove);
    },
    codes: &[
        ("notices_notices_create", &[(403, &["ROLE_TOO_LOW"])]),
        ("notices_notices_change", &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON"])]),
        ("notices_notices_remove", &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON"])]),
    ],
    places: &[place(
        "notices",
        By::Server,
        board::BOARD,
        &["NoticeEvent", "AccessDenied"],
        "What becomes of a board's notices.",
    )],
    bodies: Some(bodies::<board::Event>),
    ..Area::of(&super::storage::AREA, &board::AREA)
};

/// The board, newest first; for those who belong to the organisation.
#[utoipa::path(tag = "notices", params(Newest), responses((status = 200, body = Listing<NoticeView>), Problems))]
#[get("/api/v1/entities/{id}/notices")]
async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    page: ValidQuery<Newest>,
) -> Answer<Listing<NoticeView>> {
    let before = page.before().map(NoticeId);
    let found = board::list(&platform, &who.0, *id, before, page.limit).await?;
    Ok(Json(Listing::newest(found, &page, NoticeView::place)))
}

/// Put a notice up; OWNER and ADMINISTRATOR. Everybody of the organisation is told, by mail as well.
#[utoipa::path(tag = "notices", params(Once), request_body = Draft, responses((status = 201, body = Success<NoticeView>), Problems))]
#[post("/api/v1/entities/{id}/notices")]
async fn create(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>, body: Valid<Draft>) -> Bare {
    Ok(created(board::create(&platform, &who.0, *id, body.0).await?))
}

/// Change a notice; its author, OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "notices", request_body = Draft, responses((status = 200, body = Success<NoticeView>), Problems))]
#[put("/api/v1/entities/{id}/notices/{notice_id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, NoticeId)>,
    body: Valid<Draft>,
) -> Answer<Success<NoticeView>> {
    Ok(success(board::change(&platform, &who.0, path.0, path.1, body.0).await?))
}

/// Take a notice down; its author, OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "notices", responses((status = 204), Problems))]
#[delete("/api/v1/entities/{id}/notices/{notice_id}")]
async fn remove(platform: Data<Platform>, who: SignedIn, path: Path<(EntityId, NoticeId)>) -> Bare {
    board::remove(&platform, &who.0, path.0, path.1).await.map(|()| done()).map_err(Into::into)
}
