//! What everybody sees of bookables, signed in or not: those that guests, or everybody, may book. The same for all: whoever
//! booked is never told.

use futures_util::try_join;
use jiff::ToSpan;
use jiff::civil::Date;
use storage::bookings::settings::PUBLIC;
use storage::bookings::{Bookable, Bookings};
use storage::entities::Entity;
use storage::ids::UserId;
use storage::occupancy::Occupation;

use super::bookables::by_name;
use super::facts::zone;
use super::rights::{HIDDEN, absent};
use super::rules::slots::Slot;
use super::times::{Ignored, Look, TAKEN, shown};
use super::view::{
    FreeTime, PublicBookableView, PublicEntry, PublicListPage, PublicPage, PublicTakenView, SlotView,
    TimeView, pictures_of,
};
use crate::Platform;
use crate::calendar::guide::shown_places;
use crate::entities::public;
use crate::entities::rules::is_private;
use crate::platform::error::Result;
use crate::platform::hours::{Interval, check_range, date_of, midnight, next_midnight};
use crate::platform::time::{Moment, now};

/// Most possible times in an answer.
const SLOTS: usize = 3_000;
/// Most ends of a time on a page.
const ENDS: usize = 100;
/// Days in which the first free time is looked for.
const AHEAD: i32 = 14;
/// Somebody without relations to anybody.
const STRANGER: UserId = UserId(0);

/// Whether everybody sees a bookable: guests, or everybody who has an account, may book it.
pub(super) fn is_open(bookable: &Bookable) -> bool {
    let settings = &bookable.settings.0;
    bookable.status != HIDDEN && (settings.guests || settings.who_may_book.iter().any(|who| who == PUBLIC))
}

/// A bookable that everybody sees. 404.
async fn open(platform: &Platform, slug: &str) -> Result<(Bookable, Entity)> {
    let found = Bookings::of(&platform.storage).by_slug(slug).await?;
    let mut bookable = found.filter(is_open).ok_or_else(absent)?;
    let entity = async { public(platform, bookable.entity_id).await.map_err(|_| absent()) };
    let shown = shown_places(platform, bookable.infopoint_id);
    let (entity, shown) = try_join!(entity, shown)?;
    bookable.infopoint_id = bookable.infopoint_id.filter(|id| shown.contains(id));
    Ok((bookable, entity))
}

fn ignored() -> Ignored {
    Ignored { user_id: STRANGER, except: None, manages: false }
}

/// A bookable from a moment to another, as everybody sees it. 404; 422 RANGE.
pub async fn one(
    platform: &Platform,
    slug: &str,
    (from, to): (Moment, Moment),
) -> Result<PublicBookableView> {
    let window = Interval::new(from.0, to.0);
    check_range(window)?;
    let (bookable, entity) = open(platform, slug).await?;
    let look = Look::at(platform, bookable, STRANGER, window).await?;
    let slots = shown(&look, &ignored(), window, SLOTS).await?;
    let (taken, facts) = (taken(&look, window), &look.facts);
    let open = facts.times().hours.intervals(window).into_iter();
    let open = open.map(|one| TimeView { start: Moment(one.start), end: Moment(one.end) }).collect();
    Ok(view(&facts.bookable, &entity, open, taken, slots))
}

/// What is taken of a bookable in a window, by start.
fn taken(look: &Look, window: Interval) -> Vec<PublicTakenView> {
    let units = look.facts.bookable.units;
    let at = now();
    let is_seen = |row: &&Occupation| {
        let is_within = row.starts.0 < window.end && window.start < row.ends.0;
        row.is_live(at) && is_within && row.units & units != 0
    };
    let shown = |row: &Occupation| (row.starts, row.ends);
    let mut taken: Vec<(Moment, Moment)> = look.rows.iter().filter(is_seen).map(shown).collect();
    taken.sort_unstable();
    taken.into_iter().map(|(start, end)| PublicTakenView { start, end, title: TAKEN }).collect()
}

fn view(
    bookable: &Bookable,
    entity: &Entity,
    open: Vec<TimeView>,
    taken: Vec<PublicTakenView>,
    slots: Vec<SlotView>,
) -> PublicBookableView {
    let settings = &bookable.settings.0;
    PublicBookableView {
        id_bookable: bookable.bookable_id,
        id_entity: bookable.entity_id,
        entity_name: entity.entity_name.clone(),
        entity_slug: entity.entity_slug.clone(),
        name: bookable.name.clone(),
        slug: bookable.slug.clone(),
        kind: bookable.kind,
        description: bookable.description.clone(),
        place: bookable.place.clone(),
        id_infopoint: bookable.infopoint_id,
        pictures: pictures_of(bookable),
        status: bookable.status,
        guests: settings.guests,
        requires_approval: settings.requires_approval,
        max_participants: settings.max_participants,
        questions: settings.questions.clone(),
        cancellation: settings.cancellation.clone(),
        open,
        taken,
        slots,
    }
}

fn entry(one: Bookable) -> PublicEntry {
    let picture = pictures_of(&one).into_iter().next();
    PublicEntry { name: one.name, slug: one.slug, place: one.place, picture }
}

/// The bookables of an organisation that everybody sees, by name. 404: there is no such organisation, or it has none.
pub async fn list(platform: &Platform, entity_slug: &str) -> Result<PublicListPage> {
    let found = platform.storage.entities.entity_by_slug(entity_slug).await?;
    let entity = found.filter(|one| !is_private(one.entity_type)).ok_or_else(absent)?;
    let mut all = by_name(platform, entity.entity_id).await?;
    all.retain(is_open);
    if all.is_empty() {
        return Err(absent());
    }
    Ok(PublicListPage {
        entity_name: entity.entity_name,
        entity_slug: entity.entity_slug,
        bookables: all.into_iter().map(entry).collect(),
    })
}

/// The free times of a bookable on a day, and what the first one costs.
pub(super) async fn free_on(
    platform: &Platform,
    bookable: Bookable,
    ignored: &Ignored,
    day: Date,
) -> Result<(Vec<FreeTime>, Option<i64>)> {
    let zone = zone()?;
    let start = midnight(&zone, day);
    let window = Interval::new(start, next_midnight(&zone, start));
    let look = Look::at(platform, bookable, ignored.user_id, window).await?;
    let slots = shown(&look, ignored, window, SLOTS).await?;
    let free: Vec<SlotView> = slots.into_iter().filter(|slot| slot.free).collect();
    let price = free.first().and_then(|slot| slot.price);
    let times = look.facts.times();
    let time = |one: SlotView| {
        let slot = Slot { start: one.start.0, end: one.end.0, latest: one.latest.0, name: None };
        let ends = times.ends(&slot).into_iter().take(ENDS).map(Moment).collect();
        FreeTime { start: one.start, ends, name: one.name }
    };
    Ok((free.into_iter().map(time).collect(), price))
}

/// The first day with a free time, within two weeks; otherwise today.
async fn first_free(platform: &Platform, bookable: &Bookable) -> Result<Date> {
    let (zone, at) = (zone()?, now());
    let today = date_of(&zone, at);
    let until = today.saturating_add(AHEAD.days());
    let window = Interval::new(at, midnight(&zone, until));
    let look = Look::at(platform, bookable.clone(), STRANGER, window).await?;
    let slots = shown(&look, &ignored(), window, SLOTS).await?;
    Ok(slots.iter().find(|slot| slot.free).map_or(today, |slot| date_of(&zone, slot.start.0)))
}

/// A bookable of an organisation on a day, for its page; without a day, the first one that has a free time. 404.
pub async fn for_page(
    platform: &Platform,
    entity_slug: Option<&str>,
    slug: &str,
    day: Option<Date>,
) -> Result<PublicPage> {
    let (bookable, entity) = open(platform, slug).await?;
    if entity_slug.is_some_and(|slug| slug != entity.entity_slug) {
        return Err(absent());
    }
    let day = match day {
        Some(day) => day,
        None => first_free(platform, &bookable).await?,
    };
    let shown = view(&bookable, &entity, Vec::new(), Vec::new(), Vec::new());
    let (free, price) = free_on(platform, bookable, &ignored(), day).await?;
    Ok(PublicPage { bookable: shown, day, free, price })
}
