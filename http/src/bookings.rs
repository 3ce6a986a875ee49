//! Bookings: `/api/v1/bookables`, `/api/v1/booking`, and what organisations have of them. Contract §8.

mod asked;
mod groups;
mod guests;
mod markup;
pub mod page;
mod pictures;
mod widget;

use actix_web::HttpResponse;
use actors::bookings::rules::state::Act;
use actors::bookings::view::{
    AvailabilityDraft, AvailabilityView, BookableDraft, BookableView, BookablesView, BookedView,
    BookingDraft, BookingView, BookingsView, HoldDraft, HoldView, MoveDraft, QueuedTimesView, QuoteDraft,
    QuoteView, ReasonDraft, ScheduleView, SharedBookingView, SlotsView, WaitingView,
};
use actors::bookings::{self, Mine, Of};
use actors::platform::error::Refusal;
use storage::occupancy::{BookableId, OccupationId};

use asked::{Period, Time, Wanted, Window};

use crate::platform::codes::{LIMITED, SCANNED, UNSCANNED};
use crate::prelude::*;

/// Why a time cannot be booked.
const TAKEN: &[&str] =
    &["HOLD_EXPIRED", "OVERDUE", "OVERLAP", "PRICE_CHANGED", "QUOTA", "TOO_MANY_HOLDS", "UNAVAILABLE"];
const DECIDED: &[&str] = &["NOT_ACTIVE", "WRONG_STATUS"];
const NOT_MANAGER: &[&str] = &["ROLE_TOO_LOW", "BANNED"];
const NOT_BOOKER: &[&str] = &["BANNED", "MAY_NOT_BOOK", "NOT_MEMBER", "ROLE_TOO_LOW"];

/// Why what a guest asks for is not held; and why it is not booked, or not changed.
const ASKED: &[&str] = &["OVERLAP", "UNAVAILABLE"];
const ACTED: &[&str] = &[
    "HOLD_EXPIRED",
    "MOVED_ON",
    "NOT_ACTIVE",
    "OVERLAP",
    "PRICE_CHANGED",
    "QUOTA",
    "UNAVAILABLE",
    "WRONG_STATUS",
];
/// What is said of forms.
const LARGE: &[&str] = &["TOO_LARGE"];
const OTHER: &[&str] = &["UNSUPPORTED_MEDIA_TYPE"];
const WRONG: &[&str] = &["INVALID"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Bookables of organisations, their free times, and bookings"),
    routes: |config| {
        config.service(of_entity).service(make).service(bookable).service(change).service(remove);
        config.service(availability).service(set_availability);
        config.service(entity_availability).service(set_entity_availability);
        config
            .service(slots)
            .service(schedule)
            .service(hold)
            .service(release)
            .service(wait)
            .service(stop_waiting);
        groups::configure(config);
        pictures::configure(config);
        config
            .service(quote)
            .service(book)
            .service(list)
            .service(shared)
            .service(waiting)
            .service(booking)
            .service(shift);
        config.service(confirm).service(decline).service(cancel);
        config.service(check_in).service(check_out).service(no_show);
        guests::routes(config);
        config.service(widget::widget);
    },
    codes: &[
        ("bookings_bookables_of_entity", &[(403, &["BANNED"])]),
        ("bookings_bookables_make", &[(403, NOT_MANAGER), (409, &["QUOTA_REACHED"])]),
        ("bookings_bookables_bookable", &[(403, &["BANNED"])]),
        ("bookings_bookables_change", &[(403, NOT_MANAGER), (409, &["STALE"])]),
        ("bookings_bookables_remove", &[(403, NOT_MANAGER), (409, &["MOVED_ON"])]),
        (
            "bookings_pictures_add",
            &[
                (403, NOT_MANAGER),
                (409, &["QUOTA_REACHED"]),
                (413, &["TOO_LARGE_TO_SCAN", "TOO_MANY_PIXELS"]),
                (415, &["NOT_AN_IMAGE"]),
                (422, SCANNED),
                (429, &[LIMITED]),
                (503, &[UNSCANNED]),
            ],
        ),
        ("bookings_pictures_remove", &[(403, NOT_MANAGER)]),
        ("bookings_availability_availability", &[(403, &["BANNED"])]),
        ("bookings_availability_set_availability", &[(403, NOT_MANAGER), (409, &["MOVED_ON"])]),
        ("bookings_availability_entity_availability", &[(403, &["BANNED"])]),
        ("bookings_availability_set_entity_availability", &[(403, NOT_MANAGER), (409, &["MOVED_ON"])]),
        ("bookings_slots_slots", &[(403, &["BANNED"])]),
        ("bookings_schedule_schedule", &[(403, &["BANNED"])]),
        ("bookings_hold_hold", &[(403, NOT_BOOKER), (409, TAKEN)]),
        ("bookings_waitlist_wait", &[(403, NOT_BOOKER), (409, &["FREE", "UNAVAILABLE", "WAITLIST_FULL"])]),
        ("bookings_waitlist_stop_waiting", &[(403, &["BANNED"])]),
        ("bookings_quote_quote", &[(403, NOT_BOOKER), (409, TAKEN)]),
        ("bookings_bookable_groups_of_entity", &[(403, &["BANNED"])]),
        ("bookings_bookable_groups_make", &[(403, NOT_MANAGER), (409, &["QUOTA_REACHED"])]),
        ("bookings_bookable_groups_group", &[(403, &["BANNED"])]),
        ("bookings_bookable_groups_change", &[(403, NOT_MANAGER), (409, &["STALE"])]),
        ("bookings_bookable_groups_remove", &[(403, NOT_MANAGER), (409, &["MOVED_ON"])]),
        ("bookings_slots_group_slots", &[(403, &["BANNED"])]),
        ("bookings_hold_group_hold", &[(403, NOT_BOOKER), (409, TAKEN)]),
        ("bookings_booking_book", &[(403, NOT_BOOKER), (409, TAKEN)]),
        ("bookings_booking_list", &[(403, &["ROLE_TOO_LOW"])]),
        (
            "bookings_booking_shift",
            &[(403, NOT_BOOKER), (409, &["MOVED_ON", "NOT_ACTIVE", "OVERLAP", "QUOTA", "UNAVAILABLE"])],
        ),
        ("bookings_confirm_confirm", &[(403, &["ROLE_TOO_LOW"]), (409, DECIDED)]),
        ("bookings_decline_decline", &[(403, &["ROLE_TOO_LOW"]), (409, DECIDED)]),
        ("bookings_cancel_cancel", &[(409, DECIDED)]),
        ("bookings_checkin_check_in", &[(403, &["ROLE_TOO_LOW"]), (409, DECIDED)]),
        ("bookings_checkout_check_out", &[(403, &["ROLE_TOO_LOW"]), (409, DECIDED)]),
        ("bookings_noshow_no_show", &[(403, &["ROLE_TOO_LOW"]), (409, DECIDED)]),
        ("bookings_booking_ask", &[(409, ASKED), (429, &[LIMITED])]),
        (
            "bookings_boka_ask_by_form",
            &[(409, ASKED), (413, LARGE), (415, OTHER), (422, WRONG), (429, &[LIMITED])],
        ),
        ("bookings_boka_act", &[(409, ACTED), (413, LARGE), (415, OTHER), (422, WRONG)]),
    ],
    page: page::at,
    ..Area::of(&storage::bookings::AREA, &bookings::AREA)
};

/// Most bookings of an organisation in one answer.
const MANAGED: usize = 2_000;

/// What an organisation lets one book, by name: what the caller may see of it.
#[utoipa::path(tag = "bookings", responses((status = 200, body = BookablesView), Problems))]
#[get("/api/v1/entities/{id}/bookables")]
async fn of_entity(platform: Data<Platform>, who: SignedIn, id: Path<EntityId>) -> Answer<BookablesView> {
    Ok(Json(bookings::list(&platform, &who.0, *id).await?))
}

/// Make a bookable; OWNER, ADMINISTRATOR, PRESIDENT and MANAGER. Without `idSpace` it has a space of its own; two bookables of a
/// space collide where their units do.
#[utoipa::path(tag = "bookings", params(Once), request_body = BookableDraft, responses((status = 201, body = BookableView), Problems))]
#[post("/api/v1/bookables")]
async fn make(platform: Data<Platform>, who: SignedIn, body: Valid<BookableDraft>) -> Bare {
    Ok(HttpResponse::Created().json(bookings::create(&platform, &who.0, body.0).await?))
}

/// One bookable.
#[utoipa::path(tag = "bookings", responses((status = 200, body = BookableView), Problems))]
#[get("/api/v1/bookables/{id}")]
async fn bookable(platform: Data<Platform>, who: SignedIn, id: Path<BookableId>) -> Answer<BookableView> {
    Ok(Json(bookings::get(&platform, &who.0, *id).await?))
}

/// Change a bookable; its organisation and space stay, and so do bookings that were made. 409 STALE: it has another `version` by now;
/// `current` is what stands.
#[utoipa::path(tag = "bookings", request_body = BookableDraft, responses((status = 200, body = BookableView), Problems))]
#[put("/api/v1/bookables/{id}")]
async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableId>,
    body: Valid<BookableDraft>,
) -> Answer<BookableView> {
    Ok(Json(bookings::change(&platform, &who.0, *id, body.0).await?))
}

/// Remove a bookable; bookings that were made stay.
#[utoipa::path(tag = "bookings", responses((status = 204), Problems))]
#[delete("/api/v1/bookables/{id}")]
async fn remove(platform: Data<Platform>, who: SignedIn, id: Path<BookableId>) -> Bare {
    bookings::remove(&platform, &who.0, *id).await?;
    Ok(done())
}

/// A bookable's own opening hours.
#[utoipa::path(tag = "bookings", responses((status = 200, body = AvailabilityView), Problems))]
#[get("/api/v1/bookables/{id}/availability")]
async fn availability(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableId>,
) -> Answer<AvailabilityView> {
    Ok(Json(bookings::hours(&platform, &who.0, *id).await?))
}

/// Put a bookable's own opening hours in the place of what stands there. On dates that one of its periods covers, its periods alone
/// decide; closures hold over all of them.
#[utoipa::path(tag = "bookings", request_body = AvailabilityDraft, responses((status = 200, body = AvailabilityView), Problems))]
#[put("/api/v1/bookables/{id}/availability")]
async fn set_availability(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableId>,
    body: Valid<AvailabilityDraft>,
) -> Answer<AvailabilityView> {
    Ok(Json(bookings::save_hours(&platform, &who.0, *id, body.0).await?))
}

/// An organisation's opening hours, for all its bookables.
#[utoipa::path(tag = "bookings", responses((status = 200, body = AvailabilityView), Problems))]
#[get("/api/v1/entities/{id}/availability")]
async fn entity_availability(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
) -> Answer<AvailabilityView> {
    Ok(Json(bookings::entity_hours(&platform, &who.0, *id).await?))
}

/// Put an organisation's opening hours in the place of what stands there.
#[utoipa::path(tag = "bookings", request_body = AvailabilityDraft, responses((status = 200, body = AvailabilityView), Problems))]
#[put("/api/v1/entities/{id}/availability")]
async fn set_entity_availability(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    body: Valid<AvailabilityDraft>,
) -> Answer<AvailabilityView> {
    Ok(Json(bookings::save_entity_hours(&platform, &who.0, *id, body.0).await?))
}

/// When a bookable can be booked, and what of it is free. At most 62 days.
#[utoipa::path(tag = "bookings", params(Window), responses((status = 200, body = SlotsView), Problems))]
#[get("/api/v1/bookables/{id}/slots")]
async fn slots(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableId>,
    window: ValidQuery<Window>,
) -> Answer<SlotsView> {
    let Window { from, to, except } = window.0;
    Ok(Json(bookings::slots(&platform, &who.0, *id, (from, to), except).await?))
}

/// All bookables of an organisation with opening hours and taken times. Who booked is shown to who manages them and to whoever it is;
/// to everybody else `Upptaget`. At most 62 days.
#[utoipa::path(tag = "bookings", params(Period), responses((status = 200, body = ScheduleView), Problems))]
#[get("/api/v1/entities/{id}/schedule")]
async fn schedule(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<EntityId>,
    period: ValidQuery<Period>,
) -> Answer<ScheduleView> {
    Ok(Json(bookings::schedule(&platform, &who.0, *id, (period.from, period.to)).await?))
}

/// Hold a time for five minutes at its price; three at once. 409 OVERLAP: it is taken; `conflicts` says by what, `nearest` what is free.
#[utoipa::path(tag = "bookings", params(Once), request_body = HoldDraft, responses((status = 201, body = HoldView), Problems))]
#[post("/api/v1/bookables/{id}/hold")]
async fn hold(platform: Data<Platform>, who: SignedIn, id: Path<BookableId>, body: Valid<HoldDraft>) -> Bare {
    Ok(HttpResponse::Created().json(bookings::hold(&platform, &who.0, *id, body.0).await?))
}

/// Give a held time back. 404: it is gone already.
#[utoipa::path(tag = "bookings", responses((status = 204), Problems))]
#[delete("/api/v1/bookables/{id}/hold/{hold_id}")]
async fn release(platform: Data<Platform>, who: SignedIn, path: Path<(BookableId, OccupationId)>) -> Bare {
    bookings::release(&platform, &who.0, path.0, path.1).await?;
    Ok(done())
}

/// Wait for a time that is taken; asked twice it is one place in the queue. What becomes free is offered to the first whose time fits,
/// and held for them until they book it or let it go. 409 FREE: it can be booked.
#[utoipa::path(tag = "bookings", params(Once), request_body = HoldDraft, responses((status = 201, body = WaitingView), Problems))]
#[post("/api/v1/bookables/{id}/waitlist")]
async fn wait(platform: Data<Platform>, who: SignedIn, id: Path<BookableId>, body: Valid<HoldDraft>) -> Bare {
    Ok(HttpResponse::Created().json(bookings::wait(&platform, &who.0, *id, body.0).await?))
}

/// Leave the queue for a time, or decline its offer; whoever does not wait has nothing to leave.
#[utoipa::path(tag = "bookings", params(Time), responses((status = 204), Problems))]
#[delete("/api/v1/bookables/{id}/waitlist")]
async fn stop_waiting(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<BookableId>,
    time: ValidQuery<Time>,
) -> Bare {
    let time = HoldDraft { start: time.start, end: time.end };
    bookings::stop_waiting(&platform, &who.0, *id, time).await?;
    Ok(done())
}

/// What a time costs, and what cancelling would.
#[utoipa::path(tag = "bookings", request_body = QuoteDraft, responses((status = 200, body = QuoteView), Problems))]
#[post("/api/v1/booking/quote")]
async fn quote(platform: Data<Platform>, who: SignedIn, body: Valid<QuoteDraft>) -> Answer<QuoteView> {
    Ok(Json(bookings::quote(&platform, &who.0, body.0).await?))
}

/// Book a time, or what is held: then `holdId` alone says what. A hold that ran out still books if the time is free, otherwise 409
/// HOLD_EXPIRED. 409 PRICE_CHANGED: `price` is the one that holds now. With `rrule` a series is booked in one decision: if some of its
/// times cannot be, none is, and `conflicts` says which and why; `canSkip`: the others can be, with `skipConflicts`.
#[utoipa::path(tag = "bookings", params(Once), request_body = BookingDraft, responses((status = 201, body = BookedView), Problems))]
#[post("/api/v1/booking")]
async fn book(platform: Data<Platform>, who: SignedIn, body: Valid<BookingDraft>) -> Bare {
    Ok(HttpResponse::Created().json(bookings::book(&platform, &who.0, body.0).await?))
}

/// My bookings, or those of an organisation's bookables between two moments.
#[utoipa::path(tag = "bookings", params(Wanted), responses((status = 200, body = BookingsView), Problems))]
#[get("/api/v1/booking")]
async fn list(platform: Data<Platform>, who: SignedIn, wanted: ValidQuery<Wanted>) -> Answer<BookingsView> {
    let wanted = wanted.0;
    let of = wanted.bookable.map(Of::Bookable).or(wanted.entity.map(Of::Entity));
    let (from, status) = (wanted.from, wanted.status);
    let Some(of) = of.filter(|_| !wanted.mine) else {
        let (cursor, limit) = (wanted.cursor.as_deref(), wanted.limit);
        let wanted = Mine { from, cursor, limit, status };
        return Ok(Json(bookings::mine(&platform, &who.0, wanted).await?));
    };
    let (Some(from), Some(to)) = (from, wanted.to) else {
        return Err(Refusal::field("from", "REQUIRED", "Välj från när till när.").into());
    };
    Ok(Json(bookings::managed(&platform, &who.0, of, (from, to), status, MANAGED).await?))
}

/// The times for which I wait, and those that are held for me because it is my turn, by start.
#[utoipa::path(tag = "bookings", responses((status = 200, body = QueuedTimesView), Problems))]
#[get("/api/v1/booking/waiting")]
async fn waiting(platform: Data<Platform>, who: SignedIn) -> Answer<QueuedTimesView> {
    Ok(Json(bookings::waiting(&platform, &who.0).await?))
}

/// A booking that a message shares: what it is of, where and when, for whoever has its `shareId`.
#[utoipa::path(tag = "bookings", responses((status = 200, body = SharedBookingView), Problems))]
#[get("/api/v1/booking/shared/{share_id}")]
async fn shared(
    platform: Data<Platform>,
    who: SignedIn,
    share_id: Path<String>,
) -> Answer<SharedBookingView> {
    Ok(Json(bookings::shared(&platform, &who.0, &share_id).await?))
}

/// A booking, for whoever it is for and who manages the bookable.
#[utoipa::path(tag = "bookings", responses((status = 200, body = BookingView), Problems))]
#[get("/api/v1/booking/{id}")]
async fn booking(platform: Data<Platform>, who: SignedIn, id: Path<OccupationId>) -> Answer<BookingView> {
    Ok(Json(bookings::one(&platform, &who.0, *id).await?))
}

/// Move a booking to another time, or another bookable of the organisation, in one step: at every moment exactly one of the two stands.
/// What needs approval waits for it again. Of a series all move or none; 409 names all that clash (`conflicts`, each with its `code`).
#[utoipa::path(tag = "bookings", request_body = MoveDraft, responses((status = 200, body = BookingView), Problems))]
#[put("/api/v1/booking/{id}")]
async fn shift(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<OccupationId>,
    body: Valid<MoveDraft>,
) -> Answer<BookingView> {
    Ok(Json(bookings::move_booking(&platform, &who.0, *id, body.0).await?))
}

async fn acted(
    platform: &Platform,
    who: &SignedIn,
    id: OccupationId,
    act: Act,
    body: Valid<ReasonDraft>,
) -> Answer<BookingView> {
    Ok(Json(bookings::act(platform, &who.0, id, act, body.0).await?))
}

macro_rules! act {
    ($(#[$doc:meta])* $name:ident $path:literal $act:ident) => {
        $(#[$doc])*
        #[utoipa::path(tag = "bookings", request_body = ReasonDraft, responses((status = 200, body = BookingView), Problems))]
        #[post($path)]
        async fn $name(
            platform: Data<Platform>,
            who: SignedIn,
            id: Path<OccupationId>,
            body: Valid<ReasonDraft>,
        ) -> Answer<BookingView> {
            acted(&platform, &who, *id, Act::$act, body).await
        }
    };
}

act! {
    /// Approve a request that waits, as who manages the bookable.
    confirm "/api/v1/booking/{id}/confirm" Confirm
}
act! {
    /// Decline a request that waits, as who manages the bookable.
    decline "/api/v1/booking/{id}/decline" Decline
}
act! {
    /// Cancel a booking, as whoever it is for (with the fee that its terms say) or who manages the bookable (without).
    cancel "/api/v1/booking/{id}/cancel" Cancel
}
act! {
    /// Check a booking in.
    check_in "/api/v1/booking/{id}/checkin" CheckIn
}
act! {
    /// Check a booking out: it ends at once, and what is left of its time is free.
    check_out "/api/v1/booking/{id}/checkout" CheckOut
}
act! {
    /// Note that nobody came, as who manages the bookable; what is left of the time is free.
    no_show "/api/v1/booking/{id}/noshow" NoShow
}
