//! Administration: `/api/v1/entities/{id}/audit`, `/api/v1/entities/{id}/administration`, `/api/v1/administration`.
//! Contract §11.4.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpResponse;
use actors::administration::{self, Asked, view::EntryView};
use garde::Validate;
use serde::Deserialize;
use storage::audit::{AuditId, AuditKind};
use storage::ids::UserId;
use utoipa::IntoParams;

use crate::platform::answer::Newest;
use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    storage: &storage::audit::AREA,
    about: Some("Administration of an organisation and of the platform"),
    actors: &administration::AREA,
    routes: |config| {
        config.service(log).service(table);
    },
    codes: &[
        ("administration_audit_log", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_audit.csv_table", &[(403, &["ROLE_TOO_LOW"])]),
    ],
    places: &[],
    bodies: None,
    personal: None,
};

/// Which entries of the log.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedEntries {
    /// Those of one person.
    #[garde(skip)]
    actor: Option<UserId>,
    /// Those of one kind.
    #[garde(skip)]
    kind: Option<AuditKind>,
}

impl From<&WantedEntries> for Asked {
    fn from(wanted: &WantedEntries) -> Self {
        Self { actor: wanted.actor, kind: wanted.kind }
    }
}

/// Who did which administrative act in an organisation, the newest first; for OWNER and ADMINISTRATOR. Entries are kept two
/// years and never changed. Who has erased their account is shown without a name.
#[utoipa::path(
    tag = "administration",
    params(Newest, WantedEntries),
    responses((status = 200, body = Listing<EntryView>), Problems)
)]
#[get("/api/v1/entities/{id}/audit")]
async fn log(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    newest: ValidQuery<Newest>,
    of: ValidQuery<WantedEntries>,
) -> Answer<Listing<EntryView>> {
    let before = newest.before().map(AuditId);
    let found = administration::log(&platform, &who.0, *id, (&*of).into(), before, newest.limit).await?;
    Ok(Json(Listing::newest(found, &newest, |entry| entry.id_audit.0)))
}

/// The same as a table, its newest 10 000 entries. That it was made is an entry of its own.
#[utoipa::path(
    tag = "administration",
    params(WantedEntries),
    responses((status = 200, content_type = "text/csv", body = String), Problems)
)]
#[get("/api/v1/entities/{id}/audit.csv")]
async fn table(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    of: ValidQuery<WantedEntries>,
) -> Bare {
    let table = administration::table(&platform, &who.0, *id, (&*of).into()).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header(("Content-Disposition", "attachment; filename=\"granskningslogg.csv\""))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(table))
}
