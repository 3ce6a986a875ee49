//! Waitlist of a space: whoever waits for a time gets it offered, in order, as soon as it is free. Contract §8.2.
//!
//! A decision that frees time inserts the job that offers it. Until it has run nobody else gets that time, because a
//! time for which somebody waits, and which is free, counts as taken for everybody else. An offer is a hold: it is
//! booked in the same way.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::{BoxFuture, try_join_all};
use futures_util::try_join;
use storage::bookings::{Bookable, Bookings, PersonWaiting, waiting_key};
use storage::engine::Write;
use storage::ids::UserId;
use storage::notifications::Notification;
use storage::occupancy::{
    BookableId, Change, MOST_WAITING, Occupancy, Occupation, OccupationId, OccupationStatus, SpaceId, Window,
};
use storage::record::Stored;

use super::bookables::{asked_for, seen};
use super::facts::{Asker, Facts};
use super::occupying::{bounded, occupation, window};
use super::rules::slots;
use super::view::{HoldDraft, WaitingView};
use super::{bells, rights, taken};
use crate::Platform;
use crate::accounts::Who;
use crate::calendar::enrollment::rules::offer_until;
use crate::entities::is_barred;
use crate::occupancy::rules::View;
use crate::occupancy::{self, Decided, Judge, Request, Shared};
use crate::platform::error::{Refusal, Result};
use crate::platform::hours::Interval;
use crate::platform::jobs::{self, Class, JobKind};
use crate::platform::time::{ZONE, now};

/// Times for which a person may wait in one space.
const EACH: usize = 10;
/// The waiting whose times are looked at together.
const LOOKED_AT: usize = 200;

/// Offers what is free to those who wait for it.
pub(super) const OFFERING: JobKind = JobKind {
    name: "booking-offers",
    class: Class::OnTime,
    share: jobs::of_subject,
    within: Duration::from_secs(30),
    work: |platform, job| {
        Box::pin(async move {
            let (space_id, from, to) = serde_json::from_str(&job.payload)?;
            Ok(offer(&platform, space_id, Window { from, to }).await?)
        })
    },
};

/// The job that looks at a time of a space at a moment.
fn offering_job(platform: &Platform, space_id: SpaceId, time: Window, at: i64) -> Result<Write> {
    Ok(jobs::job(platform, OFFERING.name, at, &(space_id, time.from, time.to))?.insert())
}

/// The job that offers a time that a decision frees; none: nobody waits.
pub(super) fn offering(platform: &Platform, view: &View, time: Window) -> Result<Option<Write>> {
    if view.waitlist().is_empty() {
        return Ok(None);
    }
    offering_job(platform, view.space.space_id, time, view.now).map(Some)
}

/// Takes a row out of a space.
struct Vacate {
    platform: Platform,
    id: OccupationId,
    at: Window,
    then: Vec<Write>,
}

impl Request for Vacate {
    fn window(&self) -> Window {
        self.at
    }

    fn facts<'a>(&'a self, _: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        let (platform, id, at, then) = (self.platform.clone(), self.id, self.at, self.then.clone());
        Box::pin(std::future::ready(Ok(Box::new(move |view: &View| {
            let changes = view.row(id).cloned().map(Change::delete).into_iter().collect();
            let then = offering(&platform, view, at)?.into_iter().chain(then).collect();
            Ok(Decided { changes, then, ..Decided::default() })
        }) as Judge)))
    }
}

/// Takes a row out of a space, and offers its time to those who wait for it; `then` follows. May be repeated.
pub(super) async fn vacate(
    platform: &Platform,
    space_id: SpaceId,
    id: OccupationId,
    at: Window,
    then: Vec<Write>,
) -> Result<()> {
    let request = Vacate { platform: platform.clone(), id, at, then };
    occupancy::decide(platform, space_id, request).await.map(drop)
}

/// The entries of those who leave a queue in the lists of what people wait for.
fn gone_from_index(left: &[Change]) -> Vec<Write> {
    let rows = left.iter().filter_map(|change| change.old.as_ref());
    rows.map(|row| waiting_key(row.user_id, row.occupation_id).delete()).collect()
}

/// What is not free, and for what time somebody wants to wait.
struct Join {
    platform: Platform,
    asker: Asker,
    time: Interval,
    id: OccupationId,
}

impl Request for Join {
    fn window(&self) -> Window {
        window(self.time)
    }

    fn facts<'a>(&'a self, shared: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let (user_id, time, id) = (self.asker.user_id, self.time, self.id);
            let facts = Facts::load(&self.platform, shared, self.asker, time).await?;
            let platform = self.platform.clone();
            Ok(Box::new(move |view: &View| {
                rights::book(&facts.bookable, facts.relation)?;
                slots::judge(time, &facts.times(), view.now)?;
                let mine = view.waitlist().iter().filter(|row| row.user_id == user_id);
                let is_same = |row: &&Occupation| (row.starts.0, row.ends.0) == (time.start, time.end);
                if let Some(row) = mine.clone().find(is_same).filter(|row| row.units == facts.bookable.units)
                {
                    // Once is enough: the answer shows the row that stands.
                    return Ok(Decided { changes: vec![Change::keep(row)], ..Decided::default() });
                }
                if mine.count() >= EACH || view.space.waiting >= MOST_WAITING {
                    return Err(Refusal::conflict("WAITLIST_FULL", "Kön är full."));
                }
                if view.conflicts_with_waitlist(&taken(&facts.bookable, time), &[]).is_empty() {
                    return Err(Refusal::conflict("FREE", "Tiden är ledig. Boka den i stället."));
                }
                let row = occupation(&facts, id, user_id, time, OccupationStatus::Waiting);
                // What is in the way may be a hold, which expires without a decision.
                let job = offering_job(&platform, view.space.space_id, window(time), view.now)?;
                let (starts, ends) = (row.starts, row.ends);
                let (space_id, bookable_id) = (row.space_id, row.bookable_id);
                let listed = PersonWaiting { user_id, waiting_id: id, space_id, starts, ends, bookable_id };
                Ok(Decided {
                    changes: vec![Change::insert(row)],
                    then: vec![job, listed.insert()],
                    ..Decided::default()
                })
            }) as Judge)
        })
    }
}

/// Waits for a time that is taken; asked twice it is one place in the queue. 403 MAY_NOT_BOOK; 404; 409 FREE,
/// UNAVAILABLE, WAITLIST_FULL; 422 as for a booking.
pub async fn join(platform: &Platform, who: &Who, id: BookableId, draft: HoldDraft) -> Result<WaitingView> {
    let time = bounded(draft.start, draft.end)?;
    let (bookable, relation) = asked_for(platform, who, id).await?;
    let request = Join {
        platform: platform.clone(),
        asker: Asker::of(&bookable, who.user_id, relation),
        time,
        id: OccupationId(platform.ids.next(now())?),
    };
    let changes = occupancy::decide(platform, bookable.space_id, request).await?;
    let row = changes.into_iter().find_map(|change| change.new).ok_or_else(Refusal::internal)?;
    Ok(WaitingView { id_waiting: row.occupation_id, start: row.starts, end: row.ends })
}

/// Leaves the queue for a time, or declines its offer; whoever does not wait has nothing to leave.
struct Leave {
    platform: Platform,
    user_id: UserId,
    bookable_id: BookableId,
    time: Interval,
}

impl Request for Leave {
    fn window(&self) -> Window {
        window(self.time)
    }

    fn facts<'a>(&'a self, _: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        let (platform, user_id, time) = (self.platform.clone(), self.user_id, self.time);
        let bookable_id = self.bookable_id;
        Box::pin(std::future::ready(Ok(Box::new(move |view: &View| {
            let is_mine = |row: &&Occupation| {
                row.user_id == user_id
                    && row.bookable_id == bookable_id
                    && (row.starts.0, row.ends.0) == (time.start, time.end)
            };
            let offers = view.live().filter(|row| row.status == OccupationStatus::Offer);
            let changes: Vec<Change> =
                view.waitlist().iter().chain(offers).filter(is_mine).cloned().map(Change::delete).collect();
            let job = if changes.is_empty() { None } else { offering(&platform, view, window(time))? };
            let then = job.into_iter().chain(gone_from_index(&changes)).collect();
            Ok(Decided { changes, then, ..Decided::default() })
        }) as Judge)))
    }
}

/// Leaves the queue for a time, or declines its offer. 404: there is no such bookable.
pub async fn leave(platform: &Platform, who: &Who, id: BookableId, draft: HoldDraft) -> Result<()> {
    let time = bounded(draft.start, draft.end)?;
    let (bookable, _) = seen(platform, who, id).await?;
    let request = Leave { platform: platform.clone(), user_id: who.user_id, bookable_id: id, time };
    occupancy::decide(platform, bookable.space_id, request).await.map(drop)
}

/// Offers what is free. Those who may not book any more, and those whose time is past, leave the queue.
struct Offer {
    platform: Platform,
    space_id: SpaceId,
    window: Window,
}

impl Offer {
    /// Those of the waiting who may not have what they wait for any more. Who waits in a space waits for bookables of one
    /// organisation.
    async fn gone(&self, waiting: &[Occupation]) -> Result<Vec<OccupationId>> {
        let storage = &self.platform.storage;
        let bookable_ids: Vec<BookableId> = waiting.iter().map(|row| row.bookable_id).collect();
        let bookables: HashMap<BookableId, Bookable> = Bookings::of(storage)
            .bookables(&bookable_ids)
            .await?
            .into_iter()
            .map(|one| (one.bookable_id, one))
            .collect();
        let Some(entity_id) = bookables.values().next().map(|one| one.entity_id) else {
            return Ok(waiting.iter().map(|row| row.occupation_id).collect());
        };
        let people: Vec<UserId> = waiting.iter().map(|row| row.user_id).collect();
        let barred = try_join_all(people.iter().map(|id| is_barred(&self.platform, entity_id, *id)));
        let relations = async { Ok(storage.entities.relations_among(entity_id, &people).await?) };
        let (barred, relations) = try_join!(barred, relations)?;
        let may = |row: &Occupation| {
            let relation = relations.get(&row.user_id).copied();
            bookables.get(&row.bookable_id).is_some_and(|one| rights::book(one, relation).is_ok())
        };
        let gone = waiting.iter().zip(barred).filter(|(row, is_barred)| *is_barred || !may(row));
        Ok(gone.map(|(row, _)| row.occupation_id).collect())
    }

    fn judged(&self, view: &mut View, gone: &[OccupationId]) -> Result<Decided> {
        let is_gone = |row: &&Occupation| gone.contains(&row.occupation_id) || row.starts.0 <= view.now;
        let expired = |row: &&Occupation| row.status == OccupationStatus::Offer && !row.is_live(view.now);
        let left: Vec<Change> = view
            .waitlist()
            .iter()
            .filter(is_gone)
            .chain(view.all().filter(expired))
            .cloned()
            .map(Change::delete)
            .collect();
        let index = gone_from_index(&left);
        let mut changes = view.apply(left);
        let offers = view.offers(|row| Some(offer_until(view.now, row.starts, ZONE)?.0));
        let mut notifications: Vec<Notification> = Vec::new();
        for new in offers.iter().filter_map(|offer| offer.new.as_ref()) {
            notifications.push(bells::of_offer(&self.platform, view.space.entity_id, new, view.now)?);
        }
        changes.extend(view.apply(offers));
        // The next look: when something in the way of those who still wait expires.
        let next = view.live().filter_map(|row| row.expires).map(|expires| expires.0).min();
        let next = next.filter(|_| !view.waitlist().is_empty() || !notifications.is_empty());
        let job = next.map(|at| offering_job(&self.platform, self.space_id, self.window, at)).transpose()?;
        let then = job.into_iter().chain(index).collect();
        Ok(Decided { changes, then, notifications, alone: false })
    }
}

impl Request for Offer {
    fn window(&self) -> Window {
        self.window
    }

    fn facts<'a>(&'a self, _: &'a Shared) -> BoxFuture<'a, Result<Judge>> {
        Box::pin(async {
            let occupancy = Occupancy::of(&self.platform.storage);
            let waiting = occupancy.waitlist(self.space_id, LOOKED_AT).await?;
            let gone = self.gone(&waiting).await?;
            let request =
                Self { platform: self.platform.clone(), space_id: self.space_id, window: self.window };
            Ok(Box::new(move |view: &View| request.judged(&mut view.clone(), &gone)) as Judge)
        })
    }
}

/// Offers what is free in a space, at a time and at those for which people wait; may be repeated.
async fn offer(platform: &Platform, space_id: SpaceId, time: Window) -> Result<()> {
    let waiting = Occupancy::of(&platform.storage).waitlist(space_id, LOOKED_AT).await?;
    let times = waiting.iter().map(|row| Window { from: row.starts.0, to: row.ends.0 });
    let request = Offer { platform: platform.clone(), space_id, window: times.fold(time, Window::with) };
    occupancy::decide(platform, space_id, request).await.map(drop)
}
