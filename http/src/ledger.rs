//! Ledgers of organisations: `/api/v1/ledger`, and how an organisation bills. Contract §8.3.

use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actors::ledger::settings_view::{SettingsDraft, SettingsView};
use actors::ledger::view::{
    CancelDraft, EntriesView, EntryDraft, EntryView, PaidDraft, RefundDraft, StatusDraft,
};
use actors::ledger::{self, Wanted};
use garde::Validate;
use serde::Deserialize;
use storage::time::Day;
use utoipa::IntoParams;

use crate::prelude::*;

const NOT_MANAGER: &[&str] = &["ROLE_TOO_LOW"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Ledgers of organisations: what they bill, and whether it is paid"),
    routes: |config| {
        config.service(list).service(mine).service(make).service(entry);
        config.service(paper).service(table).service(accounts);
        config.service(set_status).service(paid).service(cancel).service(refund);
        config.service(settings).service(set_settings);
    },
    codes: &[
        ("ledger_ledger_list", &[(403, NOT_MANAGER), (404, &["NOT_FOUND"])]),
        ("ledger_ledger_make", &[(403, NOT_MANAGER)]),
        ("ledger_ledger.csv_table", &[(403, NOT_MANAGER), (404, &["NOT_FOUND"])]),
        ("ledger_ledger.si_accounts", &[(403, NOT_MANAGER), (404, &["NOT_FOUND"])]),
        ("ledger_status_set_status", &[(403, NOT_MANAGER), (409, &["ALREADY_PAID", "CANCELLED"])]),
        ("ledger_paid_paid", &[(403, NOT_MANAGER), (409, &["CANCELLED"])]),
        ("ledger_cancel_cancel", &[(403, NOT_MANAGER), (409, &["ALREADY_PAID"])]),
        ("ledger_refund_refund", &[(403, NOT_MANAGER), (409, &["NOT_PAID"])]),
        ("ledger_ledger_settings_settings", &[(403, NOT_MANAGER)]),
        ("ledger_ledger_settings_set_settings", &[(403, NOT_MANAGER), (409, &["MOVED_ON"])]),
    ],
    ..Area::of(&storage::ledger::AREA, &ledger::AREA)
};

/// Which entries of an organisation.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    #[garde(skip)]
    entity: EntityId,
    /// From 0.
    #[serde(default)]
    #[garde(range(max = 100_000))]
    #[param(maximum = 100_000)]
    page: usize,
    /// 1–100.
    #[serde(default = "ten")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
    /// 1 open, 2 cancelled, 3 paid, 4 refunded; absent: all.
    #[garde(inner(range(min = 1, max = 4)))]
    #[param(minimum = 1, maximum = 4)]
    status: Option<i64>,
    /// Made on this day or later, in Sweden.
    #[param(value_type = Option<String>, format = Date, example = "2026-11-01")]
    #[garde(skip)]
    from: Option<Day>,
    /// Made on this day or earlier; at most 400 days in all.
    #[param(value_type = Option<String>, format = Date, example = "2026-11-30")]
    #[garde(skip)]
    to: Option<Day>,
}

/// Which page of my own entries.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// From 0.
    #[serde(default)]
    #[garde(range(max = 1_000))]
    #[param(maximum = 1_000)]
    page: usize,
    /// 1–100.
    #[serde(default = "ten")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    size: usize,
}

/// What is taken out of an organisation's ledger.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Taken {
    #[garde(skip)]
    entity: EntityId,
    /// The first day, in Sweden.
    #[param(value_type = String, format = Date, example = "2026-11-01")]
    #[garde(skip)]
    from: Day,
    /// The last day; at most 400 days in all.
    #[param(value_type = String, format = Date, example = "2026-11-30")]
    #[garde(skip)]
    to: Day,
}

/// A file: `attachment` is saved, `inline` shown.
pub fn file(content_type: &str, how: &str, name: &str, body: impl MessageBody + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header(("Content-Disposition", format!("{how}; filename=\"{name}\"")))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "private, no-store"))
        .body(body)
}

fn ten() -> usize {
    10
}

/// The entries of an organisation, newest first, with its balance; OWNER, ADMINISTRATOR, PRESIDENT and MANAGER.
#[utoipa::path(tag = "ledger", params(Asked), responses((status = 200, body = EntriesView), Problems))]
#[get("/api/v1/ledger")]
async fn list(platform: Data<Platform>, who: SignedIn, asked: ValidQuery<Asked>) -> Answer<EntriesView> {
    let Asked { entity: entity_id, page, size, status, from, to } = asked.0;
    let wanted = Wanted { entity_id, status, from, to, page, size };
    Ok(Json(ledger::list(&platform, &who.0, wanted).await?))
}

/// What I am billed for, by any organisation, newest first.
#[utoipa::path(tag = "ledger", params(Page), responses((status = 200, body = EntriesView), Problems))]
#[get("/api/v1/ledger/mine")]
async fn mine(platform: Data<Platform>, who: SignedIn, at: ValidQuery<Page>) -> Answer<EntriesView> {
    Ok(Json(ledger::mine(&platform, &who.0, at.page, at.size).await?))
}

/// Bill somebody by hand, as who manages the ledger. It gets the next number of its year, and what it bills never changes.
#[utoipa::path(tag = "ledger", params(Once), request_body = EntryDraft, responses((status = 201, body = EntryView), Problems))]
#[post("/api/v1/ledger")]
async fn make(platform: Data<Platform>, who: SignedIn, body: Valid<EntryDraft>) -> Bare {
    Ok(HttpResponse::Created().json(ledger::create(&platform, &who.0, body.0).await?))
}

/// An entry by its id or uuid, with what happened to it: for who manages the ledger, for whoever is billed, and for who manages
/// the organisation that is.
#[utoipa::path(tag = "ledger", responses((status = 200, body = EntryView), Problems))]
#[get("/api/v1/ledger/{id}")]
async fn entry(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Answer<EntryView> {
    Ok(Json(ledger::one(&platform, &who.0, &id).await?))
}

/// An entry as 'Betalningsunderlag' (PDF), for whoever sees it.
#[utoipa::path(tag = "ledger", responses((status = 200, content_type = "application/pdf", body = Vec<u8>), Problems))]
#[get("/api/v1/ledger/{id}/underlag.pdf")]
async fn paper(platform: Data<Platform>, who: SignedIn, id: Path<String>) -> Bare {
    let (reference, bytes) = ledger::pdf(&platform, &who.0, &id).await?;
    Ok(file("application/pdf", "inline", &format!("betalningsunderlag-{reference}.pdf"), bytes))
}

/// The entries that were made on some days as a table, for who manages the ledger.
#[utoipa::path(tag = "ledger", params(Taken), responses((status = 200, content_type = "text/csv", body = String), Problems))]
#[get("/api/v1/ledger.csv")]
async fn table(platform: Data<Platform>, who: SignedIn, taken: ValidQuery<Taken>) -> Bare {
    let Taken { entity, from, to } = taken.0;
    let table = ledger::table(&platform, &who.0, entity, (from, to)).await?;
    Ok(file("text/csv; charset=utf-8", "attachment", &format!("underlag-{}-{}.csv", from.0, to.0), table))
}

/// The vouchers of some days within a year for a bookkeeping program (SIE 4I, CP437), for who manages the ledger.
#[utoipa::path(
    tag = "ledger",
    params(Taken),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), Problems)
)]
#[get("/api/v1/ledger.si")]
async fn accounts(platform: Data<Platform>, who: SignedIn, taken: ValidQuery<Taken>) -> Bare {
    let Taken { entity, from, to } = taken.0;
    let bytes = ledger::accounts(&platform, &who.0, entity, (from, to)).await?;
    Ok(file("application/octet-stream", "attachment", &format!("underlag-{}-{}.si", from.0, to.0), bytes))
}

/// Cancel an entry (2, with `reason`) or mark it as paid (3): the same as `/cancel` and `/paid`.
#[utoipa::path(tag = "ledger", request_body = StatusDraft, responses((status = 200, body = EntryView), Problems))]
#[put("/api/v1/ledger/{id}/status")]
async fn set_status(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<StatusDraft>,
) -> Answer<EntryView> {
    Ok(Json(ledger::set_status(&platform, &who.0, &id, body.0).await?))
}

/// Mark an entry as paid, or a refund as paid out. Paid once more it stays as it was. 409 CANCELLED.
#[utoipa::path(tag = "ledger", request_body = PaidDraft, responses((status = 200, body = EntryView), Problems))]
#[post("/api/v1/ledger/{id}/paid")]
async fn paid(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<PaidDraft>,
) -> Answer<EntryView> {
    Ok(Json(ledger::pay(&platform, &who.0, &id, body.0).await?))
}

/// Cancel an open entry. 409 ALREADY_PAID: it is refunded instead.
#[utoipa::path(tag = "ledger", request_body = CancelDraft, responses((status = 200, body = EntryView), Problems))]
#[post("/api/v1/ledger/{id}/cancel")]
async fn cancel(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<CancelDraft>,
) -> Answer<EntryView> {
    Ok(Json(ledger::cancel(&platform, &who.0, &id, body.0).await?))
}

/// Refund a part of a paid entry, or all of it, by an entry of its own with a negative amount, which is open until it is paid out.
/// Answers the entry that is refunded. 409 NOT_PAID; 422 TOO_MUCH (`amount`).
#[utoipa::path(tag = "ledger", params(Once), request_body = RefundDraft, responses((status = 200, body = EntryView), Problems))]
#[post("/api/v1/ledger/{id}/refund")]
async fn refund(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    body: Valid<RefundDraft>,
) -> Answer<EntryView> {
    Ok(Json(ledger::refund(&platform, &who.0, &id, body.0).await?))
}

/// How an organisation bills, for who manages its ledger.
#[utoipa::path(tag = "ledger", responses((status = 200, body = SettingsView), Problems))]
#[get("/api/v1/entities/{id}/ledger-settings")]
async fn settings(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<SettingsView> {
    Ok(Json(ledger::settings(&platform, &who.0, *id).await?))
}

/// Put other settings in the place of what stands there. 409 MOVED_ON: they have another `version` by now.
#[utoipa::path(tag = "ledger", request_body = SettingsDraft, responses((status = 200, body = SettingsView), Problems))]
#[put("/api/v1/entities/{id}/ledger-settings")]
async fn set_settings(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<SettingsDraft>,
) -> Answer<SettingsView> {
    Ok(Json(ledger::save_settings(&platform, &who.0, *id, body.0).await?))
}
