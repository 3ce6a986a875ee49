//! What a booking is judged by: the bookable, its opening hours and its organisation's, red days, the caller's relation.

use std::collections::HashMap;

use futures_util::try_join;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use storage::RelationType;
use storage::bookings::settings::{Availability, Cancellation};
use storage::bookings::{Bookable, BookableKind, Booking, Bookings, HoursOf};
use storage::calendar::{SchoolCalendarKind, SchoolDayKind};
use storage::entities::Entity;
use storage::ids::{EntityId, UserId};
use storage::occupancy::BookableId;
use storage::value::Json;

use super::guests;
use super::rights::{HIDDEN, absent};
use super::rules::cancel;
use super::rules::price::{self, Price};
use super::rules::slots::Times;
use super::view::TermsView;
use crate::Platform;
use crate::days::DayType;
use crate::entities::{existing, relation};
use crate::platform::error::{Refusal, Result};
pub(super) use crate::platform::hours::zone;
use crate::platform::hours::{Hours, Interval, NamedDays, date_of};
use crate::platform::time::Moment;

/// Public holidays around an interval, with the days before it in which working days are counted.
pub(super) fn red_days(platform: &Platform, zone: &TimeZone, time: Interval) -> Vec<NamedDays> {
    let back = jiff::Span::new().days(60);
    let from = date_of(zone, time.start).saturating_sub(back);
    let to = date_of(zone, time.end);
    let found = platform.days.within(from, to, &[DayType::Holiday]);
    let named = |day: crate::days::DayView| NamedDays { name: day.name, from: day.date, to: day.date };
    found.into_iter().map(named).collect()
}

/// The breaks of an organisation's school years; read only where some of the opening hours are closed on them.
pub(super) async fn school_breaks(
    platform: &Platform,
    entity_id: EntityId,
    hours: &[&Availability],
) -> Result<Vec<NamedDays>> {
    if !hours.iter().any(|hours| hours.closed_on_school_breaks) {
        return Ok(Vec::new());
    }
    let calendars = &platform.storage.calendars;
    let of_school = calendars.school_calendars(entity_id).await?;
    let days_of = of_school.iter().filter(|one| one.kind == SchoolCalendarKind::School);
    let ids: Vec<_> = days_of.map(|one| one.calendar_id).collect();
    let years = calendars.school_years(&ids).await?;
    let breaks = years.into_iter().flat_map(|year| year.days.0);
    let breaks = breaks.filter(|day| day.kind == SchoolDayKind::Break);
    Ok(breaks.map(|day| NamedDays { name: day.title, from: day.start_date.0, to: day.end_date.0 }).collect())
}

/// The facts about one bookable.
pub(super) struct Facts {
    pub bookable: Bookable,
    pub own: Availability,
    pub organisation: Availability,
    /// The caller's.
    pub relation: Option<RelationType>,
    /// That of whom it is booked for, whose price it is.
    payer: Option<RelationType>,
    pub zone: TimeZone,
    pub red_days: Vec<NamedDays>,
    school_breaks: Vec<NamedDays>,
}

impl Facts {
    /// Loads the facts for somebody and a time. 404: there is no such bookable.
    pub async fn load(platform: &Platform, id: BookableId, user_id: UserId, time: Interval) -> Result<Self> {
        let bookings = Bookings::of(&platform.storage);
        let bookable = bookings.bookable(id).await?.ok_or_else(absent)?;
        Self::about(platform, bookable, user_id, time).await
    }

    /// As [`Self::load`], for what becomes of a booking, which outlives its bookable.
    pub async fn of_booking(
        platform: &Platform,
        booking: &Booking,
        user_id: UserId,
        time: Interval,
    ) -> Result<Self> {
        let found = Bookings::of(&platform.storage).bookable(booking.bookable_id).await?;
        let removed = || Bookable {
            bookable_id: booking.bookable_id,
            version: 0,
            entity_id: booking.entity_id,
            space_id: booking.space_id,
            name: String::new(),
            slug: String::new(),
            kind: BookableKind::Room,
            units: 0,
            description: String::new(),
            place: String::new(),
            pictures: Json::default(),
            status: HIDDEN,
            settings: Json::default(),
            created: booking.created,
        };
        Self::about(platform, found.unwrap_or_else(removed), user_id, time).await
    }

    /// As [`Self::load`], about a bookable as it was read; not for a decision.
    pub async fn about(
        platform: &Platform,
        bookable: Bookable,
        user_id: UserId,
        time: Interval,
    ) -> Result<Self> {
        let bookings = Bookings::of(&platform.storage);
        let hours = async {
            let own = bookings.hours(HoursOf::Bookable, bookable.bookable_id.0);
            let organisation = bookings.hours(HoursOf::Entity, bookable.entity_id.0);
            Ok(try_join!(own, organisation)?)
        };
        let ((own, organisation), relation) =
            try_join!(hours, relation(platform, bookable.entity_id, user_id))?;
        let zone = zone()?;
        let red_days = red_days(platform, &zone, time);
        let (own, organisation) = (own.availability.0, organisation.availability.0);
        let school_breaks = school_breaks(platform, bookable.entity_id, &[&own, &organisation]).await?;
        let bookable = if guests::is_guest(user_id) { guests::for_guests(bookable) } else { bookable };
        let payer = relation;
        Ok(Self { bookable, own, organisation, relation, payer, zone, red_days, school_breaks })
    }

    /// The same for a booking that is somebody's (`user_id`), whoever books or moves it (`by`).
    pub async fn paid_by(self, platform: &Platform, user_id: UserId, by: UserId) -> Result<Self> {
        if user_id == by {
            return Ok(self);
        }
        let payer = relation(platform, self.bookable.entity_id, user_id).await?;
        Ok(Self { payer, ..self })
    }

    /// Whether bookings count for quotas: then others are judged after this one is written.
    pub fn counts(&self) -> bool {
        !self.bookable.settings.0.quotas.is_empty()
    }

    pub fn times(&self) -> Times<'_> {
        let hours = Hours {
            zone: &self.zone,
            own: &self.own,
            organisation: &self.organisation,
            red_days: &self.red_days,
            school_breaks: &self.school_breaks,
        };
        Times { settings: &self.bookable.settings.0, hours }
    }

    pub fn is_red_day(&self) -> impl Fn(Date) -> bool + '_ {
        |date| self.red_days.iter().any(|day| day.contains(date))
    }

    /// What a time costs whom it is booked for, or the organisation on whose behalf.
    pub fn price(&self, time: Interval, customer: Option<&Entity>) -> Price {
        let classes = &self.bookable.settings.0.price_classes;
        let class = price::class_for(classes, self.payer, customer.map(|entity| entity.entity_type));
        price::price(class, time, &self.zone)
    }

    /// The terms for a booking that starts at a moment.
    pub fn terms(&self, start: i64) -> TermsView {
        let terms = self.bookable.settings.0.cancellation.as_ref();
        terms_of(terms, start, &self.zone, self.is_red_day())
    }
}

/// What cancelling a booking costs that starts at a moment, by its terms.
fn terms_of(
    terms: Option<&Cancellation>,
    start: i64,
    zone: &TimeZone,
    is_red_day: impl Fn(Date) -> bool,
) -> TermsView {
    let until = terms.and_then(|terms| cancel::free_until(terms, start, zone, is_red_day));
    TermsView { free_until: until.map(Moment), share: terms.map_or(0, |terms| terms.share) }
}

/// What cancelling a booking costs, by the terms under which it was booked.
pub(super) fn terms_of_booking(platform: &Platform, booking: &Booking, zone: &TimeZone) -> TermsView {
    let (terms, start) = (booking.cancellation.0.as_ref(), booking.starts.0);
    let counts_days = terms.is_some_and(|terms| terms.free_working_days.is_some());
    let mut days = Vec::new();
    if counts_days {
        days = red_days(platform, zone, Interval::new(start, start));
    }
    terms_of(terms, start, zone, |date| days.iter().any(|day| day.contains(date)))
}

/// The organisation on whose behalf somebody books. 403 NOT_MEMBER: they do not act for it.
pub(super) async fn customer(
    platform: &Platform,
    id: Option<EntityId>,
    user_id: UserId,
) -> Result<Option<Entity>> {
    let Some(id) = id else { return Ok(None) };
    let (entity, relation) = try_join!(existing(platform, id), relation(platform, id, user_id))?;
    let acts = relation.is_some_and(|relation| {
        !matches!(relation, RelationType::Follower | RelationType::Customer | RelationType::Booker)
    });
    if !acts {
        return Err(Refusal::forbidden("NOT_MEMBER", "Du kan inte boka för den organisationen."));
    }
    Ok(Some(entity))
}

/// The names of organisations and bookables, for views.
pub(super) struct Names {
    pub entities: HashMap<EntityId, Entity>,
    pub bookables: HashMap<BookableId, Bookable>,
}

impl Names {
    pub async fn load(platform: &Platform, all: &[Booking]) -> Result<Self> {
        let mut entity_ids: Vec<EntityId> = all.iter().map(|one| one.entity_id).collect();
        let mut bookable_ids: Vec<BookableId> = all.iter().map(|one| one.bookable_id).collect();
        entity_ids.sort_unstable();
        entity_ids.dedup();
        bookable_ids.sort_unstable();
        bookable_ids.dedup();
        let bookings = Bookings::of(&platform.storage);
        let (entities, bookables) =
            try_join!(platform.storage.entities.entities(&entity_ids), bookings.bookables(&bookable_ids))?;
        Ok(Self {
            entities: entities.into_iter().map(|entity| (entity.entity_id, entity)).collect(),
            bookables: bookables.into_iter().map(|one| (one.bookable_id, one)).collect(),
        })
    }
}
