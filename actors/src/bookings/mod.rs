//! Bookings: what organisations let others book, when it is open, what it costs, and who has booked it. Contract §8.
//!
//! The time of a booking is decided by its space ([`crate::occupancy`]); opening hours, notice, quotas and price are
//! judged there again with each attempt.

mod bells;
mod billing;
mod bookables;
mod booking;
mod calendar;
mod changing;
mod claims;
mod demo;
mod facts;
pub mod groups;
mod guests;
mod guests_asking;
mod guests_billing;
mod guests_page;
mod holding;
mod occupying;
mod pictures;
mod public;
mod quotas;
mod reading;
mod recording;
mod relocating;
mod rights;
pub mod rules;
mod sharing;
mod steps;
mod times;
pub mod view;
mod waiting;
mod waitlist;

use std::time::Duration;

use storage::bookings::{Bookable, Booking};
use storage::chat::CardType;
use storage::occupancy::sweep::Taken;
use storage::occupancy::{BookableId, OccupationId};

pub use bookables::{change, create, entity_hours, get, hours, list, remove, save_entity_hours, save_hours};
pub use groups::book;
pub use guests_asking::ask as ask_as_guest;
pub use guests_billing::bill as guest_bill;
pub use guests_page::{GuestAct, act as act_as_guest, page as guest_page};
pub use holding::{hold, release};
pub use pictures::{add_picture, may_picture, picture, remove_picture};
pub use public::{for_page, list as public_bookables, one as public_bookable};
pub use reading::{Mine, Of, managed, mine, one};
pub use sharing::shared;
pub use steps::{act, change as move_booking};
pub use times::{quote, schedule, slots};
pub use waiting::waiting;
pub use waitlist::{join as wait, leave as stop_waiting};

use crate::area::{Area, Hooks};
use crate::platform::hours::{Interval, MINUTE_MS};
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::pictures::PictureKind;
use rules::slots::MOST_LENGTH;
use rules::state::{self, Status};

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[
        DUE,
        relocating::SETTLE,
        waitlist::OFFERING,
        calendar::REMIND,
        guests::TELL,
        guests::ERASE,
        guests_billing::BILL,
        pictures::CLEAR,
    ],
    entity_jobs: &[guests_billing::BILL.name],
    activity: &[&booking::CREATED],
    bells: &[bells::BELLS],
    cards: &[(CardType::Booking, |platform, user_id, id| {
        Box::pin(sharing::may_share(platform, user_id, id))
    })],
    pictures: &[(PictureKind::Bookable, |platform, who, id, named| {
        Box::pin(picture(platform, who, BookableId(id), named))
    })],
    demo: Some(|platform, cast, at| Box::pin(demo::make(platform, cast, at))),
    on: Hooks {
        calendar: Some(|platform, user_id, from| Box::pin(calendar::entries(platform, user_id, from))),
        ..Hooks::NONE
    },
    export: Some(|platform, who| Box::pin(reading::files(platform, who))),
    erase: Some(|platform, user| Box::pin(reading::erase(platform, user))),
    ..Area::named("bookings")
};

/// The reason of a request that nobody answered before its time began.
const EXPIRED: &str = "EXPIRED";

/// Carries out what happens to a booking by itself: a request that nobody answered expires, a booking to which nobody
/// came is released.
const DUE: JobKind = JobKind {
    name: "booking-due",
    class: Class::OnTime,
    share: jobs::of_kind,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let id: OccupationId = serde_json::from_str(&job.payload)?;
            steps::due(&platform, id).await?;
            Ok(())
        })
    },
};

/// An interval of at most the longest length of a booking, so that nothing is computed over a longer one; an empty or
/// longer one is cut.
fn time_of(time: Interval) -> Interval {
    let longest = time.start.saturating_add((MOST_LENGTH + 60) * MINUTE_MS);
    Interval::new(time.start, time.end.clamp(time.start.saturating_add(1), longest))
}

/// When a booking is.
fn time_of_booking(booking: &Booking) -> Interval {
    Interval::new(booking.starts.0, booking.ends.0)
}

/// What a booking of a bookable takes of its space.
fn taken(bookable: &Bookable, time: Interval) -> Taken {
    let settings = &bookable.settings.0;
    Taken {
        starts: time.start,
        ends: time.end,
        units: bookable.units.cast_unsigned(),
        most: settings.max_concurrent,
        buffer: settings.buffer_time * MINUTE_MS,
    }
}

/// A stored booking for the rules; one with an unknown status is taken for a declined one.
fn of_record(booking: &Booking) -> state::Booking {
    state::Booking {
        status: Status::from_number(booking.status).unwrap_or(Status::Declined),
        time: time_of_booking(booking),
        release_after: booking.release_after,
    }
}
