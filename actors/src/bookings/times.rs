//! What can be booked when, and for how much: slots of a bookable, the schedule of an organisation, a quote.

use std::collections::HashMap;
use std::sync::Arc;

use storage::accounts::User;
use storage::bookings::{Bookable, Booking, Bookings, GuestBooking, HoursOf};
use storage::ids::{EntityId, UserId};
use storage::occupancy::sweep::{self, Reach, Taken, Timeline};
use storage::occupancy::{
    BookableId, Occupancy, Occupation, OccupationId, OccupationStatus, Space, SpaceId, Window,
};

use super::bookables::{by_name, seen};
use super::facts::{self, Facts};
use super::guests;
use super::occupying::bounded;
use super::of_record;
use super::rights;
use super::rules::slots::{self, Slot};
use super::rules::state::{self, Status};
use super::view::{
    QuoteDraft, QuoteView, ScheduleRowView, ScheduleView, SlotView, SlotsView, TakenView, TimeView,
};
use crate::Platform;
use crate::accounts::Who;
use crate::entities::rules::not_banned;
use crate::entities::{existing, relation_and_bar};
use crate::platform::error::Result;
use crate::platform::hours::{Hours, Interval, check_range};
use crate::platform::time::{Moment, now};

/// Slots that are looked at in one piece of work; then it is others' turn.
const TOGETHER: usize = 2_000;
/// What others see of a taken time.
pub(super) const TAKEN: &str = "Upptaget";

/// What takes no time for somebody who looks for free time.
pub(super) struct Ignored {
    pub user_id: UserId,
    /// A booking that is to be moved.
    pub except: Option<OccupationId>,
    /// Whether they manage the bookable: then it may be somebody else's booking.
    pub manages: bool,
}

impl Ignored {
    fn of(who: &Who) -> Self {
        Self { user_id: who.user_id, except: None, manages: false }
    }

    fn holds(&self, row: &Occupation) -> bool {
        let is_own = row.user_id == self.user_id;
        // What is offered to oneself is free for oneself.
        row.status == OccupationStatus::Offer && is_own
            || Some(row.occupation_id) == self.except && (is_own || self.manages)
    }
}

/// The facts about a bookable, what occupies its space as far as its possible times in a window reach, and whether the
/// organisation has banned whoever looks: in one round trip.
pub(super) struct Look {
    pub facts: Facts,
    /// By start, expired ones included.
    pub rows: Vec<Occupation>,
    not_barred: Result<()>,
}

impl Look {
    pub async fn at(
        platform: &Platform,
        bookable: Bookable,
        user_id: UserId,
        window: Interval,
    ) -> Result<Self> {
        let reach = slots::reach(window, &bookable.settings.0, &facts::zone()?);
        let (facts, application, rows) = Facts::around(platform, bookable, user_id, window, reach).await?;
        Ok(Self { facts, rows, not_barred: not_banned(application) })
    }

    /// What of the space is occupied at `now`.
    fn occupied(&self, ignored: &Ignored, now: i64) -> Timeline {
        let counts = |row: &&Occupation| row.is_live(now) && !ignored.holds(row);
        Timeline::of(self.rows.iter().filter(counts).map(Occupation::taken).collect())
    }
}

/// The latest end of a slot that is free; none: not even its earliest.
fn latest(times: &slots::Times<'_>, slot: &Slot, bookable: &Bookable, occupied: &Timeline) -> Option<i64> {
    let taken = |end: i64| super::taken(bookable, Interval::new(slot.start, end));
    let longest = taken(slot.latest);
    let around = occupied.around(&longest);
    match sweep::reach(&longest, around) {
        Reach::Until(until) if slot.latest <= until => Some(slot.latest),
        Reach::Until(until) => times.last_end(slot, |end| end <= until),
        Reach::Crowded => {
            let near: Vec<Taken> = around.iter().copied().filter(|other| longest.touches(other)).collect();
            // A longer time has at least the conflicts of a shorter one.
            times.last_end(slot, |end| sweep::fits(&taken(end), &near))
        }
    }
}

/// The possible times of a bookable from a moment to another, with what is free. `except`: a booking of the caller's, or
/// that they manage, which is to be moved and takes no time. 403 BANNED; 404; 422 RANGE.
pub async fn slots(
    platform: &Platform,
    who: &Who,
    id: BookableId,
    (from, to): (Moment, Moment),
    except: Option<OccupationId>,
) -> Result<SlotsView> {
    let window = Interval::new(from.0, to.0);
    check_range(window)?;
    let bookable = Bookings::of(&platform.storage).bookable(id).await?.ok_or_else(rights::absent)?;
    let look = Look::at(platform, bookable, who.user_id, window).await?;
    let relation = look.facts.relation;
    rights::abilities(&look.facts.bookable, relation).ok_or_else(rights::absent)?;
    look.not_barred.clone()?;
    let ignored = Ignored { user_id: who.user_id, except, manages: rights::manages(relation) };
    let content = shown(&look, &ignored, window, usize::MAX).await?;
    Ok(SlotsView { id_bookable: id, content })
}

/// The possible times in a window, at most `most`, with what is free. 422 RANGE.
pub(super) async fn shown(
    look: &Look,
    ignored: &Ignored,
    window: Interval,
    most: usize,
) -> Result<Vec<SlotView>> {
    let (facts, at) = (&look.facts, now());
    let times = facts.times();
    let (offered, occupied) = (slots::offered(window, &times, at)?, look.occupied(ignored, at));
    let is_charged = facts.is_charged();
    let shown = |slot: Slot| {
        let latest = latest(&times, &slot, &facts.bookable, &occupied);
        let price = || facts.price(Interval::new(slot.start, slot.end), None).price;
        SlotView {
            start: Moment(slot.start),
            end: Moment(slot.end),
            latest: Moment(latest.unwrap_or(slot.end)),
            free: latest.is_some(),
            price: is_charged.then(price),
            name: slot.name,
        }
    };
    let mut content = Vec::with_capacity(offered.len().min(most));
    for (n, slot) in offered.into_iter().take(most).enumerate() {
        content.push(shown(slot));
        if n % TOGETHER == TOGETHER - 1 {
            tokio::task::yield_now().await;
        }
    }
    Ok(content)
}

/// The free times of a bookable nearest to one that is not, at most `limit`, by their distance.
pub(super) async fn nearest(
    platform: &Platform,
    who: &Who,
    bookable_id: BookableId,
    time: Interval,
    limit: usize,
) -> Result<Vec<TimeView>> {
    const AROUND_MS: i64 = 7 * 86_400_000;
    let at = now();
    let window = Interval::new((time.start - AROUND_MS).max(at), time.start + AROUND_MS);
    if check_range(window).is_err() {
        return Ok(Vec::new());
    }
    let bookable = Bookings::of(&platform.storage).bookable(bookable_id).await?.ok_or_else(rights::absent)?;
    let look = Look::at(platform, bookable, who.user_id, window).await?;
    let (times, length) = (look.facts.times(), time.end - time.start);
    let (mut offered, occupied) = (slots::offered(window, &times, at)?, look.occupied(&Ignored::of(who), at));
    offered.sort_by_key(|slot| ((slot.start - time.start).abs(), slot.start));
    let free = offered.into_iter().filter(|slot| {
        let end = slot.start + length;
        let is_end = slot.end <= end && end <= slot.latest && times.ends(slot).contains(&end);
        let wanted = super::taken(&look.facts.bookable, Interval::new(slot.start, end));
        is_end && sweep::fits(&wanted, occupied.all())
    });
    let shown = |slot: Slot| TimeView { start: Moment(slot.start), end: Moment(slot.start + length) };
    Ok(free.take(limit).map(shown).collect())
}

/// What a time costs, and what cancelling would. Refusals of a booking.
pub async fn quote(platform: &Platform, who: &Who, draft: QuoteDraft) -> Result<QuoteView> {
    let time = bounded(draft.start, draft.end)?;
    let (bookable, _) = seen(platform, who, draft.id_bookable).await?;
    let customer = facts::customer(platform, draft.id_entity, who.user_id).await?;
    let facts = Facts::about(platform, bookable, who.user_id, time).await?;
    rights::book(&facts.bookable, facts.relation)?;
    slots::judge(time, &facts.times(), now())?;
    let price = facts.price(time, customer.as_ref());
    Ok(QuoteView {
        price: price.price,
        vat: price.vat,
        price_class: price.price_class,
        lines: price.lines,
        terms: facts.terms(time.start),
    })
}

/// Who booked, for those who may see it.
struct Bookers {
    user_id: UserId,
    /// Whether the caller sees everybody's bookings, not only their own.
    all: bool,
    people: HashMap<UserId, Arc<User>>,
    guests: HashMap<OccupationId, GuestBooking>,
    /// Bookings that have begun: how they stand now does not follow from the time that they take.
    begun: HashMap<OccupationId, Booking>,
    now: i64,
}

impl Bookers {
    async fn load(
        platform: &Platform,
        who: &Who,
        all: bool,
        rows: &[Vec<Occupation>],
        now: i64,
    ) -> Result<Self> {
        let user_id = who.user_id;
        let seen =
            || rows.iter().flatten().filter(move |row| is_booking(row) && (all || row.user_id == user_id));
        let begun: Vec<OccupationId> =
            seen().filter(|row| row.starts.0 <= now).map(|row| row.occupation_id).collect();
        let guests: Vec<OccupationId> =
            seen().filter(|row| guests::is_guest(row.user_id)).map(|row| row.occupation_id).collect();
        let bookings = Bookings::of(&platform.storage);
        let (people, guests, begun) = futures_util::try_join!(
            platform.people.all(seen().map(|row| row.user_id)),
            guests::by_booking(platform, &guests),
            async { Ok(bookings.bookings(&begun).await?) }
        )?;
        let begun = begun.into_iter().map(|one| (one.booking_id, one)).collect();
        Ok(Self { user_id, all, people, guests, begun, now })
    }

    /// The name of who booked; none: the caller may not see it.
    fn name(&self, row: &Occupation) -> Option<String> {
        if guests::is_guest(row.user_id) {
            return Some(guests::called(self.guests.get(&row.occupation_id)));
        }
        self.people.get(&row.user_id).map(|user| user.display_name.clone())
    }

    fn status(&self, row: &Occupation) -> Option<i64> {
        if let Some(booking) = self.begun.get(&row.occupation_id) {
            return Some(state::current(&of_record(booking), self.now).number());
        }
        let status = match row.status {
            OccupationStatus::Pending => Status::Pending,
            OccupationStatus::CheckedIn => Status::CheckedIn,
            _ => Status::Booked,
        };
        (row.starts.0 > self.now).then_some(status.number())
    }

    fn shown(&self, row: &Occupation) -> TakenView {
        let is_seen = is_booking(row) && (self.all || row.user_id == self.user_id);
        let status = if is_seen { self.status(row) } else { None };
        let name = if status.is_some() { self.name(row) } else { None };
        TakenView {
            start: row.starts,
            end: row.ends,
            title: name.unwrap_or_else(|| TAKEN.to_owned()),
            id_reservation_exclusive: status.map(|_| row.occupation_id),
            fl_status: status,
        }
    }
}

/// Whether a time is taken by a booking, not by a hold or an offer.
fn is_booking(row: &Occupation) -> bool {
    matches!(row.status, OccupationStatus::Booked | OccupationStatus::Pending | OccupationStatus::CheckedIn)
}

/// The bookables of an organisation that the caller may see, with opening hours and taken times. 403 BANNED; 404; 422
/// RANGE.
pub async fn schedule(
    platform: &Platform,
    who: &Who,
    entity_id: EntityId,
    (from, to): (Moment, Moment),
) -> Result<ScheduleView> {
    let (window, at) = (Interval::new(from.0, to.0), now());
    check_range(window)?;
    let standing = relation_and_bar(platform, entity_id, who.user_id);
    let (_, (relation, not_barred), mut all) =
        futures_util::try_join!(existing(platform, entity_id), standing, by_name(platform, entity_id))?;
    not_barred?;
    let bookings = Bookings::of(&platform.storage);
    all.retain(|one| rights::abilities(one, relation).is_some());
    let mut space_ids: Vec<SpaceId> = all.iter().map(|one| one.space_id).collect();
    space_ids.sort_unstable();
    space_ids.dedup();
    let ids: Vec<BookableId> = all.iter().map(|one| one.bookable_id).collect();
    let occupancy = Occupancy::of(&platform.storage);
    let (spaces, own, organisation) = futures_util::try_join!(
        occupancy.spaces(&space_ids),
        bookings.hours_of_all(&ids),
        bookings.hours(HoursOf::Entity, entity_id.0)
    )?;
    let mut rows = occupancy.windows(&spaces, Window { from: window.start, to: window.end }).await?;
    for rows in &mut rows {
        rows.retain(|row| row.is_live(at));
    }
    let bookers = Bookers::load(platform, who, rights::manages(relation), &rows, at).await?;
    let of_space = |id: SpaceId| {
        let at = spaces.iter().position(|space: &Space| space.space_id == id);
        at.and_then(|at| rows.get(at)).map(Vec::as_slice).unwrap_or_default()
    };
    let zone = facts::zone()?;
    let red_days = facts::red_days(platform, &zone, window);
    let all_hours: Vec<_> = own.iter().chain([&organisation]).map(|one| &one.availability.0).collect();
    let school_breaks = facts::school_breaks(platform, entity_id, &all_hours).await?;
    let row = |(bookable, own): (&Bookable, &storage::bookings::OpeningHours)| {
        let hours = Hours {
            zone: &zone,
            own: &own.availability.0,
            organisation: &organisation.availability.0,
            red_days: &red_days,
            school_breaks: &school_breaks,
        };
        let open = hours.intervals(window).into_iter();
        let taken = of_space(bookable.space_id).iter().filter(|row| {
            let is_within = row.starts < to && from < row.ends;
            is_within && row.units & bookable.units != 0
        });
        ScheduleRowView {
            id_bookable: bookable.bookable_id,
            name: bookable.name.clone(),
            status: bookable.status,
            open: open.map(|one| TimeView { start: Moment(one.start), end: Moment(one.end) }).collect(),
            taken: taken.map(|row| bookers.shown(row)).collect(),
        }
    };
    Ok(ScheduleView { content: all.iter().zip(&own).map(row).collect() })
}
