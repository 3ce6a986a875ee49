//! Calendars and events. Contract §7.
//!
//! An event's row is decisive; list entries are written with it. A single event is listed in every month that it
//! touches, with all that a month view shows, so that a month is one read of one partition. A series is listed once,
//! beside the months; its occurrences are computed when read. A changed occurrence is an event of its own, and an
//! exception of the series.

mod check;
mod copies;
mod engagement;
mod feeds;
mod filters;
mod moves;
mod records;
mod reminders;
mod school;
mod stamps;
mod subscriptions;

pub use copies::PromotedEvent;
pub use engagement::{Change, Engaged, Engagement, EngagementKind, EventCounts, Marked};
pub(crate) use engagement::{EVENT_COUNTS, EVENT_ENGAGEMENTS};
pub use feeds::Feed;
pub use filters::{EventFilter, EventFilters};
pub use moves::moved;
use records::{
    CALENDAR_ADDRESSES, CALENDAR_EVENTS, CALENDAR_MONTHS, CALENDAR_SERIES, CALENDAR_STAMPS, CALENDAR_USED,
    CALENDARS, FIRST_CALENDARS, FirstCalendar, OWNED_CALENDARS, SERIES_EXCEPTIONS, UsedMonth,
};
pub use records::{
    Calendar, CalendarAddress, CalendarEvent, CalendarOwner, CalendarStamp, EnrollmentSettings, EventStatus,
    Link, ListedEvent, OwnedCalendar, Place, Question, QuestionKind, Series, SeriesException, Visibility,
};

pub use reminders::{ReminderSettings, USUAL};
pub use school::{SchoolCalendar, SchoolCalendarKind, SchoolDay, SchoolDayKind, SchoolYear};
pub use subscriptions::{SourceFailure, SourceSkipped, Subscription};

use crate::platform::area::Given::{In, Not};
use crate::platform::area::Left::{Elsewhere, Nothing};
use crate::platform::area::{Area, people};
use crate::platform::changes;
use crate::platform::engine::{Db, Write};
use crate::platform::error::{Error, Result};
use crate::platform::ids::{CalendarEventId, CalendarId, UserId};
use crate::platform::local_lock::Turns;
use crate::platform::record::{Record, Stored};
use crate::platform::time::{Moment, month_of};
use crate::platform::value::Json;

/// Most calendars of one owner, and series of one calendar, that are read at once.
const MANY: usize = 1_000;
/// Most months of one calendar, and events of one month, if all are read.
const EVER: usize = 100_000;
/// Events that are deleted from a calendar at once.
const PORTION: usize = 100;
/// The kind of the job that deletes the events of a deleted calendar; the payload is the calendar's id.
pub const CLEAR: &str = "calendar-clearing";

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &CALENDARS,
        &OWNED_CALENDARS,
        &FIRST_CALENDARS,
        &CALENDAR_ADDRESSES,
        &CALENDAR_EVENTS,
        &CALENDAR_MONTHS,
        &CALENDAR_USED,
        &CALENDAR_SERIES,
        &CALENDAR_STAMPS,
        &SERIES_EXCEPTIONS,
        &EVENT_ENGAGEMENTS,
        &EVENT_COUNTS,
        &engagement::USER_ENGAGEMENTS,
        &copies::CALENDAR_SOURCES,
        &copies::PROMOTED_EVENTS,
        &filters::EVENT_FILTERS,
        &reminders::EVENT_REMINDERS,
        &feeds::FEEDS,
        &feeds::FEED_TOKENS,
        &subscriptions::SUBSCRIPTIONS,
        &school::SCHOOL_CALENDARS,
        &school::SCHOOL_YEARS,
    ],
    people: &[
        people(
            "calendars",
            In("calendars.json"),
            Elsewhere("an organisation keeps its calendars, with the number of who made them"),
        ),
        people(
            "calendar_events",
            In("events.json"),
            Elsewhere("an organisation keeps its events, with the number of who wrote them"),
        ),
        people("first_calendars", Not("points at calendars.json"), Nothing),
        people("event_engagements", In("event-signs.json"), Nothing),
        people("user_engagements", In("event-signs.json"), Nothing),
        people("calendar_feeds", Not("its person is shown it when they ask"), Nothing),
        people("calendar_feed_tokens", Not("hashes of secrets"), Nothing),
        people("event_filters", In("event-filters.json"), Nothing),
        people("event_reminders", In("reminders.json"), Nothing),
    ],
    checks: &[|check| Box::pin(check.signs())],
    ..Area::named("calendar")
};

impl CalendarEvent {
    /// An event with default values: confirmed, private to its calendar, at the current time.
    pub fn blank(
        event_id: CalendarEventId,
        calendar_id: CalendarId,
        created_by: UserId,
        created: Moment,
    ) -> Self {
        Self {
            event_id,
            calendar_id,
            event_uuid: String::new(),
            title: String::new(),
            description: String::new(),
            starts: created,
            ends: created,
            all_day: false,
            start_date: None,
            end_date: None,
            time_zone: String::new(),
            visibility: Visibility::Private,
            event_status: EventStatus::Confirmed,
            rrule: None,
            exdates: Json(Vec::new()),
            until: None,
            place: Json(None),
            cover_image: None,
            cover_alt: None,
            links: Json(Vec::new()),
            enrollment: Json(None),
            series_id: None,
            recurrence_id: None,
            saved_from: None,
            promoted: None,
            uid: None,
            ics_extra: None,
            timed: None,
            created_by,
            created,
            updated: created,
            version: 1,
        }
    }

    /// The version in which its times were last changed. For rows from before that was stored: the current version.
    pub fn timed(&self) -> i64 {
        self.timed.unwrap_or(self.version)
    }

    /// The months that it touches. An end at the first moment of a month is not in that month.
    fn months(&self) -> std::ops::RangeInclusive<i64> {
        month_of(self.starts)..=month_of(Moment((self.ends.0 - 1).max(self.starts.0)))
    }

    /// Its list entries; a function of the event alone.
    fn listings(&self) -> Vec<Write> {
        let shown = self.promotion().map(|shown| shown.insert());
        if self.rrule.is_some() {
            let (calendar_id, event_id) = (self.calendar_id, self.event_id);
            let series = Series { calendar_id, event_id, starts: self.starts, until: self.until };
            return [Some(series.insert()), shown].into_iter().flatten().collect();
        }
        let mut writes: Vec<Write> = self.months().map(|month| self.listed(month).insert()).collect();
        writes.extend(shown);
        let calendar_id = self.calendar_id;
        writes.extend(self.months().map(|month| UsedMonth { calendar_id, month }.insert()));
        writes
    }

    /// Deletes its list entries, except those that `new` has as well.
    fn unlisted(&self, new: Option<&Self>) -> Vec<Write> {
        let once = |event: &Self| event.rrule.is_none();
        let kept = new.filter(|new| once(new) == once(self) && new.calendar_id == self.calendar_id);
        let stays = new.and_then(Self::promotion).map(|shown| (shown.month, shown.starts));
        let hidden = self.promotion().filter(|shown| stays != Some((shown.month, shown.starts)));
        let hidden = hidden.map(|shown| shown.key().delete());
        if !once(self) {
            let gone = kept.is_none().then(|| Series::at(self.calendar_id, self.event_id).delete());
            return gone.into_iter().chain(hidden).collect();
        }
        let stays =
            |month| kept.is_some_and(|new| new.starts == self.starts && new.months().contains(&month));
        let gone = self.months().filter(|month| !stays(*month));
        gone.map(|month| self.listed(month).key().delete()).chain(hidden).collect()
    }

    /// As it is listed in a month.
    pub fn listed(&self, month: i64) -> ListedEvent {
        ListedEvent {
            calendar_id: self.calendar_id,
            month,
            starts: self.starts,
            event_id: self.event_id,
            ends: self.ends,
            event_uuid: self.event_uuid.clone(),
            title: self.title.clone(),
            all_day: self.all_day,
            start_date: self.start_date,
            end_date: self.end_date,
            time_zone: self.time_zone.clone(),
            visibility: self.visibility,
            event_status: self.event_status,
            place: self.place.clone(),
            series_id: self.series_id,
            recurrence_id: self.recurrence_id,
            version: self.version,
        }
    }

    /// Records its change in the change feed if it is public.
    fn noted(&self) -> Option<Write> {
        (self.visibility == Visibility::Public).then(|| changes::event(self.event_id))
    }

    /// All rows of a new event.
    fn begin(&self) -> Vec<Write> {
        let (uuid, calendar_id) = (self.event_uuid.clone(), self.calendar_id);
        let address = CalendarAddress { uuid, calendar_id, event_id: Some(self.event_id) };
        let mut writes = vec![self.insert(), address.insert(), self.stamps()];
        writes.extend(self.listings());
        writes.extend(self.noted());
        if let (Some(series_id), Some(recurrence_id)) = (self.series_id, self.recurrence_id) {
            writes.push(SeriesException { series_id, recurrence_id, event_id: self.event_id }.insert());
        }
        writes
    }

    /// Deletes all dependent rows of a deleted event.
    fn end(&self) -> Vec<Write> {
        let mut writes = self.unlisted(None);
        writes.extend(self.noted());
        writes.push(self.stamps());
        writes.push(CalendarAddress::at(&self.event_uuid).delete());
        writes.extend(self.signs());
        writes.extend(self.sourced().map(|note| note.key().delete()));
        if let (Some(series_id), Some(recurrence_id)) = (self.series_id, self.recurrence_id) {
            writes.push(SeriesException::at(series_id, recurrence_id).delete());
        }
        writes
    }
}

/// The repository of calendars.
#[derive(Clone)]
pub struct Calendars {
    db: Db,
    /// Serializes changes of one event's counts within this process.
    turns: Turns,
}

impl Calendars {
    pub(crate) fn new(db: Db) -> Self {
        Self { db, turns: Turns::default() }
    }

    fn beginning(calendar: &Calendar) -> Vec<Write> {
        let (calendar_id, calendar_uuid) = (calendar.calendar_id, calendar.calendar_uuid.clone());
        let (owner_kind, owner_id) = (calendar.owner_kind, calendar.owner_id);
        let address = CalendarAddress { uuid: calendar_uuid.clone(), calendar_id, event_id: None };
        let owned = OwnedCalendar { owner_kind, owner_id, calendar_id, calendar_uuid };
        vec![calendar.insert(), owned.insert(), address.insert()]
    }

    /// Creates a calendar.
    pub async fn create(&self, calendar: &Calendar) -> Result<()> {
        self.db.write(Self::beginning(calendar)).await
    }

    /// Creates a person's default calendar unless they had one; answers whether it did.
    pub async fn create_first(&self, user_id: UserId, calendar: &Calendar) -> Result<bool> {
        let first = FirstCalendar { user_id, calendar_id: calendar.calendar_id };
        self.db.decide(first.if_absent(), Self::beginning(calendar)).await
    }

    /// Whether a person ever had a default calendar.
    pub async fn has_first(&self, user_id: UserId) -> Result<bool> {
        Ok(self.db.get(FirstCalendar::at(user_id)).await?.is_some())
    }

    /// A calendar by its id.
    pub async fn calendar(&self, id: CalendarId) -> Result<Option<Calendar>> {
        self.db.find(Calendar::at(id)).await
    }

    /// Reads calendars; missing ones are left out.
    pub async fn by_ids(&self, ids: &[CalendarId]) -> Result<Vec<Calendar>> {
        self.db.find_all(ids.iter().map(|id| Calendar::at(*id)).collect()).await
    }

    /// The calendar or event with a uuid.
    pub async fn address(&self, uuid: &str) -> Result<Option<CalendarAddress>> {
        self.db.find(CalendarAddress::at(uuid)).await
    }

    /// The calendars of some owners, in order of creation.
    pub async fn of(&self, owners: &[(CalendarOwner, i64)]) -> Result<Vec<Calendar>> {
        let lists = owners.iter().map(|(kind, id)| OwnedCalendar::of(*kind, *id).ascending(MANY));
        let owned: Vec<Vec<OwnedCalendar>> = self.db.list_many(lists.collect()).await?;
        let keys = owned.iter().flatten().map(|owned| Calendar::at(owned.calendar_id)).collect();
        self.db.find_all(keys).await
    }

    /// Changes a calendar if it is unchanged since it was read; answers whether it was.
    pub async fn change(&self, old: &Calendar, new: &Calendar) -> Result<bool> {
        match old.change_whole_to(new) {
            Some(guard) => {
                let is_found = [old, new].iter().any(|one| one.visibility == Visibility::Public);
                let note = is_found.then(|| changes::calendar(old.calendar_id));
                self.db.decide(guard, note.into_iter().collect()).await
            }
            None => Ok(true),
        }
    }

    /// Deletes a calendar if it is unchanged since it was read, together with the writes `then`; answers whether it
    /// was. Its events are deleted by [`Calendars::clear`].
    pub async fn remove(&self, calendar: &Calendar, then: Vec<Write>) -> Result<bool> {
        let mut writes = vec![
            OwnedCalendar::at(calendar.owner_kind, calendar.owner_id, calendar.calendar_id).delete(),
            CalendarAddress::at(&calendar.calendar_uuid).delete(),
            CalendarStamp::at(calendar.calendar_id).delete(),
        ];
        if calendar.subscribed.is_some() {
            writes.push(Subscription::at(calendar.calendar_id).delete());
        }
        writes.extend(Self::without_school(calendar));
        writes.extend(then);
        if calendar.visibility == Visibility::Public {
            writes.push(changes::calendar(calendar.calendar_id));
        }
        let guard = calendar.key().delete_if([("version", calendar.version.into())]);
        self.db.decide(guard, writes).await
    }

    /// Deletes some of the events of a deleted calendar; answers whether there may be more. May be repeated.
    pub async fn clear(&self, id: CalendarId) -> Result<bool> {
        let series: Vec<Series> = self.db.list(Series::of(id).ascending(PORTION)).await?;
        let months: Vec<UsedMonth> = self.db.list(UsedMonth::of(id).ascending(1)).await?;
        let mut ids: Vec<CalendarEventId> = series.iter().map(|series| series.event_id).collect();
        let mut gone: Vec<Write> =
            series.iter().map(|series| SeriesException::of(series.event_id).delete()).collect();
        if let Some(UsedMonth { month, .. }) = months.first() {
            let listed: Vec<ListedEvent> =
                self.db.list(ListedEvent::of(id, *month).ascending(PORTION)).await?;
            gone.extend(listed.iter().map(|event| event.key().delete()));
            if listed.len() < PORTION {
                gone.push(UsedMonth::at(id, *month).delete());
            }
            ids.extend(listed.iter().map(|event| event.event_id));
        }
        for event in self.events(&ids).await? {
            gone.extend([event.key().delete(), CalendarAddress::at(&event.event_uuid).delete()]);
            gone.extend(event.signs());
            gone.extend(event.promotion().map(|shown| shown.key().delete()));
            gone.extend(event.sourced().map(|note| note.key().delete()));
            gone.extend(event.noted());
        }
        // Last, because the events are found by these.
        gone.extend(series.iter().map(|series| series.key().delete()));
        let is_over = series.len() < PORTION && months.is_empty();
        self.db.write(gone).await?;
        Ok(!is_over)
    }

    /// All events of a calendar.
    pub async fn all(&self, id: CalendarId) -> Result<Vec<CalendarEvent>> {
        let series: Vec<Series> = self.db.list(Series::of(id).ascending(MANY)).await?;
        let mut ids: Vec<CalendarEventId> = series.iter().map(|series| series.event_id).collect();
        let months: Vec<UsedMonth> = self.db.list(UsedMonth::of(id).ascending(EVER)).await?;
        for UsedMonth { month, .. } in months {
            let listed: Vec<ListedEvent> = self.db.list(ListedEvent::of(id, month).ascending(EVER)).await?;
            let begun = listed.iter().filter(|event| month_of(event.starts) == month);
            ids.extend(begun.map(|event| event.event_id));
        }
        let mut all = Vec::with_capacity(ids.len());
        for portion in ids.chunks(PORTION) {
            all.extend(self.events(portion).await?);
        }
        Ok(all)
    }

    /// Calendars in the store's own order after one, at most `limit`. For maintenance only.
    pub async fn scan(&self, after: Option<CalendarId>, limit: usize) -> Result<Vec<Calendar>> {
        let rows = self.db.scan(&CALENDARS, after.map(|id| vec![id.into()]), limit).await?;
        rows.into_iter().map(Calendar::read).collect()
    }

    /// The events of a calendar that have not ended at a time, each once.
    pub async fn coming(&self, id: CalendarId, from: Moment) -> Result<Vec<CalendarEventId>> {
        let series: Vec<Series> = self.db.list(Series::of(id).ascending(MANY)).await?;
        let goes_on = |series: &&Series| series.until.is_none_or(|until| until.0 >= from.0 - LONGEST_MS);
        let mut ids: Vec<CalendarEventId> = series.iter().filter(goes_on).map(|one| one.event_id).collect();
        let first = month_of(from);
        let months: Vec<UsedMonth> = self.db.list(UsedMonth::of(id).from(first).ascending(EVER)).await?;
        for UsedMonth { month, .. } in months {
            let listed: Vec<ListedEvent> = self.db.list(ListedEvent::of(id, month).ascending(EVER)).await?;
            // An event is listed in every month that it touches: it counts in that of its start, or in the first month read.
            let begun = listed.iter().filter(|event| month == first || month_of(event.starts) == month);
            ids.extend(begun.filter(|event| event.ends >= from).map(|event| event.event_id));
        }
        Ok(ids)
    }

    /// Erases a person's default calendar mark, selections, address and engagements.
    pub async fn forget(&self, user_id: UserId) -> Result<()> {
        self.disengage(user_id).await?;
        self.forget_feed(user_id).await?;
        self.db.write(vec![FirstCalendar::at(user_id).delete(), EventFilters::at(user_id).delete()]).await
    }

    /// An event by its id.
    pub async fn event(&self, id: CalendarEventId) -> Result<Option<CalendarEvent>> {
        self.db.find(CalendarEvent::at(id)).await
    }

    /// Reads events; missing ones are left out.
    pub async fn events(&self, ids: &[CalendarEventId]) -> Result<Vec<CalendarEvent>> {
        self.db.find_all(ids.iter().map(|id| CalendarEvent::at(*id)).collect()).await
    }

    /// Stores a new event, together with the writes `follows`.
    pub async fn put_in(&self, event: &CalendarEvent, follows: Vec<Write>) -> Result<()> {
        self.db.write(event.begin().into_iter().chain(follows).collect()).await
    }

    /// Changes an event if it is unchanged since it was read; answers whether it was. The same write deletes `gone`
    /// (exceptions of the series), stores `more` (an exception, the rest of a split series), and includes the writes
    /// that follow.
    pub async fn change_event(
        &self,
        old: &CalendarEvent,
        new: &CalendarEvent,
        gone: &[CalendarEvent],
        more: &[CalendarEvent],
        follows: Vec<Write>,
    ) -> Result<bool> {
        let guard =
            old.change_whole_to(new).ok_or_else(|| Error::Corrupt("a change of nothing".to_owned()))?;
        let mut then = old.unlisted(Some(new));
        then.extend(new.listings());
        then.extend(new.noted().or_else(|| old.noted()));
        then.push(new.stamps());
        if old.calendar_id != new.calendar_id {
            then.push(old.stamps());
            let (uuid, calendar_id) = (new.event_uuid.clone(), new.calendar_id);
            then.push(CalendarAddress { uuid, calendar_id, event_id: Some(new.event_id) }.insert());
            then.extend(old.sourced().map(|note| note.key().delete()));
            then.extend(new.sourced().map(|note| note.insert()));
        }
        for event in gone {
            then.push(event.key().delete());
            then.extend(event.end());
        }
        then.extend(more.iter().flat_map(CalendarEvent::begin));
        then.extend(follows);
        self.db.decide(guard, then).await
    }

    /// Deletes an event if it is unchanged since it was read, with the exceptions of its series and the writes that
    /// follow; answers whether it was.
    pub async fn remove_event(
        &self,
        event: &CalendarEvent,
        exceptions: &[CalendarEvent],
        follows: Vec<Write>,
    ) -> Result<bool> {
        let mut then = event.end();
        then.extend(follows);
        for exception in exceptions {
            then.push(exception.key().delete());
            then.extend(exception.end());
        }
        let guard = event.key().delete_if([("version", event.version.into())]);
        self.db.decide(guard, then).await
    }

    /// The exceptions of a series, from one of its times on.
    pub async fn exceptions(&self, series_id: CalendarEventId, from: Moment) -> Result<Vec<CalendarEvent>> {
        let span = SeriesException::of(series_id).from(from);
        let found: Vec<SeriesException> = self.db.list(span.ascending(MANY)).await?;
        self.events(&found.iter().map(|one| one.event_id).collect::<Vec<_>>()).await
    }

    /// Single events of a calendar between two times (the second exclusive), by start; at most `limit` per month.
    pub async fn between(
        &self,
        id: CalendarId,
        from: Moment,
        to: Moment,
        limit: usize,
    ) -> Result<Vec<ListedEvent>> {
        let first = month_of(from);
        let months = first..=month_of(Moment(to.0 - 1));
        let ranges = months.map(|month| ListedEvent::of(id, month).before(to).ascending(limit)).collect();
        let pages = self.db.list_many::<ListedEvent>(ranges).await?.into_iter().zip(first..);
        // An event is listed in every month that it touches: it counts in that of its start, or in the first month read.
        let mine = pages.flat_map(|(page, month)| {
            page.into_iter().filter(move |event| month == first || month_of(event.starts) == month)
        });
        Ok(mine.filter(|event| event.ends > from || event.starts >= from).collect())
    }

    /// Number of series in a calendar.
    pub async fn series_count(&self, id: CalendarId) -> Result<usize> {
        Ok(self.db.list::<Series>(Series::of(id).ascending(MANY)).await?.len())
    }

    /// The series of a calendar that may have occurrences between two times.
    pub async fn series(&self, id: CalendarId, from: Moment, to: Moment) -> Result<Vec<CalendarEvent>> {
        let all: Vec<Series> = self.db.list(Series::of(id).ascending(MANY)).await?;
        // An occurrence that began before `from` may still last: no event is longer than this.
        let earliest = from.0 - LONGEST_MS;
        let within =
            |series: &&Series| series.starts < to && series.until.is_none_or(|until| until.0 >= earliest);
        self.events(&all.iter().filter(within).map(|series| series.event_id).collect::<Vec<_>>()).await
    }
}

/// Longest duration of an event (milliseconds): a year and a day.
pub const LONGEST_MS: i64 = 367 * 86_400_000;
