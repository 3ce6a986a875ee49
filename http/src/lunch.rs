//! Lunch menus of schools: `/api/v1/entities/{id}/lunch-menu`, `/api/public/lunch-menu`. Contract §7.

use actix_multipart::Multipart;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpMessage, HttpRequest};
use actors::lunch::{
    self,
    view::{ImportedView, MenuDraft, MenuView, SavedView, SchoolsView},
};
use garde::Validate;
use serde::Deserialize;
use storage::time::Day;
use utoipa::IntoParams;

use crate::platform::auth::who::address;
use crate::platform::codes::LIMITED;
use crate::platform::error::ApiError;
use crate::platform::extract::unreadable_body;
use crate::platform::upload::field;
use crate::prelude::*;

/// Largest file, in bytes.
const MOST: usize = 1 << 20;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Lunch menus of schools"),
    routes: |config| {
        config.service(schools).service(public_menu).service(menu).service(save).service(import);
    },
    codes: &[
        ("lunch_lunch_menu_schools", &[(429, &[LIMITED])]),
        ("lunch_lunch_menu_save", &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "NOT_A_SCHOOL"])]),
        (
            "lunch_csv_import",
            &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "NOT_A_SCHOOL"]), (429, &[LIMITED])],
        ),
    ],
    ..Area::of(&storage::lunch::AREA, &lunch::AREA)
};

/// Which days of a menu.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Window {
    /// First date.
    #[param(value_type = String, format = Date, example = "2026-11-23")]
    #[garde(skip)]
    from: Day,
    /// Last date; at most 400 days in all.
    #[param(value_type = String, format = Date, example = "2026-11-27")]
    #[garde(skip)]
    to: Day,
}

/// Which schools.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichSchools {
    /// How its name, or a word of it, begins; then there are no further pages.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    q: String,
    /// `next` of the page before.
    #[garde(inner(length(chars, max = 1000)))]
    #[param(max_length = 1000)]
    after: Option<String>,
    /// `cursor` of the page before: the same as `after`.
    #[garde(inner(length(chars, max = 1000)))]
    #[param(max_length = 1000)]
    cursor: Option<String>,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
}

fn twenty() -> usize {
    20
}

/// Whether a file is only looked at.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Looking {
    /// What would become of it is answered, and nothing is written.
    #[serde(default)]
    #[garde(skip)]
    dry_run: bool,
}

/// Schools that have a menu: by name, or those that are looked for. 10 a second.
#[utoipa::path(tag = "lunch", params(WhichSchools), responses((status = 200, body = SchoolsView), Problems))]
#[get("/api/public/lunch-menu")]
async fn schools(
    platform: Data<Platform>,
    request: HttpRequest,
    which: ValidQuery<WhichSchools>,
) -> Answer<SchoolsView> {
    let WhichSchools { q, after, cursor, limit } = &which.0;
    let after = cursor.as_deref().or(after.as_deref());
    Ok(Json(lunch::schools(&platform, &address(&request), q, after, *limit).await?))
}

/// What a school serves between two days, both with them; for anybody.
#[utoipa::path(tag = "lunch", params(Window), responses((status = 200, body = MenuView), Problems))]
#[get("/api/public/lunch-menu/{id}")]
async fn public_menu(
    platform: Data<Platform>,
    id: Path<EntityId>,
    window: ValidQuery<Window>,
) -> Answer<MenuView> {
    Ok(Json(lunch::menu(&platform, None, *id, window.from, window.to).await?))
}

/// The same, with what I may do with it (`abilities`). 404: the organisation is no school.
#[utoipa::path(tag = "lunch", params(Window), responses((status = 200, body = MenuView), Problems))]
#[get("/api/v1/entities/{id}/lunch-menu")]
async fn menu(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    window: ValidQuery<Window>,
) -> Answer<MenuView> {
    Ok(Json(lunch::menu(&platform, Some(&who.0), *id, window.from, window.to).await?))
}

/// Put days in the place of what stands there, all of them or none; OWNER, ADMINISTRATOR, SCHOOL_FOOD_ADMIN and MENU_WRITER of a
/// school, preschool or high school.
///
/// Each day says which `version` of it was seen. 409 MOVED_ON: somebody else has changed days since then; `errors` names them, and
/// nothing is written. A day without dishes and note is taken out. Dates lie within two years from today.
#[utoipa::path(tag = "lunch", params(Once), request_body = MenuDraft, responses((status = 200, body = SavedView), Problems))]
#[post("/api/v1/entities/{id}/lunch-menu")]
async fn save(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<MenuDraft>,
) -> Answer<SavedView> {
    Ok(Json(lunch::save(&platform, &who.0, *id, body.0).await?))
}

/// The file of a form (`file`), or the body itself.
async fn sent(request: &HttpRequest, body: Payload) -> Result<Vec<u8>, ApiError> {
    if request.content_type() == "text/csv" {
        let too_large = |_| ApiError::of(StatusCode::PAYLOAD_TOO_LARGE);
        let file = body.to_bytes_limited(MOST).await.map_err(too_large)?;
        return Ok(file.map_err(|error| unreadable_body(&error))?.to_vec());
    }
    if request.content_type() != "multipart/form-data" {
        return Err(ApiError::of(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let form = Multipart::new(request.headers(), body);
    field(form, "file", MOST).await?.ok_or_else(|| ApiError::of(StatusCode::BAD_REQUEST))
}

/// Put the days of a list (CSV, up to 1 MiB) in the place of what stands there; who writes the menu. As `text/csv`, or the field
/// `file` of a form.
///
/// A row for each dish. The first line names the columns: `Datum` and `Rätt`, and where there are any `Beskrivning`, `Kost`,
/// `Allergener` and `Anteckning`, with `;`, `,` or tabs between. Dates are `2026-11-24` or `24/11`; a row without one is of the day
/// above. All mistakes are answered at once, by line (`lines[3].date`), and then nothing is written.
#[utoipa::path(
    tag = "lunch",
    params(Looking, Once),
    request_body(content = String, content_type = "text/csv"),
    responses((status = 200, body = ImportedView), Problems)
)]
#[post("/api/v1/entities/{id}/lunch-menu/csv")]
async fn import(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    looking: ValidQuery<Looking>,
    request: HttpRequest,
    body: Payload,
) -> Answer<ImportedView> {
    // Before anything of a large body is read.
    lunch::may_write(&platform, &who.0, *id).await?;
    let file = sent(&request, body).await?;
    Ok(Json(lunch::import(&platform, &who.0, *id, file, looking.dry_run).await?))
}
