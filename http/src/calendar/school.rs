//! School year calendars: `/api/public/school-year`, `/api/public/school-calendars`,
//! `/api/v1/entities/{id}/school-calendars`.
//! Contract §7.

use actors::calendar::school;
use actors::calendar::school::template::EasterBreak;
use actors::calendar::school::view::{SchoolCalendars, SchoolYear, SchoolYearDraft, SchoolYearProposal};
use garde::Validate;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::platform::codes::OperationCodes;
use crate::prelude::*;

pub const CODES: &[OperationCodes] = &[
    (
        "calendar_school_calendars_put_year",
        &[
            (403, &["ROLE_TOO_LOW"]),
            (409, &["ENROLLED", "MOVED_ON", "NOT_A_SCHOOL", "QUOTA_REACHED", "SUBSCRIBED"]),
        ],
    ),
    ("calendar_school_calendars_year_of", &[(403, &["ROLE_TOO_LOW"]), (409, &["SUBSCRIBED"])]),
];

pub fn routes(config: &mut ServiceConfig) {
    config.service(proposal).service(public_calendars).service(calendars).service(year_of).service(put_year);
}

/// Of which municipality and year.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Wished {
    /// Official code.
    #[garde(skip)]
    #[param(example = 180)]
    id_municipality: i64,
    /// The year in which the school year begins.
    #[garde(range(min = 2020, max = 2098))]
    #[param(minimum = 2020, maximum = 2098, example = 2026)]
    year: i64,
    /// The week of the winter break (sportlov); absent: as is usual in the municipality, as far as that is known.
    #[garde(inner(range(min = 7, max = 10)))]
    #[param(minimum = 7, maximum = 10)]
    sports_week: Option<i8>,
    /// Which days around Easter are free; absent: after it, or before it where it is late.
    #[garde(skip)]
    #[param(inline)]
    easter_break: Option<EasterBreak>,
}

/// Whether a school year is only looked at.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LookingAtYear {
    /// What would become of it is answered, and nothing is written.
    #[serde(default)]
    #[garde(skip)]
    dry_run: bool,
}

/// How a school year may look in a municipality: a proposal by rule, of which nothing is decided.
///
/// School years have no dates that are fixed for the country: who runs the schools decides.
#[utoipa::path(tag = "calendar", params(Wished), responses((status = 200, body = SchoolYearProposal), Problems))]
#[get("/api/public/school-year")]
async fn proposal(platform: Data<Platform>, wished: ValidQuery<Wished>) -> Answer<SchoolYearProposal> {
    let Wished { id_municipality, year, sports_week, easter_break } = wished.0;
    Ok(Json(school::proposal(&platform, id_municipality, year, sports_week, easter_break)?))
}

/// A school's calendars of school years that everybody sees. 404: the organisation is no school.
#[utoipa::path(tag = "calendar", responses((status = 200, body = SchoolCalendars), Problems))]
#[get("/api/public/school-calendars/{id}")]
async fn public_calendars(platform: Data<Platform>, id: Path<EntityId>) -> Answer<SchoolCalendars> {
    Ok(Json(school::calendars(&platform, None, *id).await?))
}

/// The same, with those that I see, and what I may do (`abilities`).
#[utoipa::path(tag = "calendar", responses((status = 200, body = SchoolCalendars), Problems))]
#[get("/api/v1/entities/{id}/school-calendars")]
async fn calendars(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<SchoolCalendars> {
    Ok(Json(school::calendars(&platform, Some(&who.0), *id).await?))
}

/// A school year as it was put into a calendar last, and what has become of it since; OWNER and ADMINISTRATOR.
///
/// KEPT: somebody has changed the event by hand (`stands`). GONE: somebody has taken it out of the calendar.
#[utoipa::path(tag = "calendar", responses((status = 200, body = SchoolYear), Problems))]
#[get("/api/v1/entities/{id}/school-calendars/{uuid}/{year}")]
async fn year_of(
    platform: Data<Platform>,
    who: SignedIn,
    at: Path<(EntityId, String, i64)>,
) -> Answer<SchoolYear> {
    let (id, uuid, year) = at.into_inner();
    Ok(Json(school::year(&platform, &who.0, id, &uuid, year).await?))
}

/// Put a school year into one of the school's calendars of school years, or into a new one; OWNER and ADMINISTRATOR of a school,
/// preschool or high school.
///
/// Each day becomes an event of the calendar. Put in again, days that nobody has changed by hand follow, and none is doubled: what
/// somebody has changed is KEPT, what somebody has taken out stays GONE unless the day says `again`. 409 MOVED_ON: somebody else
/// has put the year in since the `version` that was looked at.
#[utoipa::path(tag = "calendar", params(LookingAtYear, Once), request_body = SchoolYearDraft, responses((status = 200, body = SchoolYear), Problems))]
#[post("/api/v1/entities/{id}/school-calendars")]
async fn put_year(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    looking: ValidQuery<LookingAtYear>,
    body: Valid<SchoolYearDraft>,
) -> Answer<SchoolYear> {
    Ok(Json(school::put(&platform, &who.0, *id, body.0, looking.dry_run).await?))
}
