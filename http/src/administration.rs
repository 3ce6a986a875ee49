//! Administration: `/api/v1/entities/{id}/audit`, `/api/v1/entities/{id}/administration`, `/api/v1/administration`.
//! Contract §11.4.

#![allow(clippy::unreadable_literal, reason = "utoipa reads numbers without separators")]

use actix_web::HttpResponse;
use actors::administration::{
    self, Asked, Listed,
    view::{
        ActivityView, AdministeredEntityView, EntryView, FailedJobView, LimitsView, PersonView, SummaryView,
    },
};
use actors::invitations::view::RestingView;
use actors::platform::paging;
use actors::platform::time::now;
use garde::Validate;
use serde::Deserialize;
use storage::audit::{AuditId, AuditKind};
use storage::ids::JobId;
use storage::invitations::InvitationId;
use utoipa::{IntoParams, ToSchema};

use crate::platform::answer::Paging;
use crate::platform::codes::LIMITED;
use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Administration of an organisation and of the platform"),
    routes: |config| {
        config.service(log).service(table);
        config
            .service(summary)
            .service(people)
            .service(activity)
            .service(failed)
            .service(retry)
            .service(resting);
        config.service(retry_resting).service(organisations).service(limits).service(retry_address);
    },
    codes: &[
        ("administration_audit_log", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_audit.csv_table", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_administration_summary", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_people_people", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_activity_activity", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_jobs_failed", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_retry_retry", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_resting_resting", &[(403, &["ROLE_TOO_LOW"])]),
        (
            "administration_retry_retry_resting",
            &[
                (403, &["ROLE_TOO_LOW"]),
                (409, &["RESENT_ENOUGH", "UNSUBSCRIBED"]),
                (410, &["EXPIRED", "REVOKED", "USED"]),
                (429, &[LIMITED]),
            ],
        ),
        (
            "administration_entities_organisations",
            &[(403, &["ROLE_TOO_LOW"]), (503, &["SEARCH_UNAVAILABLE"])],
        ),
        ("administration_limits_limits", &[(403, &["ROLE_TOO_LOW"])]),
        ("administration_retry_retry_address", &[(403, &["ROLE_TOO_LOW"])]),
    ],
    ..Area::of(&storage::audit::AREA, &administration::AREA)
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

/// What administrators see first; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "administration", responses((status = 200, body = SummaryView), Problems))]
#[get("/api/v1/entities/{id}/administration")]
async fn summary(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<SummaryView> {
    Ok(Json(administration::summary(&platform, &who.0, *id).await?))
}

/// The people of an organisation by name, with the day on which they last used the service; OWNER and ADMINISTRATOR. Of
/// followers, customers and bookers that is not told.
#[utoipa::path(
    tag = "administration",
    params(Paging),
    responses((status = 200, body = Listing<PersonView>), Problems)
)]
#[get("/api/v1/entities/{id}/administration/people")]
async fn people(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    paging: ValidQuery<Paging>,
) -> Answer<Listing<PersonView>> {
    let at = paging.at();
    let found = administration::people(&platform, &who.0, *id, &paging.q, at.page, at.size).await?;
    Ok(Json(Listing::numbered(found, at)))
}

/// How many days.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedDays {
    /// 1–90, up to yesterday.
    #[serde(default = "ninety")]
    #[garde(range(min = 1, max = 90))]
    #[param(minimum = 1, maximum = 90)]
    days: i64,
}

fn ninety() -> i64 {
    90
}

/// What an organisation did on each day up to yesterday; OWNER and ADMINISTRATOR. A day is counted in the night after it.
#[utoipa::path(
    tag = "administration",
    params(WantedDays),
    responses((status = 200, body = ActivityView), Problems)
)]
#[get("/api/v1/entities/{id}/administration/activity")]
async fn activity(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    wanted: ValidQuery<WantedDays>,
) -> Answer<ActivityView> {
    Ok(Json(administration::activity(&platform, &who.0, *id, wanted.days, now()).await?))
}

/// The jobs of an organisation that were given up, the newest first; OWNER and ADMINISTRATOR. Of the platform (1): all there
/// are, with what they failed by.
#[utoipa::path(tag = "administration", responses((status = 200, body = Whole<FailedJobView>), Problems))]
#[get("/api/v1/entities/{id}/administration/jobs")]
async fn failed(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Whole<FailedJobView>> {
    Ok(Whole::of(administration::failed(&platform, &who.0, *id).await?))
}

/// Try a job again that was given up; 404 when it is tried already.
#[utoipa::path(
    tag = "administration",
    params(("id" = EntityId, Path), ("job_id" = JobId, Path)),
    responses((status = 204), Problems)
)]
#[post("/api/v1/entities/{id}/administration/jobs/{job_id}/retry")]
async fn retry(platform: Data<Platform>, who: SignedIn, path: Path<(EntityId, JobId)>) -> Bare {
    let (id, job_id) = path.into_inner();
    administration::retry(&platform, &who.0, id, job_id).await?;
    Ok(done())
}

/// The addresses that an organisation has invited and whose mails came back, the newest first, up to 100; OWNER and
/// ADMINISTRATOR.
#[utoipa::path(tag = "administration", responses((status = 200, body = Whole<RestingView>), Problems))]
#[get("/api/v1/entities/{id}/administration/resting")]
async fn resting(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<Whole<RestingView>> {
    Ok(Whole::of(administration::resting(&platform, &who.0, *id).await?))
}

/// Mail such an invitation again: its address rests no more. 409 UNSUBSCRIBED: its owner wants no invitations.
#[utoipa::path(
    tag = "administration",
    params(("id" = EntityId, Path), ("invitation_id" = InvitationId, Path)),
    responses((status = 204), Problems)
)]
#[post("/api/v1/entities/{id}/administration/resting/{invitation_id}/retry")]
async fn retry_resting(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(EntityId, InvitationId)>,
) -> Bare {
    let (id, invitation_id) = path.into_inner();
    administration::retry_resting(&platform, &who.0, id, invitation_id).await?;
    Ok(done())
}

/// Which organisations.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WantedOrganisations {
    /// The address of the only one.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    slug: String,
    /// An address, or words of a name.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    q: String,
    /// As the page before gave it.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[param(minimum = 0, maximum = 9007199254740991_i64)]
    cursor: Option<i64>,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
}

fn twenty() -> usize {
    20
}

impl WantedOrganisations {
    fn listed(&self) -> Listed<'_> {
        match (self.q.trim(), self.slug.as_str()) {
            ("", "") => Listed::All,
            ("", slug) => Listed::Address(slug),
            (text, _) => Listed::Named(text),
        }
    }
}

/// All organisations in the store's order, with who administers them; the platform's OWNER and ADMINISTRATOR. With `q` the one of
/// that address and those whose names have its words, best first and on one page; families are found by their address alone.
#[utoipa::path(
    tag = "administration",
    params(WantedOrganisations),
    responses((status = 200, body = Listing<AdministeredEntityView>), Problems)
)]
#[get("/api/v1/administration/entities")]
async fn organisations(
    platform: Data<Platform>,
    who: SignedIn,
    of: ValidQuery<WantedOrganisations>,
) -> Answer<Listing<AdministeredEntityView>> {
    let asked = paging::Asked { limit: of.limit, cursor: of.cursor };
    let page = administration::organisations(&platform, &who.0, of.listed(), asked).await?;
    Ok(Json(Listing::after(page, of.limit)))
}

/// The limits and quotas in force; the platform's OWNER and ADMINISTRATOR. They are settings of the server.
#[utoipa::path(tag = "administration", responses((status = 200, body = LimitsView), Problems))]
#[get("/api/v1/administration/limits")]
async fn limits(platform: Data<Platform>, who: SignedIn) -> Answer<LimitsView> {
    Ok(Json(administration::limits(&platform, &who.0).await?))
}

/// An address.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct ToRetry {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254, example = "ny@example.se")]
    email: String,
}

/// An address gets invitations again whose mails came back; the platform's OWNER and ADMINISTRATOR. 404: it does not rest.
/// Such addresses are kept by hashes, so that they cannot be listed.
#[utoipa::path(
    tag = "administration",
    request_body = ToRetry,
    responses((status = 204), Problems)
)]
#[post("/api/v1/administration/addresses/retry")]
async fn retry_address(platform: Data<Platform>, who: SignedIn, body: Valid<ToRetry>) -> Bare {
    administration::retry_address(&platform, &who.0, &body.email).await?;
    Ok(done())
}
