//! What a booking is judged by: the bookable, its opening hours and its organisation's, red days, the caller's relation.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::try_join;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use storage::RelationType;
use storage::bookings::settings::{Availability, Cancellation};
use storage::bookings::{Bookable, BookableKind, Booking, Bookings, HoursOf, OpeningHours, Surroundings};
use storage::calendar::{SchoolCalendarKind, SchoolDayKind};
use storage::entities::{ApplicationState, Entity};
use storage::ids::{EntityId, UserId};
use storage::occupancy::{BookableId, Occupation};
use storage::value::Json;

use super::guests;
use super::occupying::window;
use super::rights::{HIDDEN, absent};
use super::rules::cancel;
use super::rules::price::{self, Price};
use super::rules::slots::Times;
use super::view::TermsView;
use crate::Platform;
use crate::days::Holidays;
use crate::entities::{existing, relation};
use crate::occupancy::Shared;
use crate::platform::error::{Refusal, Result};
pub(super) use crate::platform::hours::zone;
use crate::platform::hours::{Hours, Interval, NamedDays, date_of};
use crate::platform::time::Moment;

/// Public holidays around an interval, with the days before it in which working days are counted.
pub(super) fn red_days(platform: &Platform, zone: &TimeZone, time: Interval) -> Holidays {
    let back = jiff::Span::new().days(60);
    let from = date_of(zone, time.start).saturating_sub(back);
    platform.days.holidays(from, date_of(zone, time.end))
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

/// The rules of a bookable: the same for everybody who books it.
#[derive(Clone)]
pub(super) struct Rules {
    pub bookable: Arc<Bookable>,
    own: Arc<Availability>,
    organisation: Arc<Availability>,
    school_breaks: Arc<[NamedDays]>,
}

impl Rules {
    async fn of(
        platform: &Platform,
        bookable: Bookable,
        own: OpeningHours,
        organisation: OpeningHours,
    ) -> Result<Self> {
        let (own, organisation) = (own.availability.0, organisation.availability.0);
        let school_breaks = school_breaks(platform, bookable.entity_id, &[&own, &organisation]).await?;
        Ok(Self {
            bookable: Arc::new(bookable),
            own: Arc::new(own),
            organisation: Arc::new(organisation),
            school_breaks: school_breaks.into(),
        })
    }

    /// Reads them for a decision, once for all whose requests are judged together. None: there is no such bookable.
    async fn shared(
        platform: &Platform,
        shared: &Shared,
        (id, entity_id): (BookableId, EntityId),
    ) -> Result<Option<Self>> {
        let read = async {
            let found = Bookings::of(&platform.storage).with_hours(id, entity_id).await?;
            let (Some(bookable), own, organisation) = found else { return Ok(None) };
            Ok(Some(Self::of(platform, bookable, own, organisation).await?))
        };
        shared.once(id.0, read).await
    }
}

/// Who asks for which bookable. What they are to its organisation is as it was when they asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asker {
    pub bookable_id: BookableId,
    pub entity_id: EntityId,
    pub user_id: UserId,
    pub relation: Option<RelationType>,
}

impl Asker {
    pub fn of(bookable: &Bookable, user_id: UserId, relation: Option<RelationType>) -> Self {
        let (bookable_id, entity_id) = (bookable.bookable_id, bookable.entity_id);
        Self { bookable_id, entity_id, user_id, relation }
    }
}

/// The facts about one bookable.
pub(super) struct Facts {
    pub bookable: Arc<Bookable>,
    own: Arc<Availability>,
    organisation: Arc<Availability>,
    /// The caller's.
    pub relation: Option<RelationType>,
    /// That of whom it is booked for, whose price it is.
    payer: Option<RelationType>,
    pub zone: TimeZone,
    red_days: Holidays,
    school_breaks: Arc<[NamedDays]>,
}

impl Facts {
    /// Loads the facts for a decision about a time. 404: there is no such bookable.
    pub async fn load(platform: &Platform, shared: &Shared, asker: Asker, time: Interval) -> Result<Self> {
        let named = (asker.bookable_id, asker.entity_id);
        let rules = Rules::shared(platform, shared, named).await?.ok_or_else(absent)?;
        Self::of(platform, rules, (asker.user_id, asker.relation), time)
    }

    /// As [`Self::load`], for what becomes of a booking, which outlives its bookable.
    pub async fn of_booking(
        platform: &Platform,
        shared: &Shared,
        booking: &Booking,
        user_id: UserId,
        time: Interval,
    ) -> Result<Self> {
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
            infopoint_id: None,
            pictures: Json::default(),
            status: HIDDEN,
            settings: Json::default(),
            created: booking.created,
        };
        let named = (booking.bookable_id, booking.entity_id);
        let rules = Rules::shared(platform, shared, named);
        let (rules, relation) = try_join!(rules, relation(platform, booking.entity_id, user_id))?;
        match rules {
            Some(rules) => Self::of(platform, rules, (user_id, relation), time),
            None => Self::about(platform, removed(), user_id, time).await,
        }
    }

    /// The facts about a bookable as it was read; not for a decision.
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
        let rules = Rules::of(platform, bookable, own, organisation).await?;
        Self::of(platform, rules, (user_id, relation), time)
    }

    /// As [`Self::about`], in one round trip with the state of somebody's application to the organisation and with the rows
    /// of the bookable's space around an interval, expired ones included.
    pub async fn around(
        platform: &Platform,
        bookable: Bookable,
        user_id: UserId,
        time: Interval,
        reach: Interval,
    ) -> Result<(Self, Option<ApplicationState>, Vec<Occupation>)> {
        let has_account = Some(user_id).filter(|user_id| user_id.0 > 0);
        let bookings = Bookings::of(&platform.storage);
        let Surroundings { own, organisation, relation, application, rows } =
            bookings.surroundings(&bookable, has_account, window(reach)).await?;
        let rules = Rules::of(platform, bookable, own, organisation).await?;
        let facts = Self::of(platform, rules, (user_id, relation), time)?;
        Ok((facts, application, rows))
    }

    fn of(
        platform: &Platform,
        rules: Rules,
        (user_id, relation): (UserId, Option<RelationType>),
        time: Interval,
    ) -> Result<Self> {
        let Rules { mut bookable, own, organisation, school_breaks } = rules;
        if guests::is_guest(user_id) {
            bookable = Arc::new(guests::for_guests(Arc::unwrap_or_clone(bookable)));
        }
        let zone = zone()?;
        let red_days = red_days(platform, &zone, time);
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

    /// Whether anything is charged of whom it is booked for.
    pub fn is_charged(&self) -> bool {
        !self.bookable.settings.0.price_classes.is_empty()
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
    let days = red_days(platform, zone, Interval::new(start, start));
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
    pub bookables: HashMap<BookableId, Arc<Bookable>>,
}

impl Names {
    /// `known`: a bookable that was read already.
    pub async fn load(platform: &Platform, all: &[Booking], known: Option<&Arc<Bookable>>) -> Result<Self> {
        let mut entity_ids: Vec<EntityId> = all.iter().map(|one| one.entity_id).collect();
        let mut bookable_ids: Vec<BookableId> = all.iter().map(|one| one.bookable_id).collect();
        entity_ids.sort_unstable();
        entity_ids.dedup();
        bookable_ids.sort_unstable();
        bookable_ids.dedup();
        bookable_ids.retain(|id| known.is_none_or(|known| known.bookable_id != *id));
        let bookings = Bookings::of(&platform.storage);
        let bookables = async {
            if bookable_ids.is_empty() { Ok(Vec::new()) } else { bookings.bookables(&bookable_ids).await }
        };
        let (entities, bookables) = try_join!(platform.storage.entities.entities(&entity_ids), bookables)?;
        Ok(Self {
            entities: entities.into_iter().map(|entity| (entity.entity_id, entity)).collect(),
            bookables: bookables
                .into_iter()
                .map(Arc::new)
                .chain(known.cloned())
                .map(|one| (one.bookable_id, one))
                .collect(),
        })
    }
}
