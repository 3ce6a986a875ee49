//! Calendars and events: `/api/v1/calendars`, `/api/v1/events`, `/api/v1/event`, and `/api/public/events`. Contract §7.

mod comments;
mod cover;
mod engagement;
mod enrollment;
mod filters;
mod ics;
mod local;
pub mod page;
mod reminders;
mod school;
mod subscriptions;
pub mod widget;

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag};
use actix_web::{HttpRequest, HttpResponse};
use actors::calendar::view::{
    CalendarView, ChangeCalendar, EventDraft, EventView, ListedView, NewCalendar, Scope,
};
use actors::calendar::{self, Which};
use actors::platform::error::Refusal;
use actors::platform::response_cache::Kept;
use garde::Validate;
use serde::Deserialize;
use storage::time::Moment;
use utoipa::IntoParams;

use enrollment::Occurrence;

use crate::platform::answer::is_known;
use crate::platform::codes::{LIMITED, OperationCodes, SCANNED, UNSCANNED, joined};
use crate::prelude::*;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Calendars and events"),
    routes: |config| {
        config.service(calendars).service(create).service(change).service(remove);
        comments::routes(config);
        cover::routes(config);
        engagement::routes(config);
        filters::routes(config);
        ics::routes(config);
        local::routes(config);
        school::routes(config);
        subscriptions::routes(config);
        widget::routes(config);
        config.service(events).service(public_events).service(public_event);
        config.service(create_event).service(event).service(change_event).service(remove_event);
        enrollment::routes(config);
        reminders::routes(config);
    },
    codes: CODES,
    places: &[
        place(
            "eventSeats",
            By::Server,
            calendar::enrollment::SEATS,
            &["EventSeats", "AccessDenied"],
            "How many places of an event are taken, for whoever sees it by its number.",
        ),
        place(
            "calendar",
            By::Server,
            calendar::live::CALENDAR,
            &["CalendarChanged", "AccessDenied"],
            "Something in a calendar is new, changed or gone, for whoever sees it by its number: what is shown is asked for anew.",
        ),
    ],
    bodies: Some(|| {
        let mut all = bodies::<calendar::enrollment::SeatsEvent>();
        all.merge(bodies::<calendar::live::CalendarEvents>());
        all
    }),
    page: page::at,
    ..Area::of(&storage::calendar::AREA, &calendar::AREA)
};

/// The codes of calendars and events.
const OWN: &[OperationCodes] = &[
    ("calendar_import_import", &[(403, &["ROLE_TOO_LOW"]), (409, &["SUBSCRIBED"]), (429, &[LIMITED])]),
    ("calendar_ics_feed_file", &[(429, &[LIMITED])]),
    ("calendar_events_events_of_municipality", &[(429, &[LIMITED]), (503, &[Refusal::SEARCH_AWAY])]),
    ("calendar_events_events_of_locality", &[(429, &[LIMITED]), (503, &[Refusal::SEARCH_AWAY])]),
    ("calendar_municipality_file_of_municipality", &[(429, &[LIMITED]), (503, &[Refusal::SEARCH_AWAY])]),
    ("calendar_tatort_file_of_locality", &[(429, &[LIMITED]), (503, &[Refusal::SEARCH_AWAY])]),
    ("calendar_calendars_calendars", &[(404, &["NOT_FOUND"])]),
    ("calendar_comments_begin_comments", &[(403, &["ACCESS_DENIED", "READ_ONLY_ROLE"]), (429, &[LIMITED])]),
    (
        "calendar_cover_set_cover",
        &[
            (403, &["ROLE_TOO_LOW"]),
            (409, &["MOVED_ON", "SUBSCRIBED"]),
            (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
            (415, &["NOT_AN_IMAGE"]),
            (422, SCANNED),
            (429, &[LIMITED]),
            (503, &[UNSCANNED]),
        ],
    ),
    ("calendar_cover_remove_cover", &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "SUBSCRIBED"])]),
    ("calendar_attend_attend", &[(403, &["BANNED"]), (409, &["ENROLLMENT_REQUIRED"])]),
    ("calendar_like_like", &[(403, &["BANNED"])]),
    ("calendar_share_share", &[(403, &["BANNED"])]),
    ("calendar_reactions_react", &[(403, &["BANNED"]), (409, &["TOO_MANY_EMOJI"])]),
    ("calendar_save_save", &[(409, &["QUOTA_REACHED"])]),
    (
        "calendar_republish_republish",
        &[
            (403, &["BANNED", "ROLE_TOO_LOW"]),
            (409, &["NOT_PUBLIC", "NO_PUBLIC_CALENDAR", "QUOTA_REACHED", "SUBSCRIBED"]),
        ],
    ),
    (
        "calendar_promoted_promote",
        &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "NOT_ORGANISATION", "NOT_PUBLIC", "SUBSCRIBED"])],
    ),
    (
        "calendar_promoted_demote",
        &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "NOT_ORGANISATION", "SUBSCRIBED"])],
    ),
    ("calendar_event_filters_create_filter", &[(404, &["NOT_FOUND"]), (409, &["QUOTA_REACHED"])]),
    ("calendar_calendars_create", &[(403, &["ROLE_TOO_LOW"]), (409, &["QUOTA_REACHED"]), (429, &[LIMITED])]),
    (
        "calendar_calendars_change",
        &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON", "NOT_SUBSCRIBED"]), (429, &[LIMITED])],
    ),
    ("calendar_calendars_remove", &[(403, &["ROLE_TOO_LOW"]), (409, &["MOVED_ON"])]),
    ("calendar_events_events", &[(404, &["NOT_FOUND"])]),
    ("calendar_events_public_events", &[(404, &["NOT_FOUND"])]),
    ("calendar_event_create_event", &[(403, &["ROLE_TOO_LOW"]), (409, &["QUOTA_REACHED", "SUBSCRIBED"])]),
    (
        "calendar_event_change_event",
        &[
            (403, &["ROLE_TOO_LOW"]),
            (
                409,
                &["CAPACITY_TAKEN", "ENROLLED", "HAS_EXCEPTIONS", "MOVED_ON", "QUOTA_REACHED", "SUBSCRIBED"],
            ),
        ],
    ),
    (
        "calendar_event_remove_event",
        &[(403, &["ROLE_TOO_LOW"]), (409, &["HAS_ENROLLED", "MOVED_ON", "QUOTA_REACHED", "SUBSCRIBED"])],
    ),
];

/// The codes of all parts of the area.
const CODES: &[OperationCodes] = &joined::<
    { OWN.len() + enrollment::CODES.len() + school::CODES.len() + subscriptions::CODES.len() },
>(&[OWN, enrollment::CODES, school::CODES, subscriptions::CODES]);

/// Whose calendars.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Whose {
    /// One organisation's alone.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    id_entity: Option<EntityId>,
    /// One person's alone, as far as they let me; `idEntity` counts where both are named.
    #[garde(skip)]
    #[param(value_type = Option<i64>)]
    id_user: Option<UserId>,
}

/// Which events.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Between {
    /// `calendarUUID`s with commas between, at most 50; absent: all that I see.
    #[serde(default)]
    #[garde(length(bytes, max = 2000))]
    #[param(max_length = 2000)]
    calendar: String,
    /// What ends after this; a date (`YYYY-MM-DD`) is its Swedish midnight.
    #[garde(skip)]
    #[param(value_type = String, format = DateTime, example = "2026-06-01T00:00:00Z")]
    from: Moment,
    /// What begins before this, at most 400 days later; a date is its Swedish midnight.
    #[garde(skip)]
    #[param(value_type = String, format = DateTime, example = "2026-07-01T00:00:00Z")]
    to: Moment,
}

impl Between {
    fn calendars(&self) -> Vec<&str> {
        self.calendar.split(',').map(str::trim).filter(|uuid| !uuid.is_empty()).collect()
    }
}

/// How much of a series.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Meant {
    /// `this`, `future` or `all` (when absent).
    #[serde(default)]
    #[garde(skip)]
    #[param(inline)]
    scope: Scope,
    /// When the one that is meant begins as one of the series; for `this` and `future`.
    #[garde(skip)]
    #[param(value_type = Option<String>, format = DateTime)]
    recurrence_id: Option<Moment>,
    /// One that was taken out of a series goes, also where somebody is enrolled in it: the answer to 409 HAS_ENROLLED.
    #[serde(default)]
    #[garde(skip)]
    confirm: bool,
}

impl From<&Meant> for Which {
    fn from(meant: &Meant) -> Self {
        Self { scope: meant.scope, recurrence_id: meant.recurrence_id, confirmed: meant.confirm }
    }
}

/// My own calendars (everybody has one), and those of my organisations that I may see; or another person's.
///
/// What a contact sees of mine I say as `eventSetting`: NONE nothing but what everybody sees, FREE_BUSY times called 'Upptagen' and
/// nothing else (`busyOnly`; without what is UNLISTED), DETAILS all but what is private in a calendar that is not, EDIT everything,
/// and they write in it. 404: nobody I may know of.
#[utoipa::path(tag = "calendar", params(Whose), responses((status = 200, body = Whole<CalendarView>), Problems))]
#[get("/api/v1/calendars")]
async fn calendars(
    platform: Data<Platform>,
    who: SignedIn,
    whose: ValidQuery<Whose>,
) -> Answer<Whole<CalendarView>> {
    let found = match (whose.id_entity, whose.id_user) {
        (None, Some(id)) => calendar::of_person(&platform, &who.0, id).await?,
        (entity, _) => calendar::calendars(&platform, &who.0, entity).await?,
    };
    Ok(Whole::of(found))
}

/// Make a calendar: one's own, or an organisation's (OWNER and ADMINISTRATOR). 50 of each at most.
///
/// With a `source` its events are fetched from there, at once and every few hours (20 such calendars at most; files up to 5 MB and
/// 5,000 events), and nobody changes them here (409 SUBSCRIBED): `sourceState` says how it stands with that.
#[utoipa::path(tag = "calendar", params(Once), request_body = NewCalendar, responses((status = 201, body = CalendarView), Problems))]
#[post("/api/v1/calendars")]
async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewCalendar>) -> Bare {
    Ok(HttpResponse::Created().json(calendar::create(&platform, &who.0, body.0).await?))
}

/// Change a calendar; its person, or OWNER and ADMINISTRATOR. Whether it is fetched from elsewhere stays as it was made; from where
/// may change.
#[utoipa::path(tag = "calendar", request_body = ChangeCalendar, responses((status = 200, body = CalendarView), Problems))]
#[put("/api/v1/calendars/{uuid}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    uuid: Path<String>,
    body: Valid<ChangeCalendar>,
) -> Answer<CalendarView> {
    Ok(Json(calendar::change(&platform, &who.0, &uuid, body.0).await?))
}

/// Remove a calendar and everything in it; its person, or OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "calendar", responses((status = 204), Problems))]
#[delete("/api/v1/calendars/{uuid}")]
async fn remove(platform: Data<Platform>, who: SignedIn, uuid: Path<String>) -> Bare {
    calendar::remove(&platform, &who.0, &uuid).await?;
    Ok(done())
}

/// What happens between two moments, each one of a series by itself, by its beginning.
#[utoipa::path(tag = "calendar", params(Between), responses((status = 200, body = Whole<ListedView>), Problems))]
#[get("/api/v1/events")]
async fn events(
    platform: Data<Platform>,
    who: SignedIn,
    which: ValidQuery<Between>,
) -> Answer<Whole<ListedView>> {
    let named = which.calendars();
    Ok(Whole::of(calendar::between(&platform, Some(&who.0), &named, which.from, which.to).await?))
}

/// The same of calendars that anybody may look at, without signing in; `calendar` must name some. With an ETag.
#[utoipa::path(
    tag = "calendar",
    params(Between),
    responses((status = 200, body = Whole<ListedView>), (status = 304), Problems)
)]
#[get("/api/public/events")]
async fn public_events(platform: Data<Platform>, request: HttpRequest, which: ValidQuery<Between>) -> Bare {
    let written =
        |all: Vec<ListedView>| serde_json::to_vec(&*Whole::of(all)).map_err(|_| Refusal::internal());
    let (named, window) = (which.calendars(), (which.from, which.to));
    let kept = calendar::public_between(&platform, &named, window, written).await?;
    Ok(given(&request, kept, "application/json", "public, max-age=0, must-revalidate"))
}

/// Answers a cached file: with its ETag, and 304 if the caller has it.
fn given(
    request: &HttpRequest,
    kept: Kept,
    content_type: &'static str,
    cached: &'static str,
) -> HttpResponse {
    let etag = EntityTag::new_weak(kept.etag);
    let is_known = is_known(request, &etag);
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((ETAG, etag.to_string())).insert_header((CACHE_CONTROL, cached));
    if is_known {
        return answer.finish();
    }
    answer.content_type(content_type).body(kept.bytes)
}

/// Put an event into a calendar; who writes in it.
#[utoipa::path(tag = "calendar", params(Once), request_body = EventDraft, responses((status = 201, body = EventView), Problems))]
#[post("/api/v1/event")]
async fn create_event(platform: Data<Platform>, who: SignedIn, body: Valid<EventDraft>) -> Bare {
    Ok(HttpResponse::Created().json(calendar::create_event(&platform, &who.0, body.0).await?))
}

/// An event by its id or `eventUUID`, for who may see it. What is UNLISTED is found by `eventUUID` alone.
/// `recurrenceId`: in which of a series one enrols.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EventView), Problems))]
#[get("/api/v1/event/{id}")]
async fn event(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<EventView> {
    Ok(Json(calendar::event(&platform, Some(&who.0), &id, of.recurrence_id).await?))
}

/// The same, without signing in.
#[utoipa::path(tag = "calendar", params(Occurrence), responses((status = 200, body = EventView), Problems))]
#[get("/api/public/event/{id}")]
async fn public_event(
    platform: Data<Platform>,
    id: Path<String>,
    of: ValidQuery<Occurrence>,
) -> Answer<EventView> {
    Ok(Json(calendar::event(&platform, None, &id, of.recurrence_id).await?))
}

/// Change an event, or of a series one (which becomes an event of its own), that and all after it (which become a series of their
/// own), or all. Answers what was changed, or what became of it.
#[utoipa::path(tag = "calendar", params(Meant), request_body = EventDraft, responses((status = 200, body = EventView), Problems))]
#[put("/api/v1/event/{id}")]
async fn change_event(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    meant: ValidQuery<Meant>,
    body: Valid<EventDraft>,
) -> Answer<EventView> {
    Ok(Json(calendar::change_event(&platform, &who.0, &id, (&*meant).into(), body.0).await?))
}

/// Remove an event, or of a series one, that and all after it, or all.
#[utoipa::path(tag = "calendar", params(Meant), responses((status = 204), Problems))]
#[delete("/api/v1/event/{id}")]
async fn remove_event(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<String>,
    meant: ValidQuery<Meant>,
) -> Bare {
    calendar::remove_event(&platform, &who.0, &id, (&*meant).into()).await?;
    Ok(done())
}
